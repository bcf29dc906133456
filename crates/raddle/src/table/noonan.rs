//! Tables 2.1 and 3.2 to 3.5 of Eric Noonan, Slice-n-Dice Algorithm
//! Implementation in JPF.
//!
//! The thesis guides its search by the distance to a given place in the program. Here it is given none; its guided
//! search prefers what conflicts with earlier accesses of the path. Source sets and optimal reduction are not in the thesis.
//! Slice-n-dice is told the line of the `assert`; its states are those of all rounds, as there.

use raddle_search::reduce::Reduction;

use super::configuration::Configuration::{
    Guided, Matched, RandomContextBound, RandomMatched, RandomReduced, Reduced, Slice,
};
use super::published::{Columns, Counted, ProgramSize, Published, Row, Table, Trials, Variant};

/// The bound of the thesis: its column is called KBOUND (k=5).
const BOUND: u32 = 5;

pub(super) const REDUCTIONS: Table = Table {
    name: "noonan-2.1",
    paper: "Noonan: Slice-n-Dice Algorithm Implementation in JPF",
    about: "Airline and Reorder searched to the end, JPF's reduction and clock vectors",
    // The thesis counts states. Without states that are matched each transition leads to one; with, there are fewer of them.
    counted: Counted::Transitions,
    columns: Columns::Range,
    // Section 2.5: three runs, with threads chosen at random. Searched to the end, threads may as well be taken by their numbers.
    trials: Trials { successes: 1, most: 1 },
    rows: || WHOLE.iter().flat_map(|(program, jpf, clock)| whole(*program, *jpf, *clock)).collect(),
};

pub(super) const ACCOUNT_SUBTYPE: Table = Table {
    name: "noonan-3.2",
    about: "AccountSubtype, reductions, context bound, guided search and slice-n-dice",
    counted: Counted::States,
    // Section 3.5.2: five runs, with threads chosen at random.
    trials: Trials { successes: 5, most: 5 },
    rows: || rows(Variant::Wrong, ACCOUNT_SUBTYPE_ROWS),
    ..REDUCTIONS
};

pub(super) const AIRLINE: Table = Table {
    name: "noonan-3.3",
    about: "Airline, reductions, context bound, guided search and slice-n-dice",
    rows: || rows(Variant::Wrong, AIRLINE_ROWS),
    ..ACCOUNT_SUBTYPE
};

pub(super) const REORDER: Table = Table {
    name: "noonan-3.4",
    about: "Reorder, reductions, context bound, guided search and slice-n-dice",
    rows: || rows(Variant::Wrong, REORDER_ROWS),
    ..ACCOUNT_SUBTYPE
};

pub(super) const NO_ERROR: Table = Table {
    name: "noonan-3.5",
    about: "programs without an error searched to the end, reductions, context bound, guided search and slice-n-dice",
    rows: || {
        let harmless = rows(Variant::Harmless, HARMLESS_ROWS);
        harmless.into_iter().chain(rows(Variant::Right, RIGHT_ROWS)).collect()
    },
    ..ACCOUNT_SUBTYPE
};

/// A program in a size, and how many states it has under JPF's reduction and under clock vectors.
const WHOLE: &[(ProgramSize, f64, f64)] = &[
    (("Airline", "3 4"), 9025.0, 2786.7),
    (("Airline", "4 2"), 307561.0, 107112.0),
    (("Airline", "4 4"), 281105.0, 87214.0),
    (("Airline", "5 1"), 3966210.0, 1050418.0),
    (("Reorder", "1 1"), 285.0, 181.33),
    (("Reorder", "2 1"), 3859.0, 2222.7),
    (("Reorder", "3 1"), 54555.0, 26576.0),
    (("Reorder", "4 1"), 532101.0, 228874.0),
];

fn whole(program: ProgramSize, jpf: f64, clock: f64) -> [Row; 5] {
    [
        (Reduced(Reduction::Jpf), always(jpf)),
        (Reduced(Reduction::Clock), always(clock)),
        (Reduced(Reduction::Source), Published::UNKNOWN),
        (Reduced(Reduction::Optimal), Published::UNKNOWN),
        (Matched, Published::UNKNOWN),
    ]
    .map(|(configuration, published)| Row::new(Variant::Whole, program, configuration, published))
}

/// A program in a size, and what the thesis has of it: under clock vectors, under JPF's reduction, context-bound, guided,
/// by slice-n-dice.
type Searched = (ProgramSize, [Published; 5]);

fn rows(variant: Variant, searched: &[Searched]) -> Vec<Row> {
    let row = |&(program, [clock, jpf, bound, guided, slice]): &Searched| {
        [
            (RandomReduced(Reduction::Jpf), jpf),
            (RandomReduced(Reduction::Clock), clock),
            (RandomReduced(Reduction::Source), Published::UNKNOWN),
            (RandomReduced(Reduction::Optimal), Published::UNKNOWN),
            (RandomMatched, Published::UNKNOWN),
            (RandomContextBound(BOUND), bound),
            (Guided, guided),
            (Slice, slice),
        ]
        .map(|(configuration, published)| Row::new(variant, program, configuration, published))
    };
    searched.iter().flat_map(row).collect()
}

/// Every run came to its end.
const fn always(mean: f64) -> Published {
    Published::mean(mean, 100.0)
}

const NEVER: Published = Published::NEVER;

const ACCOUNT_SUBTYPE_ROWS: &[Searched] = &[
    (("AccountSubtype", "1 1"), [always(246.0), always(96.0), always(272.0), always(173.0), always(307.0)]),
    (("AccountSubtype", "4 1"), [always(22200.0), always(82600.0), always(11700.0), always(1318.0), always(5150.0)]),
    (
        ("AccountSubtype", "9 1"),
        [Published::mean(146000.0, 40.0), NEVER, always(92700.0), always(21100.0), Published::mean(15700.0, 60.0)],
    ),
];

const AIRLINE_ROWS: &[Searched] = &[
    (("Airline", "1 1"), [always(8.2), always(3.8), always(8.6), always(12.0), always(15.0)]),
    (("Airline", "5 3"), [always(33500.0), always(17100.0), always(69.2), always(249.0), always(186.0)]),
    (
        ("Airline", "10 3"),
        [NEVER, Published::mean(326000.0, 20.0), always(460.0), Published::mean(16700.0, 60.0), always(7820.0)],
    ),
];

const REORDER_ROWS: &[Searched] = &[
    (("Reorder", "1 1"), [always(62.0), always(285.0), always(73.4), always(137.0), always(233.0)]),
    (
        ("Reorder", "5 1"),
        [always(1140000.0), Published::mean(1520000.0, 20.0), always(8870.0), always(11900.0), always(283.0)],
    ),
    (("Reorder", "10 1"), [NEVER, NEVER, always(179000.0), Published::mean(6991.0, 60.0), always(251.0)]),
];

const HARMLESS_ROWS: &[Searched] = &[
    (("Airline", "4 0"), [always(29700.0), always(183000.0), always(16700.0), NEVER, always(736.0)]),
    (("Reorder", "4 0"), [always(20200.0), always(72500.0), always(14000.0), NEVER, always(65.0)]),
];

const RIGHT_ROWS: &[Searched] =
    &[(("AccountSubtype", "3 1"), [NEVER, NEVER, always(243000.0), NEVER, always(295000.0)])];

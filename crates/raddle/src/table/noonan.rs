//! The context-bound and guided columns of tables 3.2 to 3.5 of Eric Noonan, Slice-n-Dice Algorithm Implementation in JPF.
//!
//! The thesis guides its search by the distance to a given place in the program. Raddle does not know distances yet; its guided
//! search prefers what conflicts with earlier accesses of the path.

use super::configuration::Configuration::{Guided, RandomContextBound};
use super::published::{Columns, Counted, Published, Row, Table, Trials, Variant};

/// The bound of the thesis: its column is called KBOUND (k=5).
const BOUND: u32 = 5;

pub(super) const ACCOUNT_SUBTYPE: Table = Table {
    name: "noonan-3.2",
    paper: "Noonan: Slice-n-Dice Algorithm Implementation in JPF",
    about: "AccountSubtype, context bound and guided search",
    counted: Counted::States,
    columns: Columns::Range,
    // Section 3.5.2: five runs, with threads chosen at random.
    trials: Trials { successes: 5, most: 5 },
    rows: || ACCOUNT_SUBTYPE_ROWS.to_vec(),
};

pub(super) const AIRLINE: Table = Table {
    name: "noonan-3.3",
    about: "Airline, context bound and guided search",
    rows: || AIRLINE_ROWS.to_vec(),
    ..ACCOUNT_SUBTYPE
};

pub(super) const REORDER: Table = Table {
    name: "noonan-3.4",
    about: "Reorder, context bound and guided search",
    rows: || REORDER_ROWS.to_vec(),
    ..ACCOUNT_SUBTYPE
};

pub(super) const NO_ERROR: Table = Table {
    name: "noonan-3.5",
    about: "programs without an error searched to the end, context bound and guided search",
    rows: || NO_ERROR_ROWS.to_vec(),
    ..ACCOUNT_SUBTYPE
};

const ACCOUNT_SUBTYPE_ROWS: &[Row] = &[
    Row::wrong(("AccountSubtype", "1 1"), RandomContextBound(BOUND), Published::mean(272.0, 100.0)),
    Row::wrong(("AccountSubtype", "1 1"), Guided, Published::mean(173.0, 100.0)),
    Row::wrong(("AccountSubtype", "4 1"), RandomContextBound(BOUND), Published::mean(11700.0, 100.0)),
    Row::wrong(("AccountSubtype", "4 1"), Guided, Published::mean(1318.0, 100.0)),
    Row::wrong(("AccountSubtype", "9 1"), RandomContextBound(BOUND), Published::mean(92700.0, 100.0)),
    Row::wrong(("AccountSubtype", "9 1"), Guided, Published::mean(21100.0, 100.0)),
];

const AIRLINE_ROWS: &[Row] = &[
    Row::wrong(("Airline", "1 1"), RandomContextBound(BOUND), Published::mean(8.6, 100.0)),
    Row::wrong(("Airline", "1 1"), Guided, Published::mean(12.0, 100.0)),
    Row::wrong(("Airline", "5 3"), RandomContextBound(BOUND), Published::mean(69.2, 100.0)),
    Row::wrong(("Airline", "5 3"), Guided, Published::mean(249.0, 100.0)),
    Row::wrong(("Airline", "10 3"), RandomContextBound(BOUND), Published::mean(460.0, 100.0)),
    Row::wrong(("Airline", "10 3"), Guided, Published::mean(16700.0, 60.0)),
];

const REORDER_ROWS: &[Row] = &[
    Row::wrong(("Reorder", "1 1"), RandomContextBound(BOUND), Published::mean(73.4, 100.0)),
    Row::wrong(("Reorder", "1 1"), Guided, Published::mean(137.0, 100.0)),
    Row::wrong(("Reorder", "5 1"), RandomContextBound(BOUND), Published::mean(8870.0, 100.0)),
    Row::wrong(("Reorder", "5 1"), Guided, Published::mean(11900.0, 100.0)),
    Row::wrong(("Reorder", "10 1"), RandomContextBound(BOUND), Published::mean(179000.0, 100.0)),
    Row::wrong(("Reorder", "10 1"), Guided, Published::mean(6991.0, 60.0)),
];

const NO_ERROR_ROWS: &[Row] = &[
    Row::new(Variant::Harmless, ("Airline", "4 0"), RandomContextBound(BOUND), Published::mean(16700.0, 100.0)),
    Row::new(Variant::Harmless, ("Airline", "4 0"), Guided, Published::NEVER),
    Row::new(Variant::Harmless, ("Reorder", "4 0"), RandomContextBound(BOUND), Published::mean(14000.0, 100.0)),
    Row::new(Variant::Harmless, ("Reorder", "4 0"), Guided, Published::NEVER),
    Row::new(Variant::Right, ("AccountSubtype", "3 1"), RandomContextBound(BOUND), Published::mean(243000.0, 100.0)),
    Row::new(Variant::Right, ("AccountSubtype", "3 1"), Guided, Published::NEVER),
];

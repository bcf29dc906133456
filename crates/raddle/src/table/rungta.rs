//! Tables 1 and 2 and figure 6 of Neha Rungta and Eric G. Mercer, A Meta Heuristic for Effectively Detecting Concurrency Errors.
//!
//! The places that guide a search are in a file beside each program; the last line of each program does without, and follows what is made of warnings. The paper's Deadlock is `JdkDeadlock` here. Which threads its
//! prefer-thread heuristic preferred it does not say; here they are one of each kind. Of figure 6 no numbers are published.

use super::configuration::Configuration::{self, Along, RandomOrder};
use super::configuration::Secondary;
use super::published::{Columns, Counted, ProgramSize, Published, Row, Table, Trials};

pub(super) const DENSITY: Table = Table {
    name: "rungta-1",
    paper: "Rungta, Mercer: A Meta Heuristic for Effectively Detecting Concurrency Errors",
    about: "how often the error is found, depth first at random and guided",
    counted: Counted::States,
    columns: Columns::Range,
    // Section 3.1.
    trials: Trials { successes: 100, most: 100 },
    rows: || DENSITIES.iter().flat_map(|(program, threads, found)| density(*program, threads, *found)).collect(),
};

pub(super) const STATES: Table = Table {
    name: "rungta-2",
    about: "states until the error is found, by secondary heuristic",
    rows: || COUNTS.iter().flat_map(|(program, threads, counts)| states(*program, threads, *counts)).collect(),
    ..DENSITY
};

pub(super) const LENGTHS: Table = Table {
    name: "rungta-figure-6",
    about: "states until the error of AryList is found, by how many places guide the search",
    rows: || {
        let row = |places| Row::wrong(("AryList", "1 10"), along(Secondary::Distance, places), Published::UNKNOWN);
        (1..=3).map(Some).map(row).collect()
    },
    ..DENSITY
};

fn along(secondary: Secondary, places: Option<usize>) -> Configuration {
    Along { secondary, places }
}

/// The three heuristics, as the columns of both tables have them.
fn heuristics(threads: &'static str) -> [Configuration; 3] {
    [Secondary::Distance, Secondary::Random, Secondary::Threads(threads)].map(|secondary| along(secondary, None))
}

/// A program in a size, the threads preferred, and percent of the trials in which random depth-first search and the three heuristics found the error.
type Density = (ProgramSize, &'static str, [Option<f64>; 4]);

fn density((program, sizes): ProgramSize, threads: &'static str, found: [Option<f64>; 4]) -> Vec<Row> {
    let [distance, random, preferred] = heuristics(threads);
    let searched = [RandomOrder, distance, random, preferred].into_iter().zip(found);
    let row = |(configuration, success)| {
        Row::wrong((program, sizes), configuration, Published { success, ..Published::UNKNOWN })
    };
    searched.chain([(Configuration::Automatic, None)]).map(row).collect()
}

const fn found(depth_first: f64, distance: f64, random: f64, threads: f64) -> [Option<f64>; 4] {
    [Some(depth_first), Some(distance), Some(random), Some(threads)]
}

const DENSITIES: &[Density] = &[
    (("TwoStage", "7 1"), "3,10", found(41.0, 100.0, 100.0, 100.0)),
    (("TwoStage", "8 1"), "3,11", found(4.0, 100.0, 100.0, 100.0)),
    (("TwoStage", "10 1"), "3,13", found(0.0, 100.0, 100.0, 100.0)),
    (("Reorder", "9 1"), "3,12", found(6.0, 100.0, 100.0, 100.0)),
    (("Reorder", "10 1"), "3,13", found(0.0, 100.0, 100.0, 100.0)),
    (("Wronglock", "1 20"), "3,4", found(28.0, 100.0, 100.0, 100.0)),
    (("AbsList", "1 7"), "3,4", found(1.0, 100.0, 37.0, 0.0)),
    (("AbsList", "1 8"), "3,4", found(0.0, 100.0, 8.0, 0.0)),
    // Not in the table, but section 3.2 says as much.
    (("AbsList", "1 10"), "3,4", [None, Some(100.0), Some(1.0), Some(0.0)]),
    (("JdkDeadlock", "1 9"), "3,4", found(0.0, 100.0, 100.0, 100.0)),
    (("JdkDeadlock", "1 10"), "3,4", found(0.0, 100.0, 100.0, 100.0)),
    (("AryList", "1 5"), "3,4", found(81.0, 100.0, 100.0, 100.0)),
    (("AryList", "1 8"), "3,4", found(0.0, 100.0, 100.0, 1.0)),
    (("AryList", "1 9"), "3,4", found(0.0, 100.0, 100.0, 0.0)),
    (("AryList", "1 10"), "3,4", found(0.0, 100.0, 100.0, 0.0)),
];

/// Least, mean and most states of the trials that found the error; none where no trial did.
type Counts = Option<[f64; 3]>;

fn states(program: ProgramSize, threads: &'static str, counts: [Counts; 3]) -> Vec<Row> {
    let published = |counts: Counts| match counts {
        Some([least, mean, most]) => {
            Published { mean: Some(mean), least: Some(least), most: Some(most), ..Published::UNKNOWN }
        }
        None => Published::NEVER,
    };
    let searched = heuristics(threads).into_iter().zip(counts);
    let made = Row::wrong(program, Configuration::Automatic, Published::UNKNOWN);
    let rows = searched.map(|(configuration, counts)| Row::wrong(program, configuration, published(counts)));
    rows.chain([made]).collect()
}

const fn counts(least: f64, mean: f64, most: f64) -> Counts {
    Some([least, mean, most])
}

const COUNTS: &[(ProgramSize, &str, [Counts; 3])] = &[
    (
        ("TwoStage", "7 1"),
        "3,10",
        [counts(209.0, 213.0, 217.0), counts(40851.0, 130839.0, 409156.0), counts(414187.0, 2206109.0, 4813016.0)],
    ),
    (
        ("TwoStage", "8 1"),
        "3,11",
        [counts(246.0, 250.0, 255.0), counts(49682.0, 217637.0, 502762.0), counts(609085.0, 4436444.0, 10025314.0)],
    ),
    (
        ("TwoStage", "10 1"),
        "3,13",
        [counts(329.0, 333.0, 340.0), counts(52794.0, 314590.0, 827830.0), counts(2635251.0, 6690008.0, 8771151.0)],
    ),
    (
        ("Wronglock", "1 10"),
        "3,4",
        [counts(804.0, 3526.0, 12542.0), counts(73.0, 7082.0, 22418.0), counts(560.0, 120305.0, 675987.0)],
    ),
    (
        ("Wronglock", "1 20"),
        "3,4",
        [counts(2445.0, 21391.0, 175708.0), counts(67.0, 24479.0, 242418.0), counts(1900.0, 3827020.0, 15112994.0)],
    ),
    (
        ("Reorder", "5 1"),
        "3,8",
        [counts(106.0, 109.0, 112.0), counts(1803.0, 5597.0, 10408.0), counts(259.0, 977.0, 2402.0)],
    ),
    (
        ("Reorder", "8 1"),
        "3,11",
        [counts(193.0, 197.0, 202.0), counts(17474.0, 36332.0, 65733.0), counts(523.0, 3110.0, 13536.0)],
    ),
    (
        ("Reorder", "10 1"),
        "3,13",
        [counts(266.0, 271.0, 277.0), counts(28748.0, 67958.0, 110335.0), counts(771.0, 5136.0, 16492.0)],
    ),
    (("AryList", "1 10"), "3,4", [counts(1764.0, 14044.0, 55241.0), counts(3652.0, 15972.0, 63206.0), None]),
    (("AbsList", "1 10"), "3,4", [counts(1382.0, 1382.0, 1382.0), counts(10497302.0, 10497302.0, 10497302.0), None]),
];

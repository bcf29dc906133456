//! Tables 2 to 5 of Pavel Parízek and Ondřej Lhoták, Randomized Backtracking in State Space Traversal.

use super::configuration::Configuration::{self, Backtracking, ContextBound, DefaultOrder, Interleavings, RandomOrder};
use super::configuration::Jump::{self, Fixed, Luby, Random};
use super::published::{Columns, Counted, ProgramSize, Published, Row, Table, Trials};

const PAPER: &str = "Parízek, Lhoták: Randomized Backtracking in State Space Traversal";

/// Section 4: the techniques that randomized backtracking is compared with.
const OTHERS: [Configuration; 6] =
    [DefaultOrder, RandomOrder, Interleavings, ContextBound(2), ContextBound(5), ContextBound(10)];

/// Section 4: every configuration is one of each.
const ALL_THRESHOLDS: [u32; 5] = [5, 10, 20, 50, 100];
const ALL_JUMPS: [Jump; 3] = [Fixed, Random, Luby];
const ALL_RATIOS: [&str; 8] = ["0.5", "0.75", "0.9", "0.99", "1-d/20", "1-d/50", "1-d/100", "1-d/1000"];

/// Section 4: until 10 runs found an error or 100 were performed.
const TRIALS: Trials = Trials { successes: 10, most: 100 };

// The paper does not say in which sizes it ran them; these have as many threads as its table 1.
const DAISY: ProgramSize = ("Daisy", "2 1");
const ELEVATOR: ProgramSize = ("Elevator", "3 6");
const ALARM_CLOCK: ProgramSize = ("AlarmClock", "2 1");
const LINKED_LIST: ProgramSize = ("LinkedList", "2 4");
const PRODUCER_CONSUMER: ProgramSize = ("ProducerConsumer", "3 2");
const RAX_EXTENDED: ProgramSize = ("RaxExtended", "4 2");
const REPLICATED_WORKERS: ProgramSize = ("ReplicatedWorkers", "5 2");

pub(super) const BEST: Table = Table {
    name: "parizek-2",
    paper: PAPER,
    about: "the configurations with the best mean, beside other techniques",
    counted: Counted::States,
    columns: Columns::Range,
    trials: TRIALS,
    rows: || BEST_ROWS.to_vec(),
};

pub(super) const EXTREMES: Table = Table {
    name: "parizek-3",
    about: "the configurations with the smallest and largest counts, and with the fewest errors found",
    rows: || EXTREME_ROWS.to_vec(),
    ..BEST
};

pub(super) const GOOD: Table = Table {
    name: "parizek-4",
    about: "the configuration (H, random, 0.9), good for all programs",
    rows: || GOOD_ROWS.to_vec(),
    ..BEST
};

pub(super) const THRESHOLDS: Table = Table {
    name: "parizek-5",
    about: "the configuration (H, random, 0.9) for each threshold H",
    columns: Columns::Depth,
    rows: || THRESHOLD_ROWS.to_vec(),
    ..BEST
};

pub(super) const ALL: Table = Table {
    name: "parizek-all",
    about: "every configuration, of which the paper publishes only the best and the worst",
    rows: every_configuration,
    ..BEST
};

/// The lines of table 2, and behind those of a program whatever else the paper tried.
fn every_configuration() -> Vec<Row> {
    let mut tried = OTHERS.to_vec();
    for threshold in ALL_THRESHOLDS {
        for jump in ALL_JUMPS {
            tried.extend(ALL_RATIOS.map(|ratio| Backtracking(threshold, jump, ratio)));
        }
    }
    let mut rows = Vec::new();
    for published in BEST_ROWS.chunk_by(|a, b| a.program == b.program) {
        rows.extend_from_slice(published);
        let unpublished = tried.iter().filter(|tried| published.iter().all(|row| row.configuration != **tried));
        rows.extend(unpublished.map(|&configuration| Row {
            configuration,
            published: Published::UNKNOWN,
            ..published[0]
        }));
    }
    rows
}

const BEST_ROWS: &[Row] = &[
    Row::wrong(DAISY, DefaultOrder, Published::exactly(282.0)),
    Row::wrong(DAISY, Interleavings, Published::exactly(139.0)),
    Row::wrong(DAISY, Backtracking(10, Random, "1-d/1000"), Published::spread(108.0, 102.0, 116.0, 5.0, 100.0)),
    Row::wrong(DAISY, Backtracking(5, Fixed, "0.75"), Published::spread(51.0, 22.0, 88.0, 19.0, 56.0)),
    Row::wrong(ELEVATOR, DefaultOrder, Published::exactly(143373.0)),
    Row::wrong(ELEVATOR, RandomOrder, Published::spread(2399.0, 1062.0, 3833.0, 787.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(50, Random, "1-d/100"), Published::spread(270.0, 255.0, 293.0, 12.0, 100.0)),
    Row::wrong(ALARM_CLOCK, DefaultOrder, Published::exactly(188.0)),
    Row::wrong(ALARM_CLOCK, RandomOrder, Published::spread(192.0, 12.0, 380.0, 111.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(10, Luby, "1-d/1000"), Published::spread(44.0, 20.0, 165.0, 41.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(5, Fixed, "1-d/20"), Published::spread(37.0, 15.0, 93.0, 22.0, 91.0)),
    Row::wrong(LINKED_LIST, DefaultOrder, Published::exactly(328.0)),
    Row::wrong(LINKED_LIST, RandomOrder, Published::spread(186.0, 15.0, 234.0, 70.0, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(10, Fixed, "1-d/50"), Published::spread(112.0, 51.0, 215.0, 59.0, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(10, Luby, "0.99"), Published::spread(58.0, 50.0, 71.0, 7.0, 59.0)),
    Row::wrong(PRODUCER_CONSUMER, DefaultOrder, Published::exactly(9299.0)),
    Row::wrong(PRODUCER_CONSUMER, RandomOrder, Published::spread(48.0, 25.0, 73.0, 13.0, 100.0)),
    Row::wrong(
        PRODUCER_CONSUMER,
        Backtracking(10, Fixed, "1-d/100"),
        Published::spread(57.0, 23.0, 157.0, 41.0, 100.0),
    ),
    Row::wrong(RAX_EXTENDED, DefaultOrder, Published::exactly(1617.0)),
    Row::wrong(RAX_EXTENDED, Interleavings, Published::exactly(104.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(10, Luby, "0.99"), Published::spread(97.0, 86.0, 113.0, 8.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(5, Luby, "0.9"), Published::spread(8.0, 8.0, 9.0, 0.0, 59.0)),
    Row::wrong(REPLICATED_WORKERS, DefaultOrder, Published::exactly(9881.0)),
    Row::wrong(REPLICATED_WORKERS, ContextBound(10), Published::exactly(6585.0)),
    Row::wrong(REPLICATED_WORKERS, Backtracking(50, Fixed, "0.9"), Published::spread(148.0, 95.0, 278.0, 55.0, 100.0)),
];

const EXTREME_ROWS: &[Row] = &[
    Row::wrong(DAISY, Backtracking(5, Fixed, "0.9"), Published::spread(135.0, 19.0, 467.0, 165.0, 67.0)),
    Row::wrong(DAISY, Backtracking(20, Fixed, "0.5"), Published::spread(282.0, 282.0, 282.0, 0.0, 100.0)),
    Row::wrong(DAISY, Backtracking(5, Random, "1-d/20"), Published::NEVER),
    Row::wrong(ELEVATOR, Backtracking(50, Fixed, "0.99"), Published::spread(358.0, 253.0, 424.0, 49.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(100, Fixed, "1-d/50"), Published::spread(2263.0, 2227.0, 2338.0, 38.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(5, Fixed, "0.5"), Published::NEVER),
    Row::wrong(ALARM_CLOCK, Backtracking(5, Fixed, "0.5"), Published::spread(85.0, 13.0, 251.0, 74.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(5, Fixed, "0.9"), Published::spread(94.0, 13.0, 447.0, 120.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(5, Random, "1-d/100"), Published::spread(57.0, 19.0, 112.0, 30.0, 19.0)),
    Row::wrong(LINKED_LIST, Backtracking(5, Fixed, "1-d/50"), Published::spread(74.0, 38.0, 133.0, 27.0, 56.0)),
    Row::wrong(LINKED_LIST, Backtracking(20, Fixed, "0.9"), Published::spread(235.0, 170.0, 408.0, 66.0, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(5, Luby, "0.5"), Published::NEVER),
    Row::wrong(
        PRODUCER_CONSUMER,
        Backtracking(10, Fixed, "1-d/50"),
        Published::spread(196.0, 18.0, 1251.0, 355.0, 100.0),
    ),
    Row::wrong(
        PRODUCER_CONSUMER,
        Backtracking(50, Fixed, "0.5"),
        Published::spread(9299.0, 9299.0, 9299.0, 0.0, 100.0),
    ),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(5, Luby, "1-d/1000"), Published::spread(242.0, 242.0, 242.0, 0.0, 1.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(5, Fixed, "0.5"), Published::spread(60.0, 8.0, 313.0, 88.0, 67.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(50, Fixed, "0.5"), Published::spread(1617.0, 1617.0, 1617.0, 0.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(5, Random, "1-d/50"), Published::spread(10.0, 8.0, 15.0, 2.0, 26.0)),
    Row::wrong(
        REPLICATED_WORKERS,
        Backtracking(50, Fixed, "0.5"),
        Published::spread(339.0, 71.0, 1282.0, 385.0, 100.0),
    ),
    Row::wrong(
        REPLICATED_WORKERS,
        Backtracking(50, Luby, "1-d/20"),
        Published::spread(6258.0, 139.0, 19190.0, 5673.0, 100.0),
    ),
    Row::wrong(REPLICATED_WORKERS, Backtracking(5, Random, "0.5"), Published::NEVER),
];

const GOOD_ROWS: &[Row] = &[
    Row::wrong(DAISY, Interleavings, Published::exactly(139.0)),
    Row::wrong(DAISY, Backtracking(10, Random, "1-d/1000"), Published::spread(108.0, 102.0, 116.0, 5.0, 100.0)),
    Row::wrong(DAISY, Backtracking(10, Random, "0.9"), Published::spread(110.0, 103.0, 119.0, 5.4, 100.0)),
    Row::wrong(ELEVATOR, RandomOrder, Published::spread(2399.0, 1062.0, 3833.0, 787.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(50, Random, "1-d/100"), Published::spread(270.0, 255.0, 293.0, 12.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(50, Random, "0.9"), Published::spread(290.0, 261.0, 312.0, 15.0, 100.0)),
    Row::wrong(ALARM_CLOCK, RandomOrder, Published::spread(192.0, 12.0, 380.0, 111.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(5, Fixed, "1-d/20"), Published::spread(37.0, 15.0, 93.0, 22.0, 91.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(10, Random, "0.9"), Published::spread(90.0, 23.0, 220.0, 64.0, 100.0)),
    Row::wrong(LINKED_LIST, RandomOrder, Published::spread(186.0, 15.0, 234.0, 70.0, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(10, Luby, "0.99"), Published::spread(58.0, 50.0, 71.0, 7.0, 59.0)),
    Row::wrong(LINKED_LIST, Backtracking(20, Random, "0.9"), Published::spread(197.0, 171.0, 266.0, 29.0, 100.0)),
    Row::wrong(PRODUCER_CONSUMER, RandomOrder, Published::spread(48.0, 25.0, 73.0, 13.0, 100.0)),
    Row::wrong(
        PRODUCER_CONSUMER,
        Backtracking(10, Fixed, "1-d/100"),
        Published::spread(57.0, 23.0, 157.0, 41.0, 100.0),
    ),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(10, Random, "0.9"), Published::spread(189.0, 22.0, 435.0, 133.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Interleavings, Published::exactly(104.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(5, Luby, "0.9"), Published::spread(8.0, 8.0, 9.0, 0.0, 59.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(10, Random, "0.9"), Published::spread(100.0, 79.0, 119.0, 11.0, 100.0)),
    Row::wrong(REPLICATED_WORKERS, ContextBound(10), Published::exactly(6585.0)),
    Row::wrong(REPLICATED_WORKERS, Backtracking(50, Fixed, "0.9"), Published::spread(148.0, 95.0, 278.0, 55.0, 100.0)),
    Row::wrong(
        REPLICATED_WORKERS,
        Backtracking(100, Random, "0.9"),
        Published::spread(522.0, 263.0, 905.0, 203.0, 100.0),
    ),
];

const THRESHOLD_ROWS: &[Row] = &[
    Row::wrong(DAISY, Backtracking(5, Random, "0.9"), Published::deep(30.0, 6.0, 0.0, 1.0)),
    Row::wrong(DAISY, Backtracking(10, Random, "0.9"), Published::deep(110.0, 7.0, 0.0, 100.0)),
    Row::wrong(DAISY, Backtracking(20, Random, "0.9"), Published::deep(282.0, 7.0, 0.0, 100.0)),
    Row::wrong(DAISY, Backtracking(50, Random, "0.9"), Published::deep(282.0, 7.0, 0.0, 100.0)),
    Row::wrong(DAISY, Backtracking(100, Random, "0.9"), Published::deep(282.0, 7.0, 0.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(5, Random, "0.9"), Published::NEVER),
    Row::wrong(ELEVATOR, Backtracking(10, Random, "0.9"), Published::NEVER),
    Row::wrong(ELEVATOR, Backtracking(20, Random, "0.9"), Published::NEVER),
    Row::wrong(ELEVATOR, Backtracking(50, Random, "0.9"), Published::deep(290.0, 45.0, 0.0, 100.0)),
    Row::wrong(ELEVATOR, Backtracking(100, Random, "0.9"), Published::deep(2185.0, 45.0, 0.0, 100.0)),
    Row::wrong(
        ALARM_CLOCK,
        Backtracking(5, Random, "0.9"),
        Published { success: None, ..Published::deep(59.0, 13.0, 1.7, 0.0) },
    ),
    Row::wrong(ALARM_CLOCK, Backtracking(10, Random, "0.9"), Published::deep(90.0, 13.0, 4.5, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(20, Random, "0.9"), Published::deep(188.0, 13.0, 0.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(50, Random, "0.9"), Published::deep(188.0, 13.0, 0.0, 100.0)),
    Row::wrong(ALARM_CLOCK, Backtracking(100, Random, "0.9"), Published::deep(188.0, 13.0, 0.0, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(5, Random, "0.9"), Published::NEVER),
    Row::wrong(LINKED_LIST, Backtracking(10, Random, "0.9"), Published::deep(75.0, 12.0, 1.0, 40.0)),
    Row::wrong(LINKED_LIST, Backtracking(20, Random, "0.9"), Published::deep(197.0, 19.0, 1.4, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(50, Random, "0.9"), Published::deep(276.0, 48.0, 0.0, 100.0)),
    Row::wrong(LINKED_LIST, Backtracking(100, Random, "0.9"), Published::deep(328.0, 48.0, 0.0, 100.0)),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(5, Random, "0.9"), Published::deep(127.0, 29.0, 6.4, 10.3)),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(10, Random, "0.9"), Published::deep(189.0, 19.0, 3.6, 100.0)),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(20, Random, "0.9"), Published::deep(204.0, 25.0, 0.0, 100.0)),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(50, Random, "0.9"), Published::deep(9299.0, 23.0, 0.0, 100.0)),
    Row::wrong(PRODUCER_CONSUMER, Backtracking(100, Random, "0.9"), Published::deep(9299.0, 23.0, 0.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(5, Random, "0.9"), Published::deep(12.0, 6.0, 0.0, 35.7)),
    Row::wrong(RAX_EXTENDED, Backtracking(10, Random, "0.9"), Published::deep(100.0, 6.0, 0.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(20, Random, "0.9"), Published::deep(441.0, 20.0, 1.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(50, Random, "0.9"), Published::deep(1617.0, 38.0, 0.0, 100.0)),
    Row::wrong(RAX_EXTENDED, Backtracking(100, Random, "0.9"), Published::deep(1617.0, 38.0, 0.0, 100.0)),
    Row::wrong(REPLICATED_WORKERS, Backtracking(5, Random, "0.9"), Published::NEVER),
    Row::wrong(REPLICATED_WORKERS, Backtracking(10, Random, "0.9"), Published::NEVER),
    Row::wrong(REPLICATED_WORKERS, Backtracking(20, Random, "0.9"), Published::NEVER),
    Row::wrong(REPLICATED_WORKERS, Backtracking(50, Random, "0.9"), Published::deep(1774.0, 62.0, 3.2, 100.0)),
    Row::wrong(REPLICATED_WORKERS, Backtracking(100, Random, "0.9"), Published::deep(522.0, 106.0, 6.2, 100.0)),
];

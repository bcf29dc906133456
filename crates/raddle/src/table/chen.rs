//! Table 3 of Jun Chen and Steve MacDonald, Towards a Better Collaboration of Static and Dynamic Analyses for Testing Concurrent Programs: what it
//! took to execute every value schedule of their sample program. A transition of theirs is an instruction, ours is what lies between two operations that
//! others could notice.

use super::configuration::Configuration::{Reduced, ValueSchedules};
use super::published::{Columns, Counted, ProgramSize, Published, Row, Table, Trials, Variant};
use raddle_search::reduce::Reduction;

const SAMPLE: ProgramSize = ("Sample", "1");

pub(super) const INTERLEAVINGS: Table = Table {
    name: "chen-3",
    paper: "Chen, MacDonald: Towards a Better Collaboration of Static and Dynamic Analyses for Testing Concurrent Programs",
    about: "interleavings until every value schedule was executed",
    counted: Counted::Executions,
    columns: Columns::Range,
    trials: Trials { successes: 1, most: 1 },
    rows: || rows(6.0, 10.0),
};

pub(super) const STATES: Table = Table {
    name: "chen-3-states",
    about: "states until every value schedule was executed",
    counted: Counted::States,
    rows: || rows(49.0, 210.0),
    ..INTERLEAVINGS
};

pub(super) const TRANSITIONS: Table = Table {
    name: "chen-3-transitions",
    about: "transitions until every value schedule was executed",
    counted: Counted::Transitions,
    rows: || rows(7839.0, 12977.0),
    ..INTERLEAVINGS
};

fn rows(theirs: f64, jpf: f64) -> Vec<Row> {
    let row = |configuration, count| Row::new(Variant::Right, SAMPLE, configuration, Published::exactly(count));
    vec![row(ValueSchedules, theirs), row(Reduced(Reduction::Jpf), jpf)]
}

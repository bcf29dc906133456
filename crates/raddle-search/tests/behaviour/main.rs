//! What the search promises besides finding everything.

mod checkpoint;
mod findings;
mod guided;
mod limits;
mod livelock;
#[path = "../../../raddle-program/tests/mutate/mod.rs"]
mod mutate;
mod portfolio;
mod replay;
mod restart;
mod shrink;
#[path = "../tiny/mod.rs"]
mod tiny;

use raddle_search::{Report, Schedule};

/// The causes of the errors, in the order of the report.
fn causes(report: &Report) -> Vec<&str> {
    report.found.iter().map(|found| found.finding.cause.as_str()).collect()
}

fn schedule(text: &str) -> Schedule {
    text.parse().unwrap()
}

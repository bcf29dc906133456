//! The report for programs; docs/report-schema.md describes it field by field.

use raddle_search::report::{Asked, Refuted};
use serde::Serialize;

use super::{Outcome, Slice, Stats};
use crate::trace::{Program, Trace};

/// The form of the report. It grows when a field changes its meaning or goes; new fields may come any time.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    raddle: &'static str,
    verdict: &'static str,
    unexplored: &'a [String],
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<BoundReached>,
    program: &'a Program,
    findings: Vec<Found<'a>>,
    warnings: Vec<Found<'a>>,
    uncontrolled: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<&'a Slice>,
    stats: Numbers,
}

#[derive(Serialize)]
struct BoundReached {
    counted: &'static str,
    complete_up_to: Option<u32>,
}

#[derive(Serialize)]
struct Found<'a> {
    kind: &'static str,
    message: &'a str,
    cause: &'a str,
    schedule: String,
    preemptions: usize,
    /// The whole of what `--trace` writes: saved to a file of its own it can be replayed.
    trace: &'a Trace,
}

impl<'a> From<&'a Trace> for Found<'a> {
    fn from(trace: &'a Trace) -> Found<'a> {
        Found {
            kind: trace.finding.kind.name(),
            message: &trace.finding.message,
            cause: &trace.finding.cause,
            schedule: trace.schedule.to_string(),
            preemptions: trace.preemptions(),
            trace,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Numbers {
    states: u64,
    transitions: u64,
    executions: u64,
    depth: u64,
    instructions: u64,
    matched: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reversals: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_left: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate_factor: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Refuted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    causal: Option<Asked>,
    restarts: u64,
    elapsed_ms: u64,
    states_per_second: u64,
    transitions_per_second: u64,
    peak_memory_bytes: u64,
    store_bytes: u64,
}

impl From<&Stats> for Numbers {
    fn from(stats: &Stats) -> Numbers {
        let left = stats.reduced.and_then(|reduced| reduced.left);
        Numbers {
            states: stats.states,
            transitions: stats.transitions,
            executions: stats.executions,
            depth: stats.depth,
            instructions: stats.instructions,
            matched: stats.matched,
            reversals: stats.reduced.map(|reduced| reduced.reversals),
            blocked: stats.reduced.map(|reduced| reduced.blocked),
            estimated_left: left.map(|left| left.executions),
            estimate_factor: left.and_then(|left| left.factor),
            refuted: stats.refuted,
            causal: stats.causal,
            restarts: stats.restarts,
            elapsed_ms: stats.elapsed_ms,
            states_per_second: stats.states_per_second(),
            transitions_per_second: stats.transitions_per_second(),
            peak_memory_bytes: stats.peak_memory_bytes,
            store_bytes: stats.store_bytes,
        }
    }
}

/// The whole report, as one JSON object.
pub fn outcome(outcome: &Outcome) -> String {
    let document = Document {
        format: FORMAT,
        raddle: env!("CARGO_PKG_VERSION"),
        verdict: outcome.verdict().name(),
        unexplored: &outcome.unexplored,
        strategy: &outcome.strategy,
        bound: outcome
            .bounded
            .map(|bounded| BoundReached { counted: bounded.counted.name(), complete_up_to: bounded.up_to }),
        program: &outcome.program,
        findings: outcome.findings.iter().map(Found::from).collect(),
        warnings: outcome.warnings.iter().map(Found::from).collect(),
        uncontrolled: &outcome.uncontrolled,
        outputs: outcome.outputs.as_deref(),
        slice: outcome.slice.as_ref(),
        stats: Numbers::from(&outcome.stats),
    };
    let mut text = serde_json::to_string_pretty(&document).expect("a report has only strings for keys");
    text.push('\n');
    text
}

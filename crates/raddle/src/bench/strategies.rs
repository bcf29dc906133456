//! What strategies cost: the machine instructions of a transition by each, beside those of the plain depth-first search.
//!
//! Each searches the same program, and a check of a single state is counted beside it and taken off: what is left is the
//! search. Instructions are the same in every run and on a busy machine, so each is counted once.

use std::fmt::Write;
use std::process::Command;

use serde::Serialize;

use super::report::{Limit, Report, number};
use super::{Format, Said, StrategiesBenchOptions, Unmeasured, callgrind, say};
use crate::process::Finished;
use crate::report::text::grouped;
use crate::suite::{self, Suite, select};

/// What is searched: right, so that a search that leaves nothing out goes through all of it, and without data races.
const PROGRAM: [&str; 3] = ["Philosophers", "6", "2"];

/// What a transition by a strategy may cost, beside one of the plain search.
const BAR: Limit = Limit::at_most(1.3, "most to the plain search's");

/// What one may cost by a search along a sequence of places.
const GUIDED: &str = "--search guided --sequence lock";
const GUIDED_BAR: Limit = Limit::at_most(1.5, "guided to the plain search's");

/// Strategies by their options, the plain one first. Those that come to no end, or not within a life, are given one; those that leave something
/// out do so late enough that what is linked on the way is a small part.
const STRATEGIES: &[&str] = &[
    "--search depth",
    "--search breadth",
    "--search best --order interleave",
    "--search best --order interleave --queue 10000",
    "--search beam --order interleave --queue 2000",
    GUIDED,
    "--search stateless --max-executions 2000",
    "--search random --max-executions 2000",
    "--search pct --max-executions 2000",
    "--search pos --max-executions 2000",
    "--search surw --max-executions 2000",
    "--order random",
    "--order interleave",
    "--order interference",
    "--order most-blocked",
    "--order fewest-preemptions",
    "--order branches",
    "--order random-heuristic",
    "--bound preemptions",
    "--bound preemptions=2",
    "--bound delays",
    "--bound delays=5",
    "--backtrack random",
    "--backtrack fixed,threshold=0,ratio=1",
];

/// What came of one strategy.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Outcome {
    strategy: String,
    #[serde(flatten)]
    cost: Option<Cost>,
    /// To the cost of the plain search.
    ratio: Option<f64>,
    /// Why there is no cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Cost {
    transitions: u64,
    instructions_per_transition: f64,
}

/// The results of the suite.
#[derive(Clone, Debug, Serialize)]
struct Results {
    strategies: Vec<Outcome>,
}

/// Counts and prints what came of it; says whether the bar is met.
pub(super) fn measure(options: &StrategiesBenchOptions) -> Result<bool, String> {
    let all: Vec<String> = STRATEGIES.iter().map(|strategy| (*strategy).to_owned()).collect();
    let selected = select(all, &options.only)?;
    if !callgrind::is_there() {
        return Err("there is no valgrind on PATH to count instructions with; install it".to_owned());
    }
    let directory = suite::directory(options.suite.as_deref(), "benches/java/check".as_ref(), "--suite")?;
    let suite = Suite::compile(options.jdk.as_deref(), &directory, &[PROGRAM[0].to_owned()])?;
    let text = options.format == Format::Text;
    if text {
        say(&heading());
    }
    let plain = cost(&suite, STRATEGIES[0]);
    let mut strategies = Vec::new();
    for strategy in selected {
        let cost = if strategy == STRATEGIES[0] { plain.clone() } else { cost(&suite, &strategy) };
        let outcome = Outcome::new(strategy, cost, plain.as_ref().ok())?;
        if text {
            say(&outcome.row());
        }
        strategies.push(outcome);
    }
    let worst = |bar: Limit| {
        let judged = strategies.iter().filter(|outcome| outcome.bar() == bar);
        bar.worst(&judged.map(|outcome| outcome.ratio).collect::<Vec<_>>())
    };
    let bars = vec![worst(BAR), worst(GUIDED_BAR)];
    let report = Report::new("strategies", &suite.jdk, 1, Results { strategies }, true, bars);
    say(&if text { report.verdict() } else { report.json() });
    Ok(report.met())
}

fn heading() -> String {
    format!(
        "machine instructions per transition, {}\n\n{:<48} {:>11} {:>12} {:>7}\n",
        PROGRAM.join(" "),
        "strategy",
        "transitions",
        "instructions",
        "ratio"
    )
}

/// The instructions of a whole check without those of its start, shared out among its transitions.
fn cost(suite: &Suite, strategy: &str) -> Result<Cost, Unmeasured> {
    let check = |more: &[&str]| -> Command {
        let mut options: Vec<&str> = strategy.split(' ').chain(["--format", "json", "--quiet"]).collect();
        options.extend(more);
        let mut command = suite.raddle("check", &options);
        command.args(PROGRAM);
        command
    };
    let (start, finished) = callgrind::count(&check(&["--max-states", "1"]))?;
    transitions(&finished)?;
    let (whole, finished) = callgrind::count(&check(&[]))?;
    let transitions = transitions(&finished)?;
    let instructions_per_transition = whole.saturating_sub(start) as f64 / transitions.max(1) as f64;
    Ok(Cost { transitions, instructions_per_transition })
}

/// The transitions of a check that found nothing, whether it went through everything or not.
fn transitions(finished: &Finished) -> Result<u64, Unmeasured> {
    if !matches!(finished.code, Some(0 | 2)) {
        return Err(Unmeasured::Failed(finished.ending()));
    }
    Ok(Said::read(finished)?.stats.transitions)
}

impl Outcome {
    fn new(strategy: String, cost: Result<Cost, Unmeasured>, plain: Option<&Cost>) -> Result<Outcome, String> {
        match cost {
            Ok(cost) => {
                let ratio = plain.map(|plain| cost.instructions_per_transition / plain.instructions_per_transition);
                Ok(Outcome { strategy, cost: Some(cost), ratio, failure: None })
            }
            Err(Unmeasured::Failed(why)) => Ok(Outcome { strategy, cost: None, ratio: None, failure: Some(why) }),
            Err(Unmeasured::Cannot(why)) => Err(why),
        }
    }

    fn bar(&self) -> Limit {
        if self.strategy == GUIDED { GUIDED_BAR } else { BAR }
    }

    fn row(&self) -> String {
        let mut row = format!("{:<48} ", self.strategy);
        let _ = match (&self.cost, self.ratio) {
            (Some(Cost { transitions, instructions_per_transition }), Some(ratio)) => {
                let verdict = if self.bar().met(ratio) { "" } else { "  above its bar" };
                let (transitions, instructions) = (grouped(*transitions), number(*instructions_per_transition));
                writeln!(row, "{transitions:>11} {instructions:>12} {ratio:>7.2}{verdict}")
            }
            _ => writeln!(row, "failed: {}", self.failure.as_deref().unwrap_or("the plain search failed")),
        };
        row
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn ended(code: i32, stdout: &str) -> Finished {
        let (stdout, stderr) = (stdout.as_bytes().to_vec(), b"raddle: no\n".to_vec());
        Finished { code: Some(code), stdout, stderr, elapsed: Duration::ZERO }
    }

    #[test]
    fn the_transitions_are_read_from_a_report_complete_or_not() {
        let report = r#"{ "findings": [], "stats": { "states": 24, "transitions": 38, "store_bytes": 960 } }"#;
        assert_eq!(transitions(&ended(0, report)), Ok(38));
        assert_eq!(transitions(&ended(2, report)), Ok(38));
        assert_eq!(transitions(&ended(3, "")), Err(Unmeasured::Failed("exit code 3: raddle: no".to_owned())));
        assert!(matches!(transitions(&ended(1, report)), Err(Unmeasured::Failed(_))));
    }

    #[test]
    fn a_cost_stands_beside_that_of_the_plain_search() {
        let cost = |instructions_per_transition| Cost { transitions: 10, instructions_per_transition };
        let outcome = Outcome::new("--search breadth".to_owned(), Ok(cost(5500.0)), Some(&cost(5000.0))).unwrap();
        assert_eq!(outcome.ratio, Some(1.1));
        assert!(!outcome.row().contains("bar"));
        let outcome = Outcome::new("--search best".to_owned(), Ok(cost(7000.0)), Some(&cost(5000.0))).unwrap();
        assert!(outcome.row().ends_with("1.40  above its bar\n"), "{}", outcome.row());
        let outcome = Outcome::new(GUIDED.to_owned(), Ok(cost(7000.0)), Some(&cost(5000.0))).unwrap();
        assert!(!outcome.row().contains("bar"));
    }
}

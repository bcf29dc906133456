//! What `raddle bench vm` says: the times, their ratios, and whether the bars are met.

use std::path::Path;

use serde::Serialize;

use crate::bench::report::{Bar, Limit, Pair, Report};

/// What the ratios to `java -Xint` may come to together.
const MEAN_BAR: Limit = Limit::at_most(2.0, "geometric mean to java -Xint");

/// What any single ratio to `java -Xint` may be.
const SINGLE_BAR: Limit = Limit::at_most(4.0, "slowest program to java -Xint");

/// What the ratio of start-up to plain `java` may be.
const START_UP_BAR: Limit = Limit::at_most(2.0, "Hello to java");

/// What came of one program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Outcome {
    program: String,
    /// The command compared with.
    peer: &'static str,
    /// The ratio that this program may reach.
    bar: f64,
    #[serde(flatten)]
    times: Option<Pair>,
    /// Why there are no times.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

impl Outcome {
    pub(super) fn measured(program: &str, peer: &'static str, times: Pair) -> Outcome {
        Outcome { program: program.to_owned(), peer, bar: bar(peer).limit, times: Some(times), failure: None }
    }

    pub(super) fn failed(program: &str, peer: &'static str, failure: String) -> Outcome {
        Outcome { program: program.to_owned(), peer, bar: bar(peer).limit, times: None, failure: Some(failure) }
    }

    fn is_start_up(&self) -> bool {
        self.peer == "java"
    }

    fn ratio(&self) -> Option<f64> {
        self.times.as_ref().map(|times| times.ratio)
    }

    fn met(&self) -> bool {
        self.ratio().is_some_and(|ratio| bar(self.peer).met(ratio))
    }

    /// One line of the table.
    pub(super) fn row(&self) -> String {
        let Some(times) = &self.times else {
            let failure = self.failure.as_deref().unwrap_or("it was not run");
            return format!("{:<12} failed: {failure}\n", self.program);
        };
        let verdict = if self.met() { "" } else { "  above its bar" };
        format!(
            "{:<12} {:>8.3} s {:>8.3} s   {:<10} {:>6.2}{verdict}\n",
            self.program, times.raddle_seconds, times.peer_seconds, self.peer, times.ratio
        )
    }
}

fn bar(peer: &str) -> Limit {
    if peer == "java" { START_UP_BAR } else { SINGLE_BAR }
}

/// What all the programs came to.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Programs {
    programs: Vec<Outcome>,
}

/// Judges the outcomes; `whole` tells that they are of the whole suite, without which a mean says nothing.
pub(super) fn report(jdk: &Path, rounds: u32, programs: Vec<Outcome>, whole: bool) -> Report<Programs> {
    let bars = bars(&programs, whole);
    let good = programs.iter().all(Outcome::met);
    Report::new("vm", jdk, rounds, Programs { programs }, good, bars)
}

fn bars(programs: &[Outcome], whole: bool) -> Vec<Bar> {
    let (start_up, interpreted): (Vec<&Outcome>, Vec<&Outcome>) =
        programs.iter().partition(|outcome| outcome.is_start_up());
    let ratios = |outcomes: &[&Outcome]| outcomes.iter().map(|outcome| outcome.ratio()).collect::<Vec<_>>();
    let mut bars = Vec::new();
    if !interpreted.is_empty() {
        let mean = MEAN_BAR.judge(&ratios(&interpreted), geometric_mean);
        bars.push(if whole { mean } else { mean.unjudged("not the whole suite") });
        bars.push(SINGLE_BAR.worst(&ratios(&interpreted)));
    }
    if !start_up.is_empty() {
        bars.push(START_UP_BAR.worst(&ratios(&start_up)));
    }
    bars
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (sum / ratios.len() as f64).exp()
}

/// The lines above the table.
pub(super) fn heading(jdk: &Path, rounds: u32) -> String {
    format!(
        "JDK {}, the shortest of {rounds} rounds each\n\n{:<12} {:>10} {:>10}   {:<10} {:>6}\n",
        jdk.display(),
        "program",
        "raddle",
        "peer",
        "",
        "ratio"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn ratio(program: &str, ratio: f64) -> Outcome {
        let peer = if program == "Hello" { "java" } else { "java -Xint" };
        Outcome::measured(program, peer, Pair::new(Duration::from_secs_f64(ratio), Duration::from_secs(1)))
    }

    fn report(programs: Vec<Outcome>, whole: bool) -> Report<Programs> {
        super::report(Path::new("/jdk"), 5, programs, whole)
    }

    fn mets(report: &Report<Programs>) -> Vec<Option<bool>> {
        report.bars.iter().map(|bar| bar.met).collect()
    }

    #[test]
    fn all_bars_are_met_at_their_limits() {
        let report = report(vec![ratio("Fib", 1.0), ratio("Sort", 4.0), ratio("Hello", 2.0)], true);
        assert_eq!(report.bars[0].value, Some(2.0));
        assert_eq!(mets(&report), [Some(true), Some(true), Some(true)]);
        assert!(report.met());
    }

    #[test]
    fn each_bar_is_missed_on_its_own() {
        let mean = report(vec![ratio("Fib", 2.1), ratio("Hello", 1.0)], true);
        assert_eq!(mets(&mean), [Some(false), Some(true), Some(true)]);
        let single = report(vec![ratio("Fib", 0.1), ratio("Sort", 4.1), ratio("Hello", 1.0)], true);
        assert_eq!(mets(&single), [Some(true), Some(false), Some(true)]);
        let start_up = report(vec![ratio("Fib", 0.1), ratio("Hello", 2.1)], true);
        assert_eq!(mets(&start_up), [Some(true), Some(true), Some(false)]);
        assert!(!mean.met() && !single.met() && !start_up.met());
    }

    #[test]
    fn start_up_is_no_part_of_the_mean() {
        let report = report(vec![ratio("Fib", 0.5), ratio("Hello", 1.9)], true);
        assert_eq!(report.bars[0].value, Some(0.5));
    }

    #[test]
    fn the_mean_of_a_part_of_the_suite_is_not_judged() {
        let report = report(vec![ratio("Fib", 3.0)], false);
        assert_eq!(mets(&report), [None, Some(true)]);
        assert!(report.met());
    }

    #[test]
    fn a_program_that_failed_misses_its_bars() {
        let failed = Outcome::failed("Fib", "java -Xint", "exit code 3: raddle: no".to_owned());
        let report = report(vec![failed.clone(), ratio("Sort", 0.5)], true);
        assert_eq!(mets(&report), [Some(false), Some(false)]);
        assert!(!report.met());
        assert_eq!(failed.row(), "Fib          failed: exit code 3: raddle: no\n");
    }

    #[test]
    fn json_has_one_flat_object_a_program() {
        let failed = Outcome::failed("Sort", "java -Xint", "why".to_owned());
        let report = report(vec![ratio("Fib", 0.5), failed], true);
        let json: serde_json::Value = serde_json::from_str(&report.json()).expect("JSON");
        assert_eq!(json["programs"][0]["ratio"], 0.5);
        assert_eq!(json["programs"][0]["peer"], "java -Xint");
        assert_eq!(json["programs"][1]["failure"], "why");
        assert_eq!(json["bars"][0]["name"], "geometric mean to java -Xint");
        assert_eq!(json["met"], false);
    }
}

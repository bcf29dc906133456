//! What `raddle bench vm` says: the times, their ratios, and whether the bars are met.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

/// The geometric mean of the ratios to `java -Xint` may be this much.
const MEAN_BAR: f64 = 2.0;

/// No single ratio to `java -Xint` may be above this.
const SINGLE_BAR: f64 = 4.0;

/// The ratio of start-up to plain `java` may be this much.
const START_UP_BAR: f64 = 2.0;

/// The shortest times of both sides, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Measured {
    raddle_seconds: f64,
    peer_seconds: f64,
    ratio: f64,
}

impl Measured {
    pub(super) fn new(raddle_seconds: f64, peer_seconds: f64) -> Measured {
        Measured { raddle_seconds, peer_seconds, ratio: raddle_seconds / peer_seconds }
    }
}

/// What came of one program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Outcome {
    program: String,
    /// The command compared with.
    peer: &'static str,
    /// The ratio that this program may reach.
    bar: f64,
    #[serde(flatten)]
    measured: Option<Measured>,
    /// Why there is no measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

impl Outcome {
    pub(super) fn measured(program: &str, peer: &'static str, measured: Measured) -> Outcome {
        Outcome { program: program.to_owned(), peer, bar: bar(peer), measured: Some(measured), failure: None }
    }

    pub(super) fn failed(program: &str, peer: &'static str, failure: String) -> Outcome {
        Outcome { program: program.to_owned(), peer, bar: bar(peer), measured: None, failure: Some(failure) }
    }

    fn is_start_up(&self) -> bool {
        self.peer == "java"
    }

    fn met(&self) -> bool {
        let within = |measured: &Measured| measured.ratio <= self.bar;
        self.measured.as_ref().is_some_and(within)
    }
}

fn bar(peer: &str) -> f64 {
    if peer == "java" { START_UP_BAR } else { SINGLE_BAR }
}

/// A bar and whether it is met; not judged (`None`) when the runs at hand cannot tell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Bar {
    name: &'static str,
    limit: f64,
    value: Option<f64>,
    met: Option<bool>,
}

/// The whole result.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    suite: &'static str,
    jdk: String,
    rounds: u32,
    programs: Vec<Outcome>,
    bars: Vec<Bar>,
    met: bool,
}

impl Report {
    /// Judges the outcomes; `whole` tells that they are of the whole suite, without which a mean says nothing.
    pub(super) fn new(jdk: &Path, rounds: u32, programs: Vec<Outcome>, whole: bool) -> Report {
        let bars = bars(&programs, whole);
        let met = bars.iter().all(|bar| bar.met != Some(false)) && programs.iter().all(Outcome::met);
        Report { suite: "vm", jdk: jdk.display().to_string(), rounds, programs, bars, met }
    }

    /// Whether every bar is met and every program gave the same output as `java`.
    pub(super) fn met(&self) -> bool {
        self.met
    }

    /// The lines below the table: a bar each, and the failures.
    pub(super) fn verdict(&self) -> String {
        let mut text = String::from("\n");
        for bar in &self.bars {
            let value = bar.value.map_or("-".to_owned(), |value| format!("{value:.2}"));
            let met = match bar.met {
                Some(true) => "met",
                Some(false) => "MISSED",
                None => "not judged: not the whole suite",
            };
            let _ = writeln!(text, "{:<34} {value:>6}   at most {:.1}: {met}", bar.name, bar.limit);
        }
        text
    }

    /// The result for programs; docs/run.md describes it.
    pub(super) fn json(&self) -> String {
        // Strings, numbers and lists of them always have a JSON form; NaN and infinity become null.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

fn bars(programs: &[Outcome], whole: bool) -> Vec<Bar> {
    let (start_up, interpreted): (Vec<&Outcome>, Vec<&Outcome>) =
        programs.iter().partition(|outcome| outcome.is_start_up());
    let mut bars = Vec::new();
    if !interpreted.is_empty() {
        bars.push(judge("geometric mean to java -Xint", MEAN_BAR, &interpreted, geometric_mean));
        if !whole && let Some(mean) = bars.last_mut() {
            mean.met = None;
        }
        bars.push(judge("slowest program to java -Xint", SINGLE_BAR, &interpreted, largest));
    }
    if !start_up.is_empty() {
        bars.push(judge("Hello to java", START_UP_BAR, &start_up, largest));
    }
    bars
}

/// A bar over the ratios of some programs; one that failed has none, and then the bar is missed.
fn judge(name: &'static str, limit: f64, outcomes: &[&Outcome], of: fn(&[f64]) -> f64) -> Bar {
    let measured = outcomes.iter().filter_map(|outcome| outcome.measured.as_ref());
    let ratios: Vec<f64> = measured.map(|measured| measured.ratio).collect();
    let value = (!ratios.is_empty()).then(|| of(&ratios));
    let complete = ratios.len() == outcomes.len();
    Bar { name, limit, value, met: Some(complete && value.is_some_and(|value| value <= limit)) }
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (sum / ratios.len() as f64).exp()
}

fn largest(ratios: &[f64]) -> f64 {
    ratios.iter().copied().fold(0.0, f64::max)
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

/// One line of the table.
pub(super) fn row(outcome: &Outcome) -> String {
    let Some(measured) = &outcome.measured else {
        let failure = outcome.failure.as_deref().unwrap_or("it was not run");
        return format!("{:<12} failed: {failure}\n", outcome.program);
    };
    let verdict = if outcome.met() { "" } else { "  above its bar" };
    format!(
        "{:<12} {:>8.3} s {:>8.3} s   {:<10} {:>6.2}{verdict}\n",
        outcome.program, measured.raddle_seconds, measured.peer_seconds, outcome.peer, measured.ratio
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(program: &str, ratio: f64) -> Outcome {
        let peer = if program == "Hello" { "java" } else { "java -Xint" };
        Outcome::measured(program, peer, Measured::new(ratio, 1.0))
    }

    fn report(programs: Vec<Outcome>, whole: bool) -> Report {
        Report::new(Path::new("/jdk"), 5, programs, whole)
    }

    fn mets(report: &Report) -> Vec<Option<bool>> {
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
        assert_eq!(row(&failed), "Fib          failed: exit code 3: raddle: no\n");
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

//! What `raddle bench check` says: the numbers of the search, its states beside JPF's, its start beside `java`'s, and
//! whether the bars are met.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::sizes::{REFERENCE, START_UP, Size};
use crate::bench::Counted;
use crate::bench::report::{Bar, Limit, Pair, Report, number};
use crate::report::text::grouped;

/// How fast the search has to be at the reference.
const RATE_BAR: Limit = Limit::at_least(500_000.0, "transitions/s, Philosophers 6 3");

/// What a transition may cost anywhere.
const INSTRUCTIONS_BAR: Limit = Limit::at_most(5_000.0, "most instructions per transition");

/// What a visited state may take anywhere.
const BYTES_BAR: Limit = Limit::at_most(48.0, "most bytes per state");

/// What a second worker has to bring at the reference.
const WORKERS_BAR: Limit = Limit::at_least(1.6, "two workers, Philosophers 6 3");

/// What the ratio of states to those of Java PathFinder may be anywhere.
const STATES_BAR: Limit = Limit::below(1.0, "most states to JPF's");

/// What the ratio of the smallest check to `java` may be.
const START_UP_BAR: Limit = Limit::at_most(3.0, "start-up to java");

/// The numbers of one size; `None` where it is too small or too large for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Numbers {
    #[serde(flatten)]
    pub(super) counted: Counted,
    pub(super) transitions_per_second: Option<f64>,
    pub(super) instructions_per_transition: Option<f64>,
    pub(super) bytes_per_state: Option<f64>,
    /// States a second of two workers to those of one.
    pub(super) workers_ratio: Option<f64>,
}

/// Whether machine instructions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    Done,
    /// Nobody asked for it.
    Unwanted,
    /// There is no valgrind.
    Impossible,
}

/// What came of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Outcome {
    program: &'static str,
    arguments: &'static str,
    /// The states Java PathFinder needs, where that is known.
    jpf_states: Option<u64>,
    #[serde(skip)]
    size: Size,
    #[serde(flatten)]
    numbers: Option<Numbers>,
    /// Why there are no numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

impl Outcome {
    pub(super) fn measured(size: &Size, numbers: Numbers) -> Outcome {
        Outcome { numbers: Some(numbers), failure: None, ..Outcome::empty(size) }
    }

    pub(super) fn failed(size: &Size, failure: String) -> Outcome {
        Outcome { failure: Some(failure), ..Outcome::empty(size) }
    }

    fn empty(size: &Size) -> Outcome {
        let Size { program, arguments, jpf, .. } = *size;
        Outcome { program, arguments, jpf_states: jpf, size: *size, numbers: None, failure: None }
    }

    fn is_reference(&self) -> bool {
        self.size == REFERENCE
    }

    /// The ratio of states to those of Java PathFinder.
    fn to_jpf(&self) -> Option<f64> {
        Some(self.numbers.as_ref()?.counted.states as f64 / self.jpf_states? as f64)
    }

    /// One line of the table of the search; it ends with the bars it misses.
    pub(super) fn row(&self) -> String {
        let label = self.size.label();
        let Some(numbers) = &self.numbers else {
            let failure = self.failure.as_deref().unwrap_or("it was not run");
            return format!("{label:<22} failed: {failure}\n");
        };
        let whole = |value: Option<f64>| value.map_or("-".to_owned(), |value| grouped(value.round() as u64));
        let exact = |value: Option<f64>| value.map_or("-".to_owned(), number);
        format!(
            "{label:<22} {:>10} {:>11} {:>13} {:>12} {:>11} {:>9}{}\n",
            grouped(numbers.counted.states),
            grouped(numbers.counted.transitions),
            whole(numbers.transitions_per_second),
            whole(numbers.instructions_per_transition),
            exact(numbers.bytes_per_state),
            exact(numbers.workers_ratio),
            self.misses(numbers)
        )
    }

    /// The names of the columns that miss their bars.
    fn misses(&self, numbers: &Numbers) -> String {
        let judged = [
            ("transitions/s", RATE_BAR, numbers.transitions_per_second.filter(|_| self.is_reference())),
            ("instructions", INSTRUCTIONS_BAR, numbers.instructions_per_transition),
            ("bytes/state", BYTES_BAR, numbers.bytes_per_state),
            ("2 workers", WORKERS_BAR, numbers.workers_ratio.filter(|_| self.is_reference())),
        ];
        let missed = judged.iter().filter(|(_, bar, value)| value.is_some_and(|value| !bar.met(value)));
        let names: Vec<&str> = missed.map(|(name, ..)| *name).collect();
        if names.is_empty() { String::new() } else { format!("  misses: {}", names.join(", ")) }
    }

    /// One line of the table beside Java PathFinder.
    fn row_beside_jpf(&self) -> Option<String> {
        let jpf = self.jpf_states?;
        let label = self.size.label();
        let (Some(numbers), Some(ratio)) = (&self.numbers, self.to_jpf()) else {
            return Some(format!("{label:<22} failed\n"));
        };
        let verdict = if STATES_BAR.met(ratio) { "" } else { "  not fewer" };
        let states = grouped(numbers.counted.states);
        Some(format!("{label:<22} {states:>10} {:>11} {ratio:>7.2}{verdict}\n", grouped(jpf)))
    }
}

/// What came of the smallest check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct StartUp {
    #[serde(flatten)]
    times: Option<Pair>,
    /// Why there are no times.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

impl StartUp {
    pub(super) fn measured(times: Pair) -> StartUp {
        StartUp { times: Some(times), failure: None }
    }

    pub(super) fn failed(failure: String) -> StartUp {
        StartUp { times: None, failure: Some(failure) }
    }

    fn row(&self) -> String {
        match &self.times {
            Some(Pair { raddle_seconds, peer_seconds, ratio }) => {
                let verdict = if START_UP_BAR.met(*ratio) { "" } else { "  above its bar" };
                format!("{START_UP:<22} {raddle_seconds:>8.3} s {peer_seconds:>9.3} s {ratio:>7.2}{verdict}\n")
            }
            None => format!("{START_UP:<22} failed: {}\n", self.failure.as_deref().unwrap_or("it was not run")),
        }
    }
}

/// What the whole suite came to.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Results {
    pub(super) programs: Vec<Outcome>,
    /// Absent when it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_up: Option<StartUp>,
}

impl Results {
    /// The tables beside Java PathFinder and `java`.
    pub(super) fn beside_peers(&self) -> String {
        let mut text = String::new();
        let rows: String = self.programs.iter().filter_map(Outcome::row_beside_jpf).collect();
        if !rows.is_empty() {
            let _ = write!(text, "\n{:<22} {:>10} {:>11} {:>7}\n{rows}", "states", "raddle", "JPF", "ratio");
        }
        if let Some(start_up) = &self.start_up {
            let _ =
                write!(text, "\n{:<22} {:>10} {:>11} {:>7}\n{}", "start", "raddle", "java", "ratio", start_up.row());
        }
        text
    }

    /// A number of every measured size that is wanted and has it; a size that failed has all of them, as `None`.
    fn values(&self, wanted: impl Fn(&Outcome) -> bool, of: impl Fn(&Numbers) -> Option<f64>) -> Vec<Option<f64>> {
        let measured = self.programs.iter().filter(|outcome| outcome.size.measured && wanted(outcome));
        measured
            .filter_map(|outcome| match &outcome.numbers {
                Some(numbers) => of(numbers).map(Some),
                None => Some(None),
            })
            .collect()
    }

    fn bars(&self, counting: Counting) -> Vec<Bar> {
        let any = |_: &Outcome| true;
        let mut bars = Vec::new();
        if self.programs.iter().any(|outcome| outcome.size.measured) {
            let instructions = INSTRUCTIONS_BAR.worst(&self.values(any, |numbers| numbers.instructions_per_transition));
            bars.push(match counting {
                Counting::Done => instructions,
                Counting::Unwanted => instructions.unjudged("--no-callgrind"),
                Counting::Impossible => instructions.unjudged("no valgrind on PATH"),
            });
            bars.push(BYTES_BAR.worst(&self.values(any, |numbers| numbers.bytes_per_state)));
        }
        if self.programs.iter().any(Outcome::is_reference) {
            let rates = self.values(Outcome::is_reference, |numbers| numbers.transitions_per_second);
            bars.insert(0, RATE_BAR.worst(&rates));
            let ratios = self.values(Outcome::is_reference, |numbers| numbers.workers_ratio);
            bars.push(WORKERS_BAR.worst(&ratios));
        }
        let compared: Vec<&Outcome> = self.programs.iter().filter(|outcome| outcome.jpf_states.is_some()).collect();
        if !compared.is_empty() {
            bars.push(STATES_BAR.worst(&compared.iter().map(|outcome| outcome.to_jpf()).collect::<Vec<_>>()));
        }
        if let Some(start_up) = &self.start_up {
            bars.push(START_UP_BAR.worst(&[start_up.times.as_ref().map(|times| times.ratio)]));
        }
        bars
    }
}

/// Judges the results; a program that failed misses every bar it counts for.
pub(super) fn report(jdk: &Path, rounds: u32, results: Results, counting: Counting) -> Report<Results> {
    let bars = results.bars(counting);
    let good = results.programs.iter().all(|outcome| outcome.failure.is_none());
    Report::new("check", jdk, rounds, results, good, bars)
}

/// The lines above the table of the search.
pub(super) fn heading(jdk: &Path, rounds: u32) -> String {
    format!(
        "JDK {}, the shortest of {rounds} rounds each, without start-up\n\n{:<22} {:>10} {:>11} {:>13} {:>12} {:>11} {:>9}\n",
        jdk.display(),
        "program",
        "states",
        "transitions",
        "transitions/s",
        "instructions",
        "bytes/state",
        "2 workers"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::sizes::SIZES;
    use super::*;

    /// The size of a label, with numbers that meet every bar at its limit.
    fn good(label: &str) -> (Size, Numbers) {
        let size = *SIZES.iter().find(|size| size.label() == label).expect("a size of the suite");
        let numbers = Numbers {
            counted: Counted { states: 20_000, transitions: 200_000, store_bytes: 960_000 },
            transitions_per_second: Some(500_000.0),
            instructions_per_transition: Some(5_000.0),
            bytes_per_state: Some(48.0),
            workers_ratio: Some(1.6),
        };
        (size, numbers)
    }

    fn with(label: &str, change: impl FnOnce(&mut Numbers)) -> Outcome {
        let (size, mut numbers) = good(label);
        change(&mut numbers);
        Outcome::measured(&size, numbers)
    }

    fn start_up(ratio: f64) -> Option<StartUp> {
        Some(StartUp::measured(Pair::new(Duration::from_secs_f64(ratio / 10.0), Duration::from_millis(100))))
    }

    fn judged(programs: Vec<Outcome>, start_up: Option<StartUp>) -> Report<Results> {
        report(Path::new("/jdk"), 5, Results { programs, start_up }, Counting::Done)
    }

    fn missed(report: &Report<Results>) -> Vec<String> {
        let text = report.verdict();
        text.lines().filter(|line| line.ends_with("MISSED")).map(|line| line[..34].trim_end().to_owned()).collect()
    }

    #[test]
    fn all_bars_are_met_at_their_limits() {
        let programs = vec![with("Philosophers 6 3", |_| {}), with("BoundedBuffer 1 2 2 2", |_| {})];
        let report = judged(programs, start_up(3.0));
        assert!(report.met());
        assert_eq!(
            report.verdict(),
            "
transitions/s, Philosophers 6 3      500,000   at least 500,000: met
most instructions per transition       5,000   at most 5,000: met
most bytes per state                   48.00   at most 48.00: met
two workers, Philosophers 6 3           1.60   at least 1.60: met
most states to JPF's                    0.46   below 1.00: met
start-up to java                        3.00   at most 3.00: met
"
        );
    }

    #[test]
    fn speed_and_second_worker_are_judged_at_the_reference_only() {
        let slow = |numbers: &mut Numbers| {
            numbers.transitions_per_second = Some(499_999.0);
            numbers.workers_ratio = Some(1.5);
        };
        assert!(judged(vec![with("Executor 1 1", slow)], None).met());
        let report = judged(vec![with("Philosophers 6 3", slow)], None);
        assert_eq!(missed(&report), ["transitions/s, Philosophers 6 3", "two workers, Philosophers 6 3"]);
        assert!(!report.met());
    }

    #[test]
    fn instructions_and_bytes_are_judged_at_the_worst_size() {
        let dear = with("LockBuffer 1 1 1 2", |numbers| numbers.instructions_per_transition = Some(5_001.0));
        let large = with("Executor 1 1", |numbers| numbers.bytes_per_state = Some(48.1));
        let report = judged(vec![with("Philosophers 6 3", |_| {}), dear, large], None);
        assert_eq!(missed(&report), ["most instructions per transition", "most bytes per state"]);
    }

    #[test]
    fn as_many_states_as_jpf_are_too_many() {
        let fewer = with("AccountSync 2", |numbers| numbers.counted.states = 194);
        assert!(judged(vec![fewer], None).met());
        let equal = with("AccountSync 2", |numbers| numbers.counted.states = 195);
        assert_eq!(missed(&judged(vec![equal], None)), ["most states to JPF's"]);
    }

    #[test]
    fn a_slow_start_misses_its_bar() {
        assert_eq!(missed(&judged(vec![], start_up(3.1))), ["start-up to java"]);
        assert_eq!(missed(&judged(vec![], Some(StartUp::failed("why".to_owned())))), ["start-up to java"]);
    }

    #[test]
    fn a_size_that_failed_misses_every_bar_it_counts_for() {
        let (size, _) = good("BoundedBuffer 1 2 2 2");
        let failed = Outcome::failed(&size, "exit code 3: raddle: no".to_owned());
        assert_eq!(failed.row(), "BoundedBuffer 1 2 2 2  failed: exit code 3: raddle: no\n");
        let report = judged(vec![with("Philosophers 6 3", |_| {}), failed], None);
        assert_eq!(
            missed(&report),
            ["most instructions per transition", "most bytes per state", "most states to JPF's"]
        );
        assert!(!report.met());
    }

    #[test]
    fn what_was_not_measured_is_not_judged_and_says_why() {
        let uncounted = || vec![with("MapProgram 2", |numbers| numbers.instructions_per_transition = None)];
        let line = |counting| {
            let results = Results { programs: uncounted(), start_up: None };
            let report = report(Path::new("/jdk"), 5, results, counting);
            assert!(report.met());
            report.verdict().lines().nth(1).unwrap_or_default().to_owned()
        };
        let said = "most instructions per transition           -   at most 5,000: not judged:";
        assert_eq!(line(Counting::Unwanted), format!("{said} --no-callgrind"));
        assert_eq!(line(Counting::Impossible), format!("{said} no valgrind on PATH"));
        assert_eq!(line(Counting::Done), format!("{said} nothing was measured"));
    }

    #[test]
    fn a_row_names_what_it_misses_and_leaves_open_what_was_not_measured() {
        let heading = heading(Path::new("/jdk"), 5);
        let good = with("Philosophers 6 3", |_| {}).row();
        let small = with("Philosophers 3", |numbers| {
            numbers.counted = Counted { states: 24, transitions: 38, store_bytes: 100_000 };
            *numbers = Numbers { counted: numbers.counted, ..Numbers::default() };
        });
        let bad = with("Executor 1 1", |numbers| {
            numbers.instructions_per_transition = Some(12_345.4);
            numbers.bytes_per_state = Some(50.0);
        });
        assert_eq!(
            [heading, good, small.row(), bad.row()].concat(),
            "\
JDK /jdk, the shortest of 5 rounds each, without start-up

program                    states transitions transitions/s instructions bytes/state 2 workers
Philosophers 6 3           20,000     200,000       500,000        5,000       48.00      1.60
Philosophers 3                 24          38             -            -           -         -
Executor 1 1               20,000     200,000       500,000       12,345       50.00      1.60  misses: instructions, bytes/state
"
        );
    }

    #[test]
    fn peers_have_tables_of_their_own() {
        let programs = vec![
            with("Philosophers 3", |numbers| numbers.counted.states = 24),
            with("Executor 1 1", |_| {}),
            with("AccountSync 2", |numbers| numbers.counted.states = 195),
        ];
        assert_eq!(
            Results { programs, start_up: start_up(2.5) }.beside_peers(),
            "
states                     raddle         JPF   ratio
Philosophers 3                 24         392    0.06
AccountSync 2                 195         195    1.00  not fewer

start                      raddle        java   ratio
StartUp                   0.250 s     0.100 s    2.50
"
        );
    }

    #[test]
    fn json_has_one_flat_object_a_size() {
        let (size, _) = good("Executor 1 1");
        let programs = vec![with("Philosophers 6", |_| {}), Outcome::failed(&size, "why".to_owned())];
        let report = judged(programs, start_up(2.0));
        let json: serde_json::Value = serde_json::from_str(&report.json()).expect("JSON");
        assert_eq!(json["suite"], "check");
        assert_eq!(json["programs"][0]["program"], "Philosophers");
        assert_eq!(json["programs"][0]["arguments"], "6");
        assert_eq!(json["programs"][0]["states"], 20_000);
        assert_eq!(json["programs"][0]["jpf_states"], 81_199);
        assert_eq!(json["programs"][0]["bytes_per_state"], 48.0);
        assert_eq!(json["programs"][1]["failure"], "why");
        assert_eq!(json["start_up"]["ratio"], 2.0);
        assert_eq!(json["bars"][0]["name"], "most instructions per transition");
        assert_eq!(json["bars"][0]["sense"], "at most");
        assert_eq!(json["met"], false);
    }
}

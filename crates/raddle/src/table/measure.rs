//! The trials of a line: checks with different seeds, and what they come to.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use raddle_analysis::lint::Kind;
use raddle_search::Schedule;
use serde::Deserialize;

use super::configuration::Configuration;
use super::published::{Counted, Row, Trials, Variant};
use crate::hunt;
use crate::process::{self, Finished};
use crate::sequence;
use crate::suite::Suite;
use crate::trials::Spread;

/// What a check may take beyond its limit, to start and to report.
const GRACE: Duration = Duration::from_secs(30);

/// How often errors are looked for by chance, to tell how rare they are.
const RANDOM_SEARCHES: u32 = 10;

/// States for which each sequence that was made is followed, one round after the other.
const STATES_ALONG_EACH: [&str; 5] = ["50", "200", "1000", "10000", "100000"];

/// Everything needed to check the programs.
pub(super) struct Checks {
    pub(super) suite: Suite,
    /// Where the programs are, and the places that guide searches of them.
    pub(super) directory: PathBuf,
    /// Of one check.
    pub(super) max_time: Duration,
}

impl Checks {
    /// The trials of a line; a search that does not depend on chance needs one.
    pub(super) fn sample(&self, row: &Row, counted: Counted, trials: Trials) -> Result<Sample, String> {
        let most = if row.configuration.depends_on_chance() { trials.most } else { 1 };
        let mut options: Vec<String> = row.configuration.options().split(' ').map(str::to_owned).collect();
        if let Configuration::Along { places, .. } = row.configuration {
            options.extend(["--sequence".to_owned(), self.sequence(row.program, places)?]);
        }
        if row.configuration == Configuration::Slice {
            options.extend(["--target".to_owned(), self.target(row.program)?]);
        }
        let made = if row.configuration == Configuration::Automatic { self.made_sequences(row)? } else { Vec::new() };
        let mut sample = Sample::default();
        for trial in 1..=most {
            let seed = row.configuration.depends_on_chance().then_some(trial);
            sample.add(if row.configuration == Configuration::Automatic {
                self.along_each(row, &options, &made, seed, counted)?
            } else {
                self.check(row, &options, seed)?.and_then(|said| said.success(row.variant, counted))
            });
            if sample.counts.len() as u32 == trials.successes {
                break;
            }
        }
        Ok(sample)
    }

    /// The first so many places that guide searches of a program, or all.
    fn sequence(&self, program: &str, places: Option<usize>) -> Result<String, String> {
        let file = self.directory.join(program).with_extension("sequence");
        let sequence = sequence::read(&file.display().to_string())?;
        Ok(sequence[..places.unwrap_or(sequence.len()).min(sequence.len())].join(","))
    }

    /// The sequences made of the warnings of a program and of what it expects of itself, in the order of a hunt.
    fn made_sequences(&self, row: &Row) -> Result<Vec<String>, String> {
        let mut command = self.suite.raddle("lint", &["--format", "json", "--expectations", "--sequences"]);
        command.arg(row.program);
        let finished = process::time(&mut command, self.max_time + GRACE)?;
        let mut linted: Linted = serde_json::from_slice(&finished.stdout)
            .map_err(|error| format!("cannot read the report of {command:?}: {error}"))?;
        linted.warnings.sort_by_key(|warning| warning.rank());
        let sequences = linted.warnings.into_iter().flat_map(|warning| warning.sequences);
        Ok(sequences.map(|places| places.join(",")).collect())
    }

    /// Searches along each sequence for a number of states, and then for more, until the error is found; what was counted in all of these searches.
    fn along_each(
        &self,
        row: &Row,
        options: &[String],
        sequences: &[String],
        seed: Option<u32>,
        counted: Counted,
    ) -> Result<Option<Success>, String> {
        let (mut spent, mut seconds) = (0, 0.0);
        for states in STATES_ALONG_EACH {
            for sequence in sequences {
                let along = ["--sequence", sequence, "--max-states", states].map(str::to_owned);
                let Some(said) = self.check(row, &[options, &along].concat(), seed)? else { return Ok(None) };
                spent += said.count(counted);
                seconds += said.stats.seconds();
                if let Some(success) = said.success(row.variant, counted) {
                    return Ok(Some(Success { count: spent, seconds, ..success }));
                }
            }
        }
        Ok(None)
    }

    /// The line of a program's first `assert`.
    fn target(&self, program: &str) -> Result<String, String> {
        let file = self.directory.join(program).with_extension("java");
        let text =
            std::fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let line = text.lines().position(|line| line.trim_start().starts_with("assert "));
        let line = line.ok_or_else(|| format!("{} asserts nothing", file.display()))?;
        Ok(format!("{program}:{}", line + 1))
    }

    /// How many of a program's executions are wrong, as random ones tell it.
    pub(super) fn density(&self, row: &Row) -> Result<Density, String> {
        let mut density = Density { errors: 0, executions: 0 };
        for seed in 1..=RANDOM_SEARCHES {
            if let Some(said) = self.check(row, &["--search".to_owned(), "random".to_owned()], Some(seed))? {
                density.executions += said.stats.executions;
                density.errors += u64::from(said.verdict == "error");
            }
        }
        Ok(density)
    }

    /// What a check reported; nothing if it had to be killed.
    fn check(&self, row: &Row, options: &[String], seed: Option<u32>) -> Result<Option<Said>, String> {
        let mut command = self.suite.raddle("check", &["--format", "json", "--quiet"]);
        command.arg("--max-time").arg(format!("{}ms", self.max_time.as_millis()));
        command.args(options);
        if row.variant == Variant::Whole {
            command.arg("--all-errors");
        }
        if let Some(seed) = seed {
            command.arg("--seed").arg(seed.to_string());
        }
        command.arg(row.program).arg(row.variant.argument()).args(row.sizes.split(' '));
        let finished = process::time(&mut command, self.max_time + GRACE)?;
        said(&command, &finished)
    }
}

fn said(command: &Command, finished: &Finished) -> Result<Option<Said>, String> {
    match finished.code {
        None => Ok(None),
        Some(0..=2) => serde_json::from_slice(&finished.stdout)
            .map(Some)
            .map_err(|error| format!("cannot read the report of {command:?}: {error}")),
        Some(_) => Err(format!("{command:?} ends with {}", finished.ending())),
    }
}

/// What is read of a check's report; docs/report-schema.md has the rest.
#[derive(Deserialize)]
struct Said {
    verdict: String,
    unexplored: Vec<String>,
    findings: Vec<Finding>,
    stats: Stats,
}

/// What is read of a lint's report.
#[derive(Deserialize)]
struct Linted {
    warnings: Vec<Warned>,
}

#[derive(Deserialize)]
struct Warned {
    kind: String,
    sequences: Vec<Vec<String>>,
}

impl Warned {
    /// How soon a hunt tries it.
    fn rank(&self) -> Option<usize> {
        Kind::ALL.iter().find(|kind| kind.name() == self.kind).map(|kind| hunt::rank(*kind))
    }
}

#[derive(Deserialize)]
struct Finding {
    schedule: String,
}

#[derive(Deserialize)]
struct Stats {
    states: u64,
    transitions: u64,
    executions: u64,

    elapsed_ms: u64,
}

impl Stats {
    fn seconds(&self) -> f64 {
        self.elapsed_ms as f64 / 1000.0
    }
}

impl Said {
    fn count(&self, counted: Counted) -> u64 {
        match counted {
            Counted::States => self.stats.states,
            Counted::Transitions => self.stats.transitions,
            Counted::Executions => self.stats.executions,
        }
    }

    /// What was counted, and how deep the error is, if the trial was successful.
    fn success(&self, variant: Variant, counted: Counted) -> Option<Success> {
        let ended = !self.unexplored.iter().any(|limit| limit == "--max-time");
        let successful = match variant {
            Variant::Wrong => self.verdict == "error",
            Variant::Right | Variant::Harmless => self.verdict != "error" && ended,
            Variant::Whole => self.verdict == "error" && ended,
        };
        let count = self.count(counted);
        let depth = self.findings.first().and_then(|finding| finding.schedule.parse::<Schedule>().ok());
        let depth = depth.map(|schedule| schedule.choices.len() as u64);
        successful.then_some(Success { count, depth, seconds: self.stats.seconds() })
    }
}

/// A successful trial.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Success {
    count: u64,
    depth: Option<u64>,
    seconds: f64,
}

/// What the trials of a line come to. As in the papers, only the successful ones count but for their share.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sample {
    pub(super) trials: u32,
    counts: Vec<u64>,
    depths: Vec<u64>,
    /// What the searches took together, without what it takes to start.
    seconds: f64,
}

impl Sample {
    fn add(&mut self, trial: Option<Success>) {
        self.trials += 1;
        if let Some(Success { count, depth, seconds }) = trial {
            self.counts.push(count);
            self.depths.extend(depth);
            self.seconds += seconds;
        }
    }

    /// How long a search took, on average.
    pub(super) fn seconds(&self) -> Option<f64> {
        (!self.counts.is_empty()).then(|| self.seconds / self.counts.len() as f64)
    }

    /// What was counted.
    pub(super) fn counts(&self) -> Option<Spread> {
        Spread::of(self.counts.iter().copied())
    }

    /// How deep the error is.
    pub(super) fn depths(&self) -> Option<Spread> {
        Spread::of(self.depths.iter().copied())
    }

    /// Percent of the trials that were successful.
    pub(super) fn success(&self) -> f64 {
        100.0 * self.counts.len() as f64 / f64::from(self.trials)
    }
}

/// How many executions of a program are wrong, of those taken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Density {
    errors: u64,
    executions: u64,
}

impl Density {
    /// Percent of the executions.
    pub(super) fn percent(self) -> f64 {
        if self.executions == 0 { 0.0 } else { 100.0 * self.errors as f64 / self.executions as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdict: &str, unexplored: &[&str]) -> Said {
        Said {
            verdict: verdict.to_owned(),
            unexplored: unexplored.iter().map(|limit| (*limit).to_owned()).collect(),
            findings: vec![Finding { schedule: "3x2 4".to_owned() }],
            stats: Stats { states: 7, transitions: 9, executions: 2, elapsed_ms: 500 },
        }
    }

    #[test]
    fn only_successful_trials_count() {
        let mut sample = Sample::default();
        assert_eq!(sample.counts(), None);
        for trial in [Some((2, 5)), None, Some((4, 7)), None] {
            sample.add(trial.map(|(count, depth)| Success { count, depth: Some(depth), seconds: 0.5 }));
        }
        assert_eq!(sample.counts(), Some(Spread { min: 2, mean: 3.0, max: 4, deviation: 1.0 }));
        assert_eq!(sample.depths(), Some(Spread { min: 5, mean: 6.0, max: 7, deviation: 1.0 }));
        assert_eq!((sample.success(), sample.seconds()), (50.0, Some(0.5)));
    }

    #[test]
    fn success_is_an_error_in_the_wrong_variant_and_an_end_in_the_others() {
        let success = Success { count: 7, depth: Some(3), seconds: 0.5 };
        assert_eq!(report("error", &[]).success(Variant::Wrong, Counted::States), Some(success));
        assert_eq!(report("ok", &[]).success(Variant::Wrong, Counted::States), None);
        let whole =
            |verdict, unexplored: &[_]| report(verdict, unexplored).success(Variant::Right, Counted::Executions);
        assert_eq!(whole("incomplete", &["--bound preemptions=2"]), Some(Success { count: 2, ..success }));
        assert_eq!(whole("incomplete", &["--max-time"]), None);
        assert_eq!(whole("error", &[]), None);
        let to_the_end = |unexplored: &[_]| report("error", unexplored).success(Variant::Whole, Counted::Transitions);
        assert_eq!(to_the_end(&[]), Some(Success { count: 9, ..success }));
        assert_eq!(to_the_end(&["--max-time"]), None);
    }
}

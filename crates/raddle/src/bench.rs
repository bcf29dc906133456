//! `raddle bench`: measures Raddle beside its peers, with bars that say what is good enough.
//!
//! A suite is a directory of Java programs and a file here: `vm` times the machine beside `java -Xint`, `check` measures the
//! search, `strategies` what ways to search cost beside the plain one. What is timed runs in turn, so that a busy machine slows
//! both sides; the shortest time of each counts, since noise only ever adds.

mod callgrind;
mod check;
mod report;
mod strategies;
mod vm;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::CANNOT;
use crate::process::Finished;
use crate::suite::{self, Suite};

/// A run that takes longer counts as failed: every program is made to take seconds at most.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    Text,
    /// One JSON object for programs.
    Json,
}

/// What every suite can be told.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchOptions {
    /// Only this program; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// How often each program is timed on each side
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// The JDK to compile and compare with; else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// The directory of the programs; else the one of the source tree here or above
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What `raddle bench check` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckBenchOptions {
    /// What every suite can be told.
    #[command(flatten)]
    pub bench: BenchOptions,
    /// Do not count machine instructions, which takes most of the time
    #[arg(long)]
    pub no_callgrind: bool,
}

/// What `raddle bench strategies` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct StrategiesBenchOptions {
    /// Only the strategy of these options, as the table has them; may be given several times
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub only: Vec<String>,
    /// The JDK to compile with; else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// The directory of the program; else the one of the source tree here or above
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Measures the machine's speed and prints it; the exit code is 1 when a bar is missed.
pub fn vm(options: &BenchOptions) -> ExitCode {
    ended(vm::measure(options))
}

/// Measures the search and prints it; the exit code is 1 when a bar is missed.
pub fn check(options: &CheckBenchOptions) -> ExitCode {
    ended(check::measure(options))
}

/// Measures what strategies cost and prints it; the exit code is 1 when the bar is missed.
pub fn strategies(options: &StrategiesBenchOptions) -> ExitCode {
    ended(strategies::measure(options))
}

/// The exit code for whether all bars are met.
fn ended(met: Result<bool, String>) -> ExitCode {
    match met {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            crate::complain(&why);
            ExitCode::from(CANNOT)
        }
    }
}

/// Prints a result; when standard output is closed nobody wants it.
fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Why a program has no measure.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unmeasured {
    /// Raddle gets it wrong: a result like others, and never a good one.
    Failed(String),
    /// Nothing can be measured here.
    Cannot(String),
}

impl From<String> for Unmeasured {
    /// A process that does not start is nobody's fault.
    fn from(why: String) -> Unmeasured {
        Unmeasured::Cannot(why)
    }
}

/// What is read of a check's report; docs/report-schema.md has the rest.
#[derive(Deserialize)]
struct Said {
    findings: Vec<Finding>,
    stats: Counted,
}

#[derive(Deserialize)]
struct Finding {
    message: String,
}

/// What a check counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Counted {
    states: u64,
    transitions: u64,
    store_bytes: u64,
}

impl Said {
    /// The report of a check that ended.
    fn read(finished: &Finished) -> Result<Said, Unmeasured> {
        serde_json::from_slice(&finished.stdout)
            .map_err(|error| Unmeasured::Failed(format!("its report cannot be read: {error}")))
    }
}

/// The shortest times of rounds in which everything that is compared runs once.
fn shortest<const N: usize>(
    rounds: u32,
    mut round: impl FnMut() -> Result<[Duration; N], Unmeasured>,
) -> Result<[Duration; N], Unmeasured> {
    let mut best = [Duration::MAX; N];
    for _ in 0..rounds {
        for (best, elapsed) in best.iter_mut().zip(round()?) {
            *best = elapsed.min(*best);
        }
    }
    Ok(best)
}

/// The directory of a suite: the one named, else that of the source tree around the current directory.
fn directory(options: &BenchOptions, name: &str) -> Result<PathBuf, String> {
    suite::directory(options.suite.as_deref(), &Path::new("benches/java").join(name), "--suite")
}

/// Compiles the programs of a suite.
fn compile(options: &BenchOptions, directory: &Path, programs: &[String]) -> Result<Suite, String> {
    Suite::compile(options.jdk.as_deref(), directory, programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_keeps_its_own_shortest_time() {
        let mut rounds = [[5, 1], [3, 2], [4, 3]].map(|round| round.map(Duration::from_secs)).into_iter();
        let best = shortest(3, || rounds.next().ok_or(Unmeasured::Failed("a fourth round".to_owned())));
        assert_eq!(best, Ok([Duration::from_secs(3), Duration::from_secs(1)]));
    }

    #[test]
    fn a_round_that_fails_ends_the_measurement() {
        let failed = Unmeasured::Failed("exit code 3: raddle: no".to_owned());
        assert_eq!(shortest::<2>(3, || Err(failed.clone())), Err(failed));
    }
}

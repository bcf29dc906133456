//! `raddle bench`: measures Raddle beside its peers, with bars that say what is good enough.
//!
//! A suite is a directory of Java programs and a file here: `vm` times the machine beside `java -Xint`, `check` measures the
//! search. What is compared runs in turn, so that a busy machine slows both sides; the shortest time of each counts, since
//! noise only ever adds.

mod check;
mod process;
mod report;
mod vm;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::ValueEnum;

use crate::CANNOT;

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

/// Measures the machine's speed and prints it; the exit code is 1 when a bar is missed.
pub fn vm(options: &BenchOptions) -> ExitCode {
    ended(vm::measure(options))
}

/// Measures the search and prints it; the exit code is 1 when a bar is missed.
pub fn check(options: &CheckBenchOptions) -> ExitCode {
    ended(check::measure(options))
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
fn suite(options: &BenchOptions, name: &str) -> Result<PathBuf, String> {
    if let Some(named) = &options.suite {
        return Ok(named.clone());
    }
    let here = std::env::current_dir().map_err(|error| format!("cannot read the current directory: {error}"))?;
    let inside = Path::new("benches/java").join(name);
    here.ancestors().map(|directory| directory.join(&inside)).find(|suite| suite.is_dir()).ok_or_else(|| {
        format!("no {} here or above; go to Raddle's source tree or name it with --suite DIR", inside.display())
    })
}

/// Those of the programs that were asked for.
fn select(programs: Vec<String>, only: &[String]) -> Result<Vec<String>, String> {
    if let Some(unknown) = only.iter().find(|name| !programs.contains(name)) {
        return Err(format!("no program {unknown} in the suite; there are {}", programs.join(", ")));
    }
    let wanted = |name: &String| only.is_empty() || only.contains(name);
    Ok(programs.into_iter().filter(wanted).collect())
}

/// The directory of the JDK to compare with, by the rule of `raddle run`.
fn jdk_home(named: Option<&Path>) -> Result<PathBuf, String> {
    let home = match named {
        Some(named) => Some(named.to_owned()),
        None => std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from).or_else(jdk_on_path),
    };
    let Some(home) = home else {
        return Err("no JDK found; install one of 17 or later, set JAVA_HOME or give --jdk DIR".to_owned());
    };
    match ["bin/java", "bin/javac"].iter().find(|tool| !home.join(tool).is_file()) {
        None => Ok(home),
        Some(tool) => Err(format!("{} has no {tool}; name a JDK of 17 or later with --jdk DIR", home.display())),
    }
}

/// The JDK whose `java` is on PATH, usually by way of links.
fn jdk_on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let java = std::env::split_paths(&path).map(|directory| directory.join("java")).find(|java| java.is_file())?;
    let real = java.canonicalize().ok()?;
    Some(real.parent()?.parent()?.to_owned())
}

/// Everything needed to run a suite's programs on both sides.
struct Sides {
    jdk: PathBuf,
    raddle: PathBuf,
    classes: Classes,
}

impl Sides {
    /// Compiles the programs of a suite.
    fn prepare(options: &BenchOptions, suite: &Path, programs: &[String]) -> Result<Sides, String> {
        let sides = Sides {
            jdk: jdk_home(options.jdk.as_deref())?,
            raddle: std::env::current_exe()
                .map_err(|error| format!("cannot find the program raddle itself: {error}"))?,
            classes: Classes::create()?,
        };
        sides.compile(suite, programs)?;
        Ok(sides)
    }

    fn compile(&self, suite: &Path, programs: &[String]) -> Result<(), String> {
        let output = Command::new(self.jdk.join("bin/javac"))
            .arg("-d")
            .arg(&self.classes.0)
            .arg("-sourcepath")
            .arg(suite)
            .args(programs.iter().map(|name| suite.join(format!("{name}.java"))))
            .output()
            .map_err(|error| format!("cannot start javac of {}: {error}", self.jdk.display()))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("javac cannot compile the suite: {}", said.lines().next().unwrap_or("it does not say why")))
    }

    /// `raddle run` or `raddle check` with options of its own, up to the program.
    fn raddle(&self, subcommand: &str, options: &[&str]) -> Command {
        let mut command = Command::new(&self.raddle);
        command.arg(subcommand).arg("--jdk").arg(&self.jdk).args(options).arg("-cp").arg(&self.classes.0);
        command
    }

    /// `java` with options of its own, up to the program.
    fn java(&self, options: &[&str]) -> Command {
        let mut command = Command::new(self.jdk.join("bin/java"));
        // Raddle behaves as `java -ea`.
        command.arg("-ea").args(options).arg("-cp").arg(&self.classes.0);
        // They would add options, and lines of output, on one side only.
        command.env_remove("JAVA_TOOL_OPTIONS");
        command.env_remove("JDK_JAVA_OPTIONS");
        command
    }
}

/// A directory of its own for the compiled suite, removed at the end.
struct Classes(PathBuf);

impl Classes {
    fn create() -> Result<Classes, String> {
        let path = std::env::temp_dir().join(format!("raddle-bench-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Classes(path)),
            Err(error) => {
                Err(format!("cannot create {}: {error}; set TMPDIR to a directory that can be written", path.display()))
            }
        }
    }
}

impl Drop for Classes {
    fn drop(&mut self) {
        // A directory left behind in the temporary one does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn only_selects_in_the_order_of_the_suite() {
        let suite = names(&["Calls", "Fib", "Hello"]);
        assert_eq!(select(suite.clone(), &[]), Ok(suite.clone()));
        assert_eq!(select(suite, &names(&["Hello", "Calls"])), Ok(names(&["Calls", "Hello"])));
    }

    #[test]
    fn an_unknown_program_is_refused_with_the_known_ones() {
        assert_eq!(
            select(names(&["Calls", "Fib"]), &names(&["Fob"])),
            Err("no program Fob in the suite; there are Calls, Fib".to_owned())
        );
    }

    #[test]
    fn a_directory_without_javac_is_no_jdk() {
        let refusal = jdk_home(Some(Path::new("/nowhere"))).unwrap_err();
        assert!(refusal.contains("/nowhere has no bin/java"), "{refusal}");
    }

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

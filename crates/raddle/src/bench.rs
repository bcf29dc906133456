//! `raddle bench`: measures Raddle beside its peers, with bars that say what is good enough.
//!
//! The machine's suite is the programs of `benches/java/vm`. Each runs in turn with `raddle run` and with `java -Xint`, so
//! that a busy machine slows both; the shortest time of each side counts, since noise only ever adds.

mod process;
mod report;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::ValueEnum;

use crate::CANNOT;
use process::Finished;
use report::{Measured, Outcome, Report};

/// A run that takes longer counts as failed: the programs are made to take `java -Xint` a second at most.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// The program compared with plain `java`: it measures start-up, where HotSpot's compilers do not matter.
const START_UP: &str = "Hello";

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    Text,
    /// One JSON object for programs.
    Json,
}

/// What `raddle bench vm` was told.
#[derive(Clone, Debug)]
pub struct VmBench {
    /// The names of the programs to run; all when empty.
    pub only: Vec<String>,
    /// How often each program runs on each side.
    pub rounds: u32,
    /// The JDK to compile and compare with; else JAVA_HOME's, else that of `java` on PATH.
    pub jdk: Option<PathBuf>,
    /// The directory of the programs; else `benches/java/vm` in the current directory or above.
    pub suite: Option<PathBuf>,
    /// How to print the result.
    pub format: Format,
}

/// Measures the machine's speed and prints it; the exit code is 1 when a bar is missed.
pub fn vm(bench: &VmBench) -> ExitCode {
    match measure(bench) {
        Ok(report) if report.met() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            crate::complain(&why.to_string());
            ExitCode::from(CANNOT)
        }
    }
}

fn measure(bench: &VmBench) -> Result<Report, String> {
    let suite = match &bench.suite {
        Some(suite) => suite.clone(),
        None => find_suite()?,
    };
    let programs = select(programs(&suite)?, &bench.only)?;
    let side = Sides {
        jdk: jdk_home(bench.jdk.as_deref())?,
        raddle: std::env::current_exe().map_err(|error| format!("cannot find the program raddle itself: {error}"))?,
        classes: Classes::create()?,
    };
    side.compile(&suite, &programs)?;
    let text = bench.format == Format::Text;
    if text {
        say(&report::heading(&side.jdk, bench.rounds));
    }
    let mut outcomes = Vec::new();
    for program in &programs {
        let outcome = side.compare(program, bench.rounds)?;
        if text {
            say(&report::row(&outcome));
        }
        outcomes.push(outcome);
    }
    let report = Report::new(&side.jdk, bench.rounds, outcomes, bench.only.is_empty());
    say(&if text { report.verdict() } else { report.json() });
    Ok(report)
}

/// Prints a result; when standard output is closed nobody wants it.
fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// The suite of the source tree around the current directory.
fn find_suite() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| format!("cannot read the current directory: {error}"))?;
    here.ancestors().map(|directory| directory.join("benches/java/vm")).find(|suite| suite.is_dir()).ok_or_else(|| {
        "no benches/java/vm here or above; go to Raddle's source tree or name it with --suite DIR".to_owned()
    })
}

/// The names of the suite's programs, in order, start-up last.
fn programs(suite: &Path) -> Result<Vec<String>, String> {
    let unreadable =
        |error: io::Error| format!("cannot read the suite {}: {error}; name another with --suite DIR", suite.display());
    let mut programs = Vec::new();
    for entry in fs::read_dir(suite).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|end| end == "java")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            programs.push(name.to_owned());
        }
    }
    if programs.is_empty() {
        return Err(format!("no Java programs in {}; name another directory with --suite DIR", suite.display()));
    }
    programs.sort_by_key(|name| (name == START_UP, name.clone()));
    Ok(programs)
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

/// Everything needed to run a program on both sides.
struct Sides {
    jdk: PathBuf,
    raddle: PathBuf,
    classes: Classes,
}

impl Sides {
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

    /// Runs a program on both sides in turn and keeps the shortest time of each.
    fn compare(&self, program: &str, rounds: u32) -> Result<Outcome, String> {
        let interpreted = program != START_UP;
        let peer = if interpreted { "java -Xint" } else { "java" };
        let mut best: Option<(Duration, Duration)> = None;
        for _ in 0..rounds {
            let raddle = process::time(&mut self.raddle(program), TIME_LIMIT)?;
            let java = process::time(&mut self.java(program, interpreted), TIME_LIMIT)?;
            if java.code != Some(0) {
                return Err(format!("{program} fails with {peer} itself: {}; correct the program", java.ending()));
            }
            if let Some(reason) = difference(&raddle, &java) {
                return Ok(Outcome::failed(program, peer, reason));
            }
            let (ours, theirs) = best.unwrap_or((Duration::MAX, Duration::MAX));
            best = Some((ours.min(raddle.elapsed), theirs.min(java.elapsed)));
        }
        let (raddle, java) = best.ok_or("no rounds to run; give --rounds 1 or more")?;
        Ok(Outcome::measured(program, peer, Measured::new(raddle.as_secs_f64(), java.as_secs_f64())))
    }

    fn raddle(&self, program: &str) -> Command {
        let mut command = Command::new(&self.raddle);
        command.arg("run").arg("--jdk").arg(&self.jdk);
        command.arg("-cp").arg(&self.classes.0).arg(program);
        command
    }

    fn java(&self, program: &str, interpreted: bool) -> Command {
        let mut command = Command::new(self.jdk.join("bin/java"));
        // `raddle run` behaves as `java -ea`.
        command.arg("-ea");
        if interpreted {
            command.arg("-Xint");
        }
        command.arg("-cp").arg(&self.classes.0).arg(program);
        // They would add options, and lines of output, on one side only.
        command.env_remove("JAVA_TOOL_OPTIONS");
        command.env_remove("JDK_JAVA_OPTIONS");
        command
    }
}

/// What tells the two runs apart, if anything: a time means nothing when the result is another.
fn difference(raddle: &Finished, java: &Finished) -> Option<String> {
    if raddle.code != java.code {
        return Some(raddle.ending());
    }
    if raddle.stdout != java.stdout {
        return Some("its output differs from java's".to_owned());
    }
    if raddle.stderr != java.stderr {
        return Some("its error output differs from java's".to_owned());
    }
    None
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
    fn runs_that_differ_are_told_apart() {
        let run = |code, stdout: &str, stderr: &str| Finished {
            code: Some(code),
            stdout: stdout.as_bytes().to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            elapsed: Duration::ZERO,
        };
        let java = run(0, "1\n", "");
        assert_eq!(difference(&run(0, "1\n", ""), &java), None);
        assert_eq!(difference(&run(0, "2\n", ""), &java).as_deref(), Some("its output differs from java's"));
        assert_eq!(
            difference(&run(3, "", "raddle: no such native\n\tat Main\n"), &java).as_deref(),
            Some("exit code 3: raddle: no such native")
        );
    }
}

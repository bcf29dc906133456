//! The machine's suite: the programs of `benches/java/vm`, each with `raddle run` and with `java -Xint`.

mod outcome;

use std::fs;
use std::io;
use std::path::Path;

use super::report::{Pair, Report};
use super::{BenchOptions, Format, TIME_LIMIT, Unmeasured, compile, directory, say, shortest};
use crate::process::{self, Finished};
use crate::suite::{Suite, select};
use outcome::Outcome;

/// The program compared with plain `java`: it measures start-up, where HotSpot's compilers do not matter.
const START_UP: &str = "Hello";

/// Runs the suite and prints what came of it; says whether all bars are met.
pub(super) fn measure(options: &BenchOptions) -> Result<bool, String> {
    let directory = directory(options, "vm")?;
    let programs = select(programs(&directory)?, &options.only)?;
    let sides = compile(options, &directory, &programs)?;
    let text = options.format == Format::Text;
    if text {
        say(&outcome::heading(&sides.jdk, options.rounds));
    }
    let mut outcomes = Vec::new();
    for program in &programs {
        let outcome = outcome(&sides, program, options.rounds)?;
        if text {
            say(&outcome.row());
        }
        outcomes.push(outcome);
    }
    let report: Report<_> = outcome::report(&sides.jdk, options.rounds, outcomes, options.only.is_empty());
    say(&if text { report.verdict() } else { report.json() });
    Ok(report.met())
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

/// What comes of a program: its times, or what is wrong with it.
fn outcome(sides: &Suite, program: &str, rounds: u32) -> Result<Outcome, String> {
    let peer = if program == START_UP { "java" } else { "java -Xint" };
    match compare(sides, program, peer, rounds) {
        Ok(times) => Ok(Outcome::measured(program, peer, times)),
        Err(Unmeasured::Failed(why)) => Ok(Outcome::failed(program, peer, why)),
        Err(Unmeasured::Cannot(why)) => Err(why),
    }
}

/// Runs a program on both sides in turn; a time means nothing when the result is another.
fn compare(sides: &Suite, program: &str, peer: &str, rounds: u32) -> Result<Pair, Unmeasured> {
    let interpreted: &[&str] = if program == START_UP { &[] } else { &["-Xint"] };
    let [raddle, java] = shortest(rounds, || {
        let raddle = process::time(sides.raddle("run", &[]).arg(program), TIME_LIMIT)?;
        let java = process::time(sides.java(interpreted).arg(program), TIME_LIMIT)?;
        if java.code != Some(0) {
            let ending = java.ending();
            return Err(Unmeasured::Cannot(format!(
                "{program} fails with {peer} itself: {ending}; correct the program"
            )));
        }
        match difference(&raddle, &java) {
            Some(reason) => Err(Unmeasured::Failed(reason)),
            None => Ok([raddle.elapsed, java.elapsed]),
        }
    })?;
    Ok(Pair::new(raddle, java))
}

/// What tells the two runs apart, if anything.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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

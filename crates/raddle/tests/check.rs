//! Checks every Java program under `tests/java/check` and compares the verdict with what the program's first lines say:
//!
//! ```java
//! // expect: ok                                       no error in all its states
//! // expect: error KIND, message ~ REGEX              an error of that kind; the message is optional
//! // expect: incomplete, reason ~ REGEX              the search ends early, for that reason
//! // warn: race | perhaps race                        whether a data race is warned of; without the line: none is
//! // args: 3 1                                        arguments of the program
//! // options: --timeouts idle                         options of the check
//! ```
//!
//! A check that ends with its first error may not have seen a race yet; hence `perhaps`. Every error must be reproduced by
//! `raddle replay` from its trace file.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod java_programs;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Checked, Program, run_all};
use libtest_mimic::{Failed, Trial};
use regex_lite::Regex;

/// Every report has these counters.
const COUNTERS: [&str; 7] =
    ["states", "transitions", "executions", "instructions", "depth", "elapsed_ms", "peak_memory_bytes"];

fn main() -> ExitCode {
    run_all("check", |bench, program| {
        let bench = Arc::clone(bench);
        vec![Trial::test(program.name.clone(), move || test(&bench, &program))]
    })
}

fn test(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let expected = Expectation::read(program)?;
    let traces = bench.cache.join("traces");
    fs::create_dir_all(&traces)?;
    let trace = traces.join(&program.name).with_extension("trace");
    // A trace of an earlier run must not pass for this one's.
    if trace.exists() {
        fs::remove_file(&trace)?;
    }
    let options = [OsStr::new("--trace"), trace.as_os_str()];
    let checked = bench.check(program, options.into_iter().chain(program.words("options").map(OsStr::new)))?;
    expected.compare(&checked).map_err(|complaint| format!("{complaint}\n{:#}", checked.report))?;
    if expected.error.is_some() { replays(bench, &trace) } else { Ok(()) }
}

/// Demands that the trace leads to the error again.
fn replays(bench: &Bench, trace: &Path) -> Result<(), Failed> {
    if !trace.exists() {
        return Err(format!("no trace file {}", trace.display()).into());
    }
    let mut command = bench.raddle("replay");
    command.arg(trace);
    let ended = bench.run(command)?;
    if ended.status.code() == Some(1) {
        Ok(())
    } else {
        Err(format!("replay: {} instead of 1\n{}{}", ended.exit(), ended.stdout, ended.stderr).into())
    }
}

/// What a program's first lines say of it.
struct Expectation {
    /// `None` if it has no error.
    error: Option<ExpectedError>,
    /// Why not everything can be explored, if that is so.
    incomplete: Option<Regex>,
    race: RaceWarning,
}

struct ExpectedError {
    kind: String,
    message: Option<Regex>,
}

#[derive(Clone, Copy, PartialEq)]
enum RaceWarning {
    None,
    Given,
    Perhaps,
}

impl Expectation {
    fn read(program: &Program) -> Result<Expectation, String> {
        let verdict = program.header("expect").ok_or("the program has no line `// expect: ...`")?;
        let reason = verdict.strip_prefix("incomplete, reason ~ ");
        let incomplete = reason.map(Regex::new).transpose().map_err(|error| error.to_string())?;
        let error = match verdict.strip_prefix("error ") {
            Some(error) => Some(ExpectedError::read(error)?),
            None if verdict == "ok" || incomplete.is_some() => None,
            None => return Err(format!("cannot read `expect: {verdict}`")),
        };
        let race = match program.header("warn") {
            None | Some("none") => RaceWarning::None,
            Some("race") => RaceWarning::Given,
            Some("perhaps race") => RaceWarning::Perhaps,
            Some(other) => return Err(format!("cannot read `warn: {other}`")),
        };
        Ok(Expectation { error, incomplete, race })
    }

    /// An error that says what is not as expected.
    fn compare(&self, checked: &Checked) -> Result<(), String> {
        let (verdict, code) = match (&self.error, &self.incomplete) {
            (Some(_), _) => ("error", 1),
            (None, Some(_)) => ("incomplete", 2),
            (None, None) => ("ok", 0),
        };
        if checked.verdict() != verdict {
            return Err(format!("verdict: {} instead of {verdict}", checked.verdict()));
        }
        if checked.code != Some(code) {
            return Err(format!("exit code: {:?} instead of {code}", checked.code));
        }
        let reasons = checked.report["unexplored"].to_string();
        if let Some(reason) = self.incomplete.as_ref().filter(|reason| !reason.is_match(&reasons)) {
            return Err(format!("incomplete because of {reasons} instead of {reason}"));
        }
        for counter in COUNTERS {
            if checked.report["stats"][counter].as_u64().is_none() {
                return Err(format!("the report has no number stats.{counter}"));
            }
        }
        let findings = checked.report["findings"].as_array().ok_or("the report has no findings")?;
        match (&self.error, findings.first()) {
            (None, None) => {}
            (None, Some(_)) => return Err("findings in spite of the verdict".to_owned()),
            (Some(_), None) => return Err("no findings in spite of the verdict".to_owned()),
            (Some(error), Some(finding)) => {
                error.compare(finding["kind"].as_str(), finding["message"].as_str())?;
                if finding["schedule"].is_null() {
                    return Err("the finding has no schedule".to_owned());
                }
            }
        }
        match (self.race, checked.warns_of_race()) {
            (RaceWarning::None, true) => Err("warns of a race".to_owned()),
            (RaceWarning::Given, false) => Err("does not warn of the race".to_owned()),
            _ => Ok(()),
        }
    }
}

impl ExpectedError {
    /// Reads `KIND` or `KIND, message ~ REGEX`.
    fn read(text: &str) -> Result<ExpectedError, String> {
        let (kind, message) = match text.split_once(", message ~ ") {
            Some((kind, pattern)) => (kind, Some(Regex::new(pattern).map_err(|error| format!("{pattern}: {error}"))?)),
            None => (text, None),
        };
        Ok(ExpectedError { kind: kind.to_owned(), message })
    }

    fn compare(&self, kind: Option<&str>, message: Option<&str>) -> Result<(), String> {
        if kind != Some(&self.kind) {
            return Err(format!("kind: {kind:?} instead of {}", self.kind));
        }
        match (message, &self.message) {
            (None, _) => Err("the finding has no message".to_owned()),
            (Some(message), Some(wanted)) if !wanted.is_match(message) => {
                Err(format!("the message {message:?} does not match {wanted}"))
            }
            _ => Ok(()),
        }
    }
}

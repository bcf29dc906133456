//! What a check is expected to say, as a program's first lines tell it, and whether it does.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use libtest_mimic::Failed;
use regex_lite::Regex;

use super::{Bench, Checked, Program};

/// Every report has these counters.
const COUNTERS: [&str; 7] =
    ["states", "transitions", "executions", "instructions", "depth", "elapsed_ms", "peak_memory_bytes"];

/// What a program's first lines say of a check.
pub struct Expectation {
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
    /// Reads `ok`, `error KIND`, `error KIND, message ~ REGEX` or `incomplete, reason ~ REGEX`, and whether a race is warned of.
    pub fn read(verdict: &str, warning: Option<&str>) -> Result<Expectation, String> {
        let reason = verdict.strip_prefix("incomplete, reason ~ ");
        let incomplete = reason.map(Regex::new).transpose().map_err(|error| error.to_string())?;
        let error = match verdict.strip_prefix("error ") {
            Some(error) => Some(ExpectedError::read(error)?),
            None if verdict == "ok" || incomplete.is_some() => None,
            None => return Err(format!("cannot read the verdict `{verdict}`")),
        };
        let race = match warning {
            None | Some("none") => RaceWarning::None,
            Some("race") => RaceWarning::Given,
            Some("perhaps race") => RaceWarning::Perhaps,
            Some(other) => return Err(format!("cannot read `warn: {other}`")),
        };
        Ok(Expectation { error, incomplete, race })
    }

    /// Checks a program and demands what is expected, and that an error can be replayed; the name is that of the trace.
    pub fn hold<'a>(
        &self,
        bench: &Bench,
        program: &Program,
        name: &str,
        options: impl Iterator<Item = &'a str>,
        arguments: impl Iterator<Item = &'a str>,
    ) -> Result<(), Failed> {
        let traces = bench.cache.join("traces");
        fs::create_dir_all(&traces)?;
        let trace = traces.join(name).with_extension("trace");
        // A trace of an earlier run must not pass for this one's.
        if trace.exists() {
            fs::remove_file(&trace)?;
        }
        let options: Vec<&OsStr> = options.map(OsStr::new).collect();
        let traced = [OsStr::new("--trace"), trace.as_os_str()].into_iter().chain(options);
        let checked = bench.check(program, traced, arguments)?;
        self.compare(&checked).map_err(|complaint| format!("{complaint}\n{:#}", checked.report))?;
        if self.error.is_some() { replays(bench, &trace) } else { Ok(()) }
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

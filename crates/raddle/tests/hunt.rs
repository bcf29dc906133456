//! Hunts in both variants of every program under `benchmarks`, in the small size of its first lines (see the test `benchmarks`).
//!
//! In the wrong variant the error its first lines tell of has to be found, without a sequence written by hand, confirm a warning or an
//! assertion, and be reproduced by `raddle replay`. In the right variant nothing may be confirmed or found.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place. `RADDLE_HUNT_SHARES=FILE` adds a
//! line for each hunt to a file: program, variant, confirmed, refuted, open.

mod java_programs;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};
use regex_lite::Regex;
use serde_json::Value;

fn main() -> ExitCode {
    run_all("benchmarks", |bench, program| {
        let variants = ["wrong", "right"].map(|variant| {
            let (bench, program) = (Arc::clone(bench), program.clone());
            Trial::test(format!("{} {variant}", program.name), move || test(&bench, &program, variant))
        });
        variants.into_iter().collect()
    })
}

fn test(bench: &Bench, program: &Program, variant: &str) -> Result<(), Failed> {
    let traces = bench.cache.join("hunts").join(format!("{}-{variant}", program.name));
    // Traces of an earlier run must not pass for this one's.
    if traces.exists() {
        fs::remove_dir_all(&traces)?;
    }
    let mut command = bench.raddle("hunt");
    command.args(["--format", "json", "--traces"]).arg(&traces);
    let sizes = program.header("small").ok_or("the program has no line `// small: ...`")?;
    bench.launch(&mut command, program, [variant].into_iter().chain(sizes.split_whitespace()));
    let ended = bench.run(command)?;
    let report: Value = serde_json::from_str(&ended.stdout)
        .map_err(|error| format!("no report in JSON ({error}), {}\n{}", ended.exit(), ended.stderr))?;
    write_shares(program, variant, &report)?;
    let held = if variant == "wrong" { confirms(bench, program, &report) } else { confirms_nothing(&report) };
    held.map_err(|complaint| format!("{complaint}\n{report:#}"))?;
    let code = if variant == "wrong" { 1 } else { 0 };
    if ended.status.code() == Some(code) { Ok(()) } else { Err(format!("{} instead of {code}", ended.exit()).into()) }
}

/// Demands that the error is there, that it is what some warning warned of, and that it happens again.
fn confirms(bench: &Bench, program: &Program, report: &Value) -> Result<(), String> {
    let header = program.header("wrong").ok_or("the program has no line `// wrong: ...`")?;
    let (kind, message) = header.split_once(", message ~ ").unwrap_or((header, ""));
    let (kind, message) = (kind.trim_start_matches("error "), Regex::new(message).map_err(|error| error.to_string())?);
    let findings = report["findings"].as_array().ok_or("the report has no findings")?;
    let is_it = |finding: &Value| {
        finding["kind"] == kind && finding["message"].as_str().is_some_and(|text| message.is_match(text))
    };
    let number = findings.iter().position(is_it).ok_or("the error was not found")?;
    let confirmed = report["confirmed"].as_array().ok_or("the report has no list of what is confirmed")?;
    let shown = |warning: &Value| warning["findings"].as_array().is_some_and(|list| list.contains(&number.into()));
    if !confirmed.iter().any(shown) {
        return Err("the error confirms no warning".to_string());
    }
    let file = findings[number]["traceFile"].as_str().ok_or("the error has no trace")?;
    replays(bench, Path::new(file))
}

fn confirms_nothing(report: &Value) -> Result<(), String> {
    let is_empty = |list: &str| report[list].as_array().is_some_and(Vec::is_empty);
    if is_empty("confirmed") && is_empty("findings") { Ok(()) } else { Err("something is confirmed".to_string()) }
}

fn replays(bench: &Bench, trace: &Path) -> Result<(), String> {
    let mut command = bench.raddle("replay");
    command.arg(trace);
    let ended = bench.run(command).map_err(|failed| failed.message().unwrap_or_default().to_string())?;
    if ended.status.code() == Some(1) { Ok(()) } else { Err(format!("replay: {} instead of 1", ended.exit())) }
}

fn write_shares(program: &Program, variant: &str, report: &Value) -> Result<(), Failed> {
    let Some(file) = std::env::var_os("RADDLE_HUNT_SHARES") else { return Ok(()) };
    let count = |list: &str| report[list].as_array().map_or(0, Vec::len);
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    let (confirmed, refuted, open) = (count("confirmed"), count("refuted"), count("open"));
    writeln!(file, "{} {variant} {confirmed} {refuted} {open}", program.name)?;
    Ok(())
}

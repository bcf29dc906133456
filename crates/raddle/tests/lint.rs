//! Lints every Java program under `tests/java/lint` and compares with what the program's first lines say:
//!
//! ```java
//! // lint: race lock-order                     the kinds of warnings, each at least once; none: no warning
//! // sequence: Main.run\+3,Main.run\+7         one of the sequences made of the warnings and assertions matches as a whole
//! // shows: --show slice Main:12 Main ~ REGEX  what `raddle analyze` prints with these words matches, be it an answer or an error
//! ```
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod java_programs;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};
use regex_lite::Regex;
use serde_json::Value;

fn main() -> ExitCode {
    run_all("tests/java/lint", |bench, program| {
        let (one, other) = (Arc::clone(bench), program.clone());
        let mut trials = vec![Trial::test(program.name.clone(), move || lint(&one, &other))];
        let lines: Vec<String> =
            program.text.lines().filter_map(|line| line.strip_prefix("// shows: ")).map(str::to_string).collect();
        for line in lines {
            let bench = Arc::clone(bench);
            trials.push(Trial::test(format!("{}: {line}", program.name), move || shows(&bench, &line)));
        }
        if program.text.contains("// sequence: ") {
            let bench = Arc::clone(bench);
            trials.push(Trial::test(format!("{}: sequences", program.name), move || sequences(&bench, &program)));
        }
        trials
    })
}

fn lint(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let header = program.header("lint").ok_or("the program has no line `// lint: ...`")?;
    let expected: BTreeSet<&str> = header.split_whitespace().filter(|&kind| kind != "none").collect();
    let mut command = bench.raddle("lint");
    command.args(["--format", "json", "-cp"]).arg(bench.places().0).arg(&program.name);
    let ended = bench.run(command)?;
    let report: Value = serde_json::from_str(&ended.stdout)
        .map_err(|error| format!("no report in JSON ({error}), {}\n{}", ended.exit(), ended.stderr))?;
    let warnings = report["warnings"].as_array().ok_or("the report has no warnings")?;
    let found: BTreeSet<&str> = warnings.iter().filter_map(|warning| warning["kind"].as_str()).collect();
    if found != expected {
        return Err(format!("expected {expected:?}, got {:#}", report["warnings"]).into());
    }
    let code = i32::from(!expected.is_empty());
    if ended.status.code() != Some(code) {
        return Err(format!("expected exit code {code}, got {}", ended.exit()).into());
    }
    Ok(())
}

fn sequences(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let mut command = bench.raddle("lint");
    command.args(["--expectations", "--sequences", "-cp"]).arg(bench.places().0).arg(&program.name);
    let said = bench.run(command)?.stdout;
    let made: Vec<&str> = said.lines().filter_map(|line| line.trim().strip_prefix("sequence ")).collect();
    for wanted in program.text.lines().filter_map(|line| line.strip_prefix("// sequence: ")) {
        let pattern = Regex::new(&format!("^{wanted}$")).map_err(|error| error.to_string())?;
        if !made.iter().any(|sequence| pattern.is_match(sequence)) {
            return Err(format!("no sequence is {wanted}; made were {made:#?}").into());
        }
    }
    Ok(())
}

fn shows(bench: &Bench, line: &str) -> Result<(), Failed> {
    let (words, pattern) = line.split_once(" ~ ").ok_or("the line has no ` ~ REGEX`")?;
    let mut command = bench.raddle("analyze");
    command.args(words.split_whitespace()).arg("-cp").arg(bench.places().0);
    let ended = bench.run(command)?;
    let said = format!("{}{}", ended.stdout, ended.stderr);
    let pattern = Regex::new(pattern).map_err(|error| error.to_string())?;
    if pattern.is_match(&said) { Ok(()) } else { Err(format!("{} said:\n{said}", ended.exit()).into()) }
}

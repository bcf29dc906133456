//! Checks the litmus programs under `tests/java/litmus`. `raddle check --outputs` must enumerate exactly the outcomes that
//! sequential consistency allows, which the program's line `// outcomes: A | B` tells; and every outcome that `java` shows in
//! ten thousand rounds must be among them, unless the program has a data race (`// warn: race`), which must be warned of.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod java_programs;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};

/// How many rounds `java` runs.
const ROUNDS: &str = "10000";

fn main() -> ExitCode {
    run_all("tests/java/litmus", |bench, program| {
        let bench = Arc::clone(bench);
        vec![Trial::test(program.name.clone(), move || test(&bench, &program))]
    })
}

fn test(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let allowed: BTreeSet<String> = program
        .header("outcomes")
        .ok_or("the program has no line `// outcomes: ...`")?
        .split(" | ")
        .map(str::to_owned)
        .collect();
    let racy = program.header("warn") == Some("race");
    let checked = bench.check(program, [OsStr::new("--outputs")], program.words("args"))?;
    if checked.verdict() != "ok" || checked.code != Some(0) {
        return Err(format!("{}, exit code {:?}\n{:#}", checked.verdict(), checked.code, checked.report).into());
    }
    let outputs = checked.report["outputs"].as_array().ok_or("the report has no outputs")?;
    let enumerated: BTreeSet<String> =
        outputs.iter().filter_map(|output| Some(output.as_str()?.trim_end().to_owned())).collect();
    if enumerated != allowed {
        return Err(format!("raddle enumerates {enumerated:?} instead of {allowed:?}").into());
    }
    if checked.warns_of_race() != racy {
        return Err(if racy { "does not warn of the race" } else { "warns of a race" }.into());
    }
    let seen = seen_by_java(bench, program)?;
    if racy || seen.is_subset(&enumerated) {
        Ok(())
    } else {
        Err(format!("java shows {seen:?}, raddle enumerates {enumerated:?}").into())
    }
}

fn seen_by_java(bench: &Bench, program: &Program) -> Result<BTreeSet<String>, Failed> {
    let mut command = bench.java();
    bench.launch(&mut command, program, [ROUNDS]);
    let ended = bench.run(command)?;
    if ended.status.success() {
        Ok(ended.stdout.lines().map(str::to_owned).collect())
    } else {
        Err(format!("java: {}\n{}", ended.exit(), ended.stderr).into())
    }
}

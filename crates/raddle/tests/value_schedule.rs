//! Chen and MacDonald's sample program has six value schedules; their tool met 49 states to execute them, and Java PathFinder 210 for ten
//! executions (table 3).

mod java_programs;

use std::ffi::OsStr;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};

fn main() -> ExitCode {
    run_all("benchmarks", |bench, program| {
        let bench = Arc::clone(bench);
        let is_sample = program.name == "Sample";
        let test = Trial::test(program.name.clone(), move || sample(&bench, &program));
        is_sample.then_some(test).into_iter().collect()
    })
}

fn sample(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let options = ["--search", "value-schedule"].map(OsStr::new);
    let checked = bench.check(program, options, ["right", "1"])?;
    let stats = &checked.report["stats"];
    let (executions, states) = (stats["executions"].as_u64(), stats["states"].as_u64());
    let is_small = states.is_some_and(|states| states <= 49);
    // What the reader looks at in the end is its own, or of another class: no write can be seen there.
    let refuted = &stats["refuted"];
    let not_aliased = refuted["not_aliased"].as_u64().is_some_and(|count| count > 0);
    if checked.verdict() == "ok" && executions == Some(6) && is_small && not_aliased {
        Ok(())
    } else {
        Err(format!("{}, {executions:?} executions, {states:?} states, refuted {refuted}", checked.verdict()).into())
    }
}

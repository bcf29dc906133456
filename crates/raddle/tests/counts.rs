//! Checks the programs under `tests/java/counts` and compares the states visited with the numbers known of them, which
//! their first lines tell (see the README there): at most as many as the model has, with and without identical threads
//! made interchangeable, and at least as many as there are different ends. A reduced search explores exactly the known number of classes
//! of executions, none in vain, a search of value schedules executes exactly as many as there are, which in a small size is found by following all
//! interleavings, and a causal search one execution for each history of read values.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod java_programs;
mod reads_from;

use std::ffi::OsStr;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};

fn main() -> ExitCode {
    run_all("tests/java/counts", |bench, program| {
        let mut states = program.words("states").map(|count| count.parse::<u64>());
        // The known counts belong to whole state spaces, so the check must not end with a first error.
        let all = ["--property", "none"].as_slice();
        let traces = program.header("traces").map(|traces| {
            let (bench, program, traces) = (Arc::clone(bench), program.clone(), traces.to_owned());
            Trial::test(format!("{} --reduce optimal", program.name), move || reduced(&bench, &program, &traces))
        });
        let schedules = program.header("schedules").map(|schedules| {
            let (bench, program, schedules) = (Arc::clone(bench), program.clone(), schedules.to_owned());
            let name = format!("{} --search value-schedule", program.name);
            Trial::test(name, move || value_schedules(&bench, &program, "args", schedules.parse()?))
        });
        let small = program.header("small").map(|_| {
            let (bench, program) = (Arc::clone(bench), program.clone());
            let name = format!("{} by all interleavings", program.name);
            Trial::test(name, move || all_interleavings(&bench, &program))
        });
        let values = program.header("values").map(|values| {
            let (bench, program, values) = (Arc::clone(bench), program.clone(), values.to_owned());
            let name = format!("{} --search causal", program.name);
            Trial::test(name, move || causal(&bench, &program, program.words("args").collect(), &values))
        });
        let large = program.header("large").map(|large| {
            let (bench, program, large) = (Arc::clone(bench), program.clone(), large.to_owned());
            let name = format!("{} {large} --search causal", program.name);
            Trial::test(name, move || {
                let (size, values) = large.split_once(' ').ok_or("`// large:` has a size and a number")?;
                causal(&bench, &program, vec![size], values)
            })
        });
        [(String::new(), all), (" --symmetry".to_owned(), &["--property", "none", "--symmetry"])]
            .into_iter()
            .map(|(suffix, options)| {
                let most = states.next();
                let (bench, program) = (Arc::clone(bench), program.clone());
                let name = format!("{}{suffix}", program.name);
                let unknown = most.is_none();
                Trial::test(name, move || match most {
                    Some(most) => test(&bench, &program, options, most?),
                    None => Err("the number of its states is not known".into()),
                })
                .with_ignored_flag(unknown)
            })
            .chain(traces)
            .chain(schedules)
            .chain(small)
            .chain(values)
            .chain(large)
            .collect()
    })
}

fn test(bench: &Bench, program: &Program, options: &[&str], most: u64) -> Result<(), Failed> {
    let least: u64 = program.header("finals").ok_or("the program has no line `// finals: ...`")?.parse()?;
    let checked = bench.check(program, options.iter().map(OsStr::new), program.words("args"))?;
    if checked.verdict() != "ok" || checked.code != Some(0) {
        return Err(format!("{}, exit code {:?}\n{:#}", checked.verdict(), checked.code, checked.report).into());
    }
    let states = checked.report["stats"]["states"].as_u64().ok_or("the report has no number stats.states")?;
    if (least..=most).contains(&states) {
        Ok(())
    } else {
        Err(format!("{states} states; there are at most {most}, of which {least} are different ends").into())
    }
}

fn reduced(bench: &Bench, program: &Program, traces: &str) -> Result<(), Failed> {
    let options = ["--property", "none", "--reduce", "optimal"].map(OsStr::new);
    let checked = bench.check(program, options, program.words("args"))?;
    let stats = &checked.report["stats"];
    let (executions, blocked) = (stats["executions"].as_u64(), stats["blocked"].as_u64());
    if checked.verdict() == "ok" && executions == Some(traces.parse()?) && blocked == Some(0) {
        Ok(())
    } else {
        Err(format!("{}, {executions:?} executions, {blocked:?} begun in vain; there are {traces}", checked.verdict())
            .into())
    }
}

/// In its small size: as many value schedules are executed as there are ways to read from each other.
fn all_interleavings(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let (classes, home) = bench.places();
    let words =
        [OsStr::new("--jdk"), home.as_os_str(), OsStr::new("-cp"), classes.as_os_str(), OsStr::new(&program.name)];
    let words = words.into_iter().chain(program.words("small").map(OsStr::new)).map(OsStr::to_os_string);
    let known = reads_from::count(words.collect())?;
    value_schedules(bench, program, "small", known as u64)
}

fn value_schedules(bench: &Bench, program: &Program, size: &str, schedules: u64) -> Result<(), Failed> {
    let options = ["--property", "none", "--search", "value-schedule"].map(OsStr::new);
    let checked = bench.check(program, options, program.words(size))?;
    let stats = &checked.report["stats"];
    let executions = stats["executions"].as_u64();
    if checked.verdict() != "ok" || executions != Some(schedules) {
        return Err(format!("{}, {executions:?} executions; there are {schedules}", checked.verdict()).into());
    }
    Ok(())
}

/// A causal search executes one execution of each class: none is missed, and hardly one executed twice.
fn causal(bench: &Bench, program: &Program, size: Vec<&str>, values: &str) -> Result<(), Failed> {
    let options = ["--property", "none", "--search", "causal"].map(OsStr::new);
    let checked = bench.check(program, options, size.into_iter())?;
    let executions = checked.report["stats"]["executions"].as_u64().ok_or("the report has no number of executions")?;
    let values: u64 = values.parse()?;
    if checked.verdict() != "ok" || !(values..=values * 105 / 100).contains(&executions) {
        return Err(format!("{}, {executions} executions; there are {values} classes", checked.verdict()).into());
    }
    Ok(())
}

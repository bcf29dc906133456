//! However the programs under `tests/java/check` are searched, the verdict, the states and whether there is a race are the same; under
//! an optimal reduction, and where value schedules or causal classes are executed, the verdict and what is found.
//!
//! Every fourth program is tried, and those that a search was once wrong about, or all of them with `RADDLE_LONG=1`. `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE`
//! tests another binary in raddle's place.

mod java_programs;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Checked, Program, run_all};
use libtest_mimic::{Failed, Trial};

/// The ways to search. The last but one has a limit that is never reached: races are then looked for along paths as well.
const MODES: [&[&str]; 6] = [
    &["--strategy", "exhaustive"],
    &["--match", "full"],
    &["--search", "breadth"],
    &["--workers", "2"],
    &["--max-states", "1000000000000"],
    REDUCED,
];

/// Under this one there may be fewer states.
const REDUCED: &[&str] = &["--reduce", "jpf"];

/// The executions of an optimal reduction, if there are not too many and none goes on for ever, and the states they come to; those of value schedules, and
/// of causal classes.
const OPTIMAL: [&[&str]; 4] = [
    &["--reduce", "optimal", "--max-executions", "2000", "--max-depth", "1000"],
    &["--reduce", "optimal", "--match", "fingerprint"],
    &["--search", "value-schedule", "--max-executions", "2000", "--max-depth", "1000", "--max-time", "15s"],
    &["--search", "causal", "--max-executions", "2000", "--max-depth", "1000", "--max-time", "15s"],
];

/// Options no reduction but JPF's goes with, or not with states matched.
const IRREDUCIBLE: [&str; 4] = ["--spurious-wakeups", "--symmetry", "--match", "--property"];

/// Options that say how to search.
const WAYS: [&str; 6] = ["--strategy", "--search", "--order", "--bound", "--backtrack", "--trials"];

/// Programs whose whole state space is not to be had, and why.
const EXCEPTIONS: [&str; 1] = [
    // After its error it goes round through states without end.
    "ExchangerOwn",
];

/// Programs that a search was once wrong about: tried in every run.
const ONCE_WRONG: [&str; 7] = [
    "AtomicBlock",
    "DirectBufferShared",
    "EndNotifies",
    "FileSharedPosition",
    "InterruptJoin",
    "LockBeforeKnown",
    "MapComputeOnce",
];

fn main() -> ExitCode {
    let is_long = env::var_os("RADDLE_LONG").is_some();
    let count = Cell::new(0);
    run_all("tests/java/check", |bench, program| {
        count.set(count.get() + 1);
        // Those that say how to be searched are not for other ways.
        let has_way = program.words("options").any(|option| WAYS.contains(&option));
        let is_whole = !has_way
            && !program.header("expect").is_some_and(|verdict| verdict.starts_with("incomplete"))
            && !EXCEPTIONS.contains(&program.name.as_str());
        let is_picked = is_long || count.get() % 4 == 0 || ONCE_WRONG.contains(&program.name.as_str());
        let is_wanted = is_whole && is_picked;
        let bench = Arc::clone(bench);
        is_wanted.then(|| Trial::test(program.name.clone(), move || test(&bench, &program))).into_iter().collect()
    })
}

/// What must be the same in every mode.
#[derive(PartialEq, Debug)]
struct Essence {
    verdict: String,
    states: Option<u64>,
    races: bool,
}

fn test(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let own: Vec<&str> = program.words("options").collect();
    let mut first: Option<Essence> = None;
    let goes_with = |mode: &&[&str]| *mode != REDUCED || !own.contains(&"--spurious-wakeups");
    for mode in MODES.into_iter().filter(goes_with) {
        // What a search has seen when it ends with its first error depends on where it looked first.
        let options = ["--all-errors"].iter().chain(mode).chain(&own);
        let checked = bench.check(program, options.map(OsStr::new), program.words("args"))?;
        let findings = checked.report["findings"].as_array().into_iter().flatten();
        let mut essence = Essence {
            verdict: checked.verdict().to_owned(),
            states: checked.report["stats"]["states"].as_u64(),
            races: checked.warns_of_race() || findings.into_iter().any(|finding| finding["kind"] == "race"),
        };
        if mode == REDUCED
            && let Some(expected) = &first
        {
            essence.states = essence.states.max(expected.states);
        }
        match &first {
            None => first = Some(essence),
            Some(expected) if essence != *expected => {
                return Err(format!("{mode:?}: {essence:?} instead of {expected:?}").into());
            }
            Some(_) => {}
        }
    }
    let is_reducible = !own.iter().any(|option| IRREDUCIBLE.contains(option));
    if is_reducible { test_reduced(bench, program, &own) } else { Ok(()) }
}

/// The causes of what is wrong.
fn causes(checked: &Checked) -> BTreeSet<&str> {
    let found = checked.report["findings"].as_array().into_iter().flatten();
    found.filter_map(|finding| finding["cause"].as_str()).collect()
}

/// Among the executions of each class, by orders or by values, or of each value schedule, there is every error that can be reached.
fn test_reduced(bench: &Bench, program: &Program, own: &[&str]) -> Result<(), Failed> {
    let check = |mode: &[&'static str]| {
        let options = ["--all-errors"].iter().chain(mode).chain(own);
        bench.check(program, options.map(OsStr::new), program.words("args"))
    };
    let whole = check(MODES[0])?;
    // Value schedules and causal classes do not go with time-outs that come when nothing else can go on.
    for mode in OPTIMAL.into_iter().filter(|mode| !own.contains(&"--timeouts") || mode.contains(&"--reduce")) {
        let reduced = check(mode)?;
        let is_complete = reduced.report["unexplored"].as_array().is_some_and(Vec::is_empty);
        let [(verdict, found), (known, expected)] =
            [&reduced, &whole].map(|checked| (checked.verdict(), causes(checked)));
        if is_complete && (verdict, &found) != (known, &expected) {
            return Err(format!("{mode:?}: {verdict}, {found:?} instead of {known}, {expected:?}").into());
        }
    }
    Ok(())
}

//! A state goes by the same number in every machine, whatever the machine came by before: workers share the states they know, and a saved search
//! goes on in another process.
//!
//! A machine follows random schedules of each Java program under `tests/java/check`; then another one, which has seen nothing, follows the last
//! of them, and every state on the way must have the same fingerprint in both. Every other program is tried, or all of them with `RADDLE_LONG=1`;
//! none whose search ends as incomplete. `RADDLE_ONLY=REGEX` picks programs by name.

mod java_programs;

use std::cell::Cell;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};
use raddle::check_options::{CheckOptions, CheckRequest, parse};
use raddle::java_guest::JavaGuest;
use raddle_search::{Choice, Guest, Status};
use raddle_vm::knowledge::Knowledge;

/// How many schedules the first machine follows before one that the second follows too.
const BEFORE: u64 = 2;
/// How many the second machine follows, each of them in a new one.
const COMPARED: u64 = 3;
/// How often a path is gone on with from its middle.
const RETURNS: u32 = 3;
/// Transitions of each at most.
const STEPS: usize = 3000;

fn main() -> ExitCode {
    let is_long = env::var_os("RADDLE_LONG").is_some();
    let count = Cell::new(0);
    run_all("tests/java/check", |bench, program| {
        count.set(count.get() + 1);
        // What ends a search does not come back, and is numbered as it comes.
        let is_searched = !program.header("expect").is_some_and(|verdict| verdict.starts_with("incomplete"));
        let is_wanted = is_searched && (is_long || count.get() % 2 == 0);
        let bench = Arc::clone(bench);
        is_wanted.then(|| Trial::test(program.name.clone(), move || test(&bench, &program))).into_iter().collect()
    })
}

fn test(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let options = options(bench, program)?;
    let knowledge = Arc::new(Knowledge::default());
    let machine = || JavaGuest::new(&options.launch, &options.conditions, false, knowledge.clone());
    let mut experienced = machine()?;
    for round in 0..COMPARED {
        let mut walk = Walk::default();
        for seed in 0..BEFORE {
            walk = settled_walk(&mut experienced, round * BEFORE + seed);
        }
        walk.compare(&mut machine()?)?;
    }
    Ok(())
}

fn options(bench: &Bench, program: &Program) -> Result<CheckOptions, Failed> {
    let (classes, jdk) = bench.places();
    // How it is to be searched does not matter here; what choices it has does.
    let mut words: Vec<OsString> = program.words("options").map(OsString::from).collect();
    words.extend(["--jdk".into(), jdk.into(), "-cp".into(), classes.into(), program.name.clone().into()]);
    words.extend(program.words("args").map(OsString::from));
    match parse(words) {
        Ok(CheckRequest::Check(options)) => Ok(*options),
        Ok(CheckRequest::Help) => Err("its options ask for help".into()),
        Err(error) => Err(format!("{error:?}").into()),
    }
}

/// A schedule, and the states it led through.
#[derive(Default)]
struct Walk {
    steps: Vec<(Choice, u128)>,
}

impl Walk {
    /// Follows the schedule in another machine. Half of the states are gone through without a look, as it is done with work that was handed over.
    fn compare(&self, guest: &mut JavaGuest) -> Result<(), Failed> {
        let unseen = self.steps.len() / 2;
        for (number, &(choice, fingerprint)) in self.steps.iter().enumerate() {
            let status = guest.take(choice);
            if number >= unseen && guest.fingerprint() != fingerprint {
                return Err(format!("step {number} ({choice:?}, {status:?}) leads to another state").into());
            }
        }
        Ok(())
    }
}

/// Follows random schedules from the root on, again if more became known of where threads have to stop.
fn settled_walk(guest: &mut JavaGuest, seed: u64) -> Walk {
    loop {
        guest.home();
        let revision = guest.revision();
        let walk = walk(guest, seed);
        if guest.revision() == revision {
            return walk;
        }
    }
}

/// Goes on from the middle of a path again and again; the last of these paths.
fn walk(guest: &mut JavaGuest, seed: u64) -> Walk {
    let mut walk = Walk::default();
    let mut marks = Vec::new();
    let mut random = seed;
    for _ in 0..RETURNS {
        wander(guest, &mut random, &mut walk, &mut marks);
        let back = roll(&mut random, marks.len());
        if let Some(mark) = marks.get(back) {
            guest.rewind(mark);
        }
        marks.truncate(back);
        walk.steps.truncate(back);
    }
    wander(guest, &mut random, &mut walk, &mut marks);
    walk
}

/// Goes on at random as far as it goes, marking every state that is left.
fn wander(guest: &mut JavaGuest, random: &mut u64, walk: &mut Walk, marks: &mut Vec<<JavaGuest as Guest>::Mark>) {
    let mut choices = Vec::new();
    while walk.steps.len() < STEPS {
        choices.clear();
        guest.choices(&mut choices);
        let Some(&choice) = choices.get(roll(random, choices.len())) else { return };
        marks.push(guest.mark());
        let status = guest.take(choice);
        walk.steps.push((choice, guest.fingerprint()));
        if !matches!(status, Status::Running) {
            return;
        }
    }
}

/// A number below another (Steele, Lea, Flood: SplitMix).
fn roll(random: &mut u64, below: usize) -> usize {
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *random;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 31) % below.max(1) as u64) as usize
}

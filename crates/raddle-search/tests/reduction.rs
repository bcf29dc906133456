//! Under every reduction a search must find out the same about a program as following all its interleavings one by one does.

mod tiny;

use raddle_search::bound::{Bound, Counted};
use raddle_search::limit::{Limits, Reached};
use raddle_search::reduce::Reduction;
use raddle_search::store::Matching;
use raddle_search::{Kind, Kinds, Observer, Options, Report, Strategy, explore};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use tiny::brute_force::{Least, Truth, brute_force};
use tiny::program::Timeouts;
use tiny::{Op, Program, Tiny, count, random, running};

/// Paths of a program that are worth following one by one.
const MOST_PATHS: u64 = 3_000;

/// Programs to be tried.
fn seeds() -> Range<u64> {
    tiny::seeds(4_000, 40_000)
}

/// Collects the states paths end in.
#[derive(Default)]
struct Ends(Mutex<BTreeSet<Vec<u8>>>);

impl Observer<Tiny> for Ends {
    fn end(&self, guest: &mut Tiny) {
        self.0.lock().unwrap().insert(guest.state.bytes());
    }
}

fn agree(program: &Program, truth: &Truth, options: &Options, name: &str) -> u64 {
    let ends = Ends::default();
    let report = explore(Tiny::maker(program), options, &ends);
    assert_eq!(report.failure, None, "{name}");
    assert!(report.is_complete(), "{name}");
    let causes = |is_wanted: fn(Kind) -> bool| -> BTreeSet<String> {
        let found = report.found.iter().chain(&report.warnings);
        found.filter(|found| is_wanted(found.finding.kind)).map(|found| found.finding.cause.clone()).collect()
    };
    assert_eq!(causes(|kind| kind != Kind::Race), truth.errors, "errors, {name}\n{program:?}");
    assert_eq!(ends.0.into_inner().unwrap(), truth.ends, "final states, {name}\n{program:?}");
    let races = causes(|kind| kind == Kind::Race);
    // Where a path comes to a state explored for good, nobody looks for races any more.
    if !options.strategy.reduce.explores_executions() || options.matching == Matching::Off {
        // Of a thread's accesses to one place the last is known, and others cannot be met before it where time-outs wait until nothing else can go on.
        let wanted = &truth.first_races;
        let has_all = program.timeouts == Timeouts::Always && races.is_superset(wanted)
            || program.timeouts != Timeouts::Always && races.is_empty() == wanted.is_empty();
        assert!(has_all, "first races {wanted:?} but {races:?}, {name}\n{program:?}");
    }
    assert!(races.is_subset(&truth.races), "races {:?} but {races:?}, {name}", truth.races);
    if options.strategy.reduce == Reduction::Optimal && options.workers == 1 && options.matching == Matching::Off {
        assert_eq!(report.counters.blocked, 0, "begun in vain, {name}\n{program:?}");
    }
    report.counters.executions
}

#[test]
fn reduced_searches_agree_with_brute_force() {
    agree_on(random::straight, &[]);
}

#[test]
fn reduced_searches_agree_on_time_outs_when_idle_and_wake_ups_without_cause() {
    agree_on(random::occasional, &[38_184]);
}

#[test]
fn reduced_searches_agree_where_the_program_ends_before_its_threads() {
    agree_on(|seed| random::leaving(random::straight(seed), seed), &[4_589, 11_399, 22_527, 23_114, 33_165]);
}

/// Of the seeds, and of others that have been wrong once.
fn agree_on(program: fn(u64) -> Program, others: &[u64]) {
    let mut compared = 0;
    let mut paths = [0; 5];
    for seed in seeds().chain(others.iter().copied()) {
        let program = program(seed);
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        compared += 1;
        paths[0] += truth.executions;
        let off = [Reduction::Clock, Reduction::Source, Reduction::Optimal, Reduction::Jpf];
        let ways = off.map(|reduce| (reduce, Matching::Off));
        let matched = [
            (Reduction::Jpf, Matching::Fingerprint),
            (Reduction::Jpf, Matching::Exact),
            (Reduction::Clock, Matching::Fingerprint),
            (Reduction::Optimal, Matching::Fingerprint),
        ];
        // Who goes on alone is company to others all the same.
        let is_sound =
            |(_, (reduce, _)): &(usize, (Reduction, Matching))| !program.spurious || *reduce != Reduction::Jpf;
        for (index, (reduce, matching)) in ways.into_iter().chain(matched).enumerate().filter(is_sound) {
            let options = Options {
                strategy: Strategy { reduce, ..Strategy::default() },
                matching,
                properties: Kinds::ALL,
                all_errors: true,
                clocks: true,
                workers: 1 + usize::from(seed % 4 == 0 && reduce != Reduction::Jpf),
                ..Options::default()
            };
            let explored = agree(&program, &truth, &options, &format!("seed {seed}, {reduce}, {matching:?}"));
            paths.get_mut(index + 1).into_iter().for_each(|paths| *paths += explored);
        }
    }
    let [all, clock, source, optimal, ..] = paths;
    assert!(all > clock && clock > source && source >= optimal, "paths: {paths:?}");
    assert!(compared > count(&seeds()) / 2, "only {compared} programs have few enough paths");
}

/// Under a bound: what paths with few preemptions come to is found, and nothing else is said to be.
#[test]
fn bounded_reductions_find_what_few_preemptions_lead_to() {
    let (seeds, mut compared) = (tiny::seeds(2_000, 20_000), 0);
    for seed in seeds.clone() {
        // A wake-up without cause that a bound makes dear may be left out where company comes cheaper.
        let occasional = Program { spurious: false, ..random::occasional(seed) };
        let program = if seed % 2 == 0 { random::straight(seed) } else { occasional };
        if brute_force(&program, Kinds::ALL, MOST_PATHS).is_none() {
            continue;
        }
        let least = Least::of(&program, Kinds::ALL, Counted::Preemptions);
        compared += 1;
        for most in 0..=least.most {
            let bound = Some(Bound { counted: Counted::Preemptions, most: Some(most) });
            let strategy = Strategy { reduce: Reduction::Optimal, bound, ..Strategy::default() };
            let (matching, properties) = (Matching::Off, Kinds::ALL);
            let workers = 1 + usize::from(seed % 4 == 0);
            let options = Options { strategy, matching, properties, all_errors: true, workers, ..Options::default() };
            let ends = Ends::default();
            let report = explore(Tiny::maker(&program), &options, &ends);
            let found = report.found.iter().filter(|found| found.finding.kind != Kind::Race);
            let found: BTreeSet<String> = found.map(|found| found.finding.cause.clone()).collect();
            let name = format!("seed {seed}, {most} preemptions\n{program:?}");
            assert_eq!((ends.0.into_inner().unwrap(), found), least.within(most), "{name}");
            let left_out = report.reached == [Reached::Bound];
            assert!(report.reached.is_empty() || left_out, "{:?}, {name}", report.reached);
            assert!(left_out || least.within(most) == least.within(least.most), "{name}");
        }
    }
    assert!(compared > count(&seeds) / 2, "only {compared} programs have few enough paths");
}

/// Programs with loops: whoever goes round alone must let the others have their turn.
#[test]
fn what_one_thread_alone_accesses_leaves_loops_as_they_are() {
    let (seeds, mut compared, mut states) = (tiny::seeds(1_000, 10_000), 0, [0; 2]);
    for seed in seeds.clone() {
        let program = random::looping(seed);
        let limits = Limits { states: Some(20_000), ..Limits::default() };
        let [plain, reduced] = [Reduction::None, Reduction::Jpf].map(|reduce| {
            let strategy = Strategy { reduce, ..Strategy::default() };
            let limits = limits.clone();
            let options = Options { strategy, properties: Kinds::ALL, all_errors: true, limits, ..Options::default() };
            let ends = Ends::default();
            let report = explore(Tiny::maker(&program), &options, &ends);
            let found = report.found.iter().filter(|found| found.finding.kind != Kind::Race);
            let causes: BTreeSet<String> = found.map(|found| found.finding.cause.clone()).collect();
            (report.is_complete().then_some((ends.0.into_inner().unwrap(), causes)), report.counters.states)
        });
        if plain.0.is_none() {
            continue;
        }
        assert_eq!(plain.0, reduced.0, "seed {seed}\n{program:?}");
        compared += 1;
        states[0] += plain.1;
        states[1] += reduced.1;
    }
    eprintln!("{compared} programs with loops; states, all, by jpf: {states:?}");
    assert!(compared > count(&seeds) / 2, "only {compared} programs have few enough states");
    assert!(states[1] < states[0], "nothing was left out: {states:?}");
}

/// Programs with loops: the plain search knows what they do.
#[test]
fn reduced_searches_of_loops_agree_with_the_plain_search() {
    let (mut compared, mut executions, mut in_vain) = (0, 0, 0);
    for seed in seeds().chain([35_070]) {
        let program = random::looping(seed);
        let plain = Options { properties: Kinds::ALL, all_errors: true, ..Options::default() };
        let known = Ends::default();
        let limits = Limits { states: Some(20_000), ..Limits::default() };
        let truth = explore(Tiny::maker(&program), &Options { limits, ..plain.clone() }, &known);
        if !truth.is_complete() {
            continue;
        }
        let limits = Limits { executions: Some(2_000), depth: Some(60), ..Limits::default() };
        let known = known.0.into_inner().unwrap();
        for (matching, workers) in [(Matching::Off, 1), (Matching::Fingerprint, 1), (Matching::Fingerprint, 2)] {
            let strategy = Strategy { reduce: Reduction::Optimal, ..Strategy::default() };
            let ends = Ends::default();
            let limits = limits.clone();
            let options = Options { strategy, matching, workers, limits, clocks: true, ..plain.clone() };
            let report = explore(Tiny::maker(&program), &options, &ends);
            assert_eq!(report.failure, None, "seed {seed}");
            let causes = |report: &Report| -> BTreeSet<String> {
                let found = report.found.iter().filter(|found| found.finding.kind != Kind::Race);
                found.map(|found| found.finding.cause.clone()).collect()
            };
            let (found, there) = (causes(&report), causes(&truth));
            assert!(found.is_subset(&there), "seed {seed}, {matching:?}: {found:?} but {there:?}\n{program:?}");
            if report.is_complete() {
                compared += 1;
                if matching == Matching::Off {
                    executions += report.counters.executions;
                    in_vain += report.counters.blocked;
                }
                assert_eq!(found, there, "seed {seed}, {matching:?}\n{program:?}");
                assert_eq!(ends.0.into_inner().unwrap(), known, "seed {seed}, {matching:?}\n{program:?}");
            }
        }
    }
    assert!(compared > count(&seeds()) / 2, "only {compared} searches come to an end");
    assert_eq!(in_vain, 0, "of {executions} executions begun in vain");
}

/// Where one worker gives away what lies ahead of its path, and the other takes the rest as well, the races on the way there are still looked at: the one does not
/// come to the end of its path.
#[test]
fn races_are_found_on_a_path_that_others_take_to_its_ends() {
    let waiter = [Op::Lock(1), Op::Wait { lock: 1, timed: true }, Op::Unlock(1)];
    let reader = [Op::Lock(0), Op::Read { var: 1, reg: 0 }, Op::Wait { lock: 0, timed: true }];
    let writer = [Op::Lock(1), Op::Write { var: 1, value: 2 }, Op::Read { var: 2, reg: 0 }, Op::Unlock(1)];
    let program = Program { timeouts: Timeouts::Idle, ..tiny::program(&[&waiter, &reader, &writer]) };
    for _ in 0..500 {
        let strategy = Strategy { reduce: Reduction::Source, ..Strategy::default() };
        let options = Options { strategy, matching: Matching::Off, workers: 2, ..Options::default() };
        let ends = Ends::default();
        assert!(explore(Tiny::maker(&program), &options, &ends).is_complete());
        assert_eq!(ends.0.into_inner().unwrap().len(), 2, "the write comes before the read, or after it");
    }
}

/// Threads that increment a variable without a lock: n!² classes, whoever explores them.
#[test]
fn every_class_is_explored_once() {
    let increment = vec![Op::Read { var: 0, reg: 0 }, Op::Add { reg: 0 }, Op::WriteReg { var: 0, reg: 0 }];
    let program = running(vec![increment; 4]);
    for (reduce, workers) in
        [(Reduction::Optimal, 1), (Reduction::Optimal, 2), (Reduction::Source, 1), (Reduction::Source, 2)]
    {
        let strategy = Strategy { reduce, ..Strategy::default() };
        let options = Options { strategy, matching: Matching::Off, workers, ..Options::default() };
        let report = explore(Tiny::maker(&program), &options, &());
        assert_eq!(report.counters.executions, 576, "{reduce}, {workers} workers");
    }
}

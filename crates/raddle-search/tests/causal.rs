//! A causal search must find out the same about a program as following all its interleavings one by one does: the same assertions fail, the same deadlocks
//! and races happen, and threads read the same values.

mod tiny;

use raddle_search::bound::{Bound, Counted};
use raddle_search::{FrontierKind, Kind, Kinds, Observer, Options, Report, Status, Strategy, explore};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use tiny::brute_force::{Least, brute_force};
use tiny::state::State;
use tiny::{Op, Program, Tiny, count, program, random};

/// Paths of a program that are worth following one by one.
const MOST_PATHS: u64 = 1_500;

/// Programs to be tried.
fn seeds() -> Range<u64> {
    tiny::seeds(2_000, 20_000)
}

/// The first of them, one in so many.
fn few_seeds(one_in: u64) -> Range<u64> {
    seeds().start..seeds().start + count(&seeds()) / one_in
}

/// Programs that a long run found a mistake with: 9520 has a race with a thread started by a step that fails, 15680 one behind a read of what such a
/// step writes, 64434 a deadlock behind a notification that comes before several could wait for it; in
/// 91116 and 130267 critical sections that are left open exclude each other on the way to a value.
const FOUND: [u64; 5] = [9_520, 15_680, 64_434, 91_116, 130_267];

/// The same where threads are left behind: in 12250 a read is the last of its thread or not by what it sees.
const FOUND_LEAVING: [u64; 1] = [12_250];

/// What each thread has read when all have come to their end. (Deadlocks are predicted, and told apart by where threads wait.)
type Histories = BTreeSet<Vec<Vec<u8>>>;

/// Collects what threads have read where paths end.
#[derive(Default)]
struct Seen(Mutex<Histories>);

impl Observer<Tiny> for Seen {
    fn end(&self, guest: &mut Tiny) {
        if guest.state.stuck().is_none() {
            self.0.lock().unwrap().insert(guest.seen.clone());
        }
    }
}

fn options() -> Options {
    let strategy = Strategy::from(FrontierKind::Causal);
    Options { strategy, properties: Kinds::ALL, all_errors: true, ..Options::default() }
}

fn search(program: &Program) -> (Report, Histories) {
    search_by(program, &options())
}

fn search_by(program: &Program, options: &Options) -> (Report, Histories) {
    let seen = Seen::default();
    let report = explore(Tiny::maker(program), options, &seen);
    (report, seen.0.into_inner().unwrap())
}

fn errors(report: &Report) -> BTreeSet<String> {
    let found = report.found.iter().filter(|found| found.finding.kind != Kind::Race);
    found.map(|found| found.finding.cause.clone()).collect()
}

fn races(report: &Report) -> BTreeSet<String> {
    let found = report.found.iter().filter(|found| found.finding.kind == Kind::Race);
    found.map(|found| found.finding.cause.clone()).collect()
}

/// What threads read on all paths that end, by following them one by one; none, if there are too many.
fn histories(program: &Program) -> Option<Histories> {
    let mut found = BTreeSet::new();
    let mut paths = 0;
    let none = vec![Vec::new(); program.threads.len()];
    follow(program, &State::new(program), &none, &mut paths, &mut found).then_some(found)
}

fn follow(program: &Program, state: &State, seen: &[Vec<u8>], paths: &mut u64, found: &mut Histories) -> bool {
    let choices = state.choices(program);
    if choices.is_empty() {
        if state.stuck().is_none() {
            found.insert(seen.to_vec());
        }
        *paths += 1;
        return *paths <= MOST_PATHS;
    }
    choices.into_iter().all(|choice| {
        let (mut state, mut seen) = (state.clone(), seen.to_vec());
        seen[choice.thread as usize].extend(state.about_to_see(program, choice));
        match state.take(program, choice) {
            Status::Violated(_) | Status::Ignored => {
                *paths += 1;
                *paths <= MOST_PATHS
            }
            _ => follow(program, &state, &seen, paths, found),
        }
    })
}

/// What threads read on all paths that end with so many preemptions at most.
fn histories_within(program: &Program, most: u32) -> Histories {
    let mut found = BTreeSet::new();
    let none = vec![Vec::new(); program.threads.len()];
    follow_within(program, &State::new(program), None, &none, most, &mut found);
    found
}

fn follow_within(
    program: &Program,
    state: &State,
    last: Option<u32>,
    seen: &[Vec<u8>],
    most: u32,
    found: &mut Histories,
) {
    let choices = state.choices(program);
    if choices.is_empty() && state.stuck().is_none() {
        found.insert(seen.to_vec());
    }
    for choice in choices {
        let goes_on = last.filter(|last| state.could_go_on(program, *last as usize));
        let Some(most) = most.checked_sub(u32::from(goes_on.is_some_and(|last| last != choice.thread))) else {
            continue;
        };
        let (mut state, mut seen) = (state.clone(), seen.to_vec());
        seen[choice.thread as usize].extend(state.about_to_see(program, choice));
        if !matches!(state.take(program, choice), Status::Violated(_) | Status::Ignored) {
            follow_within(program, &state, Some(choice.thread), &seen, most, found);
        }
    }
}

fn compare(name: &str, make: impl Fn(u64) -> Program) {
    let (mut compared, mut executed, mut classes, mut paths) = (0, 0, 0, 0);
    let found = FOUND.into_iter().filter(|seed| !seeds().contains(seed));
    for seed in seeds().chain(found) {
        let program = make(seed);
        let Some(known) = histories(&program) else { continue };
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        let (report, seen) = search(&program);
        assert_eq!(report.failure, None, "{name} {seed}\n{program:?}");
        assert!(report.is_complete(), "{name} {seed}");
        assert_eq!(seen, known, "histories, {name} {seed}\n{program:?}");
        assert_eq!(errors(&report), truth.errors, "errors, {name} {seed}\n{program:?}");
        let races = races(&report);
        assert!(races.is_superset(&truth.first_races), "{races:?}, {:?}, {name} {seed}", truth.first_races);
        assert!(races.is_subset(&truth.races), "{races:?} but {:?}, {name} {seed}", truth.races);
        compared += 1;
        executed += report.counters.executions;
        classes += known.len() as u64;
        paths += truth.executions;
    }
    eprintln!("{name}: {compared} programs, {paths} paths, {classes} histories, {executed} executions");
    assert!(compared > count(&seeds()) / 2, "only {compared} programs have few enough paths");
}

#[test]
fn causal_search_of_shared_variables_comes_to_what_interleavings_come_to() {
    compare("sharing", random::sharing);
}

#[test]
fn causal_search_comes_to_what_interleavings_come_to() {
    compare("straight", random::straight);
}

/// Where the program ends without some of its threads, whoever is last of the others ends it: what those others read is the same, and so are the errors.
fn compare_leaving(make: impl Fn(u64) -> Program) {
    let (mut compared, mut complete) = (0, 0);
    let found = FOUND_LEAVING.into_iter().filter(|seed| !seeds().contains(seed));
    for seed in seeds().chain(found) {
        let program = random::leaving(make(seed), seed);
        let Some(known) = histories(&program).filter(|_| !program.daemons.is_empty()) else { continue };
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        let (report, seen) = search(&program);
        assert_eq!(report.failure, None, "{seed}\n{program:?}");
        let waited_for = |histories: Histories| -> Histories {
            let others = |seen: Vec<Vec<u8>>| {
                let others = seen.into_iter().enumerate().filter(|(thread, _)| !program.daemons.contains(thread));
                others.map(|(_, seen)| seen).collect()
            };
            histories.into_iter().map(others).collect()
        };
        let (seen, known) = (waited_for(seen), waited_for(known));
        assert!(seen.is_subset(&known) && errors(&report).is_subset(&truth.errors), "{seed}\n{program:?}");
        if report.is_complete() {
            assert_eq!((seen, errors(&report)), (known, truth.errors), "{seed}\n{program:?}");
            complete += 1;
        }
        compared += 1;
    }
    eprintln!("{compared} programs that leave threads behind, {complete} searched completely");
    assert!(compared > count(&seeds()) / 4, "only {compared} programs leave threads behind");
    assert!(complete > compared * 19 / 20, "only {complete} of {compared} searches are complete");
}

#[test]
fn who_ends_the_program_is_told_apart() {
    compare_leaving(random::sharing);
    compare_leaving(random::straight);
}

/// The last end may be one by an error that nobody asks for.
#[test]
fn who_ends_the_program_by_an_error_is_told_apart() {
    let properties = Kinds::NONE.with(Kind::Deadlock);
    for seed in seeds() {
        let program = random::leaving(random::straight(seed), seed);
        let Some(truth) = brute_force(&program, properties, MOST_PATHS) else { continue };
        let (report, _) = search_by(&program, &Options { properties, ..options() });
        assert_eq!(report.failure, None, "{seed}\n{program:?}");
        let errors = errors(&report);
        assert!(errors.is_subset(&truth.errors), "{errors:?} but {:?}, {seed}\n{program:?}", truth.errors);
        assert!(!report.is_complete() || errors == truth.errors, "{:?}, {seed}\n{program:?}", truth.errors);
    }
}

/// Within a bound nothing is missed; more may be executed, since one execution stands for all of its class.
fn compare_bounded(make: impl Fn(u64) -> Program) {
    let mut left_out = 0;
    for seed in few_seeds(4) {
        let program = make(seed);
        let Some(all) = histories(&program) else { continue };
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        let least = Least::of(&program, Kinds::ALL, Counted::Preemptions);
        for most in 0..=2 {
            let mut options = options();
            options.strategy.bound = Some(Bound { counted: Counted::Preemptions, most: Some(most) });
            let (report, seen) = search_by(&program, &options);
            assert_eq!(report.failure, None, "{seed}\n{program:?}");
            let within = histories_within(&program, most);
            assert!(seen.is_superset(&within) && seen.is_subset(&all), "{most}, {seed}\n{program:?}");
            let (errors, within) = (errors(&report), least.within(most).1);
            assert!(errors.is_superset(&within), "{errors:?} but {within:?}, {most}, {seed}\n{program:?}");
            assert!(errors.is_subset(&truth.errors), "{seed}");
            if report.is_complete() {
                assert_eq!((&seen, &errors), (&all, &truth.errors), "{most}, {seed}\n{program:?}");
            } else {
                left_out += 1;
            }
        }
    }
    assert!(left_out > 0);
}

#[test]
fn a_bound_on_preemptions_leaves_out_nothing_within_it() {
    compare_bounded(random::sharing);
    compare_bounded(random::straight);
}

#[test]
fn several_workers_find_what_one_does() {
    for seed in few_seeds(10) {
        for program in [random::sharing(seed), random::straight(seed)] {
            let (one, seen) = search(&program);
            let (report, by_three) = search_by(&program, &Options { workers: 3, ..options() });
            assert_eq!((&report.failure, report.is_complete()), (&None, one.is_complete()), "{seed}\n{program:?}");
            assert_eq!(by_three, seen, "{seed}\n{program:?}");
            assert_eq!((errors(&report), races(&report)), (errors(&one), races(&one)), "{seed}\n{program:?}");
            // How many there are beyond one for each history depends on who comes first.
            assert!(report.counters.executions >= by_three.len() as u64, "{seed}\n{program:?}");
        }
    }
}

/// Who notifies all does not see whom: one that waits for a variable is woken too early, at the right time, or does not wait, and it is
/// nothing new if the one who wakes it too early comes before it waits.
#[test]
fn whom_a_notification_of_all_wakes_makes_no_classes() {
    let (wait, to) = (Op::Wait { lock: 0, timed: false }, 5);
    let read = |reg| Op::Read { var: 0, reg };
    let waiter = [Op::Lock(0), read(0), Op::JumpUnless { reg: 0, value: 0, to }, wait, read(1), Op::Unlock(0)];
    let early = [Op::Lock(0), Op::NotifyAll(0), Op::Unlock(0)];
    let right = [Op::Lock(0), Op::Write { var: 0, value: 1 }, Op::NotifyAll(0), Op::Unlock(0)];
    let (report, seen) = search(&program(&[&waiter, &early, &right]));
    assert_eq!((report.counters.executions, seen.len(), report.is_complete()), (3, 3, true), "{seen:?}");
}

/// Threads that increment a variable without a lock: what they read is an ordered partition of them.
#[test]
fn racing_increments_have_as_many_classes_as_there_are_ordered_partitions() {
    let increment = [Op::Read { var: 0, reg: 0 }, Op::Add { reg: 0 }, Op::WriteReg { var: 0, reg: 0 }];
    for (threads, partitions) in [(2, 3), (3, 13), (4, 75), (5, 541)] {
        let (report, _) = search(&program(&vec![&increment[..]; threads]));
        assert_eq!((report.counters.executions, report.is_complete()), (partitions, true), "{threads} threads");
    }
}

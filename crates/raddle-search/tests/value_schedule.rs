//! A search of value schedules must find out the same about a program as following all its interleavings one by one does, and go through
//! each way in which reads can see writes, and locks be taken, exactly once.

mod tiny;

use raddle_search::limit::Limits;
use raddle_search::{FrontierKind, Kind, Kinds, Observer, Options, Report, Strategy, explore};
use raddle_vm::event::{Action, Location};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use tiny::brute_force::brute_force;
use tiny::program::VARS;
use tiny::state::State;
use tiny::{Op, Program, Tiny, count, program, random};

/// Paths of a program that are worth following one by one.
const MOST_PATHS: u64 = 1_500;

/// Programs to be tried.
fn seeds() -> Range<u64> {
    tiny::seeds(2_000, 100_000)
}

/// Programs with loops that a long run found a mistake with: in 23227 a thread goes round for ever only if a write that nobody sees came before the
/// one it sees.
const FOUND: [u64; 1] = [23_227];

/// Collects the states paths end in.
#[derive(Default)]
struct Ends(Mutex<BTreeSet<Vec<u8>>>);

impl Observer<Tiny> for Ends {
    fn end(&self, guest: &mut Tiny) {
        self.0.lock().unwrap().insert(guest.state.bytes());
    }
}

fn options() -> Options {
    let strategy = Strategy::from(FrontierKind::ValueSchedule);
    Options { strategy, properties: Kinds::ALL, all_errors: true, ..Options::default() }
}

fn search(program: &Program) -> (Report, BTreeSet<Vec<u8>>) {
    let ends = Ends::default();
    let report = explore(Tiny::maker(program), &options(), &ends);
    (report, ends.0.into_inner().unwrap())
}

fn errors(report: &Report) -> BTreeSet<String> {
    let found = report.found.iter().filter(|found| found.finding.kind != Kind::Race);
    found.map(|found| found.finding.cause.clone()).collect()
}

/// What threads know at the end: what is in variables that nobody reads any more is left open.
fn of_threads(ends: &BTreeSet<Vec<u8>>) -> BTreeSet<Vec<u8>> {
    ends.iter().map(|end| end[VARS..].to_vec()).collect()
}

/// An operation of a thread by its number among those, and of a read the operation of a thread that it saw.
type Operation = (u32, Option<(u32, usize)>);

/// Which write each read sees, and in which order locks are taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Schedule {
    threads: BTreeMap<u32, Vec<Operation>>,
    locks: BTreeMap<u64, Vec<(u32, usize)>>,
}

/// All of them, by following all interleavings; `None` if there are too many.
fn schedules(program: &Program) -> Option<BTreeSet<Schedule>> {
    let mut found = BTreeSet::new();
    let mut paths = 0;
    follow(program, &State::new(program), &Schedule::default(), &BTreeMap::new(), &mut paths, &mut found)
        .then_some(found)
}

fn follow(
    program: &Program,
    state: &State,
    schedule: &Schedule,
    last: &BTreeMap<u32, (u32, usize)>,
    paths: &mut u64,
    found: &mut BTreeSet<Schedule>,
) -> bool {
    let choices = state.choices(program);
    if choices.is_empty() {
        found.insert(schedule.clone());
        *paths += 1;
        return *paths <= MOST_PATHS;
    }
    choices.into_iter().all(|choice| {
        let (mut state, mut schedule, mut last) = (state.clone(), schedule.clone(), last.clone());
        let event = state.pending(program, choice.thread as usize).expect("it can go on");
        let own = schedule.threads.entry(choice.thread).or_default();
        let step = (choice.thread, own.len());
        let mut from = None;
        match event.location {
            Location::Static(field) => {
                if event.action != Action::Write {
                    from = last.get(&field.0).copied();
                }
                if event.action != Action::Read {
                    last.insert(field.0, step);
                }
            }
            Location::Monitor(lock) if event.action == Action::Lock => {
                schedule.locks.entry(lock).or_default().push(step)
            }
            _ => {}
        }
        schedule.threads.entry(choice.thread).or_default().push((event.site.pc, from));
        state.take(program, choice);
        follow(program, &state, &schedule, &last, paths, found)
    })
}

#[test]
fn each_value_schedule_is_executed_once() {
    let (mut compared, mut executed, mut refuted, mut paths) = (0, 0, 0, 0);
    for seed in seeds() {
        let program = random::sharing(seed);
        let Some(known) = schedules(&program) else { continue };
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        let (report, ends) = search(&program);
        assert_eq!(report.failure, None, "seed {seed}\n{program:?}");
        assert!(report.is_complete(), "seed {seed}");
        assert_eq!(of_threads(&ends), of_threads(&truth.ends), "seed {seed}\n{program:?}");
        assert_eq!(errors(&report), truth.errors, "seed {seed}\n{program:?}");
        assert_eq!(report.counters.executions, known.len() as u64, "seed {seed}\n{program:?}");
        compared += 1;
        executed += report.counters.executions;
        refuted += report.counters.refuted.infeasible + report.counters.refuted.control_flow;
        paths += truth.executions;
    }
    eprintln!("{compared} programs, {paths} paths, {executed} value schedules, {refuted} refuted");
    assert!(compared > count(&seeds()) / 2, "only {compared} programs have few enough paths");
}

#[test]
fn value_schedules_come_to_what_interleavings_come_to() {
    let (mut compared, mut executed, mut refuted, mut paths) = (0, 0, 0, 0);
    for seed in seeds() {
        let program = random::straight(seed);
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        let (report, ends) = search(&program);
        assert_eq!(report.failure, None, "seed {seed}\n{program:?}");
        assert!(report.is_complete(), "seed {seed}");
        assert_eq!(errors(&report), truth.errors, "errors, seed {seed}\n{program:?}");
        assert_eq!(of_threads(&ends), of_threads(&truth.ends), "final states, seed {seed}\n{program:?}");
        compared += 1;
        executed += report.counters.executions;
        refuted += report.counters.refuted.infeasible + report.counters.refuted.control_flow;
        paths += truth.executions;
    }
    eprintln!("{compared} programs, {paths} paths, {executed} value schedules, {refuted} refuted");
    assert!(executed < paths, "{executed} value schedules, {paths} paths");
    assert!(compared > count(&seeds()) / 2, "only {compared} programs have few enough paths");
}

/// Programs with loops: the plain search knows what they do.
#[test]
fn value_schedules_of_loops_come_to_what_the_plain_search_comes_to() {
    let mut compared = 0;
    for seed in seeds().chain(FOUND) {
        let program = random::looping(seed);
        let plain = Options { properties: Kinds::ALL, all_errors: true, ..Options::default() };
        let known = Ends::default();
        let limits = Limits { states: Some(5_000), ..Limits::default() };
        let truth = explore(Tiny::maker(&program), &Options { limits, ..plain }, &known);
        if !truth.is_complete() {
            continue;
        }
        let ends = Ends::default();
        let limits =
            Limits { executions: Some(1_000), transitions: Some(50_000), depth: Some(60), ..Limits::default() };
        let report = explore(Tiny::maker(&program), &Options { limits, ..options() }, &ends);
        assert_eq!(report.failure, None, "seed {seed}\n{program:?}");
        let (found, there) = (errors(&report), errors(&truth));
        assert!(found.is_subset(&there), "seed {seed}: {found:?} but {there:?}\n{program:?}");
        if report.is_complete() {
            compared += 1;
            assert_eq!(found, there, "seed {seed}\n{program:?}");
            let (ends, known) = (ends.0.into_inner().unwrap(), known.0.into_inner().unwrap());
            assert_eq!(of_threads(&ends), of_threads(&known), "seed {seed}\n{program:?}");
        }
    }
    eprintln!("{compared} programs with loops");
    assert!(compared > count(&seeds()) / 4, "only {compared} searches come to an end");
}

/// Threads that increment a variable without a lock: who reads from whom is a forest.
#[test]
fn racing_increments_have_as_many_value_schedules_as_there_are_forests() {
    let increment = [Op::Read { var: 0, reg: 0 }, Op::Add { reg: 0 }, Op::WriteReg { var: 0, reg: 0 }];
    for (threads, forests) in [(2, 3), (3, 16), (4, 125), (5, 1296)] {
        let (report, _) = search(&program(&vec![&increment[..]; threads]));
        assert_eq!((report.counters.executions, report.counters.refuted.infeasible), (forests, 0), "{threads} threads");
    }
}

/// Who reads the last write of another thread has to be put off twice, and that there is such a write shows only where it is not put off at all.
#[test]
fn a_read_is_put_off_for_what_showed_before_it_was() {
    let reader = [Op::Write { var: 1, value: 1 }, Op::Lock(1), Op::Read { var: 1, reg: 1 }, Op::Unlock(1)];
    let writer = [
        Op::Read { var: 0, reg: 1 },
        Op::Write { var: 1, value: 0 },
        Op::Read { var: 1, reg: 0 },
        Op::JumpUnless { reg: 0, value: 1, to: 5 },
        Op::Write { var: 1, value: 0 },
    ];
    let program = program(&[&reader, &writer]);
    let known = schedules(&program).expect("few paths");
    assert_eq!(search(&program).0.counters.executions, known.len() as u64);
}

/// Who is notified by one that never leaves the monitor could have timed out before.
#[test]
fn a_notification_after_which_nobody_can_go_on_takes_a_time_out_away() {
    let program = program(&[
        &[Op::Lock(1), Op::NotifyAll(1), Op::Park { timed: false }, Op::Unlock(1)],
        &[Op::Lock(1), Op::Wait { lock: 1, timed: true }, Op::Unlock(1)],
    ]);
    let truth = brute_force(&program, Kinds::ALL, MOST_PATHS).expect("few paths");
    assert_eq!(errors(&search(&program).0), truth.errors);
}

/// A write that ends the path is put off for what nobody accesses but the other thread.
#[test]
fn what_ends_the_path_is_put_off_for_whatever_others_do() {
    let program = program(&[
        &[
            Op::Read { var: 0, reg: 1 },
            Op::Set { reg: 0, value: 1 },
            Op::Write { var: 1, value: 0 },
            Op::AssumeNot { reg: 0, value: 1 },
        ],
        &[Op::Read { var: 1, reg: 1 }, Op::Write { var: 2, value: 2 }, Op::AssertNot { reg: 0, value: 0 }],
    ]);
    let truth = brute_force(&program, Kinds::ALL, MOST_PATHS).expect("few paths");
    assert_eq!(errors(&search(&program).0), truth.errors);
}

/// That threads are started again and again is no write that a read could see.
#[test]
fn starts_are_no_writes() {
    let program = random::looping(17_555);
    let limits = Limits { executions: Some(1_000), transitions: Some(50_000), depth: Some(60), ..Limits::default() };
    let report = explore(Tiny::maker(&program), &Options { limits, ..options() }, &());
    assert_eq!(report.failure, None);
}

/// What it saw before the write again and again makes no difference.
#[test]
fn a_thread_that_waits_for_a_write_goes_round_once() {
    let waiting =
        [Op::Read { var: 0, reg: 0 }, Op::JumpUnless { reg: 0, value: 1, to: 0 }, Op::Write { var: 1, value: 1 }];
    let program = program(&[&waiting, &[Op::Write { var: 0, value: 1 }]]);
    let limits = Limits { executions: Some(100), ..Limits::default() };
    let report = explore(Tiny::maker(&program), &Options { limits, ..options() }, &());
    assert!(report.is_complete());
}

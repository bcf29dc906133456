//! Slice-n-dice must come to a target whenever following all interleavings does, and must not say that it cannot be when it can.

mod tiny;

use raddle_search::frontier::FrontierKind;
use raddle_search::limit::{Limits, Reached};
use raddle_search::reduce::Reduction;
use raddle_search::replay::replay;
use raddle_search::slice::{Outcome, Why, explore};
use raddle_search::store::Matching;
use raddle_search::{Guest, Kinds, Options, Status, Strategy};
use std::collections::{BTreeSet, HashSet};
use std::ops::{ControlFlow, Range};
use tiny::Op::*;
use tiny::guest::failed;
use tiny::state::State;
use tiny::statics::{At, TinyStatics};
use tiny::{Op, Program, Tiny, count, program, random};

/// States of a program that are worth looking at one by one.
const MOST_STATES: usize = 5_000;

/// The operations some execution comes to, found by looking at every state; `None` if there are too many.
fn truth(program: &Program) -> Option<BTreeSet<At>> {
    let mut come_to = BTreeSet::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut work = vec![State::new(program)];
    while let Some(state) = work.pop() {
        for choice in state.choices(program) {
            let thread = choice.thread as usize;
            let done = (thread, state.threads[thread].pc as usize);
            let mut next = state.clone();
            let status = next.take(program, choice);
            if status == Status::Ignored {
                continue;
            }
            come_to.insert(done);
            come_to.extend(failed(&status));
            if seen.insert(next.bytes()) {
                work.push(next);
            }
        }
        if seen.len() > MOST_STATES {
            return None;
        }
    }
    Some(come_to)
}

fn look_for(program: &Program, targets: &[At]) -> Outcome {
    look_by(program, targets, PLAIN)
}

/// By what a round is explored, and how states are recognised.
type Way = (Reduction, Matching);

const PLAIN: Way = (Reduction::None, Matching::Fingerprint);
const REDUCED: [Way; 6] = [
    (Reduction::Clock, Matching::Off),
    (Reduction::Source, Matching::Off),
    (Reduction::Optimal, Matching::Off),
    (Reduction::Clock, Matching::Fingerprint),
    (Reduction::Source, Matching::Fingerprint),
    (Reduction::Optimal, Matching::Fingerprint),
];

fn look_by(program: &Program, targets: &[At], (reduce, matching): Way) -> Outcome {
    let strategy = Strategy { frontier: FrontierKind::Slice, reduce, ..Strategy::default() };
    // Without matching, a loop that changes something is followed as long as it goes; and a few programs have very many classes.
    let depth = (matching == Matching::Off).then_some(30);
    let executions = depth.map(|_| 100);
    let states = (reduce != Reduction::None).then_some(2_000);
    let limits = Limits { depth, executions, states, ..Limits::default() };
    let options = Options { strategy, matching, limits, properties: Kinds::NONE, ..Options::default() };
    let make = || Ok(Tiny::aiming(program, targets));
    explore(make, &TinyStatics::new(program, targets), targets.len() as u32, &options, &())
}

/// The assertions of a program, and the last operation of each thread that others could notice.
fn targets(program: &Program) -> Vec<At> {
    let mut targets = Vec::new();
    for (thread, ops) in program.threads.iter().enumerate() {
        let asserts = ops.iter().enumerate().filter(|(_, op)| matches!(op, Op::AssertNot { .. }));
        targets.extend(asserts.map(|(pc, _)| (thread, pc)));
        targets.extend(ops.iter().rposition(|op| op.is_visible()).map(|pc| (thread, pc)));
    }
    targets
}

/// What comes of looking for a target, if the search comes to an end.
fn agree(program: &Program, target: At, is_there: bool, way: Way, name: &str) -> Option<Outcome> {
    let name = &format!("{name}, {way:?}");
    let outcome = look_by(program, &[target], way);
    let report = &outcome.report;
    assert_eq!(report.failure, None, "{name}");
    if outcome.reached.is_empty() && way != PLAIN && !report.reached.is_empty() {
        return None;
    }
    assert!(report.reached.is_empty() || !outcome.reached.is_empty(), "{name}: {:?}", report.reached);
    assert_eq!(outcome.proved, report.found.is_empty(), "{name}");
    assert_eq!(!outcome.reached.is_empty(), is_there, "{name}, target {target:?}\n{program:?}\n{:?}", outcome.rounds);
    if let Some(found) = report.found.first() {
        let mut guest = Tiny::aiming(program, &[target]);
        replay(&mut guest, &found.schedule, |_, _, _, _| ControlFlow::Continue(()))
            .expect("it is a path of the program");
        assert_eq!(guest.came_to(), [0], "{name}");
    }
    Some(outcome)
}

fn agree_on(make: impl Fn(u64) -> Program, seeds: Range<u64>) {
    let (mut found, mut proved, mut rounds, mut aside) = (0, 0, 0, 0);
    let mut ended = [0; REDUCED.len()];
    for seed in seeds.clone() {
        let program = make(seed);
        let Some(truth) = truth(&program) else { continue };
        for target in targets(&program) {
            let is_there = truth.contains(&target);
            let name = format!("seed {seed}");
            // An operation that is done before anything can be chosen is no target.
            let outcome = agree(&program, target, is_there, PLAIN, &name).expect("states are matched");
            for (way, ended) in REDUCED.into_iter().zip(&mut ended) {
                *ended += u64::from(agree(&program, target, is_there, way, &name).is_some());
            }
            found += u64::from(is_there);
            proved += u64::from(!is_there);
            rounds += u64::from(is_there && outcome.rounds.len() > 2);
            aside += u64::from(outcome.rounds.iter().any(|round| round.aside > 0));
        }
    }
    eprintln!(
        "{found} targets come to, {rounds} of them after a refinement, {proved} proved not to be; {aside} with threads that wait; \
        by reductions that came to an end: {ended:?}"
    );
    assert!(ended.iter().all(|ended| *ended > (found + proved) / 2), "{ended:?} of {}", found + proved);
    let count = count(&seeds);
    assert!(aside > count / 20, "{aside}");
    assert!(found > count / 2 && proved > count / 4 && rounds > count / 50, "{found}, {proved}, {rounds}");
}

#[test]
fn targets_of_straight_programs_are_come_to_whenever_they_can_be() {
    agree_on(random::straight, tiny::seeds(3_000, 60_000));
}

#[test]
fn targets_of_programs_with_loops_are_come_to_whenever_they_can_be() {
    agree_on(random::looping, tiny::seeds(250, 10_000));
}

#[test]
fn targets_are_come_to_with_time_outs_when_idle_and_wake_ups_without_cause() {
    agree_on(random::occasional, tiny::seeds(1_500, 40_000));
}

#[test]
fn targets_are_come_to_where_the_program_ends_before_its_threads() {
    agree_on(|seed| random::leaving(random::straight(seed), seed), tiny::seeds(1_500, 40_000));
}

/// Programs whose threads look at something in the end, and do one thing more if they see what they look for.
fn looking(seed: u64) -> Program {
    let mut program = random::straight(seed);
    for (thread, ops) in program.threads.iter_mut().enumerate() {
        let number = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(8 * thread as u32);
        let (var, value, other) = (number as u8 % 4, (number >> 8) as u8 % 4, (number >> 16) as u8 % 4);
        let end = ops.len() as u8 + 3;
        let look = [Read { var, reg: 0 }, JumpUnless { reg: 0, value, to: end }, Write { var: other, value }];
        ops.extend(look);
    }
    program
}

#[test]
fn targets_of_threads_that_look_last_are_come_to_whenever_they_can_be() {
    agree_on(looking, tiny::seeds(1_000, 20_000));
}

/// What decides is `x > 6`; tiny programs compare by being equal. One thread can change `x`, another only reads it (table 3.1).
#[test]
fn a_thread_that_only_reads_never_interleaves() {
    let program = program(&[
        &[Update { var: 2, reg: 0 }, Read { var: 2, reg: 0 }, AssertNot { reg: 0, value: 3 }],
        &[Write { var: 2, value: 3 }],
        &[Read { var: 2, reg: 0 }, WriteReg { var: 1, reg: 0 }],
    ]);
    let outcome = look_for(&program, &[(0, 2)]);
    let threads: Vec<&[u32]> = outcome.rounds.iter().map(|round| &round.threads[..]).collect();
    assert_eq!(threads, [&[][..], &[0], &[0, 1]]);
    assert_eq!(outcome.rounds[2].why, Why::Change { read: Some(0), written: Some(256) });
    assert_eq!(outcome.reached, [0].into());
}

/// A checker between two writes of one setter of five: four need not interleave.
#[test]
fn of_threads_that_overwrite_one_is_added() {
    let checker = [
        Read { var: 0, reg: 0 },
        JumpUnless { reg: 0, value: 1, to: 4 },
        Read { var: 1, reg: 1 },
        AssertNot { reg: 1, value: 0 },
    ];
    let setter: &[Op] = &[Write { var: 0, value: 1 }, Write { var: 1, value: 1 }];
    let outcome = look_for(&program(&[&checker, setter, setter, setter, setter, setter]), &[(0, 3)]);
    assert_eq!(outcome.reached, [0].into());
    assert_eq!(outcome.rounds.last().unwrap().threads, [0, 1]);
}

/// Three of three have to add at the same time for one addition to be all that is left.
#[test]
fn of_threads_that_add_all_are_added() {
    let add: &[Op] = &[Read { var: 0, reg: 0 }, Add { reg: 0 }, WriteReg { var: 0, reg: 0 }];
    let check = [Join(1), Join(2), Join(3), Read { var: 0, reg: 0 }, AssertNot { reg: 0, value: 1 }];
    let outcome = look_for(&program(&[&check, add, add, add]), &[(0, 4)]);
    assert_eq!(outcome.reached, [0].into());
    let threads: Vec<&[u32]> = outcome.rounds.iter().map(|round| &round.threads[..]).collect();
    assert_eq!(threads, [&[][..], &[0], &[0, 1, 2, 3]]);
}

/// The counterexample of docs/slice.md.
#[test]
fn synchronisation_by_a_thread_outside_of_every_slice_of_values_counts() {
    let program = program(&[
        &[Read { var: 0, reg: 0 }, AssertNot { reg: 0, value: 1 }],
        &[Park { timed: false }, Write { var: 0, value: 1 }, Park { timed: false }, Write { var: 0, value: 0 }],
        &[Unpark(1), Park { timed: true }, Unpark(1)],
    ]);
    let outcome = look_for(&program, &[(0, 1)]);
    assert_eq!(outcome.reached, [0].into());
}

/// Nobody runs the target's code: what others write there would not matter.
#[test]
fn what_an_unreached_read_would_read_does_not_count() {
    let checker = [
        Read { var: 3, reg: 0 },
        JumpUnless { reg: 0, value: 1, to: 5 },
        Read { var: 0, reg: 1 },
        JumpUnless { reg: 1, value: 1, to: 5 },
        Write { var: 1, value: 1 },
    ];
    let setter: &[Op] = &[Write { var: 0, value: 1 }, Write { var: 0, value: 2 }];
    let outcome = look_for(&program(&[&checker, setter, setter, setter]), &[(0, 4)]);
    assert!(outcome.proved);
    assert_eq!(outcome.rounds.last().unwrap().threads, [0]);
}

#[test]
fn several_targets_are_looked_for_at_once_and_limits_hold_for_all_rounds_together() {
    let program = program(&[
        &[Read { var: 0, reg: 0 }, AssertNot { reg: 0, value: 1 }],
        &[Read { var: 1, reg: 0 }, AssertNot { reg: 0, value: 1 }],
        &[Write { var: 0, value: 1 }, Write { var: 1, value: 2 }],
    ]);
    let targets = [(0, 1), (1, 1)];
    let options = Options { properties: Kinds::NONE, all_errors: true, ..Options::default() };
    let statics = TinyStatics::new(&program, &targets);
    let outcome = explore(|| Ok(Tiny::aiming(&program, &targets)), &statics, 2, &options, &());
    assert_eq!((outcome.reached, outcome.proved), ([0].into(), false));
    let limits = Limits { states: Some(3), ..Limits::default() };
    let outcome = explore(|| Ok(Tiny::aiming(&program, &targets)), &statics, 2, &Options { limits, ..options }, &());
    assert_eq!(outcome.report.reached, [Reached::States]);
    assert!(outcome.report.counters.states <= 4);
}

/// Four threads sell a ticket each, look whether they sold too many, and are waited for.
fn tickets(most: u8) -> Program {
    let look = [Read { var: 0, reg: 0 }, JumpUnless { reg: 0, value: most + 1, to: 6 }, Write { var: 1, value: 1 }];
    let sell = [&[Read { var: 0, reg: 0 }, Add { reg: 0 }, WriteReg { var: 0, reg: 0 }], &look[..]].concat();
    let check = [Join(1), Join(2), Join(3), Join(4), Read { var: 1, reg: 0 }, AssertNot { reg: 0, value: 1 }];
    program(&[&check, &sell, &sell, &sell, &sell])
}

/// That they look is no reason to interleave as long as nothing comes of it.
#[test]
fn threads_wait_before_their_last_read() {
    let outcome = look_for(&tickets(4), &[(0, 5)]);
    assert!(outcome.proved);
    let last = outcome.rounds.last().unwrap();
    assert!(last.aside > 0);
    let plain = raddle_search::explore(Tiny::maker(&tickets(4)), &Options::default(), &()).counters.states;
    assert!(last.counters.states < plain * 2 / 3, "{} of {plain} states", last.counters.states);
}

/// Only who reads between two writes sees that there is more to do.
#[test]
fn what_a_waiting_thread_would_read_meanwhile_is_looked_at() {
    let reader = [Read { var: 0, reg: 0 }, JumpUnless { reg: 0, value: 1, to: 3 }, Write { var: 1, value: 1 }];
    let writer = [Write { var: 0, value: 1 }, Write { var: 0, value: 0 }];
    let check = [Join(2), Join(1), Read { var: 1, reg: 0 }, AssertNot { reg: 0, value: 1 }];
    let outcome = look_for(&program(&[&check, &reader, &writer]), &[(0, 3)]);
    assert_eq!(outcome.reached, [0].into());
    assert!(outcome.rounds.iter().any(|round| round.aside > 0), "{:?}", outcome.rounds);
}

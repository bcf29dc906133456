use crate::schedule;
use crate::tiny::{Op::*, Program, Tiny, lock_order_deadlock, lost_update, program, random};
use raddle_search::finding::{Finding, Kind};
use raddle_search::shrink::{Shrunk, shrink};
use raddle_search::{Kinds, Options, explore};

const PLENTY: u64 = 1_000_000;

/// Shrinks the schedule of a program's only error.
fn shrunk(program: &Program, from: &str, budget: u64) -> Shrunk {
    let finding = explore(Tiny::maker(program), &Options::default(), &()).found.remove(0).finding;
    shrink(&mut Tiny::new(program), &schedule(from), &finding, budget).unwrap()
}

#[test]
fn a_deadlock_needs_one_preemption() {
    let mut program = lock_order_deadlock();
    program.threads.iter_mut().for_each(|ops| ops.insert(0, Write { var: 2, value: 1 }));
    let shrunk = shrunk(&program, "0 1 0 1", PLENTY);
    assert_eq!((shrunk.schedule.to_string().as_str(), shrunk.preemptions), ("0x2 1x2", 1));
    assert!(shrunk.smallest);
}

#[test]
fn needless_switches_go_away_even_with_little_budget() {
    // Thread 2 has nothing to do with it.
    let bystander = [Write { var: 3, value: 1 }, Write { var: 3, value: 2 }, Write { var: 3, value: 3 }];
    let mut program = lost_update();
    program.threads.push(bystander.to_vec());
    program.started.push(true);
    let original = "2 0 2 1 2 0 1x3";
    let little = shrunk(&program, original, 60);
    assert!(little.schedule.switches() < schedule(original).switches());
    let plenty = shrunk(&program, original, PLENTY);
    assert_eq!((plenty.schedule.to_string().as_str(), plenty.preemptions), ("0 1x2 0 1x2", 1));
    assert!(plenty.smallest);
}

#[test]
fn a_race_is_shrunk_like_an_error() {
    let one = [Write { var: 2, value: 1 }, Write { var: 2, value: 2 }, Write { var: 0, value: 1 }];
    let other = [Write { var: 3, value: 1 }, Write { var: 0, value: 2 }];
    let program = program(&[&one, &other]);
    let properties = Kinds::NONE.with(Kind::Race);
    let finding =
        explore(Tiny::maker(&program), &Options { properties, ..Options::default() }, &()).found.remove(0).finding;
    let shrunk = shrink(&mut Tiny::new(&program), &schedule("0 1 0"), &finding, PLENTY).unwrap();
    assert_eq!((shrunk.schedule.choices.len(), shrunk.preemptions), (3, 1));
}

#[test]
fn a_schedule_of_something_else_is_refused() {
    let finding = Finding { kind: Kind::Deadlock, message: "no such thing".into(), cause: "none".into() };
    let error = shrink(&mut Tiny::new(&lost_update()), &schedule("0x2 1x5"), &finding, PLENTY).unwrap_err();
    assert!(error.contains("no such thing"));
}

/// The fewest preemptions and then transitions of all paths to a finding, by following all of them.
fn smallest(program: &Program, finding: &Finding) -> (usize, usize) {
    use crate::tiny::state::State;
    fn follow(
        program: &Program,
        finding: &Finding,
        state: &State,
        last: Option<u32>,
        size: (usize, usize),
        best: &mut (usize, usize),
    ) {
        let choices = state.choices(program);
        if choices.is_empty() && state.stuck().is_some_and(|stuck| stuck.cause == finding.cause) {
            *best = size.min(*best);
        }
        for choice in &choices {
            let could_go_on = |thread: u32| state.could_go_on(program, thread as usize);
            let preempts = last.is_some_and(|last| last != choice.thread && could_go_on(last));
            let size = (size.0 + usize::from(preempts), size.1 + 1);
            let mut state = state.clone();
            match state.take(program, *choice) {
                raddle_search::Status::Violated(found) if found.cause == finding.cause => *best = size.min(*best),
                raddle_search::Status::Ignored => {}
                _ => follow(program, finding, &state, Some(choice.thread), size, best),
            }
        }
    }
    let mut best = (usize::MAX, usize::MAX);
    follow(program, finding, &State::new(program), None, (0, 0), &mut best);
    best
}

#[test]
fn with_budget_enough_the_smallest_schedule_is_found() {
    let mut compared = 0;
    for seed in 0..150 {
        let program = random::straight(seed);
        if crate::tiny::brute_force::brute_force(&program, Kinds::ALL, 2_000).is_none() {
            continue;
        }
        for found in explore(Tiny::maker(&program), &Options { all_errors: true, ..Options::default() }, &()).found {
            let shrunk = shrink(&mut Tiny::new(&program), &found.schedule, &found.finding, PLENTY).unwrap();
            let size = (shrunk.preemptions, shrunk.schedule.choices.len());
            assert!(shrunk.smallest);
            assert_eq!(size, smallest(&program, &found.finding), "seed {seed}, {}", found.finding.cause);
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

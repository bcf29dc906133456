//! What queries mean, by example.

use raddle_causal::model::{Place, Value};
use raddle_causal::{Answer, Model, Query, Solver, Step};

const X: Place = 1;
const Y: Place = 2;
const LOCK: Place = 100;

fn read(thread: u32, place: Place, value: Value) -> Step {
    Step { thread, reads: vec![(place, value)], ..Step::default() }
}

fn write(thread: u32, place: Place, value: Value) -> Step {
    Step { thread, writes: vec![(place, value)], ..Step::default() }
}

fn update(thread: u32, place: Place, from: Value, to: Value) -> Step {
    Step { thread, reads: vec![(place, from)], writes: vec![(place, to)], ..Step::default() }
}

fn lock(thread: u32, lock: Place) -> Step {
    Step { thread, locks: vec![lock], ..Step::default() }
}

fn unlock(thread: u32, lock: Place) -> Step {
    Step { thread, unlocks: vec![lock], ..Step::default() }
}

fn model(steps: Vec<Step>) -> Model {
    Model::new(steps, vec![(X, 0), (Y, 0)])
}

fn sees(step: u32, place: Place, value: Value) -> Query {
    Query::Read { step, sees: vec![(place, value)], include: Vec::new() }
}

fn stand(cuts: Vec<(u32, u32)>) -> Query {
    Query::Stand { cuts, finally: Vec::new(), held: Vec::new(), whole: false }
}

#[test]
fn a_read_can_see_a_later_write() {
    let model = model(vec![read(1, X, 0), write(2, X, 5)]);
    assert_eq!(model.ask(&sees(0, X, 5)), Answer::Yes(vec![1, 0]));
}

#[test]
fn a_write_that_depends_on_the_read_cannot_come_before_it() {
    let model = model(vec![read(1, X, 0), write(1, Y, 1), read(2, Y, 1), write(2, X, 5)]);
    assert_eq!(model.ask(&sees(0, X, 5)), Answer::No);
}

#[test]
fn a_step_comes_after_the_start_of_its_thread() {
    let begin = Step { after: vec![0], ..read(2, X, 1) };
    let model = model(vec![write(1, X, 1), begin]);
    assert_eq!(model.ask(&sees(1, X, 0)), Answer::No);
}

#[test]
fn nothing_comes_between_the_read_and_the_write_of_an_update() {
    let model = model(vec![update(1, X, 0, 1), update(2, X, 1, 2), read(3, X, 2)]);
    assert_eq!(model.ask(&sees(1, X, 0)), Answer::Yes(vec![1]));
    let both = Query::Read { step: 2, sees: vec![(X, 1)], include: vec![0, 1] };
    assert_eq!(model.ask(&both), Answer::No);
}

#[test]
fn what_comes_together_is_seen_together() {
    let both = Step { thread: 1, writes: vec![(X, 1), (Y, 1)], ..Step::default() };
    let look = Step { thread: 2, reads: vec![(X, 1), (Y, 1)], ..Step::default() };
    let model = model(vec![both, look]);
    let sees = |x, y| Query::Read { step: 1, sees: vec![(X, x), (Y, y)], include: Vec::new() };
    assert_eq!(model.ask(&sees(0, 0)), Answer::Yes(vec![1]));
    assert_eq!(model.ask(&sees(0, 1)), Answer::No);
}

#[test]
fn sections_of_a_lock_do_not_overlap_but_may_stay_open() {
    let section = |thread| [lock(thread, LOCK), write(thread, X, thread.into()), unlock(thread, LOCK)];
    let mut steps = section(1).to_vec();
    steps.extend(section(2));
    steps.push(read(3, X, 2));
    let model = model(steps);
    assert_eq!(model.ask(&sees(6, X, 1)), Answer::Yes(vec![0, 1, 6]));
    let back_to_one = Query::Read { step: 6, sees: vec![(X, 1)], include: vec![4] };
    assert_eq!(model.ask(&back_to_one), Answer::Yes(vec![3, 4, 5, 0, 1, 6]));
    assert_eq!(model.ask(&stand(vec![(1, 1), (2, 1)])), Answer::No);
    assert_eq!(model.ask(&stand(vec![(1, 3), (2, 1)])), Answer::Yes(vec![0, 1, 2, 3]));
}

#[test]
fn a_lock_that_was_held_before_is_given_back_first() {
    let model = model(vec![write(1, X, 1), unlock(1, LOCK), lock(2, LOCK), read(2, X, 1)]);
    assert_eq!(model.ask(&sees(3, X, 0)), Answer::No);
}

#[test]
fn somebody_holds_a_lock_in_the_end() {
    let model = model(vec![lock(1, LOCK), unlock(1, LOCK), lock(2, LOCK), write(2, X, 1), unlock(2, LOCK)]);
    let held = |x| Query::Stand { cuts: vec![], finally: vec![(X, x)], held: vec![LOCK], whole: false };
    assert_eq!(model.ask(&held(0)), Answer::Yes(vec![0]));
    assert_eq!(model.ask(&held(1)), Answer::Yes(vec![2, 3, 4, 0]));
    let all = Query::Stand { cuts: vec![], finally: vec![], held: vec![LOCK], whole: true };
    assert_eq!(model.ask(&all), Answer::No);
}

/// Two accesses race if their threads can stand before them together.
#[test]
fn races_are_predicted() {
    let racy =
        model(vec![lock(1, LOCK), unlock(1, LOCK), write(1, X, 1), lock(2, LOCK), unlock(2, LOCK), read(2, X, 1)]);
    assert!(matches!(racy.ask(&stand(vec![(1, 2), (2, 2)])), Answer::Yes(_)));
    let locked =
        model(vec![lock(1, LOCK), write(1, X, 1), unlock(1, LOCK), lock(2, LOCK), read(2, X, 1), unlock(2, LOCK)]);
    assert_eq!(locked.ask(&stand(vec![(1, 1), (2, 1)])), Answer::No);
}

/// A waiter looks at a flag and goes to wait (Y is the number of those who wait); the notifier sets the flag and wakes nobody.
#[test]
fn lost_notifications_are_predicted() {
    let model = model(vec![read(1, X, 0), write(1, Y, 1), write(2, X, 1), update(2, Y, 1, 0), read(1, Y, 0)]);
    let notified = 3;
    assert_eq!(model.ask(&sees(notified, Y, 0)), Answer::Yes(vec![2, 3]));
    let looked = Query::Read { step: notified, sees: vec![(Y, 0)], include: vec![0] };
    assert_eq!(model.ask(&looked), Answer::Yes(vec![0, 2, 3]));
}

/// The philosophers eat one after the other, and could each have taken the left fork first.
#[test]
fn one_query_finds_the_deadlock_of_twenty_philosophers() {
    let count = 20;
    let fork = |at: u32| u64::from(100 + at % count);
    let eat = |at| [lock(at, fork(at)), lock(at, fork(at + 1)), unlock(at, fork(at + 1)), unlock(at, fork(at))];
    let model = model((0..count).flat_map(eat).collect());
    let held = (0..count).map(fork).collect();
    let cuts = (0..count).map(|at| (at, 1)).collect();
    let query = Query::Stand { cuts, finally: vec![], held, whole: false };
    let mut solver = Solver::new(&model);
    assert_eq!(solver.ask(&query), Answer::Yes((0..count).map(|at| 4 * at).collect()));
    assert_eq!((solver.tally().queries, solver.tally().exploration.queries), (1, 0));
}

#[test]
fn an_answer_is_near_to_the_trace() {
    let model = model(vec![read(1, Y, 0), read(2, X, 0), read(3, Y, 0), write(3, X, 1), read(1, Y, 0)]);
    let query = Query::Read { step: 1, sees: vec![(X, 1)], include: vec![0, 4] };
    assert_eq!(model.ask(&query), Answer::Yes(vec![0, 2, 3, 4, 1]));
}

#[test]
fn what_nobody_writes_is_never_seen() {
    let model = model(vec![read(1, X, 0), write(2, X, 5)]);
    assert_eq!(model.ask(&sees(0, X, 6)), Answer::No);
    assert_eq!(model.ask(&stand(vec![(9, 1)])), Answer::No);
    assert_eq!(model.ask(&stand(vec![(9, 0)])), Answer::Yes(vec![]));
}

//! Brute force: all orders of all beginnings of threads, on thousands of tiny traces.

use crate::asked::queries;
use crate::traces::{Go, Op, Program, Random};
use raddle_causal::check::check;
use raddle_causal::model::{Place, StepId, Value};
use raddle_causal::solver::{Chain, Solver};
use raddle_causal::{Answer, Model, Query};
use std::collections::{BTreeMap, BTreeSet};

/// A few threads that do a few things to a few places and locks.
fn tiny(random: &mut Random) -> Program {
    let threads = 2 + random.below(3);
    let (places, locks, values) = (1 + random.below(3), random.below(3), 1 + random.below(3));
    let mut program = Program { threads: vec![Vec::new(); threads], held: Vec::new() };
    let length = 10 / threads;
    for thread in 0..threads {
        let mut held = BTreeSet::new();
        if locks > 0 && random.once_in(12) && !program.held.iter().any(|(lock, _)| *lock == 200) {
            program.held.push((200, thread));
            held.insert(200);
        }
        for _ in 0..1 + random.below(length + 1) {
            program.threads[thread].push(go(random, places, locks, values, &mut held));
        }
        if !random.once_in(4) {
            let ops = held.iter().map(|lock| vec![Op::Unlock(*lock)]);
            program.threads[thread].extend(ops);
        }
    }
    if threads > 2 && random.once_in(3) {
        program.threads[0].insert(0, vec![Op::Start(2)]);
        if random.once_in(2) {
            program.threads[0].push(vec![Op::Join(2)]);
        }
    }
    program
}

fn go(random: &mut Random, places: usize, locks: usize, values: usize, held: &mut BTreeSet<Place>) -> Go {
    let mut place = || random.below(places) as Place;
    let (one, two) = (place(), place());
    let value = random.below(values + 1) as Value;
    let mut go = match random.below(12) {
        0..4 => vec![Op::Read(one)],
        4..6 => vec![Op::Write(one, value)],
        6 => vec![Op::Raise(one, 1)],
        7 => vec![Op::Read(one), Op::Raise(one, 1)],
        8 => vec![Op::Read(one), Op::Read(two), Op::Write(two, value)],
        9 => vec![Op::Read(one), Op::Write(two, value)],
        _ => Vec::new(),
    };
    if locks > 0 && (go.is_empty() || random.once_in(5)) {
        let lock = 200 + random.below(locks) as Place;
        if held.remove(&lock) {
            go.push(Op::Unlock(lock));
        } else if random.once_in(4) {
            go.extend([Op::Lock(lock), Op::Unlock(lock)]);
        } else {
            held.insert(lock);
            go.push(Op::Lock(lock));
        }
    }
    go
}

/// A state some order leads to: how far each thread is, and what is in places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    done: BTreeSet<StepId>,
    content: BTreeMap<Place, Value>,
    locks: BTreeMap<Place, u32>,
}

/// All states that all orders lead to.
fn reach(model: &Model, program: &Program) -> BTreeSet<Reached> {
    let content = (0..3).map(|place| (place, 0)).collect();
    let given_back = |lock: &Place| model.steps().iter().any(|step| step.unlocks.contains(lock));
    let held = program.held.iter().filter(|(lock, _)| given_back(lock));
    let locks = held.map(|(lock, thread)| (*lock, *thread as u32 * 10)).collect();
    let mut open = vec![Reached { done: BTreeSet::new(), content, locks }];
    let mut states: BTreeSet<Reached> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for id in 0..model.steps().len() as StepId {
            if turn(model, &state, id) && sees(&state, &model.steps()[id as usize].reads) && free(model, &state, id) {
                let mut next = state.clone();
                let step = &model.steps()[id as usize];
                next.done.insert(id);
                next.content.extend(step.writes.iter().copied());
                next.locks.extend(step.locks.iter().map(|lock| (*lock, step.thread)));
                next.locks.retain(|lock, _| !step.unlocks.contains(lock));
                if states.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    states
}

fn turn(model: &Model, state: &Reached, id: StepId) -> bool {
    let steps = model.steps();
    let step = &steps[id as usize];
    !state.done.contains(&id)
        && (0..id).filter(|earlier| steps[*earlier as usize].thread == step.thread).all(|id| state.done.contains(&id))
        && step.after.iter().all(|earlier| state.done.contains(earlier))
}

fn sees(state: &Reached, expected: &[(Place, Value)]) -> bool {
    expected.iter().all(|(place, value)| state.content.get(place) == Some(value))
}

fn free(model: &Model, state: &Reached, id: StepId) -> bool {
    model.steps()[id as usize].locks.iter().all(|lock| !state.locks.contains_key(lock))
}

/// Whether a query is to be answered with yes.
fn expected(model: &Model, states: &BTreeSet<Reached>, query: &Query) -> bool {
    states.iter().any(|state| match query {
        Query::Read { step, sees: values, include } => {
            turn(model, state, *step)
                && sees(state, values)
                && free(model, state, *step)
                && include.iter().all(|step| state.done.contains(step))
        }
        Query::Stand { cuts, finally, held, whole } => {
            let done =
                |thread: u32| state.done.iter().filter(|id| model.steps()[**id as usize].thread == thread).count();
            let cut = |thread: u32| cuts.iter().any(|(other, _)| *other == thread);
            cuts.iter().all(|(thread, count)| done(*thread) == *count as usize)
                && sees(state, finally)
                && held.iter().all(|lock| state.locks.contains_key(lock))
                && (0..model.steps().len() as StepId)
                    .all(|id| !whole || cut(model.steps()[id as usize].thread) || state.done.contains(&id))
        }
    })
}

/// Asks everything of some traces, and counts what was answered how.
fn compare(seeds: std::ops::Range<u64>, chain: Chain) {
    let (mut yes, mut no) = (0, 0);
    for seed in seeds {
        let mut random = Random(seed);
        let program = tiny(&mut random);
        let model = program.run(&mut random, 2);
        let states = reach(&model, &program);
        let mut solver = Solver::with(&model, chain);
        for query in queries(&model, &mut random) {
            let answer = solver.ask(&query);
            let expected = expected(&model, &states, &query);
            let told = || {
                format!(
                    "seed {seed}: {query:?}\n{answer:?}\nof\n{}",
                    model.steps().iter().map(|step| format!("{step:?}\n")).collect::<String>()
                )
            };
            assert_eq!(matches!(answer, Answer::Yes(_)), expected, "{}", told());
            match &answer {
                Answer::Yes(order) => {
                    yes += 1;
                    assert_eq!(check(&model, &query, order), Ok(()), "{}", told());
                }
                Answer::No => no += 1,
            }
        }
    }
    assert!(yes > 0 && no > 0, "{yes} yes, {no} no");
}

/// How many traces each solver is asked about.
fn traces() -> u64 {
    if crate::long() { 100_000 } else { 2_000 }
}

#[test]
fn saturation_answers_as_brute_force_does() {
    compare(0..traces(), Chain::Saturation);
}

#[test]
fn all_states_answer_as_brute_force_does() {
    compare(0..traces(), Chain::States);
}

#[test]
fn exploration_answers_as_brute_force_does() {
    compare(0..traces(), Chain::Exploration);
}

#[test]
fn clause_learning_answers_as_brute_force_does() {
    compare(0..traces(), Chain::Cdcl);
}

#[test]
fn all_together_answer_as_brute_force_does() {
    compare(traces()..2 * traces(), Chain::All);
}

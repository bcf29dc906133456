//! Which classes a reduced search explores, looked at on random programs: each of them, and `optimal` and `source` none twice.

use super::Reduction;
use super::path::Path;
use crate::finding::Kinds;
use crate::search::{Options, explore};
use crate::store::Matching;
use crate::strategy::Strategy;
use std::cell::RefCell;
use std::collections::BTreeSet;
use tiny::{Op, Program, Tiny, random};

#[path = "../../tests/tiny/mod.rs"]
mod tiny;

/// The steps of an execution by thread and place there: which way each went, and how many steps of each thread come before it in every order of
/// the same class.
type Class = Vec<(u32, u32, u32, Vec<u32>)>;

thread_local! {
    static EXPLORED: RefCell<Vec<Class>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the class of an execution that has come to its end.
pub(crate) fn note(path: &Path) {
    EXPLORED.with_borrow_mut(|explored| explored.push(class(path)));
}

fn class(path: &Path) -> Class {
    let thread = |at: usize| path.events[at].step.choice.thread;
    let threads = (0..path.events.len()).map(thread).max().map_or(0, |last| last + 1);
    let mut class: Class = (0..path.events.len())
        .map(|at| {
            let count = |of: u32| (0..at).filter(|one| thread(*one) == of && path.is_before(*one, at)).count() as u32;
            let before: Vec<u32> = (0..threads).map(count).collect();
            (thread(at), before[thread(at) as usize], path.events[at].step.choice.alternative, before)
        })
        .collect();
    class.sort_unstable();
    class
}

/// The classes of the executions a search explores to their ends, in its order.
fn explored(program: &Program, reduce: Reduction, properties: Kinds) -> Vec<Class> {
    let strategy = Strategy { reduce, ..Strategy::default() };
    let matching = Matching::Off;
    let options = Options { strategy, matching, properties, all_errors: true, ..Options::default() };
    EXPLORED.take();
    let report = explore(Tiny::maker(program), &options, &());
    assert!(report.is_complete());
    let explored = EXPLORED.take();
    // Where nothing can go on from the beginning there is no step.
    assert_eq!(explored.len().max(1) as u64, report.counters.executions);
    explored
}

fn once_each(program: fn(u64) -> Program) {
    for seed in tiny::seeds(2_000, 20_000) {
        let program = program(seed);
        for reduce in [Reduction::Optimal, Reduction::Source] {
            let explored = explored(&program, reduce, Kinds::ALL);
            let classes: BTreeSet<&Class> = explored.iter().collect();
            assert_eq!(explored.len(), classes.len(), "seed {seed}: {reduce} explores a class again\n{program:?}");
        }
        // An error ends a path somewhere in a class; which others it cuts short, too, is not the same for all.
        if program.threads.iter().flatten().any(|op| matches!(op, Op::AssumeNot { .. })) {
            continue;
        }
        let classes = |reduce| -> BTreeSet<Class> { explored(&program, reduce, Kinds::NONE).into_iter().collect() };
        let optimal = classes(Reduction::Optimal);
        for reduce in [Reduction::Source, Reduction::Clock] {
            assert!(classes(reduce) == optimal, "seed {seed}: {reduce} explores other classes\n{program:?}");
        }
    }
}

#[test]
fn every_class_of_a_straight_program_is_explored_once() {
    once_each(random::straight);
}

#[test]
fn every_class_is_explored_once_whenever_time_is_up() {
    // One that needs company may be left out where another outcome of the same wait is explored.
    once_each(|seed| Program { spurious: false, ..random::occasional(seed) });
}

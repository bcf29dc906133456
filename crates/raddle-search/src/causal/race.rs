//! Races that a trace tells of: two accesses that conflict, before which their threads could stand together.

use super::trace::Trace;
use crate::race::conflict;
use raddle_causal::Query;
use raddle_causal::model::{Place, StepId, Value};
use raddle_program::class::MethodId;
use raddle_vm::event::Event;
use rustc_hash::FxHashSet;

/// Where in the code two accesses are.
pub(crate) type Pair = [(MethodId, u32); 2];

/// Two threads that could stand before accesses that race.
pub(crate) struct Race {
    pub query: Query,
    /// The step that brings one of them there, after the answer's: it ends the path for all.
    pub last: Option<StepId>,
    pub threads: [u32; 2],
    pub pair: Pair,
}

/// The races that could be, but for those between places in the code that are known to race.
pub(crate) fn races(trace: &Trace, known: &FxHashSet<Pair>) -> Vec<Race> {
    let accesses: Vec<usize> =
        (0..trace.done.len()).filter(|step| trace.done[*step].access.is_some_and(|event| event.plain)).collect();
    let mut races = Vec::new();
    for (index, &one) in accesses.iter().enumerate() {
        for &other in &accesses[index + 1..] {
            let threads = [one, other].map(|step| trace.steps[step].thread);
            let (Some(first), Some(second)) = (trace.done[one].access, trace.done[other].access) else { continue };
            if threads[0] == threads[1] || !conflict(&first, &second) {
                continue;
            }
            // Who holds a lock that the other holds, too, does not stand there together with it.
            if trace.done[one].held.iter().any(|lock| trace.done[other].held.contains(lock)) {
                continue;
            }
            let pair = pair(&first, &second);
            if known.contains(&pair) {
                continue;
            }
            let query = stand(trace, &[one, other], Vec::new(), Vec::new());
            races.push(Race { query, last: None, threads, pair });
        }
    }
    races.extend(races_at_the_end(trace, &accesses, known));
    races
}

/// Those of accesses that threads stood before only with the step that ended the path for all.
fn races_at_the_end(trace: &Trace, accesses: &[usize], known: &FxHashSet<Pair>) -> Vec<Race> {
    let mut races = Vec::new();
    for event in &trace.brought {
        let (by, thread) = (trace.steps[trace.real].thread, event.thread.0);
        for &other in accesses {
            let (Some(access), of) = (trace.done[other].access, trace.steps[other].thread) else { continue };
            let pair = pair(event, &access);
            if of == by || of == thread || !conflict(event, &access) || known.contains(&pair) {
                continue;
            }
            let cuts = vec![(thread, trace.count(thread))];
            let query = stand(trace, &[trace.real, other], cuts, trace.steps[trace.real].reads.clone());
            races.push(Race { query, last: Some(trace.real as StepId), threads: [thread, of], pair });
        }
    }
    races
}

/// Where in the code two accesses are, in an order that does not depend on which is the first.
fn pair(one: &Event, other: &Event) -> Pair {
    let mut pair = [one, other].map(|event| (event.site.method, event.site.pc));
    pair.sort_unstable();
    pair
}

/// Whether threads can stand before steps, others where they are cut, with places as they are to be.
fn stand(trace: &Trace, steps: &[usize], mut cuts: Vec<(u32, u32)>, mut finally: Vec<(Place, Value)>) -> Query {
    cuts.extend(steps.iter().map(|step| (trace.steps[*step].thread, trace.done[*step].position)));
    finally.extend(steps.iter().filter_map(|step| trace.begun(*step as StepId)));
    Query::Stand { cuts, finally, held: Vec::new(), whole: false }
}

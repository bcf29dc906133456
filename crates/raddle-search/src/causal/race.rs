//! Races that a trace tells of: two accesses that conflict, before which their threads could stand together.

use super::trace::Trace;
use crate::race::conflict;
use raddle_causal::Query;
use raddle_causal::model::StepId;
use raddle_program::class::MethodId;
use rustc_hash::FxHashSet;

/// Where in the code two accesses are.
pub(crate) type Pair = [(MethodId, u32); 2];

/// Two threads that could stand before accesses that race.
pub(crate) struct Race {
    pub query: Query,
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
            let mut pair = [first, second].map(|event| (event.site.method, event.site.pc));
            pair.sort_unstable();
            if known.contains(&pair) {
                continue;
            }
            let cuts = [one, other].map(|step| (trace.steps[step].thread, trace.done[step].position)).to_vec();
            let finally = [one, other].iter().filter_map(|step| trace.begun(*step as StepId)).collect();
            let query = Query::Stand { cuts, finally, held: Vec::new(), whole: false };
            races.push(Race { query, threads, pair });
        }
    }
    races
}

//! What could be otherwise in a trace: the steps that could see something else, or go another way.

use super::trace::{Trace, history};
use raddle_causal::Model;
use raddle_causal::model::{Place, StepId, Value};
use rustc_hash::FxHashMap;

/// A step that could go otherwise than it did.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub step: StepId,
    /// What it is to see.
    pub sees: Vec<(Place, Value)>,
    /// How many of its reads are settled by that.
    pub settled: usize,
    /// What its thread's history is then, if that is known.
    pub history: Option<u64>,
}

/// The threads that write each place: one, or several.
struct Writers(FxHashMap<Place, Option<u32>>);

impl Writers {
    fn of(trace: &Trace) -> Writers {
        let mut writers = FxHashMap::default();
        for step in &trace.steps[..trace.real] {
            for (place, _) in &step.writes {
                let by = writers.entry(*place).or_insert(Some(step.thread));
                if *by != Some(step.thread) {
                    *by = None;
                }
            }
        }
        Writers(writers)
    }

    /// Whether a thread other than this one writes a place.
    fn others_write(&self, place: Place, thread: u32) -> bool {
        self.0.get(&place).is_some_and(|by| *by != Some(thread))
    }
}

/// All that could be otherwise after the first so many steps of each thread. Of one of those some reads may be open.
pub(crate) fn targets(trace: &Trace, model: &Model, fixed: &[u32], open: Option<(StepId, usize)>) -> Vec<Target> {
    let writers = Writers::of(trace);
    let mut targets = Vec::new();
    for (step, done) in trace.done.iter().enumerate() {
        let thread = trace.steps[step].thread;
        let id = step as StepId;
        let from = match open {
            Some((open, from)) if open == id => from,
            _ if done.position < fixed.get(thread as usize).copied().unwrap_or(0) => continue,
            _ => 0,
        };
        let mut finder = Finder { trace, model, writers: &writers, id, targets: &mut targets };
        if !done.wants.is_empty() {
            finder.want();
        } else {
            finder.flip(from);
        }
    }
    targets
}

struct Finder<'a> {
    trace: &'a Trace,
    model: &'a Model,
    writers: &'a Writers,
    id: StepId,
    targets: &'a mut Vec<Target>,
}

impl Finder<'_> {
    fn add(&mut self, sees: Vec<(Place, Value)>, settled: usize, history: Option<u64>) {
        self.targets.push(Target { step: self.id, sees, settled, history });
    }

    /// Whether the step was not taken, but only stood before.
    fn is_pending(&self) -> bool {
        self.id as usize >= self.trace.real && self.trace.done[self.id as usize].choice.is_none()
    }

    /// What may make it go on, or go another way.
    fn want(&mut self) {
        let step = self.id as usize;
        let (trace, done) = (self.trace, &self.trace.done[step]);
        let saw = &trace.steps[step].reads;
        for want in &done.wants {
            let is_possible = want.iter().all(|(place, value)| self.model.values(*place).contains(value));
            let is_as_it_was = want.iter().all(|read| saw.contains(read)) && !self.is_pending();
            let is_empty = want.is_empty() && !self.is_pending() && done.ways <= 1;
            if is_possible && !is_empty && (!is_as_it_was || done.ways > 1) {
                self.add(want.clone(), usize::MAX, None);
            }
        }
    }

    /// Other values of what it read, the reads before each being as they were.
    fn flip(&mut self, from: usize) {
        let step = self.id as usize;
        let (trace, done) = (self.trace, &self.trace.done[step]);
        let reads = &trace.steps[step].reads;
        if self.is_pending() || done.ways > 1 {
            self.add(reads.clone(), reads.len(), None);
        }
        for (index, (place, value)) in reads.iter().enumerate().skip(from) {
            if !self.writers.others_write(*place, trace.steps[step].thread) {
                continue;
            }
            for other in self.model.values(*place).into_iter().filter(|other| other != value) {
                let mut sees = reads[..index].to_vec();
                sees.push((*place, other));
                let is_last = index + 1 == reads.len() && done.ways == 1 && done.choice.is_some();
                let seen = |read: &&(Place, Value)| read.1 != 0 || !trace.made.contains(&read.0);
                let history = is_last.then(|| {
                    let seen: Vec<(Place, Value)> = sees.iter().filter(seen).copied().collect();
                    history(done.past, done.choice, &seen)
                });
                self.add(sees, index + 1, history);
            }
        }
    }
}

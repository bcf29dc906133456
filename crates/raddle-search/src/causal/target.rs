//! What could be otherwise in a trace: the steps that could see something else, or go another way.

use super::trace::{Trace, history};
use raddle_causal::Model;
use raddle_causal::model::{Place, StepId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A step that could go otherwise than it did.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub step: StepId,
    /// What it is to see.
    pub sees: Vec<(Place, Value)>,
    /// Nothing else it reads is of interest: it may go another way whatever that is.
    pub is_whole: bool,
    /// What its thread's history is then, if that is known.
    pub history: Option<u64>,
}

/// A step that is fixed, of whose reads some are not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Open {
    pub thread: u32,
    pub position: u32,
    /// The places of the others.
    pub settled: Vec<Place>,
}

impl Open {
    /// The step that a target has become, unless nothing of it is open.
    pub fn of(trace: &Trace, target: &Target) -> Option<Open> {
        let thread = trace.steps[target.step as usize].thread;
        let position = trace.done[target.step as usize].position;
        let settled = target.sees.iter().map(|(place, _)| *place).collect();
        (!target.is_whole).then_some(Open { thread, position, settled })
    }

    /// The same in a trace, as far as it is about something read there: more may be known to be read than where it was first thought of.
    pub fn within(mut self, trace: &Trace) -> Option<Open> {
        let step = *trace.threads.get(self.thread as usize)?.get(self.position as usize)?;
        let reads = &trace.steps[step as usize].reads;
        self.settled.retain(|place| reads.iter().any(|(other, _)| other == place));
        self.settled.sort_unstable();
        (self.settled.len() < reads.len()).then_some(self)
    }

    pub fn is(&self, thread: u32, position: u32) -> bool {
        (self.thread, self.position) == (thread, position)
    }
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

/// All that could be otherwise after the first so many steps of each thread. Of one of those some reads may be open. What a thread looks at once more comes
/// first: that it has changed meanwhile is what programs seldom expect.
pub(crate) fn targets(trace: &Trace, model: &Model, fixed: &[u32], open: Option<&Open>) -> Vec<Target> {
    let writers = Writers::of(trace);
    let mut targets = Vec::new();
    let is_fixed = |step: usize| {
        let count = fixed.get(trace.steps[step].thread as usize).copied().unwrap_or(0);
        trace.done[step].position < count
    };
    // Nothing comes after what ends the path for all, but it may not have been the last end.
    let only = trace.ender().filter(|step| is_fixed(*step));
    for (step, done) in trace.done.iter().enumerate().filter(|(step, _)| only.is_none_or(|only| *step == only)) {
        let thread = trace.steps[step].thread;
        let id = step as StepId;
        let mut finder = Finder { trace, model, writers: &writers, id, targets: &mut targets };
        let settled: &[Place] = match open {
            Some(open) if open.is(thread, done.position) => &open.settled,
            _ if is_fixed(step) => {
                let saw = if done.wants.is_empty() { &trace.steps[step].reads[..] } else { &[] };
                finder.outlive(saw);
                continue;
            }
            _ => &[],
        };
        finder.outlive(&[]);
        if !done.wants.is_empty() {
            finder.want();
        } else {
            finder.flip(settled);
        }
    }
    let again = looked_at_again(trace);
    targets.sort_by_key(|target| target.sees.last().is_none_or(|(place, _)| !again.contains(&(target.step, *place))));
    targets
}

/// The steps that see in a place what their thread saw or wrote there last, each with that place.
fn looked_at_again(trace: &Trace) -> FxHashSet<(StepId, Place)> {
    let mut last: FxHashMap<(u32, Place), Value> = FxHashMap::default();
    let mut again = FxHashSet::default();
    for (id, step) in trace.steps.iter().enumerate() {
        for (place, value) in &step.reads {
            if last.insert((step.thread, *place), *value) == Some(*value) && !trace.made.contains(place) {
                again.insert((id as StepId, *place));
            }
        }
        last.extend(step.writes.iter().map(|(place, value)| ((step.thread, *place), *value)));
    }
    again
}

struct Finder<'a> {
    trace: &'a Trace,
    model: &'a Model,
    writers: &'a Writers,
    id: StepId,
    targets: &'a mut Vec<Target>,
}

impl Finder<'_> {
    fn add(&mut self, sees: Vec<(Place, Value)>, is_whole: bool, history: Option<u64>) {
        self.targets.push(Target { step: self.id, sees, is_whole, history });
    }

    /// That it comes while one of those lives that it outlived, and sees this besides.
    fn outlive(&mut self, saw: &[(Place, Value)]) {
        let trace = self.trace;
        for life in &trace.done[self.id as usize].outlived {
            self.add([saw, &[*life]].concat(), false, None);
        }
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
                self.add(want.clone(), true, None);
            }
        }
    }

    /// Other values of what it read. What is settled, and the reads before each, are as they were.
    fn flip(&mut self, settled: &[Place]) {
        let step = self.id as usize;
        let (trace, done) = (self.trace, &self.trace.done[step]);
        let reads = &trace.steps[step].reads;
        if self.is_pending() || done.ways > 1 {
            self.add(reads.clone(), false, None);
        }
        let (mut sees, open): (Vec<_>, Vec<_>) = reads.iter().partition(|(place, _)| settled.contains(place));
        for (index, &(place, value)) in open.iter().enumerate() {
            let is_last = index + 1 == open.len() && done.ways == 1 && done.choice.is_some();
            let others = if self.writers.others_write(place, trace.steps[step].thread) {
                self.model.values(place)
            } else {
                Vec::new()
            };
            for other in others.into_iter().filter(|other| *other != value) {
                let history = is_last.then(|| self.history_with(place, other));
                self.add([&sees[..], &[(place, other)]].concat(), false, history);
            }
            sees.push((place, value));
        }
    }

    /// What its thread's history is with another value in one of the places it reads.
    fn history_with(&self, place: Place, other: Value) -> u64 {
        let (trace, done) = (self.trace, &self.trace.done[self.id as usize]);
        let reads = trace.steps[self.id as usize].reads.iter().copied();
        let seen = reads.map(|(read, value)| (read, if read == place { other } else { value }));
        let seen = seen.filter(|(place, value)| *value != 0 || !trace.made.contains(place));
        history(done.past, done.choice, &seen.collect::<Vec<(Place, Value)>>())
    }
}

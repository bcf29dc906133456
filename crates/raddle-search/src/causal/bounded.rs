//! Whether something can be come to with few preemptions.
//!
//! An execution within a bound is followed from trace to trace as any other (`mod.rs`): where it departs from one, its own beginning is an order of steps of
//! that trace. So a target is left out only if no order with so few preemptions leads to it. Orders within a bound are few, and looked through one by one. Where it is not
//! certain that a thread could have gone on, that another goes on is no preemption.

use super::target::Target;
use super::trace::{Block, Trace};
use raddle_causal::model::{Place, StepId, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// States looked at, at most: beyond, the target counts as within the bound.
const MOST_VISITS: usize = 50_000;
/// Steps of a trace, at most, whose orders are looked through: beyond, every target counts as within the bound. The stack grows with them.
const MOST_STEPS: usize = 5_000;

struct Walk<'a> {
    trace: &'a Trace,
    target: &'a Target,
    /// How many steps of each thread have to be done before the target.
    needed: Vec<u32>,
    most: u32,
    counts: Vec<u32>,
    memory: FxHashMap<Place, Value>,
    /// Stands for what is in memory.
    contents: u64,
    held: FxHashMap<Place, u32>,
    /// By state the fewest preemptions it was come to with.
    visited: FxHashMap<u64, u32>,
}

/// Whether a target can be come to after these first steps of each thread with at most so many preemptions.
pub(crate) fn is_within(trace: &Trace, fixed: &[u32], target: &Target, most: u32) -> bool {
    if trace.real > MOST_STEPS {
        return true;
    }
    let own = trace.steps[target.step as usize].thread as usize;
    let mut needed = vec![0; trace.threads.len()];
    for (needed, fixed) in needed.iter_mut().zip(fixed) {
        *needed = *fixed;
    }
    needed[own] = trace.done[target.step as usize].position;
    let mut walk = Walk {
        trace,
        target,
        needed,
        most,
        counts: vec![0; trace.threads.len()],
        memory: trace.initial.iter().copied().collect(),
        contents: 0,
        held: trace.held_before(),
        visited: FxHashMap::default(),
    };
    walk.go(None, 0)
}

impl Walk<'_> {
    /// Whether the target can be come to from here, after one thread's step and some preemptions.
    fn go(&mut self, last: Option<u32>, preemptions: u32) -> bool {
        let own = self.trace.steps[self.target.step as usize].thread;
        if self.visited.len() >= MOST_VISITS {
            return true;
        }
        if self.is_there() && preemptions + self.cost(last, own) <= self.most {
            return true;
        }
        let state = FxBuildHasher.hash_one((&self.counts, last, self.contents));
        let fewest = self.visited.entry(state).or_insert(u32::MAX);
        if *fewest <= preemptions {
            return false;
        }
        *fewest = preemptions;
        let others = (0..self.counts.len() as u32).filter(|thread| Some(*thread) != last);
        for thread in last.into_iter().chain(others) {
            let Some(step) = self.next(thread) else { continue };
            // What comes by itself is nobody's turn.
            let is_turn = self.trace.done[step as usize].choice.is_some();
            let (then, cost) = if is_turn { (Some(thread), self.cost(last, thread)) } else { (last, 0) };
            if preemptions + cost > self.most {
                continue;
            }
            let before = self.take(step);
            if self.go(then, preemptions + cost) {
                return true;
            }
            self.take_back(step, before);
        }
        false
    }

    /// Whether the target is next, and sees what it is to see.
    fn is_there(&self) -> bool {
        let step = &self.trace.steps[self.target.step as usize];
        self.counts.iter().zip(&self.needed).all(|(count, needed)| count >= needed)
            && step.after.iter().all(|before| self.is_done(*before))
            && self.target.sees.iter().all(|(place, value)| self.memory.get(place) == Some(value))
            && step.locks.iter().all(|lock| !self.held.contains_key(lock))
    }

    fn is_done(&self, step: StepId) -> bool {
        let thread = self.trace.steps[step as usize].thread as usize;
        self.trace.done[step as usize].position < self.counts[thread]
    }

    /// A thread's next step, if it can be done and sees what it saw.
    fn next(&self, thread: u32) -> Option<StepId> {
        let count = self.counts[thread as usize];
        let is_own = self.trace.steps[self.target.step as usize].thread == thread;
        let id = *self.trace.threads[thread as usize].get(count as usize)?;
        if id as usize >= self.trace.real || is_own && count >= self.needed[thread as usize] {
            return None;
        }
        let step = &self.trace.steps[id as usize];
        let can = step.after.iter().all(|before| self.is_done(*before))
            && step.reads.iter().all(|(place, value)| self.memory.get(place) == Some(value))
            && step.locks.iter().all(|lock| !self.held.contains_key(lock));
        can.then_some(id)
    }

    /// One, if it is a preemption that a thread goes on after another.
    fn cost(&self, last: Option<u32>, thread: u32) -> u32 {
        u32::from(last.is_some_and(|last| last != thread && self.goes_on(last)))
    }

    /// Whether a thread could certainly go on.
    fn goes_on(&self, thread: u32) -> bool {
        let Some(&id) = self.trace.threads[thread as usize].get(self.counts[thread as usize] as usize) else {
            return false;
        };
        let done = &self.trace.done[id as usize];
        let is_free = |block: &Block| match block {
            Block::Lock(lock) => self.held.get(lock).is_none_or(|holder| *holder == thread),
            Block::Join(_) | Block::Park | Block::Wait(_) => false,
        };
        (id as usize) < self.trace.real && done.choice.is_some() && !done.sleeps && done.blocks.iter().all(is_free)
    }

    /// Does a step, and returns what it replaced.
    fn take(&mut self, id: StepId) -> Vec<(Place, Option<Value>)> {
        let step = &self.trace.steps[id as usize];
        let mut replace = |&(place, value): &(Place, Value)| (place, self.memory.insert(place, value));
        let before: Vec<(Place, Option<Value>)> = step.writes.iter().map(&mut replace).collect();
        self.exchange(&step.writes, &before);
        self.held.extend(step.locks.iter().map(|lock| (*lock, step.thread)));
        self.held.retain(|lock, _| !step.unlocks.contains(lock));
        self.counts[step.thread as usize] += 1;
        before
    }

    fn take_back(&mut self, id: StepId, before: Vec<(Place, Option<Value>)>) {
        let step = &self.trace.steps[id as usize];
        self.counts[step.thread as usize] -= 1;
        self.held.extend(step.unlocks.iter().map(|lock| (*lock, step.thread)));
        self.held.retain(|lock, _| !step.locks.contains(lock));
        self.exchange(&step.writes, &before);
        for (place, value) in before {
            match value {
                Some(value) => self.memory.insert(place, value),
                None => self.memory.remove(&place),
            };
        }
    }

    /// Keeps up what stands for what is in memory, when some of it is replaced or comes back.
    fn exchange(&mut self, one: &[(Place, Value)], other: &[(Place, Option<Value>)]) {
        for (place, value) in one {
            self.contents ^= FxBuildHasher.hash_one((place, Some(*value)));
        }
        for content in other {
            self.contents ^= FxBuildHasher.hash_one(content);
        }
    }
}

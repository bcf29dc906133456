//! An order that brings a target about, filled with all that can be had besides.
//!
//! The causal model is asked for as much as is needed and no more. What is not in its answer is done after the target, when it may see something else
//! than it saw, and then an execution that differs in the target alone would be missed: every step of the trace that can come before the target, and see
//! what it saw, does. They come as early as they can, those that write nothing first, and else as in the trace.

use super::target::Target;
use super::trace::Trace;
use raddle_causal::model::{Place, StepId, Value};
use rustc_hash::FxHashMap;

struct Fill<'a> {
    trace: &'a Trace,
    /// How many steps of the order are done.
    at: usize,
    in_order: Vec<bool>,
    /// The thread of the target: what it does is in the order.
    own: u32,
    memory: FxHashMap<Place, Value>,
    held: FxHashMap<Place, u32>,
    counts: Vec<usize>,
    done: Vec<StepId>,
    is_done: Vec<bool>,
    /// By place the steps of the order that access it, the last first, each with what it has to see. The target comes after all.
    accesses: FxHashMap<Place, Vec<(usize, Option<Value>)>>,
    /// By lock the last step of the order that takes it.
    locks: FxHashMap<Place, usize>,
}

/// All steps that can come before a target, in an order; the target is not among them.
pub(crate) fn fill(trace: &Trace, order: &[StepId], target: &Target) -> Vec<StepId> {
    let mut fill = Fill::new(trace, order, target);
    loop {
        fill.add_all();
        let Some(&step) = order.get(fill.at) else { return fill.done };
        fill.at += 1;
        fill.take(step);
    }
}

impl<'a> Fill<'a> {
    fn new(trace: &'a Trace, order: &[StepId], target: &Target) -> Fill<'a> {
        let mut in_order = vec![false; trace.steps.len()];
        let mut accesses: FxHashMap<Place, Vec<(usize, Option<Value>)>> = FxHashMap::default();
        let mut locks = FxHashMap::default();
        for (place, value) in &target.sees {
            accesses.entry(*place).or_default().push((order.len(), Some(*value)));
        }
        for lock in &trace.steps[target.step as usize].locks {
            locks.insert(*lock, order.len());
        }
        for (at, &step) in order.iter().enumerate().rev() {
            in_order[step as usize] = true;
            let step = &trace.steps[step as usize];
            for (place, _) in &step.writes {
                accesses.entry(*place).or_default().push((at, None));
            }
            for (place, value) in &step.reads {
                accesses.entry(*place).or_default().push((at, Some(*value)));
            }
            for lock in &step.locks {
                locks.entry(*lock).or_insert(at);
            }
        }
        Fill {
            trace,
            at: 0,
            in_order,
            own: trace.steps[target.step as usize].thread,
            memory: trace.initial.iter().copied().collect(),
            held: trace.held_before(),
            counts: vec![0; trace.threads.len()],
            done: Vec::with_capacity(trace.real),
            is_done: vec![false; trace.steps.len()],
            accesses,
            locks,
        }
    }

    /// Does all that can be done before the next step of the order.
    fn add_all(&mut self) {
        loop {
            let mut next: Option<Vec<StepId>> = None;
            let own = self.own as usize;
            for thread in (0..self.counts.len()).filter(|thread| *thread != own) {
                while let Some(steps) = self.next(thread) {
                    let first = &self.trace.steps[steps[0] as usize];
                    if !first.writes.is_empty() || !first.locks.is_empty() {
                        if next.as_ref().is_none_or(|next| steps[0] < next[0]) {
                            next = Some(steps);
                        }
                        break;
                    }
                    self.take(steps[0]);
                }
            }
            match next {
                Some(steps) => steps.into_iter().for_each(|step| self.take(step)),
                None => return,
            }
        }
    }

    /// A thread's next step, if it is not in the order and can be done, and those that have to follow at once.
    fn next(&self, thread: usize) -> Option<Vec<StepId>> {
        self.free(thread).and_then(|step| self.section(step))
    }

    fn free(&self, thread: usize) -> Option<StepId> {
        let step = *self.trace.threads[thread].get(self.counts[thread])?;
        let is_free = (step as usize) < self.trace.real && !self.in_order[step as usize];
        (is_free && self.can(step)).then_some(step)
    }

    fn can(&self, id: StepId) -> bool {
        let step = &self.trace.steps[id as usize];
        step.after.iter().all(|before| self.is_done[*before as usize])
            && step.reads.iter().all(|(place, value)| self.memory.get(place) == Some(value))
            && step.locks.iter().all(|lock| !self.held.contains_key(lock))
            && step.writes.iter().all(|(place, value)| self.may_write(*place, *value))
    }

    /// Whether what is written hinders no step of the order.
    fn may_write(&self, place: Place, value: Value) -> bool {
        let Some(accesses) = self.accesses.get(&place) else { return true };
        let next = accesses.iter().rev().find(|(at, _)| *at >= self.at);
        next.is_none_or(|(_, sees)| sees.is_none_or(|sees| sees == value))
    }

    /// A step, and all up to where locks are given back that steps of the order need. `None` if it does not come to that.
    fn section(&self, id: StepId) -> Option<Vec<StepId>> {
        let needed = |lock: &&Place| self.locks.get(lock).is_some_and(|at| *at >= self.at);
        let step = &self.trace.steps[id as usize];
        if !step.locks.iter().any(|lock| needed(&lock)) {
            return Some(vec![id]);
        }
        let mut ahead = Fill {
            memory: self.memory.clone(),
            held: self.held.clone(),
            counts: self.counts.clone(),
            done: Vec::new(),
            is_done: self.is_done.clone(),
            in_order: self.in_order.clone(),
            accesses: self.accesses.clone(),
            locks: FxHashMap::default(),
            ..*self
        };
        let mut open: Vec<Place> = Vec::new();
        let mut next = id;
        loop {
            let step = &self.trace.steps[next as usize];
            open.extend(step.locks.iter().filter(needed));
            open.retain(|lock| !step.unlocks.contains(lock));
            ahead.take(next);
            if open.is_empty() {
                return Some(ahead.done);
            }
            next = ahead.free(step.thread as usize)?;
        }
    }

    fn take(&mut self, id: StepId) {
        let step = &self.trace.steps[id as usize];
        self.memory.extend(step.writes.iter().copied());
        for lock in &step.locks {
            self.held.insert(*lock, step.thread);
        }
        for lock in &step.unlocks {
            self.held.remove(lock);
        }
        self.counts[step.thread as usize] += 1;
        self.is_done[id as usize] = true;
        self.done.push(id);
    }
}

//! Whether an order is what a query asked for, by going through it step by step.
//!
//! It looks at nothing but the steps and the query, so that it can hold the solvers to account.

use crate::model::{Model, Place, StepId, Value};
use crate::query::Query;
use rustc_hash::FxHashMap;

/// Tells what is wrong with an order as an answer to a query.
pub fn check(model: &Model, query: &Query, order: &[StepId]) -> Result<(), String> {
    let mut walk = Walk {
        model,
        done: vec![false; model.steps().len()],
        written: FxHashMap::default(),
        locks: FxHashMap::default(),
    };
    for (id, step) in model.steps().iter().enumerate() {
        for lock in &step.unlocks {
            let held_before = !model.steps()[..=id]
                .iter()
                .any(|earlier| earlier.thread == step.thread && earlier.locks.contains(lock));
            if held_before {
                walk.locks.insert(*lock, step.thread);
            }
        }
    }
    match query {
        Query::Read { step, sees, include } => {
            let (last, before) = order.split_last().ok_or("it is empty")?;
            if last != step {
                return Err(format!("step {step} is not the last"));
            }
            before.iter().try_for_each(|step| walk.take(*step))?;
            walk.threads_and_after(*step)?;
            walk.contents(sees)?;
            walk.take_locks(*step)?;
            match include.iter().find(|step| !walk.done[**step as usize]) {
                Some(step) => Err(format!("step {step} is not included")),
                None => Ok(()),
            }
        }
        Query::Stand { cuts, finally, held, whole } => {
            order.iter().try_for_each(|step| walk.take(*step))?;
            walk.contents(finally)?;
            if let Some(lock) = held.iter().find(|lock| !walk.locks.contains_key(lock)) {
                return Err(format!("lock {lock} is free"));
            }
            for (thread, count) in cuts {
                let done = order.iter().filter(|id| model.steps()[**id as usize].thread == *thread).count();
                if done != *count as usize {
                    return Err(format!("thread {thread} has done {done} steps"));
                }
            }
            let left = model
                .steps()
                .iter()
                .zip(&walk.done)
                .find(|(step, done)| *whole && !**done && !cuts.iter().any(|(thread, _)| *thread == step.thread));
            left.map_or(Ok(()), |(step, _)| Err(format!("thread {} has not done all", step.thread)))
        }
    }
}

/// How far it is.
struct Walk<'m> {
    model: &'m Model,
    done: Vec<bool>,
    written: FxHashMap<Place, Value>,
    locks: FxHashMap<Place, u32>,
}

impl Walk<'_> {
    fn take(&mut self, id: StepId) -> Result<(), String> {
        self.threads_and_after(id)?;
        let step = &self.model.steps()[id as usize];
        self.contents(&step.reads).map_err(|wrong| format!("step {id}: {wrong}"))?;
        self.take_locks(id)?;
        self.written.extend(step.writes.iter().copied());
        for lock in &step.unlocks {
            self.locks.remove(lock);
        }
        self.done[id as usize] = true;
        Ok(())
    }

    /// Whether a step's turn has come.
    fn threads_and_after(&self, id: StepId) -> Result<(), String> {
        if self.done[id as usize] {
            return Err(format!("step {id} comes twice"));
        }
        let step = &self.model.steps()[id as usize];
        let earlier = (0..id).filter(|earlier| self.model.steps()[*earlier as usize].thread == step.thread);
        match earlier.chain(step.after.iter().copied()).find(|earlier| !self.done[*earlier as usize]) {
            Some(earlier) => Err(format!("step {id} comes before step {earlier}")),
            None => Ok(()),
        }
    }

    fn contents(&self, expected: &[(Place, Value)]) -> Result<(), String> {
        for (place, value) in expected {
            let found = self.written.get(place).copied().or_else(|| self.model.initial(*place));
            if found != Some(*value) {
                return Err(format!("{found:?} is at place {place} instead of {value}"));
            }
        }
        Ok(())
    }

    fn take_locks(&mut self, id: StepId) -> Result<(), String> {
        let step = &self.model.steps()[id as usize];
        for lock in &step.locks {
            if let Some(thread) = self.locks.insert(*lock, step.thread) {
                return Err(format!("step {id} takes lock {lock} of thread {thread}"));
            }
        }
        Ok(())
    }
}

//! A query in the model's own numbers, with both kinds made one.
//!
//! The step of `Query::Read` is the last of all and what it does concerns nobody. So it need not take part: its thread stands before it, the
//! values it is to see are in their places in the end, and the locks it takes are free.

use crate::model::{Model, StepId, Value};
use crate::query::Query;

/// What is asked: how much of each thread is included at least and at most, and what the end is like.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub least: Vec<u32>,
    pub most: Vec<u32>,
    /// Places and what is in them in the end.
    pub finally: Vec<(usize, Value)>,
    /// Locks that nobody holds in the end.
    pub free: Vec<usize>,
    /// Locks that somebody holds in the end.
    pub held: Vec<usize>,
    /// The step that an answer ends with.
    pub last: Option<StepId>,
}

impl Goal {
    /// None if that cannot be at first sight.
    pub fn new(model: &Model, query: &Query) -> Option<Goal> {
        let width = model.thread_count();
        let mut goal = Goal {
            least: vec![0; width],
            most: (0..width).map(|thread| model.length(thread)).collect(),
            finally: Vec::new(),
            free: Vec::new(),
            held: Vec::new(),
            last: None,
        };
        match query {
            Query::Read { step, sees, include } => {
                let node = model.node[*step as usize];
                goal.cut(model.thread[node], model.position(node))?;
                goal.raise(model.must(node));
                goal.see(model, sees)?;
                let locks = &model.steps()[*step as usize].locks;
                goal.free.extend(locks.iter().filter_map(|lock| model.lock_number(*lock)));
                for node in include.iter().map(|step| model.node[*step as usize]) {
                    goal.include(model, node);
                }
                goal.last = Some(*step);
            }
            Query::Stand { cuts, finally, held, whole } => {
                let mut open = vec![*whole; width];
                for (thread, count) in cuts {
                    match model.thread_number(*thread) {
                        Some(thread) => {
                            goal.cut(thread, *count)?;
                            open[thread] = false;
                        }
                        None if *count == 0 => {}
                        None => return None,
                    }
                }
                for thread in (0..width).filter(|thread| open[*thread]) {
                    goal.least[thread] = goal.most[thread];
                }
                goal.see(model, finally)?;
                for lock in held {
                    goal.held.push(model.lock_number(*lock)?);
                }
                for thread in (0..width).filter(|thread| goal.least[*thread] > 0).collect::<Vec<_>>() {
                    goal.include(model, model.begin[thread] + goal.least[thread] as usize - 1);
                }
            }
        }
        goal.possible().then_some(goal)
    }

    /// Whether nothing is needed that may not be.
    pub fn possible(&self) -> bool {
        self.least.iter().zip(&self.most).all(|(least, most)| least <= most)
    }

    /// Includes exactly so many steps of a thread.
    fn cut(&mut self, thread: usize, count: u32) -> Option<()> {
        let whole = self.least[thread].max(count) <= count && count <= self.most[thread];
        (self.least[thread], self.most[thread]) = (count, count);
        whole.then_some(())
    }

    fn see(&mut self, model: &Model, contents: &[(u64, Value)]) -> Option<()> {
        for (place, value) in contents {
            self.finally.push((model.place_number(*place)?, *value));
        }
        Some(())
    }

    fn include(&mut self, model: &Model, node: usize) {
        self.raise(model.must(node));
        let least = &mut self.least[model.thread[node]];
        *least = (*least).max(model.position(node) + 1);
    }

    fn raise(&mut self, row: &[u32]) {
        for (least, count) in self.least.iter_mut().zip(row) {
            *least = (*least).max(*count);
        }
    }
}

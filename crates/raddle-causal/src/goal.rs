//! A query in the model's own numbers, with both kinds made one.
//!
//! The step of `Query::Read` is the last of all and what it does concerns nobody. So it need not take part: its thread stands before it, the
//! values it is to see are in their places in the end, and the locks it takes are free.

use crate::model::{Model, Section, StepId, Value};
use crate::query::Query;

/// What is asked: how much of each thread is included at least and at most, and what the end is like.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub least: Vec<u32>,
    pub most: Vec<u32>,
    /// Places, each with its number together with what is in it in the end.
    pub finally: Vec<(usize, usize)>,
    /// Locks that nobody holds in the end.
    pub free: Vec<usize>,
    /// The step that an answer ends with.
    pub last: Option<StepId>,
}

impl Goal {
    /// The goals of which one has to be reached: one for each choice of those who hold the locks that have to be held. There is
    /// none if what is asked cannot be at first sight.
    pub fn all(model: &Model, query: &Query) -> Vec<Goal> {
        let mut goals: Vec<Goal> = Goal::new(model, query).into_iter().collect();
        if let Query::Stand { held, .. } = query {
            for lock in held {
                let sections = model.lock_number(*lock).map_or(&[][..], |lock| &model.sections[lock]);
                goals = goals.iter().flat_map(|goal| goal.holding(model, sections)).collect();
            }
        }
        goals
    }

    /// What every order fulfils.
    pub fn nothing(model: &Model) -> Goal {
        let threads = 0..model.thread_count();
        Goal {
            least: threads.clone().map(|_| 0).collect(),
            most: threads.map(|thread| model.length(thread)).collect(),
            finally: Vec::new(),
            free: Vec::new(),
            last: None,
        }
    }

    /// That these steps, and all they need, are included.
    pub fn including(model: &Model, include: &[StepId]) -> Goal {
        let mut goal = Goal::nothing(model);
        include.iter().for_each(|step| goal.include(model, model.node[*step as usize]));
        goal
    }

    /// Whether it asks for all that another one does.
    pub fn asks_for(&self, other: &Goal) -> bool {
        let includes = self.least.iter().zip(&other.least).all(|(own, least)| own >= least);
        let leaves_out = self.most.iter().zip(&other.most).all(|(own, most)| own <= most);
        let is_open = other.finally.is_empty() && other.free.is_empty();
        let is_same = || (&self.finally, &self.free) == (&other.finally, &other.free);
        includes && leaves_out && (is_open || is_same())
    }

    fn new(model: &Model, query: &Query) -> Option<Goal> {
        let width = model.thread_count();
        let mut goal = Goal::nothing(model);
        match query {
            Query::Read { step, sees, include } => {
                let node = model.node[*step as usize];
                goal.cut(model.thread[node], model.position(node))?;
                // What the step itself needs is asked for below; what it needed to see what it saw is not.
                let target = &model.steps()[*step as usize];
                for node in target.after.iter().chain(include).map(|step| model.node[*step as usize]) {
                    goal.include(model, node);
                }
                if model.position(node) > 0 {
                    goal.include(model, node - 1);
                }
                goal.see(model, sees)?;
                goal.free.extend(target.locks.iter().filter_map(|lock| model.lock_number(*lock)));
                goal.last = Some(*step);
            }
            Query::Stand { cuts, finally, whole, .. } => {
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
                for thread in (0..width).filter(|thread| goal.least[*thread] > 0).collect::<Vec<_>>() {
                    goal.include(model, model.begin[thread] + goal.least[thread] as usize - 1);
                }
            }
        }
        goal.possible().then_some(goal)
    }

    /// This goal, with one of a lock's sections open in the end.
    fn holding(&self, model: &Model, sections: &[(usize, Vec<Section>)]) -> Vec<Goal> {
        let sections =
            sections.iter().flat_map(|(thread, sections)| sections.iter().map(|section| (*thread, *section)));
        let goals = sections.map(|(thread, section)| {
            let mut goal = self.clone();
            goal.most[thread] = goal.most[thread].min(section.to.unwrap_or(u32::MAX));
            if let Some(from) = section.from {
                goal.include(model, model.begin[thread] + from as usize);
            }
            goal
        });
        goals.filter(Goal::possible).collect()
    }

    /// Whether nothing is needed that may not be.
    fn possible(&self) -> bool {
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
            let place = model.place_number(*place)?;
            self.finally.push((place, model.cell_number(place, *value)?));
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

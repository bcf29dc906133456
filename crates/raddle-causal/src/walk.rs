//! Going through the included steps one by one, in the order of the trace as far as they can.
//!
//! A step that only reads and gives locks back is done as soon as it can be: nothing is lost by that, since nobody is hindered. Of the
//! others the one that came first in the trace is done, unless it would overwrite what a read that is still to come has to see:
//! because it is known to see just that, or because nobody who is still to come writes it again.

use crate::rules::Rules;
use crate::state::{From, State};

/// How far it is.
pub(crate) struct Walk<'a> {
    rules: &'a Rules<'a>,
    state: &'a State,
    /// How many steps each thread has done.
    done: Vec<u32>,
    /// What is in each place, by the number of both together, and who wrote it.
    content: Vec<(Option<usize>, From)>,
    /// How many reads that see what is in a place are still to come, as far as that is known.
    awaited: Vec<u32>,
    /// The same for what nodes write, in the order of `Model::writes`.
    serves: Vec<u32>,
    /// For each place with a value, how many reads and writes of it are still to come.
    reads: Vec<u32>,
    writes: Vec<u32>,
    held: Vec<bool>,
    nodes: Vec<usize>,
}

impl<'a> Walk<'a> {
    /// Before the first step.
    pub fn new(rules: &'a Rules<'a>, state: &'a State) -> Walk<'a> {
        let model = rules.model;
        let mut walk = Walk {
            rules,
            state,
            done: vec![0; model.thread_count()],
            content: model.content.iter().map(|content| (content.initial, From::Initial)).collect(),
            awaited: vec![0; model.content.len()],
            serves: vec![0; model.writes.len()],
            reads: vec![0; model.cell_count()],
            writes: vec![0; model.cell_count()],
            held: model.held_before.clone(),
            nodes: Vec::new(),
        };
        for need in rules.needs(&state.least) {
            walk.reads[need.cell] += 1;
            match state.from[need.slot] {
                From::Open => {}
                From::Initial => walk.awaited[need.place] += 1,
                From::Node(writer) => {
                    let at = model.writes_of(writer).iter().position(|write| write.place == need.place);
                    walk.serves[model.first_write[writer] + at.expect("who serves a read writes its place")] += 1;
                }
            }
        }
        for (thread, least) in state.least.iter().enumerate() {
            let begin = model.begin[thread];
            for write in &model.writes[model.first_write[begin]..model.first_write[begin + *least as usize]] {
                walk.writes[write.cell] += 1;
            }
        }
        walk
    }

    /// Goes as far as it can: all nodes in order, or nothing if some are left.
    pub fn run(mut self) -> Option<Vec<usize>> {
        loop {
            let before = self.nodes.len();
            let mut first: Option<usize> = None;
            for thread in 0..self.done.len() {
                while let Some(node) = self.next(thread) {
                    if !self.harmless(node) {
                        let model = self.rules.model;
                        if first.is_none_or(|first| model.step[node] < model.step[first]) {
                            first = Some(node);
                        }
                        break;
                    }
                    self.take(node);
                }
            }
            match first {
                Some(node) => self.take(node),
                None if self.nodes.len() == before => break,
                None => {}
            }
        }
        let complete = self.done == self.state.least;
        let wanted = self.rules.goal.finally.iter().all(|(place, cell)| self.content[*place].0 == Some(*cell));
        (complete && wanted).then_some(self.nodes)
    }

    fn harmless(&self, node: usize) -> bool {
        self.rules.model.writes_of(node).is_empty() && self.rules.model.taken[node].is_empty()
    }

    /// A thread's next node, if it can be done.
    fn next(&self, thread: usize) -> Option<usize> {
        if self.done[thread] == self.state.least[thread] {
            return None;
        }
        let model = self.rules.model;
        let node = model.begin[thread] + self.done[thread] as usize;
        let turn = self.state.order.before(node).iter().zip(&self.done).all(|(count, done)| count <= done);
        let sees = turn
            && model.reads_of(node).all(|slot| {
                let (cell, from) = self.content[model.reads[slot].place];
                let known = self.state.from[slot];
                cell == Some(model.reads[slot].cell) && (known == From::Open || known == from)
            });
        let takes = sees && model.taken[node].iter().all(|lock| !self.held[*lock]);
        let writes = takes && model.writes_of(node).iter().all(|write| self.may_write(node, write.place));
        writes.then_some(node)
    }

    /// Whether nobody else has to see what is in a place that a node writes.
    fn may_write(&self, node: usize, place: usize) -> bool {
        let own = self.rules.model.reads_of(node).find(|slot| self.rules.model.reads[*slot].place == place);
        let known = own.is_some_and(|slot| self.state.from[slot] != From::Open);
        let (Some(cell), _) = self.content[place] else { return true };
        self.awaited[place] == u32::from(known)
            && (self.reads[cell] == u32::from(own.is_some()) || self.writes[cell] > 0)
    }

    fn take(&mut self, node: usize) {
        let model = self.rules.model;
        for slot in model.reads_of(node) {
            self.reads[model.reads[slot].cell] -= 1;
            if self.state.from[slot] != From::Open {
                self.awaited[model.reads[slot].place] -= 1;
            }
        }
        for (at, write) in model.writes_of(node).iter().enumerate() {
            self.content[write.place] = (Some(write.cell), From::Node(node));
            self.awaited[write.place] = self.serves[model.first_write[node] + at];
            self.writes[write.cell] -= 1;
        }
        for lock in &model.taken[node] {
            self.held[*lock] = true;
        }
        for lock in &model.given[node] {
            self.held[*lock] = false;
        }
        self.done[model.thread[node]] += 1;
        self.nodes.push(node);
    }
}

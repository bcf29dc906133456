//! Going through the included steps one by one, in the order of the trace as far as they can.
//!
//! A step that only reads and gives locks back is done as soon as it can be: nothing is lost by that, since nobody is hindered. Of the
//! others the one that came first in the trace is done; unless a read that is known to see what is in a place now is still to
//! come, for which nobody writes there before.

use crate::model::Value;
use crate::saturate::{From, Rules, State};

/// How far it is.
pub(crate) struct Walk<'a> {
    rules: &'a Rules<'a>,
    state: &'a State,
    /// How many steps each thread has done.
    done: Vec<u32>,
    /// What is in each place, and who wrote it.
    content: Vec<(Option<Value>, From)>,
    /// How many reads that see what is in a place are still to come, as far as that is known.
    awaited: Vec<u32>,
    /// The same for what nodes write, in the order of `Model::writes`.
    serves: Vec<Vec<u32>>,
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
            serves: model.writes.iter().map(|writes| vec![0; writes.len()]).collect(),
            held: model.held_before.clone(),
            nodes: Vec::new(),
        };
        for need in rules.needs(&state.least) {
            match state.from[need.slot] {
                From::Open => {}
                From::Initial => walk.awaited[need.place] += 1,
                From::Node(writer) => {
                    let at = model.writes[writer].iter().position(|(place, _)| *place == need.place);
                    walk.serves[writer][at.expect("who serves a read writes its place")] += 1;
                }
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
        let wanted = self.rules.goal.finally.iter().all(|(place, value)| self.content[*place].0 == Some(*value));
        (complete && wanted).then_some(self.nodes)
    }

    fn harmless(&self, node: usize) -> bool {
        self.rules.model.writes[node].is_empty() && self.rules.model.taken[node].is_empty()
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
                let (value, from) = self.content[model.reads[slot].place];
                let known = self.state.from[slot];
                value == Some(model.reads[slot].value) && (known == From::Open || known == from)
            });
        let takes = sees && model.taken[node].iter().all(|lock| !self.held[*lock]);
        let writes = takes
            && model.writes[node].iter().all(|(place, _)| {
                let own = model
                    .reads_of(node)
                    .any(|slot| model.reads[slot].place == *place && self.state.from[slot] != From::Open);
                self.awaited[*place] == u32::from(own)
            });
        writes.then_some(node)
    }

    fn take(&mut self, node: usize) {
        let model = self.rules.model;
        for slot in model.reads_of(node) {
            if self.state.from[slot] != From::Open {
                self.awaited[model.reads[slot].place] -= 1;
            }
        }
        for (at, (place, value)) in model.writes[node].iter().enumerate() {
            self.content[*place] = (Some(*value), From::Node(node));
            self.awaited[*place] = self.serves[node][at];
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

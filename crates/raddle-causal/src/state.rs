//! What is known of an answer while it is looked for.

use crate::goal::Goal;
use crate::model::Model;
use crate::order::{Contradiction, Order};
use crate::stamps::Stamps;

/// Who wrote what a read sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    /// That is not known.
    Open,
    /// Nobody, it was there before.
    Initial,
    /// This node.
    Node(usize),
}

/// What is known of an answer.
#[derive(Clone, Default, Debug)]
pub(crate) struct State {
    pub order: Order,
    /// How many steps of each thread are included at least, and at most.
    pub least: Vec<u32>,
    pub most: Vec<u32>,
    /// For each read of the model, and after them what has to be in places in the end.
    pub from: Vec<From>,
    pub stamps: Stamps,
    /// The read that a contradiction was met at.
    pub culprit: usize,
}

impl State {
    /// What is known at first.
    pub fn new(model: &Model, goal: &Goal) -> State {
        let mut order = Order::default();
        order.reset(model);
        let from = vec![From::Open; model.reads.len() + goal.finally.len()];
        let stamps = Stamps::new(model, from.len());
        State { order, least: goal.least.clone(), most: goal.most.clone(), from, stamps, culprit: 0 }
    }

    /// Goes on towards a goal that includes all of this, and asks for more.
    pub fn turn(&mut self, model: &Model, goal: &Goal) {
        for thread in 0..goal.least.len() {
            self.raise(model, thread, goal.least[thread]);
            self.lower(model, thread, goal.most[thread]);
        }
        let reads = model.reads.len() + goal.finally.len();
        self.from.resize(reads, From::Open);
        self.stamps.set_reads(reads);
        goal.free.iter().for_each(|lock| self.stamps.touch_lock(*lock));
    }

    /// Includes so many steps of a thread at least.
    fn raise(&mut self, model: &Model, thread: usize, least: u32) {
        if least > self.least[thread] {
            let begin = model.begin[thread];
            self.stamps.include(model, begin + self.least[thread] as usize..begin + least as usize);
            self.least[thread] = least;
        }
    }

    /// Includes so many steps of a thread at most.
    pub fn lower(&mut self, model: &Model, thread: usize, most: u32) {
        let begin = model.begin[thread];
        while self.most[thread] > most {
            self.most[thread] -= 1;
            self.stamps.touch(model, begin + self.most[thread] as usize);
        }
    }

    /// Makes it like another.
    pub fn copy_from(&mut self, other: &State) {
        self.order.copy_from(&other.order);
        self.least.clone_from(&other.least);
        self.most.clone_from(&other.most);
        self.from.clone_from(&other.from);
        self.stamps.copy_from(&other.stamps);
    }

    /// Whether a node is known to be included.
    pub fn includes(&self, model: &Model, node: usize) -> bool {
        model.position(node) < self.least[model.thread[node]]
    }

    /// Whether a node could be included.
    pub fn could_include(&self, model: &Model, node: usize) -> bool {
        model.position(node) < self.most[model.thread[node]]
    }

    /// Leaves out nodes that need others that are left out. Tells whether there were any.
    pub fn tighten(&mut self, model: &Model) -> Result<bool, Contradiction> {
        let (mut more, stamps) = (false, &mut self.stamps);
        self.order.tighten(model, &mut self.most, |node| {
            stamps.touch(model, node);
            more = true;
        });
        let possible = self.least.iter().zip(&self.most).all(|(least, most)| least <= most);
        if possible { Ok(more) } else { Err(Contradiction) }
    }

    /// Includes a node and what it needs. Tells whether that is new.
    pub fn include(&mut self, model: &Model, node: usize) -> Result<bool, Contradiction> {
        if self.includes(model, node) {
            return Ok(false);
        }
        if !self.could_include(model, node) {
            return Err(Contradiction);
        }
        for thread in 0..self.least.len() {
            self.raise(model, thread, self.order.before(node)[thread]);
        }
        self.raise(model, model.thread[node], model.position(node) + 1);
        Ok(true)
    }

    /// Puts a node before another. Tells whether that is new.
    pub fn put(&mut self, model: &Model, earlier: usize, later: usize) -> Result<bool, Contradiction> {
        let stamps = &mut self.stamps;
        self.order.add(model, earlier, later, &self.most, |node| stamps.touch(model, node))
    }

    /// Lets a read be served by somebody.
    pub fn settle(&mut self, slot: usize, from: From) {
        self.from[slot] = from;
        self.stamps.settle(slot);
    }
}

//! The second solver: going through the states of a trace, each once.
//!
//! A state is how far each thread is and what is in places; what was done to come there does not matter. Where saturation gives up, so
//! few states may be left by what it knows that all can be seen, and steps are tried in the order of the trace, near to which an answer may
//! be. If there are more states than is allowed, that says nothing.
//!
//! A step that hinders nobody is done as soon as it can be: it only reads and gives locks back, or nobody else has to do with the places
//! it writes any more. So there is a choice among the others only. A step is not done if
//! it would overwrite what an included read has still to see, and nobody who could serve the read is left.

use crate::rules::Rules;
use crate::saturate::Outcome;
use crate::state::{From, State};
use rustc_hash::FxHashSet;

/// A position after all others.
const FOR_EVER: u32 = u32::MAX;

/// One exploration.
pub(crate) struct Explore<'a> {
    rules: &'a Rules<'a>,
    state: &'a State,
    /// How many steps each thread has done.
    done: Vec<u32>,
    /// What is in each place, by the number of both together.
    content: Vec<Option<usize>>,
    held: Vec<bool>,
    /// What was done, and what was in places that it wrote.
    nodes: Vec<usize>,
    overwritten: Vec<Option<usize>>,
    /// States that were seen.
    seen: FxHashSet<Box<[u32]>>,
    /// Places whose content does not follow of how far threads are: more than one writes them.
    open: Vec<usize>,
    /// For each place, and for each lock, and each thread, up to which position it has to do with it.
    touches: Vec<u32>,
    locks: Vec<u32>,
    /// For each read of an included step, and for what is asked of the end, and each thread, up to which position somebody could serve it.
    served: Vec<u32>,
    /// For each place with a value the included reads that see it, and what is asked of the end.
    awaited: Vec<Vec<usize>>,
}

/// A state with what is still to be tried there.
struct Fork {
    /// How many nodes were done before.
    depth: usize,
    /// The next nodes, the last first.
    nodes: Vec<usize>,
}

impl<'a> Explore<'a> {
    /// Before the first step.
    pub fn new(rules: &'a Rules<'a>, state: &'a State) -> Explore<'a> {
        let (model, width) = (rules.model, rules.model.thread_count());
        let mut explore = Explore {
            rules,
            state,
            done: vec![0; width],
            content: model.content.iter().map(|content| content.initial).collect(),
            held: model.held_before.clone(),
            nodes: Vec::new(),
            overwritten: Vec::new(),
            seen: FxHashSet::default(),
            open: Vec::new(),
            touches: vec![0; model.content.len() * width],
            locks: vec![0; model.sections.len() * width],
            served: vec![0; state.from.len() * width],
            awaited: vec![Vec::new(); model.cell_count()],
        };
        explore.index_touches();
        explore.index_needs();
        explore
    }

    fn index_touches(&mut self) {
        let (model, width) = (self.rules.model, self.done.len());
        for (thread, most) in self.state.most.iter().enumerate() {
            for at in 0..*most {
                let node = model.begin[thread] + at as usize;
                let reads = model.reads_of(node).map(|slot| model.reads[slot].place);
                for place in reads.chain(model.writes_of(node).iter().map(|write| write.place)) {
                    self.touches[place * width + thread] = at + 1;
                }
                for lock in model.taken[node].iter().chain(&model.given[node]) {
                    self.locks[lock * width + thread] = at + 1;
                }
            }
        }
        // What is asked of the end matters to all whatever they have done.
        for (place, _) in &self.rules.goal.finally {
            self.touches[place * width..][..width].fill(FOR_EVER);
        }
        for lock in &self.rules.goal.free {
            self.locks[lock * width..][..width].fill(FOR_EVER);
        }
        for (place, content) in model.content.iter().enumerate() {
            let writers = content.writers.iter().filter(|(thread, writes)| writes[0] < self.state.most[*thread]);
            if writers.count() > 1 {
                self.open.push(place);
            }
        }
    }

    fn index_needs(&mut self) {
        let (model, width) = (self.rules.model, self.done.len());
        for need in self.rules.needs(&self.state.least) {
            self.awaited[need.cell].push(need.slot);
            let served = &mut self.served[need.slot * width..][..width];
            let mut serve = |from| {
                if let From::Node(node) = from {
                    let last = &mut served[model.thread[node]];
                    *last = (*last).max(model.position(node) + 1);
                }
            };
            match self.state.from[need.slot] {
                From::Open => self.rules.candidates(self.state, need).iter().for_each(serve),
                from => serve(from),
            }
        }
    }

    /// Looks for an answer, until so many numbers would have to be kept to know the states that were seen.
    pub fn run(mut self, limit: usize) -> Outcome {
        let limit = limit / (self.done.len() + self.open.len());
        let mut forks: Vec<Fork> = Vec::new();
        loop {
            if self.settle() {
                if self.is_answer() {
                    return Outcome::Yes(self.nodes);
                }
                if self.seen.insert(self.key()) {
                    if self.seen.len() > limit {
                        return Outcome::GaveUp;
                    }
                    forks.push(Fork { depth: self.nodes.len(), nodes: self.choices() });
                }
            }
            let Some(node) = self.turn_back(&mut forks) else { return Outcome::No };
            self.take(node);
        }
    }

    /// Goes back to the last state where something is still to be tried, and tells what.
    fn turn_back(&mut self, forks: &mut Vec<Fork>) -> Option<usize> {
        loop {
            let fork = forks.last_mut()?;
            self.go_back(fork.depth);
            match fork.nodes.pop() {
                Some(node) => return Some(node),
                None => forks.pop(),
            };
        }
    }

    /// Does what hinders nobody. Fails if that shows that there is no answer from here: what could be done at once has to come later.
    fn settle(&mut self) -> bool {
        let mut again = true;
        while again {
            again = false;
            for thread in 0..self.done.len() {
                while let Some(node) = self.next(thread).filter(|node| self.harmless(*node)) {
                    if !self.is_turn(node) {
                        return false;
                    }
                    self.take(node);
                    again = true;
                }
            }
        }
        true
    }

    fn key(&self) -> Box<[u32]> {
        let content = self.open.iter().map(|place| self.content[*place].map_or(u32::MAX, |cell| cell as u32));
        self.done.iter().copied().chain(content).collect()
    }

    fn is_answer(&self) -> bool {
        let goal = self.rules.goal;
        self.done.iter().zip(&self.state.least).all(|(done, least)| done >= least)
            && goal.finally.iter().all(|(place, cell)| self.content[*place] == Some(*cell))
            && goal.free.iter().all(|lock| !self.held[*lock])
    }

    /// A thread's next node, if what it waits for is done, it sees what it has to and the locks it takes are free.
    fn next(&self, thread: usize) -> Option<usize> {
        if self.done[thread] == self.state.most[thread] {
            return None;
        }
        let model = self.rules.model;
        let node = model.begin[thread] + self.done[thread] as usize;
        let after = &model.steps()[model.step[node] as usize].after;
        let sees = after.iter().all(|step| self.is_done(model.node[*step as usize]))
            && model.reads_of(node).all(|slot| self.content[model.reads[slot].place] == Some(model.reads[slot].cell));
        (sees && model.taken[node].iter().all(|lock| !self.held[*lock])).then_some(node)
    }

    fn is_done(&self, node: usize) -> bool {
        self.rules.model.position(node) < self.done[self.rules.model.thread[node]]
    }

    /// Whether all that saturation knows to come before a node is done.
    fn is_turn(&self, node: usize) -> bool {
        self.state.order.before(node).iter().zip(&self.done).all(|(count, done)| count <= done)
    }

    /// Whether nobody else has to do with what a node changes.
    fn harmless(&self, node: usize) -> bool {
        let model = self.rules.model;
        let own = model.thread[node];
        let is_left = |touches: &[u32]| {
            let mut threads = touches.iter().zip(&self.done).enumerate();
            threads.all(|(thread, (last, done))| last <= done || thread == own && *last != FOR_EVER)
        };
        let width = self.done.len();
        model.taken[node].iter().all(|lock| is_left(&self.locks[lock * width..][..width]))
            && model.writes_of(node).iter().all(|write| is_left(&self.touches[write.place * width..][..width]))
    }

    /// What can be done next, the best last.
    fn choices(&self) -> Vec<usize> {
        let next = (0..self.done.len()).filter_map(|thread| self.next(thread));
        let mut nodes: Vec<usize> = next.filter(|node| self.is_turn(*node) && self.may_write(*node)).collect();
        let model = self.rules.model;
        nodes.sort_unstable_by_key(|node| std::cmp::Reverse((!self.state.includes(model, *node), model.step[*node])));
        nodes
    }

    /// Whether what a node overwrites can still be seen by all who have to see it.
    fn may_write(&self, node: usize) -> bool {
        let model = self.rules.model;
        let width = self.done.len();
        model.writes_of(node).iter().all(|write| {
            let Some(cell) = self.content[write.place].filter(|cell| *cell != write.cell) else { return true };
            self.awaited[cell].iter().all(|slot| {
                let reader = model.reads.get(*slot).map(|read| read.node);
                reader.is_some_and(|reader| reader == node || self.is_done(reader))
                    || self.served[slot * width..][..width].iter().zip(&self.done).any(|(last, done)| last > done)
            })
        })
    }

    fn take(&mut self, node: usize) {
        let model = self.rules.model;
        for write in model.writes_of(node) {
            self.overwritten.push(self.content[write.place].replace(write.cell));
        }
        model.taken[node].iter().for_each(|lock| self.held[*lock] = true);
        model.given[node].iter().for_each(|lock| self.held[*lock] = false);
        self.done[model.thread[node]] += 1;
        self.nodes.push(node);
    }

    /// Takes back all but so many steps.
    fn go_back(&mut self, depth: usize) {
        let model = self.rules.model;
        while self.nodes.len() > depth {
            let Some(node) = self.nodes.pop() else { return };
            for write in model.writes_of(node).iter().rev() {
                self.content[write.place] = self.overwritten.pop().expect("what was written has overwritten something");
            }
            model.given[node].iter().for_each(|lock| self.held[*lock] = true);
            model.taken[node].iter().for_each(|lock| self.held[*lock] = false);
            self.done[model.thread[node]] -= 1;
        }
    }
}

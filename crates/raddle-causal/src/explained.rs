//! An order that knows why it is as it is, and of which the last additions can be taken back.

use crate::model::Model;
use crate::order::Order;
use crate::state::State;
use batsat::Lit;

/// No change.
const NONE: u32 = u32::MAX;

/// Something that something else follows from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    /// A literal holds.
    Lit(Lit),
    /// The first of two nodes is known to come before the second.
    Order(usize, usize),
}

/// Why something is so: where its reasons are among all.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Why {
    from: u32,
    to: u32,
}

/// The order.
#[derive(Debug)]
pub(crate) struct Explained<'a> {
    model: &'a Model,
    /// How many steps of each thread it is about.
    most: &'a [u32],
    order: Order,
    changes: Vec<Change>,
    /// For each node and thread the last change.
    changed: Vec<u32>,
    additions: Vec<Addition>,
    reasons: Vec<Reason>,
    /// For each addition the last search for reasons that came by it, how many of these there were, and what is still to be explained.
    met: Vec<u32>,
    search: u32,
    open: Vec<(usize, usize)>,
}

/// More steps of a thread come before a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub node: usize,
    pub thread: usize,
    /// How many did, and how many do.
    pub old: u32,
    pub new: u32,
    /// The change before, of the same.
    last: u32,
    /// The addition that brought it.
    addition: u32,
}

/// One node was put before another.
#[derive(Clone, Copy, Debug)]
struct Addition {
    earlier: usize,
    later: usize,
    why: Why,
}

/// How much there was at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    changes: usize,
    additions: usize,
    reasons: usize,
}

impl<'a> Explained<'a> {
    /// What is known of an answer; no reasons are given for that.
    pub fn new(model: &'a Model, state: &'a State) -> Explained<'a> {
        Explained {
            model,
            most: &state.most,
            order: state.order.clone(),
            changes: Vec::new(),
            changed: vec![NONE; model.step.len() * model.thread_count()],
            additions: Vec::new(),
            reasons: Vec::new(),
            met: Vec::new(),
            search: 0,
            open: Vec::new(),
        }
    }

    /// How many steps of each thread come before a node.
    pub fn before(&self, node: usize) -> &[u32] {
        self.order.before(node)
    }

    pub fn is_before(&self, earlier: usize, later: usize) -> bool {
        self.order.is_before(self.model, earlier, later)
    }

    /// The position of the first step of a thread that comes after a node.
    pub fn first_after(&self, node: usize, thread: usize) -> u32 {
        self.order.first_after(self.model, node, thread, self.most[thread])
    }

    /// What putting nodes before others has changed.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Remembers why something is so.
    pub fn because(&mut self, reasons: impl IntoIterator<Item = Reason>) -> Why {
        let from = self.reasons.len() as u32;
        self.reasons.extend(reasons);
        Why { from, to: self.reasons.len() as u32 }
    }

    /// Puts one node before another, where neither is known to come first.
    pub fn put(&mut self, earlier: usize, later: usize, why: Why) {
        let addition = self.additions.len() as u32;
        self.additions.push(Addition { earlier, later, why });
        let (changes, changed, width) = (&mut self.changes, &mut self.changed, self.most.len());
        self.order.raise(self.model, earlier, later, self.most, |node, counts, least| {
            let so_far = changes.len();
            for (thread, (count, new)) in counts.iter_mut().zip(least).enumerate() {
                if *count >= *new {
                    continue;
                }
                let last = std::mem::replace(&mut changed[node * width + thread], changes.len() as u32);
                changes.push(Change { node, thread, old: *count, new: *new, last, addition });
                *count = *new;
            }
            changes.len() > so_far
        });
    }

    /// How much there is now.
    pub fn mark(&self) -> Mark {
        Mark { changes: self.changes.len(), additions: self.additions.len(), reasons: self.reasons.len() }
    }

    /// Takes back what was added since.
    pub fn take_back(&mut self, mark: Mark) {
        for change in self.changes.drain(mark.changes..).rev() {
            self.order.restore(change.node, change.thread, change.old);
            self.changed[change.node * self.most.len() + change.thread] = change.last;
        }
        self.additions.truncate(mark.additions);
        self.reasons.truncate(mark.reasons);
    }

    /// Collects the literals because of which something is so; there may be some twice.
    pub fn explain(&mut self, why: Why, lits: &mut Vec<Lit>) {
        self.search += 1;
        self.met.resize(self.met.len().max(self.additions.len()), 0);
        self.spread(why, lits);
        while let Some((earlier, later)) = self.open.pop() {
            let Some(number) = self.brought(earlier, later) else { continue };
            let addition = self.additions[number as usize];
            if addition.earlier != earlier {
                self.open.push((earlier, addition.earlier));
            }
            if addition.later != later {
                self.open.push((addition.later, later));
            }
            if std::mem::replace(&mut self.met[number as usize], self.search) != self.search {
                self.spread(addition.why, lits);
            }
        }
    }

    fn spread(&mut self, why: Why, lits: &mut Vec<Lit>) {
        for reason in &self.reasons[why.from as usize..why.to as usize] {
            match *reason {
                Reason::Lit(lit) => lits.push(lit),
                Reason::Order(earlier, later) => self.open.push((earlier, later)),
            }
        }
    }

    /// The addition since which a node is known to come before another, so that whatever was concluded from that came later; none if it always was.
    fn brought(&self, earlier: usize, later: usize) -> Option<u32> {
        let (thread, position) = (self.model.thread[earlier], self.model.position(earlier));
        let mut at = self.changed[later * self.most.len() + thread];
        while at != NONE {
            let change = self.changes[at as usize];
            if change.old <= position {
                return Some(change.addition);
            }
            at = change.last;
        }
        None
    }
}

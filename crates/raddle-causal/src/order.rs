//! A partial order of a model's nodes that can be added to, always closed.
//!
//! A thread's nodes are a chain, so what comes before a node is one number for each thread: how many of its steps. These numbers
//! do not fall along a chain, so the first node of a thread that comes after a given one is found by halving.

use crate::model::Model;

/// Something was asked that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// The order: for each node and thread, how many steps of the thread come before the node, if the node is included.
#[derive(Clone, Default, Debug)]
pub(crate) struct Order {
    before: Vec<u32>,
    width: usize,
}

impl Order {
    /// Makes it that which holds whatever is asked.
    pub fn reset(&mut self, model: &Model) {
        self.width = model.thread_count();
        self.before.clone_from(&model.must);
    }

    /// Makes it like another.
    pub fn copy_from(&mut self, other: &Order) {
        self.width = other.width;
        self.before.clone_from(&other.before);
    }

    /// All of `before`, node by node.
    pub fn into_rows(self) -> Vec<u32> {
        self.before
    }

    /// How many steps of each thread come before a node.
    pub fn before(&self, node: usize) -> &[u32] {
        &self.before[node * self.width..][..self.width]
    }

    pub fn is_before(&self, model: &Model, earlier: usize, later: usize) -> bool {
        self.before[later * self.width + model.thread[earlier]] > model.position(earlier)
    }

    /// The position of the first step of a thread that comes after a node, its own included; `most` if none of the first `most` does.
    pub fn first_after(&self, model: &Model, node: usize, thread: usize, most: u32) -> u32 {
        let (own, position) = (model.thread[node], model.position(node));
        if own == thread {
            return (position + 1).min(most);
        }
        let column = |at: u32| self.before[(model.begin[thread] + at as usize) * self.width + own];
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low + (high - low) / 2;
            if column(middle) > position { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// Leaves out nodes that need others that are left out, and tells of each.
    pub fn tighten(&self, model: &Model, most: &mut [u32], mut left_out: impl FnMut(usize)) {
        let mut again = true;
        while again {
            again = false;
            for thread in 0..most.len() {
                while most[thread] > 0 {
                    let last = model.begin[thread] + most[thread] as usize - 1;
                    if self.before(last).iter().zip(&*most).all(|(count, most)| count <= most) {
                        break;
                    }
                    most[thread] -= 1;
                    left_out(last);
                    again = true;
                }
            }
        }
    }

    /// Puts one node before another, as far as the first `most` steps of each thread are concerned. Tells whether that is new, and of each node before which more
    /// comes than did.
    pub fn add(
        &mut self,
        model: &Model,
        earlier: usize,
        later: usize,
        most: &[u32],
        mut grown_at: impl FnMut(usize),
    ) -> Result<bool, Contradiction> {
        if self.is_before(model, earlier, later) {
            return Ok(false);
        }
        if earlier == later || self.is_before(model, later, earlier) {
            return Err(Contradiction);
        }
        self.raise(model, earlier, later, most, |node, counts, least| {
            let mut grown = false;
            for (count, least) in counts.iter_mut().zip(least) {
                if *count < *least {
                    *count = *least;
                    grown = true;
                }
            }
            if grown {
                grown_at(node);
            }
            grown
        });
        Ok(true)
    }

    /// Lets one node, and what comes before it, come before another and all that come after that. `raise` is given each of these, with how many steps of each thread
    /// come before it and how many are to at least; it raises them, and tells whether it had to.
    pub fn raise(
        &mut self,
        model: &Model,
        earlier: usize,
        later: usize,
        most: &[u32],
        mut raise: impl FnMut(usize, &mut [u32], &[u32]) -> bool,
    ) {
        let width = self.width;
        let mut row = [0; 64];
        let mut long_row;
        let row = if width <= row.len() {
            &mut row[..width]
        } else {
            long_row = vec![0; width];
            &mut long_row[..]
        };
        row.copy_from_slice(self.before(earlier));
        row[model.thread[earlier]] = model.position(earlier) + 1;
        for (thread, most) in most.iter().enumerate() {
            let first = match thread == model.thread[later] {
                true => model.position(later),
                false => self.first_after(model, later, thread, *most),
            };
            for node in model.begin[thread] + first as usize..model.begin[thread] + *most as usize {
                if !raise(node, &mut self.before[node * width..][..width], row) {
                    break;
                }
            }
        }
    }

    /// Makes a number what it was: how many steps of a thread come before a node.
    pub fn restore(&mut self, node: usize, thread: usize, count: u32) {
        self.before[node * self.width + thread] = count;
    }
}

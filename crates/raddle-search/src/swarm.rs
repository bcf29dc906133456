//! Several depth-first searches of the same states, so that each sees its cycles whole.
//!
//! A search that shares out its work cannot tell cycles from paths that meet. So as soon as there may be a cycle, and that matters, the search begins again, and
//! every worker goes through all states, in an order of its own, and leaves out only those that another has done with: all that comes after them is explored, and no cycle leads back out of their
//! component. Where two meet they go on together from both ends, so that little is done twice. The worker that met a state first takes
//! all its choices, and is the one to count them and to tell what they led to.
//!
//! Renault, Duret-Lutz, Kordon, Poitrenaud, "Parallel Explicit Model Checking for Generalized Büchi Automata", 2015, share components that are done with in
//! this way.

use crate::guest::Choice;
use crate::random::Random;
use crate::store::{DONE, Entered};
use rustc_hash::FxHashMap;

/// What one of them knows beside its path.
pub(crate) struct Swarm {
    worker: usize,
    random: Random,
    /// The fingerprints of the states it is at, by their keys.
    open: FxHashMap<u64, u128>,
    /// The fingerprints of those it has done with, to be noted where all see it.
    pub done: Vec<u128>,
}

impl Swarm {
    pub fn new(worker: usize) -> Swarm {
        Swarm { worker, random: Random::new(0, worker as u64), open: FxHashMap::default(), done: Vec::new() }
    }

    /// Whether a state met before is neither done with nor one this worker is at.
    pub fn joins_in(&self, met: &Entered) -> bool {
        met.depth != DONE && self.open.get(&met.key) != Some(&met.fingerprint)
    }

    /// The worker comes to a state, and will take its choices in this order: the first worker in that of threads, the second from the other end, others by
    /// chance.
    pub fn open(&mut self, entered: &Entered, choices: &mut [Choice]) {
        self.open.insert(entered.key, entered.fingerprint);
        match self.worker {
            0 => {}
            1 => choices.reverse(),
            _ => {
                for index in 1..choices.len() {
                    choices.swap(index, self.random.below(index as u64 + 1) as usize);
                }
            }
        }
    }

    /// A state is done with.
    pub fn close(&mut self, state: u64) {
        self.done.extend(self.open.remove(&state));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.open.clear();
        self.done.clear();
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        (self.open.capacity() * 33 + self.done.capacity() * 16) as u64
    }
}

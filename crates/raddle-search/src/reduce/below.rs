//! What was done below states that are explored for good.
//!
//! A state met again need not be explored again. But what was done below it races with the steps of the new path as it did with those of the
//! old one, so it is kept, and looked at each time (Yang, Chen, Gopalakrishnan, Kirby: stateful dynamic partial order reduction).

use super::touch::{Step, Touch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Something a thread did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Doing {
    pub thread: u32,
    pub touch: Touch,
}

/// All that is done below a state, each once, in order.
#[derive(Clone, Default, Debug)]
pub(crate) struct Doings(Vec<Doing>);

/// Stands for all that may be done where paths go round: it is not over yet when it is asked for.
const ANYTHING: Doing = Doing { thread: u32::MAX, touch: Touch::ALL };

/// Whether what is done below a state may be anything.
pub(crate) fn is_anything(doings: &[Doing]) -> bool {
    doings.last() == Some(&ANYTHING)
}

impl Doings {
    pub fn list(&self) -> &[Doing] {
        &self.0
    }

    /// Anything may be done.
    pub fn add_anything(&mut self) {
        self.add_all(&[ANYTHING]);
    }

    pub fn add_step(&mut self, step: &Step) {
        for &touch in step.touches.iter() {
            let doing = Doing { thread: step.choice.thread, touch };
            if let Err(place) = self.0.binary_search(&doing) {
                self.0.insert(place, doing);
            }
        }
    }

    pub fn add_all(&mut self, others: &[Doing]) {
        let missing: Vec<Doing> = others.iter().filter(|other| self.0.binary_search(other).is_err()).copied().collect();
        if !missing.is_empty() {
            self.0.extend(missing);
            self.0.sort_unstable();
        }
    }
}

/// The states explored for good by any worker, each with what is done below it.
#[derive(Default)]
pub(crate) struct Explored {
    states: FxHashMap<u128, Arc<[Doing]>>,
    /// Every list once: many states have the same.
    lists: FxHashSet<Arc<[Doing]>>,
    bytes: u64,
}

impl Explored {
    fn add(&mut self, state: u128, doings: Doings) {
        let list = match self.lists.get(&doings.0[..]) {
            Some(list) => Arc::clone(list),
            None => {
                let list: Arc<[Doing]> = doings.0.into();
                self.bytes += size_of_val(&list[..]) as u64;
                self.lists.insert(Arc::clone(&list));
                list
            }
        };
        self.states.insert(state, list);
    }
}

/// What a worker knows of states: those explored for good, and those of its path.
pub(crate) struct Below {
    explored: Arc<Mutex<Explored>>,
    path: FxHashSet<u128>,
}

impl Below {
    pub fn new(explored: Arc<Mutex<Explored>>) -> Below {
        Below { explored, path: FxHashSet::default() }
    }

    fn explored(&self) -> MutexGuard<'_, Explored> {
        self.explored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is done below a state, if that is explored for good.
    pub fn get(&self, state: u128) -> Option<Arc<[Doing]>> {
        self.explored().states.get(&state).cloned()
    }

    /// How many states are explored for good.
    pub fn len(&self) -> usize {
        self.explored().states.len()
    }

    /// The path comes to a state. Whether it has not been there before.
    pub fn enter(&mut self, state: u128) -> bool {
        self.path.insert(state)
    }

    /// The path leaves a state, which is explored for good if it is known all that is done below it.
    pub fn leave(&mut self, state: u128, doings: Option<Doings>) {
        self.path.remove(&state);
        if let Some(doings) = doings {
            self.explored().add(state, doings);
        }
    }

    /// The path is another.
    pub fn forget_path(&mut self) {
        self.path.clear();
    }

    /// Nothing is explored.
    pub fn clear(&mut self) {
        self.forget_path();
        *self.explored() = Explored::default();
    }

    /// Bytes it takes, about; those of what is shared are told by one worker.
    pub fn bytes(&self, is_first: bool) -> u64 {
        let path = (self.path.capacity() * size_of::<u128>()) as u64;
        let explored = self.explored();
        let states = (explored.states.capacity() * size_of::<(u128, Arc<[Doing]>)>()) as u64;
        path + if is_first { explored.bytes + states } else { 0 }
    }
}

//! Strongly connected components, by Tarjan's algorithm, told step by step what a depth-first walk does.
//!
//! Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.

use rustc_hash::FxHashMap;

/// The states whose component is not known yet. Those whose component is known are forgotten.
#[derive(Default)]
pub(crate) struct Components {
    /// When each was opened.
    numbers: FxHashMap<u64, u32>,
    /// All of them, in the order they were opened.
    pending: Vec<u64>,
    /// Those on the walk's path: which, when it was opened, and the earliest opened one it is known to lead to.
    path: Vec<(u64, u32, u32)>,
}

impl Components {
    /// The walk comes to a state it has not been in.
    #[inline]
    pub fn open(&mut self, state: u64) {
        let number = self.pending.len() as u32;
        self.numbers.insert(state, number);
        self.pending.push(state);
        self.path.push((state, number, number));
    }

    /// The state the walk is in, the last on its path, leads to one it has been in.
    #[inline]
    pub fn edge(&mut self, to: u64) {
        if let Some(&number) = self.numbers.get(&to)
            && let Some((_, _, low)) = self.path.last_mut()
        {
            *low = (*low).min(number);
        }
    }

    /// The walk leaves the last state on its path. If it was the first of its component that was opened: the component.
    pub fn close(&mut self) -> Option<Vec<u64>> {
        let (_, number, low) = self.path.pop()?;
        if low < number {
            if let Some((_, _, parent)) = self.path.last_mut() {
                *parent = low.min(*parent);
            }
            return None;
        }
        let component = self.pending.split_off(number as usize);
        for member in &component {
            self.numbers.remove(member);
        }
        Some(component)
    }

    /// The walk leaves the last state on its path. If that state is a component of its own, as most are, it is forgotten, and the answer is true; else
    /// it is for `close` to do.
    #[inline]
    pub fn close_alone(&mut self) -> bool {
        let Some(&(state, number, low)) = self.path.last() else { return false };
        let alone = low == number && self.pending.len() == number as usize + 1;
        if alone {
            self.path.pop();
            self.pending.pop();
            self.numbers.remove(&state);
        }
        alone
    }

    /// Whether a cycle is known that is not judged yet.
    pub fn has_cycles(&self) -> bool {
        self.pending.len() > self.path.len() || self.path.iter().any(|(_, number, low)| low < number)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.pending.clear();
        self.path.clear();
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        (self.numbers.capacity() * 17 + self.pending.capacity() * 8 + self.path.capacity() * 16) as u64
    }
}

//! Strongly connected components, by Tarjan's algorithm, told step by step what a depth-first walk does.
//!
//! Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.

use rustc_hash::FxHashMap;

/// The components found so far, and what is not yet in one.
#[derive(Default)]
pub(crate) struct Components {
    /// When each state was opened, and the earliest opened state in a component of its own that it is known to lead to.
    numbers: FxHashMap<u32, (u32, u32)>,
    /// States opened whose component is not known yet, in the order they were opened.
    pending: Vec<u32>,
    /// The states on the walk's path.
    path: Vec<u32>,
}

/// The number of a state whose component is known.
const KNOWN: u32 = u32::MAX;

impl Components {
    /// The walk comes to a state it has not been in.
    pub fn open(&mut self, state: u32) {
        let number = self.numbers.len() as u32;
        self.numbers.insert(state, (number, number));
        self.pending.push(state);
        self.path.push(state);
    }

    /// Whether the walk has been in a state.
    pub fn is_open_or_closed(&self, state: u32) -> bool {
        self.numbers.contains_key(&state)
    }

    /// The walk sees that a state on its path leads to one it has been in.
    pub fn edge(&mut self, from: u32, to: u32) {
        if let Some((number, _)) = self.numbers.get(&to).copied().filter(|(number, _)| *number != KNOWN) {
            self.lower(from, number);
        }
    }

    /// The walk leaves a state, the last on its path. If it was the first of its component that was opened: the component.
    pub fn close(&mut self, state: u32) -> Option<Vec<u32>> {
        self.path.pop();
        let (number, low) = self.numbers[&state];
        if low < number {
            if let Some(parent) = self.path.last().copied() {
                self.lower(parent, low);
            }
            return None;
        }
        let first = self.pending.iter().rposition(|pending| *pending == state)?;
        let component = self.pending.split_off(first);
        for member in &component {
            self.numbers.insert(*member, (KNOWN, KNOWN));
        }
        Some(component)
    }

    fn lower(&mut self, state: u32, to: u32) {
        if let Some((_, low)) = self.numbers.get_mut(&state) {
            *low = (*low).min(to);
        }
    }
}

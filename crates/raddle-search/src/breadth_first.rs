//! Breadth first: a queue of states, come back to by snapshots.
//!
//! With one worker a state is met by a shortest path to it. Several workers have a queue each, and their paths are nearly shortest.

use crate::frontier::{Branch, Frontier, Work};
use crate::guest::{Choice, Guest};
use crate::replay::{expect_possible, retrace};
use crate::store::Entered;
use std::collections::VecDeque;

/// A state met: the last choice of the path to it, and where the rest of that path is.
struct Node {
    parent: u32,
    choice: Choice,
}

/// The parent of a state that a single choice leads to.
const ROOT: u32 = u32::MAX;

/// A state to be explored.
struct Entry<S> {
    /// The end of the path to it.
    node: u32,
    depth: u32,
    /// The state; without it, the path has to be followed again.
    state: Option<S>,
    choices: Vec<Choice>,
}

/// The queue of states to be explored.
pub(crate) struct BreadthFirst<G: Guest> {
    root: G::Snapshot,
    nodes: Vec<Node>,
    queue: VecDeque<Entry<G::Snapshot>>,
    /// How many choices of the first entry are explored; the last of them is the choice taken last.
    taken: usize,
    /// Bytes of the queue.
    bytes: u64,
}

impl<G: Guest> BreadthFirst<G> {
    fn add(&mut self, parent: u32, choice: Choice) -> u32 {
        self.nodes.push(Node { parent, choice });
        (self.nodes.len() - 1) as u32
    }

    /// The choices from the root to a node.
    fn path_to(&self, mut node: u32) -> Vec<Choice> {
        let mut path = Vec::new();
        while node != ROOT {
            let Node { parent, choice } = self.nodes[node as usize];
            path.push(choice);
            node = parent;
        }
        path.reverse();
        path
    }

    fn push_entry(&mut self, entry: Entry<G::Snapshot>) {
        self.bytes += Self::entry_bytes(&entry);
        self.queue.push_back(entry);
    }

    fn pop_entry(&mut self) -> Option<Entry<G::Snapshot>> {
        let entry = self.queue.pop_front()?;
        self.bytes -= Self::entry_bytes(&entry);
        Some(entry)
    }

    fn entry_bytes(entry: &Entry<G::Snapshot>) -> u64 {
        let state = entry.state.as_ref().map_or(0, G::snapshot_bytes);
        (size_of::<Entry<G::Snapshot>>() + entry.choices.len() * size_of::<Choice>()) as u64 + state
    }

    fn branch(&self, entry: &Entry<G::Snapshot>, taken: usize) -> Branch {
        let path = self.path_to(entry.node);
        let open = vec![(path.len() as u32, entry.choices[taken..].to_vec())];
        Branch { path, open }
    }

    /// Brings the guest to the state of the first entry.
    fn come_back(&mut self, guest: &mut G) -> Result<(), String> {
        let Some(entry) = self.queue.front() else { return Ok(()) };
        if let Some(state) = &entry.state {
            guest.load(state);
            return Ok(());
        }
        guest.load(&self.root);
        for (step, choice) in self.path_to(entry.node).into_iter().enumerate() {
            retrace(guest, step, choice)?;
        }
        expect_possible(guest, entry.depth as usize, &entry.choices)?;
        if entry.choices.len() - self.taken > 1
            && let Some(mut entry) = self.pop_entry()
        {
            entry.state = Some(guest.snapshot());
            self.bytes += Self::entry_bytes(&entry);
            self.queue.push_front(entry);
        }
        Ok(())
    }
}

impl<G: Guest> Frontier<G> for BreadthFirst<G> {
    fn new(guest: &mut G, _alone: bool) -> Self {
        let root = guest.snapshot();
        BreadthFirst { root, nodes: Vec::new(), queue: VecDeque::new(), taken: 0, bytes: 0 }
    }

    fn home(&mut self, guest: &mut G) {
        guest.load(&self.root);
    }

    fn push(&mut self, guest: &mut G, _key: u64, choices: &[Choice]) {
        let (node, depth) = match self.queue.front() {
            Some(from) if self.taken > 0 => {
                let (parent, depth, choice) = (from.node, from.depth, from.choices[self.taken - 1]);
                (self.add(parent, choice), depth + 1)
            }
            _ => (ROOT, 0),
        };
        let state = Some(guest.snapshot());
        self.push_entry(Entry { node, depth, state, choices: choices.to_vec() });
    }

    fn next(&mut self, guest: &mut G) -> Result<Option<Choice>, String> {
        while self.queue.front().is_some_and(|entry| self.taken == entry.choices.len()) {
            self.pop_entry();
            self.taken = 0;
        }
        if self.queue.is_empty() {
            return Ok(None);
        }
        self.come_back(guest)?;
        self.taken += 1;
        Ok(self.queue.front().map(|entry| entry.choices[self.taken - 1]))
    }

    fn depth(&self) -> u64 {
        self.queue.front().map_or(0, |entry| u64::from(entry.depth) + u64::from(self.taken > 0))
    }

    fn path(&self) -> Vec<Choice> {
        let Some(entry) = self.queue.front() else { return Vec::new() };
        let mut path = self.path_to(entry.node);
        path.extend(entry.choices[..self.taken].last());
        path
    }

    fn seen(&mut self, seen: &Entered) -> bool {
        u64::from(seen.depth) < self.depth()
    }

    fn accept(&mut self, _guest: &mut G, work: Work, _key: &mut dyn FnMut(&mut G) -> u64) -> Result<Work, String> {
        for Branch { path, open } in work {
            let mut node = ROOT;
            let mut open = open.into_iter().peekable();
            for depth in 0..=path.len() {
                if let Some((at, choices)) = open.next_if(|(at, _)| *at as usize == depth) {
                    self.push_entry(Entry { node, depth: at, state: None, choices });
                }
                if let Some(choice) = path.get(depth) {
                    node = self.add(node, *choice);
                }
            }
        }
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        // The first entry is the one being explored.
        let entry = self.queue.remove(1)?;
        self.bytes -= Self::entry_bytes(&entry);
        Some(self.branch(&entry, 0))
    }

    fn save(&self) -> Work {
        let taken = |index| if index == 0 { self.taken } else { 0 };
        let branches = self.queue.iter().enumerate().map(|(index, entry)| self.branch(entry, taken(index)));
        branches.filter(|branch| branch.open.iter().any(|(_, choices)| !choices.is_empty())).collect()
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.queue.clear();
        self.taken = 0;
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + (self.nodes.len() * size_of::<Node>()) as u64
    }
}

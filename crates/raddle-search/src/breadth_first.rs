//! Breadth first: a queue of states, come back to by snapshots, and for all but the first of their choices by a mark.
//!
//! With one worker a state is met by a shortest path to it. Several workers have a queue each, and their paths are nearly shortest.

use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::order::Rank;
use crate::paths::Paths;
use crate::replay::{expect_possible, retrace_all};
use crate::store::Entered;
use crate::trail::Trail;
use std::collections::VecDeque;

/// A state to be explored.
struct Entry<S> {
    /// The path to it.
    path: u32,
    depth: u32,
    /// Where on the trail it is; unknown without the state, until the path was followed.
    place: u32,
    /// The state; without it, the path has to be followed again.
    state: Option<S>,
    choices: Vec<Choice>,
}

/// The queue of states to be explored.
pub(crate) struct BreadthFirst<G: Guest> {
    root: G::Snapshot,
    paths: Paths,
    queue: VecDeque<Entry<G::Snapshot>>,
    /// How many choices of the first entry are explored; the last of them is the choice taken last.
    taken: usize,
    /// The way back to the first entry's state, once it was come to, if there is more than one choice.
    mark: Option<G::Mark>,
    /// Bytes of the queue.
    bytes: u64,
}

impl<G: Guest> BreadthFirst<G> {
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
        let path = self.paths.get(entry.path);
        let open = vec![(path.len() as u32, entry.choices[taken..].to_vec())];
        Branch { path, open }
    }

    /// Brings the guest to the state of the first entry.
    fn come_back(&mut self, guest: &mut G, trail: &mut Trail) -> Result<(), String> {
        let Some(entry) = self.queue.front_mut() else { return Ok(()) };
        if let Some(mark) = &self.mark {
            guest.rewind(mark);
            trail.go_to(entry.place);
            return Ok(());
        }
        if let Some(state) = &entry.state {
            guest.load(state);
            trail.go_to(entry.place);
        } else {
            guest.load(&self.root);
            trail.go_to(0);
            retrace_all(guest, trail, &self.paths.get(entry.path))?;
            expect_possible(guest, entry.depth as usize, &entry.choices)?;
            entry.place = trail.place();
        }
        self.mark = (entry.choices.len() - self.taken > 1).then(|| guest.mark());
        Ok(())
    }
}

impl<G: Guest> Frontier<G> for BreadthFirst<G> {
    const FOLLOWS: bool = false;

    fn new(guest: &mut G, _setup: &Setup<'_>) -> Self {
        let root = guest.snapshot();
        BreadthFirst { root, paths: Paths::default(), queue: VecDeque::new(), taken: 0, mark: None, bytes: 0 }
    }

    fn home(&mut self, guest: &mut G) {
        guest.load(&self.root);
    }

    fn push(&mut self, guest: &mut G, trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        let (path, depth) = match self.queue.front() {
            Some(from) if self.taken > 0 => (self.paths.add(from.path, from.choices[self.taken - 1]), from.depth + 1),
            _ => (Paths::ROOT, 0),
        };
        let state = Some(guest.snapshot());
        self.push_entry(Entry { path, depth, place: trail.place(), state, choices: choices.to_vec() });
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        while self.queue.front().is_some_and(|entry| self.taken == entry.choices.len()) {
            self.pop_entry();
            self.taken = 0;
            self.mark = None;
        }
        if self.queue.is_empty() {
            return Ok(None);
        }
        self.come_back(guest, trail)?;
        self.taken += 1;
        Ok(self.queue.front().map(|entry| entry.choices[self.taken - 1]))
    }

    fn depth(&self) -> u64 {
        self.queue.front().map_or(0, |entry| u64::from(entry.depth) + u64::from(self.taken > 0))
    }

    fn path(&self) -> Vec<Choice> {
        let Some(entry) = self.queue.front() else { return Vec::new() };
        let mut path = self.paths.get(entry.path);
        path.extend(entry.choices[..self.taken].last());
        path
    }

    fn seen(&mut self, seen: &Entered) -> bool {
        u64::from(seen.depth) < self.depth()
    }

    fn accept(
        &mut self,
        _guest: &mut G,
        _trail: &mut Trail,
        work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        for branch in work {
            for (path, depth, choices) in self.paths.take_in(branch) {
                self.push_entry(Entry { path, depth, place: 0, state: None, choices });
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
        self.paths.clear();
        self.queue.clear();
        self.taken = 0;
        self.mark = None;
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.paths.bytes()
    }
}

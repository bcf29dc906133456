//! Best first: a queue in which the choice ranked highest comes first. A bounded one drops the worst; a beam keeps the best of each depth.

use crate::frontier::{Branch, Frontier, FrontierKind, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::order::Rank;
use crate::paths::Paths;
use crate::queue::Queue;
use crate::random::Random;
use crate::replay::retrace_all;
use crate::spare::{Spare, copy_over};
use crate::store::Entered;
use crate::trail::Trail;

/// A state with choices in the queue.
struct Met<S> {
    path: u32,
    depth: u32,
    place: u32,
    /// When its turn is among the states of its depth, in a beam; none until that depth is begun.
    turn: Option<u32>,
    /// How many need it: its choices in the queue, and the one taken last.
    needed: u32,
    /// The state; without it, the path has to be followed again.
    state: Option<S>,
}

/// Which of the states met.
#[derive(Clone, Copy, PartialEq, Eq)]
struct MetId(u32);

impl MetId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A choice to be taken.
#[derive(Clone, Copy)]
struct Item {
    from: MetId,
    choice: Choice,
}

/// Bytes of one in the queue.
const ITEM_BYTES: u64 = size_of::<Item>() as u64;

/// The queue of choices to be taken.
pub(crate) struct BestFirst<G: Guest> {
    root: G::Snapshot,
    paths: Paths,
    met: Vec<Met<G::Snapshot>>,
    /// Those that nothing needs: some to be copied over, and those without a state.
    spare: Spare<MetId>,
    empty: Vec<MetId>,
    queue: Queue<Item>,
    /// In a beam the choices of this depth, the next last; those in the queue are of the next one.
    row: Vec<Item>,
    is_beam: bool,
    most: usize,
    /// The choice taken last.
    taken: Option<Item>,
    /// The state it led to, if that was pushed: the guest is there. One of its choices is in the queue at least until the next is taken.
    here: Option<MetId>,
    /// The way back to the state it was taken in, where the next best is another choice of that.
    mark: Option<G::Mark>,
    /// Choices that came so far without a rank.
    came: i64,
    left_out: bool,
    bytes: u64,
}

impl<G: Guest> BestFirst<G> {
    /// Whether a choice of this rank would stay in the queue: one that comes later is worse than its equals.
    fn admits(&self, rank: i64) -> bool {
        self.queue.len() < self.most || self.queue.worst().is_some_and(|worst| rank > worst)
    }

    #[inline]
    fn put(&mut self, item: Item, rank: i64) {
        self.met[item.from.index()].needed += 1;
        self.queue.push(rank, item);
        self.bytes += ITEM_BYTES;
        if self.queue.len() > self.most
            && let Some(item) = self.queue.pop_worst()
        {
            self.left_out = true;
            self.forget(item);
        }
    }

    /// The choice to be taken next.
    #[inline]
    fn pop(&mut self) -> Option<Item> {
        if !self.is_beam {
            return self.queue.pop_best();
        }
        if self.row.is_empty() {
            self.begin_depth();
        }
        self.row.pop()
    }

    /// The state in which the choice after that is taken, unless something better turns up.
    fn after(&self) -> Option<MetId> {
        let item = if self.is_beam { self.row.last() } else { self.queue.best() };
        item.map(|item| item.from)
    }

    /// Goes on to the next depth of a beam, at an empty row. All that is left of it will be taken, so the choices of each state are taken together, where its best is.
    #[inline(never)]
    fn begin_depth(&mut self) {
        let items = self.queue.take_all();
        let Some(&first) = items.first() else { return };
        // How many choices each state has, then where in the row they end.
        let mut ends: Vec<usize> = Vec::new();
        for Item { from, .. } in &items {
            let turn = &mut self.met[from.index()].turn;
            match turn {
                Some(turn) => ends[*turn as usize] += 1,
                None => {
                    *turn = Some(ends.len() as u32);
                    ends.push(1);
                }
            }
        }
        let mut left = items.len();
        for end in &mut ends {
            left -= std::mem::replace(end, left);
        }
        self.row.resize(items.len(), first);
        for item in items {
            let end = &mut ends[self.met[item.from.index()].turn.unwrap_or(0) as usize];
            *end -= 1;
            self.row[*end] = item;
        }
    }

    /// The rank of a choice that has none: those that came first are the best.
    fn next_rank(&mut self) -> i64 {
        self.came += 1;
        -self.came
    }

    /// A choice is no longer in the queue, and nothing is left to be done about it.
    #[inline]
    fn forget(&mut self, item: Item) {
        self.bytes -= ITEM_BYTES;
        self.leave(item.from);
    }

    /// One fewer needs a state.
    #[inline]
    fn leave(&mut self, id: MetId) {
        let met = &mut self.met[id.index()];
        met.needed -= 1;
        if met.needed == 0 {
            let bytes = Self::met_bytes(met);
            self.bytes -= bytes;
            if !self.spare.put(id, bytes) {
                met.state = None;
                self.empty.push(id);
            }
        }
    }

    fn met_bytes(met: &Met<G::Snapshot>) -> u64 {
        size_of::<Met<G::Snapshot>>() as u64 + met.state.as_ref().map_or(0, G::snapshot_bytes)
    }

    /// Takes in the state the last choice led to.
    fn meet_here(&mut self, guest: &mut G, trail: &Trail) -> MetId {
        let (path, depth) = match self.taken {
            Some(Item { from, choice }) => {
                let from = &self.met[from.index()];
                (self.paths.add(from.path, choice), from.depth + 1)
            }
            None => (Paths::ROOT, 0),
        };
        let id = self.spare.take().unwrap_or_else(|| self.empty_place());
        let met = &mut self.met[id.index()];
        (met.path, met.depth, met.place, met.turn) = (path, depth, trail.place(), None);
        copy_over(guest, &mut met.state);
        self.bytes += Self::met_bytes(met);
        self.here = Some(id);
        id
    }

    /// Takes in a state by its path, needed until its choices are in the queue.
    fn meet(&mut self, path: u32, depth: u32) -> MetId {
        let id = self.empty_place();
        let met = &mut self.met[id.index()];
        (met.path, met.depth, met.place, met.turn, met.needed) = (path, depth, 0, None, 1);
        self.bytes += Self::met_bytes(met);
        id
    }

    /// A place for a state, without one.
    fn empty_place(&mut self) -> MetId {
        self.empty.pop().unwrap_or_else(|| {
            self.met.push(Met { path: Paths::ROOT, depth: 0, place: 0, turn: None, needed: 0, state: None });
            MetId(self.met.len() as u32 - 1)
        })
    }

    fn branch(&self, item: &Item) -> Branch {
        let from = &self.met[item.from.index()];
        Branch { path: self.paths.get(from.path), open: vec![(from.depth, vec![item.choice])] }
    }

    /// All items, the best first.
    fn items(&self) -> impl Iterator<Item = &Item> {
        self.row.iter().rev().chain(self.queue.iter())
    }
}

impl<G: Guest> Frontier<G> for BestFirst<G> {
    const FOLLOWS: bool = false;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        let (most, is_beam) = match setup.strategy.frontier {
            FrontierKind::Beam { width } => (width as usize, true),
            FrontierKind::BestFirst { queue: Some(most) } => (most as usize, false),
            _ => (usize::MAX, false),
        };
        let mut random = Random::new(setup.strategy.seed, setup.worker as u64);
        // One is passed over, so that a seed stands for the search it stood for in reports written before.
        random.next();
        BestFirst {
            root: guest.snapshot(),
            paths: Paths::default(),
            met: Vec::new(),
            spare: Spare::new(),
            empty: Vec::new(),
            queue: Queue::new(random),
            row: Vec::new(),
            is_beam,
            most,
            taken: None,
            here: None,
            mark: None,
            came: 0,
            left_out: false,
            bytes: 0,
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.load(&self.root);
        self.here = None;
    }

    fn push(&mut self, guest: &mut G, trail: &Trail, _entered: &Entered, choices: &[Choice], ranks: &[Rank]) {
        for (index, choice) in choices.iter().enumerate() {
            let rank = ranks.get(index).copied().unwrap_or_else(|| self.next_rank());
            if !self.admits(rank) {
                self.left_out = true;
                continue;
            }
            let from = match self.here {
                Some(here) => here,
                None => self.meet_here(guest, trail),
            };
            self.put(Item { from, choice: *choice }, rank);
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        let next = self.pop();
        let (done, here) = (self.taken.take(), self.here.take());
        if let Some(done) = done {
            self.forget(done);
        }
        let Some(item) = next else { return Ok(None) };
        let met = &self.met[item.from.index()];
        match (&met.state, &self.mark) {
            (Some(_), Some(mark)) if done.is_some_and(|done| done.from == item.from) => {
                guest.rewind(mark);
                trail.go_to(met.place);
            }
            (Some(state), _) => {
                if here != Some(item.from) {
                    guest.load(state);
                    trail.go_to(met.place);
                }
                self.mark = (self.after() == Some(item.from)).then(|| guest.mark());
            }
            (None, _) => {
                let path = self.paths.get(met.path);
                self.mark = None;
                self.home(guest);
                trail.go_to(0);
                retrace_all(guest, trail, &path)?;
            }
        }
        self.taken = Some(item);
        Ok(Some(item.choice))
    }

    fn depth(&self) -> u64 {
        self.taken.map_or(0, |taken| u64::from(self.met[taken.from.index()].depth) + 1)
    }

    fn path(&self) -> Vec<Choice> {
        let Some(taken) = self.taken else { return Vec::new() };
        let mut path = self.paths.get(self.met[taken.from.index()].path);
        path.push(taken.choice);
        path
    }

    fn seen(&mut self, seen: &Entered) -> bool {
        // All choices of a state are taken at the depth it was first met at.
        u64::from(seen.depth) < self.depth()
    }

    fn accept(
        &mut self,
        _guest: &mut G,
        _trail: &mut Trail,
        work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        // Places may be taken again from here on, that of the guest's state too.
        self.here = None;
        for branch in work {
            for (path, depth, choices) in self.paths.take_in(branch) {
                let from = self.meet(path, depth);
                for choice in choices {
                    let rank = self.next_rank();
                    self.put(Item { from, choice }, rank);
                }
                self.leave(from);
            }
        }
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        // What a beam has of the next depth is not complete yet.
        let left = if self.is_beam { self.row.len() } else { self.queue.len() };
        if left < 2 {
            return None;
        }
        let item = self.pop()?;
        let branch = self.branch(&item);
        self.forget(item);
        Some(branch)
    }

    fn save(&self) -> Work {
        self.items().map(|item| self.branch(item)).collect()
    }

    fn left_out(&mut self) -> bool {
        std::mem::take(&mut self.left_out)
    }

    fn clear(&mut self) {
        self.paths.clear();
        self.met.clear();
        self.empty.clear();
        self.queue.clear();
        self.row.clear();
        self.taken = None;
        self.here = None;
        self.mark = None;
        self.spare.clear();
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.paths.bytes()
    }
}

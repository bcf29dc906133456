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
use std::cell::Cell;
use std::rc::Rc;

/// A state with choices in the queue.
struct Met<S> {
    path: u32,
    depth: u32,
    place: u32,
    /// When its turn is among the states of its depth, in a beam; none until that depth is begun.
    turn: Cell<Option<u32>>,
    /// The state; without it, the path has to be followed again.
    state: Option<S>,
}

/// A choice to be taken.
struct Item<S> {
    from: Rc<Met<S>>,
    choice: Choice,
}

/// The queue of choices to be taken.
pub(crate) struct BestFirst<G: Guest> {
    root: G::Snapshot,
    paths: Paths,
    queue: Queue<Item<G::Snapshot>>,
    /// In a beam the choices of this depth, the next last; those in the queue are of the next one.
    row: Vec<Option<Item<G::Snapshot>>>,
    is_beam: bool,
    most: usize,
    /// The choice taken last.
    taken: Option<Item<G::Snapshot>>,
    /// The state it led to, if that was pushed: the guest is there.
    here: Option<Rc<Met<G::Snapshot>>>,
    /// The way back to the state it was taken in, where the next best is another choice of that.
    mark: Option<G::Mark>,
    /// Choices that came so far without a rank.
    came: i64,
    spare: Spare<Rc<Met<G::Snapshot>>>,
    left_out: bool,
    bytes: u64,
}

impl<G: Guest> BestFirst<G> {
    /// Whether a choice of this rank would stay in the queue: one that comes later is worse than its equals.
    fn admits(&self, rank: i64) -> bool {
        self.queue.len() < self.most || self.queue.worst().is_some_and(|worst| rank > worst)
    }

    #[inline]
    fn put(&mut self, item: Item<G::Snapshot>, rank: i64) {
        self.queue.push(rank, item);
        self.bytes += Self::item_bytes();
        if self.queue.len() > self.most
            && let Some(item) = self.queue.pop_worst()
        {
            self.left_out = true;
            self.forget(item);
        }
    }

    /// The choice to be taken next.
    #[inline]
    fn pop(&mut self) -> Option<Item<G::Snapshot>> {
        if !self.is_beam {
            return self.queue.pop_best();
        }
        if self.row.is_empty() {
            self.begin_depth();
        }
        self.row.pop().flatten()
    }

    /// The state in which the choice after that is taken, unless something better turns up.
    fn after(&self) -> Option<&Rc<Met<G::Snapshot>>> {
        let item = if self.is_beam { self.row.last().and_then(Option::as_ref) } else { self.queue.best() };
        item.map(|item| &item.from)
    }

    /// Goes on to the next depth of a beam, at an empty row. All that is left of it will be taken, so the choices of each state are taken together, where its best is.
    #[inline(never)]
    fn begin_depth(&mut self) {
        let items = self.queue.take_all();
        // How many choices each state has, then where in the row they end.
        let mut ends: Vec<usize> = Vec::new();
        for Item { from, .. } in &items {
            match from.turn.get() {
                Some(turn) => ends[turn as usize] += 1,
                None => {
                    from.turn.set(Some(ends.len() as u32));
                    ends.push(1);
                }
            }
        }
        let mut left = items.len();
        for end in &mut ends {
            left -= std::mem::replace(end, left);
        }
        self.row.resize_with(items.len(), || None);
        for item in items {
            let end = &mut ends[item.from.turn.get().unwrap_or(0) as usize];
            *end -= 1;
            self.row[*end] = Some(item);
        }
    }

    /// The rank of a choice that has none: those that came first are the best.
    fn next_rank(&mut self) -> i64 {
        self.came += 1;
        -self.came
    }

    /// Takes an item's bytes off.
    fn forget(&mut self, item: Item<G::Snapshot>) {
        self.bytes -= Self::item_bytes();
        self.leave(item.from);
    }

    /// Takes a state's bytes off, if nothing else needs it.
    #[inline]
    fn leave(&mut self, met: Rc<Met<G::Snapshot>>) {
        if Rc::strong_count(&met) == 1 {
            self.bytes -= Self::met_bytes(&met);
            self.spare.put(met);
        }
    }

    fn item_bytes() -> u64 {
        size_of::<Item<G::Snapshot>>() as u64
    }

    fn met_bytes(met: &Met<G::Snapshot>) -> u64 {
        size_of::<Met<G::Snapshot>>() as u64 + met.state.as_ref().map_or(0, G::snapshot_bytes)
    }

    /// Takes in the state the last choice led to.
    fn meet_here(&mut self, guest: &mut G, trail: &Trail) -> Rc<Met<G::Snapshot>> {
        let (path, depth) = match &self.taken {
            Some(taken) => (self.paths.add(taken.from.path, taken.choice), taken.from.depth + 1),
            None => (Paths::ROOT, 0),
        };
        let (place, turn) = (trail.place(), Cell::new(None));
        let mut here = self.spare.take().unwrap_or_else(|| Rc::new(Met { path, depth, place, turn, state: None }));
        if let Some(met) = Rc::get_mut(&mut here) {
            (met.path, met.depth, met.place, met.turn) = (path, depth, place, Cell::new(None));
            copy_over(guest, &mut met.state);
        }
        self.bytes += Self::met_bytes(&here);
        self.here = Some(here.clone());
        here
    }

    fn meet(&mut self, met: Met<G::Snapshot>) -> Rc<Met<G::Snapshot>> {
        self.bytes += Self::met_bytes(&met);
        Rc::new(met)
    }

    fn branch(&self, item: &Item<G::Snapshot>) -> Branch {
        Branch { path: self.paths.get(item.from.path), open: vec![(item.from.depth, vec![item.choice])] }
    }

    /// All items, the best first.
    fn items(&self) -> impl Iterator<Item = &Item<G::Snapshot>> {
        self.row.iter().rev().flatten().chain(self.queue.iter())
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
            queue: Queue::new(random),
            row: Vec::new(),
            is_beam,
            most,
            taken: None,
            here: None,
            mark: None,
            came: 0,
            spare: Spare::new(),
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
            let from = match &self.here {
                Some(here) => here.clone(),
                None => self.meet_here(guest, trail),
            };
            self.put(Item { from, choice: *choice }, rank);
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        let next = self.pop();
        let (done, here) = (self.taken.take(), self.here.take());
        let is_from = |met: &Rc<Met<G::Snapshot>>| next.as_ref().is_some_and(|next| Rc::ptr_eq(&next.from, met));
        let (same, stays) = (done.as_ref().is_some_and(|done| is_from(&done.from)), here.as_ref().is_some_and(is_from));
        if let Some(done) = done {
            self.forget(done);
        }
        here.into_iter().for_each(|here| self.leave(here));
        let Some(item) = next else { return Ok(None) };
        match (&item.from.state, &self.mark) {
            (Some(_), Some(mark)) if same => {
                guest.rewind(mark);
                trail.go_to(item.from.place);
            }
            (Some(state), _) => {
                if !stays {
                    guest.load(state);
                    trail.go_to(item.from.place);
                }
                self.mark = None;
                if self.after().is_some_and(|after| Rc::ptr_eq(after, &item.from)) {
                    self.mark = Some(guest.mark());
                }
            }
            (None, _) => {
                self.mark = None;
                self.home(guest);
                trail.go_to(0);
                retrace_all(guest, trail, &self.paths.get(item.from.path))?;
            }
        }
        let choice = item.choice;
        self.taken = Some(item);
        Ok(Some(choice))
    }

    fn depth(&self) -> u64 {
        self.taken.as_ref().map_or(0, |taken| u64::from(taken.from.depth) + 1)
    }

    fn path(&self) -> Vec<Choice> {
        let Some(taken) = &self.taken else { return Vec::new() };
        let mut path = self.paths.get(taken.from.path);
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
        for branch in work {
            for (path, depth, choices) in self.paths.take_in(branch) {
                let met = self.meet(Met { path, depth, place: 0, turn: Cell::new(None), state: None });
                for choice in choices {
                    let rank = self.next_rank();
                    self.put(Item { from: met.clone(), choice }, rank);
                }
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

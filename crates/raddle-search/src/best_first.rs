//! Best first: a queue in which the choice ranked highest comes first. A bounded one drops the worst; a beam keeps the best of each depth.

use crate::frontier::{Branch, Frontier, FrontierKind, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::order::Rank;
use crate::paths::Paths;
use crate::queue::Queue;
use crate::random::Random;
use crate::replay::retrace_all;
use crate::store::Entered;
use crate::trail::Trail;
use std::rc::Rc;

/// A state with choices in the queue.
struct Met<S> {
    path: u32,
    depth: u32,
    place: u32,
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
    /// In a beam: the choices of the next depth.
    next_depth: Queue<Item<G::Snapshot>>,
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
    left_out: bool,
    bytes: u64,
}

impl<G: Guest> BestFirst<G> {
    /// Whether a choice of this rank would stay in the queue: one that comes later is worse than its equals.
    fn admits(&self, rank: i64) -> bool {
        let queue = if self.is_beam { &self.next_depth } else { &self.queue };
        queue.len() < self.most || queue.worst().is_some_and(|worst| rank > worst)
    }

    fn put(&mut self, from: &Rc<Met<G::Snapshot>>, choice: Choice, rank: i64) {
        let queue = if self.is_beam { &mut self.next_depth } else { &mut self.queue };
        queue.push(rank, Item { from: from.clone(), choice });
        self.bytes += Self::item_bytes();
        if queue.len() > self.most
            && let Some(item) = queue.pop_worst()
        {
            self.left_out = true;
            self.forget(item);
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
    fn leave(&mut self, met: Rc<Met<G::Snapshot>>) {
        if let Some(met) = Rc::into_inner(met) {
            self.bytes -= Self::met_bytes(&met);
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
        self.meet(Met { path, depth, place: trail.place(), state: Some(guest.snapshot()) })
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
        self.queue.iter().chain(self.next_depth.iter())
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
        let other = Random::new(random.next(), setup.worker as u64);
        BestFirst {
            root: guest.snapshot(),
            paths: Paths::default(),
            queue: Queue::new(random),
            next_depth: Queue::new(other),
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
            let rank = ranks.get(index).map_or_else(|| self.next_rank(), |rank| rank.0);
            if !self.admits(rank) {
                self.left_out = true;
                continue;
            }
            let met = match self.here.take() {
                Some(met) => met,
                None => self.meet_here(guest, trail),
            };
            self.put(&met, *choice, rank);
            self.here = Some(met);
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        if self.queue.is_empty() {
            std::mem::swap(&mut self.queue, &mut self.next_depth);
        }
        let next = self.queue.pop_best();
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
                let again = self.queue.best().is_some_and(|next| Rc::ptr_eq(&next.from, &item.from));
                self.mark = again.then(|| guest.mark());
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
                let met = self.meet(Met { path, depth, place: 0, state: None });
                for choice in choices {
                    let rank = self.next_rank();
                    self.put(&met, choice, rank);
                }
            }
        }
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        if self.queue.len() < 2 {
            return None;
        }
        let item = self.queue.pop_best()?;
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
        self.next_depth.clear();
        self.taken = None;
        self.here = None;
        self.mark = None;
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.paths.bytes()
    }
}

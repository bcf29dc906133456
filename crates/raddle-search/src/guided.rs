//! Guided: greedy depth first along a sequence of places (Rungta and Mercer, figures 2, 4 and 5).
//!
//! All choices of a state are taken, and the search goes on from the best of the states they led to: one that has passed more of the
//! sequence, and among those one that the order ranks highest or, where that is the distance, that is nearest to the next place. The others are
//! kept to come back to. At the end of a path chance decides how much of the sequence the state to come back to has passed, so that no
//! part of the program is stuck to; of those states the best is next.
//!
//! Two things are otherwise than the figures have them. The least value is kept for states that passed a place and for others apart, and
//! is set by the first of each: figure 4 has one for both, which is not set where a set was empty, so that the best could be lost.
//! And a state that has passed nothing yet may be come back to: in figure 5 levels begin with 1, and a search whose first path passed nothing would be over.

use crate::frontier::{Branch, Frontier, FrontierKind, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::order::{OrderKind, Rank};
use crate::paths::Paths;
use crate::random::Random;
use crate::replay::retrace_all;
use crate::store::Entered;
use crate::trail::Trail;
use raddle_vm::event::{Action, Event, Location};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// States to come back to that are kept, unless told otherwise: as many as in the paper.
pub const BACKTRACK_STATES: u32 = 100_000;

/// A state whose choices have not been taken.
struct Met<S> {
    path: u32,
    depth: u32,
    /// Where the trail has it.
    place: u32,
    /// The places of the sequence that were passed on the way.
    passed: u32,
    choices: Box<[(Choice, i64)]>,
    /// The state; without it, the path has to be followed again.
    state: Option<S>,
}

/// How good a state is among those that have passed as many places, the least first: the value of the secondary heuristic, chance
/// among equals, and something that no other has.
type Value = (i64, u64, u32);

/// The states to come back to, and the one whose choices are being taken.
pub(crate) struct Guided<G: Guest> {
    root: G::Snapshot,
    paths: Paths,
    /// Whether a state's value is how far the thread is that led to it; else it is the rank of the choice.
    by_distance: bool,
    random: Random,
    /// The state whose choices are being taken: its path, its depth and where the trail has it.
    here: (u32, u32, u32),
    /// Its choices left, the next last.
    ahead: Vec<(Choice, i64)>,
    /// The way back to it.
    mark: Option<G::Mark>,
    /// Whether the guest is in it.
    stands: bool,
    /// The choice taken last, and how it was ranked.
    taken: Option<(Choice, i64)>,
    /// The best of the states its choices led to.
    best: Option<(Value, Met<G::Snapshot>)>,
    /// Whether that is the one the guest is in.
    stands_in_best: bool,
    /// By how many places were passed.
    backtrack: Vec<BTreeMap<Value, Met<G::Snapshot>>>,
    kept: usize,
    most: usize,
    left_out: bool,
    bytes: u64,
}

impl<G: Guest> Guided<G> {
    fn met_bytes(met: &Met<G::Snapshot>) -> u64 {
        let state = met.state.as_ref().map_or(0, G::snapshot_bytes);
        (size_of::<(Value, Met<G::Snapshot>)>() + size_of_val(&met.choices[..])) as u64 + state
    }

    fn keep(&mut self, value: Value, met: Met<G::Snapshot>) {
        let level = met.passed as usize;
        if self.backtrack.len() <= level {
            self.backtrack.resize_with(level + 1, BTreeMap::new);
        }
        self.bytes += Self::met_bytes(&met);
        self.backtrack[level].insert(value, met);
        self.kept += 1;
    }

    /// Drops the worst where most have passed as many places, so that every level has some.
    fn drop_worst(&mut self) {
        let fullest = self.backtrack.iter_mut().max_by_key(|level| level.len());
        if let Some((_, dropped)) = fullest.and_then(BTreeMap::pop_last) {
            self.bytes -= Self::met_bytes(&dropped);
            self.kept -= 1;
            self.left_out = true;
        }
    }

    /// Takes one of the states to come back to.
    fn come_back(&mut self) -> Option<Met<G::Snapshot>> {
        let levels = self.backtrack.iter().filter(|level| !level.is_empty()).count();
        if levels == 0 {
            return None;
        }
        let drawn = self.random.below(levels as u64) as usize;
        let level = self.backtrack.iter_mut().filter(|level| !level.is_empty()).nth(drawn)?;
        let (_, met) = level.pop_first()?;
        self.bytes -= Self::met_bytes(&met);
        self.kept -= 1;
        Some(met)
    }

    /// Goes on from the best state the last one led to or, if it led to none, from one to come back to.
    fn go_on(&mut self, guest: &mut G, trail: &mut Trail) -> Result<bool, String> {
        let there = self.stands_in_best;
        let next = match self.best.take() {
            Some((_, best)) => {
                while self.kept > self.most {
                    self.drop_worst();
                }
                Some(best)
            }
            None => self.come_back(),
        };
        let Some(met) = next else { return Ok(false) };
        match &met.state {
            _ if there => {}
            Some(state) => {
                guest.load(state);
                trail.go_to(met.place);
            }
            None => {
                guest.load(&self.root);
                trail.go_to(0);
                retrace_all(guest, trail, &self.paths.get(met.path))?;
            }
        }
        self.stands_in_best = false;
        self.here = (met.path, met.depth, trail.place());
        self.ahead = met.choices.into_vec();
        self.mark = (self.ahead.len() > 1).then(|| guest.mark());
        self.stands = true;
        Ok(true)
    }

    fn branch(&self, path: u32, depth: u32, choices: &[(Choice, i64)]) -> Branch {
        let choices = choices.iter().map(|(choice, _)| *choice).collect();
        Branch { path: self.paths.get(path), open: vec![(depth, choices)] }
    }
}

/// How far the thread that took the last transition, or one that it started, is from a place.
fn distance<G: Guest>(guest: &mut G, ran: u32, place: u32) -> u32 {
    let mut least = guest.distance(ran, place);
    for index in 0..guest.events().len() {
        if let Event { action: Action::Start, location: Location::Thread(started), .. } = guest.events()[index] {
            least = least.min(guest.distance(started.0, place));
        }
    }
    least
}

impl<G: Guest> Frontier<G> for Guided<G> {
    const FOLLOWS: bool = false;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        let most = match setup.strategy.frontier {
            FrontierKind::Guided { most } => most,
            _ => BACKTRACK_STATES,
        };
        Guided {
            root: guest.snapshot(),
            paths: Paths::default(),
            by_distance: setup.strategy.order == OrderKind::Distance,
            random: Random::new(setup.strategy.seed, setup.worker as u64),
            here: (Paths::ROOT, 0, 0),
            ahead: Vec::new(),
            mark: None,
            stands: false,
            taken: None,
            best: None,
            stands_in_best: false,
            backtrack: Vec::new(),
            kept: 0,
            most: most as usize,
            left_out: false,
            bytes: 0,
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.load(&self.root);
    }

    fn push(&mut self, guest: &mut G, trail: &Trail, _key: u64, choices: &[Choice], ranks: &[Rank]) {
        let passed = trail.passed();
        let (path, depth, value) = match self.taken {
            None => (Paths::ROOT, 0, 0),
            Some((choice, _)) if self.by_distance => {
                let distance = distance(guest, choice.thread, passed);
                (self.paths.add(self.here.0, choice), self.here.1 + 1, i64::from(distance))
            }
            Some((choice, rank)) => (self.paths.add(self.here.0, choice), self.here.1 + 1, rank.saturating_neg()),
        };
        let ranked = choices.iter().enumerate();
        let mut choices: Box<[(Choice, i64)]> =
            ranked.map(|(index, choice)| (*choice, ranks.get(index).map_or(0, |rank| rank.0))).collect();
        // That the same thread goes on is often best, and what is taken last need not be left.
        choices.sort_by_key(|(choice, _)| self.taken.is_none_or(|(last, _)| last.thread != choice.thread));
        let value = (value, self.random.next(), path);
        let mut met = Met { path, depth, place: trail.place(), passed, choices, state: None };
        let better = |(other, of): &(Value, Met<G::Snapshot>)| (Reverse(passed), value) < (Reverse(of.passed), *other);
        let is_best = self.best.as_ref().is_none_or(better);
        // The best of all is gone on from without being left, so it need not be copied.
        self.stands_in_best = is_best && self.ahead.is_empty();
        if !self.stands_in_best {
            met.state = Some(guest.snapshot());
        }
        let other = if is_best { self.best.replace((value, met)) } else { Some((value, met)) };
        if let Some((value, met)) = other {
            self.keep(value, met);
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        while self.ahead.is_empty() {
            if !self.go_on(guest, trail)? {
                return Ok(None);
            }
        }
        if !std::mem::take(&mut self.stands)
            && let Some(mark) = &self.mark
        {
            guest.rewind(mark);
            trail.go_to(self.here.2);
        }
        self.taken = self.ahead.pop();
        Ok(self.taken.map(|(choice, _)| choice))
    }

    fn depth(&self) -> u64 {
        self.taken.map_or(0, |_| u64::from(self.here.1) + 1)
    }

    fn path(&self) -> Vec<Choice> {
        let Some((choice, _)) = self.taken else { return Vec::new() };
        let mut path = self.paths.get(self.here.0);
        path.push(choice);
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
                let choices = choices.into_iter().map(|choice| (choice, 0)).collect();
                let value = (0, self.random.next(), path);
                self.keep(value, Met { path, depth, place: 0, passed: 0, choices, state: None });
            }
        }
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        if self.kept < 2 {
            return None;
        }
        let met = self.come_back()?;
        Some(self.branch(met.path, met.depth, &met.choices))
    }

    fn save(&self) -> Work {
        let (path, depth, _) = self.here;
        let here = (!self.ahead.is_empty()).then(|| self.branch(path, depth, &self.ahead));
        let others = self.best.iter().map(|(_, met)| met).chain(self.backtrack.iter().flat_map(BTreeMap::values));
        here.into_iter().chain(others.map(|met| self.branch(met.path, met.depth, &met.choices))).collect()
    }

    fn left_out(&mut self) -> bool {
        std::mem::take(&mut self.left_out)
    }

    fn clear(&mut self) {
        self.paths.clear();
        self.here = (Paths::ROOT, 0, 0);
        self.ahead.clear();
        self.mark = None;
        self.stands = false;
        self.taken = None;
        self.best = None;
        self.stands_in_best = false;
        self.backtrack.clear();
        self.kept = 0;
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.paths.bytes()
    }
}

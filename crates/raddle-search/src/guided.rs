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
use crate::spare::Spare;
use crate::store::Entered;
use crate::trail::Trail;
use raddle_vm::event::{Action, Event, Location};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// States to come back to that are kept, unless told otherwise: as many as in the paper.
pub const BACKTRACK_STATES: u32 = 100_000;

/// A state whose choices have not been taken.
struct Met {
    path: u32,
    depth: u32,
    /// Where the trail has it.
    place: u32,
    /// The places of the sequence that were passed on the way.
    passed: u32,
    choices: Vec<(Choice, i64)>,
}

/// How good a state is among those that have passed as many places, the least first: the value of the secondary heuristic, chance
/// among equals, and something that no other has.
type Value = (i64, u64, u32);

/// A state to come back to, and a copy of it; without one its path has to be followed again.
type Kept<S> = (Met, Option<Box<S>>);

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
    /// The way back to it, if it has several.
    mark: Option<G::Mark>,
    /// The choice taken last, and how it was ranked.
    taken: Option<(Choice, i64)>,
    /// The states its choices led to; all are copied but the one the guest is in.
    found: Vec<(Value, Kept<G::Snapshot>)>,
    /// Whether the guest is in the last of these; and whether it is in the state whose choices are being taken.
    stands_in_found: bool,
    stands_here: bool,
    /// By how many places were passed.
    backtrack: Vec<BTreeMap<Value, Kept<G::Snapshot>>>,
    kept: usize,
    most: usize,
    spare: Spare<Box<G::Snapshot>>,
    left_out: bool,
    bytes: u64,
}

impl<G: Guest> Guided<G> {
    fn kept_bytes((met, state): &Kept<G::Snapshot>) -> u64 {
        let state = state.as_ref().map_or(0, |state| G::snapshot_bytes(state));
        (size_of::<(Value, Kept<G::Snapshot>)>() + size_of_val(&met.choices[..])) as u64 + state
    }

    fn keep(&mut self, value: Value, kept: Kept<G::Snapshot>) {
        let level = kept.0.passed as usize;
        if self.backtrack.len() <= level {
            self.backtrack.resize_with(level + 1, BTreeMap::new);
        }
        self.bytes += Self::kept_bytes(&kept);
        self.backtrack[level].insert(value, kept);
        self.kept += 1;
    }

    /// A state is no longer kept.
    fn release(&mut self, kept: &Kept<G::Snapshot>) {
        self.kept -= 1;
        self.bytes -= Self::kept_bytes(kept);
    }

    /// Drops the worst where most have passed as many places, so that every level has some.
    fn drop_worst(&mut self) {
        let fullest = self.backtrack.iter_mut().max_by_key(|level| level.len());
        if let Some((_, kept)) = fullest.and_then(BTreeMap::pop_last) {
            self.release(&kept);
            kept.1.into_iter().for_each(|state| self.let_go(state));
            self.left_out = true;
        }
    }

    /// Takes one of the states to come back to.
    fn draw(&mut self) -> Option<Kept<G::Snapshot>> {
        let levels = self.backtrack.iter().filter(|level| !level.is_empty()).count();
        if levels == 0 {
            return None;
        }
        let drawn = self.random.below(levels as u64) as usize;
        let level = self.backtrack.iter_mut().filter(|level| !level.is_empty()).nth(drawn)?;
        let (_, kept) = level.pop_first()?;
        self.release(&kept);
        Some(kept)
    }

    /// The guest is about to leave the state it found last, if it is in that.
    fn leave_found(&mut self, guest: &mut G) {
        if std::mem::take(&mut self.stands_in_found)
            && let Some((_, (_, copy))) = self.found.last_mut()
        {
            *copy = Some(match self.spare.take() {
                Some(mut old) => {
                    guest.snapshot_over(&mut old);
                    old
                }
                None => Box::new(guest.snapshot()),
            });
        }
    }

    /// Brings the guest to the best of the states found, and keeps the others.
    fn go_on(&mut self, guest: &mut G, trail: &mut Trail) -> Option<Met> {
        let ranked = self.found.iter().enumerate();
        let best = ranked.min_by_key(|(_, (value, (met, _)))| (Reverse(met.passed), *value)).map(|(index, _)| index)?;
        if !self.stands_in_found || best + 1 < self.found.len() {
            self.leave_found(guest);
        }
        let (_, (met, state)) = self.found.remove(best);
        while let Some((value, kept)) = self.found.pop() {
            self.keep(value, kept);
        }
        while self.kept > self.most {
            self.drop_worst();
        }
        if let Some(state) = state {
            self.come_to(guest, trail, &met, state);
        }
        Some(met)
    }

    /// Brings the guest to one of the states to come back to.
    fn come_back(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Met>, String> {
        let Some((mut met, state)) = self.draw() else { return Ok(None) };
        match state {
            Some(state) => self.come_to(guest, trail, &met, state),
            None => {
                guest.load(&self.root);
                trail.go_to(0);
                retrace_all(guest, trail, &self.paths.get(met.path))?;
                met.place = trail.place();
            }
        }
        Ok(Some(met))
    }

    /// Brings the guest to a state of which there is a copy, which nobody needs after that.
    fn come_to(&mut self, guest: &mut G, trail: &mut Trail, met: &Met, state: Box<G::Snapshot>) {
        guest.load(&state);
        trail.go_to(met.place);
        self.let_go(state);
    }

    /// Nobody needs a copy any more.
    fn let_go(&mut self, state: Box<G::Snapshot>) {
        let bytes = G::snapshot_bytes(&state);
        self.spare.put(state, bytes);
    }

    /// Brings the guest back to the state whose choices are being taken.
    fn come_here(&self, guest: &mut G) {
        if let Some(mark) = &self.mark {
            guest.rewind(mark);
        }
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
            taken: None,
            found: Vec::new(),
            stands_in_found: false,
            stands_here: false,
            backtrack: Vec::new(),
            kept: 0,
            most: most as usize,
            spare: Spare::new(),
            left_out: false,
            bytes: 0,
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.load(&self.root);
    }

    fn push(&mut self, guest: &mut G, trail: &Trail, _entered: &Entered, choices: &[Choice], ranks: &[Rank]) {
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
        let mut choices: Vec<(Choice, i64)> =
            ranked.map(|(index, choice)| (*choice, ranks.get(index).copied().unwrap_or(0))).collect();
        let last = self.taken.map(|(choice, _)| choice);
        // That the same thread goes on is often best, and what is taken last need not be left if nothing else is new.
        choices.sort_by_key(|(choice, _)| last.is_none_or(|last| last.thread != choice.thread));
        let value = (value, self.random.next(), path);
        self.found.push((value, (Met { path, depth, place: trail.place(), passed, choices }, None)));
        self.stands_in_found = true;
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        while self.ahead.is_empty() {
            let next = match self.go_on(guest, trail) {
                None => self.come_back(guest, trail)?,
                best => best,
            };
            let Some(met) = next else { return Ok(None) };
            self.here = (met.path, met.depth, met.place);
            self.ahead = met.choices;
            self.mark = (self.ahead.len() > 1).then(|| guest.mark());
            self.stands_here = true;
        }
        if !std::mem::take(&mut self.stands_here) {
            self.leave_found(guest);
            self.come_here(guest);
            trail.go_to(self.here.2);
        }
        self.stands_in_found = false;
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
                self.keep(value, (Met { path, depth, place: 0, passed: 0, choices }, None));
            }
        }
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        if self.kept < 2 {
            return None;
        }
        let (met, _) = self.draw()?;
        Some(self.branch(met.path, met.depth, &met.choices))
    }

    fn save(&self) -> Work {
        let (path, depth, _) = self.here;
        let here = (!self.ahead.is_empty()).then(|| self.branch(path, depth, &self.ahead));
        let kept = self.backtrack.iter().flat_map(BTreeMap::values).map(|(met, _)| met);
        let others = self.found.iter().map(|(_, (met, _))| met).chain(kept);
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
        self.taken = None;
        self.found.clear();
        self.stands_in_found = false;
        self.stands_here = false;
        self.backtrack.clear();
        self.spare.clear();
        self.kept = 0;
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.paths.bytes()
    }
}

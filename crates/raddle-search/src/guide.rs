//! What a strategy adds to the loop: in which order a state's choices are taken, and which of them are put off.

use crate::bound::{Bound, Counted};
use crate::frontier::Branch;
use crate::guest::{Choice, Guest};
use crate::order::{Rank, Ranking};
use crate::strategy::Strategy;
use crate::trail::Trail;

/// A choice put off.
pub(crate) struct PutOff {
    /// The length of the path to its state.
    depth: u32,
    /// The level it belongs to.
    pub level: u32,
    pub choice: Choice,
}

/// The order and the bound of one worker's search.
pub(crate) struct Guide {
    pub trail: Trail,
    ranking: Option<Ranking>,
    pub bound: Option<Bound>,
    /// The level being explored.
    pub level: u32,
    /// The ranks of the choices put in order last.
    pub ranks: Vec<Rank>,
    /// What was put off on the path of the guest's state, and how much of it before that state.
    put_off: Vec<PutOff>,
    before: usize,
    /// Whether all is kept that is beyond the bound; else only what shows the lowest level of that, so far this one.
    keeps_beyond: bool,
    beyond: u32,
    /// What was put off on paths left since, each with its level.
    branches: Vec<(u32, Branch)>,
    /// Bytes of those.
    bytes: u64,
}

impl Guide {
    /// For a strategy; whether somebody asks for all that is beyond its bound.
    pub fn new(strategy: &Strategy, keeps_beyond: bool) -> Guide {
        Guide {
            trail: if strategy.frontier.goes_by_values() { Trail::off() } else { Trail::new(strategy) },
            ranking: Ranking::new(strategy),
            // A search of executions sees to it itself.
            bound: strategy.bound.filter(|_| !strategy.explores_executions()),
            level: 0,
            ranks: Vec::new(),
            put_off: Vec::new(),
            before: 0,
            keeps_beyond,
            beyond: u32::MAX,
            branches: Vec::new(),
            bytes: 0,
        }
    }

    /// The guest took a choice.
    #[inline]
    pub fn step<G: Guest>(&mut self, guest: &G, choice: Choice) {
        self.trail.step(choice);
        if let Some(ranking) = &mut self.ranking {
            ranking.ran(guest.events());
        }
    }

    /// The guest is in a state that is to be explored and has these choices.
    #[inline]
    pub fn stand<G: Guest>(&mut self, guest: &mut G, choices: &[Choice]) {
        if self.trail.is_on() {
            self.trail.stand(guest, choices);
        }
    }

    /// Puts the choices of the guest's state, so many transitions from the root, in order, and those off that are not to be taken yet.
    #[inline]
    pub fn arrange<G: Guest>(&mut self, guest: &mut G, choices: &mut Vec<Choice>, depth: u64) {
        if let Some(bound) = self.bound {
            self.before = self.put_off.len();
            let (here, put_off, lowest) = (self.level, &mut self.put_off, &mut self.beyond);
            bound.split(&self.trail, choices, |cost, choice| {
                let level = here + cost;
                let beyond = bound.is_beyond(level);
                if !beyond || level < *lowest || self.keeps_beyond {
                    put_off.push(PutOff { depth: depth as u32, level, choice });
                }
                if beyond {
                    *lowest = level.min(*lowest);
                }
            });
        }
        if let Some(ranking) = &mut self.ranking {
            ranking.arrange(guest, &self.trail, choices, &mut self.ranks);
        }
    }

    /// What was put off in the guest's state, if all of it is within the bound.
    pub fn put_off_here(&self) -> &[PutOff] {
        let Some(bound) = self.bound else { return &[] };
        let here = &self.put_off[self.before..];
        if here.iter().any(|put_off| bound.is_beyond(put_off.level)) { &[] } else { here }
    }

    /// Somebody else keeps that.
    pub fn forget_here(&mut self) {
        self.put_off.truncate(self.before);
    }

    /// The path is left: what was put off on it is kept by its choices.
    #[inline]
    pub fn leave(&mut self, path: impl FnOnce() -> Vec<Choice>) {
        if !self.put_off.is_empty() {
            self.keep(path());
        }
    }

    fn keep(&mut self, path: Vec<Choice>) {
        let levels = || self.put_off.iter().map(|put_off| put_off.level);
        let mut next = levels().min();
        while let Some(level) = next {
            next = levels().filter(|other| *other > level).min();
            let mut branch = Branch::default();
            for PutOff { depth, choice, .. } in self.put_off.iter().filter(|put_off| put_off.level == level) {
                match branch.open.last_mut() {
                    Some((last, choices)) if last == depth => choices.push(*choice),
                    _ => branch.open.push((*depth, vec![*choice])),
                }
            }
            let deepest = branch.open.last().map_or(0, |(depth, _)| *depth as usize);
            branch.path = path[..deepest].to_vec();
            self.bytes += branch.bytes();
            self.branches.push((level, branch));
        }
        self.put_off.clear();
        self.before = 0;
    }

    /// The guest is in a state met by a bounded search: after whose turn.
    #[inline]
    pub fn turn<G: Guest>(&mut self, guest: &mut G, bound: Bound) -> Option<u32> {
        match bound.counted {
            Counted::Preemptions => self.trail.turn(guest),
            // Whether the last one goes on only matters where the state is explored.
            Counted::Delays => self.trail.last(),
        }
    }

    /// Hands over what was put off on paths left, each with its level.
    pub fn take_branches(&mut self) -> Vec<(u32, Branch)> {
        self.bytes = 0;
        std::mem::take(&mut self.branches)
    }

    /// Forgets what belongs to a search that is void or done.
    pub fn clear(&mut self) {
        self.trail.clear();
        self.put_off.clear();
        self.before = 0;
        self.beyond = u32::MAX;
        self.branches.clear();
        self.bytes = 0;
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        self.trail.bytes() + self.bytes
    }
}

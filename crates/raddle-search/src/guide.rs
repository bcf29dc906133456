//! What a strategy adds to the loop: in which order a state's choices are taken, and which of them are put off.

use crate::bound::{Bound, Counted};
use crate::frontier::Branch;
use crate::guest::{Choice, Guest};
use crate::order::{Rank, Ranking};
use crate::strategy::Strategy;
use crate::trail::Trail;

/// A choice put off: the length of the path to its state, and the level it belongs to.
struct PutOff {
    depth: u32,
    level: u32,
    choice: Choice,
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
    /// What was put off on the path of the guest's state.
    put_off: Vec<PutOff>,
    /// What was put off on paths left since, each with its level.
    branches: Vec<(u32, Branch)>,
    /// Bytes of those.
    bytes: u64,
}

impl Guide {
    pub fn new(strategy: &Strategy) -> Guide {
        Guide {
            trail: Trail::new(strategy),
            ranking: Ranking::new(strategy),
            // A reduction sees to it itself.
            bound: strategy.bound.filter(|_| !strategy.reduce.explores_executions()),
            level: 0,
            ranks: Vec::new(),
            put_off: Vec::new(),
            branches: Vec::new(),
            bytes: 0,
        }
    }

    /// The guest took a choice.
    #[inline]
    pub fn step<G: Guest>(&mut self, guest: &G, choice: Choice) {
        self.trail.step(guest, choice);
        if let Some(ranking) = &mut self.ranking {
            ranking.ran(guest.events());
        }
    }

    /// The guest is in a state that may be explored.
    #[inline]
    pub fn stand<G: Guest>(&mut self, guest: &mut G) {
        if self.trail.is_on() {
            self.trail.stand(guest);
        }
    }

    /// Puts the choices of the guest's state, so many transitions from the root, in order, and those off that are not to be taken yet.
    #[inline]
    pub fn arrange<G: Guest>(&mut self, guest: &mut G, choices: &mut Vec<Choice>, depth: u64) {
        if let Some(bound) = self.bound {
            let (level, put_off) = (self.level, &mut self.put_off);
            bound.split(&self.trail, choices, |cost, choice| {
                put_off.push(PutOff { depth: depth as u32, level: level + cost, choice });
            });
        }
        if let Some(ranking) = &mut self.ranking {
            ranking.arrange(guest, &self.trail, choices, &mut self.ranks);
        }
    }

    /// On how many later levels within the bound choices of the guest's state, so many transitions from the root, will be taken.
    pub fn levels_to_come(&self, depth: u64) -> u32 {
        let Some(bound) = self.bound else { return 0 };
        let of_state = self.put_off.iter().rev().take_while(|put_off| u64::from(put_off.depth) == depth);
        let within = of_state.filter(|put_off| bound.most.is_none_or(|most| put_off.level <= most));
        match bound.counted {
            Counted::Preemptions => u32::from(within.count() > 0),
            // Every thread has a level of its own, and its choices are together.
            Counted::Delays => {
                let mut last = None;
                within.filter(|put_off| last.replace(put_off.choice.thread) != Some(put_off.choice.thread)).count()
                    as u32
            }
        }
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
        self.branches.clear();
        self.bytes = 0;
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        self.trail.bytes() + self.bytes
    }
}

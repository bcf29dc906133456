//! The first solver: what follows is added until nothing more does, and only then a guess is made.
//!
//! Where nothing more follows, going through the steps in the order of the trace, but only where they can, often is an answer
//! (`walk.rs`). If not, a guess is made: who wrote what is read, or which of two comes first; as in the trace at first, and the
//! other way round when that comes to nothing.

use crate::model::Section;
use crate::order::Contradiction;
use crate::rules::{Need, Rules, included};
use crate::state::{From, State};
use crate::walk::Walk;

/// What came of it.
pub(crate) enum Outcome {
    /// There is an answer: these nodes.
    Yes(Vec<usize>),
    /// There is none.
    No,
    /// More would be needed than is allowed.
    GaveUp,
}

impl Outcome {
    /// This, or if it gave up what another solver comes to.
    pub fn or_else(self, other: impl FnOnce() -> Outcome) -> Outcome {
        match self {
            Outcome::GaveUp => other(),
            outcome => outcome,
        }
    }
}

/// One search for an answer.
pub(crate) struct Search<'a> {
    rules: &'a Rules<'a>,
    /// How many guesses may still be made.
    guesses: u32,
    /// States that are not in use.
    spare: Vec<State>,
    /// How many contradictions each read has been met at.
    weights: Vec<u32>,
}

impl<'a> Search<'a> {
    pub fn new(rules: &'a Rules<'a>, guesses: u32) -> Search<'a> {
        Search { rules, guesses, spare: Vec::new(), weights: Vec::new() }
    }

    /// Looks for an answer without a guess: adds what follows.
    pub fn follow(rules: &Rules, state: &mut State) -> Outcome {
        if rules.saturate(state).is_err() {
            return Outcome::No;
        }
        if let Some(nodes) = Walk::new(rules, state).run() {
            return Outcome::Yes(nodes);
        }
        if rules.saturate_ahead(state).is_err() {
            return Outcome::No;
        }
        Walk::new(rules, state).run().map_or(Outcome::GaveUp, Outcome::Yes)
    }

    /// Adds what follows, and guesses where that is not enough.
    fn go_on(&mut self, state: &mut State) -> Outcome {
        if self.rules.saturate(state).is_err() {
            if let Some(weight) = self.weights.get_mut(state.culprit) {
                *weight += 1;
            }
            return Outcome::No;
        }
        match Walk::new(self.rules, state).run() {
            Some(nodes) => Outcome::Yes(nodes),
            None => self.guess(state),
        }
    }

    /// Looks for an answer by guesses, where nothing more follows.
    pub fn guess(&mut self, state: &State) -> Outcome {
        self.weights.resize(state.from.len(), 1);
        let open = self.rules.needs(&state.least).filter(|need| state.from[need.slot] == From::Open);
        let weigh = |need: &Need| {
            let candidates = self.rules.candidates(state, *need);
            let served = candidates.iter().any(|from| match from {
                From::Node(node) => state.includes(self.rules.model, node),
                _ => true,
            });
            (need.reader.is_some(), served, (candidates.count() << 16) / self.weights[need.slot] as usize)
        };
        if let Some(need) = open.min_by_key(weigh) {
            return self.guess_writer(state, need);
        }
        let pair = self.unordered_write(state).or_else(|| self.unordered_sections(state));
        let ways = pair.expect("when all that matters is ordered, every order that agrees is an answer");
        self.guess_order(state, ways)
    }

    fn guess_writer(&mut self, state: &State, need: Need) -> Outcome {
        let mut candidates: Vec<From> = self.rules.candidates(state, need).iter().collect();
        let seen = self.rules.model.reads.get(need.slot).map(|read| read.seen.map_or(From::Initial, From::Node));
        candidates.sort_by_key(|from| Some(*from) != seen);
        for from in candidates {
            if !self.may_guess() {
                return Outcome::GaveUp;
            }
            let mut inner = self.copy(state);
            let outcome = match self.rules.serve(&mut inner, need, from) {
                Ok(()) => self.go_on(&mut inner),
                Err(Contradiction) => Outcome::No,
            };
            self.spare.push(inner);
            if !matches!(outcome, Outcome::No) {
                return outcome;
            }
        }
        Outcome::No
    }

    fn guess_order(&mut self, state: &State, ways: [(usize, usize); 2]) -> Outcome {
        for (earlier, later) in ways {
            if !self.may_guess() {
                return Outcome::GaveUp;
            }
            let mut inner = self.copy(state);
            let model = self.rules.model;
            let put = inner.include(model, earlier).and_then(|_| inner.put(model, earlier, later));
            let outcome = if put.is_ok() { self.go_on(&mut inner) } else { Outcome::No };
            self.spare.push(inner);
            if !matches!(outcome, Outcome::No) {
                return outcome;
            }
        }
        Outcome::No
    }

    /// Two included sections of a lock of which neither is known to come first, as nodes: the end of the one that came first in
    /// the trace and the beginning of the other, and the same the other way round.
    fn unordered_sections(&self, state: &State) -> Option<[(usize, usize); 2]> {
        for threads in &self.rules.model.sections {
            for (at, (thread, sections)) in threads.iter().enumerate() {
                for (other, others) in &threads[at + 1..] {
                    for one in included(state, *thread, sections) {
                        for two in included(state, *other, others) {
                            let Some(pair) = self.unordered(state, (*thread, one), (*other, two)) else { continue };
                            return Some(pair);
                        }
                    }
                }
            }
        }
        None
    }

    fn unordered(&self, state: &State, one: (usize, Section), two: (usize, Section)) -> Option<[(usize, usize); 2]> {
        let node = |thread: usize, at: Option<u32>| Some(self.rules.model.begin[thread] + at? as usize);
        let first = (node(one.0, one.1.to)?, node(two.0, two.1.from)?);
        let second = (node(two.0, two.1.to)?, node(one.0, one.1.from)?);
        let known =
            |(end, begin)| state.includes(self.rules.model, end) && state.order.is_before(self.rules.model, end, begin);
        if known(first) || known(second) {
            return None;
        }
        let swapped = self.rules.model.step[first.1] < self.rules.model.step[second.1];
        Some(if swapped { [second, first] } else { [first, second] })
    }

    /// A write that may come before the one that a read sees or after the read, and where it would go.
    fn unordered_write(&self, state: &State) -> Option<[(usize, usize); 2]> {
        for need in self.rules.needs(&state.least) {
            let (From::Node(writer), Some(reader)) = (state.from[need.slot], need.reader) else { continue };
            for (thread, writes) in &self.rules.model.content[need.place].writers {
                for at in writes.iter().take_while(|at| **at < state.least[*thread]) {
                    let other = self.rules.model.begin[*thread] + *at as usize;
                    let placed = other == writer
                        || other == reader
                        || state.order.is_before(self.rules.model, other, writer)
                        || state.order.is_before(self.rules.model, reader, other);
                    if !placed {
                        let ways = [(other, writer), (reader, other)];
                        let early = self.rules.model.step[other] < self.rules.model.step[writer];
                        return Some(if early { ways } else { [ways[1], ways[0]] });
                    }
                }
            }
        }
        None
    }

    /// Whether one more guess is allowed.
    fn may_guess(&mut self) -> bool {
        let allowed = self.guesses > 0;
        self.guesses = self.guesses.saturating_sub(1);
        allowed
    }

    fn copy(&mut self, state: &State) -> State {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.copy_from(state);
        copy
    }
}

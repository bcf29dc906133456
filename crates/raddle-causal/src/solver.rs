//! Who answers queries, and counts them.

use crate::arrange::arrange;
use crate::cdcl::Clauses;
use crate::goal::Goal;
use crate::model::{Model, StepId};
use crate::query::{Answer, Query};
use crate::rules::Rules;
use crate::saturate::{Outcome, Search};
use crate::state::State;
use std::time::{Duration, Instant};

/// How many guesses saturation may make.
const GUESSES: u32 = 100;

/// What answering has taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Queries that were asked.
    pub queries: u64,
    /// Those that were answered with an order.
    pub yes: u64,
    /// What the saturation solver has done: all queries that were not answered at first sight.
    pub saturation: Effort,
    /// What the clause-learning solver has done: those that saturation gave up on.
    pub cdcl: Effort,
}

/// What a solver has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Queries it was given; one that leaves open who holds a lock counts once for each possibility.
    pub queries: u64,
    /// The time it took for them.
    pub time: Duration,
}

/// Which solvers are asked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Chain {
    /// Saturation, and clause learning for what it gives up on.
    #[default]
    Both,
    /// Saturation, with as many guesses as it needs. For tests: it can take for ever.
    Saturation,
    /// Clause learning only, for what does not follow without a guess. For tests.
    Cdcl,
}

/// What follows of that some steps are included, to be known once for many queries.
#[derive(Clone, Debug)]
pub struct Base {
    /// How many steps of each thread they are.
    least: Vec<u32>,
    state: State,
}

impl Base {
    /// What follows of that these steps, and all they need, are included.
    pub fn new(model: &Model, include: &[StepId]) -> Base {
        let goal = Goal::including(model, include);
        let mut state = State::new(model, &goal);
        // The trace itself includes them, so there is no contradiction.
        let _ = Rules { model, goal: &goal }.saturate(&mut state);
        Base { least: goal.least, state }
    }

    /// What is known of a goal at first, if it has all of these steps.
    fn of(&self, model: &Model, goal: &Goal) -> Option<State> {
        let has_all = self.least.iter().zip(&goal.least).all(|(own, least)| own <= least);
        has_all.then(|| self.state.towards(model, goal))
    }
}

/// Answers queries.
#[derive(Debug)]
pub struct Solver<'m> {
    model: &'m Model,
    chain: Chain,
    base: Option<&'m Base>,
    tally: Tally,
}

impl Model {
    /// Answers a query.
    pub fn ask(&self, query: &Query) -> Answer {
        Solver::new(self).ask(query)
    }
}

impl<'m> Solver<'m> {
    /// Makes one that has answered nothing yet.
    pub fn new(model: &'m Model) -> Solver<'m> {
        Solver::with(model, Chain::Both)
    }

    /// Makes one that asks the given solvers only.
    pub fn with(model: &'m Model, chain: Chain) -> Solver<'m> {
        Solver { model, chain, base: None, tally: Tally::default() }
    }

    /// Makes one for queries that all include some steps; others it answers, too.
    pub fn based_on(model: &'m Model, base: &'m Base) -> Solver<'m> {
        Solver { base: Some(base), ..Solver::new(model) }
    }

    /// What answering has taken so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Answers a query.
    pub fn ask(&mut self, query: &Query) -> Answer {
        self.tally.queries += 1;
        for goal in Goal::all(self.model, query) {
            if let Some(nodes) = self.reach(&goal) {
                self.tally.yes += 1;
                let mut steps = arrange(self.model, &nodes);
                steps.extend(goal.last);
                debug_assert_eq!(crate::check::check(self.model, query, &steps), Ok(()), "{query:?}");
                return Answer::Yes(steps);
            }
        }
        Answer::No
    }

    /// The nodes of an order that reaches a goal.
    fn reach(&mut self, goal: &Goal) -> Option<Vec<usize>> {
        let start = Instant::now();
        let rules = Rules { model: self.model, goal };
        let known = self.base.and_then(|base| base.of(self.model, goal));
        let mut state = known.unwrap_or_else(|| State::new(self.model, goal));
        let outcome = match self.chain {
            Chain::Both => Search::new(&rules, GUESSES).run(&mut state),
            Chain::Saturation => Search::new(&rules, u32::MAX).run(&mut state),
            Chain::Cdcl => rules.saturate_ahead(&mut state).map_or(Outcome::No, |()| Outcome::GaveUp),
        };
        self.tally.saturation.add(start.elapsed());
        match outcome {
            Outcome::Yes(nodes) => Some(nodes),
            Outcome::No => None,
            Outcome::GaveUp => {
                let start = Instant::now();
                let nodes = Clauses::new(&rules, &state).solve();
                self.tally.cdcl.add(start.elapsed());
                nodes
            }
        }
    }
}

impl Effort {
    fn add(&mut self, time: Duration) {
        self.queries += 1;
        self.time += time;
    }
}

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

/// What follows of a goal, to be known once for many queries that ask for all of it, and more.
#[derive(Clone, Debug)]
pub struct Base {
    goal: Goal,
    state: State,
}

impl Base {
    /// What follows of that these steps, and all they need, are included.
    pub fn new(model: &Model, include: &[StepId]) -> Base {
        let goal = Goal::including(model, include);
        let state = State::new(model, &goal);
        Base::of(model, goal, state)
    }

    /// What follows of a goal that can be reached, so there is no contradiction.
    fn of(model: &Model, goal: Goal, mut state: State) -> Base {
        let _ = Rules { model, goal: &goal }.saturate(&mut state);
        Base { goal, state }
    }
}

/// Answers queries.
#[derive(Debug)]
pub struct Solver<'m> {
    model: &'m Model,
    chain: Chain,
    base: Option<&'m Base>,
    /// What follows of the query that was kept last.
    kept: Option<Base>,
    /// A state that is not in use.
    spare: State,
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
        Solver { model, chain, base: None, kept: None, spare: State::default(), tally: Tally::default() }
    }

    /// Makes one for queries that all include some steps; others it answers, too.
    pub fn based_on(model: &'m Model, base: &'m Base) -> Solver<'m> {
        Solver { base: Some(base), ..Solver::new(model) }
    }

    /// Keeps what follows of a query that can be answered, for those that ask for the same and include more.
    pub fn keep(&mut self, query: &Query) {
        let Some(goal) = Goal::all(self.model, query).pop() else { return };
        let Some(state) = self.known(&goal) else { return };
        self.kept = Some(Base::of(self.model, goal, state));
    }

    /// What is known of a goal at first; nothing if it is out of reach at first sight.
    fn known(&mut self, goal: &Goal) -> Option<State> {
        let bases = self.kept.iter().chain(self.base);
        let Some(base) = bases.into_iter().find(|base| goal.asks_for(&base.goal)) else {
            return Some(State::new(self.model, goal));
        };
        if (Rules { model: self.model, goal }).is_refuted(&base.state) {
            return None;
        }
        let mut state = std::mem::take(&mut self.spare);
        state.copy_from(&base.state);
        state.turn(self.model, goal);
        Some(state)
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
        let mut known = self.known(goal);
        let outcome = known.as_mut().map_or(Outcome::No, |state| match self.chain {
            Chain::Both => Search::new(&rules, GUESSES).run(state),
            Chain::Saturation => Search::new(&rules, u32::MAX).run(state),
            Chain::Cdcl => rules.saturate_ahead(state).map_or(Outcome::No, |()| Outcome::GaveUp),
        });
        self.tally.saturation.add(start.elapsed());
        let state = known?;
        let nodes = match outcome {
            Outcome::Yes(nodes) => Some(nodes),
            Outcome::No => None,
            Outcome::GaveUp => {
                let start = Instant::now();
                let nodes = Clauses::new(&rules, &state).solve();
                self.tally.cdcl.add(start.elapsed());
                nodes
            }
        };
        self.spare = state;
        nodes
    }
}

impl Effort {
    fn add(&mut self, time: Duration) {
        self.queries += 1;
        self.time += time;
    }
}

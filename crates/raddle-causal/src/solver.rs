//! Who answers queries, and counts them.

use crate::arrange::arrange;
use crate::cdcl::Clauses;
use crate::explore::Explore;
use crate::goal::Goal;
use crate::model::{Model, StepId};
use crate::query::{Answer, Query};
use crate::rules::Rules;
use crate::saturate::{Outcome, Search};
use crate::state::State;
use crate::states::States;
use std::time::{Duration, Instant};

/// How many guesses saturation may make.
const GUESSES: u32 = 100;
/// How many it may make before all states of the trace are thought of, which costs about as much for one query.
const FEW_GUESSES: u32 = 5;

/// How many states of a trace may be gone through for each query that would need guesses, from the first on that few of them did not answer.
const MORE_STATES: usize = 1_000;

/// How many numbers exploring may keep. It takes some milliseconds until there are so many; what it has not met by then may take it a hundred times as
/// long, where clause learning takes one.
const NUMBERS: usize = 150_000;

/// What answering has taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Queries that were asked.
    pub queries: u64,
    /// Those that were answered with an order.
    pub yes: u64,
    /// What the saturation solver has done: all queries of traces of which not all states were known.
    pub saturation: Effort,
    /// What knowing all states of a trace has done.
    pub states: Effort,
    /// What exploring states has done: those that saturation gave up on.
    pub exploration: Effort,
    /// What the clause-learning solver has done: those with too many states.
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
    /// Saturation with few guesses; where these are not enough all states of the trace, as far as there are not too many; then more guesses, exploring states,
    /// and clause learning, each for what is left.
    #[default]
    All,
    /// Saturation, with as many guesses as it needs. For tests: it can take for ever.
    Saturation,
    /// Knowing all states of the trace only, however many there are. For tests.
    States,
    /// Exploring states only, however many there are, for what does not follow without a guess. For tests.
    Exploration,
    /// Clause learning only, for what does not follow without a guess. For tests.
    Cdcl,
}

/// What follows of a goal, to be known once for many queries that ask for all of it, and more.
#[derive(Clone, Debug)]
pub struct Base {
    goal: Goal,
    state: State,
    states: States,
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
        Base { goal, state, states: States::default() }
    }
}

/// Answers queries.
#[derive(Debug)]
pub struct Solver<'m> {
    model: &'m Model,
    chain: Chain,
    base: Option<&'m mut Base>,
    /// What follows of the query that was kept last.
    kept: Option<Base>,
    /// The states of the trace, unless they are those of the base.
    states: States,
    /// What is known of a query, not in use.
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
        Solver::with(model, Chain::All)
    }

    /// Makes one that asks the given solvers only.
    pub fn with(model: &'m Model, chain: Chain) -> Solver<'m> {
        Solver {
            model,
            chain,
            base: None,
            kept: None,
            states: States::default(),
            spare: State::default(),
            tally: Tally::default(),
        }
    }

    /// Makes one for queries that all include some steps; others it answers, too.
    pub fn based_on(model: &'m Model, base: &'m mut Base) -> Solver<'m> {
        Solver { base: Some(base), ..Solver::new(model) }
    }

    /// Keeps what follows of a query that can be answered, for those that ask for the same and include more. Where all states are known it is not needed.
    pub fn keep(&mut self, query: &Query) {
        if self.states().are_known() {
            return;
        }
        let Some(goal) = Goal::all(self.model, query).pop() else { return };
        let Some(state) = self.known(&goal) else { return };
        self.kept = Some(Base::of(self.model, goal, state));
    }

    /// What is known of a goal at first; nothing if it is out of reach at first sight.
    fn known(&mut self, goal: &Goal) -> Option<State> {
        let bases = self.kept.iter().chain(self.base.as_deref());
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
        let outcome = self.among_states(goal, 0).or_else(|| self.solve(goal));
        if let Outcome::Yes(nodes) = outcome { Some(nodes) } else { None }
    }

    /// Looks for an answer where not all states are known: each solver is asked for what those before it give up on.
    fn solve(&mut self, goal: &Goal) -> Outcome {
        let rules = Rules { model: self.model, goal };
        let start = Instant::now();
        let mut known = self.known(goal);
        let outcome = known.as_mut().map_or(Outcome::No, |state| match self.chain {
            Chain::All | Chain::Saturation => Search::follow(&rules, state),
            _ => rules.saturate_ahead(state).map_or(Outcome::No, |()| Outcome::GaveUp),
        });
        self.tally.saturation.add(start.elapsed());
        let Some(state) = known else { return outcome };
        // Where few guesses were not enough for one query of a trace, they seldom are for the next.
        let outcome = outcome
            .or_else(
                || if self.states().are_begun() { Outcome::GaveUp } else { self.guess(&rules, &state, FEW_GUESSES) },
            )
            .or_else(|| self.among_states(goal, MORE_STATES))
            .or_else(|| self.guess(&rules, &state, GUESSES))
            .or_else(|| self.explore(&rules, &state))
            .or_else(|| self.learn(&rules, &state));
        self.spare = state;
        outcome
    }

    /// How much a solver may do: as much as usual, all it needs if it is the only one, and nothing if others are.
    fn limit<T>(&self, solver: Chain, usual: T, all: T) -> Option<T> {
        match self.chain {
            Chain::All => Some(usual),
            chain => (chain == solver).then_some(all),
        }
    }

    /// The states of the trace.
    fn states(&mut self) -> &mut States {
        self.base.as_mut().map_or(&mut self.states, |base| &mut base.states)
    }

    /// Looks for an answer among all states of the trace, if they are known after so many more.
    fn among_states(&mut self, goal: &Goal, more: usize) -> Outcome {
        let Some(more) = self.limit(Chain::States, more, usize::MAX) else { return Outcome::GaveUp };
        let start = Instant::now();
        let model = self.model;
        let outcome = self.states().answer(model, goal, more);
        if more > 0 || !matches!(outcome, Outcome::GaveUp) {
            self.tally.states.add(start.elapsed());
        }
        outcome
    }

    fn guess(&mut self, rules: &Rules, state: &State, usual: u32) -> Outcome {
        let Some(guesses) = self.limit(Chain::Saturation, usual, u32::MAX) else { return Outcome::GaveUp };
        let start = Instant::now();
        let outcome = Search::new(rules, guesses).guess(state);
        self.tally.saturation.time += start.elapsed();
        outcome
    }

    fn explore(&mut self, rules: &Rules, state: &State) -> Outcome {
        let Some(numbers) = self.limit(Chain::Exploration, NUMBERS, usize::MAX) else { return Outcome::GaveUp };
        let start = Instant::now();
        let outcome = Explore::new(rules, state).run(numbers);
        self.tally.exploration.add(start.elapsed());
        outcome
    }

    fn learn(&mut self, rules: &Rules, state: &State) -> Outcome {
        let start = Instant::now();
        let nodes = Clauses::new(rules, state).solve();
        self.tally.cdcl.add(start.elapsed());
        nodes.map_or(Outcome::No, Outcome::Yes)
    }
}

impl Effort {
    fn add(&mut self, time: Duration) {
        self.queries += 1;
        self.time += time;
    }
}

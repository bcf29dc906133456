//! What the workers of one search share: work to be done, orders that concern all, and what was found and counted so far.
//!
//! A worker looks at one flag before every transition. Only when it is up does it take the lock, to give work to one that has none, or
//! to obey an order. Orders are carried out by the last worker to come to rest, while all others wait.

use crate::causal::Known;
use crate::checkpoint::{Left, Rest};
use crate::estimate::{Estimate, Estimator};
use crate::finding::{Finding, Kind};
use crate::frontier::{Branch, Work};
use crate::guest::Choice;
use crate::limit::Reached;
use crate::livelock::Lasso;
use crate::reduce::{Explored, Tree};
use crate::report::{Bounded, Counters, Found, Progress, Report};
use crate::schedule::Schedule;
use crate::search::Options;
use crate::store::Matching;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What all workers are to do. A later one outdoes an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Order {
    /// Find work and do it.
    Explore,
    /// Rest until the search is saved, then go on.
    Save,
    /// Drop everything and begin, or begin again, once all have.
    Begin,
    /// Put the work aside: the search is over.
    Finish,
}

/// What a worker should look at before its next transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Attention {
    None,
    /// Somebody has no work.
    Hungry,
    /// There is an order.
    Order,
}

/// What a search has found out so far.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub counters: Counters,
    pub found: Vec<Found>,
    pub warnings: Vec<Found>,
    /// Whether a path was cut at the greatest depth.
    pub cut: bool,
    /// Whether the strategy left something out for good.
    pub left_out: bool,
    /// For which other reasons it did, where a search cannot be saved.
    #[serde(skip)]
    pub left_out_for: Vec<Reached>,
    /// Livelocks, to be put into words when the search is over.
    pub lassos: Vec<Lasso>,
    /// Whether states may lie on a cycle that nobody has judged.
    pub cyclic: bool,
    pub restarts: u64,
}

impl Outcome {
    /// Takes in a finding by the path to it, unless its cause is known.
    pub fn add(&mut self, finding: Finding, warning: bool, path: impl FnOnce() -> Vec<Choice>) {
        let list = if warning { &mut self.warnings } else { &mut self.found };
        match list.iter_mut().find(|found| found.finding.cause == finding.cause) {
            Some(found) => found.again += u64::from(found.finding.kind != Kind::Race),
            None => list.push(Found { finding, schedule: Schedule { choices: path() }, again: 0 }),
        }
    }

    /// Forgets what a void search found.
    pub fn forget_findings(&mut self) {
        self.found.clear();
        self.warnings.clear();
        self.lassos.clear();
    }

    /// Forgets what is void when the search begins again.
    pub fn begin_again(&mut self) {
        let counters = Counters { instructions: self.counters.instructions, ..Counters::default() };
        *self = Outcome { counters, restarts: self.restarts + 1, ..Outcome::default() };
    }
}

/// Everything the workers share that is under the lock.
pub(crate) struct State {
    pub order: Order,
    /// Work nobody has taken up.
    pub work: VecDeque<Work>,
    /// Work put off, by the level it belongs to.
    pub later: BTreeMap<u32, Work>,
    /// Bytes of that.
    pub later_bytes: u64,
    /// The level being explored.
    pub level: u32,
    /// Work of those who obey an order to save or to finish.
    pub put_aside: Vec<Work>,
    /// Whether cycles would be missed by one who went on with it.
    pub cyclic_aside: bool,
    /// Workers that are there: each comes when its guest is made.
    pub workers: usize,
    /// Workers that wait.
    pub resting: usize,
    /// Those of them that wait only until the search is saved.
    pub saving: usize,
    /// Grows with every save.
    pub saves: u64,
    /// Whether nothing will be explored any more.
    pub over: bool,
    /// Whether that is because nothing is left at this level.
    pub finished_level: bool,
    /// The guests' revision when the search began.
    pub revision: u64,
    /// Whether the search has begun at least once.
    pub begun: bool,
    /// Whether every worker goes through all states that no other has done with.
    pub swarms: bool,
    pub outcome: Outcome,
    /// Executions counted that are none: they end in a state that another worker met first, by a choice it repeated.
    pub overcounted: u64,
    pub reached: Option<Reached>,
    pub failure: Option<String>,
    pub unsaved: Option<String>,
    pub estimator: Estimator,
    /// What is left, where that can be estimated.
    pub estimate: Option<Estimate>,
    /// Bytes of each worker's frontier.
    pub frontiers: Vec<u64>,
    pub peak: u64,
    /// Most bytes of visited states.
    pub store: u64,
    pub saved_at: Instant,
    pub told_at: Instant,
    /// What guests have to know before they go on with a saved search.
    pub knowledge: Option<Vec<u8>>,
}

/// How often the observer is told.
pub(crate) const TELL_EVERY: Duration = Duration::from_millis(100);

/// What the workers share.
pub(crate) struct Crew<'a> {
    pub options: &'a Options,
    /// An `Attention`.
    attention: AtomicU8,
    state: Mutex<State>,
    wake: Condvar,
    pub started: Instant,
    /// Whether the workers may go through all states together, instead of sharing out the work.
    may_swarm: bool,
    /// What is left under a reduction.
    pub tree: Arc<Mutex<Tree>>,
    /// What is explored for good under one that matches states.
    pub explored: Arc<Mutex<Explored>>,
    /// What is known and left in a causal search.
    pub known: Arc<Mutex<Known>>,
}

impl<'a> Crew<'a> {
    /// For a search from the root.
    pub fn new(options: &'a Options) -> Crew<'a> {
        Crew { may_swarm: options.may_swarm(), ..Crew::at_root(options) }
    }

    /// For a search that was paused, or, if there is none, from the root.
    pub fn going_on(options: &'a Options, left: Option<Left>) -> Crew<'a> {
        match left {
            Some(mut left) => {
                left.outcome.cyclic |= options.workers <= 1 && left.work.len() > 1;
                Crew::with(options, left, None)
            }
            None => Crew::at_root(options),
        }
    }

    fn at_root(options: &'a Options) -> Crew<'a> {
        let (outcome, later) = (Outcome::default(), BTreeMap::new());
        let left = Left { outcome, work: vec![Work::new()], later, level: 0, tree: None };
        Crew::with(options, left, None)
    }

    /// For a search that was saved.
    pub fn resume(options: &'a Options, rest: Rest) -> Crew<'a> {
        let Rest { mut outcome, work, later, level, tree, knowledge, .. } = rest;
        // A single stack only knows of cycles within it; what several left behind may have one across.
        outcome.cyclic |= options.workers <= 1 && work.len() > 1;
        Crew::with(options, Left { outcome, work, later, level, tree }, Some(knowledge))
    }

    fn with(options: &'a Options, left: Left, knowledge: Option<Vec<u8>>) -> Crew<'a> {
        let Left { outcome, work, later, level, tree } = left;
        let now = Instant::now();
        let workers = options.workers.max(1);
        let tree = match tree {
            Some(mut tree) => {
                tree.hand_over(workers);
                tree
            }
            None => Tree::new(&options.strategy, workers, options.matching != Matching::Off),
        };
        let state = State {
            order: Order::Begin,
            work: work.into(),
            later_bytes: later.values().flatten().map(Branch::bytes).sum(),
            later,
            level,
            put_aside: Vec::new(),
            cyclic_aside: false,
            workers: 0,
            resting: 0,
            saving: 0,
            saves: 0,
            over: false,
            finished_level: false,
            revision: 0,
            begun: false,
            swarms: false,
            outcome,
            overcounted: 0,
            reached: None,
            failure: None,
            unsaved: None,
            estimator: Estimator::default(),
            estimate: None,
            frontiers: vec![0; workers],
            peak: 0,
            store: 0,
            saved_at: now,
            told_at: now,
            knowledge,
        };
        Crew {
            options,
            attention: AtomicU8::new(Attention::Order as u8),
            state: Mutex::new(state),
            wake: Condvar::new(),
            started: now,
            may_swarm: false,
            tree: Arc::new(Mutex::new(tree)),
            known: Arc::default(),
            explored: Arc::default(),
        }
    }

    /// What a worker should look at.
    #[inline]
    pub fn attention(&self) -> Attention {
        match self.attention.load(Ordering::Relaxed) {
            0 => Attention::None,
            1 => Attention::Hungry,
            _ => Attention::Order,
        }
    }

    /// The shared state. A worker that panics ends the search, so what it left behind is only read for the report.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until somebody changes something.
    pub fn wait<'g>(&self, state: MutexGuard<'g, State>) -> MutexGuard<'g, State> {
        self.wake.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called after every change to orders, work or who rests.
    pub fn changed(&self, state: &State) {
        let attention = if state.order != Order::Explore {
            Attention::Order
        } else if state.resting - state.saving > state.work.len() {
            Attention::Hungry
        } else {
            Attention::None
        };
        self.attention.store(attention as u8, Ordering::Relaxed);
        if self.options.workers > 1 {
            self.wake.notify_all();
        }
    }

    /// Gives an order, unless one that outdoes it was given.
    pub fn order(&self, state: &mut State, order: Order) {
        state.order = state.order.max(order);
        self.changed(state);
    }

    /// There may be a cycle. Workers that share out their work cannot judge it: if they may, they begin again together.
    pub fn suspect_cycle(&self) {
        let mut state = self.lock();
        if self.may_swarm && !state.swarms {
            state.swarms = true;
            self.order(&mut state, Order::Begin);
        }
    }

    /// Ends the search at a limit.
    pub fn reach(&self, state: &mut State, reached: Reached) {
        state.reached.get_or_insert(reached);
        self.order(state, Order::Finish);
    }

    /// Ends the search for a reason of the guest's.
    pub fn fail(&self, state: &mut State, reason: String) {
        state.failure.get_or_insert(reason);
        self.order(state, Order::Finish);
    }

    /// Takes in a finding: an error if its kind is among the properties, else a warning if it is a race.
    pub fn found(&self, finding: Finding, path: impl FnOnce() -> Vec<Choice>) {
        let error = self.options.properties.contains(finding.kind);
        if !error && finding.kind != Kind::Race {
            return;
        }
        let mut state = self.lock();
        state.outcome.add(finding, !error, path);
        if error && !self.options.all_errors {
            self.order(&mut state, Order::Finish);
        }
    }

    /// Takes in livelocks.
    pub fn found_lassos(&self, lassos: Vec<Lasso>) {
        let mut state = self.lock();
        state.outcome.lassos.extend(lassos);
        if !self.options.all_errors {
            self.order(&mut state, Order::Finish);
        }
    }

    /// Whether it is time to tell how far the search is.
    pub fn has_to_tell(state: &State) -> bool {
        state.told_at.elapsed() >= TELL_EVERY
    }

    /// How far the search is, if it is time to tell.
    pub fn progress(&self, state: &mut State, memory: u64) -> Option<Progress> {
        if !Crew::has_to_tell(state) {
            return None;
        }
        state.told_at = Instant::now();
        let Outcome { counters, ref found, restarts, .. } = state.outcome;
        let (estimate, elapsed) = (state.estimate, self.started.elapsed());
        Some(Progress { counters, memory, found: found.len(), estimate, restarts, elapsed })
    }

    /// A copy of what is left under a reduction, if there is one.
    pub fn tree_left(&self) -> Option<Tree> {
        let reduced = self.options.strategy.reduce.explores_executions();
        reduced.then(|| self.tree.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// What came of it, what is left, and the guests' revision when it began.
    pub fn end(self) -> (Report, Left, u64) {
        let tree = self.tree_left();
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let put_aside = std::mem::take(&mut state.put_aside).into_iter().filter(|work| !work.is_empty());
        let mut outcome = state.outcome.clone();
        outcome.cyclic |= state.cyclic_aside;
        let left = Left {
            outcome,
            work: put_aside.chain(std::mem::take(&mut state.work)).collect(),
            later: std::mem::take(&mut state.later),
            level: state.level,
            tree,
        };
        let Outcome { mut counters, found, warnings, cut, left_out, left_out_for, restarts, .. } = state.outcome;
        counters.executions = counters.executions.saturating_sub(state.overcounted);
        let mut reached: Vec<Reached> = state.reached.into_iter().collect();
        reached.extend(cut.then_some(Reached::Depth));
        reached.extend(left_out.then(|| self.options.strategy.leaves_out()));
        reached.extend(left_out_for);
        reached.sort_unstable();
        reached.dedup();
        let bounded = self.options.strategy.bound.map(|bound| Bounded {
            counted: bound.counted,
            up_to: if self.options.strategy.explores_executions() {
                bound
                    .most
                    .filter(|_| state.failure.is_none() && reached.iter().all(|reached| *reached == Reached::Bound))
            } else if state.finished_level {
                Some(state.level)
            } else {
                state.level.checked_sub(1)
            },
        });
        let State { failure, unsaved, peak: memory, store, estimate, revision, .. } = state;
        let estimate = estimate.filter(|_| !reached.is_empty());
        let reduced = self.options.strategy.reduce.explores_executions();
        let found =
            Report { found, warnings, reached, failure, unsaved, bounded, estimate, reduced, ..Report::default() };
        (Report { counters, restarts, memory, store, ..found }, left, revision)
    }
}

//! The search itself: options in, report out.

use crate::best_first::BestFirst;
use crate::breadth_first::BreadthFirst;
use crate::causal::Causal;
use crate::checkpoint::{Checkpoint, Left, Saved};
use crate::crew::Crew;
use crate::depth_first::DepthFirst;
use crate::finding::{Kind, Kinds};
use crate::frontier::{Frontier, FrontierKind};
use crate::guest::Guest;
use crate::guided::Guided;
use crate::limit::Limits;
use crate::livelock::{self, Lasso};
use crate::observer::Observer;
use crate::random_walk::RandomWalk;
use crate::reduce::{Jpf, Reduced, Reduction};
use crate::report::{Progress, Report};
use crate::stateless::Stateless;
use crate::store::{Matching, Store};
use crate::strategy::Strategy;
use crate::tracked::{Through, Tracked};
use crate::value_schedule::ValueSchedules;
use crate::worker::Worker;
use std::ops::ControlFlow;
use std::time::Instant;

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to go through the states.
    pub strategy: Strategy,
    /// How states are told apart.
    pub matching: Matching,
    /// Which violations are errors. Races that are no errors are warnings.
    pub properties: Kinds,
    /// Whether to go on after an error.
    pub all_errors: bool,
    /// How far to go.
    pub limits: Limits,
    /// Whether races are looked for along paths too, by clocks: for searches that do not meet every state, and guests that do not show
    /// every order of their threads.
    pub clocks: bool,
    /// How many threads search; 0 is taken for 1.
    pub workers: usize,
    /// Whether and where the search is saved now and then.
    pub checkpoint: Option<Checkpoint>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            strategy: Strategy::default(),
            matching: Matching::Fingerprint,
            properties: Kinds::default(),
            all_errors: false,
            limits: Limits::default(),
            clocks: false,
            workers: 1,
            checkpoint: None,
        }
    }
}

impl Options {
    /// How the store recognises states: a search of executions has one of its own.
    pub(crate) fn matching_in_store(&self) -> Matching {
        if self.strategy.explores_executions() { Matching::Off } else { self.matching }
    }

    /// Whether cycles matter.
    pub(crate) fn wants_cycles(&self) -> bool {
        self.properties.contains(Kind::Livelock) && self.matching_in_store() != Matching::Off
    }

    /// Whether several workers may go through all states together, to judge cycles on the way: each in an order of its own, so not where one was asked for,
    /// nor where what is left has to be told.
    pub(crate) fn may_swarm(&self) -> bool {
        let strategy = Strategy { seed: self.strategy.seed, ..Strategy::default() };
        self.workers > 1
            && self.wants_cycles()
            && self.matching == Matching::Fingerprint
            && self.strategy == strategy
            && self.limits.depth.is_none()
            && self.checkpoint.is_none()
    }

    /// Whether the store has to keep how deep states are: a single stack from which nothing is put off knows its own cycles, others only
    /// suspect them by depth.
    pub(crate) fn keeps_depths(&self) -> bool {
        let Strategy { frontier, bound, reduce, .. } = &self.strategy;
        let others = self.workers > 1 || *frontier != FrontierKind::DepthFirst || bound.is_some();
        *reduce == Reduction::Jpf || self.wants_cycles() && others
    }
}

/// Bytes of a worker's stack: as much as a main thread has, since a guest may be made on either.
pub(crate) const STACK: usize = 8 << 20;

/// Explores every path of a guest. Each worker makes a guest of its own; all of them begin in the same root state.
pub fn explore<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
) -> Report {
    let store = Store::new(options.matching_in_store(), options.keeps_depths());
    search(make, options, observer, store, Crew::new(options))
}

/// Goes on with a saved search.
pub fn resume<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    saved: Saved,
    observer: &O,
) -> Report {
    let Saved { store, rest } = saved;
    if let Err(reason) = observer.restore(&rest.observed) {
        return Report { failure: Some(reason), ..Report::default() };
    }
    search(make, options, observer, store, Crew::resume(options, rest))
}

fn search<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
    store: Store,
    crew: Crew<'_>,
) -> Report {
    if options.clocks {
        let (make, observer) = (|| make().map(Tracked::new), &Through(observer));
        return finish(run(&make, None, options, observer, store, crew), options, observer);
    }
    finish(run(&make, None, options, observer, store, crew), options, observer)
}

/// A search that has come to an end, and what is left of it.
pub(crate) struct Ran<G> {
    pub report: Report,
    /// The first worker's, in its root state.
    pub guest: Option<G>,
    pub store: Store,
    pub left: Left,
    /// The guests' revision when it began.
    pub revision: u64,
    started: Instant,
}

impl<G> Ran<G> {
    /// Whether an error ends it.
    pub fn is_over(&self, options: &Options) -> bool {
        let found = !self.report.found.is_empty() || !self.left.outcome.lassos.is_empty();
        found && !options.all_errors
    }
}

/// Searches, with a guest for the first worker if there is one already.
pub(crate) fn run<G: Guest, O: Observer<G>>(
    make: &(impl Fn() -> Result<G, String> + Sync),
    guest: Option<G>,
    options: &Options,
    observer: &O,
    store: Store,
    crew: Crew<'_>,
) -> Ran<G> {
    match options.strategy.frontier {
        FrontierKind::DepthFirst if options.strategy.reduce == Reduction::Jpf => {
            run_by::<G, O, Jpf<G>>(make, guest, options, observer, store, crew)
        }
        FrontierKind::DepthFirst | FrontierKind::Slice if options.strategy.reduce != Reduction::None => {
            run_by::<G, O, Reduced<G>>(make, guest, options, observer, store, crew)
        }
        FrontierKind::DepthFirst | FrontierKind::Slice => {
            run_by::<G, O, DepthFirst<G>>(make, guest, options, observer, store, crew)
        }
        FrontierKind::BreadthFirst => run_by::<G, O, BreadthFirst<G>>(make, guest, options, observer, store, crew),
        FrontierKind::BestFirst { .. } | FrontierKind::Beam { .. } => {
            run_by::<G, O, BestFirst<G>>(make, guest, options, observer, store, crew)
        }
        FrontierKind::Guided { .. } => run_by::<G, O, Guided<G>>(make, guest, options, observer, store, crew),
        FrontierKind::Stateless => run_by::<G, O, Stateless<G>>(make, guest, options, observer, store, crew),
        FrontierKind::ValueSchedule => run_by::<G, O, ValueSchedules<G>>(make, guest, options, observer, store, crew),
        FrontierKind::Causal | FrontierKind::Predict => {
            run_by::<G, O, Causal<G>>(make, guest, options, observer, store, crew)
        }
        FrontierKind::Walk(_) => run_by::<G, O, RandomWalk<G>>(make, guest, options, observer, store, crew),
    }
}

fn run_by<G: Guest, O: Observer<G>, F: Frontier<G>>(
    make: &(impl Fn() -> Result<G, String> + Sync),
    guest: Option<G>,
    options: &Options,
    observer: &O,
    mut store: Store,
    crew: Crew<'_>,
) -> Ran<G> {
    let guest = if options.workers <= 1 {
        Worker::<G, O, F>::work(make, guest, store.alone(), &crew, observer, 0)
    } else {
        std::thread::scope(|scope| {
            let (store, crew) = (&store, &crew);
            for number in 1..options.workers {
                let work = move || {
                    Worker::<G, O, F>::work(make, None, store.shared(), crew, observer, number);
                };
                let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    crew.fail(&mut crew.lock(), format!("a worker cannot be started: {error}"));
                }
            }
            Worker::<G, O, F>::work(make, guest, store.shared(), crew, observer, 0)
        })
    };
    let started = crew.started;
    let (report, left, revision) = crew.end();
    Ran { report, guest, store, left, revision, started }
}

/// What a search that has come to an end found out, with the livelocks of all it explored.
pub(crate) fn finish<G: Guest, O: Observer<G>>(ran: Ran<G>, options: &Options, observer: &O) -> Report {
    let is_over = ran.is_over(options);
    let Ran { mut report, mut guest, store, left, started, .. } = ran;
    drop(store);
    let mut lassos = left.outcome.lassos;
    if left.outcome.cyclic && !is_over && options.wants_cycles() && report.is_complete() {
        (guest, lassos) = look_for_lassos(guest, options, observer, started, &mut report);
    }
    if let Some(mut guest) = guest {
        for lasso in lassos {
            if let Err(reason) = livelock::tell(&mut guest, lasso, &mut report) {
                report.failure = Some(reason);
            }
        }
    }
    report.found.sort_by(|one, other| one.finding.cause.cmp(&other.finding.cause));
    report.warnings.sort_by(|one, other| one.finding.cause.cmp(&other.finding.cause));
    report
}

/// Goes through all states again, alone and depth first, and returns the livelocks.
fn look_for_lassos<G: Guest, O: Observer<G>>(
    guest: Option<G>,
    options: &Options,
    observer: &O,
    started: Instant,
    report: &mut Report,
) -> (Option<G>, Vec<Lasso>) {
    let options = Options {
        strategy: Strategy::default(),
        workers: 1,
        checkpoint: None,
        all_errors: true,
        limits: Limits { transitions: None, ..options.limits.clone() },
        ..options.clone()
    };
    let store = Store::new(options.matching_in_store(), options.keeps_depths());
    let mut crew = Crew::new(&options);
    crew.started = started;
    let make = || Err("there is no guest to look for livelocks with".to_string());
    let again = run(&make, guest, &options, &OnlyProgress(observer), store, crew);
    report.reached = again.report.reached;
    report.failure = again.report.failure;
    report.memory = report.memory.max(again.report.memory);
    report.counters.instructions += again.report.counters.instructions;
    (again.guest, again.left.outcome.lassos)
}

/// An observer of a search whose ends are known.
struct OnlyProgress<'a, O>(&'a O);

impl<G: Guest, O: Observer<G>> Observer<G> for OnlyProgress<'_, O> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.0.progress(progress)
    }
}

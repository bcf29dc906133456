//! The search itself: options in, report out.

use crate::best_first::BestFirst;
use crate::breadth_first::BreadthFirst;
use crate::checkpoint::{Checkpoint, Saved};
use crate::crew::Crew;
use crate::depth_first::DepthFirst;
use crate::finding::{Kind, Kinds};
use crate::frontier::{Frontier, FrontierKind};
use crate::guest::Guest;
use crate::limit::Limits;
use crate::livelock;
use crate::observer::Observer;
use crate::random_walk::RandomWalk;
use crate::report::Report;
use crate::stateless::Stateless;
use crate::store::{Matching, Store};
use crate::strategy::Strategy;
use crate::worker::Worker;

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
            workers: 1,
            checkpoint: None,
        }
    }
}

impl Options {
    /// Whether cycles matter.
    pub(crate) fn wants_cycles(&self) -> bool {
        self.properties.contains(Kind::Livelock) && self.matching != Matching::Off
    }

    /// Whether the store has to keep how deep states are: a single stack knows its own cycles, others only suspect them by depth.
    pub(crate) fn keeps_depths(&self) -> bool {
        self.wants_cycles() && (self.workers > 1 || self.strategy.frontier != FrontierKind::DepthFirst)
    }
}

/// Bytes of a worker's stack: as much as a main thread has, since a guest may be made on either.
const STACK: usize = 8 << 20;

/// Explores every path of a guest. Each worker makes a guest of its own; all of them begin in the same root state.
pub fn explore<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
) -> Report {
    let store = Store::new(options.matching, options.keeps_depths());
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
    search(make, options, observer, store, Crew::resume(options, rest))
}

fn search<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
    store: Store,
    crew: Crew<'_>,
) -> Report {
    match options.strategy.frontier {
        FrontierKind::DepthFirst => search_by::<G, O, DepthFirst<G>>(make, options, observer, store, crew),
        FrontierKind::BreadthFirst => search_by::<G, O, BreadthFirst<G>>(make, options, observer, store, crew),
        FrontierKind::BestFirst { .. } | FrontierKind::Beam { .. } => {
            search_by::<G, O, BestFirst<G>>(make, options, observer, store, crew)
        }
        FrontierKind::Stateless => search_by::<G, O, Stateless<G>>(make, options, observer, store, crew),
        FrontierKind::Walk(_) => search_by::<G, O, RandomWalk<G>>(make, options, observer, store, crew),
    }
}

fn search_by<G: Guest, O: Observer<G>, F: Frontier<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
    mut store: Store,
    crew: Crew<'_>,
) -> Report {
    let guest = if options.workers <= 1 {
        Worker::<G, O, F>::work(&make, store.alone(), &crew, observer, 0)
    } else {
        std::thread::scope(|scope| {
            let (make, store, crew) = (&make, &store, &crew);
            for number in 1..options.workers {
                let work = move || {
                    Worker::<G, O, F>::work(make, store.shared(), crew, observer, number);
                };
                let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    crew.leave(format!("a worker cannot be started: {error}"));
                }
            }
            Worker::<G, O, F>::work(make, store.shared(), crew, observer, 0)
        })
    };
    drop(store);
    let (cyclic, started) = (crew.cyclic(), crew.started);
    let mut report = crew.report();
    let is_over = !report.found.is_empty() && !options.all_errors;
    if let Some(mut guest) = guest
        && cyclic
        && options.wants_cycles()
        && report.is_complete()
        && !is_over
    {
        livelock::look(&mut guest, options, observer, started, &mut report);
    }
    report.found.sort_by(|one, other| one.finding.cause.cmp(&other.finding.cause));
    report.warnings.sort_by(|one, other| one.finding.cause.cmp(&other.finding.cause));
    report
}

//! A portfolio: several strategies by turns, until one of them finds an error or has explored everything.
//!
//! The plain search begins, and a small program is done before anybody else gets a turn. After that half of the transitions, or
//! of the workers, are for finding errors: randomized backtracking over several thresholds, as its paper recommends, growing
//! bounds on preemptions, and random schedulers. The other half is for the proof. Classes of executions can be far more than states, and far
//! fewer, so the plain search shares it with one reduced to a path of each class; who seems to be done earlier has more of it. Turns are
//! counted in transitions, so that one worker does the same in every run; a turn grows where new states come easily, and
//! shrinks where they do not.

use crate::backtrack::Backtrack;
use crate::bound::{Bound, Counted};
use crate::checkpoint::Left;
use crate::crew::Crew;
use crate::frontier::FrontierKind;
use crate::guest::Guest;
use crate::limit::{Limits, Reached};
use crate::observer::Observer;
use crate::order::OrderKind;
use crate::random::mix;
use crate::random_walk::Scheduler;
use crate::reduce::Reduction;
use crate::report::{Counters, Found, Progress, Report};
use crate::search::{Options, Ran, STACK, finish, run};
use crate::store::{Matching, Store};
use crate::strategy::Strategy;
use crate::tracked::{Through, Tracked};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Transitions that the plain search has to itself unless told otherwise: a second or two.
pub const BEGINNING: u64 = 300_000;
/// Transitions of a turn: at first, at least and at most.
const TURN: u64 = 10_000;
const SHORTEST_TURN: u64 = 2_500;
const LONGEST_TURN: u64 = 160_000;
/// The part of the time for the proof that the reduced search has at least and at most.
const LEAST_SHARE: f64 = 0.125;
const MOST_SHARE: f64 = 0.75;
/// The part of the memory that each member but the plain search may have.
const MEMORY_SHARES: u64 = 16;
/// Thresholds of randomized backtracking.
const THRESHOLDS: [u64; 5] = [5, 10, 20, 50, 100];

/// Explores a guest by turns. The strategy of the options says only the seed.
pub fn explore<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
) -> Report {
    explore_after(BEGINNING, make, options, observer)
}

/// Explores a guest by turns, after so many transitions of the plain search.
pub fn explore_after<G: Guest, O: Observer<G>>(
    beginning: u64,
    make: impl Fn() -> Result<G, String> + Sync,
    options: &Options,
    observer: &O,
) -> Report {
    let (tracked, through) = (|| make().map(Tracked::new), Through(observer));
    // Which races there are shows in the states themselves where all of them are met, but not in one path of each class.
    let reduced = Seat::new(&tracked, &through);
    if options.clocks {
        return play(beginning, Seat::new(&tracked, &through), reduced, options);
    }
    play(beginning, Seat::new(&make, observer), reduced, options)
}

fn play<G: Guest, O: Observer<G>, P: Guest, Q: Observer<P>>(
    beginning: u64,
    mut seat: Seat<'_, G, impl Fn() -> Result<G, String> + Sync, O>,
    mut reduced: Seat<'_, P, impl Fn() -> Result<P, String> + Sync, Q>,
    options: &Options,
) -> Report {
    let shared = Shared::new(options);
    let mut plain = Member::new(Strategy::default());
    match plain.turn(&mut seat, &shared, options.workers, beginning) {
        Turn::Over(report) => return *report,
        Turn::Paused(spent) => shared.add(&spent),
    }
    let mut prover = Prover::new(options, seat.guest.as_ref());
    // A program with few classes, however many states it has, is done before anybody else has had a turn.
    if prover.turn(&mut reduced, &shared, TURN) {
        if options.workers > 1 {
            side_by_side(seat, reduced, plain, prover, &shared);
        } else {
            by_turns(seat, reduced, plain, prover, &shared);
        }
    }
    shared.report()
}

/// One worker: those who are to prove something have as many transitions as the others together.
fn by_turns<G: Guest, O: Observer<G>, P: Guest, Q: Observer<P>>(
    mut seat: Seat<'_, G, impl Fn() -> Result<G, String> + Sync, O>,
    mut reduced: Seat<'_, P, impl Fn() -> Result<P, String> + Sync, Q>,
    mut plain: Member,
    mut prover: Prover,
    shared: &Shared<'_>,
) {
    let mut team = Team::new(shared.options, 0);
    loop {
        let Some(spent) = team.play(&mut seat, shared) else { return };
        let for_prover = (spent as f64 * prover.share(&plain)) as u64;
        if !prover.turn(&mut reduced, shared, for_prover)
            || !shared.goes_on(plain.turn(&mut seat, shared, 1, spent - for_prover))
        {
            return;
        }
    }
}

/// Several workers: half of them search plainly, each of the others has a team, and the first of these gives half of its time to the
/// reduced search.
fn side_by_side<G: Guest, O: Observer<G>, P: Guest, Q: Observer<P>>(
    mut seat: Seat<'_, G, impl Fn() -> Result<G, String> + Sync, O>,
    reduced: Seat<'_, P, impl Fn() -> Result<P, String> + Sync, Q>,
    mut plain: Member,
    prover: Prover,
    shared: &Shared<'_>,
) {
    let teams = shared.options.workers / 2;
    let (make, observer) = (seat.make, seat.observer);
    let (make_reduced, observe_reduced) = (reduced.make, reduced.observer);
    // Guests stay with the worker they were made by.
    drop(reduced.guest);
    let mut prover = Some(prover);
    std::thread::scope(|scope| {
        for number in 0..teams {
            let mut prover = prover.take();
            let play = move || {
                let mut team = Team::new(shared.options, number as u64);
                let mut seat = Seat::new(make, observer);
                let mut reduced = Seat::new(make_reduced, observe_reduced);
                while let Some(spent) = team.play(&mut seat, shared) {
                    if prover.as_mut().is_some_and(|prover| !prover.turn(&mut reduced, shared, spent)) {
                        return;
                    }
                }
            };
            // Without a team the plain search is as good as alone.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play);
        }
        let workers = shared.options.workers - teams;
        // It is in one piece, unless what the others learned makes it begin again.
        while shared.goes_on(plain.turn(&mut seat, shared, workers, u64::MAX)) {}
    });
}

/// What a member has its turn with.
struct Seat<'a, G, M, O> {
    make: &'a M,
    /// Made when it is first needed.
    guest: Option<G>,
    observer: &'a O,
}

impl<'a, G, M, O> Seat<'a, G, M, O> {
    fn new(make: &'a M, observer: &'a O) -> Seat<'a, G, M, O> {
        Seat { make, guest: None, observer }
    }
}

/// What all members share: what they found, spent and may still spend.
struct Shared<'a> {
    options: &'a Options,
    started: Instant,
    over: AtomicBool,
    /// What was spent in turns that are done, and the report that ended it all.
    state: Mutex<(Counters, Option<Report>)>,
}

impl<'a> Shared<'a> {
    fn new(options: &'a Options) -> Shared<'a> {
        let (started, over, state) = (Instant::now(), AtomicBool::new(false), Mutex::default());
        Shared { options, started, over, state }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (Counters, Option<Report>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn spent(&self) -> Counters {
        self.lock().0
    }

    fn add(&self, spent: &Counters) {
        self.lock().0.add(spent);
    }

    /// Takes in what came of a turn. Whether there are to be more.
    fn goes_on(&self, turn: Turn) -> bool {
        match turn {
            Turn::Paused(spent) => self.add(&spent),
            Turn::Over(report) => {
                self.over.store(true, Ordering::Relaxed);
                let mut state = self.lock();
                // An error or a proof outdoes a limit that another came to at the same time.
                let says_more = |report: &Report| !report.found.is_empty() || report.is_complete();
                let other = match state.1.take() {
                    Some(known) if says_more(&known) || !says_more(&report) => {
                        state.1 = Some(known);
                        Some(*report)
                    }
                    known => {
                        state.1 = Some(*report);
                        known
                    }
                };
                if let Some(other) = other {
                    state.0.add(&other.counters);
                }
            }
        }
        !self.is_over()
    }

    /// What ended it, with all that was spent; a proof has the counters of who proved it, so that states are those there are.
    fn report(self) -> Report {
        let (spent, report) = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut report = report.unwrap_or_default();
        if !report.is_complete() || !report.found.is_empty() {
            report.counters.add(&spent);
            (report.reduced, report.estimate) = (false, None);
        }
        // What a single member leaves out says nothing of the others.
        if report.reached.iter().any(|reached| !reached.is_of_strategy()) {
            report.reached.retain(|reached| !reached.is_of_strategy());
        }
        report.bounded = None;
        report
    }
}

/// Tells the observer of all that was spent, and lets a turn end when another has ended it all.
struct Telling<'a, O> {
    observer: &'a O,
    over: &'a AtomicBool,
    spent: Counters,
}

impl<G: Guest, O: Observer<G>> Observer<G> for Telling<'_, O> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let mut progress = *progress;
        progress.counters.add(&self.spent);
        // What one of them has left is not what is left of all.
        progress.estimate = None;
        if self.over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { self.observer.progress(&progress) }
    }

    fn end(&self, guest: &mut G) {
        self.observer.end(guest);
    }
}

/// The members but the plain search.
struct Team {
    members: Vec<Member>,
}

impl Team {
    fn new(options: &Options, number: u64) -> Team {
        let plain = Strategy { seed: mix(options.strategy.seed ^ number << 32), ..Strategy::default() };
        let mut strategies: Vec<Strategy> = Vec::new();
        for (index, threshold) in THRESHOLDS.into_iter().enumerate() {
            let backtrack = Some(Backtrack { threshold, ..Backtrack::default() });
            // As the paper has it, and with the order left to chance as well.
            let order = if index % 2 == 0 { OrderKind::Random } else { OrderKind::Index };
            strategies.push(Strategy { backtrack, order, ..plain.clone() });
        }
        let walks = [Scheduler::Pct { depth: 3 }, Scheduler::Pos, Scheduler::Surw, Scheduler::Uniform];
        strategies.extend(walks.map(|walk| Strategy { frontier: FrontierKind::Walk(walk), ..plain.clone() }));
        if number == 0 {
            let bound = Some(Bound { counted: Counted::Preemptions, most: None });
            strategies.insert(0, Strategy { bound, ..plain });
        }
        Team { members: strategies.into_iter().map(Member::new).collect() }
    }

    /// Lets each have a turn. The transitions these took, unless the whole search is over.
    fn play<G: Guest, O: Observer<G>>(
        &mut self,
        seat: &mut Seat<'_, G, impl Fn() -> Result<G, String> + Sync, O>,
        shared: &Shared<'_>,
    ) -> Option<u64> {
        let mut spent = 0;
        for member in &mut self.members {
            let turn = member.length;
            if shared.is_over() || !shared.goes_on(member.turn(seat, shared, 1, turn)) {
                return None;
            }
            spent += turn;
        }
        self.adjust();
        Some(spent)
    }

    /// Gives longer turns to those who met more new states in theirs than most, and shorter ones to the others.
    fn adjust(&mut self) {
        let mean = self.members.iter().map(|member| member.gain).sum::<f64>() / self.members.len().max(1) as f64;
        for member in &mut self.members {
            let length = if member.gain >= mean { member.length * 2 } else { member.length / 2 };
            member.length = length.clamp(SHORTEST_TURN, LONGEST_TURN);
        }
    }
}

/// The reduced search, as long as it could prove something: not if states are to be told apart by more than fingerprints, nor if threads
/// wake up without cause, which is possible only in company.
struct Prover(Option<Member>);

impl Prover {
    fn new<G: Guest>(options: &Options, guest: Option<&G>) -> Prover {
        let strategy = Strategy { reduce: Reduction::Optimal, ..Strategy::default() };
        let is_possible =
            options.matching == Matching::Fingerprint && guest.is_none_or(|guest| guest.spurious().is_none());
        Prover(is_possible.then(|| Member::new(strategy)))
    }

    /// Lets it go on for so many transitions. Whether the whole search is to go on.
    fn turn<G: Guest, O: Observer<G>>(
        &mut self,
        seat: &mut Seat<'_, G, impl Fn() -> Result<G, String> + Sync, O>,
        shared: &Shared<'_>,
        transitions: u64,
    ) -> bool {
        let Some(member) = &mut self.0 else { return true };
        let goes_on = shared.goes_on(member.turn(seat, shared, 1, transitions));
        if member.is_done {
            self.0 = None;
        }
        goes_on
    }

    /// Its part of the time for the proof: the more, the less it is said to have left, compared with the plain search.
    fn share(&self, plain: &Member) -> f64 {
        let Some(member) = &self.0 else { return 0.0 };
        let ratio = member.left.map_or(1.0, |left| left / plain.prospect().max(1.0));
        (1.0 / (1.0 + ratio)).clamp(LEAST_SHARE, MOST_SHARE)
    }
}

/// What came of a turn.
enum Turn {
    /// It can go on; so much was spent.
    Paused(Counters),
    /// The whole search is over.
    Over(Box<Report>),
}

/// A strategy that has its turns.
struct Member {
    strategy: Strategy,
    /// Where it is, and what was known there.
    paused: Option<(Store, Option<Left>, u64)>,
    /// Races seen on the way.
    warnings: Vec<Found>,
    /// Transitions of its next turn.
    length: u64,
    /// New states for each transition of its last.
    gain: f64,
    /// All it has counted so far.
    counted: Counters,
    /// Transitions left, about, where that can be estimated.
    left: Option<f64>,
    /// Whether it came to an end that proves nothing, and would again.
    is_done: bool,
}

impl Member {
    fn new(strategy: Strategy) -> Member {
        let (warnings, counted) = (Vec::new(), Counters::default());
        Member { strategy, paused: None, warnings, length: TURN, gain: 0.0, counted, left: None, is_done: false }
    }

    /// Transitions that a search of states is thought to have left: as many as it has had, if there are still as many new states among
    /// them, and fewer where these have become fewer.
    fn prospect(&self) -> f64 {
        let mean = self.counted.states as f64 / self.counted.transitions.max(1) as f64;
        self.counted.transitions as f64 * (self.gain / mean.max(f64::MIN_POSITIVE)).min(1.0)
    }

    fn is_plain(&self) -> bool {
        self.strategy == Strategy::default()
    }

    fn is_reduced(&self) -> bool {
        self.strategy.reduce.explores_executions()
    }

    /// Lets it go on for so many transitions.
    fn turn<G: Guest, O: Observer<G>>(
        &mut self,
        seat: &mut Seat<'_, G, impl Fn() -> Result<G, String> + Sync, O>,
        shared: &Shared<'_>,
        workers: usize,
        transitions: u64,
    ) -> Turn {
        let revision = seat.guest.as_ref().map(Guest::revision);
        let strategy = self.strategy.clone();
        let matching = if self.is_reduced() { Matching::Off } else { shared.options.matching };
        let options = Options { strategy, matching, workers, checkpoint: None, ..shared.options.clone() };
        let known = self.paused.take().filter(|(.., known)| Some(*known) == revision);
        let (store, left) = match known {
            Some((store, left, _)) => (store, left),
            None => (Store::new(options.matching_in_store(), options.keeps_depths()), None),
        };
        let before = left.as_ref().map(|left| left.outcome.counters).unwrap_or_default();
        let spent = shared.spent();
        let mut limits = limits(&options.limits, &before, &spent, shared.started, transitions);
        if !self.is_plain() {
            limits.memory = limits.memory.map(|limit| limit / MEMORY_SHARES);
        }
        let options = Options { limits, ..options };
        let telling = Telling { observer: seat.observer, over: &shared.over, spent };
        let crew = Crew::going_on(&options, left);
        let mut ran = run(seat.make, seat.guest.take(), &options, &telling, store, crew);
        let ended = ran.is_over(&options);
        let paused = ran.report.reached.contains(&Reached::Turn) && ran.report.failure.is_none() && !ended;
        // Only the plain search ends all others when there is no more memory for it.
        let full = !self.is_plain() && ran.report.reached.contains(&Reached::Memory) && !ended;
        let short = self.is_reduced() && matches!(ran.report.reached[..], [Reached::Depth | Reached::Around]) && !ended;
        let gave_up = full || short || ran.report.reached == [Reached::GivenUp] && !ended;
        if !paused && !gave_up {
            let mut report = finish(ran, &options, &telling);
            report.reached.retain(|reached| *reached != Reached::Turn);
            if !report.is_complete() || !report.found.is_empty() {
                report.counters = report.counters.since(&before);
            }
            for warning in self.warnings.drain(..) {
                if report.warnings.iter().all(|known| known.finding.cause != warning.finding.cause) {
                    report.warnings.push(warning);
                }
            }
            return Turn::Over(Box::new(report));
        }
        let spent = ran.report.counters.since(&before);
        self.gain = spent.states as f64 / spent.transitions.max(1) as f64;
        self.warnings = ran.report.warnings.clone();
        self.is_done = self.is_reduced() && gave_up;
        self.counted = ran.report.counters;
        let Counters { executions, transitions, .. } = self.counted;
        let each = transitions as f64 / executions.max(1) as f64;
        self.left = ran.report.estimate.map(|left| left.executions as f64 * each);
        seat.guest = ran.guest.take();
        self.pause(ran, gave_up);
        Turn::Paused(spent)
    }

    /// Keeps what the next turn goes on with. What has no end, or came to one that proves nothing, begins anew with another seed.
    fn pause<G>(&mut self, ran: Ran<G>, gave_up: bool) {
        let revision = ran.revision;
        if gave_up {
            self.strategy.seed = mix(self.strategy.seed + 1);
        } else if self.strategy.is_endless() {
            self.strategy.seed = mix(self.strategy.seed + 1);
            self.paused = Some((ran.store, None, revision));
        } else {
            self.paused = Some((ran.store, Some(ran.left), revision));
        }
    }
}

/// The limits of a turn: what is left of those of the whole, besides what the member has counted itself.
fn limits(whole: &Limits, before: &Counters, spent: &Counters, started: Instant, transitions: u64) -> Limits {
    let left = |limit: u64, spent: u64, before: u64| limit.saturating_sub(spent).saturating_add(before);
    Limits {
        states: whole.states.map(|limit| left(limit, spent.states, before.states)),
        executions: whole.executions.map(|limit| left(limit, spent.executions, before.executions)),
        transitions: Some(before.transitions.saturating_add(transitions)),
        time: whole.time.map(|limit| limit.saturating_sub(started.elapsed())),
        ..whole.clone()
    }
}

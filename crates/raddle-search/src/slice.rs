//! Slice-n-dice (Noonan, algorithms 1 to 3 with section 3.4.5): only the threads and places that can matter to a target interleave, and they
//! become more, round after round, until the target is come to or nothing is left that could matter.
//!
//! The first round lets one thread after the other go as far as it can, to see which there are and what each does. The second puts a thread
//! inside that can come to each target. Every later one adds those that could change what decides whether a target not yet come to is.
//! A place counts as long as two threads inside do something there that does not commute, at spots of the code from which a target can
//! be influenced as far as anybody has come (`Statics`). When neither a thread nor a place is left to add, a target not come to cannot be:
//! `docs/slice.md` says why.

use crate::crew::Crew;
use crate::finding::Kind;
use crate::frontier::FrontierKind;
use crate::guest::Guest;
use crate::limit::{Limits, Reached};
use crate::observer::Observer;
use crate::report::{Counters, Found, Report};
use crate::schedule::Schedule;
use crate::search::{Options, Ran, run};
use crate::sliced::{Doing, Known, Plan, Sliced, Through, held};
use crate::store::Store;
use crate::strategy::Strategy;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What is known of a program without running it. Spots are those of `Guest::spot`, targets those of `Guest::came_to`.
pub trait Statics {
    /// The spots that can influence whether some targets are come to. Of a read at a spot that nobody has reached it does not matter what it reads, only
    /// what decides whether it is reached.
    fn slice(&self, targets: &[u32], reached: &FxHashSet<u32>) -> FxHashSet<u32>;

    /// The spots by which a thread decides whether it comes to a target, nearest first.
    fn towards(&self, target: u32) -> Vec<u32>;
}

/// Why there was a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// To see which threads there are, and what they do.
    First,
    /// These threads can come to a target.
    Aim,
    /// They can change what is read at a spot, by a write at another.
    Change {
        /// Where it is read, if that is at a spot.
        read: Option<u32>,
        /// Where it is written, if that is at a spot.
        written: Option<u32>,
    },
    /// They can matter to each other.
    More,
    /// No thread is added, but more places can matter.
    Places,
    /// No thread is added, but a read that had seemed to be a thread's last is not.
    Reads,
}

/// One round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The threads that interleave.
    pub threads: Vec<u32>,
    /// Those of them that did not in the round before.
    pub added: Vec<u32>,
    /// Whether all threads interleave, whatever their numbers.
    pub everybody: bool,
    /// The spots of the code that can matter.
    pub spots: usize,
    /// The places in memory where they interleave, as far as known when it began.
    pub places: usize,
    /// Why it was worth one.
    pub why: Why,
    /// What it counted.
    pub counters: Counters,
    /// How many of its states were only looked at, with threads that otherwise wait before their last read.
    pub aside: u64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report of all rounds together.
    pub report: Report,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The targets come to.
    pub reached: BTreeSet<u32>,
    /// Whether the others cannot be.
    pub proved: bool,
}

/// Looks for targets, so many of them.
pub fn explore<G: Guest, O: Observer<G>>(
    make: impl Fn() -> Result<G, String> + Sync,
    statics: &impl Statics,
    targets: u32,
    options: &Options,
    observer: &O,
) -> Outcome {
    let started = Instant::now();
    let known: Arc<Mutex<Known>> = Arc::default();
    let mut outcome =
        Outcome { report: Report::default(), rounds: Vec::new(), reached: BTreeSet::new(), proved: false };
    let mut refiner = Refiner { statics, aimed: BTreeSet::new(), ranks: FxHashMap::default() };
    let is_reduced = options.strategy.explores_executions();
    let (mut plan, mut why) = (Plan { is_reduced, ..Plan::default() }, Why::First);
    let mut before = BTreeSet::new();
    loop {
        let options = match left(options, &outcome.report.counters, started) {
            Ok(limits) => round_options(options, limits),
            Err(reached) => {
                outcome.report.reached = vec![reached];
                return outcome;
            }
        };
        let shared = Arc::new(plan.clone());
        let make = || make().map(|guest| Sliced::new(guest, shared.clone(), known.clone()));
        let through = Through { observer, before: outcome.report.counters };
        let store = Store::new(options.matching_in_store(), options.keeps_depths());
        let Ran { mut report, guest, mut store, .. } = run(&make, None, &options, &through, store, Crew::new(&options));
        let round = std::mem::take(&mut held(&known).round);
        let is_new = |state: &&u128| store.alone().enter_fingerprint(**state, 0).new;
        let aside = round.aside.iter().filter(is_new).count() as u64;
        report.counters.states += aside;
        report.counters.transitions += round.transitions_aside;
        outcome.rounds.push(Round {
            threads: plan.threads.iter().copied().collect(),
            added: plan.threads.difference(&before).copied().collect(),
            everybody: plan.everybody,
            spots: plan.relevant.len(),
            places: plan.conflicts.len(),
            why,
            counters: report.counters,
            aside,
        });
        let is_complete = report.is_complete();
        let has_found = outcome.add(report, guest);
        if !is_complete || has_found && !options.all_errors {
            return outcome;
        }
        let unreached: Vec<u32> = (0..targets).filter(|target| !outcome.reached.contains(target)).collect();
        before.clone_from(&plan.threads);
        match refiner.refine(&held(&known), &plan, &unreached, outcome.rounds.len() == 1) {
            Some(next) => (plan, why) = next,
            None => {
                // Where errors end paths, what comes after them was not looked at.
                outcome.proved = outcome.report.found.is_empty();
                return outcome;
            }
        }
    }
}

/// What is left of the limits, or the one that is reached.
fn left(options: &Options, counters: &Counters, started: Instant) -> Result<Limits, Reached> {
    let limits = options.limits.clone();
    if let Some(reached) = limits.reached(counters, 0, started) {
        return Err(reached);
    }
    let rest = |limit: Option<u64>, count: u64| limit.map(|limit| limit - count);
    Ok(Limits {
        states: rest(limits.states, counters.states),
        executions: rest(limits.executions, counters.executions),
        transitions: rest(limits.transitions, counters.transitions),
        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
        ..limits
    })
}

/// A round goes depth first, alone. That a target is come to violates a property; cycles are not judged, since most threads stand still.
fn round_options(options: &Options, limits: Limits) -> Options {
    Options {
        strategy: Strategy { frontier: FrontierKind::Slice, reduce: options.strategy.reduce, ..Strategy::default() },
        properties: options.properties.without(Kind::Livelock).with(Kind::Property),
        limits,
        clocks: false,
        workers: 1,
        checkpoint: None,
        ..options.clone()
    }
}

impl Outcome {
    /// Adds what a round came to, its schedules as the guest's own choices. Whether it found anything.
    fn add<G: Guest>(&mut self, round: Report, guest: Option<Sliced<G>>) -> bool {
        let all = &mut self.report;
        all.counters.add(&round.counters);
        all.restarts += round.restarts;
        all.memory = all.memory.max(round.memory);
        all.store = all.store.max(round.store);
        all.reached = round.reached;
        all.failure = round.failure;
        let has_found = !round.found.is_empty();
        let Some(mut guest) = guest else { return has_found };
        let root = guest.mark();
        let mut own = |mut found: Found, reached: &mut BTreeSet<u32>| {
            guest.rewind(&root);
            guest.path = Some(Vec::new());
            for choice in &found.schedule.choices {
                guest.take(*choice);
                reached.extend(guest.came_to());
            }
            found.schedule = Schedule { choices: guest.path.take().unwrap_or_default() };
            found
        };
        for (found, known) in [(round.found, &mut all.found), (round.warnings, &mut all.warnings)] {
            for found in found {
                let found = own(found, &mut self.reached);
                if !known.iter().any(|other| other.finding.cause == found.finding.cause) {
                    known.push(found);
                }
            }
            known.sort_by(|one, other| one.finding.cause.cmp(&other.finding.cause));
        }
        has_found
    }
}

struct Refiner<'a, S> {
    statics: &'a S,
    /// The threads that can come to a target.
    aimed: BTreeSet<u32>,
    /// How near spots are to a target.
    ranks: FxHashMap<u32, usize>,
}

impl<S: Statics> Refiner<'_, S> {
    /// The next round, if there is to be one.
    fn refine(&mut self, known: &Known, plan: &Plan, targets: &[u32], is_first: bool) -> Option<(Plan, Why)> {
        if targets.is_empty() {
            return None;
        }
        let relevant = self.statics.slice(targets, &known.reached());
        if is_first {
            let threads = self.aim(known, targets);
            if !threads.is_empty() {
                return Some((next(known, plan, relevant, threads), Why::Aim));
            }
        }
        // What was learned may be enough to come to a target with the threads there are.
        let same = next(known, plan, relevant.clone(), BTreeSet::new());
        if same.conflicts != plan.conflicts {
            return Some((same, Why::Places));
        }
        if same.lively != plan.lively {
            return Some((same, Why::Reads));
        }
        let conflicts = known.conflicts(&relevant, |_| true);
        let mut candidates: BTreeSet<u32> = conflicts.values().flatten().map(|doing| doing.thread).collect();
        candidates.extend(known.all.union(&known.choosers));
        // One outside has its turn when nobody inside can go on; that may never be, so what it does has to be known.
        candidates.extend(known.able.difference(&known.ended));
        candidates.retain(|thread| !plan.threads.contains(thread));
        // Those who help come before others who could come to a target themselves.
        if candidates.iter().any(|thread| !self.aimed.contains(thread)) {
            candidates.retain(|thread| !self.aimed.contains(thread));
        }
        if candidates.is_empty() {
            // Which thread a number means depends on the schedule where several start threads.
            let starters: BTreeSet<&u32> = known.started.values().flatten().collect();
            let everybody = starters.len() > 1 || known.breaks_off;
            let last = Plan { everybody, everywhere: known.breaks_off, ..same };
            let last = Plan { conflicts: known.conflicts(&last.relevant, |thread| last.is_inside(thread)), ..last };
            return (last != Plan { relevant: last.relevant.clone(), ..plan.clone() }).then_some((last, Why::Places));
        }
        let mut best: Option<(Chosen, Why)> = None;
        for (place, doings) in &conflicts {
            let Some((chosen, why)) = self.choose(known, plan, *place, doings, &candidates) else { continue };
            if best.as_ref().is_none_or(|(other, _)| chosen < *other) {
                best = Some((chosen, why));
            }
        }
        let (threads, why) = match best {
            Some((chosen, why)) => (chosen.2, why),
            // As many as there are: so a number that has to be large is come to in few rounds.
            None => (candidates.into_iter().take(plan.threads.len().max(1)).collect(), Why::More),
        };
        Some((next(known, plan, relevant, threads), why))
    }

    /// A thread for each target, of those that were seen nearest to it.
    fn aim(&mut self, known: &Known, targets: &[u32]) -> BTreeSet<u32> {
        let mut chosen = BTreeSet::new();
        for target in targets {
            let towards = self.statics.towards(*target);
            for (rank, spot) in towards.iter().enumerate() {
                let known = self.ranks.entry(*spot).or_insert(rank);
                *known = rank.min(*known);
            }
            let were_at = |spot: &u32| {
                let were = known.spots.iter().filter(|(_, spots)| spots.contains(spot));
                were.map(|(thread, _)| *thread).collect::<Vec<u32>>()
            };
            if let Some(threads) = towards.iter().map(were_at).find(|threads| !threads.is_empty()) {
                chosen.extend(threads.first());
                self.aimed.extend(threads);
            }
        }
        chosen
    }

    /// The candidates worth adding because of what they do at a place that matters to threads inside.
    ///
    /// What is only overwritten needs one thread of those that do the same; if it was not enough, as many again as there are. What is added
    /// to may need all who do.
    fn choose(
        &self,
        known: &Known,
        plan: &Plan,
        place: u64,
        doings: &BTreeSet<Doing>,
        candidates: &BTreeSet<u32>,
    ) -> Option<(Chosen, Why)> {
        let inside = || doings.iter().filter(|doing| plan.threads.contains(&doing.thread));
        let outside: Vec<&Doing> = doings
            .iter()
            .filter(|doing| candidates.contains(&doing.thread) && inside().any(|own| own.conflicts(doing)))
            .collect();
        let written = outside.first()?.spot;
        let rank = |doing: &&Doing| doing.spot.and_then(|spot| self.ranks.get(&spot)).copied().unwrap_or(usize::MAX);
        let nearest = inside().min_by_key(rank)?;
        let nothing = BTreeSet::new();
        let kind = |thread: u32| known.spots.get(&thread).unwrap_or(&nothing);
        let mut chosen = BTreeSet::new();
        for thread in outside.iter().map(|doing| doing.thread) {
            let alike = |other: &&u32| kind(**other) == kind(thread);
            let enough = plan.threads.iter().filter(alike).count().max(1);
            if known.adds.contains(&(thread, place)) || chosen.iter().filter(alike).count() < enough {
                chosen.insert(thread);
            }
        }
        let why = Why::Change { read: nearest.spot, written };
        Some(((rank(&nearest), Reverse(chosen.len()), chosen), why))
    }
}

/// How near it is to a target, how many threads they are, and which: the least is best.
type Chosen = (usize, Reverse<usize>, BTreeSet<u32>);

/// A plan with more threads inside, by what is known.
fn next(known: &Known, plan: &Plan, relevant: FxHashSet<u32>, more: BTreeSet<u32>) -> Plan {
    let threads = known.with_starters(plan.threads.union(&more).copied().collect());
    let next = Plan { threads, relevant, lively: known.lively.clone(), ..plan.clone() };
    Plan { conflicts: known.conflicts(&next.relevant, |thread| next.is_inside(thread)), ..next }
}

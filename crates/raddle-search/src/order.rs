//! The order in which the choices of a state are taken.

use crate::frontier::FrontierKind;
use crate::guest::{Choice, Guest};
use crate::race::threads;
use crate::random::Random;
use crate::strategy::{PartError, Strategy, number_list};
use crate::trail::Trail;
use raddle_vm::event::{Action, Event, Location, Site};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// Which choice of a state is taken first. Where choices are equally good, the seed decides.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum OrderKind {
    /// In the order of threads.
    #[default]
    Index,
    /// At random, for each state anew.
    Random,
    /// The thread that has not run for longest.
    Interleave,
    /// An operation that conflicts with what other threads did before on this path.
    Interference,
    /// These threads, in this order, before all others.
    Threads(Vec<u32>),
    /// What leaves most threads blocked.
    MostBlocked,
    /// What takes no turn from a thread that could go on.
    FewestPreemptions,
    /// An operation at a place in the code that was executed least often so far.
    Branches,
    /// A random number for each state: in a best-first search any state may be next.
    RandomHeuristic,
    /// The thread that is nearest to the next place of the sequence that guides the search.
    Distance,
}

impl fmt::Display for OrderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OrderKind::Index => "index",
            OrderKind::Random => "random",
            OrderKind::Interleave => "interleave",
            OrderKind::Interference => "interference",
            OrderKind::Threads(threads) => {
                let numbers: Vec<String> = threads.iter().map(u32::to_string).collect();
                return write!(f, "threads={}", numbers.join(","));
            }
            OrderKind::MostBlocked => "most-blocked",
            OrderKind::FewestPreemptions => "fewest-preemptions",
            OrderKind::Branches => "branches",
            OrderKind::RandomHeuristic => "random-heuristic",
            OrderKind::Distance => "distance",
        })
    }
}

impl FromStr for OrderKind {
    type Err = PartError;

    fn from_str(text: &str) -> Result<OrderKind, PartError> {
        if let Some(threads) = text.strip_prefix("threads=") {
            return number_list(threads).map(OrderKind::Threads);
        }
        let plain = [
            OrderKind::Index,
            OrderKind::Random,
            OrderKind::Interleave,
            OrderKind::Interference,
            OrderKind::MostBlocked,
            OrderKind::FewestPreemptions,
            OrderKind::Branches,
            OrderKind::RandomHeuristic,
            OrderKind::Distance,
        ];
        let names: Vec<String> = plain.iter().map(ToString::to_string).collect();
        match names.iter().position(|name| name == text) {
            Some(index) => Ok(plain[index].clone()),
            None => Err(PartError::no_such(&format!("{}, threads=1,2", names.join(", ")))),
        }
    }
}

/// How much a choice is preferred: the greatest first.
pub(crate) type Rank = i64;

/// The most that an order counts where a sequence comes first, and how much more it counts to have passed another place.
const MOST: i64 = 1 << 40;
const FURTHER: i64 = 5 * MOST;

/// Puts choices in order.
pub(crate) struct Ranking {
    order: OrderKind,
    /// Whether a state that has passed more of a sequence comes before all others.
    is_guided: bool,
    /// Whether what transitions did makes a difference.
    heeds_events: bool,
    /// Whether choices go into a queue, which puts them in order with those of other states and decides among equals.
    is_queued: bool,
    seed: u64,
    /// How often each place in the code was executed, where that matters.
    executed: FxHashMap<Site, u32>,
    /// Threads there have been, at least, where that matters.
    threads: u32,
    /// The choices put in order last: the rank of each, and what decides among equals.
    ranked: Vec<(Rank, u64, Choice)>,
}

impl Ranking {
    /// For every order but that of threads. A guided search finds out about distances itself, one step later.
    pub fn new(strategy: &Strategy) -> Option<Ranking> {
        let is_greedy = matches!(strategy.frontier, FrontierKind::Guided { .. });
        let is_guided = !strategy.sequence.is_empty() && !is_greedy;
        let order =
            if is_greedy && strategy.order == OrderKind::Distance { &OrderKind::Index } else { &strategy.order };
        (*order != OrderKind::Index || is_guided).then(|| Ranking {
            order: order.clone(),
            is_guided,
            heeds_events: matches!(order, OrderKind::Branches | OrderKind::MostBlocked),
            is_queued: matches!(strategy.frontier, FrontierKind::BestFirst { .. } | FrontierKind::Beam { .. }),
            seed: strategy.seed,
            executed: FxHashMap::default(),
            threads: 0,
            ranked: Vec::new(),
        })
    }

    /// Takes note of a transition's events.
    #[inline]
    pub fn ran(&mut self, events: &[Event]) {
        if self.heeds_events {
            self.note(events);
        }
    }

    fn note(&mut self, events: &[Event]) {
        if self.order == OrderKind::Branches
            && let Some(event) = events.first()
        {
            *self.executed.entry(event.site).or_default() += 1;
        }
        if self.order == OrderKind::MostBlocked {
            for event in events.iter().filter(|event| event.action == Action::Start) {
                if let Location::Thread(started) = event.location {
                    self.threads = self.threads.max(started.0 + 1);
                }
            }
        }
    }

    /// Ranks the choices of the guest's state, and puts them in order unless a queue does.
    pub fn arrange<G: Guest>(&mut self, guest: &mut G, trail: &Trail, choices: &mut [Choice], ranks: &mut Vec<Rank>) {
        // The path decides, and nothing that was explored before: so it is the same whoever explores it, and after a resumption.
        let mut random = Random::new(self.seed, trail.hash());
        let mut of_state = self.of_state(guest, choices, &mut random);
        if self.is_guided {
            of_state = of_state.clamp(-MOST, MOST) + i64::from(trail.passed()) * FURTHER;
        }
        ranks.clear();
        ranks.extend(choices.iter().map(|choice| {
            let of_choice = self.of_choice(guest, trail, *choice, &mut random);
            of_state + if self.is_guided { of_choice.clamp(-MOST, MOST) } else { of_choice }
        }));
        if !self.is_queued {
            self.sort(choices, ranks, &mut random);
        }
    }

    /// Puts choices with these ranks in order.
    fn sort(&mut self, choices: &mut [Choice], ranks: &mut [Rank], random: &mut Random) {
        self.ranked.clear();
        self.ranked.extend(choices.iter().zip(ranks.iter()).map(|(choice, rank)| (*rank, random.next(), *choice)));
        self.ranked.sort_unstable_by_key(|(rank, tie, _)| Reverse((*rank, *tie)));
        for ((sorted, _, choice), (place, rank)) in self.ranked.iter().zip(choices.iter_mut().zip(ranks)) {
            (*place, *rank) = (*choice, *sorted);
        }
    }

    /// What is the same for all choices of the state.
    fn of_state<G: Guest>(&mut self, guest: &mut G, choices: &[Choice], random: &mut Random) -> i64 {
        match self.order {
            OrderKind::RandomHeuristic => (random.next() >> 1) as i64,
            OrderKind::MostBlocked => {
                self.threads = self.threads.max(choices.last().map_or(0, |last| last.thread + 1));
                let able = threads(choices).count();
                let alive = (0..self.threads).filter(|thread| guest.pending(*thread).is_some()).count();
                alive.saturating_sub(able) as i64
            }
            _ => 0,
        }
    }

    fn of_choice<G: Guest>(&self, guest: &mut G, trail: &Trail, choice: Choice, random: &mut Random) -> i64 {
        let thread = choice.thread;
        match &self.order {
            OrderKind::Index | OrderKind::RandomHeuristic => 0,
            OrderKind::Distance => -i64::from(guest.distance(thread, trail.passed())),
            OrderKind::Random => (random.next() >> 1) as i64,
            OrderKind::Interleave => i64::from(trail.idle(thread)),
            OrderKind::Interference => guest.pending(thread).map_or(0, |event| i64::from(trail.conflicts(&event))),
            OrderKind::Threads(first) => {
                first.iter().rev().position(|other| *other == thread).map_or(0, |place| place as i64 + 1)
            }
            OrderKind::MostBlocked => self.would_block(guest, thread),
            OrderKind::FewestPreemptions => -i64::from(trail.preemptions()) - i64::from(trail.preempts(thread)),
            OrderKind::Branches => {
                let executed = guest.pending(thread).and_then(|event| self.executed.get(&event.site).copied());
                -i64::from(executed.unwrap_or(0))
            }
        }
    }

    /// How many threads would have to wait for the monitor that this one is about to enter.
    fn would_block<G: Guest>(&self, guest: &mut G, thread: u32) -> i64 {
        let Some(own) = guest.pending(thread).filter(|event| event.action == Action::Lock) else { return 0 };
        let others = (0..self.threads).filter(|other| *other != thread);
        let same = |event: Event| event.action == Action::Lock && event.location == own.location;
        others.filter(|other| guest.pending(*other).is_some_and(same)).count() as i64
    }
}

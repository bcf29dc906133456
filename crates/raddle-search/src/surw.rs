//! SURW, a selectively uniform random walk: the next thread is drawn with the weight of what it has left to do, which makes all
//! interleavings equally likely if the counts are right (Zhao, Wolff, Mathur, Roychoudhury). Counted are only operations on one
//! place of memory, another for each execution, so that there are few interleavings to be uniform over; how many each thread
//! will do is guessed from the executions before.

use crate::guest::{Choice, Guest};
use crate::race::threads;
use crate::random::Random;
use raddle_vm::event::{Action, Event, Location};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of executions so far, and what is decided for this one.
#[derive(Default)]
pub(crate) struct Surw {
    /// How often each thread has used each place, in the execution in which it did so most often.
    counts: FxHashMap<(u32, Location), u32>,
    /// Who used each place, as long as it was one thread only.
    users: FxHashMap<Location, Option<u32>>,
    /// The places that threads share, in the order they were met.
    places: Vec<Location>,
    /// Who started each thread.
    parents: FxHashMap<u32, u32>,
    /// What this execution has used so far.
    used: FxHashMap<(u32, Location), u32>,
    started: FxHashSet<u32>,
    /// The place this execution is about; at first there is none.
    place: Option<Location>,
    /// Whose operation on that place is next.
    intended: Option<u32>,
    /// The threads that can go on, and those of them that may.
    able: Vec<u32>,
    may: Vec<u32>,
}

impl Surw {
    pub fn begin(&mut self, random: &mut Random) {
        for (use_of, times) in self.used.drain() {
            let most = self.counts.entry(use_of).or_default();
            *most = (*most).max(times);
        }
        self.started.clear();
        self.intended = None;
        let count = self.places.len() as u64;
        self.place = (count > 0).then(|| self.places[random.below(count) as usize]);
    }

    pub fn ran(&mut self, thread: u32, events: &[Event]) {
        let Some(event) = events.first() else { return };
        for event in events.iter().filter(|event| event.action == Action::Start) {
            if let Location::Thread(started) = event.location {
                self.parents.insert(started.0, thread);
                self.started.insert(started.0);
            }
        }
        *self.used.entry((thread, event.location)).or_default() += 1;
        let user = self.users.entry(event.location).or_insert(Some(thread));
        if user.is_some_and(|user| user != thread) {
            *user = None;
            self.places.push(event.location);
        }
        if self.intended == Some(thread) && self.place == Some(event.location) {
            self.intended = None;
        }
    }

    /// What a thread, and those it will start, have left to do on the place.
    fn weight(&self, thread: u32, place: Location) -> u64 {
        let of = |counts: &FxHashMap<(u32, Location), u32>, thread| counts.get(&(thread, place)).copied().unwrap_or(0);
        let own = u64::from(of(&self.counts, thread).saturating_sub(of(&self.used, thread)));
        let children = self
            .parents
            .iter()
            .filter(|(child, parent)| **parent == thread && **child != thread && !self.started.contains(child));
        own + children.map(|(child, _)| u64::from(of(&self.counts, *child))).sum::<u64>()
    }

    pub fn thread<G: Guest>(&mut self, guest: &mut G, choices: &[Choice], random: &mut Random) -> u32 {
        self.able.clear();
        self.able.extend(threads(choices));
        let any = |of: &[u32], random: &mut Random| of[random.below(of.len() as u64) as usize];
        let Some(place) = self.place else { return any(&self.able, random) };
        if self.intended.is_none_or(|intended| !self.able.contains(&intended)) {
            let all: u64 = self.able.iter().map(|thread| self.weight(*thread, place)).sum();
            let mut drawn = random.below(all.max(1));
            let winner = self.able.iter().find(|thread| {
                let weight = self.weight(**thread, place);
                let wins = drawn < weight;
                drawn = drawn.saturating_sub(weight);
                wins
            });
            self.intended = winner.copied().filter(|_| all > 0);
        }
        // Nobody but the one intended may use the place next; what else threads do is up to chance.
        self.may.clear();
        for thread in &self.able {
            if Some(*thread) == self.intended || guest.pending(*thread).is_none_or(|event| event.location != place) {
                self.may.push(*thread);
            }
        }
        if self.may.is_empty() { any(&self.able, random) } else { any(&self.may, random) }
    }
}

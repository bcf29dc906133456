//! SURW, a selectively uniform random walk: the next thread is drawn with the weight of what it has left to do, which makes all
//! interleavings equally likely if the counts are right (Zhao, Wolff, Mathur, Roychoudhury). Counted are only operations on one
//! place of memory, another for each execution, so that there are few interleavings to be uniform over; how many each thread
//! will do is guessed from the executions before.

use crate::guest::{Choice, Guest};
use crate::race::threads;
use crate::random::Random;
use raddle_vm::event::{Action, Event, Location};
use rustc_hash::FxHashMap;

/// What is known of executions so far, and what is decided for this one.
#[derive(Default)]
pub(crate) struct Surw {
    places: Vec<Place>,
    /// Which of the places is where.
    numbers: FxHashMap<Location, u32>,
    /// The places that threads share, in the order they were met.
    shared: Vec<u32>,
    /// Those this execution has used so far.
    used: Vec<u32>,
    /// Who started each thread, as far as somebody did.
    parents: Vec<Option<u32>>,
    /// Whether this execution has started it.
    started: Vec<bool>,
    /// The place this execution is about; at first there is none.
    place: Option<u32>,
    /// Whose operation on that place is next.
    intended: Option<u32>,
    /// What each thread, and those it will start, have left to do there.
    weights: Vec<u64>,
    /// The threads that can go on, and those of them that may.
    able: Vec<u32>,
    may: Vec<u32>,
}

/// A place of memory.
struct Place {
    location: Location,
    /// Who used it, as long as it was one thread only.
    user: Option<u32>,
    /// By thread.
    uses: Vec<Uses>,
}

/// How often a thread has used a place.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// In the execution in which it did so most often.
    most: u32,
    /// In this one.
    now: u32,
}

impl Surw {
    pub fn begin(&mut self, random: &mut Random) {
        for number in self.used.drain(..) {
            for uses in &mut self.places[number as usize].uses {
                *uses = Uses { most: uses.most.max(uses.now), now: 0 };
            }
        }
        self.started.fill(false);
        self.intended = None;
        let count = self.shared.len() as u64;
        self.place = (count > 0).then(|| self.shared[random.below(count) as usize]);
    }

    pub fn ran(&mut self, thread: u32, events: &[Event]) {
        let Some(event) = events.first() else { return };
        for event in events.iter().filter(|event| event.action == Action::Start) {
            if let Location::Thread(started) = event.location {
                *at(&mut self.parents, started.0) = Some(thread);
                *at(&mut self.started, started.0) = true;
            }
        }
        let places = &mut self.places;
        let number = *self.numbers.entry(event.location).or_insert_with(|| {
            places.push(Place { location: event.location, user: Some(thread), uses: Vec::new() });
            places.len() as u32 - 1
        });
        let place = &mut places[number as usize];
        if place.uses.iter().all(|uses| uses.now == 0) {
            self.used.push(number);
        }
        at(&mut place.uses, thread).now += 1;
        if place.user.is_some_and(|user| user != thread) {
            place.user = None;
            self.shared.push(number);
        }
        if self.intended == Some(thread) && self.place == Some(number) {
            self.intended = None;
        }
    }

    /// Finds out what threads, and those they will start, have left to do on a place.
    fn weigh(&mut self, place: u32) {
        let uses = &self.places[place as usize].uses;
        self.weights.clear();
        self.weights.extend(uses.iter().map(|uses| u64::from(uses.most.saturating_sub(uses.now))));
        for (child, parent) in self.parents.iter().enumerate() {
            if let Some(parent) = *parent
                && parent as usize != child
                && !self.started[child]
                && let Some(uses) = uses.get(child)
            {
                *at(&mut self.weights, parent) += u64::from(uses.most);
            }
        }
    }

    /// Draws whose operation on a place is next, by what they have left to do there; nobody's if that is nothing.
    fn draw(&mut self, place: u32, random: &mut Random) -> Option<u32> {
        self.weigh(place);
        let weight = |thread: &u32| self.weights.get(*thread as usize).copied().unwrap_or(0);
        let all: u64 = self.able.iter().map(weight).sum();
        let mut drawn = random.below(all.max(1));
        let winner = self.able.iter().find(|thread| {
            let weight = weight(thread);
            let wins = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            wins
        });
        winner.copied()
    }

    pub fn thread<G: Guest>(&mut self, guest: &mut G, choices: &[Choice], random: &mut Random) -> u32 {
        self.able.clear();
        self.able.extend(threads(choices));
        let any = |of: &[u32], random: &mut Random| of[random.below(of.len() as u64) as usize];
        let Some(place) = self.place else { return any(&self.able, random) };
        if self.intended.is_none_or(|intended| !self.able.contains(&intended)) {
            self.intended = self.draw(place, random);
        }
        // Nobody but the one intended may use the place next; what else threads do is up to chance.
        let location = self.places[place as usize].location;
        self.may.clear();
        for thread in &self.able {
            if Some(*thread) == self.intended || guest.pending(*thread).is_none_or(|event| event.location != location) {
                self.may.push(*thread);
            }
        }
        if self.may.is_empty() { any(&self.able, random) } else { any(&self.may, random) }
    }
}

/// What a list has for a thread, which it may not have met yet.
fn at<T: Clone + Default>(list: &mut Vec<T>, thread: u32) -> &mut T {
    let index = thread as usize;
    if list.len() <= index {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

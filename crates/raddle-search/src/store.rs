//! The states visited so far.
//!
//! Fingerprints lie in open-addressing tables of sixteen bytes a place, sixty-four of them, chosen by the fingerprint: workers seldom want
//! the same one at once, and when tables grow, only one of them is there twice. A table grows by half when it is four fifths
//! full, so that a state takes 20 to 30 bytes.

use crate::guest::Guest;
use crate::random;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How states are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matching {
    /// Not at all: every path is followed to its end.
    Off,
    /// By their fingerprints.
    Fingerprint,
    /// By comparing them whole; for tests.
    Exact,
}

/// What came of entering a state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Entered {
    /// Whether it was not there before.
    pub new: bool,
    /// How deep it was when it was first entered, if depths are kept; of a very deep state a smaller number.
    pub depth: u32,
    /// A number that is the same for equal states and seldom for others; 0 where states are not told apart.
    pub key: u64,
    /// The fingerprint it is known by; 0 where it is known otherwise.
    pub fingerprint: u128,
    /// Where in its table that is, unless the table has grown since.
    place: u32,
}

/// The depth of a state that is done with, where that is kept instead: others are at depth 0.
pub(crate) const DONE: u32 = 1;

/// Number of parts.
const PARTS: usize = 64;

/// Places of a table when the first state is entered in it: some KiB, and what comes below would only be moved again and again.
const FIRST_PLACES: usize = 180;

/// Turns that have a bit beside a state.
const TURNS: u64 = 32;

/// A set of visited states.
pub struct Store {
    matching: Matching,
    /// Whether states met after a turn are entered like states: a store is saved like that, and goes on so.
    turns_apart: bool,
    parts: Vec<Mutex<Part>>,
}

/// A part of the set, on cache lines of its own so that workers at different parts do not disturb each other.
#[repr(align(128))]
enum Part {
    Fingerprint(Table),
    Exact(Whole),
}

impl Store {
    /// An empty store. Whether it keeps how deep states are costs two bytes a place.
    pub fn new(matching: Matching, keep_depths: bool) -> Store {
        let part = || match matching {
            Matching::Exact => Part::Exact(Whole::default()),
            _ => Part::Fingerprint(Table { keep_depths, ..Table::default() }),
        };
        let parts = if matching == Matching::Off { 0 } else { PARTS };
        Store { matching, turns_apart: false, parts: (0..parts).map(|_| Mutex::new(part())).collect() }
    }

    /// The same, for what `each` gave of another.
    pub(crate) fn saved(matching: Matching, keep_depths: bool) -> Store {
        Store { turns_apart: true, ..Store::new(matching, keep_depths) }
    }

    /// The way for a single worker: nothing is locked.
    pub fn alone(&mut self) -> Access<'_> {
        Access::Alone(self)
    }

    /// The way for one of several workers.
    pub fn shared(&self) -> Access<'_> {
        Access::Shared(self)
    }
}

/// The way to a store.
pub enum Access<'a> {
    /// There is one worker only.
    Alone(&'a mut Store),
    /// There are several.
    Shared(&'a Store),
}

/// A poisoned part belongs to a worker that panicked, and that panic ends the search; the part itself is never left half changed.
fn lock(part: &Mutex<Part>) -> MutexGuard<'_, Part> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Access<'_> {
    fn store(&self) -> &Store {
        match self {
            Access::Alone(store) => store,
            Access::Shared(store) => store,
        }
    }

    /// Does something with the part a state belongs to.
    #[inline]
    fn with<R>(&mut self, mixed: u64, then: impl FnOnce(&mut Part) -> R) -> R {
        let index = mixed as usize % PARTS;
        let mut guard;
        let part = match self {
            Access::Alone(store) => store.parts[index].get_mut().unwrap_or_else(PoisonError::into_inner),
            Access::Shared(store) => {
                guard = lock(&store.parts[index]);
                &mut *guard
            }
        };
        then(part)
    }

    /// The key `enter` would give the guest's state.
    pub fn key<G: Guest>(&self, guest: &mut G) -> u64 {
        match self.store().matching {
            Matching::Off => 0,
            Matching::Fingerprint => mix(kept(guest.fingerprint())),
            Matching::Exact => mix_bytes(&guest.canonical()),
        }
    }

    /// Enters the guest's state, met `depth` transitions from the root.
    #[inline(always)]
    pub fn enter<G: Guest>(&mut self, guest: &mut G, depth: u32) -> Entered {
        match self.store().matching {
            Matching::Off => Entered { new: true, depth, key: 0, fingerprint: 0, place: 0 },
            Matching::Fingerprint => self.enter_fingerprint(guest.fingerprint(), depth),
            Matching::Exact => self.enter_whole(guest.canonical(), depth),
        }
    }

    #[inline]
    pub(crate) fn enter_fingerprint(&mut self, fingerprint: u128, depth: u32) -> Entered {
        let fingerprint = kept(fingerprint);
        let key = mix(fingerprint);
        let (new, depth, place) = self.with(key, |part| match part {
            Part::Fingerprint(table) => table.enter(fingerprint, key, depth),
            Part::Exact(_) => (true, depth, 0),
        });
        Entered { new, depth, key, fingerprint, place }
    }

    /// Enters that the guest's state, entered before, was met after somebody's turn. Whether it was not met after that one before.
    #[inline(always)]
    pub fn enter_turn<G: Guest>(&mut self, guest: &mut G, entered: &Entered, turn: Option<u32>) -> bool {
        // Numbers of turns begin with 1: no state is taken for one met after a turn.
        let turn = turn.map_or(1, |thread| u64::from(thread) + 2);
        match self.store().matching {
            Matching::Off => true,
            Matching::Fingerprint if turn <= TURNS && !self.store().turns_apart => {
                self.with(entered.key, |part| match part {
                    Part::Fingerprint(table) => table.enter_turn(entered, 1 << (turn - 1)),
                    Part::Exact(_) => true,
                })
            }
            Matching::Fingerprint => self.enter_fingerprint(after_turn(entered.fingerprint, turn), 0).new,
            Matching::Exact => {
                let mut state = guest.canonical();
                state.extend_from_slice(&turn.to_le_bytes());
                // Two states of different lengths must not become the same.
                state.extend_from_slice(b"turn");
                self.enter_whole(state, 0).new
            }
        }
    }

    /// Notes that a state, entered by its fingerprint, is done with.
    pub(crate) fn note_done(&mut self, fingerprint: u128) {
        let key = mix(fingerprint);
        self.with(key, |part| {
            if let Part::Fingerprint(table) = part {
                let (index, is_there) = table.find(fingerprint, key);
                if is_there && let Some(depth) = table.depths.get_mut(index) {
                    *depth = DONE as u16;
                }
            }
        });
    }

    pub(crate) fn enter_whole(&mut self, state: Vec<u8>, depth: u32) -> Entered {
        let key = mix_bytes(&state);
        let (new, depth) = self.with(key, |part| match part {
            Part::Exact(whole) => whole.enter(state, depth),
            Part::Fingerprint(_) => (true, depth),
        });
        Entered { new, depth, key, fingerprint: 0, place: 0 }
    }

    /// Forgets all states.
    pub fn clear(&mut self) {
        for part in &self.store().parts {
            match &mut *lock(part) {
                Part::Fingerprint(table) => *table = Table { keep_depths: table.keep_depths, ..Table::default() },
                Part::Exact(whole) => *whole = Whole::default(),
            }
        }
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        let bytes = |part: &Mutex<Part>| match &*lock(part) {
            Part::Fingerprint(table) => {
                (table.places.capacity() * 16 + table.depths.capacity() * 2 + table.turns.capacity() * 4) as u64
            }
            Part::Exact(whole) => whole.bytes,
        };
        self.store().parts.iter().map(bytes).sum()
    }

    /// Hands over every state with its depth: fingerprints and whole states as bytes.
    pub(crate) fn each<E>(&self, mut each: impl FnMut(&[u8], u32) -> Result<(), E>) -> Result<(), E> {
        for part in &self.store().parts {
            match &*lock(part) {
                Part::Fingerprint(table) => {
                    for (index, place) in table.places.iter().enumerate().filter(|(_, place)| **place != EMPTY) {
                        each(&place.to_le_bytes(), table.depth(index))?;
                        let turns = table.turns.get(index).copied().unwrap_or(0);
                        for turn in (1..=TURNS).filter(|turn| turns >> (turn - 1) & 1 == 1) {
                            each(&kept(after_turn(*place, turn)).to_le_bytes(), 0)?;
                        }
                    }
                }
                Part::Exact(whole) => {
                    // In the order of states, so that equal stores are saved alike.
                    let mut states: Vec<_> = whole.states.iter().collect();
                    states.sort();
                    states.into_iter().try_for_each(|(state, depth)| each(state, *depth))?;
                }
            }
        }
        Ok(())
    }
}

/// The fingerprint of a state met after a turn, where that is entered like a state.
fn after_turn(fingerprint: u128, turn: u64) -> u128 {
    fingerprint.wrapping_add(u128::from(random::mix(turn)) << 64 | u128::from(random::mix(!turn)))
}

/// What no fingerprint in a table is: the fingerprint 0 is kept as 1.
const EMPTY: u128 = 0;

/// What a fingerprint is kept as.
#[inline]
fn kept(fingerprint: u128) -> u128 {
    if fingerprint == EMPTY { 1 } else { fingerprint }
}

/// Fingerprints, each at the first free place from where its bits say it belongs.
#[derive(Default)]
struct Table {
    places: Vec<u128>,
    /// Beside each place, how deep its state was met, or `u16::MAX` if it was deeper; empty unless kept.
    depths: Vec<u16>,
    keep_depths: bool,
    /// Beside each place, after whose turns its state was met, a bit for each; empty if nobody asked.
    turns: Vec<u32>,
    used: usize,
}

impl Table {
    #[inline]
    fn enter(&mut self, fingerprint: u128, mixed: u64, depth: u32) -> (bool, u32, u32) {
        if self.used * 5 >= self.places.len() * 4 {
            self.grow();
        }
        let (index, is_there) = self.find(fingerprint, mixed);
        if is_there {
            return (false, self.depth(index), index as u32);
        }
        self.places[index] = fingerprint;
        if self.keep_depths {
            self.depths[index] = u16::try_from(depth).unwrap_or(u16::MAX);
        }
        self.used += 1;
        (true, depth, index as u32)
    }

    /// Whether a state that is there was not met before after the turn with this bit.
    #[inline(always)]
    fn enter_turn(&mut self, entered: &Entered, bit: u32) -> bool {
        let mut index = entered.place as usize;
        if self.places.get(index) != Some(&entered.fingerprint) {
            (index, _) = self.find(entered.fingerprint, entered.key);
        }
        if self.turns.is_empty() {
            self.turns.resize(self.places.len(), 0);
        }
        let turns = &mut self.turns[index];
        let is_new = *turns & bit == 0;
        *turns |= bit;
        is_new
    }

    fn depth(&self, index: usize) -> u32 {
        self.depths.get(index).copied().map_or(0, u32::from)
    }

    /// Where a fingerprint is, or the free place for it, and which of the two.
    #[inline]
    fn find(&self, fingerprint: u128, mixed: u64) -> (usize, bool) {
        // The high bits say where in the table, whatever its length; the low bits chose the table.
        let mut index = ((u128::from(mixed) * self.places.len() as u128) >> 64) as usize;
        loop {
            for place in &self.places[index..] {
                // Half of it tells most apart.
                let half = *place as u64;
                if half == fingerprint as u64 && *place == fingerprint {
                    return (index, true);
                }
                if half == EMPTY as u64 && *place == EMPTY {
                    return (index, false);
                }
                index += 1;
            }
            index = 0;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let places = (self.places.len() + self.places.len() / 2).max(FIRST_PLACES);
        let old = std::mem::replace(&mut self.places, vec![EMPTY; places]);
        let depths = vec![0; if self.keep_depths { places } else { 0 }];
        let old_depths = std::mem::replace(&mut self.depths, depths);
        let turns = vec![0; if self.turns.is_empty() { 0 } else { places }];
        let old_turns = std::mem::replace(&mut self.turns, turns);
        for (old_index, fingerprint) in old.into_iter().enumerate().filter(|(_, place)| *place != EMPTY) {
            let (index, _) = self.find(fingerprint, mix(fingerprint));
            self.places[index] = fingerprint;
            if self.keep_depths {
                self.depths[index] = old_depths[old_index];
            }
            if let Some(turns) = self.turns.get_mut(index) {
                *turns = old_turns[old_index];
            }
        }
    }
}

/// Whole states.
#[derive(Default)]
struct Whole {
    states: FxHashMap<Vec<u8>, u32>,
    bytes: u64,
}

impl Whole {
    fn enter(&mut self, state: Vec<u8>, depth: u32) -> (bool, u32) {
        if let Some(first) = self.states.get(&state) {
            return (false, *first);
        }
        self.bytes += state.len() as u64 + 40;
        self.states.insert(state, depth);
        (true, depth)
    }
}

/// Spreads a fingerprint over all bits of a word, in case a guest's are not spread well.
#[inline]
fn mix(fingerprint: u128) -> u64 {
    let folded = fingerprint as u64 ^ ((fingerprint >> 64) as u64).rotate_left(32);
    let mixed = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

fn mix_bytes(state: &[u8]) -> u64 {
    use std::hash::BuildHasher;
    mix(u128::from(rustc_hash::FxBuildHasher.hash_one(state)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream of numbers as good as random.
    fn fingerprints(count: u64) -> impl Iterator<Item = u128> {
        (0..count).map(|n| {
            let half = |n: u64| (n ^ n >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            u128::from(half(half(n))) << 64 | u128::from(half(half(n + (1 << 40))))
        })
    }

    #[test]
    fn a_state_is_new_once() {
        let mut store = Store::new(Matching::Fingerprint, true);
        let mut store = store.alone();
        for (depth, fingerprint) in fingerprints(10_000).enumerate() {
            assert!(store.enter_fingerprint(fingerprint, depth as u32).new);
        }
        for (depth, fingerprint) in fingerprints(10_000).enumerate() {
            let again = store.enter_fingerprint(fingerprint, 77);
            assert!(!again.new);
            assert_eq!(again.depth, depth as u32);
        }
    }

    #[test]
    fn fingerprints_that_differ_in_few_bits_are_told_apart() {
        let mut store = Store::new(Matching::Fingerprint, false);
        let mut store = store.alone();
        for bit in 0..128 {
            assert!(store.enter_fingerprint(1 << bit, 0).new, "bit {bit}");
        }
        for small in (2..2000).filter(|n: &u128| !n.is_power_of_two()) {
            assert!(store.enter_fingerprint(small, 0).new, "{small}");
        }
    }

    #[test]
    fn a_state_takes_thirty_bytes_at_most_but_for_chance() {
        let mut store = Store::new(Matching::Fingerprint, false);
        let mut store = store.alone();
        for (count, fingerprint) in fingerprints(300_000).enumerate() {
            store.enter_fingerprint(fingerprint, 0);
            if count >= 20_000 && count % 10_000 == 0 {
                assert!(store.bytes() <= 32 * count as u64, "{} bytes for {count} states", store.bytes());
            }
        }
    }

    #[test]
    fn workers_agree_on_who_was_first() {
        let store = Store::new(Matching::Fingerprint, false);
        let enter_all = || {
            let mut access = store.shared();
            fingerprints(50_000).filter(|fingerprint| access.enter_fingerprint(*fingerprint, 0).new).count()
        };
        let new: usize = std::thread::scope(|scope| {
            let workers = [scope.spawn(enter_all), scope.spawn(enter_all)];
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert_eq!(new, 50_000);
    }

    #[test]
    fn nothing_is_left_of_a_cleared_store() {
        for matching in [Matching::Fingerprint, Matching::Exact] {
            let mut store = Store::new(matching, false);
            let mut store = store.alone();
            let enter = |store: &mut Access<'_>| match matching {
                Matching::Exact => store.enter_whole(vec![1, 2, 3], 0).new,
                _ => store.enter_fingerprint(5, 0).new,
            };
            assert!(enter(&mut store));
            store.clear();
            assert!(enter(&mut store));
        }
    }
}

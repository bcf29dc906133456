//! The states visited so far.

use rustc_hash::FxBuildHasher;
use std::collections::HashSet;

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

/// A set of visited states.
pub enum Store {
    /// None are kept.
    Off,
    /// Fingerprints.
    Fingerprint(HashSet<u128, FxBuildHasher>),
    /// Whole states.
    Exact(HashSet<Vec<u8>, FxBuildHasher>),
}

impl Store {
    /// An empty store.
    pub fn new(matching: Matching) -> Store {
        match matching {
            Matching::Off => Store::Off,
            Matching::Fingerprint => Store::Fingerprint(HashSet::default()),
            Matching::Exact => Store::Exact(HashSet::default()),
        }
    }

    /// Enters the guest's state; whether it is new.
    pub fn enter<G: crate::Guest>(&mut self, guest: &mut G) -> bool {
        match self {
            Store::Off => true,
            Store::Fingerprint(states) => states.insert(guest.fingerprint()),
            Store::Exact(states) => states.insert(guest.canonical()),
        }
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        match self {
            Store::Off => 0,
            // The table keeps a byte beside each of its places.
            Store::Fingerprint(states) => states.capacity() as u64 * 8 / 7 * 17,
            Store::Exact(states) => states.iter().map(|state| state.len() as u64 + 32).sum(),
        }
    }
}

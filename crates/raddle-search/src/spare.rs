//! States that nothing needs any more: the next copies are made over them, since to make room for a state costs a good part of copying it.

use crate::guest::Guest;

/// How many are kept.
const MOST: usize = 1024;

/// Some of the states left lately.
pub(crate) struct Spare<T> {
    states: Vec<T>,
}

impl<T> Spare<T> {
    pub fn new() -> Spare<T> {
        Spare { states: Vec::new() }
    }

    /// Whether one more is kept.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.states.len() < MOST
    }

    /// One has been left that nothing else refers to.
    #[inline]
    pub fn put(&mut self, state: T) {
        if self.has_room() {
            self.states.push(state);
        }
    }

    /// One to be copied over.
    #[inline]
    pub fn take(&mut self) -> Option<T> {
        self.states.pop()
    }

    pub fn clear(&mut self) {
        self.states.clear();
    }
}

/// Copies the guest's state over what may be an old one.
#[inline]
pub(crate) fn copy_over<G: Guest>(guest: &mut G, state: &mut Option<G::Snapshot>) {
    match state {
        Some(old) => guest.snapshot_over(old),
        None => *state = Some(guest.snapshot()),
    }
}

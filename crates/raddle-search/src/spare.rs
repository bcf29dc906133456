//! States that nothing needs any more: the next copies are made over them, since to make room for a state costs a good part of copying it.

use crate::guest::Guest;

/// How many bytes of them are kept.
const MOST_BYTES: u64 = 16 << 20;

/// Some of the states left lately.
pub(crate) struct Spare<T> {
    /// Each with its bytes.
    states: Vec<(T, u64)>,
    bytes: u64,
}

impl<T> Spare<T> {
    pub fn new() -> Spare<T> {
        Spare { states: Vec::new(), bytes: 0 }
    }

    /// One of so many bytes has been left that nothing else refers to. Whether it is kept.
    #[inline]
    pub fn put(&mut self, state: T, bytes: u64) -> bool {
        let has_room = self.bytes + bytes <= MOST_BYTES;
        if has_room {
            self.bytes += bytes;
            self.states.push((state, bytes));
        }
        has_room
    }

    /// One to be copied over.
    #[inline]
    pub fn take(&mut self) -> Option<T> {
        let (state, bytes) = self.states.pop()?;
        self.bytes -= bytes;
        Some(state)
    }

    pub fn clear(&mut self) {
        self.states.clear();
        self.bytes = 0;
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

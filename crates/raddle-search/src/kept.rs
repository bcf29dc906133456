//! Copies of states that are kept until what was put off in them is taken up.
//!
//! A bounded search meets a state after one thread's turn and again after another's, and puts off other choices each time. It is copied once: equal states
//! have the same choices, so what is put off on all these paths can be taken up in the one copy.

use crate::guest::Guest;
use crate::spare::{Spare, copy_over};
use crate::store::Entered;

/// A copy.
struct Copied<S> {
    /// There unless nothing needs it.
    state: Option<S>,
    /// What it is found again by; 0 where it is not to be.
    fingerprint: u128,
    /// How often it will be taken up.
    uses: u32,
    bytes: u64,
}

/// Which of the copies kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopyId(u32);

/// The copies.
pub(crate) struct Kept<S> {
    copies: Vec<Copied<S>>,
    /// Those that nothing needs: some to be copied over, and those without a state.
    spare: Spare<CopyId>,
    empty: Vec<CopyId>,
    /// Copies by their fingerprint, the one made last at each place: one that is not found is made again.
    known: Vec<CopyId>,
    uses: u64,
    bytes: u64,
}

impl<S> Kept<S> {
    pub fn new() -> Kept<S> {
        Kept { copies: Vec::new(), spare: Spare::new(), empty: Vec::new(), known: Vec::new(), uses: 0, bytes: 0 }
    }

    /// The guest's state, which was entered in the store: to be held for each time it will be taken up.
    pub fn keep<G: Guest<Snapshot = S>>(&mut self, guest: &mut G, entered: &Entered) -> CopyId {
        // What a past has to tell is of its path only.
        let fingerprint = if guest.numbers_alike() && !guest.has_past() { entered.fingerprint } else { 0 };
        let known = if entered.new { None } else { self.find(fingerprint) };
        known.unwrap_or_else(|| self.copy(guest, fingerprint))
    }

    /// A state will be taken up once more.
    pub fn hold(&mut self, id: CopyId) {
        self.copies[id.index()].uses += 1;
        self.uses += 1;
    }

    pub fn state(&self, id: CopyId) -> Option<&S> {
        self.copies[id.index()].state.as_ref()
    }

    /// A state was taken up.
    pub fn release(&mut self, id: CopyId) {
        let copy = &mut self.copies[id.index()];
        copy.uses -= 1;
        self.uses -= 1;
        if copy.uses == 0 {
            copy.fingerprint = 0;
            self.bytes -= copy.bytes;
            if !self.spare.put(id, copy.bytes) {
                copy.state = None;
                self.empty.push(id);
            }
        }
    }

    pub fn clear(&mut self) {
        *self = Kept::new();
    }

    /// How often all of them will be taken up.
    pub fn uses(&self) -> u64 {
        self.uses
    }

    /// Bytes of those that are needed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn copy<G: Guest<Snapshot = S>>(&mut self, guest: &mut G, fingerprint: u128) -> CopyId {
        let id = self.spare.take().or_else(|| self.empty.pop()).unwrap_or_else(|| {
            self.copies.push(Copied { state: None, fingerprint: 0, uses: 0, bytes: 0 });
            CopyId(self.copies.len() as u32 - 1)
        });
        let copy = &mut self.copies[id.index()];
        copy_over(guest, &mut copy.state);
        copy.bytes = size_of::<Copied<S>>() as u64 + copy.state.as_ref().map_or(0, G::snapshot_bytes);
        copy.fingerprint = fingerprint;
        self.bytes += copy.bytes;
        self.note(id);
        id
    }

    fn find(&self, fingerprint: u128) -> Option<CopyId> {
        let id = *self.known.get(place(fingerprint, self.known.len()))?;
        let copy = self.copies.get(id.index())?;
        (fingerprint != 0 && copy.fingerprint == fingerprint).then_some(id)
    }

    /// Lets a copy be found.
    fn note(&mut self, id: CopyId) {
        if self.copies.len() > self.known.len() / 2 {
            // There are few to be moved whenever there is twice the room.
            self.known = vec![id; (self.copies.len() * 4).next_power_of_two()];
            for number in 0..self.copies.len() {
                self.put(CopyId(number as u32));
            }
        }
        self.put(id);
    }

    fn put(&mut self, id: CopyId) {
        let fingerprint = self.copies[id.index()].fingerprint;
        if fingerprint != 0 {
            let place = place(fingerprint, self.known.len());
            self.known[place] = id;
        }
    }
}

impl CopyId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a fingerprint belongs in a table of so many places, a power of two.
fn place(fingerprint: u128, places: usize) -> usize {
    fingerprint as usize & places.wrapping_sub(1)
}

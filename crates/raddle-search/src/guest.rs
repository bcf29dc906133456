//! The seam between what is searched and how.

use crate::clocks::Access;
use crate::finding::Finding;
use raddle_vm::event::{Event, Location, Site};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use std::hash::BuildHasher;

/// Which thread goes next, and which way if its next operation can go several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The thread's number.
    pub thread: u32,
    /// Which of the operation's outcomes: a value chosen, the waiter notified, a time-out. 0 where there is only one.
    pub alternative: u32,
}

impl Choice {
    /// The choice of a thread whose next operation has one outcome.
    pub fn thread(thread: u32) -> Choice {
        Choice { thread, alternative: 0 }
    }
}

/// When a choice is possible, besides what its own thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// Whatever other threads can do.
    Any,
    /// Only where nothing can go on unless time passes.
    Idle,
    /// Only as long as something else can go on, or time can pass.
    Company,
}

/// How far a guest is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// Threads may be able to go on.
    Running,
    /// All that had to be done is done.
    Ended,
    /// This path is not one to look at: an assumption of the program's does not hold.
    Ignored,
    /// A property is violated here. Where nobody asked for that property the path goes on.
    Violated(Finding),
    /// The guest cannot go on, for a reason of its own.
    Failed(String),
}

/// An operation whose places are asked for what is in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// An event of the last transition, by its number.
    Event(usize),
    /// What a thread stands before.
    Pending(u32),
    /// What a thread that stands before copying elements is about to read.
    Source(u32),
}

/// A program under search. All of it is deterministic: the same choices from the same state lead to the same state.
pub trait Guest {
    /// Where to come back to by `rewind`.
    type Mark;
    /// A whole state, to come back to from anywhere.
    type Snapshot;
    /// Whether it keeps clocks, so that `past_races` is worth asking.
    const KNOWS_PAST: bool = false;

    /// Adds the choices possible now, in the order of threads and alternatives.
    fn choices(&mut self, into: &mut Vec<Choice>);

    /// Whether a choice is one of those.
    fn is_possible(&mut self, choice: Choice) -> bool {
        let mut possible = Vec::new();
        self.choices(&mut possible);
        possible.contains(&choice)
    }

    /// When a choice is possible.
    fn occasion(&mut self, choice: Choice) -> Occasion {
        let _ = choice;
        Occasion::Any
    }

    /// The alternative that a thread wakes up without cause from a wait or a park, where that may happen as long as it has company.
    fn spurious(&self) -> Option<u32> {
        None
    }

    /// Takes one of the choices: one transition.
    fn take(&mut self, choice: Choice) -> Status;

    /// Whether the last transition moved a clock that all threads share, other than by waiting for it.
    fn moved_time(&self) -> bool {
        false
    }

    /// What others could notice of the last transition.
    fn events(&self) -> &[Event];

    /// Where the program itself was at an event of the last transition: at its site, or where it had called what did it.
    fn seen(&self, event: usize) -> Site {
        self.events()[event].site
    }

    /// A key of a place, the same for all guests of a search. Places that differ may share one by accident.
    fn place(&mut self, location: Location) -> u64 {
        FxBuildHasher.hash_one(location)
    }

    /// How many threads there are: their numbers are below.
    fn threads(&self) -> u32;

    /// Whether the program may end before a thread has.
    fn is_daemon(&self, _thread: u32) -> bool {
        false
    }

    /// The operation a thread's next transition begins with, its value unknown; `None` for a thread that has ended or not begun.
    fn pending(&mut self, thread: u32) -> Option<Event>;

    /// Where that operation copies elements: those it reads, if it writes others that threads share.
    fn pending_source(&mut self, thread: u32) -> Option<Event> {
        let _ = thread;
        None
    }

    /// What the program sees, in the guest's state, in one of the places an access is about: in the first, or so many elements after it.
    /// Equal only if the program sees no difference, whichever path led there.
    fn content(&mut self, about: About, element: u32) -> u64 {
        let _ = (about, element);
        0
    }

    /// Whether a thread would pass its next park at once because of a permit.
    fn has_permit(&mut self, thread: u32) -> bool {
        let _ = thread;
        false
    }

    /// Whether a thread that waits may stop by itself, and therefore whoever notifies all that wait with it stops before that.
    fn is_restless(&mut self, thread: u32) -> bool {
        let _ = thread;
        false
    }

    /// How many places of the sequence that guides the search have been passed after the last transition, if so many had been before it.
    fn passed(&self, before: u32) -> u32 {
        before
    }

    /// How far a thread is from the place of that sequence with this number: the less, the nearer. 0 where there is no such place.
    fn distance(&mut self, thread: u32, place: u32) -> u32 {
        let _ = (thread, place);
        0
    }

    /// The number of an instruction that reads or writes memory, as whoever knows what it can influence counts them (`slice::Statics`);
    /// `None` for what always counts.
    fn spot(&mut self, site: Site) -> Option<u32> {
        let _ = site;
        None
    }

    /// The targets the last transition came to, by number.
    fn came_to(&self) -> &[u32] {
        &[]
    }

    /// Whether a thread may still come, from where it stands, to an access that conflicts with one at a place in the code, or start one that does: for all
    /// that is known without running. True where nothing is known.
    fn could_come(&mut self, thread: u32, site: Site) -> bool {
        let _ = (thread, site);
        true
    }

    /// Whether accesses at two places in the code could be to the same memory, and conflict, for all that is known without running. False where nothing is known.
    fn could_meet(&mut self, one: Site, other: Site) -> bool {
        let _ = (one, other);
        false
    }

    /// Where nothing can be chosen: what is wrong with that, if anything is.
    fn stuck(&mut self) -> Option<Finding>;

    /// The finding that the pending operations of two threads race.
    fn race(&mut self, one: u32, other: u32) -> Finding;

    /// Whether there is anything on the path to this state that could race.
    fn has_past(&self) -> bool {
        false
    }

    /// The accesses on the path to this state that race with the pending operation of a thread.
    fn past_races(&mut self, thread: u32) -> Vec<Access> {
        let _ = thread;
        Vec::new()
    }

    /// The finding that the pending operation of a thread races with an access on the path.
    fn race_with_past(&mut self, past: &Access, thread: u32) -> Finding;

    /// The finding that these threads can go round for ever from this state, though none is denied its turn.
    fn livelock(&mut self, threads: &[u32]) -> Finding;

    /// Remembers this state. Marks nest: rewinding to one forgets those made after it.
    fn mark(&mut self) -> Self::Mark;

    /// Comes back to a mark, which stays valid.
    fn rewind(&mut self, mark: &Self::Mark);

    /// Copies this state.
    fn snapshot(&mut self) -> Self::Snapshot;

    /// Copies this state over another copy, which nobody needs any more.
    fn snapshot_over(&mut self, old: &mut Self::Snapshot) {
        *old = self.snapshot();
    }

    /// Comes back to a copied state; marks made meanwhile are forgotten.
    fn load(&mut self, snapshot: &Self::Snapshot);

    /// A number that is the same for equal states, and different for others but for an accident of 1 in 2^128.
    fn fingerprint(&mut self) -> u128;

    /// Whether states with the same fingerprint have the same choices by the same numbers: not where threads that look alike are taken for each other.
    fn numbers_alike(&self) -> bool {
        true
    }

    /// A number that is the same for states in which `place` has the same keys for the same places, asked for right after `fingerprint`.
    fn names(&self) -> u64 {
        0
    }

    /// The whole canonical state, which `fingerprint` stands for: equal exactly for equal states.
    fn canonical(&mut self) -> Vec<u8>;

    /// Grows when operations turn out to be visible that were not stopped at so far: what was explored before is no proof, and the
    /// search begins again. All guests of one search share it.
    fn revision(&self) -> u64;

    /// What `revision` stands for, so that a search can go on in another process.
    fn knowledge(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over the knowledge a saved search had gathered; asked before anything else of a guest that is to go on with it.
    fn learn(&mut self, knowledge: &[u8]) -> Result<(), String> {
        let _ = knowledge;
        Ok(())
    }

    /// Instructions executed so far, for the report.
    fn instructions(&self) -> u64;

    /// Bytes a copied state takes, about.
    fn snapshot_bytes(snapshot: &Self::Snapshot) -> u64 {
        size_of_val(snapshot) as u64
    }

    /// Bytes taken by what marks need to be come back to, about.
    fn marks_bytes(&self) -> u64 {
        0
    }
}

/// Whether nothing can go on, and that is as it should be.
pub(crate) fn is_over<G: Guest>(guest: &mut G) -> bool {
    let mut possible = Vec::new();
    guest.choices(&mut possible);
    possible.is_empty() && guest.stuck().is_none()
}

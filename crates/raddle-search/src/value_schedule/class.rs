//! A value schedule, or the beginning of one: steps with who read what from whom, and which of them are ordered.
//!
//! Accesses to a place are ordered only by what is read: a write is before the reads that see it. All other doings at one place that do
//! not commute are ordered as they come. Steps are known by when they were derived, which is in the order of each thread.

use crate::guest::Choice;
use crate::reduce::{Known, Touch, What};

/// A step of a value schedule.
#[derive(Clone)]
pub(crate) struct Event {
    pub choice: Choice,
    pub touches: Vec<Touch>,
    /// Whether it is an access, so that what it reads and writes is ordered by what is read only.
    pub is_access: bool,
    /// The places read, each with the write that was seen; `None` is what was there in the beginning.
    pub reads: Vec<(u64, Option<u32>)>,
    /// The steps ordered before it, and itself.
    pub known: Known,
}

impl Event {
    /// The places it writes.
    pub fn writes(&self) -> impl Iterator<Item = u64> + '_ {
        written(&self.touches)
    }

    /// Whether a step is ordered before it.
    pub fn knows(&self, step: u32, events: &[Event]) -> bool {
        self.known.at(events[step as usize].choice.thread) > step
    }

    /// Whether it has to stay in this order with what another thread does.
    pub fn is_ordered_with(&self, touches: &[Touch], is_access: bool) -> bool {
        self.touches.contains(&Touch::ALL)
            || touches.contains(&Touch::ALL)
            || self.pairs(touches, is_access, |_, _| true)
    }

    /// Whether another order with what another thread does later makes another value schedule, and it may be possible.
    pub fn races_with(&self, touches: &[Touch], is_access: bool) -> bool {
        let is_free = |own: What, later: What| !own.allows(later) && own != What::Release && later != What::Release;
        self.touches.contains(&Touch::ALL)
            || touches.contains(&Touch::ALL)
            || self.pairs(touches, is_access, is_free)
            || is_access
                && written(touches).any(|place| self.is_access && self.reads.iter().any(|read| read.0 == place))
    }

    fn pairs(&self, touches: &[Touch], is_access: bool, holds: impl Fn(What, What) -> bool) -> bool {
        let conflicts = |own: &Touch, other: &Touch| {
            let both_access = self.is_access && is_access && only_accesses(&[*own, *other]);
            own.conflicts(*other) && !both_access && holds(own.what, other.what)
        };
        self.touches.iter().any(|own| touches.iter().any(|other| conflicts(own, other)))
    }
}

/// The places written among what is done.
pub(crate) fn written(touches: &[Touch]) -> impl Iterator<Item = u64> + '_ {
    touches.iter().filter(|touch| touch.what == What::Write).map(|touch| touch.place)
}

/// Whether these doings leave everything as it was, for others, but for what is taken and given back.
pub(crate) fn changes_nothing(touches: &[Touch]) -> bool {
    touches.iter().all(|touch| touch.what.changes_nothing())
}

/// Whether nothing is done but reading and writing.
pub(crate) fn only_accesses(touches: &[Touch]) -> bool {
    touches.iter().all(|touch| matches!(touch.what, What::Read | What::Write))
}

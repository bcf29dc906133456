//! What a step touches, and which steps do not commute.
//!
//! Two steps are independent if, wherever both are possible, they may be taken in either order: neither makes the other possible or
//! impossible, and the state after both is the same. What is called dependent here may be a little more than that, never less.

use crate::guest::{Choice, Guest};
use crate::race::elements;
use raddle_vm::event::{Action, Event, Location};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is done at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum What {
    Read,
    Write,
    /// A monitor is taken.
    Lock,
    /// A monitor is left, or a wait begins.
    Release,
    /// Whoever waits at a monitor is looked at.
    Notify,
    /// A wait, a park or a join ends without what it was for.
    Leave,
    Park,
    Unpark,
    Start,
    Join,
    End,
    Interrupt,
    /// The thread looks whether it is interrupted.
    Heed,
    /// It brings a thread before another operation.
    Wake,
    /// It matters to everything.
    All,
    /// Nothing else can go on: all that was done before comes before it, and all that is done after it comes after it.
    Idle,
}

/// Something done at a place, which is known by its key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Touch {
    pub what: What,
    pub place: u64,
}

/// Threads are numbered in the order in which they are started: who starts one first is to be seen from the numbers. No place has this key but by accident; hashes
/// of first places may well be 0.
const NUMBERS: u64 = u64::MAX;

/// With the last thread it waits for the program ends, however far others have come: where there are such, it matters which is the last, and what they
/// have done by then.
const LAST: u64 = u64::MAX - 1;
const OTHERS: u64 = u64::MAX - 2;

impl Touch {
    pub const ALL: Touch = Touch { what: What::All, place: 0 };
    pub const IDLE: Touch = Touch { what: What::Idle, place: 0 };

    pub fn wake(thread: u32) -> Touch {
        Touch { what: What::Wake, place: u64::from(thread) }
    }

    /// A thread starts that the program does not wait for, such a thread goes on, and the program ends.
    pub const STARTS_OTHER: Touch = Touch { what: What::Write, place: LAST };
    pub const OTHER_GOES_ON: Touch = Touch { what: What::Read, place: OTHERS };
    pub const PROGRAM_ENDS: Touch = Touch { what: What::Write, place: OTHERS };

    /// A thread ends that the program waits for, where there have been others or not.
    pub fn end(has_others: bool) -> Touch {
        Touch { what: if has_others { What::Write } else { What::Read }, place: LAST }
    }

    /// Whether it does not commute with what a step of another thread does.
    pub fn conflicts(self, other: Touch) -> bool {
        self.place == other.place && (self.what.conflicts(other.what) || other.what.conflicts(self.what))
    }
}

impl What {
    /// Whether two threads' doings at one place do not commute; to be asked both ways round.
    pub fn conflicts(self, other: What) -> bool {
        use What::*;
        matches!(
            (self, other),
            (Write, Read | Write)
                | (Lock, Lock | Release)
                | (Notify, Leave)
                | (Unpark, Park | Leave)
                | (Interrupt, Heed)
                | (End, Join | Leave | Read)
                | (Start, Start | Unpark | Interrupt | Read)
        )
    }

    /// Whether it leaves everything as it was, for others, or is taken and given back.
    pub fn changes_nothing(self) -> bool {
        matches!(self, What::Read | What::Lock | What::Release | What::Leave | What::Heed)
    }

    /// Whether a later doing of another thread cannot be had without this one, or one like it, before it.
    pub fn allows(self, later: What) -> bool {
        matches!((self, later), (What::Release, What::Lock) | (What::End, What::Join))
    }

    /// Whether all that was done at the place before this is ordered before it, as far as a later doing is concerned.
    pub fn hides(self, later: What) -> bool {
        use What::*;
        matches!((self, later), (Write, Read | Write) | (Lock, Lock) | (Notify, Notify | Leave) | (End, Join))
    }
}

/// A choice, and what came of it that others could notice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    pub choice: Choice,
    pub touches: Arc<[Touch]>,
}

impl Step {
    /// A choice of which nobody knows yet what will come.
    pub fn unknown(choice: Choice) -> Step {
        Step { choice, touches: [Touch::ALL].into() }
    }

    /// Whether it does not commute with another step.
    pub fn depends(&self, other: &Step) -> bool {
        self.choice.thread == other.choice.thread
            || self.wakes(other.choice.thread)
            || other.wakes(self.choice.thread)
            || self.concerns_all()
            || other.concerns_all()
            || self.touches.iter().any(|one| other.touches.iter().any(|another| one.conflicts(*another)))
    }

    /// Whether it commutes with nothing.
    pub fn concerns_all(&self) -> bool {
        self.touches.iter().any(|touch| matches!(touch.what, What::All | What::Idle))
    }

    /// Whether a later step depends on it and does not need it. Whatever is possible only when nothing else is needs all there was.
    pub fn could_race(&self, later: &Step) -> bool {
        let conflicts = |one: &Touch, own: &Touch| one.conflicts(*own) && !one.what.allows(own.what);
        let is_universal = |step: &Step| step.touches.contains(&Touch::ALL);
        !later.touches.contains(&Touch::IDLE) && (is_universal(self) || is_universal(later))
            || self.touches.iter().any(|one| later.touches.iter().any(|own| conflicts(one, own)))
    }

    /// Whether it does this at a place.
    pub fn has(&self, what: What, place: u64) -> bool {
        self.touches.contains(&Touch { what, place })
    }

    /// Whether a thread ends with it that the program waits for.
    pub fn ends_thread(&self) -> bool {
        let touches = || self.touches.iter();
        touches().any(|touch| touch.what == What::End) && touches().any(|touch| touch.place == LAST)
    }

    /// It does not do this where it is taken.
    pub fn remove(&mut self, touch: Touch) {
        if self.touches.contains(&touch) {
            self.touches = self.touches.iter().copied().filter(|other| *other != touch).collect();
        }
    }

    fn wakes(&self, thread: u32) -> bool {
        self.touches.contains(&Touch::wake(thread))
    }
}

/// So many touches are looked through faster than it is found out which of them are the same.
const FEW_TOUCHES: usize = 16;

/// Of touches that are the same leaves the last: a step of threads that go round and round may have hundreds of few kinds.
pub(crate) fn leave_last(touches: &mut Vec<Touch>) {
    if touches.len() > FEW_TOUCHES {
        let mut later = FxHashSet::default();
        touches.reverse();
        touches.retain(|touch| later.insert(*touch));
        touches.reverse();
    }
}

/// Adds what an event of a step's own thread touches.
pub(crate) fn add_event<G: Guest>(guest: &mut G, event: &Event, into: &mut Vec<Touch>) {
    let mut add = |what, place| into.push(Touch { what, place: guest.place(place) });
    let own = Location::Thread(event.thread);
    let place = event.location;
    match event.action {
        Action::Read | Action::Write | Action::Update => {
            let what = if event.action == Action::Read { What::Read } else { What::Write };
            match (place, elements(event)) {
                (Location::Elements { .. }, Some((name, slots))) => {
                    slots.for_each(|slot| add(what, Location::Object { name, slot: slot as u32 }));
                }
                _ => add(what, place),
            }
        }
        Action::Lock => add(What::Lock, place),
        Action::Unlock => add(What::Release, place),
        Action::Wait => {
            add(What::Release, place);
            add(What::Heed, own);
        }
        Action::Notify | Action::NotifyAll => add(What::Notify, place),
        Action::Park => {
            add(What::Park, place);
            add(What::Heed, own);
        }
        Action::Unpark => add(What::Unpark, place),
        Action::Start => {
            add(What::Start, place);
            into.push(Touch { what: What::Write, place: NUMBERS });
        }
        Action::Join => {
            add(What::Join, place);
            add(What::Heed, own);
        }
        Action::Interrupt => add(What::Interrupt, place),
        Action::End => add(What::End, place),
        Action::Sleep => add(What::Heed, own),
        // A class once initialised is used without an event (JVMS 5.5), so whoever comes later may be the one who would have done it.
        Action::Initialize | Action::Initialized => into.push(Touch::ALL),
        Action::Choose => {}
    }
}

/// Adds what an operation touches of which no event tells: one that ended without what it was for, or did nothing this time.
pub(crate) fn add_silent<G: Guest>(guest: &mut G, pending: &Event, into: &mut Vec<Touch>) {
    match pending.action {
        Action::Wait | Action::Park | Action::Join => {
            into.push(Touch { what: What::Leave, place: guest.place(pending.location) });
            into.push(Touch { what: What::Heed, place: guest.place(Location::Thread(pending.thread)) });
        }
        Action::Start | Action::Sleep => add_event(guest, pending, into),
        _ => {}
    }
}

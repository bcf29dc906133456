//! What threads stand before, and what came of a step.

use crate::guest::{Choice, Guest};
use crate::race::elements;
use crate::reduce::{Touch, add_event, add_silent};
use raddle_vm::event::{Action, Event, Location};

/// The operation a thread stands before.
#[derive(Clone)]
pub(crate) struct Standing {
    pub event: Event,
    /// What it may do, whichever way it goes.
    pub touches: Vec<Touch>,
    /// Whether it is an access.
    pub is_access: bool,
    /// The places it reads.
    pub reads: Vec<u64>,
}

impl Standing {
    /// What a thread stands before.
    pub fn of<G: Guest>(guest: &mut G, thread: u32) -> Option<Standing> {
        let event = guest.pending(thread)?;
        let is_access = is_access(&event);
        let mut touches = Vec::new();
        add_event(guest, &event, &mut touches);
        add_silent(guest, &event, &mut touches);
        let mut reads = Vec::new();
        if is_access && event.action != Action::Write {
            add_places(guest, &event, &mut reads);
        }
        if let Some(source) = guest.pending_source(thread) {
            add_event(guest, &source, &mut touches);
            add_places(guest, &source, &mut reads);
        }
        Some(Standing { event, touches, is_access, reads })
    }

    /// Whether it is the same operation.
    pub fn is_same(&self, other: &Standing) -> bool {
        (self.event.action, self.event.location) == (other.event.action, other.event.location)
    }

    /// Whether it only writes, whatever it may see.
    pub fn only_writes(&self) -> bool {
        self.is_access && self.reads.is_empty()
    }
}

/// What each thread stands before.
pub(crate) fn standings<G: Guest>(guest: &mut G) -> Vec<Option<Standing>> {
    (0..guest.threads()).map(|thread| Standing::of(guest, thread)).collect()
}

/// What came of a step.
pub(crate) struct Outcome {
    /// What it did that others could notice.
    pub touches: Vec<Touch>,
    pub is_access: bool,
    /// The places it read.
    pub reads: Vec<u64>,
    /// Threads it brought before other operations.
    pub woken: Vec<u32>,
    /// What belongs to the next steps of threads: joins that were over.
    pub carried: Vec<(u32, Touch)>,
}

impl Outcome {
    /// What came of a choice just taken, where threads stood before these operations.
    pub fn of<G: Guest>(guest: &mut G, choice: Choice, before: &[Option<Standing>]) -> Outcome {
        let own = standing(before, choice.thread);
        let events = guest.events().to_vec();
        let is_own = |event: &Event| event.thread.0 == choice.thread;
        let joins_only = events.iter().filter(|event| !is_own(event)).all(|event| event.action == Action::Join);
        let is_access = own.is_some_and(|own| own.is_access);
        let mut outcome =
            Outcome { touches: Vec::new(), is_access, reads: Vec::new(), woken: Vec::new(), carried: Vec::new() };
        for event in &events {
            let thread = event.thread.0;
            // A join that is over is passed by whoever comes to it, or by those who waited there: either way it is the next step that comes after the end.
            let passes = event.action == Action::Join
                && if is_own(event) { !own.is_some_and(|own| own.event.action == Action::Join) } else { joins_only };
            if passes {
                let mut joined = Vec::new();
                add_event(guest, event, &mut joined);
                outcome.carried.extend(joined.into_iter().map(|touch| (thread, touch)));
            } else {
                add_event(guest, event, &mut outcome.touches);
            }
            if is_own(event) && is_access && self::is_access(event) && event.action != Action::Write {
                add_places(guest, event, &mut outcome.reads);
            }
            if !is_own(event) && !outcome.woken.contains(&thread) {
                outcome.woken.push(thread);
            }
        }
        if let Some(own) = own
            && (choice.alternative != 0
                || !events.iter().any(|event| is_own(event) && event.action == own.event.action))
        {
            add_silent(guest, &own.event, &mut outcome.touches);
        }
        for thread in (0..guest.threads()).filter(|thread| *thread != choice.thread) {
            let now = guest.pending(thread).map(|event| (event.action, event.location));
            let was = standing(before, thread).map(|was| (was.event.action, was.event.location));
            if was != now && !outcome.woken.contains(&thread) {
                outcome.woken.push(thread);
            }
        }
        for thread in outcome.woken.clone() {
            if let Some(was) = standing(before, thread) {
                add_silent(guest, &was.event, &mut outcome.touches);
            }
        }
        outcome
    }
}

/// What a thread stands before.
pub(crate) fn standing(of: &[Option<Standing>], thread: u32) -> Option<&Standing> {
    of.get(thread as usize).and_then(Option::as_ref)
}

fn is_access(event: &Event) -> bool {
    matches!(event.action, Action::Read | Action::Write | Action::Update) && event.location.is_memory()
}

/// Adds the places of an access.
fn add_places<G: Guest>(guest: &mut G, event: &Event, into: &mut Vec<u64>) {
    let mut add = |location| {
        let place = guest.place(location);
        if !into.contains(&place) {
            into.push(place);
        }
    };
    match (event.location, elements(event)) {
        (Location::Elements { .. }, Some((name, slots))) => {
            slots.for_each(|slot| add(Location::Object { name, slot: slot as u32 }));
        }
        (location, _) => add(location),
    }
}

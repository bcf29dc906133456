//! What a step did, as it is seen from outside: events, and what is in the places they are about.

use crate::guest::{About, Choice, Guest};
use crate::race::elements;
use raddle_causal::model::{Place, Value};
use raddle_vm::event::{Action, Event, Location};

/// What a thread stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    pub event: Event,
    /// The key of its place.
    pub place: Place,
}

impl Stand {
    pub fn of<G: Guest>(guest: &mut G, thread: u32) -> Option<Stand> {
        let event = guest.pending(thread)?;
        Some(Stand { event, place: guest.place(event.location) })
    }

    pub fn is(&self, action: Action) -> bool {
        self.event.action == action
    }

    /// Whether it is the same operation.
    pub fn is_same(&self, other: &Stand) -> bool {
        (self.event.action, self.place) == (other.event.action, other.place)
    }
}

/// What each thread stands before.
pub(crate) fn stands<G: Guest>(guest: &mut G) -> Vec<Option<Stand>> {
    (0..guest.threads()).map(|thread| Stand::of(guest, thread)).collect()
}

/// Something done in a step.
#[derive(Clone, Debug)]
pub(crate) struct Doing {
    pub event: Event,
    pub place: Place,
    /// Of an access, the places and what is in them after the step.
    pub contents: Vec<(Place, Value)>,
}

/// A step about to be taken.
pub(crate) struct Ahead {
    pub stand: Option<Stand>,
    /// The places of the access it begins with, and what is in them.
    pub before: Vec<(Place, Value)>,
}

impl Ahead {
    pub fn of<G: Guest>(guest: &mut G, thread: u32) -> Ahead {
        let stand = Stand::of(guest, thread);
        let mut before = Vec::new();
        if let Some(stand) = stand {
            before = contents(guest, &stand.event, About::Pending(thread));
            if let Some(source) = guest.pending_source(thread) {
                before.extend(contents(guest, &source, About::Source(thread)));
            }
        }
        Ahead { stand, before }
    }
}

/// A step that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub choice: Choice,
    /// How many ways its thread had to go on.
    pub ways: u32,
    /// What its thread stood before.
    pub stand: Option<Stand>,
    /// The places of the access it began with, and what was in them before.
    pub before: Vec<(Place, Value)>,
    pub doings: Vec<Doing>,
    /// What each thread stands before after it.
    pub stands: Vec<Option<Stand>>,
    /// Those it interrupted that have a permit after it.
    pub permitted: Vec<u32>,
    /// Those who began to wait and may stop by themselves, if that decides where others stop.
    pub restless: Vec<u32>,
    /// If it ended the program because its thread was the last to be waited for, and others could have been left behind: all that are waited for.
    pub last_of: Vec<u32>,
}

impl Record {
    /// What came of a choice just taken.
    pub fn of<G: Guest>(guest: &mut G, choice: Choice, ways: u32, ahead: Ahead) -> Record {
        let events = guest.events().to_vec();
        let mut doings = Vec::with_capacity(events.len());
        let (mut permitted, mut restless) = (Vec::new(), Vec::new());
        for (index, event) in events.into_iter().enumerate() {
            let contents = contents(guest, &event, About::Event(index));
            if let (Action::Interrupt, Location::Thread(thread)) = (event.action, event.location)
                && guest.has_permit(thread.0)
            {
                permitted.push(thread.0);
            }
            if event.action == Action::Wait && guest.is_restless(event.thread.0) {
                restless.push(event.thread.0);
            }
            doings.push(Doing { event, place: guest.place(event.location), contents });
        }
        let Ahead { stand, before } = ahead;
        Record { choice, ways, stand, before, doings, stands: stands(guest), permitted, restless, last_of: Vec::new() }
    }

    /// It ended the program.
    pub fn end<G: Guest>(&mut self, guest: &G) {
        let by = self.choice.thread;
        let ends = |doing: &Doing| doing.event.action == Action::End && doing.event.thread.0 == by;
        let (left, waited_for): (Vec<u32>, Vec<u32>) =
            (0..guest.threads()).partition(|thread| guest.is_daemon(*thread));
        if !left.is_empty() && waited_for.contains(&by) && self.doings.iter().any(ends) {
            self.last_of = waited_for;
        }
    }

    /// Whether a thread the program does not wait for starts one that it waits for: which ends could have been the last depends on whether it came to that.
    pub fn starts_who_is_waited_for<G: Guest>(&self, guest: &G) -> bool {
        self.doings.iter().any(|doing| match (doing.event.action, doing.event.location) {
            (Action::Start, Location::Thread(target)) => {
                guest.is_daemon(doing.event.thread.0) && !guest.is_daemon(target.0)
            }
            _ => false,
        })
    }

    /// Whether it left everything as it was, for others, but for locks taken and given back.
    pub fn changes_nothing(&self) -> bool {
        self.doings.iter().all(|doing| matches!(doing.event.action, Action::Read | Action::Lock | Action::Unlock))
    }

    /// What its thread stands before after it.
    pub fn stands_at(&self, thread: u32) -> Option<&Stand> {
        self.stands.get(thread as usize).and_then(Option::as_ref)
    }
}

/// The places of an access, and what is in them.
pub(crate) fn contents<G: Guest>(guest: &mut G, event: &Event, about: About) -> Vec<(Place, Value)> {
    if !matches!(event.action, Action::Read | Action::Write | Action::Update) {
        return Vec::new();
    }
    match (event.location, elements(event)) {
        (location, _) if !location.is_memory() => Vec::new(),
        (Location::Elements { .. }, Some((name, slots))) => {
            let first = slots.start;
            slots
                .map(|slot| {
                    let place = guest.place(Location::Object { name, slot: slot as u32 });
                    (place, guest.content(about, (slot - first) as u32))
                })
                .collect()
        }
        (location, _) => vec![(guest.place(location), guest.content(about, 0))],
    }
}

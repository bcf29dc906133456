//! Races between operations about to happen.
//!
//! Two conflicting accesses race in some execution exactly when some reachable state has both of them pending: up to the first race of
//! an execution whatever happens after the earlier access without being ordered before the later one can be left away, and what
//! remains ends where both are next. So a search that sees every state needs no clocks.

use crate::guest::{Choice, Guest};
use raddle_vm::event::{Action, Event, Location};
use std::ops::Range;

/// Whether two accesses race if nothing orders them: plain ones of one place, at least one of them a write.
pub fn conflict(one: &Event, other: &Event) -> bool {
    let writes = |event: &Event| matches!(event.action, Action::Write | Action::Update);
    one.plain && other.plain && (writes(one) || writes(other)) && overlap(one, other)
}

/// Whether two accesses have a place in common.
pub fn overlap(one: &Event, other: &Event) -> bool {
    match (elements(one), elements(other)) {
        (Some((name, first)), Some((same, second))) => {
            name == same && first.start < second.end && second.start < first.end
        }
        _ => one.location == other.location,
    }
}

/// The object of an access and which of its words or elements.
pub(crate) fn elements(event: &Event) -> Option<(u64, Range<u64>)> {
    let (name, slot, count) = match event.location {
        Location::Object { name, slot } => (name, slot, 1),
        Location::Elements { name, slot } => (name, slot, event.value),
        _ => return None,
    };
    Some((name, u64::from(slot)..u64::from(slot) + count))
}

/// The accesses that could race of a thread's next operation, which is a write of elements and a read of others where it copies.
pub fn next_accesses<G: Guest>(guest: &mut G, thread: u32) -> [Option<Event>; 2] {
    let pending = guest.pending(thread).filter(is_plain_access);
    let copies = pending.is_some_and(|event| matches!(event.location, Location::Elements { .. }));
    [pending, if copies { guest.pending_source(thread) } else { None }]
}

/// Whether an operation could race at all.
fn is_plain_access(event: &Event) -> bool {
    event.plain && matches!(event.action, Action::Read | Action::Write | Action::Update)
}

/// Hands over every race in this state, of which `choices` are the choices, that was not there before thread `ran` took its last
/// transition: unless its events tell of others, only that thread's next operation has changed.
pub(crate) fn new_races<G: Guest>(
    guest: &mut G,
    ran: Option<u32>,
    choices: &[Choice],
    mut race: impl FnMut(Event, Event),
) {
    match ran {
        Some(thread) if !brings_others(guest, thread) => races_of(guest, thread, choices, &mut race),
        _ => {
            for thread in threads(choices) {
                let later = choices.partition_point(|choice| choice.thread <= thread);
                races_of(guest, thread, &choices[later..], &mut race);
            }
        }
    }
}

/// Whether the last transition, which thread `ran` took, may have brought other threads to their next operation too: those it started, and
/// those that waited for its end.
pub(crate) fn brings_others<G: Guest>(guest: &G, ran: u32) -> bool {
    guest.events().iter().any(|event| event.action == Action::Start || event.thread.0 != ran)
}

/// Whether the last transition did something that could race at all.
pub(crate) fn has_accesses<G: Guest>(guest: &G) -> bool {
    guest.events().iter().any(is_plain_access)
}

/// Whether a thread's next operation conflicts with what the last transition did. If not, and it is the operation it was, it races with no access on the
/// path that it did not race with before: what threads learn of each other only takes races away.
pub(crate) fn conflicts_with_last<G: Guest>(guest: &mut G, thread: u32) -> bool {
    let next = next_accesses(guest, thread);
    let events = guest.events();
    next.iter().flatten().any(|next| events.iter().any(|event| conflict(event, next)))
}

/// Hands over the races of one thread's next operation with those of the others.
fn races_of<G: Guest>(guest: &mut G, thread: u32, others: &[Choice], race: &mut impl FnMut(Event, Event)) {
    let own = next_accesses(guest, thread);
    if own[0].is_none() {
        return;
    }
    for other in threads(others).filter(|other| *other != thread) {
        let next = next_accesses(guest, other);
        let pairs = own.iter().flatten().flat_map(|own| next.iter().flatten().map(move |next| (own, next)));
        for (own, next) in pairs.filter(|(own, next)| conflict(own, next)) {
            race(*own, *next);
        }
    }
}

/// The threads of choices in the order of threads, each once.
pub(crate) fn threads(choices: &[Choice]) -> impl Iterator<Item = u32> {
    let mut last = None;
    choices
        .iter()
        .filter_map(move |choice| (last.replace(choice.thread) != Some(choice.thread)).then_some(choice.thread))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::class::MethodId;
    use raddle_vm::event::Site;
    use raddle_vm::thread::ThreadId;

    fn access(action: Action, location: Location, value: u64) -> Event {
        let site = Site { method: MethodId(0), pc: 0 };
        Event { thread: ThreadId(0), action, location, value, plain: true, site }
    }

    #[test]
    fn a_copy_conflicts_with_whatever_touches_one_of_its_elements() {
        let copy = access(Action::Write, Location::Elements { name: 7, slot: 2 }, 3);
        let read = |name, slot| access(Action::Read, Location::Object { name, slot }, 0);
        assert!(!conflict(&copy, &read(7, 1)));
        assert!(conflict(&copy, &read(7, 2)));
        assert!(conflict(&read(7, 4), &copy));
        assert!(!conflict(&read(7, 5), &copy));
        assert!(!conflict(&read(8, 2), &copy));
        let other = |slot, count| access(Action::Read, Location::Elements { name: 7, slot }, count);
        assert!(conflict(&copy, &other(0, 3)));
        assert!(!conflict(&copy, &other(0, 2)));
        assert!(!conflict(&copy, &other(5, 1)));
        assert!(!conflict(&other(0, 9), &other(0, 9)));
    }
}

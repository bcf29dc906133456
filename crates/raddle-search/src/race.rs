//! Races between operations about to happen.
//!
//! Two conflicting accesses race in some execution exactly when some reachable state has both of them pending: up to the first race of
//! an execution whatever happens after the earlier access without being ordered before the later one can be left away, and what
//! remains ends where both are next. So a search that sees every state needs no clocks.

use crate::guest::{Choice, Guest};
use raddle_vm::event::{Action, Event};

/// Whether two pending operations race: plain accesses of one place, at least one of them a write.
pub fn conflict(one: &Event, other: &Event) -> bool {
    let writes = |event: &Event| matches!(event.action, Action::Write | Action::Update);
    one.plain && other.plain && one.location == other.location && (writes(one) || writes(other))
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
    // A transition may bring other threads to their next operation too: those it starts, and those that wait for its end.
    let others = guest.events().iter().any(|event| event.action == Action::Start || Some(event.thread.0) != ran);
    match ran {
        Some(thread) if !others => races_of(guest, thread, choices, &mut race),
        _ => {
            for thread in threads(choices) {
                let later = choices.partition_point(|choice| choice.thread <= thread);
                races_of(guest, thread, &choices[later..], &mut race);
            }
        }
    }
}

/// Hands over the races of one thread's next operation with those of the others.
fn races_of<G: Guest>(guest: &mut G, thread: u32, others: &[Choice], race: &mut impl FnMut(Event, Event)) {
    let Some(own) = guest.pending(thread).filter(is_plain_access) else { return };
    for other in threads(others).filter(|other| *other != thread) {
        if let Some(event) = guest.pending(other)
            && conflict(&own, &event)
        {
            race(own, event);
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

//! Partial order sampling: every operation about to happen has a random priority, and the highest happens; those it races with get another
//! (Yuan, Yang, Gu). Interleavings that differ only in the order of independent operations share their chance, so that each
//! partial order of an execution with n operations comes with a probability of at least 1/n!, and few of them much more often.

use crate::guest::{Choice, Guest};
use crate::race::threads;
use crate::random::Random;
use raddle_vm::event::{Action, Event};

/// What is decided for one execution.
#[derive(Default)]
pub(crate) struct Pos {
    /// The priority of each thread's next operation; `None` until it is drawn.
    priorities: Vec<Option<u64>>,
    /// The operation that happened last.
    happened: Option<Event>,
}

/// Whether the order of two operations of different threads matters.
fn depend(one: &Event, other: &Event) -> bool {
    one.location == other.location && !(one.action == Action::Read && other.action == Action::Read)
}

impl Pos {
    pub fn begin(&mut self) {
        self.priorities.clear();
        self.happened = None;
    }

    pub fn ran(&mut self, thread: u32, events: &[Event]) {
        if let Some(priority) = self.priorities.get_mut(thread as usize) {
            *priority = None;
        }
        self.happened = events.first().copied();
    }

    pub fn thread<G: Guest>(&mut self, guest: &mut G, choices: &[Choice], random: &mut Random) -> u32 {
        let most = choices.last().map_or(0, |choice| choice.thread as usize + 1);
        if self.priorities.len() < most {
            self.priorities.resize(most, None);
        }
        if let Some(happened) = self.happened.take() {
            for (thread, priority) in self.priorities.iter_mut().enumerate().filter(|(_, priority)| priority.is_some())
            {
                if guest.pending(thread as u32).is_some_and(|event| depend(&event, &happened)) {
                    *priority = None;
                }
            }
        }
        let mut highest = (0, 0);
        for thread in threads(choices) {
            let priority = *self.priorities[thread as usize].get_or_insert_with(|| random.next());
            highest = highest.max((priority, thread));
        }
        highest.1
    }
}

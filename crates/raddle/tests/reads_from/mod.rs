//! Who reads from whom in a Java program, by following all its interleavings: nothing is shared with the search but the machine.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsString;
use std::sync::Arc;

use raddle::check_options::Conditions;
use raddle::java_guest::JavaGuest;
use raddle::launch_options::{self, Request};
use raddle_search::{Choice, Guest, Status};
use raddle_vm::event::{Action, Event};
use raddle_vm::knowledge::Knowledge;

/// An operation: its thread, and how many it had done before.
type At = (u32, usize);

/// Which write each read saw, and in which order monitors were taken; places by their keys.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct History {
    threads: BTreeMap<u32, Vec<(u64, Option<At>)>>,
    locks: BTreeMap<u64, Vec<At>>,
}

/// How it came about, and who wrote each place last.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Past {
    history: History,
    last: BTreeMap<u64, At>,
}

impl Past {
    fn add(&mut self, event: &Event, place: u64) {
        let own = self.history.threads.entry(event.thread.0).or_default();
        let at = (event.thread.0, own.len());
        match event.action {
            Action::Read => own.push((place, self.last.get(&place).copied())),
            Action::Update => {
                own.push((place, self.last.get(&place).copied()));
                self.last.insert(place, at);
            }
            Action::Write => {
                own.push((place, None));
                self.last.insert(place, at);
            }
            Action::Lock => {
                own.push((place, None));
                self.history.locks.entry(place).or_default().push(at);
            }
            _ => {}
        }
    }
}

/// The number of different histories of a program, started by these words.
pub fn count(words: Vec<OsString>) -> Result<usize, String> {
    let launch = match launch_options::parse(words).map_err(|error| error.to_string())? {
        Request::Launch(launch) => launch,
        Request::Help => return Err("these words start no program".to_string()),
    };
    let knowledge = Arc::new(Knowledge::default());
    let mut guest = JavaGuest::new(&launch, &Conditions::default(), false, knowledge)?;
    loop {
        guest.home();
        let revision = guest.revision();
        let mut walk = Walk { met: HashSet::new(), ends: BTreeSet::new() };
        walk.follow(&mut guest, &Past::default())?;
        // Where a thread did not stop because nobody was known to write, not all was followed.
        if guest.revision() == revision {
            return Ok(walk.ends.len());
        }
    }
}

struct Walk {
    /// The states met, each with its past: what can come is the same.
    met: HashSet<(u128, Past)>,
    ends: BTreeSet<History>,
}

impl Walk {
    fn follow(&mut self, guest: &mut JavaGuest, past: &Past) -> Result<(), String> {
        let mut choices: Vec<Choice> = Vec::new();
        guest.choices(&mut choices);
        if choices.is_empty() {
            self.ends.insert(past.history.clone());
        }
        for choice in choices {
            let mark = guest.mark();
            let status = guest.take(choice);
            let mut past = past.clone();
            for index in 0..guest.events().len() {
                let event = guest.events()[index];
                let place = guest.place(event.location);
                past.add(&event, place);
            }
            match status {
                Status::Failed(reason) => return Err(reason),
                Status::Ended => {
                    self.ends.insert(past.history);
                }
                _ if self.met.insert((guest.fingerprint(), past.clone())) => self.follow(guest, &past)?,
                _ => {}
            }
            guest.rewind(&mark);
        }
        Ok(())
    }
}

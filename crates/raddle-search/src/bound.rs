//! Bounds on how often a path may depart from where a simple scheduler would go, explored level by level: first all paths with no
//! departure, then those with one, and so on.
//!
//! A choice that would exceed the level is put off, and taken up where it was when the level below is done: so nothing is explored twice,
//! and a state is met first at the lowest level it can be met at.

use crate::guest::Choice;
use crate::strategy::PartError;
use crate::trail::Trail;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a path has few of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Counted {
    /// Turns taken from a thread that could have gone on.
    Preemptions,
    /// Threads passed over, by a scheduler that lets one go on until it cannot and then asks the next: each costs one.
    Delays,
}

impl Counted {
    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Counted::Preemptions => "preemptions",
            Counted::Delays => "delays",
        }
    }
}

/// A bound on paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bound {
    /// What is counted.
    pub counted: Counted,
    /// How many there may be at most; else as many as it takes.
    pub most: Option<u32>,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.counted.name())?;
        self.most.map_or(Ok(()), |most| write!(f, "={most}"))
    }
}

impl FromStr for Bound {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Bound, PartError> {
        let (name, most) = match text.split_once('=') {
            Some((name, most)) => (name, Some(most.trim_start_matches('='))),
            None => (text, None),
        };
        let counted = match name {
            "preemptions" => Counted::Preemptions,
            "delays" => Counted::Delays,
            _ => return Err(PartError::no_such("preemptions, preemptions=2, delays, delays=2")),
        };
        let most = most.map(|most| most.parse().map_err(|_| PartError::not_a_number(most))).transpose()?;
        Ok(Bound { counted, most })
    }
}

impl Bound {
    /// Keeps of a state's choices, which are in the order of threads, those that cost nothing, and hands over the others with what they
    /// cost.
    pub(crate) fn split(self, trail: &Trail, choices: &mut Vec<Choice>, mut put_off: impl FnMut(u32, Choice)) {
        match self.counted {
            Counted::Preemptions => choices.retain(|choice| {
                let preempts = trail.preempts(choice.thread);
                if preempts {
                    put_off(1, *choice);
                }
                !preempts
            }),
            Counted::Delays => {
                // The threads in the order a scheduler asks them: the running one as long as it goes on, then round from it.
                let asked_first = match trail.last() {
                    Some(last) => last + u32::from(trail.running().is_none()),
                    None => 0,
                };
                let begin = choices.iter().position(|choice| choice.thread >= asked_first).unwrap_or(0);
                let Some(&Choice { thread: first, .. }) = choices.get(begin) else { return };
                let end = begin + choices[begin..].iter().take_while(|choice| choice.thread == first).count();
                let (mut delays, mut before) = (0, first);
                for choice in choices[end..].iter().chain(&choices[..begin]) {
                    delays += u32::from(choice.thread != before);
                    before = choice.thread;
                    put_off(delays, *choice);
                }
                if begin > 0 {
                    choices.copy_within(begin..end, 0);
                }
                choices.truncate(end - begin);
            }
        }
    }

    /// Whether a level is not explored.
    pub(crate) fn is_beyond(self, level: u32) -> bool {
        self.most.is_some_and(|most| level > most)
    }
}

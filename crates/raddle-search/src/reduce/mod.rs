//! Partial order reduction: of all orders of independent steps one is explored.
//!
//! What is explored are executions, not states. Each is looked at as a partial order when it is over; for every two of its
//! steps that depend on each other and could have come the other way round, one in which they do is put on the list
//! (`tree.rs`). All of this concerns steps only; what a step is, and which do not commute, is said in `touch.rs`.
//!
//! * `jpf` is apart: what one thread alone accesses interleaves nobody, and states are matched (`jpf.rs`).
//! * `clock` is Flanagan and Godefroid's: of a race it is noted which thread should have run earlier, and nothing sleeps.
//! * `source` notes the first step of an execution in which the race is reversed, unless one that would do is noted already, and what was
//!   explored before sleeps (Abdulla, Aronis, Jonsson, Sagonas: source-DPOR).
//! * `optimal` notes the whole sequence (a wakeup tree), so that no execution is begun in vain: exactly one per class.
//!
//! With a store of states nothing sleeps, and where a path comes to a state explored for good, what was done below it is looked at instead of being
//! done again (`below.rs`).

mod below;
#[cfg(test)]
mod class;
mod frontier;
mod jpf;
mod path;
pub(crate) mod touch;
mod tree;

pub(crate) use below::Explored;
pub(crate) use frontier::Reduced;
pub(crate) use jpf::Jpf;
pub(crate) use path::Known;
pub(crate) use touch::{Touch, What, add_event, add_silent};
pub(crate) use tree::Tree;

use crate::strategy::PartError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which of the orders of independent steps are explored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Reduction {
    /// All of them; states are matched instead.
    #[default]
    None,
    /// All of them but those in which accesses to what one thread alone accesses come earlier or later; states are matched.
    Jpf,
    /// Those that races call for, some more than once.
    Clock,
    /// One of each class to its end, others in part.
    Source,
    /// One of each class, and no other.
    Optimal,
}

impl Reduction {
    /// Whether executions are explored.
    pub fn explores_executions(self) -> bool {
        !matches!(self, Reduction::None | Reduction::Jpf)
    }

    /// The same as it can be done: sequences to be explored grow while those before them are, in one order only and to their ends, so several
    /// workers note first steps instead, as one does that matches states.
    pub(crate) fn simplified(self, workers: usize, matches: bool) -> Reduction {
        if self == Reduction::Optimal && (workers > 1 || matches) { Reduction::Source } else { self }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reduction::None => "none",
            Reduction::Jpf => "jpf",
            Reduction::Clock => "clock",
            Reduction::Source => "source",
            Reduction::Optimal => "optimal",
        })
    }
}

impl FromStr for Reduction {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Reduction, PartError> {
        Ok(match text {
            "none" => Reduction::None,
            "jpf" => Reduction::Jpf,
            "clock" => Reduction::Clock,
            "source" => Reduction::Source,
            "optimal" => Reduction::Optimal,
            _ => return Err(PartError::no_such("none, jpf, clock, source, optimal")),
        })
    }
}

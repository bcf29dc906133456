//! Limits of a search: reaching one ends it with the verdict "incomplete".

use crate::report::Counters;
use std::time::{Duration, Instant};

/// How far a search may go. `None` is as far as it takes.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Different states at most.
    pub states: Option<u64>,
    /// Executions at most.
    pub executions: Option<u64>,
    /// Transitions at most; a search that has its turns among others stops there, and goes on later.
    pub transitions: Option<u64>,
    /// Transitions of a path at most.
    pub depth: Option<u64>,
    /// Time at most.
    pub time: Option<Duration>,
    /// Bytes of visited states and of those still to be explored at most.
    pub memory: Option<u64>,
}

/// The limit a search reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reached {
    /// The number of states.
    States,
    /// The number of executions.
    Executions,
    /// The depth of a path.
    Depth,
    /// Time.
    Time,
    /// Memory.
    Memory,
    /// Somebody asked it to stop.
    Interrupted,
    /// The end of its turn among other searches.
    Turn,
    /// The bound on preemptions or delays.
    Bound,
    /// States given up by randomized backtracking.
    GivenUp,
    /// States that fell out of a bounded queue or a beam.
    Dropped,
    /// What chance did not choose.
    Chance,
    /// What one execution does not tell of.
    Predicted,
    /// Threads that go round in too many ways to say whether for ever.
    Around,
    /// Threads that could wait for each other in too many ways to look at all.
    Waits,
    /// A value that can be made to be seen in too many ways.
    Ways,
    /// Ends that could have been the last where threads that are waited for are started by others.
    Ends,
}

impl Reached {
    /// Whether it lies in the strategy, and not in a limit on how far to go.
    pub fn is_of_strategy(self) -> bool {
        matches!(
            self,
            Reached::Bound
                | Reached::GivenUp
                | Reached::Dropped
                | Reached::Chance
                | Reached::Predicted
                | Reached::Around
                | Reached::Waits
                | Reached::Ways
                | Reached::Ends
        )
    }

    /// In the words of the report.
    pub fn name(self) -> &'static str {
        match self {
            Reached::States => "--max-states",
            Reached::Executions => "--max-executions",
            Reached::Depth => "--max-depth",
            Reached::Time => "--max-time",
            Reached::Memory => "--max-memory",
            Reached::Interrupted => "interrupted",
            Reached::Turn => "its turn",
            Reached::Bound => "--bound",
            Reached::GivenUp => "--backtrack gave states up",
            Reached::Dropped => "--queue dropped states",
            Reached::Chance => "random walks prove nothing",
            Reached::Predicted => "only what one execution tells of was looked for",
            Reached::Around => "threads go round in too many ways to judge",
            Reached::Ways => "a value can be made to be seen in too many ways to look at all",
            Reached::Ends => "the program can end before a thread that it does not wait for starts one that it does",
            Reached::Waits => "threads could wait for each other in too many ways to look at all",
        }
    }
}

impl Limits {
    /// Whether the search may go as far as it takes.
    pub fn are_none(&self) -> bool {
        self.states.is_none() && self.depth.is_none() && self.time.is_none() && self.memory.is_none()
    }

    /// The limit that stops the whole search here, if one does. Depth only ends a path.
    pub fn reached(&self, counters: &Counters, memory: u64, started: Instant) -> Option<Reached> {
        if self.states.is_some_and(|limit| counters.states >= limit) {
            Some(Reached::States)
        } else if self.executions.is_some_and(|limit| counters.executions >= limit) {
            Some(Reached::Executions)
        } else if self.transitions.is_some_and(|limit| counters.transitions >= limit) {
            Some(Reached::Turn)
        } else if self.memory.is_some_and(|limit| memory >= limit) {
            Some(Reached::Memory)
        } else if self.time.is_some_and(|limit| started.elapsed() >= limit) {
            Some(Reached::Time)
        } else {
            None
        }
    }
}

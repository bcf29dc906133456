//! What a search says when it is over.

use crate::finding::Finding;
use crate::limit::Reached;
use crate::schedule::Schedule;

/// Counters that mean the same in every strategy.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Different states met, or, without matching, states met.
    pub states: u64,
    /// Transitions executed.
    pub transitions: u64,
    /// Paths followed to an end, a state already visited, or a limit.
    pub executions: u64,
    /// Transitions of the longest path.
    pub depth: u64,
    /// Instructions executed.
    pub instructions: u64,
}

/// A finding with the path to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// What.
    pub finding: Finding,
    /// How to get there.
    pub schedule: Schedule,
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Findings, each cause once.
    pub found: Vec<Found>,
    /// The limits reached; empty when everything was explored.
    pub reached: Vec<Reached>,
    /// Why the guest itself could not go on, if it could not.
    pub failure: Option<String>,
    /// The counters.
    pub counters: Counters,
}

impl Report {
    /// Whether every relevant path was explored.
    pub fn is_complete(&self) -> bool {
        self.reached.is_empty() && self.failure.is_none()
    }
}

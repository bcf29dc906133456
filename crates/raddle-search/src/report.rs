//! What a search says when it is over.

use crate::bound::Counted;
use crate::estimate::Estimate;
use crate::finding::Finding;
use crate::limit::Reached;
use crate::schedule::Schedule;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Counters that mean the same in every strategy.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
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
    /// Under a reduction: paths begun in vain, since all that was left on them had been explored elsewhere.
    pub blocked: u64,
    /// Under a reduction: executions that were to be explored because of others.
    pub reversals: u64,
    /// Where value schedules are executed: beginnings and pairs that came to nothing.
    pub refuted: Refuted,
    /// Where one execution of each causal class is: what was asked of causal models.
    pub causal: Asked,
}

/// What was asked of causal models, and what answering took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Queries.
    pub queries: u64,
    /// Those answered by an order.
    pub yes: u64,
    /// Those that saturation was tried on, and the nanoseconds it took.
    pub saturation: u64,
    #[allow(missing_docs)]
    pub saturation_nanos: u64,
    /// Those that exploring states was tried on, and the nanoseconds it took.
    pub exploration: u64,
    #[allow(missing_docs)]
    pub exploration_nanos: u64,
    /// Those that clause learning was tried on, and the nanoseconds it took.
    pub cdcl: u64,
    #[allow(missing_docs)]
    pub cdcl_nanos: u64,
    /// Orders followed to see whether what was predicted happens, and how often it did.
    pub predicted: u64,
    #[allow(missing_docs)]
    pub confirmed: u64,
}

impl Asked {
    /// Adds what a solver did.
    pub(crate) fn add_tally(&mut self, tally: &raddle_causal::Tally) {
        self.queries += tally.queries;
        self.yes += tally.yes;
        self.saturation += tally.saturation.queries;
        self.saturation_nanos += tally.saturation.time.as_nanos() as u64;
        self.exploration += tally.states.queries + tally.exploration.queries;
        self.exploration_nanos += (tally.states.time + tally.exploration.time).as_nanos() as u64;
        self.cdcl += tally.cdcl.queries;
        self.cdcl_nanos += tally.cdcl.time.as_nanos() as u64;
    }

    fn add(&mut self, other: &Asked) {
        self.queries += other.queries;
        self.yes += other.yes;
        self.saturation += other.saturation;
        self.saturation_nanos += other.saturation_nanos;
        self.exploration += other.exploration;
        self.exploration_nanos += other.exploration_nanos;
        self.cdcl += other.cdcl;
        self.cdcl_nanos += other.cdcl_nanos;
        self.predicted += other.predicted;
        self.confirmed += other.confirmed;
    }
}

/// What was proposed as part of a value schedule and is part of none, by what refuted it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Refuted {
    /// No execution fulfils it: it was tried.
    pub infeasible: u64,
    /// Two operations that could have touched the same memory touched different memory.
    pub not_aliased: u64,
    /// No thread could come to the other operation any more, by the branches and calls it had taken.
    pub control_flow: u64,
}

impl Counters {
    /// Adds what another part of the same search counted.
    pub(crate) fn add(&mut self, other: &Counters) {
        self.states += other.states;
        self.transitions += other.transitions;
        self.executions += other.executions;
        self.depth = self.depth.max(other.depth);
        self.instructions += other.instructions;
        self.blocked += other.blocked;
        self.reversals += other.reversals;
        self.refuted.infeasible += other.refuted.infeasible;
        self.refuted.not_aliased += other.refuted.not_aliased;
        self.refuted.control_flow += other.refuted.control_flow;
        self.causal.add(&other.causal);
    }

    /// What was counted since then; of the depth and of what was refuted, all.
    pub(crate) fn since(&self, before: &Counters) -> Counters {
        Counters {
            states: self.states.saturating_sub(before.states),
            transitions: self.transitions.saturating_sub(before.transitions),
            executions: self.executions.saturating_sub(before.executions),
            depth: self.depth,
            instructions: self.instructions.saturating_sub(before.instructions),
            blocked: self.blocked.saturating_sub(before.blocked),
            reversals: self.reversals.saturating_sub(before.reversals),
            refuted: self.refuted,
            causal: self.causal,
        }
    }
}

/// A finding with the path to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// What.
    pub finding: Finding,
    /// How to get there.
    pub schedule: Schedule,
    /// How often the same cause was met again; races are looked for until they are known, and not counted.
    pub again: u64,
}

/// Up to which bound a search was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// What was counted.
    pub counted: Counted,
    /// All paths with so many at most were explored; `None` if not even all of those without any.
    pub up_to: Option<u32>,
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Errors, each cause once, by cause.
    pub found: Vec<Found>,
    /// Races where nobody asked for them to be errors, each cause once, by cause.
    pub warnings: Vec<Found>,
    /// The limits reached; empty when everything was explored.
    pub reached: Vec<Reached>,
    /// Why the guest itself could not go on, if it could not.
    pub failure: Option<String>,
    /// Why a checkpoint could not be written, if one could not; the search went on without.
    pub unsaved: Option<String>,
    /// Up to which bound everything was explored, where there was one; where nothing is left, there are no other paths at all.
    pub bounded: Option<Bounded>,
    /// What was left when it ended, where that can be estimated.
    pub estimate: Option<Estimate>,
    /// Whether it is executions under a reduction that were explored, and counted, and not states.
    pub reduced: bool,
    /// The counters.
    pub counters: Counters,
    /// How often the search began again because more operations turned out to be visible.
    pub restarts: u64,
    /// Most bytes taken by visited states and those still to be explored, about.
    pub memory: u64,
    /// Most bytes taken by visited states alone.
    pub store: u64,
}

impl Report {
    /// Whether every relevant path was explored.
    pub fn is_complete(&self) -> bool {
        self.reached.is_empty() && self.failure.is_none()
    }
}

/// How far a search is, said now and then while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The counters so far.
    pub counters: Counters,
    /// Bytes of visited states and those still to be explored, about.
    pub memory: u64,
    /// Errors so far, each cause once.
    pub found: usize,
    /// What is left, where that can be estimated.
    pub estimate: Option<Estimate>,
    /// How often the search began again.
    pub restarts: u64,
    /// How long it has been going.
    pub elapsed: Duration,
}

//! A trace, as far as its order matters.

/// A place in memory, or anything else that is read and written as a whole, by its key.
pub type Place = u64;

/// What is in a place. Values are equal if the program sees no difference between them.
pub type Value = u64;

/// The number of a step: its position in the trace.
pub type StepId = u32;

/// What one thread did in one go, so that no other came between: first it read and took locks, then it wrote and gave locks back.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Step {
    /// Who did it. The steps of a thread are ordered.
    pub thread: u32,
    /// Steps of other threads that have to come before it whatever the order: the start of its thread, the end of one it joins.
    pub after: Vec<StepId>,
    /// What it read, with the value it saw. Something read and written in one go is in both lists.
    pub reads: Vec<(Place, Value)>,
    /// What it wrote.
    pub writes: Vec<(Place, Value)>,
    /// Locks it took, not counting those its thread held already.
    pub locks: Vec<Place>,
    /// Locks it gave back entirely. A lock taken and given back in one step is in both lists, and has to be free at that step.
    pub unlocks: Vec<Place>,
}

/// The causal model of a trace.
#[derive(Clone, Default, Debug)]
pub struct Model {
    /// The steps in the order in which they were done.
    pub steps: Vec<Step>,
    /// What was in places before the first step; a place that is not listed has a value that no step reads.
    pub initial: Vec<(Place, Value)>,
}

//! What can be asked of a model.

use crate::model::{Place, StepId, Value};

/// What an order of a model's steps has to be like.
///
/// An order includes a beginning of each thread's steps. Steps that are included see what they saw in the trace, but for the target of `Read`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// A step can see other values than it saw.
    Read {
        /// The step. It is the last of its thread and of the order, and what it writes nobody sees: all may depend on what it reads.
        /// The locks it takes have to be free.
        step: StepId,
        /// Of the places it reads some, with the values to be seen there. What it sees in others is left open.
        sees: Vec<(Place, Value)>,
        /// These steps, and all they need, are included; in no particular order.
        include: Vec<StepId>,
    },
    /// Threads can stand where they are cut, all together.
    Stand {
        /// Threads, each with the number of its own steps it has done: exactly so many are included.
        cuts: Vec<(u32, u32)>,
        /// What has to be in places in the end.
        finally: Vec<(Place, Value)>,
        /// Locks that have to be held in the end, by whomever.
        held: Vec<Place>,
        /// All steps of threads that are not cut are included; else as many as are needed.
        whole: bool,
    },
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// In this order, as near to that of the trace as was easy. The step of `Query::Read` is its last.
    Yes(Vec<StepId>),
    /// In none.
    No,
}

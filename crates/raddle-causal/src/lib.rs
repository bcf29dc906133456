//! The maximal causal model: from one trace, every other that each program with this trace must have as well.
//!
//! What a thread does next depends on what it has read, and on nothing else. So any order of a trace's steps, or of a beginning of each thread's, in
//! which every read sees the value it saw, locks are held by one thread at a time and threads begin after their start is an execution of the same program (Luo, section 4.2.2).
//! A [`Model`] is made of a trace; a [`Query`] asks it for such an order in which something more holds, and the
//! answer is the order, or that there is none.
//!
//! It knows steps, places and values; what these stand for is its caller's business.

mod acyclic;
mod arrange;
mod cdcl;
pub mod check;
mod goal;
pub mod model;
mod order;
pub mod query;
mod saturate;
pub mod solver;
mod walk;

pub use model::{Model, Step};
pub use query::{Answer, Query};
pub use solver::{Solver, Tally};

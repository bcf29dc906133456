//! The maximal causal model: from one trace, every other that each program with this trace must have as well.
//!
//! What a thread does next depends on what it has read, and on nothing else. So any order of a trace's steps, or of a beginning of each thread's, in
//! which every read sees the value it saw, locks are held by one thread at a time and threads begin after their start is an execution of the same program (Luo, section 4.2.2).
//! A [`Model`] is made of a trace; a [`Query`] asks it for such an order in which something more holds, and the
//! answer is the order, or that there is none.
//!
//! It knows steps, places and values; what these stand for is its caller's business.
//!
//! Two threads add one to a counter, one after the other. Can the second see the counter as it was before the first?
//!
//! ```
//! use raddle_causal::{Answer, Model, Query, Step};
//!
//! let read = |thread, value| Step { thread, reads: vec![(7, value)], ..Step::default() };
//! let write = |thread, value| Step { thread, writes: vec![(7, value)], ..Step::default() };
//! let model = Model::new(vec![read(1, 0), write(1, 1), read(2, 1), write(2, 2)], vec![(7, 0)]);
//!
//! // Step 2 can see 0: before step 1.
//! let query = Query::Read { step: 2, sees: vec![(7, 0)], include: vec![] };
//! assert_eq!(model.ask(&query), Answer::Yes(vec![2]));
//! // Not once step 1 is done.
//! let query = Query::Read { step: 2, sees: vec![(7, 0)], include: vec![1] };
//! assert_eq!(model.ask(&query), Answer::No);
//! ```

mod arrange;
mod cdcl;
pub mod check;
mod explained;
mod explore;
mod goal;
pub mod model;
mod order;
pub mod query;
mod rules;
mod saturate;
pub mod solver;
mod stamps;
mod state;
mod states;
mod theory;
mod walk;

pub use model::{Model, Step};
pub use query::{Answer, Query};
pub use solver::{Base, Solver, Tally};

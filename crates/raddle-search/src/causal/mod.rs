//! Maximal causality: one execution for each way in which what threads read can make a difference to them.
//!
//! What a thread does next depends on what it has read. So all orders of a trace's steps in which each read sees the value it saw are the same to every
//! thread, and one of them is executed (Luo, section 4.2). The others are thought of only: `raddle-causal` is asked whether some read could see
//! another value, and the order it answers with is the beginning of the next execution.
//!
//! **Traces.** A path is kept as records of what its steps did (`record.rs`, `path.rs`), of which a trace is made in the words of the model (`trace.rs`): what
//! synchronises threads becomes places with values, locks stay locks. What threads stand before in the end belongs to it as well, since it may be done in another order.
//! A thread's history is a number that stands for all it has done and seen; two executions are of one class if all their threads have the same histories.
//!
//! **Nodes.** A node (`frontier.rs`) is a trace and how many steps of each thread are fixed: those up to what was made to be seen on the way to it. Each read that is
//! not fixed is asked for each other value of its place (`target.rs`), with all that is fixed included. The answer is filled (`fill.rs`, and by further
//! queries) with all that can come before the read and see what it saw, and only if no trace begins so is one executed.
//!
//! **Why none is missed.** Take any execution and follow its steps as long as a known trace has them with the same histories. The first it does not have
//! is a read that sees another value there: the steps up to it are an answer to that query, if what is fixed is among them. They are among what one answer is filled
//! with: where two fillings exclude each other, as critical sections do that are left open, both are tried. So a trace that comes of it has them all and this read, too, and what is
//! fixed then is among them as well. The test holds this against all interleavings of random programs.
//!
//! **Several workers** share what is known and the nodes that are left (`known.rs`). Two of them may come to one class at the same time; then it is executed twice.
//!
//! **A bound on preemptions** (`bounded.rs`) leaves targets out that no order within it leads to.
//!
//! **Deadlocks** end an execution early without anybody having read something else. They are predicted from each trace (`deadlock.rs`), as races are where somebody asks
//! for them (`race.rs`), and confirmed by running them.

mod bounded;
mod deadlock;
mod fill;
mod frontier;
mod index;
mod known;
mod path;
mod race;
mod record;
mod target;
mod trace;

pub(crate) use frontier::Causal;
pub(crate) use known::Known;

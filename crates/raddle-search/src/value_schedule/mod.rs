//! Value schedules: one execution for each way in which reads can see writes and threads can take turns at what synchronises them.
//!
//! A value schedule says of every read which write it sees, and of doings at one place that are no accesses, such as taking a lock, in which order they
//! come (Chen, MacDonald, section 2.2). Executions with the same value schedule are the same to every thread: only what is left in memory that nobody
//! reads any more may differ. So one of each is executed.
//!
//! **One pair at a time.** A schedule is derived step by step (`frontier.rs`). Which thread goes on depends on the schedule so far and on nothing else.
//! For a read there is a way for each write it could see, as long as some order of the steps fulfils that (`witness.rs`): the machine
//! then repeats its steps in that order, and looks that they do what they did. When all ways are explored, and another thread was seen to come to
//! something that makes a difference to the step if it comes first, the thread is put off: it goes on only when something has come that does,
//! and a read then only sees what has been written since. Every schedule has exactly one of these: either the step sees what there is, and nothing that
//! it has to be ordered with comes before it, or not. So none is executed twice, and none is missed: that holds for all operations of the machine, since what does not
//! commute is taken from the reductions (`reduce/touch.rs`).
//!
//! Proposals taken from static analysis alone, as in the paper, would have to name every pair of a full Java program: locks in the class
//! library, class initialisers, threads started later. Here the pairs come from the executions, which miss none: if some schedule has a write before the
//! read, one in which the read sees something earlier has that write pending. Which one that is may be ruled out once the read has been put off, so a read
//! that was remembers what it was put off for, and is again as long as some of that is to come. What static analysis knows cuts beginnings short
//! ([`Guest::could_come`](crate::Guest::could_come)): a thread was put off for something to which, by the branches and calls they have taken, no thread can come any more.
//!
//! **Rounds.** A thread that comes back to where it was having changed nothing has gone round in vain if what it saw is overwritten: without the round the
//! schedule is as good. It may go round for ever if some order lets what it saw be the last of its place. Then the schedule goes on in such an order, as do all that
//! are derived of it, until somebody writes there.
//!
//! **What came to nothing** is counted by its reason ([`Refuted`](crate::report::Refuted)).

mod class;
mod doing;
mod frontier;
mod witness;

pub(crate) use frontier::ValueSchedules;

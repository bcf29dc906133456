//! The search: choices, schedules, strategies, the store of visited states, findings, limits.
//!
//! Everything here works on a [`Guest`]: something with threads whose every choice can be asked for, taken, saved and taken back. The
//! machine that runs Java is one guest; tests have another, tiny one, on which every complete strategy must agree with
//! brute force.

pub mod finding;
pub mod guest;
pub mod limit;
pub mod report;
pub mod schedule;
pub mod store;

pub use guest::{Choice, Guest, Status};
pub use schedule::Schedule;

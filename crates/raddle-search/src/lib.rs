//! The search: choices, schedules, strategies, the store of visited states, findings, limits.
//!
//! Everything here works on a [`Guest`]: something with threads whose every choice can be asked for, taken, saved and taken back. The
//! machine that runs Java is one guest; tests have another, tiny one, on which every complete strategy must agree with
//! brute force. [`explore`] searches, [`replay::replay`] follows a schedule, [`shrink::shrink`] makes one easier to read.
//!
//! ```
//! use raddle_search::limit::{Limits, Reached};
//! use raddle_search::{Guest, Options, Report, explore};
//!
//! /// Says what came of exploring a guest with two workers and no more than a million states.
//! fn verdict<G: Guest>(make: impl Fn() -> Result<G, String> + Sync) -> String {
//!     let limits = Limits { states: Some(1_000_000), ..Limits::default() };
//!     let report: Report = explore(make, &Options { limits, workers: 2, ..Options::default() }, &());
//!     match report.found.first() {
//!         Some(found) => format!("{} by {}", found.finding.message, found.schedule),
//!         None if report.is_complete() => format!("no error in {} states", report.counters.states),
//!         None => format!("incomplete: {:?}", report.reached.iter().copied().map(Reached::name).collect::<Vec<_>>()),
//!     }
//! }
//! ```
//!
//! How the parts fit: a worker (`worker.rs`) takes one transition after the other; its [`frontier`] says from where and by which
//! choice, the [`store`] whether the state it leads to is new. What several workers share is their crew (`crew.rs`).

// The tiny guest of the tests knows this crate by its name.
#[cfg(test)]
extern crate self as raddle_search;

pub mod backtrack;
mod best_first;
pub mod bound;
mod breadth_first;
mod causal;
pub mod checkpoint;
pub mod clocks;
mod components;
mod crew;
mod depth_first;
pub mod estimate;
pub mod finding;
pub mod frontier;
pub mod guest;
mod guide;
pub mod guided;
mod kept;
pub mod limit;
mod livelock;
pub mod observer;
pub mod order;
mod paths;
mod pct;
pub mod portfolio;
mod pos;
mod queue;
pub mod race;
mod random;
pub mod random_walk;
pub mod reduce;
pub mod replay;
pub mod report;
pub mod schedule;
mod scout;
pub mod search;
pub mod shrink;
pub mod slice;
mod sliced;
mod spare;
mod stateless;
pub mod store;
pub mod strategy;
mod surw;
mod swarm;
pub mod tracked;
pub mod trail;
mod value_schedule;
mod worker;

pub use finding::{Finding, Kind, Kinds};
pub use frontier::FrontierKind;
pub use guest::{About, Choice, Guest, Occasion, Status};
pub use observer::Observer;
pub use report::Report;
pub use schedule::Schedule;
pub use search::{Options, explore, resume};
pub use strategy::Strategy;

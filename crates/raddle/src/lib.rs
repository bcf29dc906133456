//! The command line of Raddle: reads what the user asks for, hands it to the machine and reports what came of it.
//!
//! This crate holds no algorithm. Each subcommand is one file: [`run`], [`mod@check`] (with replay and shrink), [`show`],
//! [`mod@analyze`], [`mod@lint`], [`mod@hunt`], [`natives`], [`mod@bench`], [`mod@table`]. What a check found is a [`report`], which [`report`] puts in words for people and
//! programs; a finding on its own is a [`trace::Trace`]. What follows `raddle run` is read as `java` reads it, by
//! [`launch_options`]:
//!
//! ```
//! use raddle::launch_options::{parse, Request};
//!
//! let words = ["-cp", "classes", "--seed", "42", "Main"].map(Into::into);
//! let Ok(Request::Launch(options)) = parse(words) else { panic!("a launch") };
//! assert_eq!(options.seed, Some(42));
//! ```

pub mod analyze;
pub mod assertions;
pub mod bench;
pub mod check;
pub mod check_options;
pub mod explain;
pub mod file;
pub mod hunt;
pub mod java_guest;
pub mod launch_options;
pub mod lint;
pub mod natives;
pub mod partners;
mod process;
pub mod progress;
pub mod report;
pub mod run;
pub mod sequence;
pub mod show;
mod slice;
pub mod source;
pub mod strategies;
mod suite;
pub mod table;
pub mod telling;
pub mod trace;
pub mod trials;

/// Says on standard error what is wrong. When that is closed too, nobody is left to tell.
pub fn complain(what: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "raddle: {what}");
}

/// The exit code for what the tool could not do: bad input, something unsupported.
pub const CANNOT: u8 = 3;

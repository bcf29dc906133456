//! The command line of Raddle: reads what the user asks for, hands it to the machine and reports what came of it.
//!
//! This crate holds no algorithm. Each subcommand is one file: [`run`], [`natives`], [`mod@bench`]. What follows
//! `raddle run` is read as `java` reads it, by [`launch_options`]:
//!
//! ```
//! use raddle::launch_options::{parse, Request};
//!
//! let words = ["-cp", "classes", "--seed", "42", "Main"].map(Into::into);
//! let Ok(Request::Launch(options)) = parse(words) else { panic!("a launch") };
//! assert_eq!(options.seed, Some(42));
//! ```

pub mod assertions;
pub mod bench;
pub mod launch_options;
pub mod natives;
pub mod run;

/// Says on standard error what is wrong. When that is closed too, nobody is left to tell.
pub fn complain(what: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "raddle: {what}");
}

/// The exit code for what the tool could not do: bad input, something unsupported.
pub const CANNOT: u8 = 3;

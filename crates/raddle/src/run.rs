//! `raddle run`: runs a program as `java -ea` does, on Raddle's own machine.

use std::process::ExitCode;

use crate::CANNOT;
use crate::launch_options::{LaunchOptions, Program};

/// Runs a program to its end and returns its exit code, or 3 for what Raddle could not do.
pub fn run(options: LaunchOptions) -> ExitCode {
    let name = match &options.program {
        Program::Class(name) => name.clone(),
        Program::Jar(jar) => jar.display().to_string(),
    };
    eprintln!("raddle: cannot run {name}: this build has no machine yet; build a later version");
    ExitCode::from(CANNOT)
}

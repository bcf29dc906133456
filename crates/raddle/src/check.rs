//! `raddle check`, `raddle replay` and `raddle shrink`.

use std::path::Path;
use std::process::ExitCode;

use crate::check_options::{CheckOptions, ReplayOptions, ShrinkOptions};
use crate::trace::Trace;
use crate::{CANNOT, complain};

/// Checks a program and returns the verdict's exit code.
pub fn check(_options: CheckOptions) -> ExitCode {
    cannot()
}

/// Runs the schedule of a trace again.
pub fn replay(options: ReplayOptions) -> ExitCode {
    on_trace(&options.file)
}

/// Looks for a shorter schedule of a trace's finding.
pub fn shrink(options: ShrinkOptions) -> ExitCode {
    on_trace(&options.file)
}

fn on_trace(file: &Path) -> ExitCode {
    match Trace::read(file) {
        Ok(_) => cannot(),
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(CANNOT)
        }
    }
}

fn cannot() -> ExitCode {
    complain("the search is not connected to the machine");
    ExitCode::from(CANNOT)
}

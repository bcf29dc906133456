//! `raddle check`, `raddle replay` and `raddle shrink`.

use std::process::ExitCode;

use crate::check_options::{CheckOptions, ReplayOptions, ShrinkOptions};
use crate::{CANNOT, complain};

/// Checks a program and returns the verdict's exit code.
pub fn check(_options: CheckOptions) -> ExitCode {
    cannot()
}

/// Runs the schedule of a trace again.
pub fn replay(_options: ReplayOptions) -> ExitCode {
    cannot()
}

/// Looks for a shorter schedule of a trace's finding.
pub fn shrink(_options: ShrinkOptions) -> ExitCode {
    cannot()
}

fn cannot() -> ExitCode {
    complain("the search is not connected to the machine");
    ExitCode::from(CANNOT)
}

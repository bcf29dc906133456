//! `raddle natives`: lists the native methods of the JDK that the machine supports.

use std::process::ExitCode;

use crate::CANNOT;

/// Prints the registry's methods whose name contains `filter`, one a line.
pub fn natives(_filter: Option<&str>) -> ExitCode {
    eprintln!("raddle: cannot list native methods: this build has no machine yet; build a later version");
    ExitCode::from(CANNOT)
}

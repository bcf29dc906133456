//! `raddle natives`: which native methods of the JDK the machine has.

use std::io::Write;
use std::process::ExitCode;

use raddle_vm::natives::Registry;

use crate::CANNOT;

/// Prints the native methods whose name contains `filter`, one a line, sorted; 3 if there is none.
pub fn natives(filter: Option<&str>) -> ExitCode {
    let wanted = filter.unwrap_or_default().replace('/', ".");
    let found: Vec<String> = Registry::list().into_iter().filter(|name| name.contains(&wanted)).collect();
    if found.is_empty() {
        crate::complain(&format!(
            "no native method of the machine has {wanted:?} in its name; docs/natives.md says how to add one"
        ));
        return ExitCode::from(CANNOT);
    }
    let mut out = std::io::stdout().lock();
    for name in found {
        // A reader that has seen enough, such as `head`, ends the list.
        if writeln!(out, "{name}").is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

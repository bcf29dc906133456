//! How many machine instructions a run takes, counted by valgrind's callgrind: a number that no other load on the machine
//! changes.

use std::process::Command;
use std::time::Duration;

use super::Unmeasured;
use crate::process::{self, Finished};

/// Counting makes a run some fifty times as long.
const TIME_LIMIT: Duration = Duration::from_secs(1200);

/// Whether there is a valgrind to count with.
pub(super) fn is_there() -> bool {
    let version = process::time(Command::new("valgrind").arg("--version"), Duration::from_secs(60));
    version.is_ok_and(|version| version.code == Some(0))
}

/// Runs a command and counts its instructions.
pub(super) fn count(command: &Command) -> Result<(u64, Finished), Unmeasured> {
    let mut counted = Command::new("valgrind");
    counted.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    counted.arg(command.get_program()).args(command.get_args());
    let finished = process::time(&mut counted, TIME_LIMIT)?;
    match collected(&String::from_utf8_lossy(&finished.stderr)) {
        Some(instructions) => Ok((instructions, finished)),
        None => Err(Unmeasured::Cannot(format!("valgrind counts nothing: {}; try --no-callgrind", finished.ending()))),
    }
}

/// The total in what callgrind says at its end.
fn collected(said: &str) -> Option<u64> {
    let total = |line: &str| line.split_once("Collected :")?.1.trim().parse().ok();
    said.lines().rev().find_map(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_what_callgrind_says() {
        let said = "\
==7== Callgrind, a call-graph generating cache profiler
==7== Command: raddle check Main
==7==
==7== Events    : Ir
==7== Collected : 353850924
==7==
==7== I   refs:      353,850,924
";
        assert_eq!(collected(said), Some(353_850_924));
    }

    #[test]
    fn a_run_that_valgrind_gave_up_has_no_total() {
        assert_eq!(collected("==7== Callgrind\nvalgrind: fatal error\n"), None);
    }
}

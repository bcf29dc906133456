//! One timed run of a process, from its start to its end, with all it printed.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended, and how long it took.
pub(crate) struct Finished {
    /// The exit code; `None` when a signal ended it, as at the time limit.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) elapsed: Duration,
}

impl Finished {
    /// The ending in a few words: the exit code and the first line of the error output.
    pub(crate) fn ending(&self) -> String {
        let stderr = String::from_utf8_lossy(&self.stderr);
        let first = stderr.lines().next().unwrap_or("no error output");
        match self.code {
            Some(code) => format!("exit code {code}: {first}"),
            None => format!("killed after {:.0} s: {first}", self.elapsed.as_secs_f64()),
        }
    }
}

/// Runs a command to its end, or kills it at the limit.
pub(crate) fn time(command: &mut Command, limit: Duration) -> Result<Finished, String> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", command.get_program().to_string_lossy()))?;
    let stdout = read(child.stdout.take());
    let stderr = read(child.stderr.take());
    // A process closes its streams when it ends: waiting for that needs no polling, which would blur the time.
    let printed = stdout.recv_timeout(limit);
    let complained = stderr.recv_timeout(limit.saturating_sub(start.elapsed()));
    if printed.is_err() || complained.is_err() {
        // It may have ended just now; either way the wait below returns.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| format!("cannot wait for a process: {error}"))?;
    Ok(Finished {
        code: status.code(),
        stdout: printed.unwrap_or_default(),
        stderr: complained.unwrap_or_default(),
        elapsed: start.elapsed(),
    })
}

/// Reads a stream to its end on a thread of its own, so that a full pipe never stops the process.
fn read(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is all there is to compare.
            let _ = stream.read_to_end(&mut bytes);
        }
        // The receiver is gone when the limit was reached.
        let _ = sender.send(bytes);
    });
    receiver
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        time(Command::new("sh").arg("-c").arg(script), limit).expect("sh starts")
    }

    #[test]
    fn a_run_keeps_code_and_both_streams() {
        let run = shell("echo out; echo err >&2; exit 4", Duration::from_secs(10));
        assert_eq!(run.code, Some(4));
        assert_eq!(run.stdout, b"out\n");
        assert_eq!(run.stderr, b"err\n");
        assert_eq!(run.ending(), "exit code 4: err");
    }

    #[test]
    fn a_run_is_killed_at_the_limit() {
        let run = shell("exec sleep 60", Duration::from_millis(50));
        assert_eq!(run.code, None);
        assert!(run.elapsed < Duration::from_secs(30));
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let run = time(&mut Command::new("/no/such/program"), Duration::from_secs(1));
        assert!(run.is_err_and(|why| why.starts_with("cannot start /no/such/program")));
    }
}

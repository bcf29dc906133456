//! What a check says when it is over: one plain value, and the forms it is told in.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use raddle_search::estimate::Estimate;
use raddle_search::report::{Asked, Bounded, Refuted};
use serde::Serialize;

use crate::check_options::Format;
use crate::file;
use crate::launch_options::{LaunchOptions, Program as Target};
use crate::source::Sources;
use crate::trace::{Program, Trace};

pub mod json;
pub mod junit;
pub mod sarif;
pub mod story;
pub mod text;

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was checked, and how.
    pub program: Program,
    /// The errors, each cause once.
    pub findings: Vec<Trace>,
    /// What is wrong but no error here: races nobody asked for.
    pub warnings: Vec<Trace>,
    /// Whether the search went on after an error.
    pub all_errors: bool,
    /// How the states were gone through, as options.
    pub strategy: String,
    /// Up to which bound everything was explored, where there was one.
    pub bounded: Option<Bounded>,
    /// Why not everything was explored, such as `--max-states`; empty when nothing but an error ended the search.
    pub unexplored: Vec<String>,
    /// What could differ between two paths without Raddle's doing, each as a sentence about the program: `reads the file
    /// rates.txt, which may change between two paths`.
    pub uncontrolled: Vec<String>,
    /// The different outputs of complete executions; none where nobody asked.
    pub outputs: Option<Vec<String>>,
    /// What a search by slices came to.
    pub slice: Option<Slice>,
    /// The counters.
    pub stats: Stats,
}

/// What `--search slice` looked for, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slice {
    /// Its targets.
    pub targets: Vec<String>,
    /// Those that are errors and were come to.
    pub reached: Vec<String>,
    /// Whether the others cannot be.
    pub proved: bool,
    /// What is not proved even so.
    pub unproved: Vec<String>,
    /// What threads are called, by number.
    pub thread_names: BTreeMap<u32, String>,
    /// The rounds.
    pub rounds: Vec<Round>,
}

/// One round of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Round {
    /// The threads that interleaved, by number.
    pub threads: Vec<u32>,
    /// Those that did not in the round before.
    pub added: Vec<u32>,
    /// Whether all threads did, whatever their numbers.
    pub all_threads: bool,
    /// The places in the code that could matter.
    pub locations: usize,
    /// The places in memory they interleaved at.
    pub places: usize,
    /// States, transitions and executions of this round alone.
    pub states: u64,
    /// See there.
    pub transitions: u64,
    /// See there.
    pub executions: u64,
    /// Why there was a round: what the threads added can do.
    pub why: String,
}

/// What a check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A property is violated.
    Error,
    /// Nothing is, whatever the order.
    Ok,
    /// Nothing was found, but not everything was looked at.
    Incomplete,
}

impl Verdict {
    /// Its name in reports for programs.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Error => "error",
            Verdict::Ok => "ok",
            Verdict::Incomplete => "incomplete",
        }
    }

    /// The exit code that says it.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Ok => 0,
            Verdict::Error => 1,
            Verdict::Incomplete => 2,
        }
    }
}

/// The counters of a check; those of [`raddle_search::report::Counters`] mean what they mean there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Different states met, or, without matching, states met.
    pub states: u64,
    /// Transitions executed.
    pub transitions: u64,
    /// Paths followed to an end, a state already visited, or a limit.
    pub executions: u64,
    /// Transitions of the longest path.
    pub depth: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Paths that ended in a state already visited.
    pub matched: u64,
    /// What a reduction counts, if there was one.
    pub reduced: Option<Reduced>,
    /// What was refuted on the way to value schedules, if these were executed.
    pub refuted: Option<Refuted>,
    /// What was asked of causal models, if one execution of each causal class was executed.
    pub causal: Option<Asked>,
    /// How often the search began again because more operations turned out to be visible than were known.
    pub restarts: u64,
    /// How long it took, start-up included.
    pub elapsed_ms: u64,
    /// The most memory the process had.
    pub peak_memory_bytes: u64,
    /// What the visited states take.
    pub store_bytes: u64,
}

/// What a reduction counts. Its executions are of different classes, but for those of `--reduce clock`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// Executions put on the list because of others: a race came the other way round.
    pub reversals: u64,
    /// Paths begun in vain.
    pub blocked: u64,
    /// Executions left, about, where not everything was explored.
    pub left: Option<Estimate>,
}

impl Stats {
    /// New states a second.
    pub fn states_per_second(&self) -> u64 {
        per_second(self.states, self.elapsed_ms)
    }

    /// Transitions a second.
    pub fn transitions_per_second(&self) -> u64 {
        per_second(self.transitions, self.elapsed_ms)
    }
}

fn per_second(count: u64, milliseconds: u64) -> u64 {
    count.saturating_mul(1000) / milliseconds.max(1)
}

impl Outcome {
    /// Whether every relevant order was explored.
    pub fn is_complete(&self) -> bool {
        self.unexplored.is_empty() && (self.all_errors || self.findings.is_empty())
    }

    /// What it comes to: an error is one even if not everything was explored.
    pub fn verdict(&self) -> Verdict {
        if !self.findings.is_empty() {
            Verdict::Error
        } else if self.unexplored.is_empty() {
            Verdict::Ok
        } else {
            Verdict::Incomplete
        }
    }
}

/// Tells the outcome in the form asked for: to a file if one is named, else to standard output, in colour if that is a
/// terminal.
pub fn tell(outcome: &Outcome, format: Format, output: Option<&Path>, sources: &mut Sources) -> Result<(), String> {
    let text = match format {
        Format::Text => text::outcome(outcome, sources),
        Format::Json => json::outcome(outcome),
        Format::Sarif => sarif::outcome(outcome, sources),
        Format::Junit => junit::outcome(outcome, sources),
    };
    write(&text, output)
}

/// Writes a report to a file if one is named, else to standard output.
pub(crate) fn write(text: &str, output: Option<&Path>) -> Result<(), String> {
    match output {
        Some(path) => file::write_whole(path, anstream::adapter::strip_str(text).to_string().as_bytes())
            .map_err(|error| format!("cannot write the report to {}: {error}", path.display())),
        None => {
            // Nobody is left to tell when standard output is closed; the exit code still says it.
            let _ = anstream::stdout().lock().write_all(text.as_bytes());
            Ok(())
        }
    }
}

/// What to do next after an error, for a person: where the trace is, or how to get one.
pub fn hint(outcome: &Outcome, trace: Option<&Path>) -> Option<String> {
    match (outcome.verdict(), trace) {
        (Verdict::Error, Some(file)) => {
            let file = file.display();
            Some(format!("raddle replay {file} runs this again; raddle show {file} --html OUT draws it"))
        }
        (Verdict::Error, None) => {
            Some("add --trace FILE to keep the schedule, for raddle replay, shrink and show".to_owned())
        }
        _ => None,
    }
}

/// The main class, or the jar.
pub(crate) fn program_name(launch: &LaunchOptions) -> String {
    match &launch.program {
        Target::Class(name) => name.clone(),
        Target::Jar(jar) => jar.display().to_string(),
    }
}

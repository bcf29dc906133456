//! `raddle bench`: measures Raddle beside its peers, with bars that say what is good enough.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use crate::CANNOT;

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    Text,
    /// One JSON object for programs.
    Json,
}

/// What `raddle bench vm` was told.
#[derive(Clone, Debug)]
pub struct VmBench {
    /// The names of the programs to run; all when empty.
    pub only: Vec<String>,
    /// How often each program runs on each side.
    pub rounds: u32,
    /// The JDK to compile and compare with.
    pub jdk: Option<PathBuf>,
    /// The directory of the programs.
    pub suite: Option<PathBuf>,
    /// How to print the result.
    pub format: Format,
}

/// Measures the machine's speed against `java -Xint`.
pub fn vm(_bench: &VmBench) -> ExitCode {
    eprintln!("raddle: cannot measure: this build has no benchmark yet; build a later version");
    ExitCode::from(CANNOT)
}

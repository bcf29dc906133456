//! What the tests that check Java programs share: the programs and the lines that head them, compiling them all at once,
//! and running `raddle check` on one with a time limit.

#![allow(dead_code, reason = "every test uses its part of this")]

pub mod expectation;
#[path = "../launching/mod.rs"]
mod launching;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::Arc;

use launching::{Jdk, Source, TIME_LIMIT, compile};
use libtest_mimic::{Arguments, Failed, Trial};
use regex_lite::Regex;
use serde_json::Value;

/// Searches need memory as well as time, so no more of them than this run at once unless the user says so.
const AT_ONCE: usize = 2;

/// The releases whose `javac` will do: records and sealed interfaces need 17.
const OLDEST_COMPILER: u32 = 17;

/// Makes the tests of a directory of programs, named from the root of the source tree, runs them and prints how many passed.
pub fn run_all(directory: &str, tests: impl Fn(&Arc<Bench>, Program) -> Vec<Trial>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(AT_ONCE);
    let trials = match trials(directory, tests) {
        Ok(trials) => trials,
        Err(message) => {
            eprintln!("{directory}: {message}");
            return ExitCode::FAILURE;
        }
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        println!("{} passed, {} failed", conclusion.num_passed, conclusion.num_failed);
    }
    conclusion.exit_code()
}

fn trials(directory: &str, tests: impl Fn(&Arc<Bench>, Program) -> Vec<Trial>) -> Result<Vec<Trial>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sources = root.join(directory);
    let only = match env::var("RADDLE_ONLY") {
        Ok(pattern) => Some(Regex::new(&pattern).map_err(|error| format!("RADDLE_ONLY: {error}"))?),
        Err(_) => None,
    };
    let read = |directory: &Path| {
        Program::all(directory).map_err(|error| format!("cannot read {}: {error}", directory.display()))
    };
    let programs = read(&sources)?;
    let api = [read(&root.join("api/src/raddle"))?, read(&root.join("api/jpf/gov/nasa/jpf/vm"))?].concat();
    let jdk = Jdk::find(|feature| feature >= OLDEST_COMPILER)
        .ok_or_else(|| format!("needs a JDK of {OLDEST_COMPILER} or later: set JAVA_HOME or put its javac on PATH"))?;
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
    let sources = programs.iter().chain(&api).map(|program| Source { path: &program.source, text: &program.text });
    let classes = compile(&jdk, sources, &cache)?;
    let bench = Arc::new(Bench {
        jdk,
        raddle: env::var_os("RADDLE_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_raddle").into()),
        classes,
        cache,
    });
    Ok(programs
        .into_iter()
        .filter(|program| program.text.contains("public static void main("))
        .filter(|program| only.as_ref().is_none_or(|only| only.is_match(&program.name)))
        .flat_map(|program| tests(&bench, program))
        .collect())
}

/// One Java program. What is expected of it stands in the comment lines at its top, as `// key: value`.
#[derive(Clone)]
pub struct Program {
    pub name: String,
    source: PathBuf,
    pub text: String,
}

impl Program {
    fn all(directory: &Path) -> io::Result<Vec<Program>> {
        let mut programs = Vec::new();
        for entry in fs::read_dir(directory)? {
            let source = entry?.path();
            if source.extension() == Some(OsStr::new("java")) {
                let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let text = fs::read_to_string(&source)?;
                programs.push(Program { name, source, text });
            }
        }
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(programs)
    }

    /// The value of a key at the program's top.
    pub fn header(&self, key: &str) -> Option<&str> {
        self.text
            .lines()
            .map_while(|line| line.strip_prefix("// "))
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
    }

    /// The words of a key's value; none if the key is not there.
    pub fn words(&self, key: &str) -> impl Iterator<Item = &str> {
        self.header(key).unwrap_or_default().split_whitespace()
    }
}

/// What all tests of a directory share.
pub struct Bench {
    jdk: Jdk,
    raddle: OsString,
    classes: PathBuf,
    /// Where a test may keep files from one run to the next.
    pub cache: PathBuf,
}

impl Bench {
    /// Where the compiled programs are, and the JDK that compiled them.
    pub fn places(&self) -> (&Path, &Path) {
        (&self.classes, &self.jdk.home)
    }

    /// `raddle` with a subcommand.
    pub fn raddle(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.raddle);
        command.arg(subcommand);
        command
    }

    /// `java`, for what the real thing does.
    pub fn java(&self) -> Command {
        Command::new(self.jdk.tool("java"))
    }

    /// Names a program and its arguments as `java` wants them, assertions switched on.
    pub fn launch<'a>(&self, command: &mut Command, program: &Program, arguments: impl IntoIterator<Item = &'a str>) {
        command.args(["-ea", "-cp"]).arg(&self.classes).arg(&program.name).args(arguments);
    }

    /// Checks a program with more options than `--format json` and reads the report.
    pub fn check<'o, 'a>(
        &self,
        program: &Program,
        options: impl IntoIterator<Item = &'o OsStr>,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> Result<Checked, Failed> {
        let mut command = self.raddle("check");
        command.args(["--format", "json"]).args(options);
        self.launch(&mut command, program, arguments);
        let ended = self.run(command)?;
        let report = serde_json::from_str(&ended.stdout).map_err(|error| {
            format!("no report in JSON ({error}), {}\n{}{}", ended.exit(), head(&ended.stdout), head(&ended.stderr))
        })?;
        Ok(Checked { code: ended.status.code(), report })
    }

    /// Runs a command to its end; an error if it takes too long.
    pub fn run(&self, command: Command) -> Result<Ended, Failed> {
        let shown = format!("{command:?}");
        let Some(ended) = launching::run(command, &self.jdk, Stdio::null())? else {
            return Err(format!("killed after {} s: {shown}", TIME_LIMIT.as_secs()).into());
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Ended { exit: ended.exit(), status: ended.status, stdout: text(&ended.stdout), stderr: text(&ended.stderr) })
    }
}

/// What a command left behind.
pub struct Ended {
    pub status: ExitStatus,
    exit: String,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// "exit code 1" or, for a process that died of a signal, what the system says.
    pub fn exit(&self) -> &str {
        &self.exit
    }
}

/// A report of `raddle check`.
pub struct Checked {
    pub code: Option<i32>,
    pub report: Value,
}

impl Checked {
    pub fn verdict(&self) -> &str {
        self.report["verdict"].as_str().unwrap_or("no verdict")
    }

    /// Whether a data race was warned of.
    pub fn warns_of_race(&self) -> bool {
        let warnings = self.report["warnings"].as_array();
        warnings.is_some_and(|warnings| warnings.iter().any(|warning| warning["kind"] == "race"))
    }
}

/// The first lines of a text, each ended.
fn head(text: &str) -> String {
    text.lines().take(20).flat_map(|line| [line, "\n"]).collect()
}

//! What the tests that check Java programs share: the programs and the lines that head them, compiling them all at once,
//! and running `raddle check` on one with a time limit.

#![allow(dead_code, reason = "every test uses its part of this")]

pub mod expectation;

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use regex_lite::Regex;
use serde_json::Value;

/// A command that runs longer than this is killed.
const TIME_LIMIT: Duration = Duration::from_secs(60);

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
    let jdk = Jdk::find()?;
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
    let classes = compile(&jdk, &[programs.as_slice(), &api].concat(), &cache)?;
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

/// An installed JDK.
struct Jdk {
    home: PathBuf,
    /// The text of its `release` file, which tells one build from another.
    release: String,
}

impl Jdk {
    /// The JDK that JAVA_HOME names, else that of `javac` on PATH.
    fn find() -> Result<Jdk, String> {
        let named = env::var_os("JAVA_HOME").map(PathBuf::from);
        let on_path = env::var_os("PATH").and_then(|path| {
            env::split_paths(&path)
                .filter_map(|directory| directory.join("javac").canonicalize().ok())
                .find_map(|javac| Some(javac.parent()?.parent()?.to_owned()))
        });
        named
            .into_iter()
            .chain(on_path)
            .filter_map(|home| {
                let release = fs::read_to_string(home.join("release")).ok()?;
                Some(Jdk { home, release })
            })
            .find(|jdk| jdk.feature() >= Some(OLDEST_COMPILER))
            .ok_or_else(|| format!("needs a JDK of {OLDEST_COMPILER} or later: set JAVA_HOME or put its javac on PATH"))
    }

    /// 17 for `JAVA_VERSION="17.0.15"`.
    fn feature(&self) -> Option<u32> {
        let (_, version) = self.release.split_once("JAVA_VERSION=\"")?;
        version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }
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

/// Compiles all programs with one call of `javac`, unless these very texts have been compiled before.
fn compile(jdk: &Jdk, programs: &[Program], cache: &Path) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    jdk.release.hash(&mut hasher);
    for program in programs {
        (&program.name, &program.text).hash(&mut hasher);
    }
    let classes = cache.join(format!("classes-{:016x}", hasher.finish()));
    if classes.is_dir() {
        return Ok(classes);
    }
    let scratch = cache.join(format!("classes-{}.part", std::process::id()));
    let output = Command::new(jdk.home.join("bin/javac"))
        .args(["-encoding", "UTF-8", "-nowarn", "-Xlint:none", "-d"])
        .arg(&scratch)
        .args(programs.iter().map(|program| &program.source))
        .output()
        .map_err(|error| format!("cannot run javac: {error}"))?;
    if !output.status.success() {
        let _ = fs::remove_dir_all(&scratch);
        return Err(format!("javac failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    publish(&scratch, &classes).map_err(|error| format!("cannot write {}: {error}", classes.display()))?;
    Ok(classes)
}

/// Renames a finished directory into place; losing the race to another run that made the same is no error.
fn publish(scratch: &Path, target: &Path) -> io::Result<()> {
    match fs::rename(scratch, target) {
        Err(_) if target.is_dir() => fs::remove_dir_all(scratch),
        outcome => outcome,
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
    /// `raddle` with a subcommand.
    pub fn raddle(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.raddle);
        command.arg(subcommand);
        command
    }

    /// `java`, for what the real thing does.
    pub fn java(&self) -> Command {
        Command::new(self.jdk.home.join("bin/java"))
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
    pub fn run(&self, mut command: Command) -> Result<Ended, Failed> {
        let shown = format!("{command:?}");
        command
            .env("JAVA_HOME", &self.jdk.home)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("JAVA_TOOL_OPTIONS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot run {shown}: {error}"))?;
        let stdout = drain(child.stdout.take());
        let stderr = drain(child.stderr.take());
        let Some(status) = wait(&mut child)? else {
            return Err(format!("killed after {} s: {shown}", TIME_LIMIT.as_secs()).into());
        };
        let text =
            |pipe: thread::JoinHandle<Vec<u8>>| String::from_utf8_lossy(&pipe.join().unwrap_or_default()).into_owned();
        Ok(Ended { status, stdout: text(stdout), stderr: text(stderr) })
    }
}

/// What a command left behind.
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// "exit code 1" or, for a process that died of a signal, what the system says.
    pub fn exit(&self) -> String {
        match self.status.code() {
            Some(code) => format!("exit code {code}"),
            None => self.status.to_string(),
        }
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

/// Reads a pipe to its end beside the waiting, lest a full pipe block the child.
fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// Waits for the child's end; kills it and returns `None` when it overruns.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The first lines of a text, each ended.
fn head(text: &str) -> String {
    text.lines().take(20).flat_map(|line| [line, "\n"]).collect()
}

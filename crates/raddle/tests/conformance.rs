//! Runs every Java program under `tests/java/run` on a real JDK and on raddle, and demands the same
//! standard output, standard error and exit code, byte for byte. Each program is a test of its own.
//!
//! A program `Theme.java` may have beside it `Theme.args` (one argument a line), `Theme.flags` (options of
//! the launcher such as `-Dkey=value`, one a line), `Theme.in` (its standard input) and a directory
//! `Theme.d` that joins the class path. Class files and the JDK's answers are cached under `target/tmp`
//! by content, so that a second run costs only raddle's own time.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_JDK=DIR` runs both sides on another JDK (the class
//! files stay those of JDK 17), `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod launching;

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use launching::{Jdk, Source, TIME_LIMIT, compile, publish};
use libtest_mimic::{Arguments, Failed, Trial};
use regex_lite::Regex;
use similar::TextDiff;

/// How many lines of a difference are shown.
const DIFF_LINES: usize = 24;

/// The release whose `javac` makes the class files.
const COMPILER_FEATURE: u32 = 17;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = match trials() {
        Ok(trials) => trials,
        Err(message) => {
            eprintln!("conformance: {message}");
            return ExitCode::FAILURE;
        }
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        println!("{} passed, {} failed", conclusion.num_passed, conclusion.num_failed);
    }
    conclusion.exit_code()
}

/// Compiles the programs and makes a test of each that `RADDLE_ONLY` lets through.
fn trials() -> Result<Vec<Trial>, String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/run");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
    let only = match env::var("RADDLE_ONLY") {
        Ok(pattern) => Some(Regex::new(&pattern).map_err(|error| format!("RADDLE_ONLY: {error}"))?),
        Err(_) => None,
    };
    let compiler = Jdk::find(|feature| feature == COMPILER_FEATURE).ok_or_else(|| {
        format!(
            "needs a JDK {COMPILER_FEATURE}: set JAVA_HOME to one or put its javac on PATH \
             (Debian: apt-get install openjdk-{COMPILER_FEATURE}-jdk-headless)"
        )
    })?;
    let programs = Program::all(&sources).map_err(|error| format!("cannot read {}: {error}", sources.display()))?;
    let texts = programs.iter().map(|program| Source { path: &program.source, text: &program.text });
    let classes = compile(&compiler, texts, &cache)?;
    let chosen = env::var_os("RADDLE_JDK").map(PathBuf::from);
    let bench = Arc::new(Bench {
        jdk: match &chosen {
            Some(home) => Jdk::at(home)?,
            None => compiler,
        },
        jdk_was_chosen: chosen.is_some(),
        raddle: env::var_os("RADDLE_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_raddle").into()),
        classes,
        cache,
    });
    Ok(programs
        .into_iter()
        .filter(|program| only.as_ref().is_none_or(|only| only.is_match(&program.name)))
        .map(|program| {
            let bench = Arc::clone(&bench);
            Trial::test(program.name.clone(), move || bench.test(&program))
        })
        .collect())
}

/// One Java program and what lies beside it.
struct Program {
    name: String,
    source: PathBuf,
    text: String,
    main_class: String,
    arguments: Vec<String>,
    flags: Vec<String>,
    input: Option<PathBuf>,
    resources: Option<PathBuf>,
    /// Of everything that its outcome depends on, save the JDK.
    fingerprint: u64,
}

impl Program {
    fn all(directory: &Path) -> io::Result<Vec<Program>> {
        let mut programs = Vec::new();
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            if path.extension() == Some(OsStr::new("java")) {
                programs.push(Program::read(path)?);
            }
        }
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(programs)
    }

    fn read(source: PathBuf) -> io::Result<Program> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&source)?;
        let main_class = match package(&text) {
            Some(package) => format!("{package}.{name}"),
            None => name.clone(),
        };
        let arguments = lines(&source.with_extension("args"))?;
        let mut flags = lines(&source.with_extension("flags"))?;
        flags.retain(|flag| !flag.is_empty());
        let input = Some(source.with_extension("in")).filter(|path| path.exists());
        let resources = Some(source.with_extension("d")).filter(|path| path.exists());
        let mut hasher = DefaultHasher::new();
        (&text, &arguments, &flags).hash(&mut hasher);
        for extra in [&input, &resources].into_iter().flatten() {
            hash_files(extra, &mut hasher)?;
        }
        Ok(Program { name, source, text, main_class, arguments, flags, input, resources, fingerprint: hasher.finish() })
    }
}

/// The package that a compilation unit declares at the start of a line.
fn package(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("package "))?.split(';').next().map(str::trim)
}

/// The lines of a file that need not exist.
fn lines(path: &Path) -> io::Result<Vec<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Feeds the names and contents of everything under `path`, in a fixed order.
fn hash_files(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.file_name().hash(hasher);
    if path.is_dir() {
        let mut inside =
            fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
        inside.sort();
        inside.iter().try_for_each(|path| hash_files(path, hasher))
    } else {
        fs::read(path)?.hash(hasher);
        Ok(())
    }
}

/// What all tests share.
struct Bench {
    jdk: Jdk,
    /// Whether raddle must be told which JDK to use.
    jdk_was_chosen: bool,
    raddle: OsString,
    classes: PathBuf,
    cache: PathBuf,
}

impl Bench {
    fn test(&self, program: &Program) -> Result<(), Failed> {
        let expected = self.expected(program)?;
        let actual = self
            .run(program, self.raddle_command())?
            .ok_or_else(|| format!("raddle overran {} s", TIME_LIMIT.as_secs()))?;
        let report = differences(&expected, &actual);
        if report.is_empty() { Ok(()) } else { Err(report.into()) }
    }

    /// The JDK's outcome, from the cache when program and JDK are the same as then.
    fn expected(&self, program: &Program) -> Result<Outcome, Failed> {
        let mut hasher = DefaultHasher::new();
        (&self.jdk.release, program.fingerprint).hash(&mut hasher);
        let kept = self.cache.join(format!("{}-{:016x}", program.name, hasher.finish()));
        if kept.is_dir() {
            return Ok(Outcome::load(&kept)?);
        }
        let outcome = self
            .run(program, self.java_command())?
            .ok_or_else(|| format!("the program is wrong: java overran {} s", TIME_LIMIT.as_secs()))?;
        let scratch = kept.with_extension(format!("{}.part", std::process::id()));
        outcome.save(&scratch)?;
        publish(&scratch, &kept)?;
        Ok(outcome)
    }

    fn java_command(&self) -> Command {
        let mut command = Command::new(self.jdk.tool("java"));
        command.args(["-ea", "-XX:+ShowCodeDetailsInExceptionMessages"]);
        command
    }

    fn raddle_command(&self) -> Command {
        let mut command = Command::new(&self.raddle);
        command.arg("run");
        if self.jdk_was_chosen {
            command.arg("--jdk").arg(&self.jdk.home);
        }
        command.arg("-ea");
        command
    }

    /// Runs the program with a launcher in an empty directory and a fixed environment; `None` if it overran.
    fn run(&self, program: &Program, mut launcher: Command) -> io::Result<Option<Outcome>> {
        let mut class_path = self.classes.clone().into_os_string();
        if let Some(resources) = &program.resources {
            class_path.push(":");
            class_path.push(resources.canonicalize()?);
        }
        let directory = self.cache.join("cwd").join(&program.name);
        fs::create_dir_all(&directory)?;
        launcher
            .args(&program.flags)
            .arg("-cp")
            .arg(class_path)
            .arg(&program.main_class)
            .args(&program.arguments)
            .current_dir(directory)
            .env("TZ", "UTC");
        let input = match &program.input {
            Some(path) => Stdio::from(fs::File::open(path)?),
            None => Stdio::null(),
        };
        let ended = launching::run(launcher, &self.jdk, input)?;
        Ok(ended.map(|ended| Outcome { exit: ended.exit(), stdout: ended.stdout, stderr: ended.stderr }))
    }
}

/// What can be seen of a finished program.
struct Outcome {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    exit: String,
}

impl Outcome {
    fn load(directory: &Path) -> io::Result<Outcome> {
        Ok(Outcome {
            stdout: fs::read(directory.join("stdout"))?,
            stderr: fs::read(directory.join("stderr"))?,
            exit: fs::read_to_string(directory.join("exit"))?,
        })
    }

    fn save(&self, directory: &Path) -> io::Result<()> {
        fs::create_dir_all(directory)?;
        fs::write(directory.join("stdout"), &self.stdout)?;
        fs::write(directory.join("stderr"), &self.stderr)?;
        fs::write(directory.join("exit"), &self.exit)
    }
}

/// Empty if the outcomes are the same, else what differs with the head of a unified diff.
fn differences(expected: &Outcome, actual: &Outcome) -> String {
    let mut report = String::new();
    if expected.exit != actual.exit {
        let _ = writeln!(report, "java: {}, raddle: {}", expected.exit, actual.exit);
    }
    for (name, wanted, got) in
        [("stdout", &expected.stdout, &actual.stdout), ("stderr", &expected.stderr, &actual.stderr)]
    {
        if wanted != got {
            report.push_str(&diff_head(name, wanted, got));
        }
    }
    report
}

/// The first lines of the unified diff from java's bytes to raddle's.
fn diff_head(name: &str, wanted: &[u8], got: &[u8]) -> String {
    let wanted = String::from_utf8_lossy(wanted);
    let got = String::from_utf8_lossy(got);
    let diff = TextDiff::configure()
        .timeout(Duration::from_secs(2))
        .diff_lines(&*wanted, &*got)
        .unified_diff()
        .context_radius(2)
        .header(&format!("java {name}"), &format!("raddle {name}"))
        .to_string();
    let mut head = String::new();
    for line in diff.lines().take(DIFF_LINES) {
        // A line of a table can be thousands of characters long.
        head.extend(line.chars().take(300));
        head.push('\n');
    }
    let left = diff.lines().count().saturating_sub(DIFF_LINES);
    if left > 0 {
        let _ = writeln!(head, "... {left} more lines of difference");
    }
    head
}

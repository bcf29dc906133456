//! `raddle check`, `raddle replay` and `raddle shrink`: connects the search to the machine, and what they found to the reports.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use raddle_analysis::Analysis;
use raddle_program::jdk::Jdk;
use raddle_search::FrontierKind;
use raddle_search::bound::Counted;
use raddle_search::checkpoint::{Checkpoint, Saved};
use raddle_search::finding::Kind;
use raddle_search::limit::Reached;
use raddle_search::observer::Observer;
use raddle_search::portfolio;
use raddle_search::report::{Bounded, Found, Report};
use raddle_search::search::{Options, explore, resume};
use raddle_search::shrink as shrinking;
use raddle_search::slice;
use raddle_search::strategy::Strategy;
use raddle_search::tracked::Tracked;
use raddle_vm::knowledge::Knowledge;
use raddle_vm::watch::Callers;

use crate::check_options::{CheckOptions, Conditions, Format, PlainFormat, ReplayOptions, ShrinkOptions, Timeouts};
use crate::java_guest::JavaGuest;
use crate::launch_options::LaunchOptions;
use crate::partners::Partners;
use crate::progress::Progress;
use crate::report::{self, Outcome, Reduced, Stats, tell, text};
use crate::run;
use crate::sequence::Sequence;
use crate::slice::{Code, Names, Targets};
use crate::source::Sources;
use crate::telling::{self, TellError};
use crate::trace::{self, Trace};
use crate::trials::{Summary, Trial};
use crate::{CANNOT, complain};

/// Transitions a shrink may take for each second of its budget, about.
const TRANSITIONS_A_SECOND: u64 = 300_000;

/// Set by Ctrl-C: the search ends with a report.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Checks a program and returns the verdict's exit code.
pub fn check(options: CheckOptions) -> ExitCode {
    said(run_check(&options))
}

/// Runs the schedule of a trace again.
pub fn replay(options: ReplayOptions) -> ExitCode {
    said(run_replay(&options))
}

/// Looks for a shorter schedule of a trace's finding.
pub fn shrink(options: ShrinkOptions) -> ExitCode {
    said(run_shrink(&options))
}

pub(crate) fn said(result: Result<u8, String>) -> ExitCode {
    match result {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            complain(&message);
            ExitCode::from(CANNOT)
        }
    }
}

fn run_check(options: &CheckOptions) -> Result<u8, String> {
    let started = Instant::now();
    let program = program_of(&options.launch, &options.conditions)?;
    if options.strategy.frontier == FrontierKind::Slice {
        return run_slice(options, program, started);
    }
    let search = search_options(options, &program);
    let sequence = sequence_of(options, &program)?;
    let partners = partners_of(options, &program)?;
    let knowledge = Arc::new(Knowledge::default());
    let make = || {
        let guest = JavaGuest::new(&program.launch, &options.conditions, options.symmetry, knowledge.clone())?;
        let mut guest = if options.outputs { guest.keep_output() } else { guest };
        if search.clocks {
            guest.machine.keep_callers(Callers::OfAccesses);
        }
        if let Some(partners) = &partners {
            guest = guest.with_partners(partners.clone());
        }
        Ok(guided(guest, &sequence))
    };
    listen_for_interrupt();
    let watcher = Watcher::new(options.quiet, options.outputs);
    if let Some(count) = options.trials {
        return run_trials(options, &program, &search, sequence, &watcher, count);
    }
    let report = match &options.resume {
        None if options.auto => portfolio::explore(make, &search, &watcher),
        None => explore(make, &search, &watcher),
        Some(file) => {
            let saved = Saved::read(file, &search).map_err(|error| error.to_string())?;
            resume(make, &search, saved, &watcher)
        }
    };
    watcher.progress.finish();
    if let Some(reason) = &report.failure
        && report.counters.transitions == 0
    {
        return Err(reason.clone());
    }
    if let Some(reason) = &report.unsaved {
        complain(&format!("the search was not saved: {reason}"));
    }
    let outcome = outcome(knowledge, options, program, report, &watcher, started)?;
    told(options, &outcome)
}

/// Looks for targets by slices.
fn run_slice(options: &CheckOptions, mut program: trace::Program, started: Instant) -> Result<u8, String> {
    let main = run::main_class(&program.launch)?;
    let analysis = Analysis::new(run::boot_library(&program.launch)?, &main)?;
    let targets = match &options.targets[..] {
        [] => Targets::auto(&analysis)?,
        places => Targets::find(&analysis, places)?,
    };
    let conditions = Conditions { targets: targets.aims(&analysis), ..options.conditions.clone() };
    program.conditions = conditions.clone();
    let code = Code::new(&analysis, &targets);
    let numbers = code.numbers();
    let search = search_options(options, &program);
    let knowledge = Arc::new(Knowledge::default());
    let make = || {
        let guest = JavaGuest::new(&program.launch, &conditions, false, knowledge.clone())?;
        Ok(guest.number(numbers.clone()))
    };
    listen_for_interrupt();
    let watcher = Watcher::new(options.quiet, false);
    let names = Names::new(&watcher);
    let found = slice::explore(make, &code, targets.count(), &search, &names);
    watcher.progress.finish();
    if let Some(reason) = &found.report.failure
        && found.report.counters.transitions == 0
    {
        return Err(reason.clone());
    }
    let told_slice = code.tell(&found, names);
    let options = CheckOptions { conditions, ..options.clone() };
    let outcome = outcome(knowledge, &options, program, found.report, &watcher, started)?;
    told(&options, &Outcome { slice: Some(told_slice), ..outcome })
}

/// Tells what came of a check. The verdict's exit code.
fn told(options: &CheckOptions, outcome: &Outcome) -> Result<u8, String> {
    let mut sources = Sources::new(options.source_path.as_deref(), &outcome.program.launch.effective_class_path());
    if let Some(file) = &options.trace {
        for (index, trace) in outcome.findings.iter().chain(&outcome.warnings).enumerate() {
            trace.write(&trace::numbered(file, index)).map_err(|error| error.to_string())?;
        }
    }
    tell(outcome, options.format, options.output.as_deref(), &mut sources)?;
    if !options.quiet
        && std::io::stderr().is_terminal()
        && let Some(hint) = report::hint(outcome, options.trace.as_deref())
    {
        eprintln!("{hint}");
    }
    Ok(outcome.verdict().exit_code())
}

/// Repeats a search with one seed after the other, each on a machine that knows nothing of the others.
fn run_trials(
    options: &CheckOptions,
    program: &trace::Program,
    search: &Options,
    sequence: Option<Arc<Sequence>>,
    watcher: &Watcher,
    count: u64,
) -> Result<u8, String> {
    let mut trials = Vec::new();
    for index in 0..count {
        let seed = search.strategy.seed.wrapping_add(index);
        let knowledge = Arc::new(Knowledge::default());
        let make = || {
            let guest = JavaGuest::new(&program.launch, &options.conditions, options.symmetry, knowledge.clone())?;
            Ok(guided(guest, &sequence))
        };
        let strategy = Strategy { seed, ..search.strategy.clone() };
        let report = explore(make, &Options { strategy, ..search.clone() }, watcher);
        if let Some(reason) = report.failure {
            return Err(reason);
        }
        if report.reached.contains(&Reached::Interrupted) {
            break;
        }
        let counters = &report.counters;
        trials.push(Trial {
            seed,
            found: !report.found.is_empty(),
            complete: report.is_complete(),
            states: counters.states,
            transitions: counters.transitions,
            executions: counters.executions,
            error_depth: report.found.first().map(|found| found.schedule.choices.len() as u64),
        });
    }
    watcher.progress.finish();
    let strategy = Strategy { seed: 0, ..search.strategy.clone() };
    let summary = Summary::new(strategy.to_string(), trials);
    let text = if options.format == Format::Json { summary.json() } else { summary.text() };
    report::write(&text, options.output.as_deref())?;
    Ok(summary.exit_code())
}

/// The places that guide the search, found in the program.
fn sequence_of(options: &CheckOptions, program: &trace::Program) -> Result<Option<Arc<Sequence>>, String> {
    let places = &options.strategy.sequence;
    if places.is_empty() {
        return Ok(None);
    }
    Sequence::find(&program.launch, places).map(|sequence| Some(Arc::new(sequence)))
}

/// Which accesses could meet, where the search goes by that.
fn partners_of(options: &CheckOptions, program: &trace::Program) -> Result<Option<Arc<Partners>>, String> {
    if options.strategy.frontier != FrontierKind::ValueSchedule {
        return Ok(None);
    }
    Partners::find(&program.launch).map(|partners| Some(Arc::new(partners)))
}

fn guided(guest: JavaGuest, sequence: &Option<Arc<Sequence>>) -> JavaGuest {
    match sequence {
        Some(sequence) => guest.guide(sequence.clone()),
        None => guest,
    }
}

/// What is checked, with the class path the environment says.
pub(crate) fn program_of(launch: &LaunchOptions, conditions: &Conditions) -> Result<trace::Program, String> {
    let jdk = Jdk::locate(launch.jdk.as_deref()).map_err(|error| error.to_string())?;
    let launch = LaunchOptions { class_path: Some(launch.effective_class_path()), ..launch.clone() };
    Ok(trace::Program { launch, jdk_feature: jdk.feature, conditions: conditions.clone() })
}

fn search_options(options: &CheckOptions, program: &trace::Program) -> Options {
    let identity = if options.checkpoint.is_some() {
        let contents = class_path_digest(&program.launch.effective_class_path());
        serde_json::to_vec(&(program, options.symmetry, options.outputs, contents)).unwrap_or_default()
    } else {
        Vec::new()
    };
    Options {
        strategy: options.strategy.clone(),
        matching: options.matching,
        properties: options.conditions.properties.iter().copied().collect(),
        all_errors: options.all_errors,
        limits: options.limits.clone(),
        // Where not every order of operations is met, races show along the paths that are.
        clocks: options.conditions.timeouts != Timeouts::Always
            || !options.limits.are_none()
            || options.strategy.may_leave_out()
            || options.strategy.explores_executions(),
        workers: options.workers.get(),
        checkpoint: options.checkpoint.as_ref().map(|checkpoint| {
            let mut saved = Checkpoint::new(&checkpoint.file, identity);
            saved.every = checkpoint.every;
            saved
        }),
    }
}

/// A digest of everything on the class path: a saved search goes on only with the program it was begun with.
fn class_path_digest(class_path: &str) -> String {
    let mut files = Vec::new();
    let mut pending: Vec<std::path::PathBuf> = class_path.split(':').map(Into::into).collect();
    while let Some(path) = pending.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => pending.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) if path.extension().is_some_and(|end| end == "class" || end == "jar") => files.push(path),
            Err(_) => {}
        }
    }
    files.sort();
    let digests: Vec<String> = files
        .iter()
        .map(|file| format!("{} {}", file.display(), trace::digest(&std::fs::read(file).unwrap_or_default())))
        .collect();
    trace::digest(digests.join("\n").as_bytes())
}

/// Looks on while a search goes.
pub(crate) struct Watcher {
    pub(crate) progress: Progress,
    /// The different outputs of complete executions, where they are asked for.
    outputs: Option<Mutex<BTreeSet<String>>>,
    /// What two runs of one path could differ by.
    pub(crate) uncontrolled: Mutex<BTreeSet<String>>,
}

impl Watcher {
    pub(crate) fn new(quiet: bool, outputs: bool) -> Watcher {
        Watcher {
            progress: Progress::new(quiet),
            outputs: outputs.then(Mutex::default),
            uncontrolled: Mutex::default(),
        }
    }
}

pub(crate) fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Observer<JavaGuest> for Watcher {
    fn progress(&self, progress: &raddle_search::report::Progress) -> ControlFlow<()> {
        self.progress.update(&progress.counters, progress.estimate);
        if INTERRUPTED.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&self, guest: &mut JavaGuest) {
        if let Some(outputs) = &self.outputs {
            held(outputs).insert(guest.output());
        }
        let mut known = held(&self.uncontrolled);
        for what in guest.machine.uncontrolled() {
            if !known.contains(what) {
                known.insert(what.to_string());
            }
        }
    }

    fn save(&self) -> Vec<u8> {
        let outputs = self.outputs.as_ref().map(|outputs| held(outputs).clone());
        serde_json::to_vec(&(outputs, &*held(&self.uncontrolled))).unwrap_or_default()
    }

    fn restore(&self, saved: &[u8]) -> Result<(), String> {
        let (outputs, uncontrolled): (Option<BTreeSet<String>>, BTreeSet<String>) =
            serde_json::from_slice(saved).map_err(|error| format!("the checkpoint is damaged: {error}"))?;
        if let (Some(known), Some(outputs)) = (&self.outputs, outputs) {
            held(known).extend(outputs);
        }
        held(&self.uncontrolled).extend(uncontrolled);
        Ok(())
    }
}

fn outcome(
    knowledge: Arc<Knowledge>,
    options: &CheckOptions,
    program: trace::Program,
    report: Report,
    watcher: &Watcher,
    started: Instant,
) -> Result<Outcome, String> {
    let (mut findings, mut warnings) = (Vec::new(), Vec::new());
    if !report.found.is_empty() || !report.warnings.is_empty() {
        let mut guest = JavaGuest::new(&program.launch, &options.conditions, options.symmetry, knowledge)?;
        guest.machine.keep_callers(Callers::OfAll);
        let mut traces = |found: &[Found]| -> Result<Vec<Trace>, String> {
            found.iter().map(|found| telling::trace(&mut guest, &program, found).map_err(describe_failure)).collect()
        };
        (findings, warnings) = (traces(&report.found)?, traces(&report.warnings)?);
        // A search that stops at its first error may have seen no path to its end.
        held(&watcher.uncontrolled).extend(guest.machine.uncontrolled().map(str::to_string));
    }
    let mut unexplored = unexplored(&report, options.all_errors);
    if let Some(failure) = &report.failure {
        // The verdict is one line; where the program stood goes to whoever reads along.
        let (first, rest) = failure.split_once('\n').unwrap_or((failure, ""));
        unexplored.push(first.to_string());
        if !rest.is_empty() {
            complain(failure.trim_end());
        }
    }
    Ok(Outcome {
        findings,
        warnings,
        all_errors: options.all_errors,
        strategy: strategy_words(options),
        bounded: report.bounded,
        unexplored,
        uncontrolled: held(&watcher.uncontrolled).iter().cloned().collect(),
        slice: None,
        outputs: watcher.outputs.as_ref().map(|outputs| held(outputs).iter().cloned().collect()),
        stats: stats(&report, &options.strategy, started),
        program,
    })
}

/// The strategy, as options.
fn strategy_words(options: &CheckOptions) -> String {
    match (options.auto, options.strategy.seed) {
        (false, _) => options.strategy.to_string(),
        (true, 0) => "--strategy auto".to_owned(),
        (true, seed) => format!("--strategy auto --seed {seed}"),
    }
}

/// Why not everything was explored, in words. What a strategy leaves out is not worth a word when an error ended the search.
fn unexplored(report: &Report, all_errors: bool) -> Vec<String> {
    let ended = !report.found.is_empty() && !all_errors;
    let limits = report.reached.iter().filter(|reached| !reached.is_of_strategy() || !ended);
    let mut words: Vec<String> =
        limits.filter(|reached| **reached != Reached::Bound).map(|reached| reached.name().to_string()).collect();
    if let Some(Bounded { counted, up_to: Some(most) }) = report.bounded
        && !report.is_complete()
        && !ended
    {
        words.push(format!("paths of more than {}", counted_words(most, counted)));
    }
    words
}

/// `1 preemption`, `2 delays`.
fn counted_words(number: u32, counted: Counted) -> String {
    let name = counted.name();
    format!("{number} {}", if number == 1 { name.trim_end_matches('s') } else { name })
}

fn stats(report: &Report, strategy: &Strategy, started: Instant) -> Stats {
    let counters = report.counters;
    let reduced = Reduced { reversals: counters.reversals, blocked: counters.blocked, left: report.estimate };
    Stats {
        states: counters.states,
        transitions: counters.transitions,
        executions: counters.executions,
        depth: counters.depth,
        instructions: counters.instructions,
        matched: (counters.transitions + 1).saturating_sub(counters.states),
        reduced: report.reduced.then_some(reduced),
        refuted: (strategy.frontier == FrontierKind::ValueSchedule).then_some(counters.refuted),
        causal: matches!(strategy.frontier, FrontierKind::Causal | FrontierKind::Predict).then_some(counters.causal),
        restarts: report.restarts,
        elapsed_ms: started.elapsed().as_millis() as u64,
        peak_memory_bytes: peak_memory(),
        store_bytes: report.store,
    }
}

/// The most memory the process had, as the system counts it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<u64> = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.unwrap_or(0) * 1024
}

pub(crate) fn describe_failure(error: TellError) -> String {
    match error {
        TellError::Replay(error) => {
            format!("a schedule does not replay: {error}; this is a mistake of Raddle's: please report it")
        }
        TellError::Failed(message) => message,
    }
}

pub(crate) fn listen_for_interrupt() {
    // Where no handler can be set the search simply ends when it is told to.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
}

/// A guest for the program of a trace, as it was or as it is now elsewhere.
fn guest_of(
    trace: &Trace,
    class_path: Option<&String>,
    jdk: Option<&std::path::PathBuf>,
) -> Result<(JavaGuest, trace::Program), String> {
    let mut program = trace.program.clone();
    if let Some(path) = class_path {
        program.launch.class_path = Some(path.clone());
    }
    if let Some(jdk) = jdk {
        program.launch.jdk = Some(jdk.clone());
    }
    let knowledge = Arc::new(Knowledge::from_lines(trace.knowledge.iter().map(String::as_str)));
    let mut guest = JavaGuest::new(&program.launch, &program.conditions, false, knowledge)?;
    guest.machine.keep_callers(Callers::OfAll);
    Ok((guest, program))
}

fn run_replay(options: &ReplayOptions) -> Result<u8, String> {
    let trace = Trace::read(&options.file).map_err(|error| error.to_string())?;
    let (mut guest, program) = guest_of(&trace, options.class_path.as_ref(), options.jdk.as_ref())?;
    trace.check_digest(&telling::digests(&guest)).map_err(|error| error.to_string())?;
    let told = telling::follow(&mut guest, &trace.schedule, &trace.finding);
    trace.check_digest(&telling::digests(&guest)).map_err(|error| error.to_string())?;
    let told = told.map_err(|error| match error {
        TellError::Replay(error) => {
            format!("the program has changed since the trace was written, or its JDK has: {error}")
        }
        TellError::Failed(message) => message,
    })?;
    let shows = told.finding.as_ref().is_some_and(|finding| finding.cause == trace.finding.cause);
    let mut steps = told.steps;
    if let Some(first) = steps.first_mut() {
        first.output.insert_str(0, &told.before);
    }
    let again = Trace { program, steps, threads: told.threads, stands: told.stands, ..trace };
    print_replay(&again, options, shows);
    Ok(u8::from(shows))
}

fn print_replay(trace: &Trace, options: &ReplayOptions, shows: bool) {
    let text = match options.format {
        PlainFormat::Json => trace.to_json(),
        PlainFormat::Text => {
            let mut sources = Sources::new(options.sourcepath.as_deref(), &trace.program.launch.effective_class_path());
            let told = text::trace(trace, &mut sources, options.verbose);
            let end = if shows { "" } else { "\nThe finding does not show again.\n" };
            format!("{told}{end}")
        }
    };
    // Nobody is left to tell when standard output is closed.
    let _ = anstream::stdout().lock().write_all(text.as_bytes());
}

fn run_shrink(options: &ShrinkOptions) -> Result<u8, String> {
    let trace = Trace::read(&options.file).map_err(|error| error.to_string())?;
    let (mut guest, program) = guest_of(&trace, options.class_path.as_ref(), options.jdk.as_ref())?;
    trace.check_digest(&telling::digests(&guest)).map_err(|error| error.to_string())?;
    let budget = options.budget.as_secs_f64() * TRANSITIONS_A_SECOND as f64;
    let shrunk = match shrinking::shrink(&mut guest, &trace.schedule, &trace.finding, budget as u64) {
        Err(_) if trace.finding.kind == Kind::Race => {
            // One of the accesses may have been already where the schedule ends.
            guest.home();
            let mut tracked = Tracked::new(guest);
            let shrunk = shrinking::shrink(&mut tracked, &trace.schedule, &trace.finding, budget as u64)?;
            guest = tracked.guest;
            shrunk
        }
        shrunk => shrunk?,
    };
    let found = Found { finding: trace.finding.clone(), schedule: shrunk.schedule, again: 0 };
    guest.home();
    let smaller = telling::trace(&mut guest, &program, &found).map_err(describe_failure)?;
    let output = options.output.as_ref().unwrap_or(&options.file);
    smaller.write(output).map_err(|error| error.to_string())?;
    println!(
        "{} steps with {} preemption(s), from {} with {}{}",
        smaller.schedule.choices.len(),
        shrunk.preemptions,
        trace.schedule.choices.len(),
        trace.preemptions(),
        if shrunk.smallest { ": there is no smaller one" } else { "; a longer --budget may find a smaller one" }
    );
    Ok(0)
}

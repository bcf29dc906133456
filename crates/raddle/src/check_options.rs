//! What follows `raddle check`, `raddle replay`, `raddle shrink` and `raddle show`.
//!
//! `check` starts a program, so its options end where the program's begin, as `java`'s do, and all of `raddle run`'s are
//! among them. The other three read a file, and have options as other tools have.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use raddle_search::FrontierKind;
use raddle_search::backtrack::Backtrack;
use raddle_search::bound::Bound;
use raddle_search::finding::Kind;
use raddle_search::guided::BACKTRACK_STATES;
use raddle_search::limit::Limits;
use raddle_search::order::OrderKind;
use raddle_search::reduce::Reduction;
use raddle_search::store::Matching;
use raddle_search::strategy::{COMBINATIONS, PartError, Strategy};
use serde::{Deserialize, Serialize};

use crate::launch_options::{self, LaunchOptions, OptionError, Words, error, sized, value};
use crate::sequence;

/// How often a search saves itself when `--checkpoint-every` does not say.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// Random walks when no limit says how many.
const WALKS: u64 = 10_000;

/// Most worker threads that can be asked for: more would only wait for each other.
const MOST_WORKERS: usize = 1024;

/// Everything `raddle check` was told on its command line.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How the program is started.
    pub launch: LaunchOptions,
    /// What decides which choices there are.
    pub conditions: Conditions,
    /// How to go through the states.
    pub strategy: Strategy,
    /// The targets of `--search slice`; none are all there are.
    pub targets: Vec<String>,
    /// Whether several strategies have their turns; of the one above only the seed matters then.
    pub auto: bool,
    /// With how many seeds to repeat the search, to say how they differ.
    pub trials: Option<u64>,
    /// How visited states are recognised.
    pub matching: Matching,
    /// Whether threads that differ only in their number are taken for the same.
    pub symmetry: bool,
    /// How many threads search.
    pub workers: NonZeroUsize,
    /// How far the search goes at most.
    pub limits: Limits,
    /// Whether the search goes on after an error.
    pub all_errors: bool,
    /// Whether the different outputs of complete executions are listed.
    pub outputs: bool,
    /// Where the search saves itself now and then.
    pub checkpoint: Option<Checkpoint>,
    /// The saved search to go on with.
    pub resume: Option<PathBuf>,
    /// The form of the report.
    pub format: Format,
    /// Where the report goes; else to standard output.
    pub output: Option<PathBuf>,
    /// Where the trace of the first finding goes.
    pub trace: Option<PathBuf>,
    /// Where sources are looked for first, as a path of directories.
    pub source_path: Option<String>,
    /// Whether progress is kept to oneself even on a terminal.
    pub quiet: bool,
}

/// What decides which choices a program has and which of them are errors: a schedule means the same only under the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// When time-outs fire.
    pub timeouts: Timeouts,
    /// Whether what `java.util.Random` yields is a choice.
    pub random_choice: bool,
    /// Whether the program sees the real time.
    pub real_clock: bool,
    /// Whether threads may wake up without cause.
    #[serde(default, skip_serializing_if = "is_false")]
    pub spurious_wakeups: bool,
    /// The places it is an error to come to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Aim>,
    /// Which kinds of finding are errors.
    #[serde(with = "kind_names")]
    pub properties: BTreeSet<Kind>,
}

/// A target of `--search slice`, found in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    /// As it was given.
    pub target: String,
    /// The instructions it means: `shop/Till.pay(I)V+9`.
    pub at: Vec<String>,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            timeouts: Timeouts::Always,
            random_choice: false,
            real_clock: false,
            spurious_wakeups: false,
            targets: Vec::new(),
            properties: Kind::ALL.into_iter().filter(|kind| *kind != Kind::Race).collect(),
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// When the time-out of a wait, park, sleep or poll can fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timeouts {
    /// At any moment: whatever else there is to do may take longer.
    Always,
    /// Only when nothing else can go on.
    Idle,
    /// Not at all.
    Never,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For a person.
    Text,
    /// For programs; see docs/report-schema.md.
    Json,
    /// For code scanning.
    Sarif,
    /// For test reports.
    Junit,
}

/// Where and how often a search saves itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The file.
    pub file: PathBuf,
    /// How often.
    pub every: Duration,
}

/// What the command line of `raddle check` asks for.
#[derive(Clone, Debug)]
pub enum CheckRequest {
    /// Check a program.
    Check(Box<CheckOptions>),
    /// Print the help of `raddle check`.
    Help,
}

/// Reads the words that follow `raddle check`.
///
/// ```
/// use raddle::check_options::{parse, CheckRequest};
/// use raddle_search::FrontierKind;
///
/// let words = ["--search", "breadth", "-cp", "classes", "Main", "3"].map(Into::into);
/// let Ok(CheckRequest::Check(options)) = parse(words) else { panic!("a check") };
/// assert_eq!(options.strategy.frontier, FrontierKind::BreadthFirst);
/// assert_eq!(options.launch.arguments, ["3"]);
/// ```
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<CheckRequest, OptionError> {
    let mut reader = Reader::default();
    let launch = launch_options::read("check", words, |name, attached, rest| reader.option(name, attached, rest))?;
    match launch {
        Some(launch) => reader.finish(launch).map(|options| CheckRequest::Check(Box::new(options))),
        None => Ok(CheckRequest::Help),
    }
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    conditions: Conditions,
    /// The named strategy that the parts are put into.
    base: Option<Strategy>,
    /// Whether `--strategy auto` was asked for.
    auto: bool,
    frontier: Option<FrontierKind>,
    queue: Option<u32>,
    order: Option<OrderKind>,
    bound: Option<Bound>,
    backtrack: Option<Backtrack>,
    reduce: Option<Reduction>,
    sequence: Vec<String>,
    targets: Vec<String>,
    /// Whether `--targets auto` was given.
    finds_targets: bool,
    seed: Option<u64>,
    trials: Option<u64>,
    matching: Option<Matching>,
    symmetry: bool,
    workers: Option<NonZeroUsize>,
    limits: Limits,
    all_errors: bool,
    outputs: bool,
    checkpoint: Option<PathBuf>,
    checkpoint_every: Option<Duration>,
    resume: Option<PathBuf>,
    format: Option<Format>,
    output: Option<PathBuf>,
    trace: Option<PathBuf>,
    source_path: Option<String>,
    quiet: bool,
}

impl Reader {
    /// Reads one option if it is one of `check`'s own.
    fn option(&mut self, name: &str, attached: Option<&str>, rest: &mut Words) -> Result<bool, OptionError> {
        if attached.is_none() && self.flag(name) {
            return Ok(true);
        }
        let attached = attached.map(str::to_owned);
        let mut given = |what: &str| value(name, attached.clone(), what, rest);
        match name {
            "--search" => self.frontier = Some(part(name, &given("a name such as depth")?)?),
            "--queue" => self.queue = Some(part_count(name, &given("a number")?)?),
            "--order" => self.order = Some(part(name, &given("a name such as random")?)?),
            "--bound" => self.bound = Some(part(name, &given("a name such as preemptions=2")?)?),
            "--backtrack" => self.backtrack = Some(part(name, &given("a name such as random")?)?),
            "--reduce" => self.reduce = Some(part(name, &given("a name such as optimal")?)?),
            "--strategy" => match given("a name such as auto")?.as_str() {
                "auto" => (self.auto, self.base) = (true, None),
                name => (self.auto, self.base) = (false, Some(combination(name)?)),
            },
            "--sequence" => {
                let given = given("places such as Account.deposit:17, or a file of them")?;
                self.sequence = sequence::read(&given).or_else(|wrong| error(format!("--sequence: {wrong}")))?;
            }
            "--target" => {
                let given = given("places such as Till.pay:17")?;
                self.targets.extend(given.split(',').map(|place| place.trim().to_string()));
                if self.targets.iter().any(String::is_empty) {
                    return error("--target: there is nothing between two commas; write places such as Till.pay:17");
                }
            }
            "--targets" => {
                one_of(name, &given("auto")?, &[("auto", ())])?;
                self.finds_targets = true;
            }
            "--seed" => {
                let seed = given("a number")?;
                let seed =
                    seed.parse().or_else(|_| error(format!("--seed {seed}: not a number from 0 to {}", u64::MAX)));
                self.seed = Some(seed?);
            }
            "--trials" => self.trials = Some(count(name, &given("a number")?)?),
            "--match" => {
                const FORMS: [(&str, Matching); 3] =
                    [("fingerprint", Matching::Fingerprint), ("full", Matching::Exact), ("off", Matching::Off)];
                self.matching = Some(one_of(name, &given("fingerprint, full or off")?, &FORMS)?);
            }
            "--timeouts" => {
                const FORMS: [(&str, Timeouts); 3] =
                    [("always", Timeouts::Always), ("idle", Timeouts::Idle), ("never", Timeouts::Never)];
                self.conditions.timeouts = one_of(name, &given("always, idle or never")?, &FORMS)?;
            }
            "--format" => {
                const FORMS: [(&str, Format); 4] = [
                    ("text", Format::Text),
                    ("json", Format::Json),
                    ("sarif", Format::Sarif),
                    ("junit", Format::Junit),
                ];
                self.format = Some(one_of(name, &given("text, json, sarif or junit")?, &FORMS)?);
            }
            "--property" => self.conditions.properties = properties(&given("names, all or none")?)?,
            "--workers" => self.workers = Some(workers(&given("a number")?)?),
            "--max-states" => self.limits.states = Some(count(name, &given("a number")?)?),
            "--max-executions" => self.limits.executions = Some(count(name, &given("a number")?)?),
            "--max-depth" => self.limits.depth = Some(count(name, &given("a number")?)?),
            "--max-time" => self.limits.time = Some(duration(name, &given("a time such as 10s")?)?),
            "--max-memory" => {
                let size = given("a size such as 2g")?;
                self.limits.memory = Some(sized(&format!("{name} {size}"), &size)?);
            }
            "--checkpoint" => self.checkpoint = Some(given("a file")?.into()),
            "--checkpoint-every" => self.checkpoint_every = Some(duration(name, &given("a time such as 60s")?)?),
            "--resume" => self.resume = Some(given("a file")?.into()),
            "--output" => self.output = Some(given("a file")?.into()),
            "--trace" => self.trace = Some(given("a file")?.into()),
            "--sourcepath" | "--source-path" | "-sourcepath" => {
                self.source_path = Some(given("a path of directories")?)
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads an option without a value; false when it is another option.
    fn flag(&mut self, name: &str) -> bool {
        match name {
            "--all-errors" => self.all_errors = true,
            "--symmetry" => self.symmetry = true,
            "--outputs" => self.outputs = true,
            "--random-choice" => self.conditions.random_choice = true,
            "--real-clock" => self.conditions.real_clock = true,
            "--spurious-wakeups" => self.conditions.spurious_wakeups = true,
            "--quiet" | "--no-progress" => self.quiet = true,
            _ => return false,
        }
        true
    }

    /// Whether a part of a strategy was given.
    fn has_parts(&self) -> bool {
        let parts = [self.frontier.is_some(), self.order.is_some(), self.bound.is_some(), self.backtrack.is_some()];
        parts.contains(&true) || self.reduce.is_some() || !self.sequence.is_empty() || self.has_targets()
    }

    /// Whether the plain search alone is asked for by what only it can do: be saved, list all errors, do without matching.
    fn is_plain_only(&self) -> bool {
        let saves = self.checkpoint.is_some() || self.resume.is_some();
        saves || self.all_errors || self.symmetry || self.trials.is_some() || self.matching == Some(Matching::Off)
    }

    /// Whether nothing is said but that states are not to be matched: then it is best to explore a path of each class.
    fn is_off(&self) -> bool {
        let is_open = !self.auto && !self.has_parts() && self.base.is_none() && self.trials.is_none();
        is_open && !self.symmetry && !self.conditions.spurious_wakeups && self.matching == Some(Matching::Off)
    }

    /// Whether several strategies have their turns: if asked for, and if nothing says otherwise.
    fn is_auto(&self) -> bool {
        self.auto || !self.has_parts() && self.base.is_none() && !self.is_plain_only()
    }

    /// The strategy that the parts make.
    fn strategy(&self) -> Result<Strategy, OptionError> {
        let mut strategy = self.base.clone().unwrap_or_default();
        strategy.frontier = self.frontier.unwrap_or(strategy.frontier);
        strategy.order = self.order.clone().unwrap_or(strategy.order);
        strategy.bound = self.bound.or(strategy.bound);
        strategy.backtrack = self.backtrack.or(strategy.backtrack);
        strategy.reduce = self.reduce.unwrap_or(if self.is_off() { Reduction::Optimal } else { strategy.reduce });
        strategy.sequence = self.sequence.clone();
        if !self.sequence.is_empty() && self.base.is_none() {
            strategy.frontier = self.frontier.unwrap_or(FrontierKind::Guided { most: BACKTRACK_STATES });
            strategy.order = self.order.clone().unwrap_or(OrderKind::Distance);
        }
        if self.has_targets() && self.base.is_none() {
            strategy.frontier = self.frontier.unwrap_or(FrontierKind::Slice);
        }
        strategy.seed = self.seed.unwrap_or(strategy.seed);
        match (&mut strategy.frontier, self.queue) {
            (FrontierKind::BestFirst { queue }, Some(most)) => *queue = Some(most),
            (FrontierKind::Beam { width: kept } | FrontierKind::Guided { most: kept }, Some(most)) => *kept = most,
            (_, Some(_)) => return error("--queue bounds the queue of --search best, beam or guided; add one of them"),
            (_, None) => {}
        }
        if let Some(refusal) = strategy.refusal() {
            return error(refusal);
        }
        if self.seed.is_some() && !strategy.is_random() && !self.is_auto() {
            return error(
                "--seed: nothing in this search is left to chance; add --order random, --backtrack or another",
            );
        }
        Ok(strategy)
    }

    /// Whether it was said what `--search slice` looks for.
    fn has_targets(&self) -> bool {
        self.finds_targets || !self.targets.is_empty()
    }

    /// Complains about options that a strategy cannot honour.
    fn check_strategy(&self, strategy: &Strategy) -> Result<(), OptionError> {
        let saves = self.checkpoint.is_some() || self.resume.is_some();
        if saves && !strategy.is_resumable() {
            return error(format!(
                "{strategy} cannot go on as if it had not been saved; leave --checkpoint or --resume out"
            ));
        }
        if self.workers.is_some_and(|workers| workers.get() > 1)
            && matches!(strategy.frontier, FrontierKind::Beam { .. })
        {
            return error("--search beam compares all states of a depth, so it is one worker's; leave --workers out");
        }
        if strategy.frontier == FrontierKind::Slice {
            if self.workers.is_some_and(|workers| workers.get() > 1) || self.symmetry || self.outputs {
                return error(
                    "--search slice is one worker's, and lets some threads of many interleave; leave --workers, --symmetry and --outputs out",
                );
            }
            if self.matching == Some(Matching::Off) && !strategy.explores_executions() {
                return error("--search slice matches states; leave --match off out, or add --reduce optimal");
            }
            if self.finds_targets && !self.targets.is_empty() {
                return error("--targets auto looks for targets, and --target names them; leave one out");
            }
        } else if self.has_targets() {
            return error(
                "--target and --targets are what --search slice looks for; leave them or the other search out",
            );
        }
        if strategy.frontier.goes_by_values() {
            self.check_executions(strategy.frontier)?;
        }
        let reduce = strategy.reduce;
        if reduce.explores_executions() {
            if self.symmetry || self.matching == Some(Matching::Exact) {
                return error(format!(
                    "--reduce {reduce} matches states by fingerprints of their own or not at all; leave --symmetry and --match full out"
                ));
            }
            if self.matching == Some(Matching::Fingerprint) && saves {
                return error(format!(
                    "--reduce {reduce} --match fingerprint does not save what is done below states; leave --match, or --checkpoint and --resume, out"
                ));
            }
            if self.matching == Some(Matching::Fingerprint) && strategy.bound.is_some() {
                return error(format!(
                    "--reduce {reduce} --match fingerprint takes states for the same however many preemptions led there; leave --match or --bound out"
                ));
            }
            if self.matching == Some(Matching::Fingerprint) && self.conditions.properties.contains(&Kind::Race) {
                return error(format!(
                    "--reduce {reduce} --match fingerprint looks for races only as far as paths are new; leave --match or --property race out"
                ));
            }
        }
        if self.workers.is_some_and(|workers| workers.get() > 1) && strategy.reduce == Reduction::Jpf {
            return error(
                "--reduce jpf gathers who accesses what along one path after the other, so it is one worker's; leave --workers out",
            );
        }
        if self.conditions.spurious_wakeups && reduce == Reduction::Jpf {
            return error(
                "--reduce jpf lets one thread go on alone, and a wake-up without cause is possible as long as another can; leave --spurious-wakeups out",
            );
        }
        if self.conditions.spurious_wakeups && reduce.explores_executions() && strategy.bound.is_some() {
            return error(format!(
                "--bound with --reduce {reduce} may find the company that a wake-up without cause needs too dear; leave --spurious-wakeups out"
            ));
        }
        if self.symmetry && strategy.reduce == Reduction::Jpf {
            return error("--reduce jpf tells threads apart that --symmetry takes for the same; leave one out");
        }
        if self.symmetry && strategy.bound.is_some() {
            return error("--bound tells threads apart that --symmetry takes for the same; leave one out");
        }
        if self.trials.is_some() && !strategy.is_random() {
            return error(
                "--trials: every seed does the same in this search; add --order random, --backtrack or another",
            );
        }
        if self.trials.is_some() && (saves || self.outputs || self.trace.is_some() || self.all_errors) {
            return error(
                "--trials counts errors and keeps none; leave --trace, --outputs, --all-errors and --checkpoint out",
            );
        }
        if self.trials.is_some() && matches!(self.format, Some(Format::Sarif | Format::Junit)) {
            return error("--trials is told as text or json; give --format one of them");
        }
        Ok(())
    }

    /// Complains about options that a search of executions by what they read cannot honour.
    fn check_executions(&self, search: FrontierKind) -> Result<(), OptionError> {
        if self.symmetry || self.matching.is_some_and(|matching| matching != Matching::Off) {
            return error(format!("--search {search} matches no states; leave --symmetry and --match out"));
        }
        if search != FrontierKind::Causal && self.workers.is_some_and(|workers| workers.get() > 1) {
            return error(format!(
                "--search {search} derives one schedule from another, so it is one worker's; leave --workers out"
            ));
        }
        if search == FrontierKind::ValueSchedule && self.conditions.properties.contains(&Kind::Race) {
            return error(format!(
                "--search {search} leaves open which of two writes comes first, and a race may hide behind that; leave --property race out or give --reduce optimal"
            ));
        }
        if self.conditions.timeouts != Timeouts::Always || self.conditions.spurious_wakeups {
            return error(format!(
                "--search {search} needs to know of every step what it depends on, and what happens only when nothing else can, or as long as something can, depends on everything; leave --timeouts and --spurious-wakeups out"
            ));
        }
        Ok(())
    }

    fn finish(mut self, launch: LaunchOptions) -> Result<CheckOptions, OptionError> {
        if self.auto && (self.has_parts() || self.queue.is_some()) {
            return error(
                "--strategy auto has parts of its own; leave --search, --order, --bound, --backtrack, --sequence and --reduce out",
            );
        }
        if self.auto && self.is_plain_only() {
            return error(
                "--strategy auto is one search after the other; leave --checkpoint, --resume, --all-errors, --symmetry, --trials and --match off out",
            );
        }
        let auto = self.is_auto();
        let strategy = self.strategy()?;
        self.check_strategy(&strategy)?;
        let Limits { states, executions, time, .. } = self.limits;
        if strategy.is_endless() && states.or(executions).is_none() && time.is_none() {
            self.limits.executions = Some(WALKS);
        }
        // Without saved states there is nothing to recognise visited ones by.
        let is_stateless = strategy.frontier == FrontierKind::Stateless || strategy.explores_executions();
        let usual = if is_stateless { Matching::Off } else { Matching::Fingerprint };
        // A search that goes on keeps saving itself where it was saved.
        let file = self.checkpoint.or_else(|| self.resume.clone());
        if self.checkpoint_every.is_some() && file.is_none() {
            return error("--checkpoint-every says how often, but not where; add --checkpoint FILE");
        }
        let every = self.checkpoint_every.unwrap_or(CHECKPOINT_EVERY);
        if self.symmetry && self.matching == Some(Matching::Off) {
            return error(
                "--symmetry is about which states are the same, and --match off about none being; leave one out",
            );
        }
        Ok(CheckOptions {
            launch,
            conditions: self.conditions,
            strategy,
            targets: self.targets,
            auto,
            trials: self.trials,
            matching: self.matching.unwrap_or(usual),
            symmetry: self.symmetry,
            workers: self.workers.unwrap_or(NonZeroUsize::MIN),
            limits: self.limits,
            all_errors: self.all_errors,
            outputs: self.outputs,
            checkpoint: file.map(|file| Checkpoint { file, every }),
            resume: self.resume,
            format: self.format.unwrap_or(Format::Text),
            output: self.output,
            trace: self.trace,
            source_path: self.source_path,
            quiet: self.quiet,
        })
    }
}

/// A part of a strategy.
fn part<P: FromStr<Err = PartError>>(option: &str, given: &str) -> Result<P, OptionError> {
    given.parse().or_else(|wrong| error(format!("{option} {given}: {wrong}; raddle strategies lists all")))
}

fn part_count(option: &str, given: &str) -> Result<u32, OptionError> {
    match given.parse() {
        Ok(0) | Err(_) => error(format!("{option} {given}: not a number from 1 to {}", u32::MAX)),
        Ok(number) => Ok(number),
    }
}

/// The strategy of this name.
fn combination(given: &str) -> Result<Strategy, OptionError> {
    match Strategy::named(given) {
        Some(strategy) => Ok(strategy),
        None => {
            let names: Vec<&str> = COMBINATIONS.iter().map(|named| named.name).collect();
            error(format!("--strategy {given}: no such value; give one of {}", names.join(", ")))
        }
    }
}

/// The value of this name.
pub(crate) fn one_of<T: Copy>(option: &str, given: &str, forms: &[(&str, T)]) -> Result<T, OptionError> {
    match forms.iter().find(|(name, _)| *name == given) {
        Some((_, form)) => Ok(*form),
        None => {
            let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
            error(format!("{option} {given}: no such value; give one of {}", names.join(", ")))
        }
    }
}

pub(crate) fn count(option: &str, given: &str) -> Result<u64, OptionError> {
    match given.parse() {
        Ok(0) | Err(_) => error(format!("{option} {given}: not a number from 1 to {}", u64::MAX)),
        Ok(number) => Ok(number),
    }
}

fn workers(given: &str) -> Result<NonZeroUsize, OptionError> {
    match given.parse::<NonZeroUsize>() {
        Ok(workers) if workers.get() <= MOST_WORKERS => Ok(workers),
        _ => error(format!("--workers {given}: not a number from 1 to {MOST_WORKERS}")),
    }
}

/// Reads `deadlock,race`, `all`, `none`; several may be joined, as in `all,none`, and the last word about a kind holds.
fn properties(given: &str) -> Result<BTreeSet<Kind>, OptionError> {
    let mut kinds = BTreeSet::new();
    for name in given.split(',').map(str::trim) {
        match name {
            "all" => kinds.extend(Kind::ALL),
            "none" => kinds.clear(),
            _ => match kind_named(name) {
                Some(kind) => {
                    kinds.insert(kind);
                }
                None => return error(format!("--property {given}: no such property; give some of {}", kind_list())),
            },
        }
    }
    Ok(kinds)
}

fn kind_named(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

fn kind_list() -> String {
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    format!("{}, or all or none", names.join(", "))
}

/// Reads a time: a number with ms, s, m or h behind it; seconds without.
pub(crate) fn duration(option: &str, given: &str) -> Result<Duration, OptionError> {
    let digits = given.find(|c: char| !c.is_ascii_digit()).unwrap_or(given.len());
    let (number, unit) = given.split_at(digits);
    let milliseconds = match unit {
        "ms" => Some(1),
        "" | "s" => Some(1_000),
        "m" | "min" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    match (number.parse::<u64>().ok(), milliseconds) {
        (Some(number), Some(unit)) if number > 0 => match number.checked_mul(unit) {
            Some(time) => Ok(Duration::from_millis(time)),
            None => error(format!("{option} {given}: too long a time")),
        },
        _ => error(format!("{option} {given}: not a time; write a number with ms, s, m or h behind it, such as 10s")),
    }
}

/// What `raddle replay` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct ReplayOptions {
    /// The trace, as `raddle check --trace FILE` wrote it
    pub file: PathBuf,
    /// Show every event, with its value
    #[arg(long, short)]
    pub verbose: bool,
    /// How to print what happened
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
    /// Where the program is now; else where it was [also: -cp, -classpath]
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<String>,
    /// The JDK whose class library runs; else the one that was named, else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Directories of sources, separated by ':'; else they are looked for beside the classes
    #[arg(long, value_name = "PATH")]
    pub sourcepath: Option<String>,
}

/// What `raddle shrink` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct ShrinkOptions {
    /// The trace, as `raddle check --trace FILE` wrote it
    pub file: PathBuf,
    /// Where the shorter trace goes; else it takes the place of the old one
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How long to look for a shorter one: 500ms, 10s, 5m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = budget)]
    pub budget: Duration,
    /// Where the program is now; else where it was [also: -cp, -classpath]
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<String>,
    /// The JDK whose class library runs; else the one that was named, else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
}

/// What `raddle show` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowOptions {
    /// The trace, as `raddle check --trace FILE` wrote it
    pub file: PathBuf,
    /// Write a page for a browser instead: a lane per thread, with arrows where one waited for or read from another
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Show every event, with its value
    #[arg(long, short)]
    pub verbose: bool,
    /// Directories of sources, separated by ':'; else they are looked for beside the classes
    #[arg(long, value_name = "PATH")]
    pub sourcepath: Option<String>,
    /// Where the program is now, to find sources beside it; else where it was [also: -cp, -classpath]
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<String>,
}

/// The form of what a command on a trace prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlainFormat {
    /// For a person.
    Text,
    /// For programs.
    Json,
}

fn budget(given: &str) -> Result<Duration, String> {
    duration("--budget", given).map_err(|error| error.to_string())
}

/// `-cp` and `-classpath`, which clap would read as a cluster of short options, by the name it knows.
pub fn long_class_path(word: OsString) -> OsString {
    if word == "-cp" || word == "-classpath" { "--class-path".into() } else { word }
}

/// A kind in JSON is its name.
pub(crate) mod kind_name {
    use super::{Kind, kind_list, kind_named};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(kind.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        let name = String::deserialize(deserializer)?;
        kind_named(&name).ok_or_else(|| D::Error::custom(format!("{name:?} is none of {}", kind_list())))
    }
}

/// Kinds in JSON are a list of names.
mod kind_names {
    use super::{BTreeSet, Kind, kind_name};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Named(#[serde(with = "kind_name")] Kind);

    pub fn serialize<S: Serializer>(kinds: &BTreeSet<Kind>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(kinds.iter().map(|kind| Named(*kind)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeSet<Kind>, D::Error> {
        Ok(Vec::<Named>::deserialize(deserializer)?.into_iter().map(|Named(kind)| kind).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch_options::Program;

    fn request(line: &str) -> Result<CheckRequest, OptionError> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn check(line: &str) -> CheckOptions {
        match request(line) {
            Ok(CheckRequest::Check(options)) => *options,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refusal(line: &str) -> String {
        match request(line) {
            Err(error) => error.to_string(),
            Ok(request) => panic!("{line}: {request:?}"),
        }
    }

    fn names(line: &str) -> Vec<&'static str> {
        check(line).conditions.properties.iter().map(|kind| kind.name()).collect()
    }

    #[test]
    fn a_main_class_alone_gets_the_defaults() {
        let options = check("Main");
        assert_eq!(options.launch.program, Program::Class("Main".to_owned()));
        assert_eq!(options.strategy, Strategy::default());
        assert!(options.auto);
        assert_eq!(options.matching, Matching::Fingerprint);
        assert_eq!(options.workers.get(), 1);
        assert_eq!(options.format, Format::Text);
        assert_eq!(options.conditions, Conditions::default());
        assert_eq!(options.checkpoint, None);
        assert!(options.limits.states.or(options.limits.depth).or(options.limits.memory).is_none());
        assert!(options.limits.time.is_none());
    }

    #[test]
    fn every_kind_but_race_is_an_error_unless_told_otherwise() {
        let all = ["deadlock", "exception", "assertion", "race", "monitor", "livelock", "exit", "property"];
        assert_eq!(names("--property all Main"), all);
        assert_eq!(names("Main"), all.into_iter().filter(|name| *name != "race").collect::<Vec<_>>());
        assert_eq!(names("--property race,deadlock Main"), ["deadlock", "race"]);
        assert!(names("--property none Main").is_empty());
        assert_eq!(names("--property none,exit Main"), ["exit"]);
    }

    #[test]
    fn options_of_check_run_and_java_mix() {
        let options =
            check("--search=bfs -Xmx64m --workers 2 -ea:shop... --timeouts idle -cp a:b -Dk=v Main --search x");
        assert_eq!(options.strategy.frontier, FrontierKind::BreadthFirst);
        assert_eq!(options.workers.get(), 2);
        assert_eq!(options.conditions.timeouts, Timeouts::Idle);
        assert_eq!(options.launch.heap, 64 << 20);
        assert_eq!(options.launch.class_path.as_deref(), Some("a:b"));
        assert_eq!(options.launch.arguments, ["--search", "x"]);
    }

    #[test]
    fn parts_are_put_into_the_strategy_named() {
        let strategy = |line| check(line).strategy.to_string();
        assert_eq!(strategy("--strategy context-bound Main"), "--search depth --bound preemptions");
        assert_eq!(
            strategy("--order interleave --strategy context-bound --bound delays=2 Main"),
            "--search depth --order interleave --bound delays=2"
        );
        assert_eq!(
            strategy("--search beam --queue 7 --order random --seed 9 Main"),
            "--search beam --queue 7 --order random --seed 9"
        );
        assert_eq!(
            strategy("--backtrack luby,threshold=5 Main"),
            "--search depth --backtrack luby,threshold=5,ratio=0.9"
        );
    }

    #[test]
    fn strategies_have_their_turns_unless_something_else_is_asked_for() {
        for line in ["Main", "--workers 2 Main", "--seed 3 Main", "--max-time 5s Main", "--strategy auto Main"] {
            assert!(check(line).auto, "{line}");
        }
        for line in [
            "--search depth Main",
            "--strategy exhaustive Main",
            "--all-errors Main",
            "--checkpoint a Main",
            "--symmetry Main",
        ] {
            assert!(!check(line).auto, "{line}");
        }
    }

    #[test]
    fn walks_end_and_executions_are_not_matched_unless_told_otherwise() {
        assert_eq!(check("--search pct Main").limits.executions, Some(WALKS));
        assert_eq!(check("--search pct --max-time 5s Main").limits.executions, None);
        assert_eq!(check("--search pct --max-executions 7 Main").limits.executions, Some(7));
        assert_eq!(check("--strategy reex Main").matching, Matching::Off);
        assert_eq!(check("--strategy reex --match full Main").matching, Matching::Exact);
        let off = |line| check(line).strategy.reduce;
        assert_eq!(off("--match off Main"), Reduction::Optimal);
        assert_eq!(off("--match off --reduce none Main"), Reduction::None);
        assert_eq!(off("--match off --order random Main"), Reduction::None);
        assert_eq!(off("--match off --strategy exhaustive Main"), Reduction::None);
    }

    #[test]
    fn limits_are_read_with_their_units() {
        let limits = check("--max-states 1000 --max-depth=50 --max-time 5m --max-memory 2G Main").limits;
        assert_eq!(limits.states, Some(1000));
        assert_eq!(limits.depth, Some(50));
        assert_eq!(limits.time, Some(Duration::from_secs(300)));
        assert_eq!(limits.memory, Some(2 << 30));
        for (text, milliseconds) in
            [("250ms", 250), ("7", 7_000), ("10s", 10_000), ("2min", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(
                check(&format!("--max-time {text} Main")).limits.time,
                Some(Duration::from_millis(milliseconds))
            );
        }
    }

    #[test]
    fn a_resumed_search_goes_on_saving_itself() {
        let saved = |line| check(line).checkpoint.map(|checkpoint| (checkpoint.file, checkpoint.every.as_secs()));
        assert_eq!(saved("--checkpoint a Main"), Some(("a".into(), 60)));
        assert_eq!(saved("--resume a Main"), Some(("a".into(), 60)));
        assert_eq!(saved("--resume a --checkpoint b --checkpoint-every 5s Main"), Some(("b".into(), 5)));
    }

    #[test]
    fn a_refusal_says_what_and_what_to_do_in_one_line() {
        for (line, said) in [
            ("", "raddle check [options] (Main | -jar FILE)"),
            ("--search Main", "no such value; give one of depth, breadth, best"),
            ("--search sideways Main", "--search sideways: no such value"),
            ("--search pct=0 Main", "errors of depth D, from 1"),
            ("--order alphabetic Main", "give one of index, random"),
            ("--order threads=a Main", "\"a\" is not a number"),
            ("--bound preemptions=x Main", "\"x\" is not a number"),
            ("--bound luck Main", "give one of preemptions"),
            ("--backtrack random,ratio=7 Main", "7 is no ratio"),
            ("--strategy luck Main", "give one of auto, exhaustive, context-bound"),
            ("--queue 5 Main", "add one of them"),
            ("--search best --queue 0 Main", "--queue 0: not a number from 1"),
            ("--search breadth --backtrack random Main", "leave one out"),
            ("--search pos --order random Main", "leave one out"),
            ("--search pct --bound delays Main", "leave one out"),
            ("--search random --checkpoint a Main", "leave --checkpoint or --resume out"),
            ("--search beam --workers 2 Main", "leave --workers out"),
            ("--reduce optimal --match full Main", "leave --symmetry and --match full out"),
            ("--reduce optimal --match fingerprint --property race Main", "leave --match or --property race out"),
            ("--reduce jpf --workers 2 Main", "leave --workers out"),
            ("--search value-schedule --workers 2 Main", "leave --workers out"),
            ("--search value-schedule --match full Main", "leave --symmetry and --match out"),
            ("--search value-schedule --property race Main", "give --reduce optimal"),
            ("--search value-schedule --timeouts idle Main", "leave --timeouts and --spurious-wakeups out"),
            ("--search value-schedule --order random Main", "leave --order and --bound out"),
            ("--search causal --bound preemptions Main", "as in --bound preemptions=2"),
            ("--search causal --bound delays=2 Main", "as in --bound preemptions=2"),
            ("--search predict --workers 2 Main", "leave --workers out"),
            ("--search value-schedule --reduce optimal Main", "leave --search and --backtrack out"),
            ("--search value-schedule --checkpoint file Main", "leave --checkpoint or --resume out"),
            ("--reduce jpf --symmetry Main", "leave one out"),
            ("--reduce jpf --spurious-wakeups Main", "leave --spurious-wakeups out"),
            ("--reduce optimal --bound preemptions=2 --spurious-wakeups Main", "leave --spurious-wakeups out"),
            ("--reduce jpf --bound preemptions=1 Main", "knows no levels"),
            ("--reduce optimal --bound preemptions Main", "knows no levels"),
            ("--reduce optimal --bound delays=1 Main", "knows no levels"),
            ("--reduce optimal --search breadth Main", "leave --search and --backtrack out"),
            ("--reduce optimal --match fingerprint --bound preemptions=1 Main", "leave --match or --bound out"),
            ("--reduce jpf --checkpoint file Main", "leave --checkpoint or --resume out"),
            ("--bound preemptions --symmetry Main", "leave one out"),
            ("--strategy exhaustive --seed 4 Main", "nothing in this search is left to chance"),
            ("--strategy auto --search pct Main", "has parts of its own"),
            ("--strategy auto --symmetry Main", "one search after the other"),
            ("--seed x --order random Main", "--seed x: not a number"),
            ("--trials 5 Main", "every seed does the same"),
            ("--trials 5 --search pct --trace a Main", "keeps none"),
            ("--trials 5 --search pct --format junit Main", "text or json"),
            ("--match", "--match needs fingerprint, full or off behind it"),
            ("--match half Main", "give one of fingerprint, full, off"),
            ("--property dedlock Main", "no such property; give some of deadlock"),
            ("--property= Main", "no such property"),
            ("--workers 0 Main", "--workers 0: not a number from 1 to 1024"),
            ("--workers 9999 Main", "--workers 9999: not a number from 1 to 1024"),
            ("--max-states 0 Main", "--max-states 0: not a number from 1"),
            ("--max-states -4 Main", "--max-states -4: not a number from 1"),
            ("--max-time soon Main", "--max-time soon: not a time"),
            ("--max-time 0s Main", "--max-time 0s: not a time"),
            ("--max-time 99999999999999999999h Main", "not a time"),
            ("--max-time 9999999999999999h Main", "too long a time"),
            ("--max-memory lots Main", "--max-memory lots: not a size"),
            ("--timeouts sometimes Main", "give one of always, idle, never"),
            ("--format xml Main", "give one of text, json, sarif, junit"),
            ("--checkpoint-every 5s Main", "add --checkpoint FILE"),
            ("--symmetry --match off Main", "leave one out"),
            ("--symmetry=yes Main", "unknown option --symmetry=yes; raddle check --help"),
            ("--frob Main", "unknown option --frob; raddle check --help"),
            ("Main.java", "then raddle check -cp classes Main"),
        ] {
            let refusal = refusal(line);
            assert!(refusal.contains(said), "{line}: {refusal}");
            assert!(!refusal.contains('\n'), "{line}: {refusal}");
        }
    }

    #[test]
    fn help_is_asked_for_only_before_the_main_class() {
        assert!(matches!(request("--search depth --help"), Ok(CheckRequest::Help)));
        assert_eq!(check("Main --help").launch.arguments, ["--help"]);
    }
}

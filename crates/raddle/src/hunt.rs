//! `raddle hunt`: finds out which warnings come true. It lints a program, makes sequences of the warnings, searches along each, and
//! says which are confirmed, with a trace, which are refuted by a search that explored everything, and which stay open.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use raddle_analysis::Analysis;
use raddle_analysis::lint::{self, Kind as Warned, Warning};
use raddle_analysis::sequences::{self, Sequence as Spots};
use raddle_search::FrontierKind;
use raddle_search::finding::{Kind, Kinds};
use raddle_search::guided::BACKTRACK_STATES;
use raddle_search::limit::Limits;
use raddle_search::order::OrderKind;
use raddle_search::portfolio;
use raddle_search::reduce::Reduction;
use raddle_search::report::{Found, Report};
use raddle_search::search::{Options, explore};
use raddle_search::store::Matching;
use raddle_search::strategy::Strategy;
use raddle_vm::knowledge::Knowledge;
use raddle_vm::watch::Callers;

use crate::check::{self, INTERRUPTED, Watcher};
use crate::check_options::{Conditions, Timeouts};
use crate::java_guest::JavaGuest;
use crate::lint::Teller;
use crate::report;
use crate::run;
use crate::sequence::Sequence;
use crate::source::Sources;
use crate::telling;
use crate::trace::{self, Place, Trace};

pub mod options;
mod proof;
mod words;

use options::HuntOptions;
use proof::Claim;

/// How much more than its own share the last search of all may take, for it is the last that can tell.
const TURNS: u64 = 4;

/// What a transition of a causal search costs beside others, with the queries that lead to it, about.
const QUERIES: u64 = 10;

/// The parts of its budget that a warning has, one round after the other: a sequence that leads to an error mostly does so soon.
const PARTS: [u64; 3] = [100, 10, 1];

/// What became of a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    /// Nobody knows.
    Open,
    /// It comes true, as the findings of these numbers show.
    Confirmed(Vec<usize>),
    /// It cannot come true.
    Refuted,
}

/// A warning and what is known of it.
struct Suspect {
    warning: Warning,
    /// The sequences that have not been followed to their end.
    sequences: Vec<Spots>,
    claim: Claim,
    fate: Fate,
}

/// Something found, each cause once.
struct Caught {
    trace: Trace,
    /// The strategy that found it, as options.
    by: String,
    /// The file of its trace, if it was kept.
    file: Option<PathBuf>,
}

/// A search that was made.
struct Searched {
    /// What for.
    what: String,
    strategy: String,
    states: u64,
    transitions: u64,
    complete: bool,
}

/// Hunts and returns the exit code: 1 if something is confirmed, 0 if everything is refuted, 2 if something stays open.
pub fn hunt(options: &HuntOptions) -> ExitCode {
    check::said(run_hunt(options))
}

fn run_hunt(options: &HuntOptions) -> Result<u8, String> {
    let suppressed = crate::lint::suppressed(options.suppress.as_deref())?;
    if let Some(directory) = &options.traces {
        std::fs::create_dir_all(directory)
            .map_err(|error| format!("cannot make {}: {error}; check --traces", directory.display()))?;
    }
    check::listen_for_interrupt();
    let program = check::program_of(&options.launch, &options.conditions)?;
    let watcher = Watcher::new(options.quiet, false);
    watcher.progress.about("reading the program");
    let analysis = Analysis::new(run::boot_library(&program.launch)?, &run::main_class(&program.launch)?)?;
    let sources = Sources::new(options.source_path.as_deref(), &program.launch.effective_class_path());
    let teller = Teller { analysis, sources, sequences: false };
    let suspects = suspects(&teller, &suppressed);
    let mut hunter = Hunter {
        options,
        ground: Ground { program, knowledge: Arc::new(Knowledge::default()) },
        watcher,
        started: Instant::now(),
        teller,
        suspects,
        caught: Vec::new(),
        searches: Vec::new(),
        unexplored: BTreeSet::new(),
        complete: false,
    };
    hunter.hunt()?;
    hunter.watcher.progress.finish();
    if let Some(directory) = &options.traces {
        hunter.write_traces(directory)?;
    }
    let text = hunter.tell(options.format);
    report::write(&text, options.output.as_deref())?;
    Ok(hunter.exit_code())
}

/// The warnings of a program, and what it expects of itself, in the order in which they are worth a try.
fn suspects(teller: &Teller, suppressed: &[String]) -> Vec<Suspect> {
    let analysis = &teller.analysis;
    let mut warnings = lint::lint(analysis);
    warnings.extend(lint::expectations(analysis));
    warnings.retain(|warning| !suppressed.contains(&warning.identity));
    warnings.sort_by_key(|warning| rank(warning.kind));
    let is_library = |spot: &(raddle_program::class::MethodId, u32)| {
        let world = &analysis.points_to().world;
        world.is_library(world.machine.program.method(spot.0).class)
    };
    let suspect = |warning: Warning| {
        let sequences = sequences::sequences(analysis, &warning);
        let own = |sequence: &Spots| -> Vec<Place> {
            sequence.iter().filter(|spot| !is_library(spot)).map(|&spot| teller.place(spot)).collect()
        };
        let claim = Claim {
            kind: warning.kind,
            subject: warning.subject.clone(),
            sides: warning.sides.iter().map(|side| teller.place(side.spot)).collect(),
            orders: sequences.iter().map(own).collect(),
        };
        Suspect { warning, sequences, claim, fate: Fate::Open }
    };
    warnings.into_iter().map(suspect).collect()
}

/// How soon a kind of warning is tried: what the program itself says must hold, then those that are most often right and whose errors hurt most.
pub(crate) fn rank(kind: Warned) -> usize {
    const RANKS: [Warned; 14] = [
        Warned::Assertion,
        Warned::LockOrder,
        Warned::CheckThenAct,
        Warned::UnlockedIteration,
        Warned::WaitOutsideLoop,
        Warned::SingleNotify,
        Warned::NakedNotify,
        Warned::WaitHoldingLocks,
        Warned::UnlockMissed,
        Warned::SometimesLocked,
        Warned::EndlessWait,
        Warned::Race,
        Warned::DoubleChecked,
        Warned::StartInConstructor,
    ];
    RANKS.iter().position(|other| *other == kind).unwrap_or(RANKS.len())
}

/// What all searches have in common: the program, and what was learned of it.
struct Ground {
    program: trace::Program,
    knowledge: Arc<Knowledge>,
}

impl Ground {
    fn guest(&self, callers: Callers) -> Result<JavaGuest, String> {
        let Ground { program, knowledge } = self;
        let mut guest = JavaGuest::new(&program.launch, &program.conditions, false, knowledge.clone())?;
        guest.machine.keep_callers(callers);
        Ok(guest)
    }

    fn guided(&self, sequence: Option<&Arc<Sequence>>) -> Result<JavaGuest, String> {
        let guest = self.guest(Callers::OfAccesses)?;
        Ok(match sequence {
            Some(sequence) => guest.guide(sequence.clone()),
            None => guest,
        })
    }
}

struct Hunter<'a> {
    options: &'a HuntOptions,
    ground: Ground,
    watcher: Watcher,
    started: Instant,
    teller: Teller,
    suspects: Vec<Suspect>,
    caught: Vec<Caught>,
    searches: Vec<Searched>,
    /// Why searches could not go on that a limit did not end.
    unexplored: BTreeSet<String>,
    /// Whether a search explored everything.
    complete: bool,
}

/// How one search differs from another.
struct Plan<'a> {
    what: String,
    strategy: Strategy,
    properties: Kinds,
    /// Which of what it finds is kept.
    kept: Kinds,
    all_errors: bool,
    budget: u64,
    sequence: Option<&'a Arc<Sequence>>,
}

/// What a search came to.
struct Ended {
    /// Whether it explored everything.
    complete: bool,
    /// Whether a limit ended it.
    cut: bool,
    /// The kinds of what it found.
    found: Kinds,
}

impl Hunter<'_> {
    /// First everything is explored as far as one budget goes, which settles small programs; then each warning has its own search;
    /// what is left is given to searches that may still explore everything.
    fn hunt(&mut self) -> Result<(), String> {
        self.explore_everything()?;
        for part in PARTS {
            for index in 0..self.suspects.len() {
                self.chase(index, part)?;
            }
        }
        self.prove()
    }

    fn may_go_on(&self) -> bool {
        let in_time = self.options.time.is_none_or(|time| self.started.elapsed() < time);
        in_time && !INTERRUPTED.load(Ordering::Relaxed)
    }

    fn properties(&self) -> Kinds {
        self.options.conditions.properties.iter().copied().collect()
    }

    fn errors(&self) -> usize {
        self.caught.iter().filter(|caught| caught.trace.finding.kind != Kind::Race).count()
    }

    fn open(&self) -> usize {
        self.suspects.iter().filter(|suspect| suspect.fate == Fate::Open).count()
    }

    /// The plain search, which goes on after errors.
    fn explore_everything(&mut self) -> Result<(), String> {
        self.settle("exploring everything", &Strategy::default(), self.options.budget)
    }

    /// A search of everything, which goes on after errors and refutes what it does not meet.
    fn settle(&mut self, what: &str, strategy: &Strategy, budget: u64) -> Result<(), String> {
        // Where one execution stands for many, a race is told of only if it is asked for.
        let by_values = strategy.frontier == FrontierKind::Causal;
        let asked = |kinds: Kinds| if by_values { kinds.with(Kind::Race) } else { kinds };
        let plan = |what: String, properties, kept| Plan {
            what,
            strategy: strategy.clone(),
            properties: asked(properties),
            kept,
            all_errors: true,
            budget,
            sequence: None,
        };
        if !self.search(&plan(what.to_string(), self.properties(), Kinds::ALL))?.complete {
            return Ok(());
        }
        self.complete = true;
        if self.errors() == 0 {
            self.refute(|_| true);
        } else if self.open() > 0 {
            // A path ends at its first error. What comes behind is explored where only deadlocks, which end a path anyway, are errors, and
            // assertions as long as none fails. Most of that comes of the errors before, and is no finding of its own.
            let beyond = Kinds::NONE.with(Kind::Deadlock);
            let failing = self.found().contains(Kind::Assertion);
            let beyond = if failing { beyond } else { beyond.with(Kind::Assertion) };
            let races = Kinds::NONE.with(Kind::Race);
            let Ended { complete, found, .. } = self.search(&plan(format!("{what} behind errors"), beyond, races))?;
            if complete {
                let found = self.found().iter().chain(found.iter()).collect();
                self.refute(|claim| claim.is_ruled_out(found));
            }
        }
        Ok(())
    }

    /// The kinds of what was found.
    fn found(&self) -> Kinds {
        self.caught.iter().map(|caught| caught.trace.finding.kind).collect()
    }

    fn refute(&mut self, which: impl Fn(&Claim) -> bool) {
        let races = self.found().contains(Kind::Race);
        for suspect in self.suspects.iter_mut().filter(|suspect| suspect.fate == Fate::Open) {
            if which(&suspect.claim) && suspect.claim.is_told_apart(races) {
                suspect.fate = Fate::Refuted;
            }
        }
    }

    /// Searches along the sequences of a warning, with a part of its budget shared among them. Those that can be followed no further are done
    /// with.
    fn chase(&mut self, index: usize, part: u64) -> Result<(), String> {
        let sequences = std::mem::take(&mut self.suspects[index].sequences);
        let budget = (self.options.budget / part / sequences.len().max(1) as u64).max(1);
        for spots in sequences {
            if self.suspects[index].fate != Fate::Open || !self.may_go_on() {
                break;
            }
            if !self.follow(index, &spots, budget)? {
                self.suspects[index].sequences.push(spots);
            }
        }
        Ok(())
    }

    /// Searches along a sequence. Whether that came to an end by itself.
    fn follow(&mut self, index: usize, spots: &Spots, budget: u64) -> Result<bool, String> {
        let points_to = self.teller.analysis.points_to();
        let places: Vec<String> = spots.iter().map(|spot| points_to.locate(spot.0, spot.1)).collect();
        // A location that cannot be told from others by its text is no help.
        let Ok(sequence) = Sequence::among(&mut self.teller.analysis, &places).map(Arc::new) else { return Ok(true) };
        let warning = &self.suspects[index].warning;
        let mut plan = Plan {
            what: format!("{}: {}", warning.kind.name(), warning.subject),
            strategy: Strategy {
                frontier: FrontierKind::Guided { most: BACKTRACK_STATES },
                order: OrderKind::Distance,
                sequence: places,
                seed: self.options.seed,
                ..Strategy::default()
            },
            properties: self.properties(),
            kept: Kinds::ALL,
            all_errors: false,
            budget,
            sequence: Some(&sequence),
        };
        let mut ended = self.search(&plan)?;
        // Another error was in the way.
        let errors = ended.found.without(Kind::Race) != Kinds::NONE;
        if self.suspects[index].fate == Fate::Open && errors && self.may_go_on() {
            plan.all_errors = true;
            ended = self.search(&plan)?;
        }
        Ok(!ended.cut)
    }

    /// Searches that may explore everything where the plain one did not: one execution for all in which threads read the same, one for all that differ in
    /// the order of steps that commute, then all strategies by turns.
    fn prove(&mut self) -> Result<(), String> {
        let Conditions { timeouts, spurious_wakeups, .. } = self.options.conditions;
        if !self.complete && self.may_go_on() && timeouts == Timeouts::Always && !spurious_wakeups {
            let causal = Strategy::from(FrontierKind::Causal);
            self.settle("executing each causal class", &causal, self.options.budget / QUERIES)?;
        }
        if self.complete || !self.may_go_on() {
            return Ok(());
        }
        let shares = 1 + self.open() as u64;
        let budget = self.options.budget.saturating_mul(shares);
        let mut plan = Plan {
            what: "exploring one order of steps that commute".to_string(),
            strategy: Strategy { reduce: Reduction::Optimal, ..Strategy::default() },
            properties: self.properties(),
            kept: Kinds::ALL,
            all_errors: true,
            budget,
            sequence: None,
        };
        self.complete = self.search(&plan)?.complete;
        if !self.complete && self.errors() == 0 && self.may_go_on() {
            plan.what = "exploring by all strategies".to_string();
            plan.budget = budget.saturating_mul(TURNS);
            plan.strategy = Strategy { seed: self.options.seed, ..Strategy::default() };
            plan.all_errors = false;
            self.complete = self.search_by_turns(&plan)?.complete;
        }
        if self.complete && self.errors() == 0 {
            self.refute(|_| true);
        }
        Ok(())
    }

    fn search_options(&self, plan: &Plan) -> Options {
        let matches = !plan.strategy.explores_executions();
        Options {
            strategy: plan.strategy.clone(),
            matching: if matches { Matching::Fingerprint } else { Matching::Off },
            properties: plan.properties,
            all_errors: plan.all_errors,
            limits: Limits {
                transitions: Some(plan.budget),
                time: self.options.time.map(|time| time.saturating_sub(self.started.elapsed())),
                memory: self.options.memory,
                ..Limits::default()
            },
            clocks: true,
            ..Options::default()
        }
    }

    /// Makes a search and takes in what it found.
    fn search(&mut self, plan: &Plan) -> Result<Ended, String> {
        let search = self.search_options(plan);
        self.watcher.progress.about(&plan.what);
        let ground = &self.ground;
        let report = explore(|| ground.guided(plan.sequence), &search, &self.watcher);
        self.take_in(plan, search.strategy.to_string(), report)
    }

    fn search_by_turns(&mut self, plan: &Plan) -> Result<Ended, String> {
        let mut search = self.search_options(plan);
        // Turns are counted in transitions, so the budget is in states.
        search.limits = Limits { transitions: None, states: Some(plan.budget), ..search.limits };
        self.watcher.progress.about(&plan.what);
        let ground = &self.ground;
        let report = portfolio::explore(|| ground.guided(None), &search, &self.watcher);
        self.take_in(plan, "--strategy auto".to_string(), report)
    }

    fn take_in(&mut self, plan: &Plan, strategy: String, report: Report) -> Result<Ended, String> {
        if let Some(reason) = &report.failure {
            if report.counters.transitions == 0 {
                return Err(reason.clone());
            }
            self.unexplored.insert(reason.lines().next().unwrap_or_default().to_string());
        }
        let complete = report.is_complete() && (plan.all_errors || report.found.is_empty());
        self.searches.push(Searched {
            what: plan.what.clone(),
            strategy: strategy.clone(),
            states: report.counters.states,
            transitions: report.counters.transitions,
            complete,
        });
        let all = || report.found.iter().chain(&report.warnings);
        let found: Kinds = all().map(|found| found.finding.kind).collect();
        let kept: Vec<&Found> = all().filter(|found| plan.kept.contains(found.finding.kind)).collect();
        if !kept.is_empty() {
            // Schedules mean something only with what is known by now, so they are followed at once.
            let mut guest = self.ground.guest(Callers::OfAll)?;
            for found in kept {
                let trace = telling::trace(&mut guest, &self.ground.program, found).map_err(check::describe_failure)?;
                self.catch(trace, &strategy);
            }
        }
        let cut = report.reached.iter().any(|reached| !reached.is_of_strategy());
        Ok(Ended { complete, cut, found })
    }

    /// Keeps what was found, unless the same was found before, and confirms what it shows.
    fn catch(&mut self, trace: Trace, by: &str) {
        let known = self.caught.iter().position(|caught| caught.trace.finding.cause == trace.finding.cause);
        let number = known.unwrap_or(self.caught.len());
        for suspect in &mut self.suspects {
            let shown = suspect.claim.is_shown_by(&trace);
            match &mut suspect.fate {
                Fate::Confirmed(numbers) if shown && !numbers.contains(&number) => numbers.push(number),
                fate if shown && !matches!(fate, Fate::Confirmed(_)) => *fate = Fate::Confirmed(vec![number]),
                _ => {}
            }
        }
        if known.is_none() {
            self.caught.push(Caught { trace, by: by.to_string(), file: None });
        }
    }

    fn write_traces(&mut self, directory: &Path) -> Result<(), String> {
        for (index, caught) in self.caught.iter_mut().enumerate() {
            let file = directory.join(format!("{}-{}.json", index + 1, caught.trace.finding.kind.name()));
            caught.trace.write(&file).map_err(|error| error.to_string())?;
            caught.file = Some(file);
        }
        Ok(())
    }

    /// The findings that no warning foretold.
    fn unforeseen(&self) -> Vec<usize> {
        let foretold = |number: &usize| {
            self.suspects.iter().any(|suspect| matches!(&suspect.fate, Fate::Confirmed(list) if list.contains(number)))
        };
        (0..self.caught.len()).filter(|number| !foretold(number)).collect()
    }

    fn exit_code(&self) -> u8 {
        if !self.caught.is_empty() {
            1
        } else if self.complete && self.open() == 0 {
            0
        } else {
            2
        }
    }
}

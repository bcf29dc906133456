//! `--search slice`: its targets found in the program, what the search has to know of the code, and its rounds in words.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use raddle_analysis::Analysis;
use raddle_analysis::body::Op;
use raddle_analysis::influence::Influence;
use raddle_analysis::lint;
use raddle_analysis::points_to::PointsTo;
use raddle_analysis::threads::Spot;
use raddle_program::class::MethodId;
use raddle_search::report::Progress;
use raddle_search::slice::{self, Statics, Why};
use raddle_search::{Guest, Observer};
use raddle_vm::Machine;
use raddle_vm::event::Site;
use raddle_vm::thread::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::{Watcher, held};
use crate::check_options::Aim;
use crate::java_guest::JavaGuest;
use crate::report::{Round, Slice};

/// The targets of a search.
pub(crate) struct Targets {
    texts: Vec<String>,
    spots: Vec<Vec<Spot>>,
    /// Whether it is an error to come to them; else they are only where errors may be.
    are_errors: bool,
}

impl Targets {
    /// Finds places in a program. A line that throws is come to when it throws.
    pub(crate) fn find(analysis: &Analysis, places: &[String]) -> Result<Targets, String> {
        let mut targets = Targets { texts: places.to_vec(), spots: Vec::new(), are_errors: true };
        for place in places {
            targets.spots.push(target(analysis, place).map_err(|error| format!("--target {place}: {error}"))?);
        }
        Ok(targets)
    }

    /// Every `assert`, every explicit throw, and the places of every warning.
    pub(crate) fn auto(analysis: &Analysis) -> Result<Targets, String> {
        let program = analysis.points_to();
        let mut targets = Targets { texts: Vec::new(), spots: Vec::new(), are_errors: false };
        for &method in &program.reached {
            let is_library = program.world.is_library(program.world.machine.program.method(method).class);
            let Some(body) = program.bodies.get(&method).filter(|_| !is_library) else { continue };
            for pc in (0..body.ops.len()).filter(|&pc| body.ops[pc] == Op::Throw) {
                let spot = (method, pc as u32);
                // What was caught to release a monitor or to run a `finally` block is thrown again on no line of its own.
                if body.operands(pc).first().is_some_and(|&thrown| body.maker(thrown).is_some()) {
                    targets.texts.push(program.describe(spot.0, spot.1));
                    targets.spots.push(vec![spot]);
                }
            }
        }
        for warning in lint::lint(analysis) {
            targets.texts.push(format!("warning {}", warning.identity));
            targets.spots.push(warning.sides.iter().map(|side| side.spot).collect());
        }
        if targets.texts.is_empty() {
            return Err("nothing in the program asserts or throws, and nothing looks as if it could go wrong; \
                        name a place with --target, or leave --search slice out"
                .to_string());
        }
        Ok(targets)
    }

    /// What the machine has to tell of.
    pub(crate) fn aims(&self, analysis: &Analysis) -> Vec<Aim> {
        let program = analysis.points_to();
        let place = |&(method, pc): &Spot| {
            let key = PointsTo::method_key(&program.world.machine.program, method);
            format!("{key}+{}", program.bytecode(method, pc).unwrap_or(0))
        };
        let aim = |(text, spots): (&String, &Vec<Spot>)| {
            let mut at: Vec<String> = spots.iter().map(place).collect();
            at.dedup();
            Aim { target: text.clone(), at }
        };
        if self.are_errors { self.texts.iter().zip(&self.spots).map(aim).collect() } else { Vec::new() }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u32 {
        self.texts.len() as u32
    }
}

/// The instructions a target means: of a line that throws, those that do.
pub(crate) fn target(analysis: &Analysis, place: &str) -> Result<Vec<Spot>, String> {
    let program = analysis.points_to();
    let mut spots = program.find(place)?;
    let op = |&(method, pc): &Spot| program.bodies.get(&method).map(|body| body.ops[pc as usize]);
    if place.contains(':') && spots.iter().any(|spot| op(spot) == Some(Op::Throw)) {
        spots.retain(|spot| op(spot) == Some(Op::Throw));
    }
    Ok(spots)
}

/// What the search has to know of the code.
pub(crate) struct Code<'a> {
    program: &'a PointsTo,
    influence: Influence<'a>,
    targets: &'a Targets,
}

impl<'a> Code<'a> {
    pub(crate) fn new(analysis: &'a Analysis, targets: &'a Targets) -> Code<'a> {
        Code { program: analysis.points_to(), influence: Influence::new(analysis), targets }
    }

    /// The numbers of accesses, as guests look them up.
    pub(crate) fn numbers(&self) -> Arc<Numbers> {
        let mut numbers = Numbers::default();
        for (number, &(method, pc)) in self.influence.accesses.iter().enumerate() {
            let key = PointsTo::method_key(&self.program.world.machine.program, method);
            let bytecode = self.program.bytecode(method, pc).unwrap_or(0);
            numbers.entry(key).or_default().insert(bytecode, number as u32);
        }
        Arc::new(numbers)
    }

    /// What came of it, in words.
    pub(crate) fn tell(&self, outcome: &slice::Outcome, names: Names) -> Slice {
        let place = |spot: u32| {
            let (method, pc) = self.influence.accesses[spot as usize];
            self.program.describe(method, pc)
        };
        let why = |why: Why| match why {
            Why::First => "one after the other, to see which threads there are and what they do".to_string(),
            Why::Aim => "can come to a target".to_string(),
            Why::Change { read: Some(read), written: Some(written) } => {
                format!("can change what is accessed at {}, at {}", place(read), place(written))
            }
            Why::Change { .. } => "can change what decides, or hold it up".to_string(),
            Why::More => "can matter to each other".to_string(),
            Why::Places => "no more threads, but more places can matter than were known".to_string(),
            Why::Reads => "no more threads, but what had seemed to be a thread's last read is not".to_string(),
        };
        let rounds = outcome.rounds.iter().map(|round| Round {
            threads: round.threads.clone(),
            added: round.added.clone(),
            all_threads: round.everybody,
            locations: round.spots,
            places: round.places,
            states: round.counters.states,
            transitions: round.counters.transitions,
            executions: round.counters.executions,
            why: why(round.why),
        });
        let text = |target: u32| self.targets.texts[target as usize].clone();
        let unproved = [
            Some("deadlocks, races and whatever else is wrong without coming to a target".to_string()),
            (self.influence.gaps() > 0)
                .then(|| format!("what comes of the {} places the analysis does not follow", self.influence.gaps())),
            Some("what an instruction decides by an exception of its own that nobody met".to_string()),
        ];
        Slice {
            targets: self.targets.texts.clone(),
            reached: outcome.reached.iter().map(|target| text(*target)).collect(),
            proved: outcome.proved,
            unproved: unproved.into_iter().flatten().collect(),
            thread_names: names.names.into_inner().unwrap_or_default(),
            rounds: rounds.collect(),
        }
    }
}

impl Statics for Code<'_> {
    fn slice(&self, targets: &[u32], reached: &FxHashSet<u32>) -> FxHashSet<u32> {
        let spots: Vec<Spot> =
            targets.iter().flat_map(|target| &self.targets.spots[*target as usize]).copied().collect();
        self.influence.slice(&spots, |number| reached.contains(&number)).into_iter().collect()
    }

    fn towards(&self, target: u32) -> Vec<u32> {
        let mut towards = Vec::new();
        for &spot in &self.targets.spots[target as usize] {
            for number in self.influence.towards(spot) {
                if !towards.contains(&number) {
                    towards.push(number);
                }
            }
        }
        towards
    }
}

/// Looks on to learn what threads are called.
pub(crate) struct Names<'a> {
    watcher: &'a Watcher,
    /// By number, as they were called last.
    names: Mutex<BTreeMap<u32, String>>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(watcher: &'a Watcher) -> Names<'a> {
        Names { watcher, names: Mutex::default() }
    }
}

impl Observer<JavaGuest> for Names<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        Observer::<JavaGuest>::progress(self.watcher, progress)
    }

    fn end(&self, guest: &mut JavaGuest) {
        self.watcher.end(guest);
        let names = (0..guest.threads()).map(|thread| (thread, guest.machine.thread_name(ThreadId(thread))));
        held(&self.names).extend(names);
    }
}

/// The numbers of accesses, by method and bytecode index: machines translate and number methods each for itself.
pub(crate) type Numbers = FxHashMap<String, FxHashMap<u16, u32>>;

/// Looks numbers of accesses up in one machine.
pub(crate) struct Spots {
    numbers: Arc<Numbers>,
    /// By method and instruction, as far as methods were met.
    met: Vec<Option<Box<[Option<u32>]>>>,
}

impl Spots {
    pub(crate) fn new(numbers: Arc<Numbers>) -> Spots {
        Spots { numbers, met: Vec::new() }
    }

    pub(crate) fn number(&mut self, machine: &Machine, site: Site) -> Option<u32> {
        let index = site.method.index();
        if self.met.get(index).is_none_or(Option::is_none) {
            self.met.resize(self.met.len().max(index + 1), None);
            self.met[index] = Some(self.meet(machine, site.method));
        }
        self.met[index].as_ref()?.get(site.pc as usize).copied().flatten()
    }

    #[cold]
    fn meet(&self, machine: &Machine, method: MethodId) -> Box<[Option<u32>]> {
        let numbers = self.numbers.get(&PointsTo::method_key(&machine.program, method));
        match (numbers, &machine.program.method(method).code) {
            (Some(numbers), Some(code)) => {
                code.bytecode.iter().map(|bytecode| numbers.get(bytecode).copied()).collect()
            }
            _ => Box::default(),
        }
    }
}

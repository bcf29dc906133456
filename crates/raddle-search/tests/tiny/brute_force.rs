//! What a tiny program can do, found out by following every interleaving, one state copied after the other.
//!
//! It shares with the search what an operation does, and nothing else. Races are those of JLS 17.4.5: conflicting accesses that
//! happens-before does not order, decided by clocks on every path.

use super::program::{FIRST_VOLATILE, LOCKS, Program, VARS};
use super::state::{INTERRUPTION, Phase, SPURIOUS, State, TIME_OUT, race};
use raddle_search::bound::Counted;
use raddle_search::{Choice, Kinds, Status};
use raddle_vm::event::{Action, Event, Location};
use std::collections::{BTreeMap, BTreeSet};

/// All that happens.
#[derive(Default, Debug)]
pub struct Truth {
    /// States in which nothing can be chosen.
    pub ends: BTreeSet<Vec<u8>>,
    /// Causes of deadlocks, failed assertions, misuse of monitors.
    pub errors: BTreeSet<String>,
    /// Causes of races that are the first of their path.
    pub first_races: BTreeSet<String>,
    /// Causes of all races.
    pub races: BTreeSet<String>,
    /// Paths.
    pub executions: u64,
    /// Transitions of all paths, each counted where it branches off.
    pub transitions: u64,
    /// States, without those a path ended at by an error.
    pub states: BTreeSet<Vec<u8>>,
    /// Transitions of the longest path.
    pub depth: u64,
}

/// Follows all paths; `None` if there are more than `most`.
pub fn brute_force(program: &Program, properties: Kinds, most: u64) -> Option<Truth> {
    let mut truth = Truth::default();
    let state = State::new(program);
    let clocks = Clocks::new(program.threads.len());
    follow(program, properties, most, &state, &clocks, 0, &mut truth).then_some(truth)
}

fn follow(
    program: &Program,
    properties: Kinds,
    most: u64,
    state: &State,
    clocks: &Clocks,
    depth: u64,
    truth: &mut Truth,
) -> bool {
    truth.depth = truth.depth.max(depth);
    truth.states.insert(state.bytes());
    let choices = state.choices(program);
    if choices.is_empty() {
        truth.executions += 1;
        truth.ends.insert(state.bytes());
        truth.errors.extend(state.stuck().map(|finding| finding.cause));
        return truth.executions <= most;
    }
    choices.into_iter().all(|choice| {
        let mut state = state.clone();
        let mut clocks = clocks.clone();
        clocks.before(program, &state, choice, truth);
        let status = state.take(program, choice);
        truth.transitions += 1;
        truth.depth = truth.depth.max(depth + 1);
        match status {
            Status::Violated(finding) if properties.contains(finding.kind) => {
                truth.errors.insert(finding.cause);
                truth.executions += 1;
                clocks.meanwhile(program, &state, choice.thread, truth);
                true
            }
            Status::Ignored => {
                truth.executions += 1;
                clocks.meanwhile(program, &state, choice.thread, truth);
                true
            }
            _ => {
                clocks.after(&state);
                follow(program, properties, most, &state, &clocks, depth + 1, truth)
            }
        }
    })
}

/// With how few preemptions, or delays, each state in which nothing can be chosen and each error can be reached.
#[derive(Default, Debug)]
pub struct Least {
    pub ends: BTreeMap<Vec<u8>, u32>,
    pub errors: BTreeMap<String, u32>,
    /// The most any path has.
    pub most: u32,
}

impl Least {
    /// The ends and errors of paths with so many at most.
    pub fn within(&self, most: u32) -> (BTreeSet<Vec<u8>>, BTreeSet<String>) {
        let ends = self.ends.iter().filter(|(_, least)| **least <= most).map(|(end, _)| end.clone());
        let errors = self.errors.iter().filter(|(_, least)| **least <= most).map(|(error, _)| error.clone());
        (ends.collect(), errors.collect())
    }

    fn note<K: Ord>(known: &mut BTreeMap<K, u32>, key: K, cost: u32) {
        let least = known.entry(key).or_insert(cost);
        *least = cost.min(*least);
    }

    /// Follows all paths.
    pub fn of(program: &Program, properties: Kinds, counted: Counted) -> Least {
        let mut least = Least::default();
        least.follow(program, properties, counted, &State::new(program), None, 0);
        least
    }

    fn follow(
        &mut self,
        program: &Program,
        properties: Kinds,
        counted: Counted,
        state: &State,
        last: Option<u32>,
        so_far: u32,
    ) {
        self.most = self.most.max(so_far);
        let choices = state.choices(program);
        if choices.is_empty() {
            Least::note(&mut self.ends, state.bytes(), so_far);
            if let Some(finding) = state.stuck() {
                Least::note(&mut self.errors, finding.cause, so_far);
            }
        }
        for choice in &choices {
            let goes_on = last.filter(|last| state.could_go_on(program, *last as usize));
            let cost = so_far
                + match counted {
                    Counted::Preemptions => u32::from(goes_on.is_some_and(|running| running != choice.thread)),
                    Counted::Delays => {
                        let threads = program.threads.len() as u32;
                        let first = goes_on.or(last.map(|last| last + 1)).unwrap_or(0);
                        let asked = (first..first + threads).map(|thread| thread % threads);
                        let before = asked.take_while(|thread| *thread != choice.thread);
                        let able = |thread: &u32| choices.iter().any(|choice| choice.thread == *thread);
                        before.filter(able).count() as u32
                    }
                };
            let mut state = state.clone();
            match state.take(program, *choice) {
                Status::Violated(finding) if properties.contains(finding.kind) => {
                    Least::note(&mut self.errors, finding.cause, cost);
                    self.most = self.most.max(cost);
                }
                Status::Ignored => self.most = self.most.max(cost),
                _ => self.follow(program, properties, counted, &state, Some(choice.thread), cost),
            }
        }
    }
}

type Clock = Vec<u32>;

/// An access of the past, and how far its thread was.
#[derive(Clone)]
struct Access {
    event: Event,
    time: u32,
}

/// Who knows what of whom on a path.
#[derive(Clone)]
pub struct Clocks {
    threads: Vec<Clock>,
    locks: Vec<Clock>,
    volatiles: Vec<Clock>,
    permits: Vec<Clock>,
    interrupts: Vec<Clock>,
    ends: Vec<Option<Clock>>,
    accesses: BTreeMap<u32, Vec<Access>>,
    /// Whether the path has had a race.
    pub raced: bool,
}

/// Makes one clock know what another knows.
fn join(into: &mut Clock, from: &Clock) {
    for (own, other) in into.iter_mut().zip(from) {
        *own = (*own).max(*other);
    }
}

impl Clocks {
    pub fn new(threads: usize) -> Clocks {
        let none = vec![0; threads];
        let mut clocks = Clocks {
            threads: vec![none.clone(); threads],
            locks: vec![none.clone(); LOCKS],
            volatiles: vec![none.clone(); VARS],
            permits: vec![none.clone(); threads],
            interrupts: vec![none; threads],
            ends: vec![None; threads],
            accesses: BTreeMap::new(),
            raced: false,
        };
        (0..threads).for_each(|thread| clocks.threads[thread][thread] = 1);
        clocks
    }

    /// What a choice about to be taken orders, and races with.
    pub fn before(&mut self, program: &Program, state: &State, choice: Choice, truth: &mut Truth) {
        let thread = choice.thread as usize;
        let Some(event) = state.pending(program, thread) else { return };
        self.threads[thread][thread] += 1;
        let own = &mut self.threads[thread];
        let waits = matches!(state.threads[thread].phase, Phase::Waiting { .. });
        let interrupted = choice.alternative == INTERRUPTION && matches!(event.action, Action::Wait | Action::Join);
        if interrupted {
            join(own, &self.interrupts[thread]);
            return;
        }
        let misuse = match (event.action, event.location) {
            (Action::Unlock | Action::Wait, Location::Monitor(lock)) => !state.owns(lock as u8, thread),
            _ => false,
        };
        if waits || misuse {
            return;
        }
        match (event.action, event.location) {
            (Action::Read | Action::Write | Action::Update, Location::Static(field)) => {
                let volatile = field.0 >= u32::from(FIRST_VOLATILE);
                if volatile && event.action != Action::Write {
                    join(own, &self.volatiles[field.0 as usize]);
                }
                if volatile && event.action != Action::Read {
                    join(&mut self.volatiles[field.0 as usize], own);
                }
                if !volatile {
                    self.access(event, field.0, truth);
                }
            }
            (Action::Lock, Location::Monitor(lock)) => join(own, &self.locks[lock as usize]),
            (Action::Unlock, Location::Monitor(lock)) => join(&mut self.locks[lock as usize], own),
            // A wait that finds itself interrupted keeps the lock.
            (Action::Wait, Location::Monitor(_)) if state.threads[thread].interrupted => {
                join(own, &self.interrupts[thread])
            }
            (Action::Wait, Location::Monitor(lock)) => join(&mut self.locks[lock as usize], own),
            (Action::Park, _) if matches!(choice.alternative, TIME_OUT | SPURIOUS) => {}
            (Action::Park, _) if state.threads[thread].permit => join(own, &self.permits[thread]),
            (Action::Park, _) => join(own, &self.interrupts[thread]),
            (Action::Unpark, Location::Thread(other)) => join(&mut self.permits[other.0 as usize], own),
            (Action::Interrupt, Location::Thread(other)) => join(&mut self.interrupts[other.0 as usize], own),
            (Action::Start, Location::Thread(other)) => {
                let own = own.clone();
                if state.threads[other.0 as usize].phase == Phase::NotStarted {
                    join(&mut self.threads[other.0 as usize], &own);
                }
            }
            (Action::Join, Location::Thread(other)) => {
                if let Some(end) = &self.ends[other.0 as usize] {
                    join(own, end);
                }
            }
            _ => {}
        }
    }

    /// A thread's last transition ended the path, by something after its access that nobody could notice: what others were about to do could
    /// as well have been done before that.
    fn meanwhile(&self, program: &Program, state: &State, ended: u32, truth: &mut Truth) {
        for thread in (0..state.threads.len() as u32).filter(|thread| *thread != ended) {
            self.clone().before(program, state, Choice::thread(thread), truth);
        }
    }

    /// Notes which threads have ended.
    pub fn after(&mut self, state: &State) {
        for (thread, own) in state.threads.iter().enumerate() {
            if own.phase == Phase::Ended && self.ends[thread].is_none() {
                self.ends[thread] = Some(self.threads[thread].clone());
            }
        }
    }

    fn access(&mut self, event: Event, var: u32, truth: &mut Truth) {
        let thread = event.thread.0 as usize;
        let past = self.accesses.entry(var).or_default();
        let mut races = BTreeSet::new();
        for access in past.iter().filter(|access| access.event.thread != event.thread) {
            let other = access.event.thread.0 as usize;
            let ordered = access.time <= self.threads[thread][other];
            let writes = access.event.action == Action::Write || event.action == Action::Write;
            if writes && !ordered {
                races.insert(race(&access.event, &event).cause);
            }
        }
        past.push(Access { event, time: self.threads[thread][thread] });
        if !races.is_empty() && !self.raced {
            self.raced = true;
            truth.first_races.extend(races.iter().cloned());
        }
        truth.races.extend(races);
    }
}

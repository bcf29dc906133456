//! The tiny program as a guest, in the simplest way: a mark is a copy of the state. It insists that marks are used as promised.

use super::program::{Op, Program, Timeouts};
use super::state::{Phase, SPURIOUS, State, TIME_OUT, end, race};
use super::statics::{self, At};
use raddle_search::clocks::Access;
use raddle_search::finding::{Finding, Kind};
use raddle_search::{About, Choice, Guest, Occasion, Status};
use raddle_vm::event::{Event, Location, Site};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub struct Tiny {
    program: Arc<Program>,
    pub state: State,
    events: Vec<Event>,
    /// What each thread has read.
    pub seen: Vec<Vec<u8>>,
    /// The states remembered, each with the number of its mark and what had been read.
    marks: Vec<(u64, State, Vec<Vec<u8>>)>,
    next_mark: u64,
    transitions: u64,
    /// The operations that guide a search, whoever does them, and the one done last.
    sequence: Vec<Op>,
    last: Option<Op>,
    /// The operations that are looked for: assertions when they fail, others when they are done; and those the last transition came to.
    targets: Vec<At>,
    came_to: Vec<u32>,
    revision: Arc<AtomicU64>,
    /// The number of transitions, taken together by all guests that share it, at which the revision grows.
    grows_at: Vec<u64>,
}

impl Tiny {
    pub fn new(program: &Program) -> Tiny {
        Tiny {
            program: Arc::new(program.clone()),
            state: State::new(program),
            events: Vec::new(),
            seen: vec![Vec::new(); program.threads.len()],
            marks: Vec::new(),
            next_mark: 0,
            transitions: 0,
            sequence: program
                .threads
                .iter()
                .filter_map(|ops| ops.iter().rev().find(|op| op.is_visible()))
                .copied()
                .collect(),
            last: None,
            targets: Vec::new(),
            came_to: Vec::new(),
            revision: Arc::default(),
            grows_at: Vec::new(),
        }
    }

    /// A guest whose revision, shared with others, grows at its transitions of these numbers.
    pub fn growing(program: &Program, revision: Arc<AtomicU64>, grows_at: Vec<u64>) -> Tiny {
        Tiny { revision, grows_at, ..Tiny::new(program) }
    }

    /// A guest that knows of other operations to be guided by than the last of each thread.
    pub fn along(program: &Program, sequence: &[Op]) -> Tiny {
        Tiny { sequence: sequence.to_vec(), ..Tiny::new(program) }
    }

    /// A guest to which it is an error to come to some operations.
    pub fn aiming(program: &Program, targets: &[At]) -> Tiny {
        Tiny { targets: targets.to_vec(), ..Tiny::new(program) }
    }

    /// The operation a thread stands before.
    fn next_op(&self, thread: u32) -> Option<Op> {
        self.program.threads[thread as usize].get(self.state.threads[thread as usize].pc as usize).copied()
    }

    /// Whether an operation and that at a site access the same variable, and one of them writes it.
    fn conflicts(&self, op: Op, site: Site) -> bool {
        let access = |op: Op| match op {
            Op::Read { var, .. } => Some((var, false)),
            Op::Write { var, .. } | Op::WriteReg { var, .. } | Op::Update { var, .. } => Some((var, true)),
            _ => None,
        };
        let other = self.program.threads[site.method.0 as usize].get(site.pc as usize).copied();
        match (access(op), other.and_then(access)) {
            (Some((var, writes)), Some((same, also))) => var == same && (writes || also),
            _ => false,
        }
    }

    /// What makes guests of a program.
    pub fn maker(program: &Program) -> impl Fn() -> Result<Tiny, String> + Sync + use<'_> {
        || Ok(Tiny::new(program))
    }
}

/// The assertion that failed, if one did.
pub fn failed(status: &Status) -> Option<At> {
    match status {
        Status::Violated(Finding { kind: Kind::Assertion, cause, .. }) => {
            let (thread, pc) = cause.strip_prefix("assertion ")?.split_once(':')?;
            Some((thread.parse().ok()?, pc.parse().ok()?))
        }
        _ => None,
    }
}

impl Guest for Tiny {
    type Mark = u64;
    type Snapshot = State;

    fn choices(&mut self, into: &mut Vec<Choice>) {
        into.extend(self.state.choices(&self.program));
    }

    fn occasion(&mut self, choice: Choice) -> Occasion {
        let thread = choice.thread as usize;
        match choice.alternative {
            TIME_OUT if self.program.timeouts != Timeouts::Always && self.state.is_timed(&self.program, thread) => {
                Occasion::Idle
            }
            SPURIOUS if self.state.may_wake(&self.program, thread) => Occasion::Company,
            _ => Occasion::Any,
        }
    }

    fn spurious(&self) -> Option<u32> {
        self.program.spurious.then_some(SPURIOUS)
    }

    fn take(&mut self, choice: Choice) -> Status {
        assert!(self.state.choices(&self.program).contains(&choice), "{choice:?} is not possible");
        self.transitions += 1;
        if self.grows_at.contains(&self.transitions) {
            self.revision.fetch_add(1, Ordering::Relaxed);
        }
        self.events.clear();
        self.events.extend(self.state.events(&self.program, choice));
        self.last = self.next_op(choice.thread);
        let done = (choice.thread as usize, self.state.threads[choice.thread as usize].pc as usize);
        self.seen[choice.thread as usize].extend(self.state.about_to_see(&self.program, choice));
        let was: Vec<Phase> = self.state.threads.iter().map(|thread| thread.phase).collect();
        let status = self.state.take(&self.program, choice);
        for (thread, was) in was.into_iter().enumerate() {
            if was != Phase::Ended && self.state.threads[thread].phase == Phase::Ended {
                self.events.push(end(thread as u32));
            }
        }
        self.came_to.clear();
        // What comes of a path that is not to be looked at is nobody's concern.
        let targets = self.targets.iter().enumerate().filter(|_| status != Status::Ignored);
        for (number, target) in targets {
            let came = match self.program.threads[target.0][target.1] {
                Op::AssertNot { .. } => failed(&status) == Some(*target),
                _ => done == *target,
            };
            if came {
                self.came_to.push(number as u32);
            }
        }
        match self.came_to.first() {
            Some(number) => {
                let message = format!("target {number} is come to");
                Status::Violated(Finding { kind: Kind::Property, cause: message.clone(), message })
            }
            None => status,
        }
    }

    fn spot(&mut self, site: Site) -> Option<u32> {
        statics::spot(&self.program, (site.method.0 as usize, site.pc as usize))
    }

    fn came_to(&self) -> &[u32] {
        &self.came_to
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn threads(&self) -> u32 {
        self.state.threads.len() as u32
    }

    fn pending(&mut self, thread: u32) -> Option<Event> {
        self.state.pending(&self.program, thread as usize)
    }

    fn content(&mut self, about: About, _element: u32) -> u64 {
        let location = match about {
            About::Event(event) => self.events[event].location,
            About::Pending(thread) | About::Source(thread) => match self.pending(thread) {
                Some(event) => event.location,
                None => return 0,
            },
        };
        match location {
            Location::Static(field) => u64::from(self.state.vars[field.0 as usize]),
            Location::Object { name, .. } => u64::from(self.state.threads[name as usize].interrupted),
            _ => 0,
        }
    }

    fn has_permit(&mut self, thread: u32) -> bool {
        self.state.threads[thread as usize].permit
    }

    fn is_left_behind(&self, thread: u32) -> bool {
        self.state.threads[thread as usize].daemon
    }

    fn passed(&self, before: u32) -> u32 {
        let next = self.sequence.get(before as usize);
        before + u32::from(next.is_some() && self.last.as_ref() == next)
    }

    /// Operations up to that one, if nothing jumps.
    fn distance(&mut self, thread: u32, place: u32) -> u32 {
        let Some(op) = self.sequence.get(place as usize) else { return 0 };
        let ahead = self.program.threads[thread as usize].iter().skip(self.state.threads[thread as usize].pc as usize);
        ahead.copied().position(|other| other == *op).map_or(u32::MAX, |count| count as u32)
    }

    fn could_come(&mut self, thread: u32, site: Site) -> bool {
        let ops = &self.program.threads[thread as usize];
        let mut from = self.state.threads[thread as usize].pc as usize;
        let jump = |op: &Op| if let Op::JumpUnless { to, .. } = op { usize::from(*to) } else { usize::MAX };
        while let Some(back) = ops.iter().skip(from).map(jump).min().filter(|back| *back < from) {
            from = back;
        }
        let has_ended = self.state.threads[thread as usize].phase == Phase::Ended;
        !has_ended && ops.iter().skip(from).any(|op| self.conflicts(*op, site))
    }

    fn could_meet(&mut self, one: Site, other: Site) -> bool {
        let op = self.program.threads[one.method.0 as usize].get(one.pc as usize);
        op.is_some_and(|op| self.conflicts(*op, other))
    }

    fn stuck(&mut self) -> Option<Finding> {
        self.state.stuck()
    }

    fn race(&mut self, one: u32, other: u32) -> Finding {
        let pending = |thread| self.state.pending(&self.program, thread as usize).expect("it is said to race");
        race(&pending(one), &pending(other))
    }

    fn race_with_past(&mut self, past: &Access, thread: u32) -> Finding {
        race(&past.event, &self.state.pending(&self.program, thread as usize).expect("it is said to race"))
    }

    fn livelock(&mut self, threads: &[u32]) -> Finding {
        let cause = format!("livelock {threads:?}");
        Finding { kind: Kind::Livelock, message: format!("threads {threads:?} go round for ever"), cause }
    }

    fn mark(&mut self) -> u64 {
        self.next_mark += 1;
        self.marks.push((self.next_mark, self.state.clone(), self.seen.clone()));
        self.next_mark
    }

    fn rewind(&mut self, mark: &u64) {
        let index = self.marks.iter().position(|(number, ..)| number == mark).expect("the mark was forgotten");
        self.marks.truncate(index + 1);
        self.state = self.marks[index].1.clone();
        self.seen = self.marks[index].2.clone();
    }

    fn snapshot(&mut self) -> State {
        self.state.clone()
    }

    fn load(&mut self, snapshot: &State) {
        self.marks.clear();
        self.state = snapshot.clone();
    }

    fn fingerprint(&mut self) -> u128 {
        self.state.bytes().iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash: u128, byte| {
            let mixed = (hash ^ u128::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
            mixed ^ mixed >> 67
        })
    }

    fn canonical(&mut self) -> Vec<u8> {
        self.state.bytes()
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    fn knowledge(&self) -> Vec<u8> {
        self.revision().to_le_bytes().to_vec()
    }

    fn learn(&mut self, knowledge: &[u8]) -> Result<(), String> {
        let revision = knowledge.try_into().map_err(|_| "a revision has eight bytes".to_string())?;
        self.revision.fetch_max(u64::from_le_bytes(revision), Ordering::Relaxed);
        Ok(())
    }

    fn instructions(&self) -> u64 {
        self.transitions
    }
}

//! The state of a tiny program, and what a choice does to it.

use super::program::{FIRST_VOLATILE, INTERRUPTED, LOCKS, Op, Program, REGS, Timeouts, VARS};
use raddle_program::class::{FieldId, MethodId};
use raddle_search::finding::{Finding, Kind};
use raddle_search::{Choice, Status};
use raddle_vm::event::{Action, Event, Location, Site};
use raddle_vm::thread::ThreadId;

/// The alternatives of a thread that waits.
pub const TIME_OUT: u32 = 1;
pub const INTERRUPTION: u32 = 2;
pub const SPURIOUS: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Phase {
    NotStarted,
    /// Stands before an operation.
    Ready,
    /// In the wait set of a lock it held so many times.
    Waiting {
        lock: u8,
        timed: bool,
        held: u8,
    },
    /// Has to get the lock back.
    Woken {
        lock: u8,
        held: u8,
    },
    Ended,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Thread {
    pub phase: Phase,
    pub pc: u8,
    pub regs: [u8; REGS],
    pub permit: bool,
    pub interrupted: bool,
    /// The program ends without it.
    pub daemon: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State {
    pub vars: [u8; VARS],
    /// Owner and how often it holds the lock.
    pub locks: [Option<(u8, u8)>; LOCKS],
    pub threads: Vec<Thread>,
}

impl State {
    /// Before the first transition. Local operations at the beginning of threads are done.
    pub fn new(program: &Program) -> State {
        let thread = |number: usize| Thread {
            phase: Phase::NotStarted,
            pc: 0,
            regs: [0; REGS],
            permit: false,
            interrupted: false,
            daemon: program.daemons.contains(&number),
        };
        let threads = (0..program.threads.len()).map(thread).collect();
        let mut state = State { vars: [0; VARS], locks: [None; LOCKS], threads };
        for thread in (0..program.threads.len()).filter(|thread| program.started[*thread]) {
            state.threads[thread].phase = Phase::Ready;
            state.run_local(program, thread);
        }
        state
    }

    fn op(&self, program: &Program, thread: usize) -> Option<Op> {
        program.threads[thread].get(self.threads[thread].pc as usize).copied()
    }

    fn is_free(&self, lock: u8, thread: usize) -> bool {
        self.locks[lock as usize].is_none_or(|(owner, _)| owner as usize == thread)
    }

    pub fn owns(&self, lock: u8, thread: usize) -> bool {
        self.locks[lock as usize].is_some_and(|(owner, _)| owner as usize == thread)
    }

    /// The threads in the wait set of a lock.
    pub fn waiters(&self, of: u8) -> Vec<usize> {
        let waits = |thread: &Thread| matches!(thread.phase, Phase::Waiting { lock, .. } if lock == of);
        (0..self.threads.len()).filter(|thread| waits(&self.threads[*thread])).collect()
    }

    pub fn choices(&self, program: &Program) -> Vec<Choice> {
        if self.is_over() {
            return Vec::new();
        }
        let mut choices = self.timely_choices(program);
        if choices.is_empty() {
            choices = self.due(program);
        }
        // That nothing but a wake-up without cause could help is as good as a deadlock.
        if program.spurious && !choices.is_empty() {
            let wakes = (0..self.threads.len()).filter(|thread| self.may_wake(program, *thread));
            choices.extend(wakes.map(|thread| Choice { thread: thread as u32, alternative: SPURIOUS }));
            choices.sort_unstable();
        }
        choices
    }

    /// Whether a thread could wake up without cause.
    pub fn may_wake(&self, program: &Program, thread: usize) -> bool {
        let Thread { phase, permit, interrupted, .. } = self.threads[thread];
        let parks = matches!(self.op(program, thread), Some(Op::Park { .. })) && !permit && !interrupted;
        matches!(phase, Phase::Waiting { .. }) || phase == Phase::Ready && parks
    }

    /// Whether a thread's wait, or what it stands before, comes to an end by itself.
    pub fn is_timed(&self, program: &Program, thread: usize) -> bool {
        match self.threads[thread].phase {
            Phase::Waiting { timed, .. } => timed,
            Phase::Ready => matches!(self.op(program, thread), Some(Op::Park { timed: true })),
            _ => false,
        }
    }

    /// The time-outs that come where nothing else can go on.
    fn due(&self, program: &Program) -> Vec<Choice> {
        let timed = (0..self.threads.len()).filter(|thread| self.is_timed(program, *thread));
        let first = timed.clone().map(|thread| self.threads[thread].pc).min();
        let due = timed.filter(|thread| match program.timeouts {
            Timeouts::Idle => true,
            Timeouts::IdleInOrder => Some(self.threads[*thread].pc) == first,
            Timeouts::Always | Timeouts::Never => false,
        });
        due.map(|thread| Choice { thread: thread as u32, alternative: TIME_OUT }).collect()
    }

    /// The choices there are without waiting until nothing else can go on.
    fn timely_choices(&self, program: &Program) -> Vec<Choice> {
        let always = program.timeouts == Timeouts::Always;
        let mut choices = Vec::new();
        for thread in 0..self.threads.len() {
            let mut add = |alternative| choices.push(Choice { thread: thread as u32, alternative });
            let Thread { phase, permit, interrupted, .. } = self.threads[thread];
            match phase {
                Phase::NotStarted | Phase::Ended => {}
                Phase::Woken { lock, .. } => {
                    if self.is_free(lock, thread) {
                        add(0);
                    }
                }
                Phase::Waiting { timed, .. } => {
                    if timed && always {
                        add(TIME_OUT);
                    }
                    if interrupted {
                        add(INTERRUPTION);
                    }
                }
                Phase::Ready => match self.op(program, thread) {
                    Some(Op::Lock(lock)) => {
                        if self.is_free(lock, thread) {
                            add(0);
                        }
                    }
                    Some(Op::Join(other)) => {
                        if self.threads[other as usize].phase == Phase::Ended {
                            add(0);
                        }
                        if interrupted {
                            add(INTERRUPTION);
                        }
                    }
                    Some(Op::Park { timed }) => {
                        if permit || interrupted {
                            add(0);
                        }
                        if timed && always {
                            add(TIME_OUT);
                        }
                    }
                    Some(Op::Notify(lock)) => {
                        (0..self.waiters(lock).len().max(1)).for_each(|waiter| add(waiter as u32))
                    }
                    Some(Op::Choose { below, .. }) => (0..u32::from(below)).for_each(add),
                    _ => add(0),
                },
            }
        }
        choices
    }

    /// Whether a thread could go on by itself: it is not in a wait, and what it is about to do need not wait.
    pub fn could_go_on(&self, program: &Program, thread: usize) -> bool {
        let Thread { phase, permit, interrupted, .. } = self.threads[thread];
        match (phase, self.op(program, thread)) {
            (Phase::NotStarted | Phase::Ended | Phase::Waiting { .. }, _) => false,
            (Phase::Woken { lock, .. }, _) | (Phase::Ready, Some(Op::Lock(lock))) => self.is_free(lock, thread),
            (Phase::Ready, Some(Op::Join(other))) => self.threads[other as usize].phase == Phase::Ended,
            (Phase::Ready, Some(Op::Park { .. })) => permit || interrupted,
            (Phase::Ready, _) => true,
        }
    }

    /// Takes a choice.
    pub fn take(&mut self, program: &Program, choice: Choice) -> Status {
        let thread = choice.thread as usize;
        match (self.visible(program, thread, choice.alternative), self.run_local(program, thread)) {
            (Status::Ignored, _) | (_, Status::Ignored) => Status::Ignored,
            (Status::Running, Status::Running) if self.is_over() => Status::Ended,
            (Status::Running, other) => other,
            (other, _) => other,
        }
    }

    pub fn is_over(&self) -> bool {
        self.threads.iter().all(|thread| thread.daemon || matches!(thread.phase, Phase::NotStarted | Phase::Ended))
    }

    /// The visible operation of a transition.
    fn visible(&mut self, program: &Program, thread: usize, alternative: u32) -> Status {
        let own = &mut self.threads[thread];
        match own.phase {
            Phase::Waiting { lock, held, .. } => {
                if alternative == INTERRUPTION {
                    own.interrupted = false;
                    own.regs[1] = INTERRUPTED;
                }
                own.phase = Phase::Woken { lock, held };
                return Status::Running;
            }
            Phase::Woken { lock, held } => {
                self.locks[lock as usize] = Some((thread as u8, held));
                own.phase = Phase::Ready;
                own.pc += 1;
                return Status::Running;
            }
            _ => {}
        }
        let pc = own.pc;
        own.pc += 1;
        match program.threads[thread][pc as usize] {
            Op::Read { var, reg } => own.regs[reg as usize] = self.vars[var as usize],
            Op::Write { var, value } => self.vars[var as usize] = value,
            Op::WriteReg { var, reg } => self.vars[var as usize] = own.regs[reg as usize],
            Op::Update { var, reg } => {
                own.regs[reg as usize] = self.vars[var as usize];
                self.vars[var as usize] = (self.vars[var as usize] + 1) % 4;
            }
            Op::Lock(lock) => {
                let held = self.locks[lock as usize].map_or(0, |(_, held)| held);
                self.locks[lock as usize] = Some((thread as u8, held + 1));
            }
            Op::Unlock(lock) => {
                if !self.owns(lock, thread) {
                    return self.die(thread, pc, Kind::Monitor, "unlocks what it does not hold");
                }
                let held = self.locks[lock as usize].map_or(0, |(_, held)| held);
                self.locks[lock as usize] = (held > 1).then_some((thread as u8, held - 1));
            }
            Op::Wait { lock, timed } => {
                if !self.owns(lock, thread) {
                    return self.die(thread, pc, Kind::Monitor, "waits without the lock");
                }
                if self.threads[thread].interrupted {
                    self.threads[thread].interrupted = false;
                    self.threads[thread].regs[1] = INTERRUPTED;
                } else {
                    let held = self.locks[lock as usize].take().map_or(0, |(_, held)| held);
                    self.threads[thread].phase = Phase::Waiting { lock, timed, held };
                    self.threads[thread].pc = pc;
                }
            }
            Op::Notify(lock) => {
                if !self.owns(lock, thread) {
                    return self.die(thread, pc, Kind::Monitor, "notifies without the lock");
                }
                if let Some(waiter) = self.waiters(lock).get(alternative as usize) {
                    self.wake(*waiter);
                }
            }
            Op::NotifyAll(lock) => {
                if !self.owns(lock, thread) {
                    return self.die(thread, pc, Kind::Monitor, "notifies without the lock");
                }
                self.waiters(lock).into_iter().for_each(|waiter| self.wake(waiter));
            }
            Op::Park { .. } => {
                if !matches!(alternative, TIME_OUT | SPURIOUS) {
                    own.permit = false;
                }
            }
            Op::Unpark(other) => self.threads[other as usize].permit = true,
            Op::Start(other) => {
                if self.threads[other as usize].phase == Phase::NotStarted {
                    self.threads[other as usize].phase = Phase::Ready;
                    return self.run_local(program, other as usize);
                }
            }
            Op::Join(_) => {
                if alternative == INTERRUPTION {
                    own.interrupted = false;
                    own.regs[1] = INTERRUPTED;
                }
            }
            Op::Interrupt(other) => self.threads[other as usize].interrupted = true,
            Op::Choose { reg, .. } => own.regs[reg as usize] = alternative as u8,
            Op::Set { .. } | Op::Add { .. } | Op::AssertNot { .. } | Op::AssumeNot { .. } | Op::JumpUnless { .. } => {
                unreachable!("local operations are done at the end of a transition")
            }
        }
        Status::Running
    }

    fn wake(&mut self, thread: usize) {
        if let Phase::Waiting { lock, held, .. } = self.threads[thread].phase {
            self.threads[thread].phase = Phase::Woken { lock, held };
        }
    }

    /// Ends a thread by an error.
    fn die(&mut self, thread: usize, pc: u8, kind: Kind, what: &str) -> Status {
        self.threads[thread].phase = Phase::Ended;
        let message = format!("thread {thread} {what}");
        let cause = format!("{} {thread}:{pc}", kind.name());
        Status::Violated(Finding { kind, message, cause })
    }

    /// Goes on up to just before the next visible operation.
    fn run_local(&mut self, program: &Program, thread: usize) -> Status {
        while self.threads[thread].phase == Phase::Ready {
            let Some(op) = self.op(program, thread) else {
                self.threads[thread].phase = Phase::Ended;
                break;
            };
            if op.is_visible() {
                break;
            }
            let own = &mut self.threads[thread];
            let pc = own.pc;
            own.pc += 1;
            match op {
                Op::Set { reg, value } => own.regs[reg as usize] = value,
                Op::Add { reg } => own.regs[reg as usize] += 1,
                Op::JumpUnless { reg, value, to } if own.regs[reg as usize] != value => own.pc = to,
                Op::AssertNot { reg, value } if own.regs[reg as usize] == value => {
                    return self.die(thread, pc, Kind::Assertion, "fails an assertion");
                }
                Op::AssumeNot { reg, value } if own.regs[reg as usize] == value => return Status::Ignored,
                _ => {}
            }
        }
        Status::Running
    }

    /// What is wrong where nothing can be chosen.
    pub fn stuck(&self) -> Option<Finding> {
        if self.is_over() {
            return None;
        }
        let blocked = self.threads.iter().enumerate();
        let blocked = blocked.filter(|(_, thread)| !matches!(thread.phase, Phase::NotStarted | Phase::Ended));
        let words: Vec<String> = blocked.map(|(number, thread)| format!("{number}:{}", thread.pc)).collect();
        let cause = format!("deadlock {}", words.join(" "));
        Some(Finding { kind: Kind::Deadlock, message: format!("threads wait for ever: {}", words.join(", ")), cause })
    }

    /// What a thread's next transition begins with.
    pub fn pending(&self, program: &Program, thread: usize) -> Option<Event> {
        let own = &self.threads[thread];
        let monitor = |lock: u8| Location::Monitor(u64::from(lock));
        let other = |thread: u8| Location::Thread(ThreadId(u32::from(thread)));
        let field = |var: u8| Location::Static(FieldId(u32::from(var)));
        let (action, location) = match own.phase {
            Phase::NotStarted | Phase::Ended => return None,
            Phase::Waiting { lock, .. } => (Action::Wait, monitor(lock)),
            Phase::Woken { lock, .. } => (Action::Lock, monitor(lock)),
            Phase::Ready => match self.op(program, thread)? {
                Op::Read { var, .. } => (Action::Read, field(var)),
                Op::Write { var, .. } | Op::WriteReg { var, .. } => (Action::Write, field(var)),
                Op::Update { var, .. } => (Action::Update, field(var)),
                Op::Lock(lock) => (Action::Lock, monitor(lock)),
                Op::Unlock(lock) => (Action::Unlock, monitor(lock)),
                Op::Wait { lock, .. } => (Action::Wait, monitor(lock)),
                Op::Notify(lock) => (Action::Notify, monitor(lock)),
                Op::NotifyAll(lock) => (Action::NotifyAll, monitor(lock)),
                Op::Park { .. } => (Action::Park, other(thread as u8)),
                Op::Unpark(thread) => (Action::Unpark, other(thread)),
                Op::Start(thread) => (Action::Start, other(thread)),
                Op::Join(thread) => (Action::Join, other(thread)),
                Op::Interrupt(thread) => (Action::Interrupt, other(thread)),
                _ => (Action::Choose, other(thread as u8)),
            },
        };
        let plain = matches!(location, Location::Static(FieldId(var)) if var < u32::from(FIRST_VOLATILE));
        let site = Site { method: MethodId(thread as u32), pc: u32::from(own.pc) };
        Some(Event { thread: ThreadId(thread as u32), action, location, value: 0, plain, site })
    }

    /// What a thread is about to learn by a choice: what it reads, or which way it goes.
    pub fn about_to_see(&self, program: &Program, choice: Choice) -> Option<u8> {
        let thread = choice.thread as usize;
        match (self.threads[thread].phase, self.op(program, thread)) {
            (Phase::Ready, Some(Op::Read { var, .. } | Op::Update { var, .. })) => Some(self.vars[var as usize]),
            (Phase::Ready, Some(Op::Choose { .. })) => Some(choice.alternative as u8),
            _ => None,
        }
    }

    /// What others can notice of a choice about to be taken.
    pub fn events(&self, program: &Program, choice: Choice) -> Vec<Event> {
        let thread = choice.thread as usize;
        let own = &self.threads[thread];
        let Some(pending) = self.pending(program, thread) else { return Vec::new() };
        // That a thread is interrupted is a volatile of its own.
        let flag = |action, thread: u32| Event {
            action,
            location: Location::Object { name: u64::from(thread), slot: 0 },
            ..pending
        };
        let owns = |lock: u64| self.owns(lock as u8, thread);
        let holds_once = |lock: u64| owns(lock) && self.locks[lock as usize].is_some_and(|(_, held)| held == 1);
        let notices = choice.alternative == INTERRUPTION
            || own.phase == Phase::Ready && own.interrupted && pending.action == Action::Wait;
        match (pending.action, pending.location) {
            (Action::Wait, Location::Monitor(lock)) if own.phase == Phase::Ready && !owns(lock) => vec![],
            (Action::Wait | Action::Join, _) if notices => vec![flag(Action::Update, choice.thread)],
            (Action::Wait, _) if own.phase != Phase::Ready => vec![],
            (Action::Lock, Location::Monitor(lock)) if owns(lock) => vec![],
            (Action::Unlock, Location::Monitor(lock)) if !holds_once(lock) => vec![],
            (Action::Notify | Action::NotifyAll, Location::Monitor(lock)) if !owns(lock) => vec![],
            (Action::Park, _) if matches!(choice.alternative, TIME_OUT | SPURIOUS) => vec![],
            (Action::Park, _) if own.permit => vec![Event { value: 1, ..pending }],
            (Action::Park, _) => vec![pending, flag(Action::Read, choice.thread)],
            (Action::Interrupt, Location::Thread(other)) => vec![pending, flag(Action::Write, other.0)],
            (Action::Start, Location::Thread(other)) if self.threads[other.0 as usize].phase != Phase::NotStarted => {
                vec![]
            }
            _ => vec![pending],
        }
    }

    /// What tells this state from all others.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.vars.to_vec();
        bytes.extend(self.locks.iter().flat_map(|lock| lock.map_or([255, 0], |(owner, held)| [owner, held])));
        for thread in &self.threads {
            let phase = match thread.phase {
                Phase::NotStarted => [0, 0, 0, 0],
                Phase::Ready => [1, 0, 0, 0],
                Phase::Waiting { lock, timed, held } => [2, lock, u8::from(timed), held],
                Phase::Woken { lock, held } => [3, lock, 0, held],
                Phase::Ended => [4, 0, 0, 0],
            };
            bytes.extend(phase);
            bytes.extend([thread.pc, u8::from(thread.permit), u8::from(thread.interrupted)]);
            bytes.extend(thread.regs);
        }
        bytes
    }
}

/// The event that a thread has come to its end.
pub fn end(thread: u32) -> Event {
    let site = Site { method: MethodId(thread), pc: u32::MAX };
    let thread = ThreadId(thread);
    Event { thread, action: Action::End, location: Location::Thread(thread), value: 0, plain: false, site }
}

/// The finding that two pending operations race.
pub fn race(one: &Event, other: &Event) -> Finding {
    let mut sites = [one, other].map(|event| (event.site.method.0, event.site.pc));
    sites.sort_unstable();
    let [one, other] = sites;
    let cause = format!("race {}:{} {}:{}", one.0, one.1, other.0, other.1);
    Finding { kind: Kind::Race, message: cause.clone(), cause }
}

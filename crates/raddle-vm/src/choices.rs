//! What a watched program can do next, and doing it: one transition of one thread.

use crate::classes::Init;
use crate::event::{Action, Event, Location};
use crate::execute::Stop;
use crate::heap::Ref;
use crate::knowledge::Knowledge;
use crate::machine::{Exit, Machine, Outcome};
use crate::schedule::End;
use crate::thread::{Next, Standing, State, Thread, ThreadId, Wake};
use crate::undo::Mark;
use crate::watch::{Incident, Timeouts, Trial, Unwatched, UnwatchedAimed, Watched, WatchedAimed};
use raddle_program::class::{ClassId, LoaderId};
use std::sync::Arc;

/// The alternative that an operation times out.
pub const TIMED_OUT: u32 = 1;
/// The alternative that a thread wakes up without cause.
pub(crate) const SPURIOUS: u32 = 2;

/// Calls and backward jumps after which a thread that does nothing visible is given up.
const PATIENCE: u64 = 200_000_000;

/// Calls and backward jumps after which a thread may be waiting for a location nobody is known to write: from then on its reads count.
const CALM: i64 = 200_000;

/// Calls and backward jumps of main alone before it is watched: it may go round for ever without starting anything.
const LONE: u64 = 20_000_000;

/// Steps without a choice at the beginning, at most: a program may go round for ever without any.
const MAX_LONE_STEPS: usize = 10_000;

/// How a transition ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Threads may be able to go on.
    Running,
    /// All threads that count have ended, or the program has stopped itself, with this code.
    Ended(i32),
    /// The machine cannot go on.
    Fatal(String),
}

impl Machine {
    /// Runs the program up to where there is first something to choose, and begins to watch. `Err` if it ends before or cannot go on.
    /// With `symmetry` everything the program makes is named by how it is met, so what it does is logged from its beginning.
    pub fn begin_search(&mut self, knowledge: Arc<Knowledge>, timeouts: Timeouts, symmetry: bool) -> Result<Mark, End> {
        self.watch.knowledge = knowledge;
        self.watch.timeouts = timeouts;
        self.watch.wanted = true;
        self.files.capture();
        let main = ThreadId(0);
        if symmetry {
            self.heap.begin_log();
            self.watch.program_begin = Some(self.heap.mark_log().1);
        }
        while self.instructions < LONE {
            let stop = if self.is_aiming() {
                self.run_thread::<UnwatchedAimed>(main, 1_000_000)
            } else {
                self.run_thread::<Unwatched>(main, 1_000_000)
            };
            self.tell_of_files();
            if let Some(what) = self.files.take_used() {
                self.not_controlled(format!("uses {what}, which may change between two paths"));
            }
            match stop {
                Stop::Budget => {
                    self.yielded = false;
                    let asked = std::mem::take(&mut self.gc_asked);
                    if asked && !symmetry {
                        self.collect(true);
                    }
                    if !symmetry {
                        self.collect_if_due();
                    }
                }
                Stop::Blocked | Stop::Visible => break,
                Stop::Halt(code) => return Err(End::Exit(code)),
                Stop::Fatal(message) => return Err(End::Fatal(message)),
            }
        }
        self.keep_come_to(true);
        self.clock.stop();
        let now = self.clock.now();
        for thread in &mut self.threads {
            thread.time = now;
        }
        self.watch.began = now;
        if !symmetry {
            self.heap.begin_log();
        }
        self.watch.system_threads = 1..self.threads.len();
        self.watch();
        self.begin_prints();
        self.files.keep();
        self.native_memory.blocks.keep();
        self.streams.keep();
        self.current = main;
        self.leave_noise();
        self.threads[0].fresh = true;
        self.unsettled = true;
        let base = self.mark();
        self.watch.base_end = base.heap_end() as u32;
        Ok(base)
    }

    /// Goes to the first state with something to choose, as far as is known now what has to be stopped at.
    pub fn find_root(&mut self, base: &Mark) -> Mark {
        self.rewind(base);
        self.forget_come_to_before();
        self.forget_copies();
        self.refresh_knowledge();
        let mut choices = Vec::new();
        for _ in 0..MAX_LONE_STEPS {
            choices.clear();
            self.choices(|thread, alternative| choices.push((thread, alternative)));
            let [(thread, alternative)] = choices[..] else { break };
            if self.may_idle() {
                // Whose time is up goes on without being let to, so what others did before races with what it does.
                break;
            }
            let before = self.mark();
            let step = self.take(thread, alternative);
            if step != Step::Running || self.watch.incident.is_some() {
                // What ends the program or is wrong with it is a step of the search.
                self.rewind(&before);
                break;
            }
            self.keep_come_to(false);
        }
        let end = self.mark().heap_end();
        self.root_prints(self.watch.program_begin.unwrap_or(end));
        self.mark()
    }

    /// Calls `add` with each thread that can go on and each way its next operation can go.
    pub fn choices(&mut self, mut add: impl FnMut(ThreadId, u32)) {
        if self.is_over() {
            return;
        }
        let is_timely = self.watch.timeouts == Timeouts::Always;
        let goes_on = is_timely && !self.watch.spurious || self.goes_on();
        // Where nothing else can go on, time passes until somebody's time is up.
        let due = if goes_on || is_timely { None } else { self.earliest_deadline() };
        // That nothing but a wake-up without cause could help is as good as a deadlock: none need ever come.
        let wakes = self.watch.spurious && (goes_on || due.is_some());
        for thread in self.own_threads().filter(|thread| thread.state != State::Ended) {
            let id = thread.id;
            if due.is_some() && self.idle_deadline(id) == due {
                add(id, TIMED_OUT);
            }
            let (first, count) = self.alternatives_of(thread);
            for alternative in first..first + count {
                add(id, alternative);
            }
            if wakes && self.may_wake(id) {
                add(id, SPURIOUS);
            }
        }
    }

    /// Whether a thread can go on so.
    pub fn is_possible(&mut self, id: ThreadId, alternative: u32) -> bool {
        if id.index() < self.threads.len() && self.takes_part(id) && !self.is_over() {
            let (first, count) = self.alternatives(id);
            if (first..first + count).contains(&alternative) {
                return true;
            }
        }
        // Whether somebody's time is up, or who may wake up without cause, depends on whether others can go on.
        let mut found = false;
        if matches!(alternative, TIMED_OUT | SPURIOUS) {
            self.choices(|thread, other| found |= (thread, other) == (id, alternative));
        }
        found
    }

    /// Whether a choice is that a thread's time is up, possible only because nothing else can go on.
    pub fn is_idle_timeout(&self, id: ThreadId, alternative: u32) -> bool {
        alternative == TIMED_OUT && self.watch.timeouts != Timeouts::Always && self.idle_deadline(id).is_some()
    }

    /// The alternative that a thread wakes up without cause, if threads may.
    pub fn spurious(&self) -> Option<u32> {
        self.watch.spurious.then_some(SPURIOUS)
    }

    /// Whether a choice is that a thread wakes up without cause.
    pub fn is_spurious(&self, id: ThreadId, alternative: u32) -> bool {
        alternative == SPURIOUS && self.watch.spurious && self.may_wake(id)
    }

    /// Whether the last transition was a look at the time that all threads share, which takes some.
    pub fn moved_time(&self) -> bool {
        self.watch.moved_time
    }

    /// Whether some thread can go on without time passing or a wake-up without cause.
    fn goes_on(&self) -> bool {
        let mut threads = (0..self.threads.len()).map(|index| ThreadId(index as u32));
        threads.any(|id| self.takes_part(id) && self.alternatives(id).1 > 0)
    }

    fn earliest_deadline(&self) -> Option<u64> {
        let threads = (0..self.threads.len()).map(|index| ThreadId(index as u32));
        threads.filter_map(|id| self.idle_deadline(id)).min()
    }

    /// Whether a thread could wake up without cause. A permit that is there is taken at once.
    fn may_wake(&self, id: ThreadId) -> bool {
        let thread = &self.threads[id.index()];
        match (thread.state, thread.next) {
            (State::Waiting { .. }, _) => true,
            (State::Runnable, Next::Park { .. }) => !thread.permit && !thread.interrupted,
            _ => false,
        }
    }

    /// The threads that are the program's.
    #[inline]
    fn own_threads(&self) -> impl Iterator<Item = &Thread> {
        let system = &self.watch.system_threads;
        self.threads[..system.start].iter().chain(&self.threads[system.end..]).map(|thread| &**thread)
    }

    /// Whether a thread is the program's: the class library's own have nothing to do here.
    #[inline]
    fn takes_part(&self, id: ThreadId) -> bool {
        !self.watch.system_threads.contains(&id.index()) && self.threads[id.index()].state != State::Ended
    }

    /// Whether a thread goes on when nothing else can.
    fn may_idle(&self) -> bool {
        self.watch.timeouts != Timeouts::Always
            && (0..self.threads.len()).any(|index| self.idle_deadline(ThreadId(index as u32)).is_some())
    }

    fn idle_deadline(&self, id: ThreadId) -> Option<u64> {
        if !self.takes_part(id) {
            return None;
        }
        let thread = &self.threads[id.index()];
        match (thread.state, thread.next) {
            (State::Sleeping { deadline }, _) => Some(deadline),
            _ if self.watch.timeouts == Timeouts::Never => None,
            (State::Runnable, Next::Park { deadline }) => deadline,
            (state, _) => state.deadline(),
        }
    }

    /// The ways a thread's next operation can go now: the first, and how many.
    #[inline]
    fn alternatives(&self, id: ThreadId) -> (u32, u32) {
        self.alternatives_of(&self.threads[id.index()])
    }

    #[inline]
    fn alternatives_of(&self, thread: &Thread) -> (u32, u32) {
        let id = thread.id;
        let always = self.watch.timeouts == Timeouts::Always;
        let from = |normal: bool, timed: bool| match (normal, timed && always) {
            (true, true) => (0, 2),
            (true, false) => (0, 1),
            (false, true) => (TIMED_OUT, 1),
            (false, false) => (0, 0),
        };
        match thread.state {
            State::Runnable => match thread.next {
                Next::Free => (0, 1),
                Next::Enter(object) => from(self.owner(object).is_none_or(|(owner, _)| owner == id), false),
                Next::Park { deadline } => from(thread.permit || thread.interrupted, deadline.is_some()),
                Next::Initialize(class) => {
                    from(!matches!(self.init[class.index()], Init::Running(other) if other != id), false)
                }
                Next::Notify(object) => (0, self.waiters(object).count().max(1) as u32),
                Next::Choose(count) => (0, count),
            },
            State::Waiting { deadline, .. } => from(false, deadline.is_some()),
            State::Joining { thread, deadline } => from(self.may_join(id, thread), deadline.is_some()),
            _ => (0, 0),
        }
    }

    /// Whether a thread that another has been joining has ended. `Thread.join` holds the thread object's monitor whenever it looks.
    pub(crate) fn may_join(&self, id: ThreadId, target: ThreadId) -> bool {
        let target = &self.threads[target.index()];
        target.state == State::Ended && self.owner(target.object).is_none_or(|(owner, _)| owner == id)
    }

    /// The threads that wait to be notified on an object.
    pub(crate) fn waiters(&self, object: Ref) -> impl Iterator<Item = ThreadId> + '_ {
        self.threads
            .iter()
            .filter(move |thread| matches!(thread.state, State::Waiting { object: on, .. } if on == object))
            .map(|thread| thread.id)
    }

    /// Whether nothing is left that the program waits for.
    pub fn is_over(&self) -> bool {
        self.threads.iter().all(|thread| thread.daemon || thread.state == State::Ended)
    }

    /// Does one of the choices: one transition.
    pub fn take(&mut self, id: ThreadId, alternative: u32) -> Step {
        self.watch.forget_events(0);
        self.forget_come_to();
        self.watch.incident = None;
        self.watch.alternative = alternative;
        self.watch.moved_time = false;
        let state = self.threads[id.index()].state;
        if state != State::Runnable {
            let waits = matches!(state, State::Waiting { .. });
            match (alternative, state.deadline()) {
                (TIMED_OUT, Some(deadline)) => {
                    self.come_to(id, deadline);
                    self.wake(id, Wake::TimedOut);
                }
                _ if waits && alternative == SPURIOUS || matches!(state, State::Joining { .. }) => {
                    self.wake(id, Wake::Notified)
                }
                _ => {}
            }
            if waits {
                // That it no longer waits is a step of its own: the monitor may be taken, and notifications pass it by.
                return Step::Running;
            }
        }
        // What blocked a thread is the operation it goes on with, and one that begins has none yet; else it stands before one.
        let thread = &self.threads[id.index()];
        let armed = thread.wake != Wake::Fresh || thread.fresh;
        match self.advance(id, armed) {
            Step::Running if self.unsettled => self.settle(),
            step => step,
        }
    }

    /// A thread's time is up. Where that may happen at any moment it concerns nobody else: each thread has a time of its own.
    fn come_to(&mut self, id: ThreadId, deadline: u64) {
        if self.watch.timeouts == Timeouts::Always {
            let thread = &mut self.threads[id.index()];
            thread.time = thread.time.max(deadline);
        } else {
            self.clock.jump_to(deadline);
        }
    }

    /// Runs threads as far as nobody can notice: those just started up to their first visible operation, and those whose join is over.
    fn settle(&mut self) -> Step {
        while self.unsettled {
            let ready = self.own_threads().find(|waiting| match waiting.state {
                State::Runnable => waiting.fresh,
                State::Joining { thread, .. } => !self.knows_interrupts() && self.may_join(waiting.id, thread),
                _ => false,
            });
            let Some(id) = ready.map(|thread| thread.id) else {
                // Somebody may hold the monitor of a thread that has ended, and let it go later.
                let held = self.own_threads().any(|waiting| match waiting.state {
                    State::Joining { thread, .. } => self.threads[thread.index()].state == State::Ended,
                    _ => false,
                });
                self.unsettled = held && !self.knows_interrupts();
                break;
            };
            if self.threads[id.index()].state != State::Runnable {
                self.wake(id, Wake::Notified);
            }
            match self.advance(id, true) {
                Step::Running => {}
                other => return other,
            }
        }
        if !self.is_over() {
            return Step::Running;
        }
        let hooks = self.program.loaded(LoaderId::BOOT, "java/lang/ApplicationShutdownHooks");
        if self.shut_down || !hooks.is_some_and(|class| self.init[class.index()] == Init::Done) {
            return Step::Ended(self.exit_code);
        }
        // The program has shutdown hooks: they run as its last threads do.
        self.shut_down = true;
        self.save_thread(ThreadId(0));
        match self.start_shutdown() {
            Ok(()) => {
                // They run after the end of whatever the program waited for.
                for index in 1..self.threads.len() {
                    if !self.threads[index].daemon && self.threads[index].state == State::Ended {
                        self.note(Action::Join, Location::Thread(ThreadId(index as u32)), 0);
                    }
                }
                self.threads[0].fresh = true;
                self.unsettled = true;
                self.settle()
            }
            Err(exit) => Step::Fatal(format!("shutdown failed: {exit:?}")),
        }
    }

    /// Runs a thread up to its next visible operation; not `armed`, through one first.
    fn advance(&mut self, id: ThreadId, armed: bool) -> Step {
        let save = self.save_thread(id);
        let thread = &mut self.threads[id.index()];
        thread.fewest = thread.frames.len();
        let standing: &mut Standing = thread;
        standing.print.frames = None;
        standing.fresh = false;
        standing.next = Next::Free;
        standing.pending = None;
        self.watch.armed = armed;
        let own_time = self.watch.timeouts == Timeouts::Always;
        if own_time {
            self.clock.set(self.threads[id.index()].time);
        }
        let begun = self.instructions;
        self.watch.impatient = false;
        let stop = loop {
            let stop = if self.is_aiming() {
                self.run_thread::<WatchedAimed>(id, CALM)
            } else {
                self.run_thread::<Watched>(id, CALM)
            };
            self.yielded = false;
            self.gc_asked = false;
            let spent = self.instructions - begun;
            if !matches!(stop, Stop::Budget) || spent >= PATIENCE {
                break stop;
            }
            self.watch.impatient = spent >= CALM as u64;
        };
        if own_time {
            self.threads[id.index()].time = self.clock.now();
        }
        if let Some(trial) = self.watch.trial.take() {
            self.end_trial(id, trial);
            self.keep_prefixes(id, save);
            return Step::Running;
        }
        self.keep_prefixes(id, save);
        if !self.watch.outside.is_empty() {
            let stack = self.describe_stack();
            return Step::Fatal(format!(
                "the class library waits for the program while it is being initialised\n{stack}"
            ));
        }
        if self.files.has_looked() {
            self.tell_of_files();
        }
        if let Some(what) = self.files.take_used() {
            let stack = self.describe_stack();
            return Step::Fatal(format!(
                "the program uses {what} after it has started threads, which cannot be taken back; do that before the first thread starts\n{stack}"
            ));
        }
        match stop {
            Stop::Visible | Stop::Blocked => Step::Running,
            Stop::Halt(code) => Step::Ended(code),
            Stop::Fatal(message) => Step::Fatal(message),
            Stop::Budget => {
                let (name, stack) = (self.thread_name(id), self.describe_stack());
                Step::Fatal(format!(
                    "thread \"{name}\" ran for {PATIENCE} calls and loops without doing anything others could notice\n{stack}"
                ))
            }
        }
    }

    /// Says which files were read.
    fn tell_of_files(&mut self) {
        for what in self.files.take_looked_at() {
            self.not_controlled(format!("uses {what}, which may change between two paths"));
        }
    }

    /// A class initialiser on trial came to something others can notice: the thread goes back to before it, and that it begins is an operation of its own.
    fn end_trial(&mut self, id: ThreadId, trial: Trial) {
        let incident = self.watch.incident.take();
        self.rewind(&trial.mark);
        self.watch.incident = incident;
        self.watch.forget_events(trial.events);
        let site = self.site(id);
        let pending = Event {
            thread: id,
            action: Action::Initialize,
            location: Location::Class(trial.class),
            value: 0,
            plain: false,
            site,
        };
        let thread = &mut self.threads[id.index()];
        thread.print.frames = None;
        thread.fresh = false;
        thread.next = Next::Initialize(trial.class);
        thread.pending = Some(pending);
    }

    /// A watched thread begins to initialise a class of the program's.
    pub(crate) fn begin_watched_initializer(&mut self, class: ClassId) -> Outcome<()> {
        // Who initialises one class and then needs another holds a lock and wants another (JVMS 5.5): that can be noticed.
        let nested = self.thread().frames.iter().any(|frame| {
            frame.method == self.stubs.initialize && {
                let holder = ClassId(self.thread().stack[frame.base as usize] as u32);
                self.program.class(holder).loader != LoaderId::BOOT
            }
        });
        if nested {
            if self.stop_before_any(Action::Initialize, Location::Class(class), Next::Initialize(class)) {
                return Err(Exit::Visible);
            }
            self.push_event(Action::Initialize, Location::Class(class), 0, false, Ref::NULL);
        } else if self.watch.armed {
            if self.watch.trial.is_none() {
                let (mark, events) = (self.mark(), self.watch.events.len());
                self.save_thread(self.current);
                self.watch.trial = Some(Trial { class, mark, events });
            }
        } else {
            self.watch.armed = true;
            self.push_event(Action::Initialize, Location::Class(class), 0, false, Ref::NULL);
        }
        Ok(())
    }

    /// The code the program ends with, as far as is known.
    pub fn exit_code(&self) -> i32 {
        self.exit_code
    }

    /// What happened in the last transition.
    pub fn incident(&self) -> Option<&Incident> {
        self.watch.incident.as_ref()
    }
}

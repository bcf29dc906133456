//! Monitors, waiting and parking (JLS 17.1, 17.2).
//!
//! An object's lock word holds its owner and how often it owns it; who waits is known from the threads' states alone, so there is no monitor
//! object to keep in step with them.

use crate::choices::{SPURIOUS, TIMED_OUT};
use crate::event::{Action, Location};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::thread::{Next, State, ThreadId, Wake};
use crate::watch::Timeouts;

/// Lock word: owner plus one in the low bits, times held above, and whether another thread wants it.
pub(crate) const OWNER: u32 = 0x3fff;
const ONCE: u32 = 1 << 14;
const COUNT_SHIFT: u32 = 14;
const COUNT_MASK: u32 = 0x1ffff;
pub(crate) const WANTED: u32 = 1 << 31;
/// Threads a machine can have: what the owner bits hold.
pub const MAX_THREADS: u32 = OWNER - 1;

/// The thread a lock word that is not free names.
pub(crate) fn owner_of(lock: u32) -> ThreadId {
    ThreadId((lock & OWNER) - 1)
}

impl Machine {
    fn own(&self) -> u32 {
        self.current.0 + 1
    }

    /// Enters an object's monitor, or blocks.
    pub fn enter(&mut self, object: Ref) -> Outcome<()> {
        let lock = self.heap.lock(object);
        let own = self.own();
        if lock & OWNER == 0 {
            self.heap.set_lock(object, lock & WANTED | own | ONCE);
            self.note_monitor(Action::Lock, object);
            return Ok(());
        }
        if lock & OWNER == own {
            if lock >> COUNT_SHIFT & COUNT_MASK == COUNT_MASK {
                return Err(Exit::Fatal("a monitor is held more than 131071 times by one thread".into()));
            }
            self.heap.set_lock(object, lock + ONCE);
            return Ok(());
        }
        self.heap.set_lock(object, lock | WANTED);
        self.thread_mut().state = State::Blocked(object);
        Err(Exit::Block)
    }

    /// Leaves an object's monitor.
    pub fn exit(&mut self, object: Ref) -> Outcome<()> {
        let lock = self.heap.lock(object);
        if lock & OWNER != self.own() {
            return Err(self.error("java/lang/IllegalMonitorStateException", "current thread is not owner"));
        }
        if lock >> COUNT_SHIFT & COUNT_MASK > 1 {
            self.heap.set_lock(object, lock - ONCE);
            return Ok(());
        }
        self.note_monitor(Action::Unlock, object);
        self.release(object);
        Ok(())
    }

    fn note_monitor(&mut self, action: Action, object: Ref) {
        if self.watch.on && self.is_shared(object) {
            if action == Action::Lock && !self.is_hushed() {
                self.learn_monitor(object);
            }
            let name = self.heap.name(object);
            self.note_about(action, Location::Monitor(name), object);
        }
    }

    /// Frees a monitor, and lets those who want it try.
    pub(crate) fn release(&mut self, object: Ref) {
        let wanted = self.heap.lock(object) & WANTED != 0;
        self.heap.set_lock(object, 0);
        if wanted {
            for thread in &mut self.threads {
                if thread.state == State::Blocked(object) {
                    thread.state = State::Runnable;
                }
            }
        }
    }

    /// Whether the current thread owns an object's monitor.
    pub fn holds(&self, object: Ref) -> bool {
        self.heap.lock(object) & OWNER == self.own()
    }

    /// The thread that owns an object's monitor, and how often.
    pub fn owner(&self, object: Ref) -> Option<(ThreadId, u32)> {
        let lock = self.heap.lock(object);
        (lock & OWNER != 0).then(|| (ThreadId((lock & OWNER) - 1), lock >> COUNT_SHIFT & COUNT_MASK))
    }

    fn check_owner(&mut self, object: Ref) -> Outcome<()> {
        if self.holds(object) {
            return Ok(());
        }
        Err(self.error("java/lang/IllegalMonitorStateException", "current thread is not owner"))
    }

    /// `Object.wait`: run when called, and again each time the thread goes on. `nanos` of `None` waits for ever.
    pub fn wait(&mut self, object: Ref, nanos: Option<u64>) -> Outcome<()> {
        match self.thread().wake {
            Wake::Fresh => {
                self.check_owner(object)?;
                if self.knows_interrupts() && self.stop_before_monitor(object, Action::Wait) {
                    return Err(Exit::Visible);
                }
                if self.take_interrupt() {
                    return Err(self.plain_error("java/lang/InterruptedException"));
                }
                self.begin_wait(object, nanos)
            }
            wake => {
                self.end_wait(object)?;
                if wake == Wake::Interrupted {
                    self.take_interrupt();
                    return Err(self.plain_error("java/lang/InterruptedException"));
                }
                Ok(())
            }
        }
    }

    /// Lets go of a monitor and waits there.
    fn begin_wait(&mut self, object: Ref, nanos: Option<u64>) -> Outcome<()> {
        let deadline = nanos.map(|nanos| self.clock.now().saturating_add(nanos));
        let held = self.heap.lock(object) >> COUNT_SHIFT & COUNT_MASK;
        self.waits += 1;
        let since = self.waits;
        let thread = self.thread_mut();
        thread.held = held;
        thread.since = since;
        thread.state = State::Waiting { object, deadline };
        self.note_monitor(Action::Wait, object);
        self.release(object);
        Err(Exit::Block)
    }

    /// Takes the monitor again: that is needed before `wait` returns, however it ended.
    fn end_wait(&mut self, object: Ref) -> Outcome<()> {
        self.enter(object)?;
        let held = self.thread().held;
        self.heap.set_lock(object, self.heap.lock(object) & !(COUNT_MASK << COUNT_SHIFT) | held << COUNT_SHIFT);
        self.thread_mut().wake = Wake::Fresh;
        Ok(())
    }

    /// `Object.notify`: wakes the thread that has waited longest; in a watched run the one chosen.
    pub fn notify_one(&mut self, object: Ref) -> Outcome<()> {
        self.check_owner(object)?;
        let waiting = self.waiters(object).count();
        if (waiting > 1 || self.may_leave(object)) && self.stop_before_monitor(object, Action::Notify) {
            return Err(Exit::Visible);
        }
        self.note_monitor(Action::Notify, object);
        let chosen = if self.watch.on {
            let alternative = std::mem::take(&mut self.watch.alternative) as usize;
            self.waiters(object).nth(alternative)
        } else {
            self.waiters(object).min_by_key(|id| self.threads[id.index()].since)
        };
        if let Some(chosen) = chosen {
            self.wake(chosen, Wake::Notified);
        }
        Ok(())
    }

    /// Whether a thread that waits on an object may stop waiting without being notified.
    fn may_leave(&self, object: Ref) -> bool {
        self.watch.on && self.waiters(object).any(|id| self.is_restless(id))
    }

    /// Whether a thread that waits may stop waiting without being notified.
    pub fn is_restless(&self, id: ThreadId) -> bool {
        let is_timed = self.threads[id.index()].state.deadline().is_some();
        self.knows_interrupts() || self.watch.spurious || is_timed
    }

    /// `Object.notifyAll`.
    pub fn notify_all(&mut self, object: Ref) -> Outcome<()> {
        self.check_owner(object)?;
        if self.may_leave(object) && self.stop_before_monitor(object, Action::NotifyAll) {
            return Err(Exit::Visible);
        }
        self.note_monitor(Action::NotifyAll, object);
        self.wake_all(object);
        Ok(())
    }

    pub(crate) fn wake_all(&mut self, object: Ref) {
        for index in 0..self.threads.len() {
            if matches!(self.threads[index].state, State::Waiting { object: on, .. } if on == object) {
                self.wake(ThreadId(index as u32), Wake::Notified);
            }
        }
    }

    /// Lets a blocked thread go on.
    pub(crate) fn wake(&mut self, id: ThreadId, wake: Wake) {
        let thread = &mut self.threads[id.index()];
        if let State::Waiting { object, .. } = thread.state {
            thread.next = Next::Enter(object);
        }
        thread.state = State::Runnable;
        thread.wake = wake;
    }

    /// `Thread.sleep`.
    pub fn sleep(&mut self, nanos: u64) -> Outcome<()> {
        match self.thread().wake {
            Wake::Fresh => {
                let location = Location::Thread(self.current);
                if self.knows_interrupts() && self.stop_before_any(Action::Sleep, location, Next::Free) {
                    return Err(Exit::Visible);
                }
                if self.take_interrupt() {
                    return Err(self.error("java/lang/InterruptedException", "sleep interrupted"));
                }
                if self.watch.on && self.watch.timeouts == Timeouts::Always {
                    // It may be over at any moment, so also at once.
                    return Ok(());
                }
                let deadline = self.clock.now().saturating_add(nanos);
                self.thread_mut().state = State::Sleeping { deadline };
                Err(Exit::Block)
            }
            wake => {
                self.thread_mut().wake = Wake::Fresh;
                if wake == Wake::Interrupted {
                    self.take_interrupt();
                    return Err(self.error("java/lang/InterruptedException", "sleep interrupted"));
                }
                Ok(())
            }
        }
    }

    /// `Unsafe.park`; `deadline` in nanoseconds of the machine's clock.
    pub fn park(&mut self, deadline: Option<u64>) -> Outcome<()> {
        if self.thread().wake != Wake::Fresh {
            self.thread_mut().wake = Wake::Fresh;
            return Ok(());
        }
        let now = self.clock.now();
        let location = Location::Thread(self.current);
        if self.stop_before_any(Action::Park, location, Next::Park { deadline }) {
            return Err(Exit::Visible);
        }
        if self.watch.on {
            match (std::mem::take(&mut self.watch.alternative), deadline) {
                // A permit given meanwhile stays: it came too late.
                (TIMED_OUT, Some(deadline)) => {
                    self.clock.jump_to(deadline);
                    return Ok(());
                }
                (SPURIOUS, _) => return Ok(()),
                _ => {}
            }
        }
        let permit = self.thread().permit;
        self.note(Action::Park, location, u64::from(permit));
        let interrupted = self.is_interrupted(self.current);
        let thread = self.thread_mut();
        if permit {
            thread.permit = false;
            return Ok(());
        }
        if interrupted {
            self.note_interruption(Action::Read, self.current, 1);
            return Ok(());
        }
        if deadline.is_some_and(|deadline| deadline <= now) {
            return Ok(());
        }
        thread.state = State::Parked { deadline };
        Err(Exit::Block)
    }

    /// `Thread.join`; `nanos` of `None` waits for ever.
    pub fn join(&mut self, target: ThreadId, nanos: Option<u64>) -> Outcome<()> {
        match self.thread().wake {
            Wake::Fresh => {
                let location = Location::Thread(target);
                if self.knows_interrupts() {
                    if self.stop_before_any(Action::Join, location, Next::Free) {
                        return Err(Exit::Visible);
                    }
                    // It may have stopped before the thread was started.
                    let object = self.threads[target.index()].object;
                    self.note_about(Action::Read, Location::Monitor(self.heap.name(object)), object);
                }
                if self.take_interrupt() {
                    return Err(self.plain_error("java/lang/InterruptedException"));
                }
                if self.threads[target.index()].state == State::Ended
                    && (!self.watch.on || self.may_join(self.current, target))
                {
                    self.note(Action::Join, location, 0);
                    return Ok(());
                }
                let deadline = nanos.map(|nanos| self.clock.now().saturating_add(nanos));
                self.thread_mut().state = State::Joining { thread: target, deadline };
                Err(Exit::Block)
            }
            wake => {
                self.thread_mut().wake = Wake::Fresh;
                if wake == Wake::Interrupted {
                    self.take_interrupt();
                    return Err(self.plain_error("java/lang/InterruptedException"));
                }
                if wake == Wake::Notified {
                    self.note(Action::Join, Location::Thread(target), 0);
                }
                Ok(())
            }
        }
    }

    /// The same as the JDK does it, which can be noticed by whoever takes the monitor of the thread object: `join` looks, and waits, with that held.
    /// Nobody can come between taking it and waiting, so these are one step.
    pub(crate) fn join_at_monitor(&mut self, object: Ref, nanos: Option<u64>) -> Outcome<()> {
        let wake = self.thread().wake;
        if wake != Wake::Fresh {
            self.end_wait(object)?;
        } else if self.stop_before_monitor(object, Action::Lock) {
            return Err(Exit::Visible);
        } else {
            self.enter(object)?;
            self.note_about(Action::Read, Location::Monitor(self.heap.name(object)), object);
        }
        let is_alive = self.thread_of(object).is_some();
        let waits = is_alive && wake != Wake::TimedOut;
        if (waits || wake == Wake::Interrupted) && self.take_interrupt() {
            self.exit(object)?;
            return Err(self.plain_error("java/lang/InterruptedException"));
        }
        if waits {
            return self.begin_wait(object, nanos);
        }
        if let Some(target) = self.thread_number(object).filter(|_| !is_alive) {
            self.note(Action::Join, Location::Thread(target), 0);
        }
        self.exit(object)
    }

    /// `Unsafe.unpark`.
    pub fn unpark(&mut self, id: ThreadId) {
        self.note(Action::Unpark, Location::Thread(id), 0);
        let thread = &mut self.threads[id.index()];
        if matches!(thread.state, State::Parked { .. }) {
            thread.state = State::Runnable;
            thread.wake = Wake::Notified;
        } else if thread.state != State::Ended {
            thread.permit = true;
        }
    }

    /// The native half of `Thread.interrupt`: the flag is set, and whoever waits goes on.
    pub fn interrupt(&mut self, id: ThreadId) {
        self.note_aloud(Action::Interrupt, Location::Thread(id), 0, Ref::NULL);
        self.note_interruption(Action::Write, id, 1);
        self.threads[id.index()].interrupted = true;
        match self.threads[id.index()].state {
            State::Waiting { .. } | State::Sleeping { .. } | State::Parked { .. } | State::Joining { .. } => {
                self.wake(id, Wake::Interrupted)
            }
            State::Ended => {}
            _ => self.threads[id.index()].permit = true,
        }
    }

    fn is_interrupted(&self, id: ThreadId) -> bool {
        let object = self.threads[id.index()].object;
        self.heap.slot(object, self.known.thread_fields.interrupted) & 1 != 0
    }

    /// Clears the interruption of the current thread, and says whether there was one.
    fn take_interrupt(&mut self) -> bool {
        let object = self.thread().object;
        let was = self.is_interrupted(self.current);
        if was {
            self.heap.set_slot(object, self.known.thread_fields.interrupted, 0);
            self.thread_mut().interrupted = false;
            self.note_interruption(Action::Update, self.current, 0);
        }
        was
    }

    /// Notes that the machine itself set or looked at the field by which threads see that one is interrupted: that orders them (JLS 17.4.4).
    fn note_interruption(&mut self, action: Action, id: ThreadId, value: u64) {
        let object = self.threads[id.index()].object;
        let slot = self.known.thread_fields.interrupted;
        let name = self.heap.name(object);
        self.note_aloud(action, Location::Object { name, slot }, value, object);
    }
}

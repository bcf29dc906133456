//! Watching threads: which operations others could notice, and stopping before them.
//!
//! An operation is visible when it touches something another thread can reach (`share` keeps track of that) and somebody writes it, or is synchronisation. What the
//! class library does for itself (`quiet`) is not. A watched thread runs through its first visible operation up to just before the next.

use crate::event::{Action, Event, Location, Site};
use crate::heap::{Header, Packing, Ref, mark};
use crate::knowledge::{self, Knowledge};
use crate::machine::{Exit, Machine, Outcome, ProgramLayouts};
use crate::outside::OutsideFrame;
use crate::quiet;
use crate::stubs::Stubs;
use crate::thread::{Next, State, ThreadId};
use crate::undo::Mark;
use raddle_program::class::{ClassId, FieldId, LoaderId, MethodId, Shape, access};
use std::sync::Arc;

/// When time-outs fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timeouts {
    /// At any moment.
    #[default]
    Always,
    /// Only when nothing else can go on.
    Idle,
    /// Never, but for `sleep`, which ends when nothing else can go on.
    Never,
}

/// Of which events it is kept how the program came to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Callers {
    /// Of none.
    #[default]
    None,
    /// Of accesses that order nothing: those that can race.
    OfAccesses,
    /// Of all.
    OfAll,
}

/// Something that happened to the program as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incident {
    /// An exception left a thread, and no handler of the program's took it.
    Uncaught {
        /// The thread.
        thread: ThreadId,
        /// The exception.
        exception: Ref,
    },
    /// A property of the program's own does not hold.
    Property {
        /// Which, in the program's words.
        message: String,
        /// The methods the thread was in, the innermost first, each with the bytecode it stood at.
        frames: Vec<(MethodId, u16)>,
    },
    /// An assumption of the program's does not hold.
    Assumption,
}

/// Nanoseconds that pass when the program looks at the clock, so that a loop that waits for time to pass does see it pass.
const LOOK_NANOS: u64 = 1_000_000;

/// Bytes that are read or written in one go.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// Memory outside the heap.
    Memory { address: u64, size: usize },
    /// Elements of an array, or words of an object.
    Elements { object: Ref, start: u32, count: u32 },
}

/// What the address of a block outside the heap is marked with to be a name that no object has.
const MEMORY: u64 = 1 << 62;

/// State of a watched run.
#[derive(Default)]
pub struct WatchState {
    /// Whether anything is watched.
    pub(crate) on: bool,
    /// Whether the run is to become watched as soon as there is something to choose.
    pub(crate) wanted: bool,
    /// Whether a visible operation has been done since the thread was resumed: the next one stops it.
    pub(crate) armed: bool,
    /// The operation under way is visible; whether it is one that orders nothing.
    pub(crate) noticed: Option<bool>,
    /// Events of the transition under way, and the object each is about.
    pub(crate) events: Vec<Event>,
    objects: Vec<Ref>,
    /// What reads found that something may be written after in the same transition, by their places among the events.
    found: Vec<(usize, u64)>,
    /// Whether to keep, for each event in the class library, how the program came there.
    keeps_callers: Callers,
    callers: Vec<Option<(Site, MethodId)>>,
    /// Which outcome of the next operation is to be taken.
    pub(crate) alternative: u32,
    /// What happened in the transition under way.
    pub(crate) incident: Option<Incident>,
    /// What is known of the program's memory.
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) interrupts: bool,
    pub(crate) ends: bool,
    thread_monitors: bool,
    memory: bool,
    /// By class: what the watch has to know of its instances and statics.
    classes: Vec<ClassWatch>,
    /// The console's streams.
    pub(crate) console: [Ref; 2],
    /// The class initialiser that runs in the hope that nobody can notice, and where to come back to.
    pub(crate) trial: Option<Trial>,
    /// Objects being made outside of the program's time: who began, and its frames, innermost last.
    pub(crate) outside: Vec<OutsideFrame>,
    /// Whether the thread has run so long that it may be waiting for something it reads.
    pub(crate) impatient: bool,
    /// Whether what `java.util.Random` yields is chosen.
    pub(crate) random_choice: bool,
    /// Whether threads may wake up without cause (JLS 17.2.1).
    pub(crate) spurious: bool,
    /// When the program began to see real time, if it does.
    real_clock: Option<std::time::Instant>,
    /// The time when watching began.
    pub(crate) began: u64,
    /// When time-outs fire.
    pub(crate) timeouts: Timeouts,
    /// Whether the program itself has looked at the clock: time is then part of the state.
    pub(crate) clock_read: bool,
    /// Whether it has in the transition under way, and all threads share the clock.
    pub(crate) moved_time: bool,
    /// First word given out to the program, where everything it makes counts as new.
    pub(crate) program_begin: Option<usize>,
    /// First word not given out when watching began.
    pub(crate) base_end: u32,
    /// Threads of the class library's own.
    pub(crate) system_threads: std::ops::Range<usize>,
    /// Classes initialised before watching began: that will not be taken back.
    pub(crate) settled: Vec<bool>,
    /// Words of a `java.lang.Thread` that it lets go of when it ends.
    pub(crate) let_go: Vec<u32>,
    /// By class of thread, the method it runs.
    runs: rustc_hash::FxHashMap<ClassId, Option<MethodId>>,
    /// What two runs of the same path could differ by.
    pub(crate) uncontrolled: std::collections::BTreeSet<String>,
}

/// A class initialiser on trial.
pub(crate) struct Trial {
    pub class: ClassId,
    pub mark: Mark,
    pub events: usize,
}

impl WatchState {
    /// Keeps the first so many events of the transition under way.
    #[inline]
    pub(crate) fn forget_events(&mut self, after: usize) {
        self.events.truncate(after);
        self.objects.truncate(after);
        self.callers.truncate(after);
        while self.found.last().is_some_and(|(event, _)| *event >= after) {
            self.found.pop();
        }
    }
}

#[derive(Clone, Copy, Default)]
struct ClassWatch {
    /// Words of instances that are written while shared; bit 63 stands for all from there on, bit 0 for the elements of arrays.
    written: u64,
    /// Volatile words of instances.
    volatile: u64,
    /// The same for statics.
    written_statics: u64,
    volatile_statics: u64,
    final_statics: u64,
    is_thread: bool,
    is_array: bool,
    /// Its races are its own business: the class library is written to bear them.
    bears_races: bool,
    /// Words of a thread only it uses itself, and the word of its interruption.
    private: u64,
    interrupted: u64,
}

impl ClassWatch {
    /// The bit of a word or element of an instance.
    #[inline]
    fn bit(&self, slot: u32) -> u64 {
        if self.is_array { 1 } else { bit(slot) }
    }
}

/// The bit of a word; classes with very many share one for the last.
fn bit(slot: u32) -> u64 {
    1 << slot.min(63)
}

/// The executor's two ways to run: as fast as it can, or watched. A type parameter, so that the first pays nothing for the second.
pub trait Watch {
    /// Whether visible operations are looked for.
    const ON: bool;
    /// Whether somebody wants to know of instructions that are come to.
    const AIMED: bool = false;
}

/// Runs until blocked or out of budget.
pub struct Unwatched;
/// Stops before every visible operation but the first.
pub struct Watched;

/// The first, and tells of instructions come to.
pub struct UnwatchedAimed;
/// The second, the same.
pub struct WatchedAimed;

impl Watch for UnwatchedAimed {
    const ON: bool = false;
    const AIMED: bool = true;
}
impl Watch for WatchedAimed {
    const ON: bool = true;
    const AIMED: bool = true;
}
impl Watch for Unwatched {
    const ON: bool = false;
}
impl Watch for Watched {
    const ON: bool = true;
}

impl Machine {
    /// Whether what the current thread does now is nobody's business.
    pub(crate) fn is_hushed(&self) -> bool {
        self.thread().hush.quiet || !self.watch.outside.is_empty()
    }

    /// In a watched run: whether to stop before an access to a word or element of an object.
    #[inline]
    pub(crate) fn stop_before(&mut self, object: Ref, slot: u32, action: Action) -> bool {
        if self.heap.marks(object) & mark::SHARED == 0 {
            return false;
        }
        // Most reads of what others can reach are of what nobody writes any more.
        if action == Action::Read
            && let Some(watch) = self.watch.classes.get(self.heap.class(object).index())
            && watch.written & watch.bit(slot) == 0
            && !watch.is_thread
            && !self.watch.impatient
        {
            return false;
        }
        self.stop_before_shared(object, slot, action, true)
    }

    /// The same for an access that may order others whatever the field says: not `plain`.
    pub(crate) fn stop_before_shared(&mut self, object: Ref, slot: u32, action: Action, plain: bool) -> bool {
        let Header { class, marks, .. } = self.heap.header(object);
        if !self.watch.on || marks & mark::SHARED == 0 || self.is_hushed() {
            return false;
        }
        if marks & mark::STATICS != 0 {
            let slot = slot.saturating_sub(crate::machine::STATICS_BASE);
            return self.stop_before_static_of(class, slot, None, action, plain);
        }
        let watch = &self.watch.classes[class.index()];
        let plain = plain && !watch.bears_races && watch.volatile & watch.bit(slot) == 0;
        if !self.is_visible(class, slot, action) {
            return false;
        }
        let name = self.heap.name(object);
        self.stop(action, Location::Object { name, slot }, plain, Next::Free, object)
    }

    /// Whether others could notice an access to a word or element of an object of a class that they can reach. That it is written is learned here.
    #[inline]
    fn is_visible(&mut self, class: ClassId, slot: u32, action: Action) -> bool {
        let watch = &self.watch.classes[class.index()];
        let bit = watch.bit(slot);
        if watch.is_thread && (watch.private & bit != 0 || watch.interrupted & bit != 0 && !self.watch.interrupts) {
            return false;
        }
        if watch.written & bit == 0 && watch.interrupted & bit == 0 {
            if action == Action::Read && !self.watch.impatient {
                return false;
            }
            self.learn_written(class, bit);
        }
        true
    }

    #[cold]
    fn learn_written(&mut self, class: ClassId, bit: u64) {
        self.watch.classes[class.index()].written |= bit;
        let name = self.program.class_name(class).to_string();
        self.learn(&knowledge::instances(&name), bit);
    }

    /// The same for a static field.
    #[inline]
    pub(crate) fn stop_before_static(&mut self, field: FieldId, action: Action) -> bool {
        let entry = self.program.field(field);
        let (class, slot) = (entry.class, entry.slot);
        // Most are final.
        if self.watch.classes.get(class.index()).is_some_and(|watch| watch.final_statics & bit(slot) != 0) {
            return false;
        }
        self.stop_before_static_of(class, slot, Some(field), action, true)
    }

    fn stop_before_static_of(
        &mut self,
        class: ClassId,
        slot: u32,
        field: Option<FieldId>,
        action: Action,
        plain: bool,
    ) -> bool {
        if !self.watch.on || self.is_hushed() {
            return false;
        }
        // Others cannot get at the statics of a class that is being initialised (JLS 12.4.2), nor change those that are final.
        let watch = self.watch.classes[class.index()];
        if watch.final_statics & bit(slot) != 0
            || self.init[class.index()] == crate::classes::Init::Running(self.current)
        {
            return false;
        }
        if watch.written_statics & bit(slot) == 0 {
            if action == Action::Read && !self.watch.impatient {
                return false;
            }
            self.watch.classes[class.index()].written_statics |= bit(slot);
            let name = self.program.class_name(class).to_string();
            self.learn(&knowledge::statics(&name), bit(slot));
        }
        let plain = plain && watch.volatile_statics & bit(slot) == 0;
        let fields = &self.program.class(class).fields;
        let is_it = |&&id: &&FieldId| self.program.field(id).is_static() && self.program.field(id).slot == slot;
        let field = field.or_else(|| fields.iter().find(is_it).copied()).unwrap_or(FieldId(0));
        self.stop(action, Location::Static(field), plain, Next::Free, Ref::NULL)
    }

    /// The same for the monitor of an object. That a thread enters a monitor again which it holds, nobody notices.
    pub(crate) fn stop_before_monitor(&mut self, object: Ref, action: Action) -> bool {
        if !self.watch.on || !self.is_shared(object) || self.is_hushed() {
            return false;
        }
        let next = match action {
            Action::Lock if self.holds(object) => return false,
            Action::Lock => Next::Enter(object),
            Action::Notify => Next::Notify(object),
            _ => Next::Free,
        };
        let name = self.heap.name(object);
        self.stop(action, Location::Monitor(name), false, next, object)
    }

    /// The same for an operation that is visible whatever it touches.
    pub(crate) fn stop_before_any(&mut self, action: Action, location: Location, next: Next) -> bool {
        if !self.watch.on || self.is_hushed() {
            return false;
        }
        self.stop(action, location, false, next, Ref::NULL)
    }

    /// The same for a choice of values, which nothing makes invisible: it has several outcomes.
    pub(crate) fn stop_before_choice(&mut self, location: Location, next: Next) -> bool {
        if self.watch.armed {
            self.stand_before(Action::Choose, location, false, next, Ref::NULL);
            return true;
        }
        self.watch.armed = true;
        false
    }

    /// Stops before a visible operation, unless it is the one the thread was resumed for.
    #[inline]
    fn stop(&mut self, action: Action, location: Location, plain: bool, next: Next, object: Ref) -> bool {
        if self.watch.armed && self.thread().atomic == 0 {
            self.stand_before(action, location, plain, next, object);
            return true;
        }
        self.watch.armed = true;
        // What nothing can interleave with races with nothing.
        self.watch.noticed = Some(plain && self.thread().atomic == 0);
        false
    }

    /// Notes what the current thread is about to do.
    #[inline(never)]
    fn stand_before(&mut self, action: Action, location: Location, plain: bool, next: Next, object: Ref) {
        let site = self.current_site();
        let pending = Event { thread: self.current, action, location, value: 0, plain, site };
        let thread = self.thread_mut();
        thread.next = next;
        thread.pending = Some(pending);
        thread.pending_object = object;
        thread.pending_source = (Ref::NULL, 0);
    }

    /// The same for copying between arrays. It is one step here, though Java promises less.
    pub(crate) fn stop_before_copy(&mut self, from: Ref, start: u32, to: Ref, target: u32, count: u32) -> bool {
        if count == 0 || !(self.is_shared(from) || self.is_shared(to)) || self.is_hushed() {
            return false;
        }
        let reads = self.is_shared(from) && self.is_visible(self.heap.class(from), start, Action::Read);
        let writes = self.is_shared(to) && self.is_visible(self.heap.class(to), target, Action::Write);
        let stops = match (reads, writes) {
            (false, false) => false,
            (true, false) => self.stop_before_elements(Action::Read, from, start, count),
            (_, true) => self.stop_before_elements(Action::Write, to, target, count),
        };
        if stops && reads && writes {
            self.thread_mut().pending_source = (from, start);
        }
        stops
    }

    /// The same for filling elements of an array from outside, which is noted, too; not `stops` in the midst of an operation that is visible
    /// anyway.
    pub(crate) fn stop_before_fill(&mut self, to: Ref, target: u32, count: u32, stops: bool) -> bool {
        if !self.is_shared(to) || self.is_hushed() || !self.is_visible(self.heap.class(to), target, Action::Write) {
            return false;
        }
        if stops && self.stop_before_elements(Action::Write, to, target, count) {
            return true;
        }
        let plain = self.watch.noticed.take().unwrap_or(true);
        self.note_elements(Action::Write, to, target, count, plain);
        false
    }

    /// Whether others could notice an access to memory outside the heap, and where that is. That threads access each other's is learned here.
    fn memory_place(&mut self, action: Action, address: u64) -> Option<Location> {
        let (start, owner) = self.native_memory.owner(address)?;
        if action != Action::Read && self.native_memory.outlasts(address) {
            self.files.note_used("memory that the class library keeps outside the heap");
        }
        if !self.watch.memory {
            if owner == self.current {
                return None;
            }
            self.learn(knowledge::MEMORY, 1);
        }
        Some(Location::Elements { name: MEMORY | start, slot: (address - start) as u32 })
    }

    /// What is in a byte of a block outside the heap, by the name its accesses have.
    pub(crate) fn memory_content(&self, name: u64, offset: u64) -> u64 {
        let byte = self.native_memory.bytes((name & !MEMORY) + offset, 1);
        byte.map_or(0, |byte| u64::from(byte[0]))
    }

    /// Whether to stop before an access to memory outside the heap.
    pub(crate) fn stop_before_memory(&mut self, action: Action, address: u64, size: usize, plain: bool) -> bool {
        if self.is_hushed() {
            return false;
        }
        self.memory_place(action, address)
            .is_some_and(|place| self.stop_before_run(action, place, size as u32, plain, Ref::NULL))
    }

    /// Notes an access to memory outside the heap.
    pub(crate) fn note_memory(&mut self, action: Action, address: u64, size: usize) {
        if let Some(plain) = self.watch.noticed.take()
            && let Some(place) = self.memory_place(action, address)
        {
            self.push_event(action, place, size as u64, plain, Ref::NULL);
        }
    }

    /// Stops a watched thread before bytes are read at one place and written at another in one go, where others can notice either; notes both otherwise.
    pub(crate) fn transfer(&mut self, from: Option<Run>, to: Option<Run>) -> Outcome<()> {
        if !self.watch.on || self.is_hushed() {
            return Ok(());
        }
        let ends = [(Action::Write, to), (Action::Read, from)];
        let seen = ends.map(|(action, run)| run.and_then(|run| Some((action, self.run_place(action, run)?))));
        let Some((action, (place, count, object))) = seen.into_iter().flatten().next() else { return Ok(()) };
        if self.stop_before_run(action, place, count, true, object) {
            return Err(Exit::Visible);
        }
        let plain = self.watch.noticed.take().unwrap_or(false);
        for (action, (place, count, object)) in seen.into_iter().flatten() {
            self.push_event(action, place, u64::from(count), plain, object);
        }
        Ok(())
    }

    /// Where a run of bytes is, how many elements it has and of which object, if others could notice that they are accessed.
    fn run_place(&mut self, action: Action, run: Run) -> Option<(Location, u32, Ref)> {
        match run {
            Run::Memory { address, size } => Some((self.memory_place(action, address)?, size as u32, Ref::NULL)),
            Run::Elements { object, start, count } => {
                let is_seen = self.is_shared(object) && self.is_visible(self.heap.class(object), start, action);
                is_seen.then(|| (Location::Elements { name: self.heap.name(object), slot: start }, count, object))
            }
        }
    }

    fn stop_before_elements(&mut self, action: Action, object: Ref, slot: u32, count: u32) -> bool {
        let plain = !self.watch.classes[self.heap.class(object).index()].bears_races;
        let name = self.heap.name(object);
        self.stop_before_run(action, Location::Elements { name, slot }, count, plain, object)
    }

    fn stop_before_run(&mut self, action: Action, place: Location, count: u32, plain: bool, object: Ref) -> bool {
        let stops = self.stop(action, place, plain, Next::Free, object);
        if stops && let Some(pending) = &mut self.thread_mut().pending {
            pending.value = u64::from(count);
        }
        stops
    }

    /// Notes that elements were copied.
    pub(crate) fn note_copy(&mut self, from: Ref, start: u32, to: Ref, target: u32, count: u32) {
        if self.is_shared(to) && self.packing(to) == Packing::References {
            for index in target..target + count {
                self.share(Ref(self.heap.int(to, index)));
            }
        }
        if let Some(plain) = self.watch.noticed.take() {
            self.note_elements(Action::Read, from, start, count, plain);
            self.note_elements(Action::Write, to, target, count, plain);
        }
    }

    fn note_elements(&mut self, action: Action, object: Ref, slot: u32, count: u32, plain: bool) {
        if self.is_shared(object) && self.watch.classes[self.heap.class(object).index()].written != 0 {
            let name = self.heap.name(object);
            self.push_event(action, Location::Elements { name, slot }, u64::from(count), plain, object);
        }
    }

    /// Whether to stop before reading all of an object to copy it: so many words or elements.
    pub(crate) fn stop_before_clone(&mut self, object: Ref, count: u32) -> bool {
        self.is_shared(object)
            && !self.is_hushed()
            && self.watch.classes[self.heap.class(object).index()].written != 0
            && self.stop_before_elements(Action::Read, object, 0, count)
    }

    /// Notes that all of an object was read.
    pub(crate) fn note_clone(&mut self, object: Ref, count: u32) {
        if let Some(plain) = self.watch.noticed.take() {
            self.note_elements(Action::Read, object, 0, count, plain);
        }
    }

    /// The visible operation a thread stands before or waits in.
    pub fn pending(&self, id: ThreadId) -> Option<Event> {
        let thread = self.threads.get(id.index())?;
        if thread.pending.is_some() {
            return thread.pending;
        }
        let monitor = |object: Ref| Location::Monitor(self.heap.name(object));
        let (action, location) = match (thread.state, thread.next) {
            (State::Waiting { object, .. }, _) => (Action::Wait, monitor(object)),
            (State::Joining { thread, .. }, _) => (Action::Join, Location::Thread(thread)),
            (State::Runnable, Next::Enter(object)) => (Action::Lock, monitor(object)),
            _ => return None,
        };
        Some(Event { thread: id, action, location, value: 0, plain: false, site: self.site(id) })
    }

    /// The read that the operation a thread stands before begins with, where it copies from one array others can reach to another.
    pub fn pending_source(&self, id: ThreadId) -> Option<(Event, Ref)> {
        let thread = &self.threads[id.index()];
        let (object, slot) = thread.pending_source;
        let pending = thread.pending.filter(|_| !object.is_null())?;
        let name = self.heap.name(object);
        Some((Event { action: Action::Read, location: Location::Elements { name, slot }, ..pending }, object))
    }

    /// A thread looks at the clock. That is the class library's business or the program's, and then time is part of the state.
    pub(crate) fn look_at_clock(&mut self) {
        if !self.watch.on {
            return;
        }
        let frame = self.thread().frames.last();
        let class = frame.map(|frame| self.program.method(frame.method).class);
        if class.is_some_and(|class| self.program.class(class).loader.0 >= LoaderId::APP.0) {
            self.watch.clock_read = true;
            self.watch.moved_time = self.watch.timeouts != Timeouts::Always;
            if let Some(started) = self.watch.real_clock {
                self.clock.jump_to(self.watch.began + started.elapsed().as_nanos() as u64);
                self.not_controlled("looks at the real clock, which shows another time on every path");
            } else {
                self.clock.advance(LOOK_NANOS);
                self.not_controlled("looks at the clock, which is the machine's: a look takes a millisecond, and time-outs take their time");
            }
        }
    }

    /// Adds to what is known.
    pub(crate) fn learn(&mut self, key: &str, bits: u64) {
        self.watch.knowledge.add(key, bits);
        self.watch.interrupts |= key == knowledge::INTERRUPTS;
        self.watch.ends |= key == knowledge::ENDS;
        self.watch.thread_monitors |= key == knowledge::THREAD_MONITORS;
        self.watch.memory |= key == knowledge::MEMORY;
    }

    /// Whether threads of the program are interrupted.
    pub(crate) fn knows_interrupts(&self) -> bool {
        self.watch.interrupts
    }

    /// Whether threads of the program look whether others have ended.
    pub(crate) fn knows_ends(&self) -> bool {
        self.watch.ends
    }

    /// Whether the program takes monitors of threads, so that it can be noticed that ends and joins do.
    pub(crate) fn knows_thread_monitors(&self) -> bool {
        self.watch.thread_monitors
    }

    /// Learns that the program takes a monitor, if it is a thread's.
    pub(crate) fn learn_monitor(&mut self, object: Ref) {
        let is_thread = self.watch.classes[self.heap.class(object).index()].is_thread;
        if is_thread && !self.watch.thread_monitors {
            self.learn(knowledge::THREAD_MONITORS, 1);
        }
    }

    /// Whether to stop before something that does nothing as long as a thread has not been started: others may start it first. Who stopped here sees
    /// what has become of the thread.
    pub(crate) fn stop_before_unstarted(&mut self, thread: Ref) -> bool {
        let matters = self.watch.on && self.is_shared(thread) && !self.is_hushed();
        if !matters || self.watch.armed && self.thread_number(thread).is_some() {
            return false;
        }
        let place = Location::Monitor(self.heap.name(thread));
        let stops = self.stop(Action::Read, place, false, Next::Free, thread);
        if !stops {
            self.note_about(Action::Read, place, thread);
        }
        stops
    }

    /// Notes an event of a watched run.
    pub(crate) fn note(&mut self, action: Action, location: Location, value: u64) {
        if self.watch.on && !self.is_hushed() {
            self.watch.noticed = None;
            self.push_event(action, location, value, false, Ref::NULL);
        }
    }

    /// The same for an event in the midst of the class library's own business.
    pub(crate) fn note_aloud(&mut self, action: Action, location: Location, value: u64, object: Ref) {
        self.watch.noticed = None;
        if self.watch.on && self.watch.outside.is_empty() {
            self.push_event(action, location, value, false, object);
        }
    }

    /// The same for an event about an object.
    pub(crate) fn note_about(&mut self, action: Action, location: Location, object: Ref) {
        if self.watch.on && !self.is_hushed() {
            self.watch.noticed = None;
            self.push_event(action, location, 0, false, object);
        }
    }

    /// Keeps what a read is about to find.
    #[cold]
    fn keep_found(&mut self, location: Location, object: Ref) {
        let found = self.content(location, object, 0);
        self.watch.found.push((self.watch.events.len(), found));
    }

    pub(crate) fn push_event(&mut self, action: Action, location: Location, value: u64, plain: bool, object: Ref) {
        let site = self.event_site();
        if self.thread().atomic > 0 && action == Action::Read {
            self.keep_found(location, object);
        }
        self.watch.objects.push(object);
        if self.watch.keeps_callers != Callers::None {
            // Where the list ends before an event, nobody asks for its caller.
            if plain || self.watch.keeps_callers == Callers::OfAll {
                let caller = self.library_caller(self.current);
                self.watch.callers.resize(self.watch.events.len(), None);
                self.watch.callers.push(caller);
            }
        }
        self.watch.events.push(Event { thread: self.current, action, location, value, plain, site });
    }

    /// Where in Java the current thread is; what it does below its first method, or after an initialiser, is at the end of that.
    fn event_site(&mut self) -> Site {
        let site = self.current_site();
        let Stubs { thread, main, initialize, .. } = self.stubs;
        if [thread, main, initialize].contains(&site.method) { self.site_in_stub(site) } else { site }
    }

    #[inline(never)]
    fn site_in_stub(&mut self, site: Site) -> Site {
        let first = self.thread().frames.last().map_or(0, |frame| self.thread().stack[frame.base as usize]);
        let method = if site.method == self.stubs.thread {
            let class = self.heap.class(Ref::from_slot(first));
            match self.watch.runs.get(&class) {
                Some(run) => *run,
                None => {
                    let run = self.find_method(class, "run", "()V");
                    self.watch.runs.insert(class, run);
                    run
                }
            }
        } else if site.method == self.stubs.main {
            Some(MethodId(first as u32))
        } else {
            self.program.class(ClassId(first as u32)).initializer
        };
        let Some(method) = method else { return site };
        let code = self.program.method(method).code.as_ref();
        Site { method, pc: code.map_or(0, |code| code.bytecode.len().saturating_sub(1) as u32) }
    }

    /// Where the current thread is.
    #[inline]
    fn current_site(&self) -> Site {
        let frame = self.thread().frames.last();
        frame.map_or(Site::NOWHERE, |frame| Site { method: frame.method, pc: frame.pc })
    }

    /// Where a thread stands.
    pub(crate) fn site(&self, thread: ThreadId) -> Site {
        let frame = self.threads[thread.index()].frames().last();
        frame.map_or(Site::NOWHERE, |frame| Site { method: frame.method, pc: frame.pc })
    }

    /// Notes an access to a word or element of an object that others can reach, and lets them reach what is stored in it.
    #[inline]
    pub(crate) fn note_access(&mut self, action: Action, object: Ref, slot: u32, value: u64, reference: bool) {
        if (self.watch.noticed.is_none() && action == Action::Read)
            || !self.watch.on
            || self.heap.marks(object) & mark::SHARED == 0
        {
            return;
        }
        self.note_shared_access(action, object, slot, value, reference);
    }

    fn note_shared_access(&mut self, action: Action, object: Ref, slot: u32, value: u64, reference: bool) {
        if reference && action != Action::Read && !self.is_private(object, slot) {
            self.share(Ref::from_slot(value));
        }
        if let Some(plain) = self.watch.noticed.take() {
            let name = self.heap.name(object);
            self.push_event(action, Location::Object { name, slot }, value, plain, object);
        }
    }

    /// Notes that a watched thread read a static field.
    pub(crate) fn static_read(&mut self, field: FieldId, value: u64) {
        if let Some(plain) = self.watch.noticed.take() {
            self.push_event(Action::Read, Location::Static(field), value, plain, Ref::NULL);
        }
    }

    /// Notes that a watched thread wrote a static field.
    pub(crate) fn static_written(&mut self, field: FieldId, value: u64) {
        if self.program.field(field).is_reference() {
            self.share(Ref::from_slot(value));
        }
        if let Some(plain) = self.watch.noticed.take() {
            self.push_event(Action::Write, Location::Static(field), value, plain, Ref::NULL);
        }
    }

    fn is_private(&self, object: Ref, slot: u32) -> bool {
        let watch = self.watch.classes[self.heap.class(object).index()];
        watch.is_thread && watch.private & bit(slot) != 0
    }

    /// Everything reachable from `object` can be reached by other threads from here on.
    pub fn share(&mut self, object: Ref) {
        if object.is_null() || self.is_shared(object) {
            return;
        }
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let mut pending = vec![object];
        while let Some(object) = pending.pop() {
            if object.is_null() || self.heap.marks(object) & mark::SHARED != 0 {
                continue;
            }
            self.heap.add_marks(object, mark::SHARED);
            let watch = self.watch.classes[self.heap.class(object).index()];
            self.heap.references(object, &layouts, |slot, target| {
                if !(watch.is_thread && watch.private & bit(slot) != 0) {
                    pending.push(target);
                }
            });
        }
    }

    /// Begins to watch: what statics and threads reach is shared, and threads stop before visible operations.
    pub fn watch(&mut self) {
        self.watch.on = true;
        self.watch.armed = false;
        self.watch.settled = self.init.iter().map(|&init| init == crate::classes::Init::Done).collect();
        self.watch_classes();
        self.watch.interrupts = self.watch.knowledge.get(knowledge::INTERRUPTS) != 0;
        self.watch.ends = self.watch.knowledge.get(knowledge::ENDS) != 0;
        self.watch.thread_monitors = self.watch.knowledge.get(knowledge::THREAD_MONITORS) != 0;
        self.watch.memory = self.watch.knowledge.get(knowledge::MEMORY) != 0;
        if let Some(system) = self.program.loaded(LoaderId::BOOT, "java/lang/System") {
            self.watch.console = ["out", "err"].map(|name| {
                self.static_word(system, name).map_or(Ref::NULL, |word| Ref::from_slot(self.heap.word(word)))
            });
        }
        if let Some(thread) = self.program.loaded(LoaderId::BOOT, "java/lang/Thread") {
            let fields =
                ["target", "threadLocals", "inheritableThreadLocals", "inheritedAccessControlContext", "blocker"];
            let there = fields.into_iter().filter(|field| self.has_field(thread, field)).collect::<Vec<_>>();
            self.watch.let_go = there.into_iter().map(|field| self.slot_of(thread, field)).collect();
        }
        let console = self.watch.console;
        self.hide_bookkeeping(&console);
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let mut roots: Vec<Ref> = Vec::new();
        for object in self.heap.permanent_objects(&layouts) {
            self.heap.references(object, &layouts, |_, target| roots.push(target));
        }
        roots.extend(self.threads.iter().map(|thread| thread.object));
        roots.extend(self.interned.values().copied());
        for root in roots {
            self.share(root);
        }
    }

    /// Gives classes linked since the last call what the watch has to know of them.
    pub(crate) fn watch_classes(&mut self) {
        if !self.watch.on {
            return;
        }
        while self.watch.classes.len() < self.program.classes.len() {
            let class = ClassId(self.watch.classes.len() as u32);
            let watch = self.watch_of(class);
            self.watch.classes.push(watch);
        }
    }

    /// Takes over what other machines of the search have learned.
    pub(crate) fn refresh_knowledge(&mut self) {
        self.watch.interrupts = self.watch.knowledge.get(knowledge::INTERRUPTS) != 0;
        self.watch.ends = self.watch.knowledge.get(knowledge::ENDS) != 0;
        self.watch.thread_monitors = self.watch.knowledge.get(knowledge::THREAD_MONITORS) != 0;
        self.watch.memory = self.watch.knowledge.get(knowledge::MEMORY) != 0;
        for index in 0..self.watch.classes.len() {
            let name = self.program.class_name(ClassId(index as u32));
            self.watch.classes[index].written = self.watch.knowledge.get(&knowledge::instances(name));
            self.watch.classes[index].written_statics = self.watch.knowledge.get(&knowledge::statics(name));
        }
    }

    fn watch_of(&self, class: ClassId) -> ClassWatch {
        let entry = self.program.class(class);
        let name = self.program.class_name(class);
        let mut watch = ClassWatch {
            written: self.watch.knowledge.get(&knowledge::instances(name)),
            written_statics: self.watch.knowledge.get(&knowledge::statics(name)),
            is_array: matches!(entry.shape, Shape::Array(_)),
            bears_races: entry.loader == LoaderId::BOOT && quiet::bears_races(name),
            ..ClassWatch::default()
        };
        for &ancestor in &entry.ancestors {
            let is_thread = self.program.class_name(ancestor) == "java/lang/Thread";
            watch.is_thread |= is_thread;
            for &id in &self.program.class(ancestor).fields {
                let field = self.program.field(id);
                let volatile = if field.access & access::VOLATILE != 0 { bit(field.slot) } else { 0 };
                if !field.is_static() {
                    watch.volatile |= volatile;
                    let name = self.program.symbols.text(field.name);
                    if is_thread && quiet::PRIVATE_TO_THREAD.contains(&name) {
                        watch.private |= bit(field.slot);
                    }
                    if is_thread && name == "interrupted" {
                        watch.interrupted |= bit(field.slot);
                    }
                } else if ancestor == class {
                    watch.volatile_statics |= volatile;
                    if field.access & access::FINAL != 0 {
                        watch.final_statics |= bit(field.slot);
                    }
                }
            }
        }
        watch
    }

    /// The machine's thread of a `java.lang.Thread` that has been started, ended or not.
    pub(crate) fn thread_number(&self, object: Ref) -> Option<ThreadId> {
        self.threads.iter().find(|thread| thread.object == object).map(|thread| thread.id)
    }

    /// Lets the program see real time pass.
    pub fn watch_real_clock(&mut self) {
        self.watch.real_clock = Some(std::time::Instant::now());
    }

    /// Whether what `java.util.Random` yields is to be chosen.
    pub fn watch_random(&mut self, chosen: bool) {
        self.watch.random_choice = chosen;
    }

    /// Whether threads that wait or are parked may wake up without cause.
    pub fn watch_spurious(&mut self, possible: bool) {
        self.watch.spurious = possible;
    }

    /// Says that something two runs of one path could differ by was used.
    pub(crate) fn not_controlled(&mut self, what: impl Into<String>) {
        if self.watch.on || self.watch.wanted {
            self.watch.uncontrolled.insert(what.into());
        }
    }

    /// The events of the last transition.
    pub fn events(&self) -> &[Event] {
        &self.watch.events
    }

    /// The object an event of the last transition is about, by its place among them; null for a static field, a class or a thread.
    pub fn event_object(&self, index: usize) -> Ref {
        self.watch.objects.get(index).copied().unwrap_or_default()
    }

    /// What an event of the last transition, a read, found in the first of its places, where that may have changed since: within an atomic block.
    pub fn event_found(&self, index: usize) -> Option<u64> {
        self.watch.found.iter().find(|(event, _)| *event == index).map(|(_, found)| *found)
    }

    /// Keeps, from here on, how the program came to such events in the class library.
    pub fn keep_callers(&mut self, of: Callers) {
        self.watch.keeps_callers = of;
    }

    /// For an event in the class library: where the program called it, and which method.
    pub fn event_caller(&self, index: usize) -> Option<(Site, MethodId)> {
        self.watch.callers.get(index).copied().flatten()
    }

    /// For a thread in the class library: where the program called it, and which method.
    fn library_caller(&self, id: ThreadId) -> Option<(Site, MethodId)> {
        let is_programs = |method: MethodId| {
            let class = self.program.class(self.program.method(method).class);
            class.loader.0 >= LoaderId::APP.0 && !class.hidden
        };
        let mut called = None;
        for frame in self.threads[id.index()].frames().iter().rev() {
            if self.is_stub(frame.method) {
                continue;
            }
            if is_programs(frame.method) {
                return called.map(|method| (Site { method: frame.method, pc: frame.pc }, method));
            }
            called = Some(frame.method);
        }
        None
    }

    /// Whether a thread is the class library's own. One that is not there, since no path led to its start, is nobody's.
    pub fn is_system_thread(&self, id: ThreadId) -> bool {
        let thread = self.threads.get(id.index());
        self.watch.system_threads.contains(&id.index()) || thread.is_some_and(|thread| thread.state == State::Idle)
    }

    /// The thread that is initialising a class, if one is.
    pub fn initializing_thread(&self, class: ClassId) -> Option<ThreadId> {
        match self.init[class.index()] {
            crate::classes::Init::Running(thread) => Some(thread),
            _ => None,
        }
    }

    /// What two runs of the same path could differ by, in sentences about the program.
    pub fn uncontrolled(&self) -> impl Iterator<Item = &str> {
        self.watch.uncontrolled.iter().map(String::as_str)
    }

    /// What the watch has learned of the program, shared by all machines of one search.
    pub fn knowledge(&self) -> &Arc<Knowledge> {
        &self.watch.knowledge
    }
}

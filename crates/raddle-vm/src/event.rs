//! What a watched thread did that another could notice, and stopping before it does.

use crate::heap::Ref;
use crate::thread::ThreadId;
use raddle_program::class::{ClassId, FieldId, MethodId};

/// A place in memory that threads can share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// A static field.
    Static(FieldId),
    /// A word of an object (header included) or an element of an array, the object by its name.
    Object {
        /// The object's name.
        name: u64,
        /// Which word or element.
        slot: u32,
    },
    /// The monitor of an object.
    Monitor(u64),
    /// A thread's own state: its permit, its interruption, its end.
    Thread(ThreadId),
    /// The initialisation of a class.
    Class(ClassId),
}

/// What was done at a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Read,
    Write,
    /// Read and write in one step: a successful compare-and-set and its kin.
    Update,
    Lock,
    Unlock,
    Wait,
    Notify,
    NotifyAll,
    Park,
    Unpark,
    Start,
    /// A thread's end was waited for.
    Join,
    Interrupt,
    End,
    Sleep,
    /// The initialisation of a class begins (JVMS 5.5).
    Initialize,
    /// A data choice; the value is the alternative chosen.
    Choose,
}

/// Where in the code an event happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// The method.
    pub method: MethodId,
    /// The instruction in its register code.
    pub pc: u32,
}

/// Something another thread could notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who did it.
    pub thread: ThreadId,
    /// What.
    pub action: Action,
    /// Where.
    pub location: Location,
    /// The value read or written.
    pub value: u64,
    /// Whether it is an access that orders nothing (JLS 17.4.4): neither volatile nor atomic. Two of these that conflict may race.
    pub plain: bool,
    /// Where in the code.
    pub site: Site,
}

/// State of a watched run: whether the next visible operation is to be stopped at, and what was seen.
#[derive(Default, Debug)]
pub struct WatchState {
    /// Whether a visible operation has been done since the thread was resumed: the next one stops it.
    pub(crate) armed: bool,
    /// Events since they were last taken.
    pub(crate) events: Vec<Event>,
    /// Whether anything is watched.
    pub(crate) on: bool,
}

/// The executor's two ways to run: as fast as it can, or watched. A type parameter, so that the first pays nothing for the second.
pub trait Watch {
    /// Whether visible operations are looked for.
    const ON: bool;
}

/// Runs until blocked or out of budget.
pub struct Unwatched;
/// Stops before every visible operation but the first.
pub struct Watched;

impl Watch for Unwatched {
    const ON: bool = false;
}
impl Watch for Watched {
    const ON: bool = true;
}

impl crate::machine::Machine {
    /// In a watched run: whether to stop before this operation on `object`. The first visible operation after a resume is let through.
    pub(crate) fn stop_before(&mut self, object: Ref) -> bool {
        if !self.watch.on || self.heap.marks(object) & crate::heap::mark::SHARED == 0 {
            return false;
        }
        self.stop_before_any()
    }

    /// The same for operations that are visible whatever they touch.
    pub(crate) fn stop_before_any(&mut self) -> bool {
        if !self.watch.on {
            return false;
        }
        if self.watch.armed {
            return true;
        }
        self.watch.armed = true;
        false
    }

    /// Notes an event of a watched run.
    pub(crate) fn note(&mut self, action: Action, location: Location, value: u64) {
        if self.watch.on {
            let plain = matches!(action, Action::Read | Action::Write);
            let site = self.site(self.current);
            self.watch.events.push(Event { thread: self.current, action, location, value, plain, site });
        }
    }

    /// Where a thread stands.
    pub(crate) fn site(&self, thread: ThreadId) -> Site {
        let frame = self.threads[thread.index()].frames.last();
        frame.map_or(Site { method: MethodId(0), pc: 0 }, |frame| Site { method: frame.method, pc: frame.pc })
    }

    /// Notes an access to a word or element of an object that others can reach, and lets them reach what is stored in it.
    pub(crate) fn note_access(&mut self, action: Action, object: Ref, slot: u32, value: u64, reference: bool) {
        if !self.watch.on || self.heap.marks(object) & crate::heap::mark::SHARED == 0 {
            return;
        }
        if reference && action != Action::Read {
            self.share(Ref::from_slot(value));
        }
        let name = self.heap.name(object);
        self.note(action, Location::Object { name, slot }, value);
    }

    /// Everything reachable from `object` can be reached by other threads from here on.
    pub fn share(&mut self, object: Ref) {
        let layouts = crate::machine::ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let mut pending = vec![object];
        while let Some(object) = pending.pop() {
            if object.is_null() || self.heap.marks(object) & crate::heap::mark::SHARED != 0 {
                continue;
            }
            self.heap.add_marks(object, crate::heap::mark::SHARED);
            self.heap.references(object, &layouts, |_, target| pending.push(target));
        }
    }

    /// Begins to watch: what statics and threads reach is shared, and threads stop before visible operations.
    pub fn watch(&mut self) {
        let layouts = crate::machine::ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let mut roots: Vec<Ref> = Vec::new();
        for object in self.heap.permanent_objects(&layouts) {
            self.heap.references(object, &layouts, |_, target| roots.push(target));
        }
        roots.extend(self.threads.iter().map(|thread| thread.object));
        roots.extend(self.interned.values().copied());
        for root in roots {
            self.share(root);
        }
        self.watch.on = true;
        self.watch.armed = false;
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.watch.events)
    }
}

//! What a watched thread did that another could notice.

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
    /// Words or elements of an object one after the other, the object by its name. How many they are is the event's value.
    Elements {
        /// The object's name.
        name: u64,
        /// The first of them.
        slot: u32,
    },
    /// The monitor of an object.
    Monitor(u64),
    /// A thread's own state: its permit, its interruption, its end.
    Thread(ThreadId),
    /// The initialisation of a class.
    Class(ClassId),
}

impl Location {
    /// Whether it holds values that are read and written. Of a monitor it can only be seen whether its object, a thread, has been started.
    pub fn is_memory(self) -> bool {
        matches!(self, Location::Static(_) | Location::Object { .. } | Location::Elements { .. })
    }
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
    /// It is over, and was noticeable.
    Initialized,
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

impl Site {
    /// Of what is done outside of all methods.
    pub(crate) const NOWHERE: Site = Site { method: MethodId(0), pc: 0 };
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
    /// The value read or written; for several elements how many they are.
    pub value: u64,
    /// Whether it is an access that orders nothing (JLS 17.4.4): neither volatile nor atomic. Two of these that conflict may race.
    pub plain: bool,
    /// Where in the code.
    pub site: Site,
}

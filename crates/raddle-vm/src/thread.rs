//! Threads of the running program: their frames, and what each waits for.

use crate::event::Event;
use crate::hash::Hash;
use crate::heap::Ref;
use crate::undo::ThreadCopy;
use raddle_program::class::{ClassId, MethodId};
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A thread of the program; main is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// As an index into the machine's threads.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An activation of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The method.
    pub method: MethodId,
    /// The instruction it stands at: the next to run, or the call it is in.
    pub pc: u32,
    /// Index of its first register in the thread's stack.
    pub base: u32,
}

/// Why a thread does or does not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Can go on.
    Runnable,
    /// Wants the monitor of an object that another thread holds.
    Blocked(Ref),
    /// In `Object.wait`.
    Waiting {
        /// The object waited on.
        object: Ref,
        /// When the wait times out, in nanoseconds of the machine's clock.
        deadline: Option<u64>,
    },
    /// In `Thread.sleep`.
    Sleeping {
        /// When it ends.
        deadline: u64,
    },
    /// In `LockSupport.park`.
    Parked {
        /// When it times out.
        deadline: Option<u64>,
    },
    /// In `Thread.join`.
    Joining {
        /// The thread whose end is waited for.
        thread: ThreadId,
        /// When it times out.
        deadline: Option<u64>,
    },
    /// Waits for another thread to initialise a class.
    Initializing(ClassId),
    /// A thread of the JDK's own that waits for work the machine never gives it.
    Idle,
    /// Has ended.
    Ended,
}

impl State {
    /// When the thread goes on by itself.
    pub fn deadline(self) -> Option<u64> {
        match self {
            State::Waiting { deadline, .. } | State::Parked { deadline } | State::Joining { deadline, .. } => deadline,
            State::Sleeping { deadline } => Some(deadline),
            _ => None,
        }
    }
}

/// How a wait, sleep or park ended; the native method that blocked reads it when it runs again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// It has not: the native runs for the first time.
    Fresh,
    /// Notified or unparked.
    Notified,
    /// The time was up.
    TimedOut,
    /// Interrupted.
    Interrupted,
}

/// What the operation needs that a watched thread stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nothing: it can always go on.
    Free,
    /// A monitor.
    Enter(Ref),
    /// A permit, an interruption or, with a time-out, time.
    Park {
        /// When it times out.
        deadline: Option<u64>,
    },
    /// A class that no other thread is initialising.
    Initialize(ClassId),
    /// A choice among the threads that wait on an object.
    Notify(Ref),
    /// A choice of one of so many values.
    Choose(u32),
}

/// Everything of a thread but its frames: small, and copied whole when a state is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether it can run.
    pub state: State,
    /// How its last blocking call ended.
    pub wake: Wake,
    /// The permit of `LockSupport` (JLS has none; see its documentation).
    pub permit: bool,
    /// Whether it was interrupted, for the native side.
    pub interrupted: bool,
    /// Whether the program may end while it runs.
    pub daemon: bool,
    /// How often it held the monitor it waits on, to be restored.
    pub held: u32,
    /// Objects it allocated so far: the second half of their names.
    pub allocated: u64,
    /// The native method it is in.
    pub native: Option<MethodId>,
    /// The native method it waits in; stack traces of a thread that waits show it.
    pub waits_in: Option<MethodId>,
    /// When it began to wait, among all waits: `notify` wakes the earliest.
    pub since: u64,
    /// In a watched run: what it needs to go on.
    pub next: Next,
    /// In a watched run: the visible operation it stands before.
    pub pending: Option<Event>,
    /// The object that operation is about.
    pub pending_object: Ref,
    /// Where it copies elements from, if others can reach both arrays: the array, null if there is none, and the first element.
    pub(crate) pending_source: (Ref, u32),
    /// The time it has come to by time-outs of its own, in nanoseconds of the machine's clock.
    pub time: u64,
    /// Whether it was started and has not run at all.
    pub fresh: bool,
    /// Blocks it is in that nothing may interleave with.
    pub atomic: u32,
    /// Whether what it does now is the class library's own business; from this many frames on.
    pub(crate) hush: Hush,
    /// Its part of the state's fingerprint.
    pub(crate) print: Print,
    /// Where the journal has a copy of all this, if it has; see `undo`.
    pub(crate) saved: Option<NonZeroU32>,
    /// The number of a copy of the whole thread that is like it, if there is one; see `undo`.
    pub(crate) copied: Option<NonZeroU64>,
}

impl Standing {
    /// Whether another is the same, wherever copies of the two are.
    pub(crate) fn is_like(&self, other: &Standing) -> bool {
        let Standing {
            state,
            wake,
            permit,
            interrupted,
            daemon,
            held,
            allocated,
            native,
            waits_in,
            since,
            next,
            pending,
            pending_object,
            pending_source,
            time,
            fresh,
            atomic,
            hush,
            print,
            saved: _,
            copied: _,
        } = self;
        let flags = (*permit, *interrupted, *daemon, *fresh);
        let numbers = (*held, *allocated, *since, *time, *atomic, *pending_object, *pending_source);
        *print == other.print
            && *next == other.next
            && *pending == other.pending
            && *state == other.state
            && *wake == other.wake
            && flags == (other.permit, other.interrupted, other.daemon, other.fresh)
            && numbers
                == (
                    other.held,
                    other.allocated,
                    other.since,
                    other.time,
                    other.atomic,
                    other.pending_object,
                    other.pending_source,
                )
            && (*native, *waits_in, *hush) == (other.native, other.waits_in, other.hush)
    }
}

/// A thread's part of the state's fingerprint, as far as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Print {
    /// Its frames, the new objects they refer to left open; `None` once it has run.
    pub frames: Option<[u64; 2]>,
    /// What is in the sum of all threads for this one.
    pub part: u128,
    /// Whether that is what it is now.
    pub known: bool,
    /// Whether its frames refer to new objects, and whether it waits for one.
    pub refers: bool,
    pub waits: bool,
    /// Whether a time is among what its frames hold.
    pub timed: bool,
}

impl Print {
    /// Whether what is in the sum is all of it: right, and nothing besides.
    #[inline]
    pub fn is_all(&self) -> bool {
        // Compared as one word.
        u32::from_le_bytes([self.known, self.refers, self.waits, self.timed].map(u8::from)) == 1
    }
}

/// The hash of a thread's frames up to one of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    pub hash: Hash,
    /// How many new objects these frames refer to.
    pub open: u32,
    /// Whether a time is among what they hold.
    pub timed: bool,
}

/// Whether a thread's doings are the class library's own bookkeeping, which nobody is to notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hush {
    pub quiet: bool,
    /// How many frames there are, at least, while this lasts.
    pub frames: u32,
}

/// A thread.
pub struct Thread {
    /// Its number.
    pub id: ThreadId,
    /// Its `java.lang.Thread`.
    pub object: Ref,
    /// Registers of all its frames.
    pub(crate) stack: Vec<u64>,
    /// Its frames, the running one last.
    pub(crate) frames: Vec<Frame>,
    /// What its frames, their registers and their hashes are in instead until it runs: most threads of a copied state that is come back to do
    /// not run before another is.
    pub(crate) behind: Option<Rc<ThreadCopy>>,
    /// The fewest frames it has had since it was last resumed: all but the last of these are as they were.
    pub(crate) fewest: usize,
    /// The new objects the frames refer to, in order, duplicates and all; right while the frames' part of the fingerprint is known.
    pub(crate) open: Vec<Ref>,
    /// The hashes of the frames that are as they were when they were hashed.
    pub(crate) prefixes: Vec<Prefix>,
    /// The rest.
    standing: Standing,
}

impl Deref for Thread {
    type Target = Standing;

    fn deref(&self) -> &Standing {
        &self.standing
    }
}

impl DerefMut for Thread {
    /// To change something: what was saved, copied and hashed of it is no longer right.
    fn deref_mut(&mut self) -> &mut Standing {
        self.standing.saved = None;
        self.standing.copied = None;
        self.standing.print.known = false;
        &mut self.standing
    }
}

impl Thread {
    /// A thread that has not begun.
    pub fn new(id: ThreadId, object: Ref) -> Thread {
        Thread {
            id,
            object,
            stack: vec![0; 1024],
            frames: Vec::with_capacity(32),
            behind: None,
            fewest: 0,
            open: Vec::new(),
            prefixes: Vec::new(),
            standing: Standing {
                state: State::Runnable,
                wake: Wake::Fresh,
                permit: false,
                interrupted: false,
                daemon: false,
                held: 0,
                allocated: 0,
                native: None,
                waits_in: None,
                since: 0,
                next: Next::Free,
                pending: None,
                pending_object: Ref::NULL,
                pending_source: (Ref::NULL, 0),
                time: 0,
                fresh: true,
                atomic: 0,
                hush: Hush { quiet: false, frames: 0 },
                print: Print::default(),
                saved: None,
                copied: None,
            },
        }
    }

    /// Its frames, the running one last, whether it runs or not.
    #[inline]
    pub fn frames(&self) -> &[Frame] {
        self.behind.as_ref().map_or(&self.frames, |copy| copy.frames())
    }

    /// The registers of all its frames, whether it runs or not.
    #[inline]
    pub fn registers(&self) -> &[u64] {
        self.behind.as_ref().map_or(&self.stack, |copy| copy.registers())
    }

    /// Leaves the running frame.
    #[inline]
    pub(crate) fn pop_frame(&mut self) {
        self.frames.pop();
        self.fewest = self.fewest.min(self.frames.len());
    }

    /// Notes what the fingerprint has of the thread.
    pub(crate) fn set_print(&mut self, print: Print) {
        self.standing.print = print;
        self.standing.saved = None;
        self.standing.copied = None;
    }

    /// Notes where the journal has a copy of the thread's standing.
    pub(crate) fn set_saved(&mut self, saved: NonZeroU32) {
        self.standing.saved = Some(saved);
    }

    /// Notes which copy it is like.
    pub(crate) fn set_copied(&mut self, copied: Option<NonZeroU64>) {
        self.standing.copied = copied;
    }

    /// Becomes what it was.
    pub(crate) fn restore(&mut self, standing: &Standing) {
        self.standing = *standing;
    }

    /// Its standing, to be copied.
    pub(crate) fn standing(&self) -> Standing {
        self.standing
    }
}

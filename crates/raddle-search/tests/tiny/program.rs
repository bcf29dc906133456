//! What tiny threads can do.

/// Variables there are; those from `FIRST_VOLATILE` on are volatile.
pub const VARS: usize = 4;
pub const FIRST_VOLATILE: u8 = 2;
/// Locks there are.
pub const LOCKS: usize = 2;
/// Registers of a thread.
pub const REGS: usize = 2;
/// What is in register 1 after an interruption.
pub const INTERRUPTED: u8 = 7;

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    Read {
        var: u8,
        reg: u8,
    },
    Write {
        var: u8,
        value: u8,
    },
    WriteReg {
        var: u8,
        reg: u8,
    },
    /// Reads and increments in one step.
    Update {
        var: u8,
        reg: u8,
    },
    Lock(u8),
    Unlock(u8),
    Wait {
        lock: u8,
        timed: bool,
    },
    Notify(u8),
    NotifyAll(u8),
    Park {
        timed: bool,
    },
    Unpark(u8),
    Start(u8),
    Join(u8),
    Interrupt(u8),
    /// A number below `below` of the search's choosing.
    Choose {
        reg: u8,
        below: u8,
    },
    /// What follows cannot be noticed by others, and belongs to the transition of the operation before.
    Set {
        reg: u8,
        value: u8,
    },
    Add {
        reg: u8,
    },
    AssertNot {
        reg: u8,
        value: u8,
    },
    /// A path on which this does not hold is not to be looked at.
    AssumeNot {
        reg: u8,
        value: u8,
    },
    JumpUnless {
        reg: u8,
        value: u8,
        to: u8,
    },
}

impl Op {
    /// Whether others could notice it.
    pub fn is_visible(self) -> bool {
        !matches!(
            self,
            Op::Set { .. } | Op::Add { .. } | Op::AssertNot { .. } | Op::AssumeNot { .. } | Op::JumpUnless { .. }
        )
    }
}

/// When a time-out can come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Timeouts {
    #[default]
    Always,
    /// Only when nothing else can go on.
    Idle,
    /// The same, and only those of the operations nearest to the beginning of their threads.
    IdleInOrder,
    Never,
}

/// The operations of each thread, and which threads run from the beginning.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Op>>,
    pub started: Vec<bool>,
    pub timeouts: Timeouts,
    /// Whether threads may wake up without cause.
    pub spurious: bool,
    /// The threads that the program ends without.
    pub daemons: Vec<usize>,
}

//! What a search can find.

/// Which property is violated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A thread that can never go on.
    Deadlock,
    /// An exception nobody catches.
    Exception,
    /// A failed `assert`.
    Assertion,
    /// Conflicting accesses without order.
    Race,
    /// Misuse of a monitor.
    Monitor,
    /// A cycle in which no thread makes progress.
    Livelock,
    /// An exit code that tells of failure.
    Exit,
    /// A property of the program's own.
    Property,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Kind; 8] = [
        Kind::Deadlock,
        Kind::Exception,
        Kind::Assertion,
        Kind::Race,
        Kind::Monitor,
        Kind::Livelock,
        Kind::Exit,
        Kind::Property,
    ];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::Exception => "exception",
            Kind::Assertion => "assertion",
            Kind::Race => "race",
            Kind::Monitor => "monitor",
            Kind::Livelock => "livelock",
            Kind::Exit => "exit",
            Kind::Property => "property",
        }
    }
}

/// A violated property.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// Which.
    pub kind: Kind,
    /// In words.
    pub message: String,
    /// What makes it the same finding as another: where and what, but not on which path.
    pub cause: String,
}

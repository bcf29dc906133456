//! What a search can find.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Which property is violated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
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

/// A set of kinds: the properties whose violation is an error.
///
/// ```
/// use raddle_search::finding::{Kind, Kinds};
/// assert!(!Kinds::default().contains(Kind::Race));
/// assert!(Kinds::NONE.with(Kind::Race).contains(Kind::Race));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kinds(u16);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);
    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << Kind::ALL.len()) - 1);

    /// This set and one kind more.
    #[must_use]
    pub fn with(self, kind: Kind) -> Kinds {
        Kinds(self.0 | 1 << kind as u16)
    }

    /// This set without a kind.
    #[must_use]
    pub fn without(self, kind: Kind) -> Kinds {
        Kinds(self.0 & !(1 << kind as u16))
    }

    /// Whether a kind is in it.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    /// The kinds in it, in the order of reports.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl Default for Kinds {
    /// All but races: a race is no error under sequential consistency, only a warning that there are other behaviours.
    fn default() -> Kinds {
        Kinds::ALL.without(Kind::Race)
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        kinds.into_iter().fold(Kinds::NONE, Kinds::with)
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A violated property.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Which.
    pub kind: Kind,
    /// In words.
    pub message: String,
    /// What makes it the same finding as another: where and what, but not on which path.
    pub cause: String,
}

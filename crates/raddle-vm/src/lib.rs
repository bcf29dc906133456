//! The machine: state, executor, native methods, events.
//!
//! It runs the class library of an installed JDK on virtual time, one thread at a time, and knows nothing of why a thread was
//! chosen to run.

pub mod ahead;
mod aim;
mod boot;
mod checksum;
pub mod choices;
mod classes;
pub mod clock;
mod collect;
mod deflate;
mod double_double;
mod elementary;
pub mod event;
pub mod execute;
pub mod files;
mod fingerprint;
mod handles;
mod hash;
pub mod heap;
mod indy;
mod inflate;
pub mod knowledge;
mod link;
pub mod machine;
mod monitors;
mod names;
mod native_memory;
pub mod natives;
mod outside;
mod posix;
mod quiet;
mod schedule;
mod stubs;
pub mod thread;
pub mod undo;
mod unwind;
mod versions;
pub mod watch;

pub use boot::BootError;
pub use hash::fingerprint_of;
pub use machine::{Machine, Settings};
pub use schedule::End;

//! What is known of a program's shared memory, which decides what has to be stopped at.
//!
//! A location that nobody ever writes once others can reach it need not be stopped at when it is read. Whether that is so is learned while the
//! program is searched, and what was explored before something was learned counts for nothing: the search begins again, knowing more. So
//! the reduction misses nothing. (On the shortest path to the first write that was not known of, all reads of that kind of location
//! came before any write to it, so they commute with everything, and the reduced search meets that write too.)

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The facts, shared by all machines of one search.
#[derive(Default, Debug)]
pub struct Knowledge {
    facts: Mutex<BTreeMap<String, u64>>,
    revision: AtomicU64,
}

/// The key of the fact that threads are interrupted.
pub(crate) const INTERRUPTS: &str = "interrupts";
/// The key of the fact that threads look whether others have ended.
pub(crate) const ENDS: &str = "ends";
/// The key of the fact that the program takes monitors of threads.
pub(crate) const THREAD_MONITORS: &str = "thread monitors";
/// The key of the fact that threads access memory outside the heap that others asked for.
pub(crate) const MEMORY: &str = "memory";

/// The key of what is written of a class's instances, one bit a word; of arrays, bit 0.
pub(crate) fn instances(class: &str) -> String {
    format!("instance {class}")
}

/// The key of what is written of a class's statics, one bit a field.
pub(crate) fn statics(class: &str) -> String {
    format!("static {class}")
}

impl Knowledge {
    /// Knowledge as `lines` gave it.
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Knowledge {
        let knowledge = Knowledge::default();
        knowledge.add_lines(lines);
        knowledge
    }

    /// Adds what `lines` gave; lines that say nothing are passed over.
    pub fn add_lines<'a>(&self, lines: impl IntoIterator<Item = &'a str>) {
        for line in lines {
            if let Some((key, bits)) = line.rsplit_once(' ')
                && let Ok(bits) = u64::from_str_radix(bits, 16)
            {
                self.add(key, bits);
            }
        }
    }

    /// The facts as lines of text.
    pub fn lines(&self) -> Vec<String> {
        self.lock().iter().map(|(key, bits)| format!("{key} {bits:x}")).collect()
    }

    /// Grows with every fact learned.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    pub(crate) fn get(&self, key: &str) -> u64 {
        self.lock().get(key).copied().unwrap_or(0)
    }

    pub(crate) fn add(&self, key: &str, bits: u64) {
        let mut facts = self.lock();
        let known = facts.entry(key.to_string()).or_default();
        if *known | bits != *known {
            *known |= bits;
            self.revision.fetch_add(1, Ordering::AcqRel);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, u64>> {
        self.facts.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

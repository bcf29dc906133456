//! `java.lang.Runtime`.

use super::{Call, Table, done};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Runtime",
    methods: &[
        ("availableProcessors()I", |_| done(PROCESSORS)),
        ("freeMemory()J", free_memory),
        ("totalMemory()J", total_memory),
        ("maxMemory()J", total_memory),
        ("gc()V", gc),
    ],
};

/// Processors every program sees, whatever the machine has: pools size themselves by it.
pub(super) const PROCESSORS: i32 = 4;

fn free_memory(call: &mut Call) -> Outcome {
    done((call.heap.capacity() - call.heap.used()) as i64)
}

fn total_memory(call: &mut Call) -> Outcome {
    done(call.heap.capacity() as i64)
}

/// Weak references are cleared here and nowhere else, short of running out of memory. A collection needs the caller's frame to be complete, so
/// it happens when the call has returned.
fn gc(call: &mut Call) -> Outcome {
    call.gc_asked = true;
    done(())
}

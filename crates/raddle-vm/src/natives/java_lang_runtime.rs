//! `java.lang.Runtime`.

use super::{Call, Table, done};
use crate::machine::Outcome;
use raddle_program::class::LoaderId;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Runtime",
    methods: &[
        ("availableProcessors()I", available_processors),
        ("freeMemory()J", free_memory),
        ("totalMemory()J", total_memory),
        ("maxMemory()J", total_memory),
        ("gc()V", gc),
    ],
};

/// Processors every program sees, whatever the machine has: pools size themselves by it.
pub(super) const PROCESSORS: i32 = 4;

/// Under a search the class library's synchronisers are told of one: on one processor they do not spin before they block, and spinning only repeats what is
/// explored anyway. Pools still get several threads.
fn available_processors(call: &mut Call) -> Outcome {
    let frame = call.thread().frames.last().copied();
    let class = frame.map(|frame| call.program.method(frame.method).class);
    let spins = class.is_some_and(|class| {
        let name = call.program.class_name(class);
        call.program.class(class).loader == LoaderId::BOOT && name != "java/util/concurrent/ForkJoinPool"
    });
    done(if spins && (call.watch.wanted || call.watch.on) { 1 } else { PROCESSORS })
}

fn free_memory(call: &mut Call) -> Outcome {
    call.not_controlled("asks how much memory is free, which differs between paths");
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

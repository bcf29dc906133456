//! `jdk.internal.perf.PerfCounter`: counters for tools that watch HotSpot from outside. Here nobody does, and they count nothing.

use super::{Call, Table, done, nothing};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/perf/PerfCounter",
    methods: &[
        ("newPerfCounter(Ljava/lang/String;)Ljdk/internal/perf/PerfCounter;", new_counter),
        ("get()J", nothing),
        ("set(J)V", nothing),
        ("add(J)V", nothing),
    ],
};

fn new_counter(call: &mut Call) -> Outcome {
    let name = call.reference(0);
    let class = call.load_boot("jdk/internal/perf/PerfCounter")?;
    let counter = call.new_object(class)?;
    call.set_field(counter, "name", name.0 as u64);
    done(counter)
}

//! `java.lang.ProcessHandleImpl`, `ProcessImpl` and `ProcessEnvironment`: the program's own process and its environment; there are no others.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::Outcome;
use std::os::unix::ffi::OsStrExt;

pub(super) static TABLE: Table = Table {
    class: "java/lang/ProcessHandleImpl",
    methods: &[
        ("getCurrentPid0()J", |_| done(PROCESS)),
        ("isAlive0(J)J", |call| done(if call.long(0) == PROCESS { 0i64 } else { -1 })),
        ("parent0(JJ)J", |_| done(-1i64)),
        ("getProcessPids0(J[J[J[J)I", process_ids),
        ("destroy0(JJZ)Z", |_| done(false)),
        ("waitForProcessExit0(JZ)I", |_| done(-1)),
    ],
};

pub(super) static INFO: Table = Table { class: "java/lang/ProcessHandleImpl$Info", methods: &[("info0(J)V", nothing)] };

pub(super) static PROCESS_IMPL: Table = Table {
    class: "java/lang/ProcessImpl",
    methods: &[("init()V", nothing), ("forkAndExec(I[B[B[BI[BI[B[IZ)I", fork_and_exec)],
};

pub(super) static ENVIRONMENT: Table =
    Table { class: "java/lang/ProcessEnvironment", methods: &[("environ()[[B", environ)] };

/// The number of the program's process: the same in every run.
pub(super) const PROCESS: i64 = 4242;

/// Arguments: a parent or 0 for all; arrays for the ids, their parents and their start times, the last two of which may be null.
fn process_ids(call: &mut Call) -> Outcome {
    if call.long(0) != 0 {
        return done(0);
    }
    for (index, value) in [(2, PROCESS), (3, 0), (4, 0)] {
        let array = call.reference(index);
        if !array.is_null() && call.heap.length(array) > 0 {
            call.heap.set_long(array, 0, value as u64);
        }
    }
    done(1)
}

fn fork_and_exec(call: &mut Call) -> Outcome {
    Err(call.error("java/io/IOException", "subprocesses are not supported by Raddle"))
}

/// Names and values in turn.
fn environ(call: &mut Call) -> Outcome {
    let mut elements: Vec<Ref> = Vec::new();
    for (name, value) in std::env::vars_os() {
        elements.push(call.new_bytes(name.as_bytes())?);
        elements.push(call.new_bytes(value.as_bytes())?);
    }
    let class = call.load_boot("[[B")?;
    done(call.new_references(class, &elements)?)
}

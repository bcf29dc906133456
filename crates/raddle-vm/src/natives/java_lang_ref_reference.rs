//! `java.lang.ref`: references and the thread that enqueues them.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::thread::State;

pub(super) static TABLE: Table = Table {
    class: "java/lang/ref/Reference",
    methods: &[
        ("getAndClearReferencePendingList()Ljava/lang/ref/Reference;", take_pending),
        ("hasReferencePendingList()Z", |call| done(!call.pending_references.is_empty())),
        ("waitForReferencePendingList()V", wait_for_pending),
        ("refersTo0(Ljava/lang/Object;)Z", refers_to),
        ("clear0()V", clear),
    ],
};

pub(super) static PHANTOM: Table = Table {
    class: "java/lang/ref/PhantomReference",
    methods: &[("refersTo0(Ljava/lang/Object;)Z", refers_to), ("clear0()V", clear)],
};

pub(super) static FINALIZER: Table = Table {
    class: "java/lang/ref/Finalizer",
    methods: &[
        ("isFinalizationEnabled()Z", |_| done(false)),
        ("=register(Ljava/lang/Object;)V", nothing),
        ("reportComplete(Ljava/lang/Object;)V", nothing),
    ],
};

impl Machine {
    /// The reference handler goes on when there is something to enqueue.
    pub(crate) fn wake_reference_handler(&mut self) {
        if self.pending_references.is_empty() {
            return;
        }
        for thread in &mut self.threads {
            if thread.state == State::Idle {
                thread.state = State::Runnable;
            }
        }
    }
}

/// The pending references, linked by their `discovered` fields.
fn take_pending(call: &mut Call) -> Outcome {
    let pending = std::mem::take(&mut call.pending_references);
    let mut next = Ref::NULL;
    for reference in pending.into_iter().rev() {
        call.set_field(reference, "discovered", next.0 as u64);
        next = reference;
    }
    done(next)
}

fn wait_for_pending(call: &mut Call) -> Outcome {
    if call.pending_references.is_empty() {
        call.thread_mut().state = State::Idle;
        return Err(Exit::Block);
    }
    done(())
}

fn refers_to(call: &mut Call) -> Outcome {
    let reference = call.object(0)?;
    let referent = call.reference_field(reference, "referent");
    done(referent == call.reference(1))
}

fn clear(call: &mut Call) -> Outcome {
    let reference = call.object(0)?;
    call.set_field(reference, "referent", 0);
    done(())
}

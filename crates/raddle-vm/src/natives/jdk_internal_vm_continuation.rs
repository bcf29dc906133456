//! `jdk.internal.vm.Continuation`: the machine has none, so that virtual threads run as platform threads.

use super::{Table, done, nothing};

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/vm/Continuation",
    methods: &[
        ("pin()V", nothing),
        ("unpin()V", nothing),
        ("isPinned0(Ljdk/internal/vm/ContinuationScope;)I", |_| done(0)),
    ],
};

pub(super) static SUPPORT: Table =
    Table { class: "jdk/internal/vm/ContinuationSupport", methods: &[("isSupported0()Z", |_| done(false))] };

//! `java.util.concurrent.atomic.AtomicLong`.

use super::{Table, done};

pub(super) static TABLE: Table =
    Table { class: "java/util/concurrent/atomic/AtomicLong", methods: &[("VMSupportsCS8()Z", |_| done(true))] };

//! `jdk.internal.platform.CgroupMetrics` and other questions about the place the program runs in: it is the same wherever that is.

use super::{Table, done};

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/platform/CgroupMetrics",
    methods: &[
        ("isUseContainerSupport()Z", |_| done(false)),
        ("isContainerized0()Z", |_| done(false)),
        ("getTotalMemorySize0()J", |call| done(call.heap.capacity() as i64)),
        ("getTotalSwapSize0()J", |_| done(0i64)),
    ],
};

pub(super) static VM_SUPPORT: Table = Table {
    class: "jdk/internal/vm/VMSupport",
    methods: &[
        ("initAgentProperties(Ljava/util/Properties;)Ljava/util/Properties;", |call| done(call.reference(0))),
        ("getVMTemporaryDirectory()Ljava/lang/String;", |call| done(call.new_string("/tmp")?)),
    ],
};

pub(super) static VECTORS: Table = Table {
    class: "jdk/internal/vm/vector/VectorSupport",
    methods: &[
        ("registerNatives()I", |_| done(0)),
        // No vectors of the processor's own.
        ("getMaxLaneCount(Ljava/lang/Class;)I", |_| done(-1)),
        ("getCPUFeatures()Ljava/lang/String;", |call| done(call.new_string("")?)),
    ],
};

pub(super) static FOREIGN: Table =
    Table { class: "jdk/internal/vm/ForeignLinkerSupport", methods: &[("isSupported0()Z", |_| done(false))] };

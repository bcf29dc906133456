//! `jdk.internal.misc.VM`, `CDS`, `Signal` and other hooks of HotSpot's own.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::Outcome;
use crate::posix;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/misc/VM",
    methods: &[
        ("initialize()V", nothing),
        ("initializeFromArchive(Ljava/lang/Class;)V", nothing),
        ("getNanoTimeAdjustment(J)J", nano_time_adjustment),
        ("getRuntimeArguments()[Ljava/lang/String;", runtime_arguments),
        ("latestUserDefinedLoader0()Ljava/lang/ClassLoader;", latest_user_loader),
        ("getuid()J", |_| done(posix::identity().0 as i64)),
        ("geteuid()J", |_| done(posix::identity().1 as i64)),
        ("getgid()J", |_| done(posix::identity().2 as i64)),
        ("getegid()J", |_| done(posix::identity().3 as i64)),
    ],
};

pub(super) static CDS: Table = Table {
    class: "jdk/internal/misc/CDS",
    methods: &[
        ("isDumpingClassList0()Z", |_| done(false)),
        ("isDumpingArchive0()Z", |_| done(false)),
        ("isSharingEnabled0()Z", |_| done(false)),
        ("getCDSConfigStatus()I", |_| done(0)),
        ("getRandomSeedForDumping()J", |_| done(SALT_SEED)),
        ("defineArchivedModules(Ljava/lang/Object;Ljava/lang/Object;)V", nothing),
        ("defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V", nothing),
        ("logLambdaFormInvoker(Ljava/lang/String;)V", nothing),
        ("needsClassInitBarrier0(Ljava/lang/Class;)Z", |_| done(false)),
        ("initializeFromArchive(Ljava/lang/Class;)V", nothing),
    ],
};

/// Seeds the order of immutable sets and maps (`ImmutableCollections.SALT`): not zero, so it is used, and the same in every run.
const SALT_SEED: i64 = 0x5261_6464_6c65;

pub(super) static PREVIEW: Table = Table {
    class: "jdk/internal/misc/PreviewFeatures",
    methods: &[("isPreviewEnabled()Z", |call| done(call.settings.preview))],
};

/// Memory of a scope can go at once: no thread is ever in the middle of an access to it.
pub(super) static SCOPED: Table = Table {
    class: "jdk/internal/misc/ScopedMemoryAccess",
    methods: &[
        (
            "closeScope0(Ljdk/internal/misc/ScopedMemoryAccess$Scope;Ljdk/internal/misc/ScopedMemoryAccess$Scope$ScopedAccessError;)Z",
            |_| done(true),
        ),
        (
            "closeScope0(Ljdk/internal/foreign/MemorySessionImpl;Ljdk/internal/misc/ScopedMemoryAccess$ScopedAccessError;)V",
            nothing,
        ),
    ],
};

pub(super) static SIGNAL: Table = Table {
    class: "jdk/internal/misc/Signal",
    methods: &[
        ("findSignal0(Ljava/lang/String;)I", |_| done(-1)),
        ("handle0(IJ)J", |_| done(0i64)),
        ("raise0(I)V", nothing),
    ],
};

/// Nanoseconds since `offset` seconds after 1970, or -1 when that is too far off.
fn nano_time_adjustment(call: &mut Call) -> Outcome {
    let offset = call.long(0);
    call.look_at_clock();
    let (seconds, nanos) = call.clock.wall();
    let difference = seconds - offset;
    if difference.abs() > 1 << 32 {
        return done(-1i64);
    }
    done(difference * 1_000_000_000 + nanos)
}

fn runtime_arguments(call: &mut Call) -> Outcome {
    let class = call.load_boot("[Ljava/lang/String;")?;
    done(call.new_references(class, &[])?)
}

fn latest_user_loader(call: &mut Call) -> Outcome {
    let frames: Vec<_> = call.thread().frames.iter().rev().map(|frame| frame.method).collect();
    for method in frames {
        let loader = call.program.class(call.program.method(method).class).loader;
        if loader.0 > raddle_program::class::LoaderId::PLATFORM.0 {
            return done(call.loaders[loader.0 as usize]);
        }
    }
    done(Ref::NULL)
}

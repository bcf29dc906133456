//! `java.lang.invoke.MethodHandle` and `VarHandle`: their signature-polymorphic methods called as what their class
//! files say they are, by reflection.

use super::{Call, NativeFn, Table};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/lang/invoke/MethodHandle",
    methods: &[
        ("invoke([Ljava/lang/Object;)Ljava/lang/Object;", |call| {
            refuse(call, "MethodHandle.invoke cannot be invoked reflectively")
        }),
        ("invokeExact([Ljava/lang/Object;)Ljava/lang/Object;", |call| {
            refuse(call, "MethodHandle.invokeExact cannot be invoked reflectively")
        }),
    ],
};

const ACCESS: NativeFn = access;

pub(super) static VAR_HANDLE: Table = Table {
    class: "java/lang/invoke/VarHandle",
    methods: &[
        ("get([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("set([Ljava/lang/Object;)V", ACCESS),
        ("getVolatile([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("setVolatile([Ljava/lang/Object;)V", ACCESS),
        ("getOpaque([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("setOpaque([Ljava/lang/Object;)V", ACCESS),
        ("getAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("setRelease([Ljava/lang/Object;)V", ACCESS),
        ("compareAndSet([Ljava/lang/Object;)Z", ACCESS),
        ("compareAndExchange([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("compareAndExchangeAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("compareAndExchangeRelease([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("weakCompareAndSetPlain([Ljava/lang/Object;)Z", ACCESS),
        ("weakCompareAndSet([Ljava/lang/Object;)Z", ACCESS),
        ("weakCompareAndSetAcquire([Ljava/lang/Object;)Z", ACCESS),
        ("weakCompareAndSetRelease([Ljava/lang/Object;)Z", ACCESS),
        ("getAndSet([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndSetAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndSetRelease([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndAdd([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndAddAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndAddRelease([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseOr([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseOrAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseOrRelease([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseAnd([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseAndAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseAndRelease([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseXor([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseXorAcquire([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
        ("getAndBitwiseXorRelease([Ljava/lang/Object;)Ljava/lang/Object;", ACCESS),
    ],
};

/// Older JDKs have nothing to say of these methods.
fn access(call: &mut Call) -> Outcome {
    if call.program.jdk.feature >= 21 {
        return refuse(call, "VarHandle access mode methods cannot be invoked reflectively");
    }
    let method = call.thread().native.map(|method| call.program.describe_method(method)).unwrap_or_default();
    Err(call.error("java/lang/UnsatisfiedLinkError", &format!("'{method}'")))
}

fn refuse(call: &mut Call, message: &str) -> Outcome {
    Err(call.error("java/lang/UnsupportedOperationException", message))
}

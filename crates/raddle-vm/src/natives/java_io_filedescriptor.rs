//! `java.io`: file descriptors and streams over them.

use super::{Call, Table, done, nothing};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/io/FileDescriptor",
    methods: &[
        ("getHandle(I)J", |_| done(-1i64)),
        ("getAppend(I)Z", |_| done(false)),
        ("close0()V", nothing),
        ("sync0()V", nothing),
    ],
};

pub(super) static OUTPUT: Table = Table {
    class: "java/io/FileOutputStream",
    methods: &[("writeBytes([BIIZ)V", write_bytes)],
};

fn write_bytes(call: &mut Call) -> Outcome {
    let stream = call.object(0)?;
    let array = call.object(1)?;
    let (offset, count) = (call.int(2) as usize, call.int(3) as usize);
    let descriptor = call.reference_field(stream, "fd");
    let number = call.field(descriptor, "fd") as i32;
    let bytes = call.heap.bytes(array)[offset..offset + count].to_vec();
    use std::io::Write;
    let _ = match number {
        1 => std::io::stdout().write_all(&bytes),
        _ => std::io::stderr().write_all(&bytes),
    };
    done(())
}

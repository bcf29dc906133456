//! `jdk.internal.jimage.NativeImageBuffer`: without a map of its own, the JDK maps its image as any file.

use super::{Table, done};
use crate::heap::Ref;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/jimage/NativeImageBuffer",
    methods: &[("getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;", |_| done(Ref::NULL))],
};

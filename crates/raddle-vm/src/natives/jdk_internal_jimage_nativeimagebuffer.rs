//! `jdk.internal.jimage.NativeImageBuffer`: the JDK's image as memory, which the machine does not lend out. Told so, the JDK reads the file itself.

use super::{Table, done};
use crate::heap::Ref;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/jimage/NativeImageBuffer",
    methods: &[("getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;", |_| done(Ref::NULL))],
};

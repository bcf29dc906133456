//! `jdk.internal.jimage.NativeImageBuffer`: the JDK's image as a byte buffer, without copying it.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/jimage/NativeImageBuffer",
    methods: &[("getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;", get_native_map)],
};

/// A direct buffer over the image the machine has mapped; null, which makes the caller read the file itself, for any other.
fn get_native_map(call: &mut Call) -> Outcome {
    let path = call.text(0)?;
    if std::path::Path::new(&path) != call.program.jdk.image.path() {
        return done(Ref::NULL);
    }
    let class = call.load_boot("java/nio/DirectByteBuffer")?;
    call.initialize(class)?;
    let Some(descriptor) =
        ["(JI)V", "(JJ)V"].into_iter().find(|descriptor| call.find_method(class, "<init>", descriptor).is_some())
    else {
        return done(Ref::NULL);
    };
    let image = call.program.jdk.image.mapped();
    let size = image.len() as u64;
    let address = call.native_memory.map_image(image);
    call.construct_instead(class, descriptor, &[address, 0, size, 0])
}

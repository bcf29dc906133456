//! `jdk.internal.jimage.NativeImageBuffer`: the JDK's image as a byte buffer, without copying it.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use crate::stubs::ARGUMENTS;

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
    let constructor = ["(JI)V", "(JJ)V"].iter().find_map(|descriptor| call.find_method(class, "<init>", descriptor));
    let Some(constructor) = constructor else { return done(Ref::NULL) };
    let image = call.program.jdk.image.mapped();
    let size = image.len() as u64;
    let buffer = call.new_object(class)?;
    let address = call.native_memory.map_image(image);
    let mut registers = vec![0; ARGUMENTS as usize];
    registers[0] = constructor.0 as u64;
    registers[1] = buffer.0 as u64;
    registers.extend([buffer.0 as u64, address, 0, size, 0]);
    let (stub, base) = (call.stubs.construct, call.base);
    call.push_frame(stub, base, &registers)?;
    Err(Exit::Pushed)
}

//! `java.io.FileInputStream`.

use super::{Call, Table, done};
use crate::machine::Outcome;
use std::io::SeekFrom;

pub(super) static TABLE: Table = Table {
    class: "java/io/FileInputStream",
    methods: &[
        ("open0(Ljava/lang/String;)V", |call| call.open_file(libc::O_RDONLY)),
        ("read0()I", |call| call.read_byte()),
        ("readBytes([BII)I", |call| call.read_array()),
        ("length0()J", length),
        ("position0()J", position),
        ("skip0(J)J", skip),
        ("available0()I", available),
        ("isRegularFile0(Ljava/io/FileDescriptor;)Z", is_regular_file),
    ],
};

fn length(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let data = call.files.metadata(number);
    let data = call.io(data)?;
    done(data.len() as i64)
}

fn position(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let position = call.files.position(number);
    done(call.io(position)? as i64)
}

fn skip(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let distance = call.long(1);
    let from = call.files.position(number);
    let from = call.io(from)?;
    let to = call.files.seek(number, SeekFrom::Current(distance));
    let to = call.io(to)?;
    done(to as i64 - from as i64)
}

fn available(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let count = call.files.available(number);
    done(call.io(count)?.min(i32::MAX as u64) as i32)
}

fn is_regular_file(call: &mut Call) -> Outcome {
    let descriptor = call.object(1)?;
    let number = call.descriptor_number(descriptor);
    let data = call.files.metadata(number);
    done(call.io(data)?.is_file())
}

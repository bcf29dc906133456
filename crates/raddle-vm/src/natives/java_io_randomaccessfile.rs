//! `java.io.RandomAccessFile`.

use super::{Call, Table, done};
use crate::machine::Outcome;
use std::io::SeekFrom;

pub(super) static TABLE: Table = Table {
    class: "java/io/RandomAccessFile",
    methods: &[
        ("open0(Ljava/lang/String;I)V", open),
        ("read0()I", |call| call.read_byte()),
        ("readBytes([BII)I", |call| call.read_array()),
        ("readBytes0([BII)I", |call| call.read_array()),
        ("write0(I)V", |call| call.write_byte()),
        ("writeBytes([BII)V", |call| call.write_array()),
        ("writeBytes0([BII)V", |call| call.write_array()),
        ("getFilePointer()J", file_pointer),
        ("seek0(J)V", seek),
        ("length()J", length),
        ("length0()J", length),
        ("setLength(J)V", set_length),
        ("setLength0(J)V", set_length),
    ],
};

/// Bits of the mode, as `RandomAccessFile` declares them.
mod mode {
    pub const READ_ONLY: i32 = 1;
    pub const READ_WRITE: i32 = 2;
    pub const SYNC: i32 = 4;
    pub const DATA_SYNC: i32 = 8;
}

fn open(call: &mut Call) -> Outcome {
    let mode = call.int(2);
    let flags = if mode & mode::READ_ONLY != 0 {
        libc::O_RDONLY
    } else if mode & mode::READ_WRITE != 0 {
        let sync = match mode {
            _ if mode & mode::SYNC != 0 => libc::O_SYNC,
            _ if mode & mode::DATA_SYNC != 0 => libc::O_DSYNC,
            _ => 0,
        };
        libc::O_RDWR | libc::O_CREAT | sync
    } else {
        libc::O_RDONLY
    };
    call.open_file(flags)
}

fn file_pointer(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let position = call.files.position(number);
    done(call.io(position)? as i64)
}

fn seek(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let position = call.long(1);
    if position < 0 {
        return Err(call.error("java/io/IOException", "Negative seek offset"));
    }
    let sought = call.files.seek(number, SeekFrom::Start(position as u64));
    call.io(sought)?;
    done(())
}

fn length(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let data = call.files.metadata(number);
    done(call.io(data)?.len() as i64)
}

/// The position stays where it is, or goes to the new end if that is before it.
fn set_length(call: &mut Call) -> Outcome {
    let number = call.open_descriptor()?;
    let length = call.long(1);
    let position = call.files.position(number);
    let position = call.io(position)?;
    let Ok(length) = u64::try_from(length) else {
        return Err(call.io_error(&std::io::Error::from_raw_os_error(libc::EINVAL)));
    };
    let set = call.files.set_length(number, length);
    call.io(set)?;
    if position > length {
        let sought = call.files.seek(number, SeekFrom::Start(length));
        call.io(sought)?;
    }
    done(())
}

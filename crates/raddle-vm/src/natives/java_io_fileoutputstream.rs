//! `java.io.FileOutputStream`. Appending needs nothing of its own: the file was opened so.

use super::{Call, Table};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/io/FileOutputStream",
    methods: &[
        ("open0(Ljava/lang/String;Z)V", open),
        ("write(IZ)V", |call| call.write_byte()),
        ("writeBytes([BIIZ)V", |call| call.write_array()),
    ],
};

fn open(call: &mut Call) -> Outcome {
    let how = if call.boolean(2) { libc::O_APPEND } else { libc::O_TRUNC };
    call.open_file(libc::O_WRONLY | libc::O_CREAT | how)
}

//! `java.io.UnixFileSystem`.

use super::{Call, Table, done};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/io/UnixFileSystem",
    methods: &[
        ("getBooleanAttributes0(Ljava/io/File;)I", get_boolean_attributes),
        ("canonicalize0(Ljava/lang/String;)Ljava/lang/String;", canonicalize),
    ],
};

fn get_boolean_attributes(call: &mut Call) -> Outcome {
    let file = call.object(1)?;
    let path = call.reference_field(file, "path");
    let path = call.string(path);
    let Ok(data) = std::fs::metadata(&path) else { return done(0) };
    // Bits of java.io.FileSystem: exists, regular, directory.
    done(1 | (data.is_file() as i32) << 1 | (data.is_dir() as i32) << 2)
}

fn canonicalize(call: &mut Call) -> Outcome {
    let path = call.text(1)?;
    let full = std::fs::canonicalize(&path).map(|path| path.display().to_string()).unwrap_or(path);
    done(call.new_string(&full)?)
}

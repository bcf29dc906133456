//! `jdk.internal.loader.NativeLibraries`: libraries of C code.
//!
//! What the JDK's own libraries do is done by the machine, so loading one always works; any other library is refused as one that cannot be linked.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/loader/NativeLibraries",
    methods: &[
        ("findBuiltinLib(Ljava/lang/String;)Ljava/lang/String;", find_builtin),
        ("load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZ)Z", load),
        ("load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZZ)Z", load),
        ("unload(Ljava/lang/String;ZJ)V", nothing),
        ("unload(Ljava/lang/String;ZZJ)V", nothing),
        ("findEntry0(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;)J", |_| done(0i64)),
    ],
};

pub(super) static LIBRARY: Table = Table {
    class: "jdk/internal/loader/NativeLibrary",
    methods: &[("findEntry0(JLjava/lang/String;)J", |_| done(0i64))],
};

pub(super) static RAW: Table = Table {
    class: "jdk/internal/loader/RawNativeLibraries",
    methods: &[
        ("load0(Ljdk/internal/loader/RawNativeLibraries$RawNativeLibraryImpl;Ljava/lang/String;)Z", |call| {
            Err(refusal(call, 1)?)
        }),
        ("unload0(Ljava/lang/String;J)V", nothing),
    ],
};

/// The version of JNI a library asks for; any that the JDK knows.
const JNI_VERSION: u64 = 0x000a_0000;

fn find_builtin(call: &mut Call) -> Outcome {
    let name = call.text(0)?;
    let known = call.program.jdk.home.join("lib").join(&name).is_file();
    done(if known { call.reference(0) } else { Ref::NULL })
}

fn load(call: &mut Call) -> Outcome {
    let library = call.object(0)?;
    if !call.boolean(2) {
        return Err(refusal(call, 1)?);
    }
    call.set_field(library, "handle", 1);
    call.set_field(library, "jniVersion", JNI_VERSION);
    done(true)
}

fn refusal(call: &mut Call, index: usize) -> Outcome<Exit> {
    let name = call.text(index)?;
    Ok(call.error("java/lang/UnsatisfiedLinkError", &format!("{name}: native libraries are not supported by Raddle")))
}

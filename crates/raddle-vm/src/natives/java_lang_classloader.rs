//! `java.lang.ClassLoader` and the loaders of the JDK.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use raddle_program::class::LoaderId;

pub(super) static TABLE: Table = Table {
    class: "java/lang/ClassLoader",
    methods: &[
        ("findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class),
        ("findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;", find_loaded_class),
    ],
};

pub(super) static BUILTIN: Table = Table {
    class: "jdk/internal/loader/BuiltinClassLoader",
    methods: &[("loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;", load_class_or_null)],
};

/// A class as a JDK loader finds it, or null.
fn find(call: &mut Call, loader: LoaderId, name: &str) -> Outcome {
    if name.contains('/') {
        return done(Ref::NULL);
    }
    let loaded = call.program.load(loader, &name.replace('.', "/"));
    call.prepare_classes();
    use raddle_program::program::LinkError;
    match loaded {
        Ok(class) => done(call.mirror(class)),
        Err(LinkError::NotFound(_)) => done(Ref::NULL),
        Err(error) => Err(call.link_exit(error)),
    }
}

fn find_bootstrap_class(call: &mut Call) -> Outcome {
    let name = call.text(0)?;
    find(call, LoaderId::BOOT, &name)
}

fn find_loaded_class(call: &mut Call) -> Outcome {
    let loader = call.object(0)?;
    let name = call.text(1)?;
    let loader = call.loader_of(loader);
    match call.program.loaded(loader, &name.replace('.', "/")) {
        Some(class) => done(call.mirror(class)),
        None => done(Ref::NULL),
    }
}

/// The machine loads for the JDK's loaders itself: no locks, no caches of theirs.
fn load_class_or_null(call: &mut Call) -> Outcome {
    let loader = call.object(0)?;
    let name = call.text(1)?;
    let loader = call.loader_of(loader);
    find(call, loader, &name)
}

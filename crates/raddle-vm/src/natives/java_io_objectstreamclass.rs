//! `java.io.ObjectStreamClass`.

use super::{Call, Table, done};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/io/ObjectStreamClass",
    methods: &[("hasStaticInitializer(Ljava/lang/Class;)Z", has_static_initializer)],
};

/// Whether the class itself declares `<clinit>`: part of what a default serial version is computed from.
fn has_static_initializer(call: &mut Call) -> Outcome {
    let mirror = call.object(0)?;
    let class = call.class_of_mirror(mirror);
    let (Some(name), Some(descriptor)) = (call.program.symbols.find("<clinit>"), call.program.symbols.find("()V"))
    else {
        return done(false);
    };
    done(call.program.declared_method(class, name, descriptor).is_some())
}

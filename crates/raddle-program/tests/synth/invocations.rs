//! Reflective calls through glue, compared with those of `java.lang.reflect`.

use crate::java::Java;
use crate::relink::INFERRED;
use raddle_program::classfile::{ClassFile, access};
use raddle_program::synth::Handle;
use raddle_program::synth::invoker::{self, InvokerSpec};
use std::fmt::Write;

/// The public methods and constructors of the driver, and some of the JDK's.
fn targets(java: &Java) -> Vec<(u8, String, String, String, bool)> {
    let bytes = std::fs::read(java.dir.join("Invoked.class")).unwrap();
    let file = ClassFile::parse(bytes.into()).unwrap();
    let mut targets = Vec::new();
    for method in &file.methods {
        let name = file.text(method.name).unwrap().into_owned();
        if method.access & access::PUBLIC == 0 || name == "main" {
            continue;
        }
        let kind = match name.as_str() {
            "<init>" => 8,
            _ if method.access & access::STATIC != 0 => 6,
            _ => 5,
        };
        let descriptor = file.text(method.descriptor).unwrap().into_owned();
        targets.push((kind, "Invoked".to_owned(), name, descriptor, false));
    }
    for (kind, owner, name, descriptor, is_interface) in [
        (5, "java/lang/String", "indexOf", "(II)I", false),
        (9, "java/util/List", "get", "(I)Ljava/lang/Object;", true),
        (6, "java/util/List", "of", "()Ljava/util/List;", true),
        (8, "java/util/ArrayList", "<init>", "(I)V", false),
        (6, "java/lang/Math", "max", "(DD)D", false),
    ] {
        targets.push((kind, owner.to_owned(), name.to_owned(), descriptor.to_owned(), is_interface));
    }
    targets
}

#[test]
fn glue_calls_as_reflection_does() {
    let java = Java::new("Invoked");
    java.compile("Invoked", include_str!("Invoked.java"));
    let mut cases = String::new();
    for (number, (kind, owner, name, descriptor, is_interface)) in targets(&java).into_iter().enumerate() {
        // The old verifier knows no static methods of interfaces, and the current one no handlers without stack maps.
        let in_interface_static = is_interface && kind == 6;
        let class_name = format!("Glue{number}");
        let mut class = invoker::class(&InvokerSpec {
            class_name: class_name.clone(),
            target: Handle { kind, owner: &owner, name: &name, descriptor: &descriptor, is_interface },
            wrap_exceptions: !in_interface_static,
        })
        .unwrap();
        if !in_interface_static {
            class.major = INFERRED;
        }
        java.add_class(&class_name, &class.finish().unwrap());
        writeln!(cases, "{class_name} {} {name} {descriptor}", owner.replace('/', ".")).unwrap();
    }
    std::fs::write(java.dir.join("cases.txt"), cases).unwrap();
    let flags = [
        // Only the accessors in native code have the messages of the glue.
        "-Dsun.reflect.inflationThreshold=2147483647",
    ];
    let report = java.run(&flags, "Invoked");
    let same: usize = report["same: ".len()..].trim().parse().unwrap();
    assert!(same > 500, "{report}");
}

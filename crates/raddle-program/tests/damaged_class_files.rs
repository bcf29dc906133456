//! Real class files, damaged at random: the reader gives an error or a class file all of whose
//! parts can be read, and never panics.

mod jdk;
mod mutate;

use raddle_program::classfile::{ClassFile, Constant, descriptor, mutf8};

const MUTATIONS: u64 = 20_000;

const CLASSES: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Runnable",
    "java/util/concurrent/locks/ReentrantLock",
    "java/lang/invoke/StringConcatFactory",
    "java/lang/Thread$State",
    "java/lang/runtime/ObjectMethods",
];

#[test]
fn a_damaged_class_file_never_causes_a_panic() {
    let image = jdk::jdk_17().image;
    let originals = CLASSES.map(|name| image.class_bytes("java.base", name).unwrap().unwrap());
    let mut accepted = 0;
    for seed in 0..MUTATIONS {
        let mut random = mutate::Random(seed);
        let mut bytes = originals[random.below(originals.len())].to_vec();
        mutate::mutate(&mut bytes, &mut random);
        if let Ok(class) = ClassFile::parse(bytes.into()) {
            accepted += 1;
            read_everything(&class);
        }
    }
    assert!(accepted > MUTATIONS / 100, "only {accepted} damaged files were accepted");
    assert!(accepted < MUTATIONS * 3 / 4, "{accepted} damaged files were accepted");
}

/// Reads all that a parsed class file offers. What the format check vouches for must not fail.
fn read_everything(class: &ClassFile) {
    class.class_name(class.this_class).ok();
    for (index, constant) in class.constants.iter().enumerate() {
        let index = index as u16;
        match constant {
            Constant::Utf8(span) => assert!(mutf8::decode_utf16(class.bytes(*span)).is_ok()),
            Constant::Class(name) => assert!(class.utf8(*name).is_ok()),
            Constant::Field { .. } | Constant::Method { .. } | Constant::InterfaceMethod { .. } => {
                let member = class.member_ref(index).unwrap();
                class.text(member.descriptor).map(|text| descriptor::argument_slots(&text)).ok();
            }
            _ => {}
        }
    }
    for member in class.fields.iter().chain(&class.methods) {
        class.utf8(member.name).unwrap();
        class.signature(&member.attributes);
        class.constant_value(member);
    }
    for method in &class.methods {
        if let Ok(text) = class.text(method.descriptor) {
            descriptor::parse_method(&text).unwrap();
        }
        class.exceptions(method).unwrap();
        if let Some(code) = class.code(method).unwrap() {
            let len = class.bytes(code.code).len();
            assert!(code.handlers.iter().all(|handler| usize::from(handler.target) < len));
            class.lines(&code).unwrap();
            class.local_variables(&code).unwrap();
        }
    }
    class.source_file().map(|file| class.utf8(file).unwrap());
    class.enclosing_method();
    class.nest_host();
    class.inner_classes().unwrap();
    class.nest_members().unwrap();
    class.permitted_subclasses().unwrap();
    class.record_components().unwrap();
    let bootstraps = class.bootstrap_methods().unwrap().len();
    for constant in &class.constants {
        if let Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } = constant {
            assert!(usize::from(*bootstrap) < bootstraps);
        }
    }
}

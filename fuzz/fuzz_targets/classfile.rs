//! Any bytes as a class file: an error, or a class file all of whose parts can be read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_program::classfile::{ClassFile, descriptor};

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = ClassFile::parse(bytes.to_vec().into()) else {
        return;
    };
    for index in 0..class.constants.len() as u16 {
        class.text(index).ok();
        class.class_name(index).ok();
        class.member_ref(index).ok();
    }
    for method in &class.methods {
        if let Ok(text) = class.text(method.descriptor) {
            descriptor::parse_method(&text).expect("a checked descriptor");
        }
        class.exceptions(method).expect("checked exceptions");
        if let Some(code) = class.code(method).expect("checked code") {
            class.lines(&code).expect("checked lines");
            class.local_variables(&code).expect("checked variables");
        }
    }
    class
        .bootstrap_methods()
        .expect("checked bootstrap methods");
    class.inner_classes().expect("checked inner classes");
    class.nest_members().expect("checked nest members");
    class
        .permitted_subclasses()
        .expect("checked permitted subclasses");
    class
        .record_components()
        .expect("checked record components");
});

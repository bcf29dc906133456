//! All classes of java.base, read by this crate and by `ristretto_classfile`, which must agree on
//! every constant, member, handler and line.

mod jdk;

use raddle_program::classfile::{ClassFile, Constant, Member};
use ristretto_classfile as theirs;
use theirs::attributes::Attribute;

#[test]
fn an_independent_reader_sees_the_same_in_all_of_java_base() {
    let jdk = jdk::jdk_17();
    let mut classes = 0;
    for resource in jdk.image.resources() {
        let resource = resource.unwrap();
        if resource.module() != "java.base" || resource.extension() != "class" {
            continue;
        }
        let name = resource.name();
        let bytes = resource.bytes().unwrap();
        let ours = ClassFile::parse(bytes.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let theirs = theirs::ClassFile::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        compare_class(&name, &ours, &theirs);
        classes += 1;
    }
    assert!(classes > 5_000, "only {classes} classes in java.base");
}

fn compare_class(name: &str, ours: &ClassFile, theirs: &theirs::ClassFile<'_>) {
    assert_eq!(ours.major, theirs.version.major(), "{name}");
    // The other reader drops the bits that mean nothing.
    let access = theirs::ClassAccessFlags::from_bits_truncate(ours.access);
    assert_eq!(access, theirs.access_flags, "{name}");
    assert_eq!(ours.this_class, theirs.this_class, "{name}");
    assert_eq!(ours.super_class, theirs.super_class, "{name}");
    assert_eq!(ours.interfaces, theirs.interfaces, "{name}");
    assert_eq!(ours.class_name(ours.this_class).unwrap(), theirs.class_name().unwrap().to_rust_string(), "{name}");
    compare_constants(name, ours, &theirs.constant_pool);
    assert_eq!(ours.fields.len(), theirs.fields.len(), "{name}");
    for (ours_field, field) in ours.fields.iter().zip(&theirs.fields) {
        let access = theirs::FieldAccessFlags::from_bits_truncate(ours_field.access);
        assert_eq!(access, field.access_flags, "{name}");
        let pair = (field.name_index, field.descriptor_index);
        assert_eq!((ours_field.name, ours_field.descriptor), pair, "{name}");
        let value = field.attributes.iter().find_map(|attribute| match attribute {
            Attribute::ConstantValue { constant_value_index, .. } => Some(*constant_value_index),
            _ => None,
        });
        assert_eq!(ours.constant_value(ours_field), value, "{name}");
        compare_signature(name, ours, ours_field, &field.attributes);
    }
    assert_eq!(ours.methods.len(), theirs.methods.len(), "{name}");
    for (ours_method, method) in ours.methods.iter().zip(&theirs.methods) {
        let access = theirs::MethodAccessFlags::from_bits_truncate(ours_method.access);
        assert_eq!(access, method.access_flags, "{name}");
        let pair = (method.name_index, method.descriptor_index);
        assert_eq!((ours_method.name, ours_method.descriptor), pair, "{name}");
        compare_signature(name, ours, ours_method, &method.attributes);
        compare_method(name, ours, ours_method, &method.attributes);
    }
    compare_class_attributes(name, ours, &theirs.attributes);
}

fn compare_constants(name: &str, ours: &ClassFile, theirs: &theirs::ConstantPool<'_>) {
    assert_eq!(ours.constants.len(), theirs.len() + 1, "{name}");
    for (index, &constant) in ours.constants.iter().enumerate() {
        let Some(theirs) = theirs.get(index as u16) else {
            assert_eq!(constant, Constant::Unusable, "{name} {index}");
            continue;
        };
        if let (Constant::Utf8(span), theirs::Constant::Utf8(text)) = (constant, theirs) {
            assert_eq!(ours.bytes(span), text.as_bytes(), "{name} {index}");
            continue;
        }
        assert_eq!(constant, as_ours(theirs), "{name} {index}");
    }
}

fn as_ours(theirs: &theirs::Constant<'_>) -> Constant {
    use theirs::Constant as Their;
    match *theirs {
        Their::Utf8(_) => Constant::Unusable,
        Their::Integer(value) => Constant::Integer(value),
        Their::Float(value) => Constant::Float(value.to_bits()),
        Their::Long(value) => Constant::Long(value),
        Their::Double(value) => Constant::Double(value.to_bits()),
        Their::Class(name) => Constant::Class(name),
        Their::String(text) => Constant::String(text),
        Their::FieldRef { class_index: class, name_and_type_index: name_and_type } => {
            Constant::Field { class, name_and_type }
        }
        Their::MethodRef { class_index: class, name_and_type_index: name_and_type } => {
            Constant::Method { class, name_and_type }
        }
        Their::InterfaceMethodRef { class_index: class, name_and_type_index: name_and_type } => {
            Constant::InterfaceMethod { class, name_and_type }
        }
        Their::NameAndType { name_index: name, descriptor_index: descriptor } => {
            Constant::NameAndType { name, descriptor }
        }
        Their::MethodHandle { ref reference_kind, reference_index: reference } => {
            Constant::MethodHandle { kind: reference_kind.kind(), reference }
        }
        Their::MethodType(descriptor) => Constant::MethodType(descriptor),
        Their::Dynamic { bootstrap_method_attr_index: bootstrap, name_and_type_index: name_and_type } => {
            Constant::Dynamic { bootstrap, name_and_type }
        }
        Their::InvokeDynamic { bootstrap_method_attr_index: bootstrap, name_and_type_index: name_and_type } => {
            Constant::InvokeDynamic { bootstrap, name_and_type }
        }
        Their::Module(name) => Constant::Module(name),
        Their::Package(name) => Constant::Package(name),
    }
}

fn compare_signature(name: &str, ours: &ClassFile, member: &Member, theirs: &[Attribute]) {
    let signature = theirs.iter().find_map(|attribute| match attribute {
        Attribute::Signature { signature_index, .. } => Some(*signature_index),
        _ => None,
    });
    assert_eq!(ours.signature(&member.attributes), signature, "{name}");
}

fn compare_method(name: &str, ours: &ClassFile, method: &Member, theirs: &[Attribute]) {
    let code = ours.code(method).unwrap();
    let mut has_code = false;
    let mut exceptions = Vec::new();
    for attribute in theirs {
        match attribute {
            Attribute::Exceptions { exception_indexes, .. } => exceptions.clone_from(exception_indexes),
            Attribute::Code { max_stack, max_locals, code: instructions, exception_table, attributes, .. } => {
                has_code = true;
                let code = code.as_ref().unwrap();
                assert_eq!((code.max_stack, code.max_locals), (*max_stack, *max_locals), "{name}");
                let index = instruction_indices(ours.bytes(code.code));
                assert_eq!(index.last(), Some(&(instructions.len() as u16)), "{name}: code length");
                let handlers: Vec<_> = code
                    .handlers
                    .iter()
                    .map(|handler| theirs::attributes::ExceptionTableEntry {
                        range_pc: index[usize::from(handler.start)]..index[usize::from(handler.end)],
                        handler_pc: index[usize::from(handler.target)],
                        catch_type: handler.catch_type,
                    })
                    .collect();
                assert_eq!(&handlers, exception_table, "{name}");
                let lines: Vec<_> = ours
                    .lines(code)
                    .unwrap()
                    .iter()
                    .map(|entry| (index[usize::from(entry.start)], entry.line))
                    .collect();
                assert_eq!(lines, their_lines(attributes), "{name}");
                let variables: Vec<_> = ours
                    .local_variables(code)
                    .unwrap()
                    .iter()
                    .map(|variable| (variable.name, variable.descriptor, variable.slot))
                    .collect();
                assert_eq!(variables, their_variables(attributes), "{name}");
            }
            _ => {}
        }
    }
    assert_eq!(code.is_some(), has_code, "{name}");
    assert_eq!(ours.exceptions(method).unwrap(), exceptions, "{name}");
}

fn their_lines(attributes: &[Attribute]) -> Vec<(u16, u16)> {
    let tables = attributes.iter().filter_map(|attribute| match attribute {
        Attribute::LineNumberTable { line_numbers, .. } => Some(line_numbers),
        _ => None,
    });
    tables.flatten().map(|line| (line.start_pc, line.line_number)).collect()
}

fn their_variables(attributes: &[Attribute]) -> Vec<(u16, u16, u16)> {
    let tables = attributes.iter().filter_map(|attribute| match attribute {
        Attribute::LocalVariableTable { variables, .. } => Some(variables),
        _ => None,
    });
    tables.flatten().map(|variable| (variable.name_index, variable.descriptor_index, variable.index)).collect()
}

fn compare_class_attributes(name: &str, ours: &ClassFile, theirs: &[Attribute]) {
    for attribute in theirs {
        match attribute {
            Attribute::SourceFile { source_file_index, .. } => {
                assert_eq!(ours.source_file(), Some(*source_file_index), "{name}");
            }
            Attribute::EnclosingMethod { class_index, method_index, .. } => {
                assert_eq!(ours.enclosing_method(), Some((*class_index, *method_index)), "{name}");
            }
            Attribute::InnerClasses { classes, .. } => {
                let inner = ours.inner_classes().unwrap();
                let pairs = inner.iter().zip(classes);
                assert_eq!(inner.len(), classes.len(), "{name}");
                for (ours, theirs) in pairs {
                    assert_eq!(ours.inner, theirs.class_info_index, "{name}");
                    assert_eq!(ours.outer, theirs.outer_class_info_index, "{name}");
                    assert_eq!(ours.name, theirs.name_index, "{name}");
                    let access = theirs::attributes::NestedClassAccessFlags::from_bits_truncate(ours.access);
                    assert_eq!(access, theirs.access_flags, "{name}");
                }
            }
            Attribute::NestHost { host_class_index, .. } => {
                assert_eq!(ours.nest_host(), Some(*host_class_index), "{name}");
            }
            Attribute::NestMembers { class_indexes, .. } => {
                assert_eq!(&ours.nest_members().unwrap(), class_indexes, "{name}");
            }
            Attribute::PermittedSubclasses { class_indexes, .. } => {
                assert_eq!(ours.permitted_subclasses().unwrap().as_ref(), Some(class_indexes), "{name}");
            }
            Attribute::BootstrapMethods { methods, .. } => {
                let ours = ours.bootstrap_methods().unwrap();
                assert_eq!(ours.len(), methods.len(), "{name}");
                for (ours, theirs) in ours.iter().zip(methods) {
                    assert_eq!(ours.method, theirs.bootstrap_method_ref, "{name}");
                    assert_eq!(ours.arguments, theirs.arguments, "{name}");
                }
            }
            Attribute::Record { records, .. } => {
                let ours = ours.record_components().unwrap().unwrap();
                assert_eq!(ours.len(), records.len(), "{name}");
                for (ours, theirs) in ours.iter().zip(records) {
                    assert_eq!((ours.name, ours.descriptor), (theirs.name_index, theirs.descriptor_index), "{name}");
                    assert_eq!(ours.attributes.len(), theirs.attributes.len(), "{name}");
                }
            }
            _ => {}
        }
    }
}

/// For each code offset, and the one after the code, how many instructions come before it: the
/// other reader counts instructions.
fn instruction_indices(code: &[u8]) -> Vec<u16> {
    let mut indices = vec![u16::MAX; code.len() + 1];
    let (mut at, mut index) = (0, 0);
    while at < code.len() {
        indices[at] = index;
        index += 1;
        at += instruction_len(code, at);
    }
    indices[at] = index;
    indices
}

/// The length of the instruction at an offset (JVMS 6.5).
fn instruction_len(code: &[u8], at: usize) -> usize {
    let operands = (at + 4) & !3;
    let word = |at: usize| i32::from_be_bytes(code[at..at + 4].try_into().unwrap());
    match code[at] {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3A | 0xA9 | 0xBC => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xA8 | 0xB2..=0xB8 | 0xBB | 0xBD | 0xC0 | 0xC1 | 0xC6 | 0xC7 => 3,
        0xC5 => 4,
        0xB9 | 0xBA | 0xC8 | 0xC9 => 5,
        0xC4 if code[at + 1] == 0x84 => 6,
        0xC4 => 4,
        0xAA => {
            let (low, high) = (word(operands + 4), word(operands + 8));
            operands - at + 12 + 4 * usize::try_from(high - low + 1).unwrap()
        }
        0xAB => operands - at + 8 + 8 * usize::try_from(word(operands + 4)).unwrap(),
        _ => 1,
    }
}

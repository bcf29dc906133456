//! `jdk.internal.reflect.ConstantPool`: the constants annotations refer to, and what tools like to read.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use raddle_program::class::ClassId;
use raddle_program::classfile::{ClassFile, Constant, MemberRef, mutf8};
use std::sync::Arc;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/reflect/ConstantPool",
    methods: &[
        ("getSize0(Ljava/lang/Object;)I", get_size),
        ("getClassAt0(Ljava/lang/Object;I)Ljava/lang/Class;", |call| get_class(call, true)),
        ("getClassAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/Class;", |call| get_class(call, false)),
        ("getClassRefIndexAt0(Ljava/lang/Object;I)I", get_class_index),
        ("getMethodAt0(Ljava/lang/Object;I)Ljava/lang/reflect/Member;", |call| get_method(call, true)),
        ("getMethodAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/reflect/Member;", |call| get_method(call, false)),
        ("getFieldAt0(Ljava/lang/Object;I)Ljava/lang/reflect/Field;", |call| get_field(call, true)),
        ("getFieldAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/reflect/Field;", |call| get_field(call, false)),
        ("getMemberRefInfoAt0(Ljava/lang/Object;I)[Ljava/lang/String;", get_member_info),
        ("getNameAndTypeRefIndexAt0(Ljava/lang/Object;I)I", get_name_and_type_index),
        ("getNameAndTypeRefInfoAt0(Ljava/lang/Object;I)[Ljava/lang/String;", get_name_and_type_info),
        ("getIntAt0(Ljava/lang/Object;I)I", get_int),
        ("getLongAt0(Ljava/lang/Object;I)J", get_long),
        ("getFloatAt0(Ljava/lang/Object;I)F", get_float),
        ("getDoubleAt0(Ljava/lang/Object;I)D", get_double),
        ("getStringAt0(Ljava/lang/Object;I)Ljava/lang/String;", get_string),
        ("getUTF8At0(Ljava/lang/Object;I)Ljava/lang/String;", get_utf8),
        ("getTagAt0(Ljava/lang/Object;I)B", get_tag),
    ],
};

/// The class whose constants are meant, and its file.
fn subject(call: &mut Call) -> Outcome<(ClassId, Arc<ClassFile>)> {
    let mirror = call.object(1)?;
    let class = call.class_of_mirror(mirror);
    let file = call.file_of(class)?;
    Ok((class, file))
}

/// The class, its file, and the constant at the index given.
fn constant(call: &mut Call) -> Outcome<(ClassId, Arc<ClassFile>, Constant)> {
    let (class, file) = subject(call)?;
    let index = call.int(2);
    match usize::try_from(index).ok().and_then(|index| file.constants.get(index)).copied() {
        Some(constant) => Ok((class, file, constant)),
        None => Err(call.error("java/lang/IllegalArgumentException", "Constant pool index out of bounds")),
    }
}

fn wrong_type<T>(call: &mut Call) -> Outcome<T> {
    Err(call.error("java/lang/IllegalArgumentException", "Wrong type at constant pool index"))
}

fn get_size(call: &mut Call) -> Outcome {
    let (_, file) = subject(call)?;
    done(file.constants.len() as i32)
}

/// The class of a Class entry; without `load`, only if the loader knows it already.
fn class_at(call: &mut Call, class: ClassId, file: &ClassFile, index: u16, load: bool) -> Outcome<Option<ClassId>> {
    if load {
        return call.resolve_class_unchecked(class, file, index).map(Some);
    }
    let name = call.checked(file.class_name(index))?;
    Ok(call.program.loaded(call.program.class(class).loader, &name))
}

fn get_class(call: &mut Call, load: bool) -> Outcome {
    let (class, file, Constant::Class(_)) = constant(call)? else { return wrong_type(call) };
    let index = call.int(2) as u16;
    match class_at(call, class, &file, index, load)? {
        Some(found) => done(call.mirror(found)),
        None => done(Ref::NULL),
    }
}

fn get_class_index(call: &mut Call) -> Outcome {
    match constant(call)?.2 {
        Constant::Field { class, .. } | Constant::Method { class, .. } | Constant::InterfaceMethod { class, .. } => {
            done(class as i32)
        }
        _ => wrong_type(call),
    }
}

fn member_at(call: &mut Call, file: &ClassFile) -> Outcome<MemberRef> {
    let index = call.int(2) as u16;
    call.checked(file.member_ref(index))
}

fn get_method(call: &mut Call, load: bool) -> Outcome {
    let (class, file, Constant::Method { .. } | Constant::InterfaceMethod { .. }) = constant(call)? else {
        return wrong_type(call);
    };
    let member = member_at(call, &file)?;
    let Some(owner) = class_at(call, class, &file, member.class, load)? else { return done(Ref::NULL) };
    let (name, descriptor) = (call.checked(file.text(member.name))?, call.checked(file.text(member.descriptor))?);
    match call.find_method(owner, &name, &descriptor) {
        Some(method) => {
            call.ready(if name == "<init>" { "java/lang/reflect/Constructor" } else { "java/lang/reflect/Method" })?;
            done(call.method_object(method)?)
        }
        None => Err(call.error("java/lang/RuntimeException", "Unable to look up method in target class")),
    }
}

fn get_field(call: &mut Call, load: bool) -> Outcome {
    let (class, file, Constant::Field { .. }) = constant(call)? else { return wrong_type(call) };
    let member = member_at(call, &file)?;
    let Some(owner) = class_at(call, class, &file, member.class, load)? else { return done(Ref::NULL) };
    let (name, descriptor) = (call.checked(file.text(member.name))?, call.checked(file.text(member.descriptor))?);
    let (name, descriptor) = (call.program.symbols.intern(&name), call.program.symbols.intern(&descriptor));
    match call.program.find_field(owner, name, descriptor) {
        Some(field) => {
            call.ready("java/lang/reflect/Field")?;
            done(call.new_field(field)?)
        }
        None => Err(call.error("java/lang/RuntimeException", "Unable to look up field in target class")),
    }
}

fn strings(call: &mut Call, file: &ClassFile, entries: &[u16]) -> Outcome {
    let mut made = Vec::new();
    for &entry in entries {
        let text = call.checked(file.text(entry))?;
        made.push(call.new_string(&text)?);
    }
    let array = call.load_boot("[Ljava/lang/String;")?;
    done(call.new_references(array, &made)?)
}

fn get_member_info(call: &mut Call) -> Outcome {
    let (_, file, Constant::Field { .. } | Constant::Method { .. } | Constant::InterfaceMethod { .. }) =
        constant(call)?
    else {
        return wrong_type(call);
    };
    let member = member_at(call, &file)?;
    match file.constant(member.class) {
        Ok(Constant::Class(class)) => strings(call, &file, &[class, member.name, member.descriptor]),
        _ => wrong_type(call),
    }
}

fn get_name_and_type_index(call: &mut Call) -> Outcome {
    match constant(call)?.2 {
        Constant::Field { name_and_type, .. }
        | Constant::Method { name_and_type, .. }
        | Constant::InterfaceMethod { name_and_type, .. }
        | Constant::Dynamic { name_and_type, .. }
        | Constant::InvokeDynamic { name_and_type, .. } => done(name_and_type as i32),
        _ => wrong_type(call),
    }
}

fn get_name_and_type_info(call: &mut Call) -> Outcome {
    match constant(call)? {
        (_, file, Constant::NameAndType { name, descriptor }) => strings(call, &file, &[name, descriptor]),
        _ => wrong_type(call),
    }
}

fn get_int(call: &mut Call) -> Outcome {
    match constant(call)?.2 {
        Constant::Integer(value) => done(value),
        _ => wrong_type(call),
    }
}

fn get_long(call: &mut Call) -> Outcome {
    match constant(call)?.2 {
        Constant::Long(value) => done(value),
        _ => wrong_type(call),
    }
}

fn get_float(call: &mut Call) -> Outcome {
    match constant(call)?.2 {
        Constant::Float(bits) => Ok(bits as u64),
        _ => wrong_type(call),
    }
}

fn get_double(call: &mut Call) -> Outcome {
    match constant(call)?.2 {
        Constant::Double(bits) => Ok(bits),
        _ => wrong_type(call),
    }
}

fn text_at(call: &mut Call, file: &ClassFile, index: u16) -> Outcome {
    let bytes = call.checked(file.utf8(index))?;
    match mutf8::decode_utf16(bytes) {
        Ok(units) => done(call.literal(&units)),
        Err(_) => wrong_type(call),
    }
}

fn get_string(call: &mut Call) -> Outcome {
    match constant(call)? {
        (_, file, Constant::String(text)) => text_at(call, &file, text),
        _ => wrong_type(call),
    }
}

fn get_utf8(call: &mut Call) -> Outcome {
    match constant(call)? {
        (_, file, Constant::Utf8(_)) => {
            let index = call.int(2) as u16;
            text_at(call, &file, index)
        }
        _ => wrong_type(call),
    }
}

/// The tag of JVMS table 4.4-A; unusable entries are 0.
fn get_tag(call: &mut Call) -> Outcome {
    done(match constant(call)?.2 {
        Constant::Unusable => 0,
        Constant::Utf8(_) => 1,
        Constant::Integer(_) => 3,
        Constant::Float(_) => 4,
        Constant::Long(_) => 5,
        Constant::Double(_) => 6,
        Constant::Class(_) => 7,
        Constant::String(_) => 8,
        Constant::Field { .. } => 9,
        Constant::Method { .. } => 10,
        Constant::InterfaceMethod { .. } => 11,
        Constant::NameAndType { .. } => 12,
        Constant::MethodHandle { .. } => 15,
        Constant::MethodType(_) => 16,
        Constant::Dynamic { .. } => 17,
        Constant::InvokeDynamic { .. } => 18,
        Constant::Module(_) => 19,
        Constant::Package(_) => 20,
    } as i8)
}

//! `java.lang.reflect.Executable` and `Field`: parameters and type annotations.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use raddle_program::classfile::{Attribute, ClassFile};
use std::sync::Arc;

pub(super) static TABLE: Table = Table {
    class: "java/lang/reflect/Executable",
    methods: &[
        ("getParameters0()[Ljava/lang/reflect/Parameter;", get_parameters),
        ("getTypeAnnotationBytes0()[B", executable_annotations),
    ],
};

pub(super) static FIELD: Table =
    Table { class: "java/lang/reflect/Field", methods: &[("getTypeAnnotationBytes0()[B", field_annotations)] };

/// The class file and attributes of the executable in argument 0.
fn attributes(call: &mut Call) -> Outcome<Option<(Arc<ClassFile>, Vec<Attribute>)>> {
    let executable = call.object(0)?;
    let method = call.method_of(executable);
    let entry = call.program.method(method);
    let (Some(file), Some(index)) = (call.program.class(entry.class).file.clone(), entry.index) else {
        return Ok(None);
    };
    let attributes = file.methods[index as usize].attributes.clone();
    Ok(Some((file, attributes)))
}

fn executable_annotations(call: &mut Call) -> Outcome {
    let Some((file, attributes)) = attributes(call)? else { return done(Ref::NULL) };
    annotations(call, &file, &attributes)
}

fn field_annotations(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let mirror = call.reference_field(object, "clazz");
    let slot = call.field(object, "slot") as usize;
    let class = call.class_of_mirror(mirror);
    let Some(file) = call.program.class(class).file.clone() else { return done(Ref::NULL) };
    match file.fields.get(slot) {
        Some(field) => annotations(call, &file, &field.attributes),
        None => done(Ref::NULL),
    }
}

fn annotations(call: &mut Call, file: &ClassFile, attributes: &[Attribute]) -> Outcome {
    match file.attribute(attributes, "RuntimeVisibleTypeAnnotations") {
        Some(span) => done(call.new_bytes(file.bytes(span))?),
        None => done(Ref::NULL),
    }
}

/// The parameters of the `MethodParameters` attribute (JVMS 4.7.24), or null without one.
fn get_parameters(call: &mut Call) -> Outcome {
    let executable = call.object(0)?;
    let Some((file, attributes)) = attributes(call)? else { return done(Ref::NULL) };
    let Some(span) = file.attribute(&attributes, "MethodParameters") else { return done(Ref::NULL) };
    let class = call.ready("java/lang/reflect/Parameter")?;
    let entries = file.bytes(span).get(1..).unwrap_or_default();
    let mut parameters = Vec::new();
    for (index, entry) in entries.chunks_exact(4).enumerate() {
        let (name, flags) = (u16::from_be_bytes([entry[0], entry[1]]), u16::from_be_bytes([entry[2], entry[3]]));
        let name = match name {
            0 => Ref::NULL,
            name => match file.text(name) {
                Ok(name) => call.literal_text(&name),
                Err(_) => {
                    return Err(call.error("java/lang/IllegalArgumentException", "Constant pool index out of bounds"));
                }
            },
        };
        let parameter = call.new_object(class)?;
        call.set_field(parameter, "name", name.0 as u64);
        call.set_field(parameter, "modifiers", flags as u64);
        call.set_field(parameter, "executable", executable.0 as u64);
        call.set_field(parameter, "index", index as u64);
        parameters.push(parameter);
    }
    let array = call.load_boot("[Ljava/lang/reflect/Parameter;")?;
    done(call.new_references(array, &parameters)?)
}

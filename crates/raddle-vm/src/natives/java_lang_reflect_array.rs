//! `java.lang.reflect.Array`.

use super::java_lang_class::class_argument;
use super::jdk_internal_reflect_nativemethodaccessorimpl::widen;
use super::{Call, Table, done};
use crate::event::Action;
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, Shape};
use raddle_program::classfile::descriptor::Kind;

pub(super) static TABLE: Table = Table {
    class: "java/lang/reflect/Array",
    methods: &[
        ("getLength(Ljava/lang/Object;)I", get_length),
        ("get(Ljava/lang/Object;I)Ljava/lang/Object;", get),
        ("getBoolean(Ljava/lang/Object;I)Z", |call| get_primitive(call, Kind::Boolean)),
        ("getByte(Ljava/lang/Object;I)B", |call| get_primitive(call, Kind::Byte)),
        ("getChar(Ljava/lang/Object;I)C", |call| get_primitive(call, Kind::Char)),
        ("getShort(Ljava/lang/Object;I)S", |call| get_primitive(call, Kind::Short)),
        ("getInt(Ljava/lang/Object;I)I", |call| get_primitive(call, Kind::Int)),
        ("getLong(Ljava/lang/Object;I)J", |call| get_primitive(call, Kind::Long)),
        ("getFloat(Ljava/lang/Object;I)F", |call| get_primitive(call, Kind::Float)),
        ("getDouble(Ljava/lang/Object;I)D", |call| get_primitive(call, Kind::Double)),
        ("set(Ljava/lang/Object;ILjava/lang/Object;)V", set),
        ("setBoolean(Ljava/lang/Object;IZ)V", |call| set_primitive(call, Kind::Boolean)),
        ("setByte(Ljava/lang/Object;IB)V", |call| set_primitive(call, Kind::Byte)),
        ("setChar(Ljava/lang/Object;IC)V", |call| set_primitive(call, Kind::Char)),
        ("setShort(Ljava/lang/Object;IS)V", |call| set_primitive(call, Kind::Short)),
        ("setInt(Ljava/lang/Object;II)V", |call| set_primitive(call, Kind::Int)),
        ("setLong(Ljava/lang/Object;IJ)V", |call| set_primitive(call, Kind::Long)),
        ("setFloat(Ljava/lang/Object;IF)V", |call| set_primitive(call, Kind::Float)),
        ("setDouble(Ljava/lang/Object;ID)V", |call| set_primitive(call, Kind::Double)),
        ("newArray(Ljava/lang/Class;I)Ljava/lang/Object;", new_array),
        ("multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;", multi_new_array),
    ],
};

/// The array argument and the type of its elements.
fn array_argument(call: &mut Call) -> Outcome<(Ref, ClassId)> {
    let array = call.reference(0);
    if array.is_null() {
        return Err(call.plain_error("java/lang/NullPointerException"));
    }
    match call.program.class(call.heap.class(array)).shape {
        Shape::Array(element) => Ok((array, element)),
        _ => Err(call.error("java/lang/IllegalArgumentException", "Argument is not an array")),
    }
}

/// The index argument, within the array.
fn index_argument(call: &mut Call, array: Ref) -> Outcome<u32> {
    let index = call.int(1);
    if (index as u32) < call.heap.length(array) {
        return Ok(index as u32);
    }
    Err(call.plain_error("java/lang/ArrayIndexOutOfBoundsException"))
}

fn kind_of(machine: &Machine, element: ClassId) -> Kind {
    match machine.program.class(element).shape {
        Shape::Primitive(kind) => kind,
        _ => Kind::Object,
    }
}

fn mismatch<T>(call: &mut Call) -> Outcome<T> {
    Err(call.error("java/lang/IllegalArgumentException", "argument type mismatch"))
}

fn primitive_argument(call: &mut Call) -> Outcome<(Ref, Kind)> {
    let (array, element) = array_argument(call)?;
    match kind_of(call, element) {
        Kind::Object => {
            Err(call.error("java/lang/IllegalArgumentException", "Argument is not an array of primitive type"))
        }
        kind => Ok((array, kind)),
    }
}

fn get_length(call: &mut Call) -> Outcome {
    let (array, _) = array_argument(call)?;
    done(call.heap.length(array) as i32)
}

fn load(call: &mut Call, array: Ref, kind: Kind, index: u32) -> Outcome {
    if call.stop_before(array, index, Action::Read) {
        return Err(Exit::Visible);
    }
    let value = match kind {
        Kind::Boolean => call.heap.byte(array, index) as u64 & 1,
        Kind::Byte => call.heap.byte(array, index) as i32 as u32 as u64,
        Kind::Char => call.heap.short(array, index) as u64,
        Kind::Short => call.heap.short(array, index) as i16 as i32 as u32 as u64,
        Kind::Long | Kind::Double => call.heap.long(array, index),
        _ => call.heap.int(array, index) as u64,
    };
    call.note_access(Action::Read, array, index, value, kind == Kind::Object);
    Ok(value)
}

fn store(call: &mut Call, array: Ref, kind: Kind, index: u32, value: u64) -> Outcome {
    if call.stop_before(array, index, Action::Write) {
        return Err(Exit::Visible);
    }
    match kind {
        Kind::Boolean => call.heap.set_byte(array, index, value as i8 & 1),
        Kind::Byte => call.heap.set_byte(array, index, value as i8),
        Kind::Char | Kind::Short => call.heap.set_short(array, index, value as u16),
        Kind::Long | Kind::Double => call.heap.set_long(array, index, value),
        _ => call.heap.set_int(array, index, value as u32),
    }
    call.note_access(Action::Write, array, index, value, kind == Kind::Object);
    done(())
}

fn get(call: &mut Call) -> Outcome {
    let (array, element) = array_argument(call)?;
    let index = index_argument(call, array)?;
    let kind = kind_of(call, element);
    let value = load(call, array, kind, index)?;
    done(call.box_value(kind, value)?)
}

fn get_primitive(call: &mut Call, wanted: Kind) -> Outcome {
    let (array, kind) = primitive_argument(call)?;
    let index = index_argument(call, array)?;
    if widen(kind, wanted, 0).is_none() {
        return mismatch(call);
    }
    let value = load(call, array, kind, index)?;
    match widen(kind, wanted, value) {
        Some(value) => Ok(value),
        None => mismatch(call),
    }
}

fn set(call: &mut Call) -> Outcome {
    let (array, element) = array_argument(call)?;
    let value = call.reference(2);
    let kind = kind_of(call, element);
    if kind == Kind::Object {
        if !value.is_null() && !call.program.is_subclass(call.heap.class(value), element) {
            return Err(call.error("java/lang/IllegalArgumentException", "array element type mismatch"));
        }
        let index = index_argument(call, array)?;
        return store(call, array, kind, index, value.0 as u64);
    }
    if value.is_null() {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    let converted = call.unbox(value).and_then(|(from, value)| widen(from, kind, value));
    let Some(converted) = converted else { return mismatch(call) };
    let index = index_argument(call, array)?;
    store(call, array, kind, index, converted)
}

fn set_primitive(call: &mut Call, given: Kind) -> Outcome {
    let (array, kind) = primitive_argument(call)?;
    let value = call.slot(2);
    let Some(value) = widen(given, kind, value) else { return mismatch(call) };
    let index = index_argument(call, array)?;
    store(call, array, kind, index, value)
}

fn new_array(call: &mut Call) -> Outcome {
    if call.reference(0).is_null() {
        return Err(call.plain_error("java/lang/NullPointerException"));
    }
    let element = class_argument(call, 0)?;
    let length = call.int(1);
    if kind_of(call, element) == Kind::Void {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    if length < 0 {
        return Err(call.error("java/lang/NegativeArraySizeException", &length.to_string()));
    }
    let array = array_of(call, element)?;
    done(call.new_array(array, length as u32)?)
}

/// The array class of an element type; beyond 255 dimensions there is none.
fn array_of(call: &mut Call, element: ClassId) -> Outcome<ClassId> {
    match call.program.array_of(element) {
        Ok(class) => {
            call.prepare_classes();
            Ok(class)
        }
        Err(_) => Err(call.plain_error("java/lang/IllegalArgumentException")),
    }
}

fn multi_new_array(call: &mut Call) -> Outcome {
    if call.reference(0).is_null() || call.reference(1).is_null() {
        return Err(call.plain_error("java/lang/NullPointerException"));
    }
    let element = class_argument(call, 0)?;
    let dimensions = call.reference(1);
    let lengths: Vec<i32> =
        (0..call.heap.length(dimensions)).map(|index| call.heap.int(dimensions, index) as i32).collect();
    if kind_of(call, element) == Kind::Void || lengths.is_empty() || lengths.len() > 255 {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    let mut class = element;
    for _ in &lengths {
        class = array_of(call, class)?;
    }
    done(call.new_multi_array(class, &lengths)?)
}

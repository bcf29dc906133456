//! `jdk.internal.reflect.MethodHandle…FieldAccessorImpl`: access to fields by reflection where the JDK has it done by method handles (JEP 416).
//!
//! The accessors are made without handles, and what would call one reads or writes the field itself. Checks and messages around that stay the JDK's.

use super::{Call, NativeFn, Table, done};
use crate::event::Action;
use crate::heap::Ref;
use crate::machine::{Exit, Outcome, STATICS_BASE};
use raddle_program::class::{FieldId, access};
use raddle_program::classfile::descriptor::Kind;

pub(super) static FACTORY: Table = Table {
    class: "jdk/internal/reflect/MethodHandleAccessorFactory",
    methods: &[("=newFieldAccessor(Ljava/lang/reflect/Field;Z)Ljdk/internal/reflect/FieldAccessorImpl;", new_accessor)],
};

macro_rules! accessors {
    ($($table:ident $class:literal $get:literal $set:literal $throw:literal;)*) => { $(
        pub(super) static $table: Table = Table {
            class: concat!("jdk/internal/reflect/MethodHandle", $class, "FieldAccessorImpl"),
            methods: &[(concat!("=", $get), get as NativeFn), (concat!("=", $set), |call| set(call, $throw))],
        };
    )* };
}

accessors! {
    BOOLEAN "Boolean" "getBoolean(Ljava/lang/Object;)Z" "setBoolean(Ljava/lang/Object;Z)V" "(Z)V";
    BYTE "Byte" "getByte(Ljava/lang/Object;)B" "setByte(Ljava/lang/Object;B)V" "(B)V";
    CHARACTER "Character" "getChar(Ljava/lang/Object;)C" "setChar(Ljava/lang/Object;C)V" "(C)V";
    DOUBLE "Double" "getDouble(Ljava/lang/Object;)D" "setDouble(Ljava/lang/Object;D)V" "(D)V";
    FLOAT "Float" "getFloat(Ljava/lang/Object;)F" "setFloat(Ljava/lang/Object;F)V" "(F)V";
    INTEGER "Integer" "getInt(Ljava/lang/Object;)I" "setInt(Ljava/lang/Object;I)V" "(I)V";
    LONG "Long" "getLong(Ljava/lang/Object;)J" "setLong(Ljava/lang/Object;J)V" "(J)V";
    OBJECT "Object" "get(Ljava/lang/Object;)Ljava/lang/Object;" "set(Ljava/lang/Object;Ljava/lang/Object;)V" "(Ljava/lang/Object;)V";
    SHORT "Short" "getShort(Ljava/lang/Object;)S" "setShort(Ljava/lang/Object;S)V" "(S)V";
}

/// Bits of an accessor's `fieldFlags`.
const READ_ONLY: u64 = 1;
const STATIC: u64 = 2;
const NONZERO: u64 = 0x8000;

fn new_accessor(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let read_only = call.boolean(1);
    let field = super::jdk_internal_misc_unsafe::field_of(call, 0)?;
    let entry = call.program.field(field);
    let (class, kind, is_static) = (entry.class, entry.kind, entry.is_static());
    let name = match kind {
        Kind::Boolean => "Boolean",
        Kind::Byte => "Byte",
        Kind::Char => "Character",
        Kind::Double => "Double",
        Kind::Float => "Float",
        Kind::Int => "Integer",
        Kind::Long => "Long",
        Kind::Short => "Short",
        Kind::Object | Kind::Array | Kind::Void => "Object",
    };
    call.initialize(class)?;
    let accessor_class = call.ready(&format!("jdk/internal/reflect/MethodHandle{name}FieldAccessorImpl"))?;
    let accessor = call.new_object(accessor_class)?;
    let flags = NONZERO | if read_only { READ_ONLY } else { 0 } | if is_static { STATIC } else { 0 };
    call.set_field(accessor, "field", object.0 as u64);
    call.set_field(accessor, "fieldFlags", flags);
    done(accessor)
}

/// The field an accessor is for, and the object and word that hold it.
fn place(call: &mut Call, verb: &str) -> Outcome<(FieldId, Ref, u32)> {
    let accessor = call.object(0)?;
    let object = call.reference_field(accessor, "field");
    let mirror = call.reference_field(object, "clazz");
    let slot = call.field(object, "slot") as usize;
    let class = call.class_of_mirror(mirror);
    let field = call.program.class(class).fields[slot];
    let entry = call.program.field(field);
    let (slot, is_static) = (entry.slot, entry.is_static());
    if is_static {
        return Ok((field, call.static_object(class), STATICS_BASE + slot));
    }
    let holder = call.reference(1);
    if holder.is_null() {
        return Err(call.error("java/lang/NullPointerException", &format!("Cannot {verb} because \"obj\" is null")));
    }
    let found = call.heap.class(holder);
    if !call.program.is_subclass(found, class) {
        let message = format!("Can not {verb} {} on {}", describe(call, field), call.program.java_name(found));
        return Err(call.error("java/lang/IllegalArgumentException", &message));
    }
    Ok((field, holder, slot))
}

/// `static final int field Foo.bar`.
fn describe(call: &Call, field: FieldId) -> String {
    let field = call.program.field(field);
    let (flags, text) = (field.access, call.program.symbols.text(field.descriptor));
    let mut words = String::new();
    if flags & access::STATIC != 0 {
        words += "static ";
    }
    if flags & access::FINAL != 0 {
        words += "final ";
    }
    let kind = match text.strip_prefix('[') {
        Some(_) => text.replace('/', "."),
        None => raddle_program::program::describe_type(text),
    };
    format!("{words}{kind} field {}.{}", call.program.java_name(field.class), call.program.symbols.text(field.name))
}

fn get(call: &mut Call) -> Outcome {
    let (field, holder, slot) = place(call, "get")?;
    if call.stop_before(holder, slot, Action::Read) {
        return Err(Exit::Visible);
    }
    let value = call.heap.slot(holder, slot);
    let reference = call.program.field(field).is_reference();
    call.note_access(Action::Read, holder, slot, value, reference);
    Ok(value)
}

fn set(call: &mut Call, throwing: &str) -> Outcome {
    let (field, holder, slot) = place(call, "set")?;
    let accessor = call.object(0)?;
    let value = call.slot(2);
    let (kind, reference) = (call.program.field(field).kind, call.program.field(field).is_reference());
    if call.field(accessor, "fieldFlags") & READ_ONLY != 0 {
        return throw_by(call, accessor, "throwFinalFieldIllegalAccessException", throwing, value, kind);
    }
    let object = Ref::from_slot(value);
    if reference && !object.is_null() {
        let entry = call.program.field(field);
        let (loader, text) = (call.program.class(entry.class).loader, call.program.symbols.text(entry.descriptor));
        let wanted = call.load_type(loader, text)?;
        if !call.program.is_subclass(call.heap.class(object), wanted) {
            return throw_by(call, accessor, "throwSetIllegalArgumentException", throwing, value, kind);
        }
    }
    if call.stop_before(holder, slot, Action::Write) {
        return Err(Exit::Visible);
    }
    call.heap.set_slot(holder, slot, value);
    call.note_access(Action::Write, holder, slot, value, reference);
    done(())
}

/// Has the accessor throw, in its own words.
fn throw_by(call: &mut Call, accessor: Ref, method: &str, descriptor: &str, value: u64, kind: Kind) -> Outcome {
    let class = call.heap.class(accessor);
    match call.find_method(class, method, descriptor) {
        Some(method) => call.call_instead(method, &[accessor.0 as u64, value, 0][..1 + kind.slots() as usize]),
        None => Err(Exit::Fatal(format!("the JDK's field accessors have no {method}"))),
    }
}

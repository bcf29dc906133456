//! `java.lang.invoke.MethodHandleNatives`: how `MemberName` finds its field or method.
//!
//! A resolved `MemberName` of a method refers to a `ResolvedMethodName`, whose hidden word is the method's number
//! plus one; that of a field has the field's number plus one in its own hidden word.

use super::jdk_internal_misc_unsafe::offset_of;
use super::{Call, Table, done, nothing};
use crate::event::Action;
use crate::handles::kind::*;
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, FieldId, MethodId, access};
use raddle_program::classfile::descriptor::Kind;
use raddle_program::program::describe_signature;
use raddle_program::symbol::Symbol;

pub(super) static TABLE: Table = Table {
    class: "java/lang/invoke/MethodHandleNatives",
    methods: &[
        ("init(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V", init),
        ("expand(Ljava/lang/invoke/MemberName;)V", expand),
        ("resolve(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;", resolve),
        ("objectFieldOffset(Ljava/lang/invoke/MemberName;)J", field_offset),
        ("staticFieldOffset(Ljava/lang/invoke/MemberName;)J", field_offset),
        ("staticFieldBase(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;", static_field_base),
        ("getMemberVMInfo(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;", get_member_vm_info),
        ("setCallSiteTargetNormal(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V", set_call_site_target),
        (
            "setCallSiteTargetVolatile(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V",
            set_call_site_target,
        ),
        ("clearCallSiteContext(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V", nothing),
        // The machine has no constants of its own to compare with the JDK's.
        ("getNamedCon(I[Ljava/lang/Object;)I", nothing),
    ],
};

const IS_METHOD: u32 = 0x0001_0000;
const IS_CONSTRUCTOR: u32 = 0x0002_0000;
const IS_FIELD: u32 = 0x0004_0000;
const ALL_KINDS: u32 = 0x000f_0000;
const CALLER_SENSITIVE: u32 = 0x0010_0000;
const TRUSTED_FINAL: u32 = 0x0020_0000;
const REFERENCE_KIND_SHIFT: u32 = 24;

/// A method as it was found, and how a call of it runs.
struct Found {
    method: MethodId,
    /// The class the member is said to be of.
    class: ClassId,
    kind: u8,
}

fn init(call: &mut Call) -> Outcome {
    let (member, target) = (call.object(0)?, call.object(1)?);
    let mirror = call.reference_field(target, "clazz");
    let class = call.class_of_mirror(mirror);
    let slot = call.field(target, "slot") as usize;
    let entry = call.program.class(class);
    let missing = || Exit::Fatal("a reflected member that its class does not have".into());
    if call.program.class_name(call.heap.class(target)) == "java/lang/reflect/Field" {
        let field = *entry.fields.get(slot).ok_or_else(missing)?;
        set_field(call, member, field, false);
        return done(());
    }
    let method = *entry.methods.get(slot).ok_or_else(missing)?;
    // Callers take care of the signature-polymorphic ones when nothing is set.
    if !call.program.method(method).marks.polymorphic {
        let found = dispatched(call, method, class);
        set_method(call, member, &found)?;
    }
    done(())
}

/// How a method is called that was found without a call in mind.
fn dispatched(machine: &Machine, method: MethodId, class: ClassId) -> Found {
    let entry = machine.program.method(method);
    let kind = if entry.is_static() {
        REF_INVOKE_STATIC
    } else if entry.vtable_index.is_none() && machine.program.class(entry.class).is_interface() && !entry.is_private() {
        REF_INVOKE_INTERFACE
    } else if is_direct(machine, method) {
        REF_INVOKE_SPECIAL
    } else {
        REF_INVOKE_VIRTUAL
    };
    Found { method, class, kind }
}

/// Whether no class can override a method.
fn is_direct(machine: &Machine, method: MethodId) -> bool {
    let entry = machine.program.method(method);
    let owner = machine.program.class(entry.class);
    let name = machine.program.symbols.text(entry.name);
    entry.is_private()
        || entry.access & access::FINAL != 0
        || owner.access & access::FINAL != 0 && !entry.is_abstract()
        || name == "<init>"
}

/// Makes a `MemberName` that of a method met outside of any call, as a stack walk does.
pub(super) fn set_member(call: &mut Call, member: Ref, method: MethodId) -> Outcome<()> {
    let found = dispatched(call, method, call.program.method(method).class);
    set_method(call, member, &found)
}

/// The flags of a method's `MemberName`, without how it is called.
pub(super) fn member_flags(machine: &Machine, method: MethodId) -> u32 {
    let entry = machine.program.method(method);
    let constructor = machine.program.symbols.text(entry.name) == "<init>";
    let sensitive = if entry.marks.caller_sensitive { CALLER_SENSITIVE } else { 0 };
    entry.access as u32 | sensitive | if constructor { IS_CONSTRUCTOR } else { IS_METHOD }
}

fn set_method(call: &mut Call, member: Ref, found: &Found) -> Outcome<()> {
    let resolved = call.resolved_method_name(found.method)?;
    let class = call.mirror(found.class);
    let flags = member_flags(call, found.method) | (found.kind as u32) << REFERENCE_KIND_SHIFT;
    call.set_field(member, "flags", flags as u64);
    call.set_field(member, "clazz", class.0 as u64);
    call.set_field(member, "method", resolved.0 as u64);
    Ok(())
}

fn set_field(call: &mut Call, member: Ref, field: FieldId, setter: bool) {
    let entry = call.program.field(field);
    let kind = match (entry.is_static(), setter) {
        (true, false) => REF_GET_STATIC,
        (false, false) => REF_GET_FIELD,
        (true, true) => REF_PUT_STATIC,
        (false, true) => REF_PUT_FIELD,
    };
    let owner = call.program.class(entry.class);
    let record = owner.file.as_ref().is_some_and(|file| matches!(file.record_components(), Ok(Some(_))));
    let mut flags = entry.access as u32 | IS_FIELD | (kind as u32) << REFERENCE_KIND_SHIFT;
    if entry.access & access::FINAL != 0 && (entry.is_static() || owner.hidden || record) {
        flags |= TRUSTED_FINAL;
    }
    let class = entry.class;
    let class = call.mirror(class);
    call.set_field(member, "flags", flags as u64);
    call.set_field(member, "clazz", class.0 as u64);
    let slot = call.program.class(call.heap.class(member)).instance_words - 1;
    call.heap.set_slot(member, slot, field.0 as u64 + 1);
}

/// Finds what a `MemberName` names; speculatively, failing to is no error.
fn resolve(call: &mut Call) -> Outcome {
    let member = call.object(0)?;
    let caller = call.reference(1);
    let speculative = call.boolean(3);
    let caller = (!caller.is_null()).then(|| call.class_of_mirror(caller));
    match resolve_member(call, member, caller) {
        Ok(()) => done(member),
        Err(Exit::Throw(_)) if speculative => done(Ref::NULL),
        Err(exit) => Err(exit),
    }
}

fn resolve_member(call: &mut Call, member: Ref, caller: Option<ClassId>) -> Outcome<()> {
    let flags = call.field(member, "flags") as u32;
    let kind = (flags >> REFERENCE_KIND_SHIFT) as u8 & 0xf;
    let (class, name) = (call.reference_field(member, "clazz"), call.reference_field(member, "name"));
    let desc = described_type(call, member);
    let (false, false, Some(desc)) = (class.is_null(), name.is_null(), desc) else {
        return Err(call.error("java/lang/IllegalArgumentException", "nothing to resolve"));
    };
    let mut class = call.class_of_mirror(class);
    let name = call.string(name);
    let (name, desc) = (call.program.symbols.intern(&name), call.program.symbols.intern(&desc));
    if call.program.class(class).is_array() {
        class = call.known.object;
    }
    if flags & ALL_KINDS == IS_FIELD {
        // Whether the caller may use the field is for Java to say.
        let field = match call.program.find_field(class, name, desc) {
            Some(field) => field,
            None => return Err(call.no_such_field(class, name, desc)),
        };
        set_field(call, member, field, matches!(kind, REF_PUT_FIELD | REF_PUT_STATIC));
        return Ok(());
    }
    let text = call.program.symbols.text(name);
    let constructor = flags & ALL_KINDS == IS_CONSTRUCTOR;
    if constructor != (text == "<init>") || text == "<clinit>" {
        return Err(call.error("java/lang/LinkageError", "resolution failed"));
    }
    let found = find_method(call, class, name, desc, kind, caller)?;
    set_method(call, member, &found)
}

/// The descriptor of what a `MemberName` has as its type, in any of the forms it may take before it is resolved.
fn described_type(call: &mut Call, member: Ref) -> Option<String> {
    let object = call.reference_field(member, "type");
    if object.is_null() {
        return None;
    }
    match call.program.class_name(call.heap.class(object)) {
        "java/lang/invoke/MethodType" => {
            let (parameters, result) = call.types_of(object);
            Some(format!("({}){result}", parameters.concat()))
        }
        "java/lang/Class" => Some(call.program.descriptor_of(call.class_of_mirror(object))),
        "java/lang/String" => Some(call.string(object)),
        "[Ljava/lang/Object;" if call.heap.length(object) == 2 => {
            let (result, parameters) = (Ref(call.heap.int(object, 0)), Ref(call.heap.int(object, 1)));
            let descriptor = |mirror: Ref| call.program.descriptor_of(call.class_of_mirror(mirror));
            let parameters: String = (0..call.heap.length(parameters))
                .map(|index| descriptor(Ref(call.heap.int(parameters, index))))
                .collect();
            Some(format!("({parameters}){}", descriptor(result)))
        }
        _ => None,
    }
}

fn find_method(
    call: &mut Call,
    class: ClassId,
    name: Symbol,
    desc: Symbol,
    kind: u8,
    caller: Option<ClassId>,
) -> Outcome<Found> {
    if let Some(method) = call.program.polymorphic_method(class, name) {
        if let Some(caller) = caller {
            call.check_method_access_as(caller, class, method, desc)?;
        }
        return intrinsic(call, method, class, desc, kind);
    }
    let interface = call.program.class(class).is_interface();
    if kind == REF_INVOKE_INTERFACE && !interface || kind == REF_INVOKE_VIRTUAL && interface {
        let (is, wanted) = if interface { ("interface", "class") } else { ("class", "interface") };
        let message = format!("Found {is} {}, but {wanted} was expected", call.program.java_name(class));
        return Err(call.error("java/lang/IncompatibleClassChangeError", &message));
    }
    let method = match call.program.find_method(class, name, desc) {
        Some(method) => method,
        None => return Err(call.no_such_method(class, name, desc)),
    };
    if let Some(caller) = caller {
        call.check_method_access(caller, class, method)?;
    }
    call.check_static(method, kind == REF_INVOKE_STATIC, interface)?;
    let owner = call.program.method(method).class;
    if call.program.symbols.text(name) == "<init>" && owner != class {
        let signature = describe_signature("", "<init>", call.program.symbols.text(desc));
        let message = format!("{}: method '{signature}' not found", call.program.java_name(class));
        return Err(call.error("java/lang/NoSuchMethodError", &message));
    }
    if kind != REF_INVOKE_VIRTUAL && kind != REF_INVOKE_INTERFACE {
        let kind = if kind == REF_INVOKE_STATIC { kind } else { REF_INVOKE_SPECIAL };
        if call.program.method(method).is_abstract() {
            let message = format!("'{}'", call.program.describe_method(method));
            return Err(call.error("java/lang/AbstractMethodError", &message));
        }
        return Ok(Found { method, class: owner, kind });
    }
    let mut found = dispatched(call, method, owner);
    // A method a class has from an interface only is called like its own.
    if found.kind == REF_INVOKE_INTERFACE && kind == REF_INVOKE_VIRTUAL {
        found = Found { method, class, kind };
    }
    Ok(found)
}

/// `MethodHandle.invokeBasic` and `linkTo…`, which have any type. The other polymorphic methods have no code that could be
/// called without an appendix.
fn intrinsic(call: &mut Call, method: MethodId, class: ClassId, desc: Symbol, kind: u8) -> Outcome<Found> {
    let entry = call.program.method(method);
    let (name, is_static) = (entry.name, entry.is_static());
    match kind {
        REF_INVOKE_STATIC if is_static => Ok(Found { method, class, kind }),
        REF_INVOKE_STATIC => Err(call.no_such_method(class, name, desc)),
        _ if call.program.symbols.text(name) == "invokeBasic" => Ok(Found { method, class, kind: REF_INVOKE_SPECIAL }),
        _ => Err(call.error("java/lang/InternalError", "appendix")),
    }
}

/// Names a member that was resolved without.
fn expand(call: &mut Call) -> Outcome {
    let member = call.object(0)?;
    let (class, name, desc) = match call.field_of_member(member) {
        Some(field) => {
            let field = call.program.field(field);
            (field.class, field.name, field.descriptor)
        }
        None => {
            let method = call.method_of_member(member)?;
            let method = call.program.method(method);
            (method.class, method.name, method.descriptor)
        }
    };
    let class = call.mirror(class);
    let (name, desc) = (call.program.symbols.text(name), call.program.symbols.text(desc));
    let (name, desc) = (call.literal_text(name), call.literal_text(desc));
    for (field, value) in [("clazz", class), ("name", name), ("type", desc)] {
        if call.reference_field(member, field).is_null() {
            call.set_field(member, field, value.0 as u64);
        }
    }
    done(())
}

fn resolved_field(call: &mut Call) -> Outcome<FieldId> {
    let member = call.object(0)?;
    match call.field_of_member(member) {
        Some(field) => Ok(field),
        None => Err(call.error("java/lang/InternalError", "field is not resolved")),
    }
}

fn field_offset(call: &mut Call) -> Outcome {
    let field = resolved_field(call)?;
    done(offset_of(call, field))
}

fn static_field_base(call: &mut Call) -> Outcome {
    let field = resolved_field(call)?;
    done(call.static_object(call.program.field(field).class))
}

/// The number by which a member is reached, and what it is reached in.
fn get_member_vm_info(call: &mut Call) -> Outcome {
    let member = call.object(0)?;
    let (index, target) = match call.field_of_member(member) {
        Some(field) => (offset_of(call, field), call.reference_field(member, "clazz")),
        None => {
            let method = call.method_of_member(member)?;
            let dispatched = matches!(call.reference_kind(member), REF_INVOKE_VIRTUAL | REF_INVOKE_INTERFACE);
            let index = call.program.method(method).vtable_index.map_or(0, |index| index as i64);
            (if dispatched { index } else { -1 }, member)
        }
    };
    let index = call.box_value(Kind::Long, index as u64)?;
    let objects = call.known.objects;
    done(call.new_references(objects, &[index, target])?)
}

fn set_call_site_target(call: &mut Call) -> Outcome {
    let (site, target) = (call.object(0)?, call.reference(1));
    let class = call.heap.class(site);
    let slot = call.slot_of(class, "target");
    if call.stop_before(site, slot, Action::Write) {
        return Err(Exit::Visible);
    }
    call.heap.set_slot(site, slot, target.0 as u64);
    call.note_access(Action::Write, site, slot, target.0 as u64, true);
    done(())
}

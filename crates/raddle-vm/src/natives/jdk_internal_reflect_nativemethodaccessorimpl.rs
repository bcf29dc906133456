//! Reflective calls: `jdk.internal.reflect.NativeMethodAccessorImpl`, `NativeConstructorAccessorImpl` and their successors of JDK 18 and later.
//!
//! All reflective calls come here: the accessors the JDK would generate or build from method handles instead are switched off, since a direct call costs
//! the machine less than either. Where the JDK's own accessors have other words for a wrong argument, the machine uses theirs.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use raddle_program::class::{ClassId, LoaderId, MethodId, access};
use raddle_program::classfile::descriptor::{self, Kind};

pub(super) static METHOD: Table = Table {
    class: "jdk/internal/reflect/NativeMethodAccessorImpl",
    methods: &[("invoke0(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", invoke)],
};

pub(super) static CONSTRUCTOR: Table = Table {
    class: "jdk/internal/reflect/NativeConstructorAccessorImpl",
    methods: &[("newInstance0(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;", new_instance)],
};

/// Accessors that would call a method handle: their `target` is the method itself.
pub(super) static DIRECT_METHOD: Table = Table {
    class: "jdk/internal/reflect/DirectMethodHandleAccessor",
    methods: &[
        ("=nativeAccessor(Ljava/lang/reflect/Method;Z)Ljdk/internal/reflect/MethodAccessorImpl;", method_accessor),
        ("=invokeImpl(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", invoke_target),
        ("=invokeImpl(Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;", invoke_target),
    ],
};

pub(super) static DIRECT_CONSTRUCTOR: Table = Table {
    class: "jdk/internal/reflect/DirectConstructorHandleAccessor",
    methods: &[
        (
            "=nativeAccessor(Ljava/lang/reflect/Constructor;)Ljdk/internal/reflect/ConstructorAccessorImpl;",
            constructor_accessor,
        ),
        ("=invokeImpl([Ljava/lang/Object;)Ljava/lang/Object;", construct_target),
    ],
};

/// Native accessors are never replaced by generated ones.
pub(super) static FACTORY: Table = Table {
    class: "jdk/internal/reflect/ReflectionFactory",
    methods: &[("=inflationThreshold()I", |_| done(i32::MAX))],
};

/// Nor by method handles.
pub(super) static HANDLE_FACTORY: Table = Table {
    class: "jdk/internal/reflect/MethodHandleAccessorFactory",
    methods: &[
        ("=useNativeAccessor(Ljava/lang/reflect/Executable;)Z", |_| done(true)),
        (
            "=newSerializableConstructorAccessor(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljdk/internal/reflect/ConstructorAccessorImpl;",
            serializable_accessor,
        ),
    ],
};

/// Bits of `DirectMethodHandleAccessor.flags`.
const IS_STATIC: u64 = 0x200;
const NONZERO: u64 = 0x8000_0000;

fn method_accessor(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let method = call.method_of(object);
    let (declared_in, is_static) = (call.program.method(method).class, call.program.method(method).is_static());
    call.initialize(declared_in)?;
    let class = call.ready("jdk/internal/reflect/DirectMethodHandleAccessor")?;
    let accessor = direct_accessor(call, class, object)?;
    let declaring = call.reference_field(object, "clazz");
    call.set_field(accessor, "declaringClass", declaring.0 as u64);
    call.set_field(accessor, "flags", NONZERO | if is_static { IS_STATIC } else { 0 });
    done(accessor)
}

fn constructor_accessor(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let constructor = call.method_of(object);
    let declared_in = call.program.method(constructor).class;
    call.initialize(declared_in)?;
    let class = call.ready("jdk/internal/reflect/DirectConstructorHandleAccessor")?;
    done(direct_accessor(call, class, object)?)
}

/// An accessor that makes instances of one class by a constructor of a superclass, as deserialising wants: its `target` is both.
fn serializable_accessor(call: &mut Call) -> Outcome {
    let (mirror, object) = (call.object(0)?, call.object(1)?);
    let class = call.class_of_mirror(mirror);
    let constructor = call.method_of(object);
    if !call.program.is_subclass(class, call.program.method(constructor).class) {
        let message =
            format!("{} not a superclass of {}", call.program.method_name(constructor), call.program.java_name(class));
        return Err(call.error("java/lang/UnsupportedOperationException", &message));
    }
    call.initialize(class)?;
    let kind = call.ready("jdk/internal/reflect/DirectConstructorHandleAccessor")?;
    let accessor = direct_accessor(call, kind, object)?;
    let array = call.known.objects;
    let both = call.new_references(array, &[mirror, object])?;
    call.set_field(accessor, "target", both.0 as u64);
    done(accessor)
}

fn direct_accessor(call: &mut Call, class: ClassId, executable: Ref) -> Outcome<Ref> {
    let parameters = call.reference_field(executable, "parameterTypes");
    let count = call.heap.length(parameters);
    let accessor = call.new_object(class)?;
    call.set_field(accessor, "paramCount", count as u64);
    call.set_field(accessor, "target", executable.0 as u64);
    Ok(accessor)
}

fn invoke(call: &mut Call) -> Outcome {
    let method = call.object(0)?;
    let (receiver, arguments, stub) = (call.reference(1), call.reference(2), call.stubs.reflect);
    match invoke_method(call, method, receiver, arguments, stub) {
        // Only the call's own exceptions are wrapped, but failing to find what to call counts as one.
        Err(Failure::Selecting(exception)) => Err(call.wrap_in_invocation_target(exception)),
        Err(Failure::Exit(exit)) => Err(exit),
        Ok(value) => Ok(value),
    }
}

/// A call through an accessor. That of a caller-sensitive method is no different: its caller is found by looking past reflection.
fn invoke_target(call: &mut Call) -> Outcome {
    let accessor = call.object(0)?;
    let method = call.reference_field(accessor, "target");
    let (receiver, arguments, stub) = (call.reference(1), call.reference(2), call.stubs.invoke);
    invoke_method(call, method, receiver, arguments, stub).map_err(|failure| match failure {
        Failure::Selecting(exception) => Exit::Throw(exception),
        Failure::Exit(exit) => exit,
    })
}

/// Why a reflective call did not get to its method.
enum Failure {
    /// What the call itself would have thrown.
    Selecting(Ref),
    Exit(Exit),
}

impl From<Exit> for Failure {
    fn from(exit: Exit) -> Failure {
        Failure::Exit(exit)
    }
}

fn invoke_method(call: &mut Call, object: Ref, receiver: Ref, arguments: Ref, stub: MethodId) -> Result<u64, Failure> {
    let method = call.method_of(object);
    let entry = call.program.method(method);
    let (class, is_static) = (entry.class, entry.is_static());
    call.initialize(class)?;
    let mut slots = Vec::with_capacity(call.program.method(method).argument_slots as usize);
    let mut target = method;
    if !is_static {
        if receiver.is_null() {
            return Err(call.null_pointer().into());
        }
        if !call.program.is_subclass(call.heap.class(receiver), class) {
            return Err(call
                .error("java/lang/IllegalArgumentException", "object is not an instance of declaring class")
                .into());
        }
        slots.push(receiver.0 as u64);
        target = call.select(receiver, method).map_err(|exit| match exit {
            Exit::Throw(exception) => Failure::Selecting(exception),
            exit => Failure::Exit(exit),
        })?;
    }
    convert_arguments(call, method, arguments, &mut slots)?;
    let base = call.base;
    Ok(call.push_reflective(stub, base, target, Ref::NULL, &slots)?)
}

fn new_instance(call: &mut Call) -> Outcome {
    let constructor = call.object(0)?;
    let (arguments, stub) = (call.reference(1), call.stubs.construct);
    construct(call, constructor, arguments, stub)
}

fn construct_target(call: &mut Call) -> Outcome {
    let accessor = call.object(0)?;
    let target = call.reference_field(accessor, "target");
    let (arguments, stub) = (call.reference(1), call.stubs.invoke_constructor);
    if call.heap.class(target) != call.known.objects {
        return construct(call, target, arguments, stub);
    }
    let (mirror, constructor) = (Ref(call.heap.int(target, 0)), Ref(call.heap.int(target, 1)));
    let (class, constructor) = (call.class_of_mirror(mirror), call.method_of(constructor));
    construct_as(call, class, constructor, arguments, stub)
}

fn construct(call: &mut Call, object: Ref, arguments: Ref, stub: MethodId) -> Outcome {
    let constructor = call.method_of(object);
    let class = call.program.method(constructor).class;
    construct_as(call, class, constructor, arguments, stub)
}

fn construct_as(call: &mut Call, class: ClassId, constructor: MethodId, arguments: Ref, stub: MethodId) -> Outcome {
    if call.program.class(class).access & (access::ABSTRACT | access::INTERFACE) != 0 {
        let name = call.program.java_name(class);
        return Err(call.error("java/lang/InstantiationException", &name));
    }
    call.initialize(class)?;
    let mut slots = vec![0];
    convert_arguments(call, constructor, arguments, &mut slots)?;
    let made = call.new_object(class)?;
    slots[0] = made.0 as u64;
    let base = call.base;
    call.push_reflective(stub, base, constructor, made, &slots)
}

/// Whether accessors are made of method handles in this JDK (JEP 416): a wrong argument is then told by the exception a handle throws.
fn has_handles(call: &Call) -> bool {
    call.program.jdk.feature >= 18
}

/// Appends the elements of an argument array as the parameters of a method want them.
fn convert_arguments(call: &mut Call, method: MethodId, arguments: Ref, slots: &mut Vec<u64>) -> Outcome<()> {
    let given = if arguments.is_null() { 0 } else { call.heap.length(arguments) };
    let text = call.program.symbols.text(call.program.method(method).descriptor);
    let Some(parsed) = descriptor::parse_method(text) else {
        return Err(Exit::Fatal(format!("a linked method has the descriptor {text}")));
    };
    if given as usize != parsed.parameters.len() {
        return Err(call.error("java/lang/IllegalArgumentException", "wrong number of arguments"));
    }
    let loader = call.program.class(call.program.method(method).class).loader;
    let mut order: Vec<usize> = (0..parsed.parameters.len()).collect();
    if has_handles(call) {
        // Method handles convert objects first, then the last primitive value before the others: that decides which one they complain of.
        order.reverse();
        order.sort_by_key(|&index| !descriptor::kind(parsed.parameters[index]).is_reference());
    }
    let mut values = vec![0; order.len()];
    for index in order {
        let argument = Ref(call.heap.int(arguments, index as u32));
        values[index] = convert(call, loader, parsed.parameters[index], argument)?;
    }
    for (parameter, value) in parsed.parameters.iter().zip(values) {
        slots.push(value);
        if descriptor::slots(parameter) == 2 {
            slots.push(0);
        }
    }
    Ok(())
}

/// An argument as a parameter wants it.
fn convert(call: &mut Call, loader: LoaderId, parameter: &str, argument: Ref) -> Outcome {
    let kind = descriptor::kind(parameter);
    if !kind.is_reference() {
        return convert_primitive(call, kind, argument);
    }
    if !argument.is_null() {
        let wanted = call.load_type(loader, parameter)?;
        if !call.program.is_subclass(call.heap.class(argument), wanted) {
            return Err(mismatch(call, argument, wanted));
        }
    }
    Ok(argument.0 as u64)
}

fn convert_primitive(call: &mut Call, kind: Kind, argument: Ref) -> Outcome {
    if argument.is_null() {
        return Err(null_for(call, kind));
    }
    let unboxed = call.unbox(argument);
    if let Some(value) = unboxed.and_then(|(from, value)| widen(from, kind, value)) {
        return Ok(value);
    }
    let name = call.program.java_name(call.heap.class(argument));
    if unboxed.is_some() && has_handles(call) {
        let message = format!("Cannot cast {name} to {}", wrapper(kind).replace('/', "."));
        return Err(call.error("java/lang/ClassCastException", &message));
    }
    let wanted = call.load_boot("java/lang/Number")?;
    Err(mismatch(call, argument, wanted))
}

fn wrapper(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Long => "java/lang/Long",
        Kind::Float => "java/lang/Float",
        Kind::Double => "java/lang/Double",
        _ => "java/lang/Integer",
    }
}

fn mismatch(call: &mut Call, argument: Ref, wanted: ClassId) -> Exit {
    if has_handles(call) {
        let class = call.heap.class(argument);
        return call.cast_error(class, wanted);
    }
    call.error("java/lang/IllegalArgumentException", "argument type mismatch")
}

/// Null where a primitive value is wanted.
fn null_for(call: &mut Call, kind: Kind) -> Exit {
    if !has_handles(call) {
        return call.plain_error("java/lang/IllegalArgumentException");
    }
    let value = match kind {
        Kind::Long => "Number.longValue",
        Kind::Float => "Number.floatValue",
        Kind::Double => "Number.doubleValue",
        Kind::Byte => "Number.byteValue",
        Kind::Short => "Number.shortValue",
        _ => "Number.intValue",
    };
    let message = format!(
        "Cannot invoke \"java.lang.{value}()\" because the return value of \
         \"sun.invoke.util.ValueConversions.primitiveConversion(sun.invoke.util.Wrapper, Object, boolean)\" is null"
    );
    call.error("java/lang/NullPointerException", &message)
}

impl crate::machine::Machine {
    /// The kind and value of a wrapper object; none for any other object.
    pub(crate) fn unbox(&mut self, object: Ref) -> Option<(Kind, u64)> {
        let class = self.heap.class(object);
        if self.program.class(class).loader != LoaderId::BOOT {
            return None;
        }
        let kind = match self.program.class_name(class) {
            "java/lang/Boolean" => Kind::Boolean,
            "java/lang/Byte" => Kind::Byte,
            "java/lang/Character" => Kind::Char,
            "java/lang/Short" => Kind::Short,
            "java/lang/Integer" => Kind::Int,
            "java/lang/Long" => Kind::Long,
            "java/lang/Float" => Kind::Float,
            "java/lang/Double" => Kind::Double,
            _ => return None,
        };
        Some((kind, self.field(object, "value")))
    }
}

/// A primitive value as a wider type (JLS 5.1.2); none where that is no widening.
pub(super) fn widen(from: Kind, to: Kind, value: u64) -> Option<u64> {
    use Kind::{Byte, Char, Double, Float, Int, Long, Short};
    if from == to {
        return Some(value);
    }
    Some(match (from, to) {
        (Byte, Short | Int) | (Short | Char, Int) => value,
        (Byte | Short | Char | Int, Long) => value as i32 as i64 as u64,
        (Byte | Short | Char | Int, Float) => (value as i32 as f32).to_bits() as u64,
        (Byte | Short | Char | Int, Double) => (value as i32 as f64).to_bits(),
        (Long, Float) => (value as i64 as f32).to_bits() as u64,
        (Long, Double) => (value as i64 as f64).to_bits(),
        (Float, Double) => (f32::from_bits(value as u32) as f64).to_bits(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_widen_as_the_language_says_and_never_narrow() {
        let minus_one = -1i32 as u32 as u64;
        assert_eq!(widen(Kind::Byte, Kind::Long, minus_one), Some(u64::MAX));
        assert_eq!(widen(Kind::Char, Kind::Int, 0xffff), Some(0xffff));
        assert_eq!(widen(Kind::Int, Kind::Double, 3), Some(3.0f64.to_bits()));
        assert_eq!(widen(Kind::Long, Kind::Int, 1), None);
        assert_eq!(widen(Kind::Short, Kind::Char, 1), None);
        assert_eq!(widen(Kind::Boolean, Kind::Int, 1), None);
    }
}

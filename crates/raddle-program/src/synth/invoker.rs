//! The glue of reflective calls: a class whose one static method calls one method or constructor, taking its arguments out of an
//! `Object[]` and boxing its result, as `Method.invoke` and `Constructor.newInstance` do. Accessibility, the number of arguments
//! and the initialisation of the target's class are the caller's affair.

use super::handle::Callee;
use super::types::{OBJECT, Primitive, Type};
use super::writer::{ClassWriter, Code, Invoke, Jump, Op};
use super::{Handle, SynthError};
use crate::classfile::access;

/// A method or constructor to be called reflectively.
#[derive(Clone, Debug)]
pub struct InvokerSpec<'a> {
    /// The internal name of the class to make.
    pub class_name: String,
    /// What is called: a kind of 5, 6, 7 or 9 makes [`INVOKE`], 8 makes [`CONSTRUCT`].
    pub target: Handle<'a>,
    /// Whether what the target throws comes out as the cause of an `InvocationTargetException`.
    pub wrap_exceptions: bool,
}

/// The name and descriptor of the static method that calls a method; the receiver of a static one is ignored.
pub const INVOKE: (&str, &str) = ("invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");

/// The name and descriptor of the static method that calls a constructor.
pub const CONSTRUCT: (&str, &str) = ("construct", "([Ljava/lang/Object;)Ljava/lang/Object;");

const ILLEGAL_ARGUMENT: &str = "java/lang/IllegalArgumentException";
const MISMATCH: &str = "argument type mismatch";

/// The bytes of the class.
pub fn generate(spec: &InvokerSpec) -> Result<Vec<u8>, SynthError> {
    class(spec)?.finish()
}

/// The class, to be finished.
pub fn class(spec: &InvokerSpec) -> Result<ClassWriter, SynthError> {
    let callee = spec.target.callee()?;
    let mut class = ClassWriter::new(access::FINAL | access::SUPER | access::SYNTHETIC, &spec.class_name);
    let unboxed = call_method(&mut class, spec, &callee)?;
    for primitive in unboxed {
        unbox_method(&mut class, primitive)?;
    }
    Ok(class)
}

/// The static method; gives the primitives it needs an unboxing method for.
fn call_method(class: &mut ClassWriter, spec: &InvokerSpec, callee: &Callee) -> Result<Vec<Primitive>, SynthError> {
    let (name, descriptor) = if callee.is_constructor() { CONSTRUCT } else { INVOKE };
    let array_slot = u16::from(!callee.is_constructor());
    let mut code = class.method(access::PUBLIC | access::STATIC, name, descriptor)?;
    let [start, ready, done, wrong_receiver] = std::array::from_fn(|_| code.label());
    let mut arguments = callee.parameters.as_slice();
    if callee.has_receiver()
        && let [Type::Reference(owner), rest @ ..] = arguments
    {
        code.load(OBJECT, 0);
        code.instance_of(owner);
        code.jump(Jump::IfZero, wrong_receiver);
        code.load(OBJECT, 0);
        code.cast("java/lang/Object", owner);
        arguments = rest;
    }
    callee.prepare(&mut code);
    code.mark(start);
    let mut unboxed = Vec::new();
    let mut casts = false;
    for (index, &ty) in (0..).zip(arguments) {
        code.load(OBJECT, array_slot);
        code.int(index);
        code.op(Op::LoadElement);
        match ty {
            Type::Primitive(primitive) => {
                call_unbox(&mut code, &spec.class_name, primitive)?;
                if !unboxed.contains(&primitive) {
                    unboxed.push(primitive);
                }
            }
            Type::Reference(class) => {
                casts |= ty != OBJECT;
                code.cast("java/lang/Object", class);
            }
            Type::Void => {}
        }
    }
    code.mark(ready);
    callee.call(&mut code)?;
    code.mark(done);
    match callee.result {
        Type::Void => code.op(Op::Null),
        result => code.box_any(result)?,
    }
    code.return_value(OBJECT);

    if callee.has_receiver() {
        code.mark(wrong_receiver);
        throw_wrong_receiver(&mut code)?;
    }
    if casts {
        code.handler(start, ready, Some("java/lang/ClassCastException"));
        code.op(Op::Pop);
        code.throw_new(ILLEGAL_ARGUMENT, Some(MISMATCH))?;
    }
    if spec.wrap_exceptions {
        code.handler(ready, done, None);
        throw_wrapped(&mut code, array_slot)?;
    }
    code.end()?;
    Ok(unboxed)
}

/// What `Method.invoke` says to a receiver that is null or of another class.
fn throw_wrong_receiver(code: &mut Code) -> Result<(), SynthError> {
    code.load(OBJECT, 0);
    code.invoke(
        Invoke::Static,
        "java/util/Objects",
        "requireNonNull",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        false,
    )?;
    code.op(Op::Pop);
    code.throw_new(ILLEGAL_ARGUMENT, Some("object is not an instance of declaring class"))
}

/// Throws an `InvocationTargetException` around the exception on the stack, keeping that in a local variable that is free by then.
fn throw_wrapped(code: &mut Code, free: u16) -> Result<(), SynthError> {
    const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
    let thrown = Type::Reference("java/lang/Throwable");
    code.store(thrown, free);
    code.new_object(WRAPPER);
    code.op(Op::Dup);
    code.load(thrown, free);
    code.invoke(Invoke::Special, WRAPPER, "<init>", "(Ljava/lang/Throwable;)V", false)?;
    code.op(Op::Throw);
    Ok(())
}

fn unbox_name(primitive: Primitive) -> (String, String) {
    (format!("{}Argument", primitive.name()), format!("(Ljava/lang/Object;){}", primitive.descriptor()))
}

fn call_unbox(code: &mut Code, class_name: &str, primitive: Primitive) -> Result<(), SynthError> {
    let (name, descriptor) = unbox_name(primitive);
    code.invoke(Invoke::Static, class_name, &name, &descriptor, false)
}

/// A method that takes a primitive out of its box, or out of one whose primitive widens to it.
fn unbox_method(class: &mut ClassWriter, wanted: Primitive) -> Result<(), SynthError> {
    let (name, descriptor) = unbox_name(wanted);
    let mut code = class.method(access::PRIVATE | access::STATIC, &name, &descriptor)?;
    for &held in wanted.sources() {
        let next = code.label();
        code.load(OBJECT, 0);
        code.instance_of(held.box_class());
        code.jump(Jump::IfZero, next);
        code.load(OBJECT, 0);
        code.check_cast(held.box_class());
        code.unbox_value(held.box_class(), held)?;
        code.widen(held, wanted)?;
        code.return_value(Type::Primitive(wanted));
        code.mark(next);
    }
    // The JDK has no message for null.
    let wrong = code.label();
    code.load(OBJECT, 0);
    code.jump(Jump::IfNotNull, wrong);
    code.throw_new(ILLEGAL_ARGUMENT, None)?;
    code.mark(wrong);
    code.throw_new(ILLEGAL_ARGUMENT, Some(MISMATCH))?;
    code.end()
}

//! The classes of lambda expressions and method references: what `LambdaMetafactory.metafactory` and `altMetafactory` make. An object
//! holds the captured values; its method loads them and its arguments, converts each to what the implementation takes, calls it
//! and converts the result.

use super::handle::Callee;
use super::types::{OBJECT, Signature, Type, class_descriptor};
use super::writer::{ClassWriter, Code, Invoke, Op};
use super::{Handle, SynthError};
use crate::classfile::access;

/// What a call site of `LambdaMetafactory` says.
#[derive(Clone, Debug)]
pub struct LambdaSpec<'a> {
    /// The internal name of the class to make.
    pub class_name: String,
    /// The internal name of the class with the call site; a serialized lambda asks it for its way back.
    pub caller: &'a str,
    /// The internal name of the functional interface.
    pub interface: &'a str,
    /// The name of its method.
    pub method_name: &'a str,
    /// The descriptors of the captured values: the parameter types of the call site.
    pub captured: &'a [&'a str],
    /// The descriptor of the interface method, erased (`samMethodType`, `interfaceMethodType`).
    pub erased_descriptor: &'a str,
    /// The descriptor it has in the instantiated interface (`instantiatedMethodType`, `dynamicMethodType`).
    pub instantiated_descriptor: &'a str,
    /// What is called.
    pub implementation: Handle<'a>,
    /// Further interfaces to implement (FLAG_MARKERS).
    pub markers: &'a [&'a str],
    /// Further descriptors of the method (FLAG_BRIDGES).
    pub bridges: &'a [&'a str],
    /// Whether to give it a `writeReplace` (FLAG_SERIALIZABLE); it then also implements `java.io.Serializable`.
    pub serializable: bool,
}

/// The name of the static method that makes an object of the class from the captured values. It makes a new one each time; in
/// the JDK a call site that captures nothing has one object, so that the machine calls it once there.
pub const FACTORY: &str = "get$Lambda";

/// The bytes of the class.
pub fn generate(spec: &LambdaSpec) -> Result<Vec<u8>, SynthError> {
    class(spec)?.finish()
}

/// The class, to be finished.
pub fn class(spec: &LambdaSpec) -> Result<ClassWriter, SynthError> {
    let lambda = Lambda {
        spec,
        captured: spec.captured.iter().map(|text| Type::of_field(text)).collect::<Result<_, _>>()?,
        instantiated: Signature::of(spec.instantiated_descriptor)?.parameters,
        callee: spec.implementation.callee()?,
    };
    let mut class = ClassWriter::new(access::FINAL | access::SUPER | access::SYNTHETIC, &spec.class_name);
    class.implement(spec.interface);
    for marker in spec.markers {
        class.implement(marker);
    }
    lambda.fields(&mut class);
    lambda.constructor(&mut class)?;
    lambda.factory(&mut class)?;
    let mut descriptors = vec![spec.erased_descriptor];
    for bridge in spec.bridges {
        if !descriptors.contains(bridge) {
            descriptors.push(bridge);
        }
    }
    for descriptor in descriptors {
        lambda.method(&mut class, descriptor)?;
    }
    if spec.serializable {
        class.implement("java/io/Serializable");
        lambda.write_replace(&mut class)?;
    }
    Ok(class)
}

struct Lambda<'a> {
    spec: &'a LambdaSpec<'a>,
    captured: Vec<Type<'a>>,
    /// The parameter types of the instantiated interface method.
    instantiated: Vec<Type<'a>>,
    callee: Callee<'a>,
}

fn field_name(index: usize) -> String {
    format!("arg${}", index + 1)
}

impl Lambda<'_> {
    fn this(&self) -> Type<'_> {
        Type::Reference(&self.spec.class_name)
    }

    /// The descriptor of a method that takes the captured values.
    fn taking_captured(&self, result: &str) -> String {
        format!("({}){result}", self.spec.captured.concat())
    }

    fn fields(&self, class: &mut ClassWriter) {
        for (index, descriptor) in self.spec.captured.iter().enumerate() {
            class.field(access::PRIVATE | access::FINAL, &field_name(index), descriptor);
        }
    }

    fn constructor(&self, class: &mut ClassWriter) -> Result<(), SynthError> {
        let mut code = class.method(access::PRIVATE, "<init>", &self.taking_captured("V"))?;
        code.load(self.this(), 0);
        code.invoke(Invoke::Special, "java/lang/Object", "<init>", "()V", false)?;
        let mut slot = 1;
        for (index, &ty) in self.captured.iter().enumerate() {
            code.load(self.this(), 0);
            code.load(ty, slot);
            code.put_field(&self.spec.class_name, &field_name(index), ty);
            slot += ty.slots();
        }
        code.return_value(Type::Void);
        code.end()
    }

    fn factory(&self, class: &mut ClassWriter) -> Result<(), SynthError> {
        let descriptor = self.taking_captured(&class_descriptor(self.spec.interface));
        let mut code = class.method(access::PUBLIC | access::STATIC, FACTORY, &descriptor)?;
        code.new_object(&self.spec.class_name);
        code.op(Op::Dup);
        let mut slot = 0;
        for &ty in &self.captured {
            code.load(ty, slot);
            slot += ty.slots();
        }
        code.invoke(Invoke::Special, &self.spec.class_name, "<init>", &self.taking_captured("V"), false)?;
        code.return_value(self.this());
        code.end()
    }

    fn load_captured(&self, code: &mut Code, index: usize, ty: Type) {
        code.load(self.this(), 0);
        code.get_field(&self.spec.class_name, &field_name(index), ty);
    }

    /// The interface method with one of its descriptors.
    fn method(&self, class: &mut ClassWriter, descriptor: &str) -> Result<(), SynthError> {
        let signature = Signature::of(descriptor)?;
        let provided = self.captured.len() + signature.parameters.len();
        let taken = self.callee.parameters.len();
        if provided != taken || signature.parameters.len() != self.instantiated.len() {
            return Err(SynthError::Arity { taken, provided });
        }
        let mut code = class.method(access::PUBLIC, self.spec.method_name, descriptor)?;
        self.callee.prepare(&mut code);
        let (wanted_captured, wanted) =
            self.callee.parameters.split_at_checked(self.captured.len()).unwrap_or_default();
        for (index, (&ty, &wanted)) in self.captured.iter().zip(wanted_captured).enumerate() {
            self.load_captured(&mut code, index, ty);
            code.adapt(ty, ty, wanted)?;
        }
        let mut slot = 1;
        let known = &self.instantiated;
        for ((&ty, &known), &wanted) in signature.parameters.iter().zip(known).zip(wanted) {
            code.load(ty, slot);
            code.adapt(ty, known, wanted)?;
            slot += ty.slots();
        }
        self.callee.call(&mut code)?;
        code.adapt(self.callee.result, signature.result, signature.result)?;
        code.return_value(signature.result);
        code.end()
    }

    /// The method by which serialization replaces the object by a description of it (`java.lang.invoke.SerializedLambda`).
    fn write_replace(&self, class: &mut ClassWriter) -> Result<(), SynthError> {
        const SERIALIZED: &str = "java/lang/invoke/SerializedLambda";
        let spec = self.spec;
        let mut code = class.method(access::PRIVATE | access::FINAL, "writeReplace", "()Ljava/lang/Object;")?;
        code.new_object(SERIALIZED);
        code.op(Op::Dup);
        code.class_constant(spec.caller);
        code.string(spec.interface);
        code.string(spec.method_name);
        code.string(spec.erased_descriptor);
        code.int(i32::from(spec.implementation.kind));
        code.string(spec.implementation.owner);
        code.string(spec.implementation.name);
        code.string(spec.implementation.descriptor);
        code.string(spec.instantiated_descriptor);
        code.int(self.captured.len() as i32);
        code.new_array("java/lang/Object");
        for (index, &ty) in self.captured.iter().enumerate() {
            code.op(Op::Dup);
            code.int(index as i32);
            self.load_captured(&mut code, index, ty);
            code.box_any(ty)?;
            code.op(Op::StoreElement);
        }
        code.invoke(
            Invoke::Special,
            SERIALIZED,
            "<init>",
            "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;Ljava/lang/String;\
             Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V",
            false,
        )?;
        code.return_value(OBJECT);
        code.end()
    }
}

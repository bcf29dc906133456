//! The target of a generated call: a method or constructor with the way a method handle constant says it is to be called.

use super::SynthError;
use super::types::{Signature, Type};
use super::writer::{Code, Invoke, Op};

/// What a CONSTANT_MethodHandle says (JVMS 4.4.8), with the member reference resolved to text. Whether the class with the constant
/// may access the member is checked when the machine resolves the constant, before any class is made for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle<'a> {
    /// The reference kind, 5 to 9 for what can be called.
    pub kind: u8,
    /// The internal name of the class or interface, or an array's descriptor.
    pub owner: &'a str,
    /// The method's name, `<init>` for a constructor.
    pub name: &'a str,
    /// The method's descriptor.
    pub descriptor: &'a str,
    /// Whether the owner is an interface.
    pub is_interface: bool,
}

/// REF_newInvokeSpecial.
pub const NEW_INVOKE_SPECIAL: u8 = 8;

/// A handle checked and ready to be called.
pub(super) struct Callee<'a> {
    handle: Handle<'a>,
    invoke: Invoke,
    /// The types of the arguments, the receiver's first if there is one.
    pub parameters: Vec<Type<'a>>,
    /// The type of the result; that of the new object for a constructor.
    pub result: Type<'a>,
}

impl<'a> Handle<'a> {
    /// How the handle is called.
    ///
    /// REF_invokeSpecial, by which class files older than Java 15 name private methods, is an invokespecial: from a class that is no
    /// subclass of the owner it selects exactly the method named (JVMS 6.5), which is right for private methods and for those of
    /// a superclass. In an interface it is an invokeinterface, which may call private methods; the default methods of a superinterface
    /// cannot be named so by a lambda.
    pub(super) fn callee(self) -> Result<Callee<'a>, SynthError> {
        let signature = Signature::of(self.descriptor)?;
        let constructor = self.kind == NEW_INVOKE_SPECIAL;
        if constructor != (self.name == "<init>") || self.name == "<clinit>" {
            return Err(SynthError::HandleKind(self.kind));
        }
        if constructor && signature.result != Type::Void {
            return Err(SynthError::Descriptor(self.descriptor.to_owned()));
        }
        let invoke = match self.kind {
            5 | 7 if self.is_interface => Invoke::Interface,
            5 => Invoke::Virtual,
            6 => Invoke::Static,
            7 | NEW_INVOKE_SPECIAL => Invoke::Special,
            9 => Invoke::Interface,
            kind => return Err(SynthError::HandleKind(kind)),
        };
        let mut parameters = signature.parameters;
        if invoke != Invoke::Static && !constructor {
            parameters.insert(0, Type::Reference(self.owner));
        }
        let result = if constructor { Type::Reference(self.owner) } else { signature.result };
        Ok(Callee { handle: self, invoke, parameters, result })
    }
}

impl Callee<'_> {
    pub(super) fn is_constructor(&self) -> bool {
        self.handle.kind == NEW_INVOKE_SPECIAL
    }

    /// What comes before the arguments: the new object of a constructor.
    pub(super) fn prepare(&self, code: &mut Code) {
        if self.is_constructor() {
            code.new_object(self.handle.owner);
            code.op(Op::Dup);
        }
    }

    /// The call itself, with the arguments on the stack.
    pub(super) fn call(&self, code: &mut Code) -> Result<(), SynthError> {
        let handle = &self.handle;
        let in_interface = handle.is_interface || self.invoke == Invoke::Interface;
        code.invoke(self.invoke, handle.owner, handle.name, handle.descriptor, in_interface)
    }
}

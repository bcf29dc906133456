//! The bytecode verifier: type inference over a method's code (JVMS 4.10.2), for all class file
//! versions, without loading a class. Once it says yes, code that uses untagged slots can trust
//! what it finds there: an int is never taken for a reference, no slot is read before it is
//! written, the stack neither under- nor overflows, control stays on instruction boundaries and
//! within the code, and calls and field accesses get what their descriptors say.
//!
//! What only the class hierarchy could tell is left to the [`Check`]s, which whoever runs the code
//! must make.

mod flow;
mod frame;
mod layout;
mod step;
mod types;

use crate::classfile::{ClassFile, ClassFileError, CodeAttribute, Member};
use crate::opcode;
use std::fmt;

/// A method to verify. `method` and `code` are of `file`.
pub struct Request<'a> {
    /// The class file.
    pub file: &'a ClassFile,
    /// The method.
    pub method: &'a Member,
    /// The method's code.
    pub code: &'a CodeAttribute,
    /// What is known of other classes.
    pub hierarchy: &'a dyn Hierarchy,
}

/// What the verifier knows of other classes without loading any. Names are internal names of
/// classes, never of arrays.
pub trait Hierarchy {
    /// Whether `from` is `to` or a subclass of it, or `to` is an interface, which anything may be
    /// assigned to (JVMS 4.10.1.2); `None` when that is not known without loading classes in the
    /// verified class's loader.
    fn is_assignable(&self, from: &str, to: &str) -> Option<bool>;
    /// Whether the class is an interface; `None` when that is not known without loading it.
    fn is_interface(&self, name: &str) -> Option<bool>;
}

/// A method that keeps the rules, provided that its checks hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// In ascending order of offsets, then of slots.
    pub checks: Vec<Check>,
}

/// A proof that the verifier could not complete without loading classes: just before the
/// instruction at `pc` runs, the value in the stack slot must be null or assignable to `class`,
/// otherwise the method is to fail with a `VerifyError`. If `class` is an interface, any object is
/// assignable to it, and if it is an array of an interface, any array of as many dimensions of
/// references is (JVMS 4.10.1.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Check {
    /// The offset of the instruction.
    pub pc: u16,
    /// The operand stack position, counted in JVM slots from the bottom (a long or double takes
    /// two).
    pub slot: u16,
    /// The internal name of a class, or an array descriptor.
    pub class: String,
}

/// Why a method cannot be run: the text of a `java.lang.VerifyError`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// What is wrong in general, in HotSpot's words: `Bad type on operand stack`.
    pub message: String,
    /// The class, in internal form.
    pub class: String,
    /// The method's name and descriptor.
    pub method: String,
    /// The offset of the instruction.
    pub pc: u16,
    /// The mnemonic of the instruction.
    pub instruction: &'static str,
    /// What is wrong in particular; empty when `message` says it all.
    pub reason: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VerifyError { message, class, method, pc, instruction, reason } = self;
        write!(f, "{message}\nException Details:\n  Location:\n    {class}.{method} @{pc}: {instruction}")?;
        if !reason.is_empty() {
            write!(f, "\n  Reason:\n    {reason}")?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyError {}

/// A rule broken somewhere: a [`VerifyError`] that does not know its method yet.
#[derive(Debug)]
struct Fault {
    message: &'static str,
    reason: String,
}

/// Boxed, because faults are rare and results many.
type Step<T> = Result<T, Box<Fault>>;

fn fault<T>(message: &'static str, reason: impl Into<String>) -> Step<T> {
    Err(Box::new(Fault { message, reason: reason.into() }))
}

impl From<ClassFileError> for Box<Fault> {
    fn from(error: ClassFileError) -> Self {
        Box::new(Fault { message: "Illegal constant pool entry", reason: error.to_string() })
    }
}

/// Verifies a method. Time and memory are bounded, whatever the code.
pub fn verify(request: &Request<'_>) -> Result<Verified, VerifyError> {
    let mut pc = 0;
    flow::verify(request, &mut pc).map_err(|fault| locate(request, pc, *fault))
}

fn locate(request: &Request<'_>, pc: usize, fault: Fault) -> VerifyError {
    let file = request.file;
    let text = |index| file.text(index).unwrap_or_default();
    let code = opcode::Code(file.bytes(request.code.code));
    VerifyError {
        message: fault.message.into(),
        class: file.class_name(file.this_class).unwrap_or_default().into(),
        method: text(request.method.name).into_owned() + &text(request.method.descriptor),
        pc: pc.try_into().unwrap_or(u16::MAX),
        instruction: opcode::mnemonic(code.u8(pc)),
        reason: fault.reason,
    }
}

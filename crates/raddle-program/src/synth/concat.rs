//! The classes of string concatenations: what `StringConcatFactory.makeConcatWithConstants` and `makeConcat` make. One static method
//! appends everything to a `StringBuilder` in order, so that each argument is turned into text exactly when its turn comes
//! (JLS 15.18.1).

use super::SynthError;
use super::types::{OBJECT, Primitive, Type};
use super::writer::{ClassWriter, Code, Invoke, Op};
use crate::classfile::access;

/// A constant that a recipe refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcatConstant<'a> {
    /// A string known when the class is made, in UTF-16.
    Text(&'a [u16]),
    /// Anything else. Each is an additional parameter of type `Object`; these come first, in the order of the constants, and
    /// the machine passes the constants' values there.
    Value,
}

/// What a call site of `StringConcatFactory` says.
#[derive(Clone, Debug)]
pub struct ConcatSpec<'a> {
    /// The internal name of the class to make.
    pub class_name: String,
    /// The recipe in UTF-16: U+0001 stands for an argument, U+0002 for a constant. None for `makeConcat`, which only takes arguments.
    pub recipe: Option<&'a [u16]>,
    /// The descriptors of the arguments: the parameter types of the call site.
    pub arguments: &'a [&'a str],
    /// The constants, in the order of the recipe.
    pub constants: &'a [ConcatConstant<'a>],
}

/// The name of the static method. It takes the constants' values and the arguments, and returns a `String`, also where the call site
/// returns a supertype of it.
pub const METHOD: &str = "concat";

const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// `StringConcatFactory` takes no more than this.
const MAX_ARGUMENT_SLOTS: u16 = 200;

const BUILDER: &str = "java/lang/StringBuilder";

/// The bytes of the class.
pub fn generate(spec: &ConcatSpec) -> Result<Vec<u8>, SynthError> {
    class(spec)?.finish()
}

/// The class, to be finished.
pub fn class(spec: &ConcatSpec) -> Result<ClassWriter, SynthError> {
    let arguments = spec.arguments.iter().map(|text| Type::of_field(text)).collect::<Result<Vec<_>, _>>()?;
    let slots = arguments.iter().fold(0u16, |sum, ty| sum.saturating_add(ty.slots()));
    if slots > MAX_ARGUMENT_SLOTS {
        return Err(SynthError::Recipe(format!(
            "Too many concat argument slots: {slots}, can only accept {MAX_ARGUMENT_SLOTS}"
        )));
    }
    let values = spec.constants.iter().filter(|constant| **constant == ConcatConstant::Value).count();
    let pieces = pieces(spec, &arguments, values)?;

    let mut class = ClassWriter::new(access::FINAL | access::SUPER | access::SYNTHETIC, &spec.class_name);
    let descriptor = format!("({}{})Ljava/lang/String;", "Ljava/lang/Object;".repeat(values), spec.arguments.concat());
    let mut code = class.method(access::PUBLIC | access::STATIC, METHOD, &descriptor)?;
    begin(&mut code, pieces.iter().map(Piece::expected_len).sum())?;
    for piece in &pieces {
        match piece {
            Piece::Text(units) => append_text(&mut code, units)?,
            Piece::Local { ty, slot } => {
                code.load(*ty, *slot);
                append(&mut code, *ty)?;
            }
        }
    }
    end(&mut code)?;
    code.return_value(OBJECT);
    code.end()?;
    Ok(class)
}

/// A part of the result.
enum Piece<'a> {
    Text(Vec<u16>),
    Local { ty: Type<'a>, slot: u16 },
}

impl Piece<'_> {
    fn expected_len(&self) -> usize {
        match self {
            Piece::Text(units) => units.len(),
            Piece::Local { ty, .. } => expected_len(*ty),
        }
    }
}

/// Takes the recipe apart, joining neighbouring text.
fn pieces<'a>(spec: &ConcatSpec, arguments: &[Type<'a>], values: usize) -> Result<Vec<Piece<'a>>, SynthError> {
    let only_arguments;
    let recipe = match spec.recipe {
        Some(recipe) => recipe,
        None => {
            only_arguments = vec![ARGUMENT; arguments.len()];
            &only_arguments
        }
    };
    check_counts(recipe, arguments.len(), spec.constants.len())?;
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut constants = spec.constants.iter();
    let mut constant_slot = 0;
    let mut arguments = arguments.iter();
    let mut argument_slot = u16::try_from(values).map_err(|_| SynthError::TooLarge("parameter list"))?;
    for &unit in recipe {
        let (ty, slot) = match unit {
            ARGUMENT => {
                let Some(&ty) = arguments.next() else {
                    continue;
                };
                argument_slot += ty.slots();
                (ty, argument_slot - ty.slots())
            }
            CONSTANT => match constants.next() {
                Some(ConcatConstant::Text(units)) => {
                    text.extend_from_slice(units);
                    continue;
                }
                Some(ConcatConstant::Value) => {
                    constant_slot += 1;
                    (OBJECT, constant_slot - 1)
                }
                None => continue,
            },
            unit => {
                text.push(unit);
                continue;
            }
        };
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Local { ty, slot });
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

fn check_counts(recipe: &[u16], arguments: usize, constants: usize) -> Result<(), SynthError> {
    let count = |tag| recipe.iter().filter(|unit| **unit == tag).count();
    let wanted = count(ARGUMENT);
    if wanted != arguments {
        return Err(SynthError::Recipe(format!(
            "Mismatched number of concat arguments: recipe wants {wanted} arguments, but signature provides {arguments}"
        )));
    }
    let wanted = count(CONSTANT);
    if wanted != constants {
        return Err(SynthError::Recipe(format!(
            "Mismatched number of concat constants: recipe wants {wanted} constants, but {constants} are passed"
        )));
    }
    Ok(())
}

/// How long the text of a value is likely to be.
pub(super) fn expected_len(ty: Type) -> usize {
    match ty {
        Type::Primitive(Primitive::Char) => 1,
        Type::Primitive(Primitive::Boolean | Primitive::Byte | Primitive::Short) => 5,
        Type::Primitive(Primitive::Int) => 8,
        _ => 16,
    }
}

/// Pushes a new builder with room for this many characters.
pub(super) fn begin(code: &mut Code, capacity: usize) -> Result<(), SynthError> {
    code.new_object(BUILDER);
    code.op(Op::Dup);
    code.int(i32::try_from(capacity).unwrap_or(i32::MAX));
    code.invoke(Invoke::Special, BUILDER, "<init>", "(I)V", false)
}

/// Appends text to the builder on top.
pub(super) fn append_text(code: &mut Code, units: &[u16]) -> Result<(), SynthError> {
    // A string constant holds 65535 bytes, and a unit takes three at most.
    for part in units.chunks(65535 / 3) {
        code.string_units(part);
        append(code, Type::Reference("java/lang/String"))?;
    }
    Ok(())
}

/// Appends the value on top to the builder below it.
pub(super) fn append(code: &mut Code, ty: Type) -> Result<(), SynthError> {
    // The overloads for char[] and CharSequence look into their argument instead of asking it for its toString.
    let parameter = match ty {
        Type::Primitive(Primitive::Byte | Primitive::Short | Primitive::Int) => "I",
        Type::Primitive(primitive) => primitive.descriptor(),
        Type::Reference("java/lang/String") => "Ljava/lang/String;",
        Type::Reference(_) => "Ljava/lang/Object;",
        Type::Void => return Err(SynthError::Descriptor("V".to_owned())),
    };
    let descriptor = format!("({parameter})L{BUILDER};");
    code.invoke(Invoke::Virtual, BUILDER, "append", &descriptor, false)
}

/// Replaces the builder by its text.
pub(super) fn end(code: &mut Code) -> Result<(), SynthError> {
    code.invoke(Invoke::Virtual, BUILDER, "toString", "()Ljava/lang/String;", false)
}

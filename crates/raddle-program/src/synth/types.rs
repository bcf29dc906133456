//! Types as the generators see them: primitives with their boxes and widenings, references by the name a class constant
//! would have. Conversions between them are in `convert`.

use super::SynthError;
use crate::classfile::descriptor::{self, Kind};

/// A primitive type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Char,
        Primitive::Short,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    /// Its descriptor.
    pub fn descriptor(self) -> &'static str {
        match self {
            Primitive::Boolean => "Z",
            Primitive::Byte => "B",
            Primitive::Char => "C",
            Primitive::Short => "S",
            Primitive::Int => "I",
            Primitive::Long => "J",
            Primitive::Float => "F",
            Primitive::Double => "D",
        }
    }

    /// Its name in Java, which is also the stem of the box's `…Value` method.
    pub fn name(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// The class that boxes it (JLS 5.1.7).
    pub fn box_class(self) -> &'static str {
        match self {
            Primitive::Boolean => "java/lang/Boolean",
            Primitive::Byte => "java/lang/Byte",
            Primitive::Char => "java/lang/Character",
            Primitive::Short => "java/lang/Short",
            Primitive::Int => "java/lang/Integer",
            Primitive::Long => "java/lang/Long",
            Primitive::Float => "java/lang/Float",
            Primitive::Double => "java/lang/Double",
        }
    }

    /// The primitive that a class boxes, if it is such a class.
    pub fn boxed_by(class: &str) -> Option<Primitive> {
        Self::ALL.into_iter().find(|primitive| primitive.box_class() == class)
    }

    /// Whether its box is a `java.lang.Number`.
    pub fn is_number(self) -> bool {
        !matches!(self, Primitive::Boolean | Primitive::Char)
    }

    /// How many slots a value takes.
    pub fn slots(self) -> u16 {
        match self {
            Primitive::Long | Primitive::Double => 2,
            _ => 1,
        }
    }

    /// Whether a value becomes one of type `to` by identity or by primitive widening (JLS 5.1.2).
    pub fn widens_to(self, to: Primitive) -> bool {
        to.sources().contains(&self)
    }

    /// The types that widen to this one, itself first.
    pub fn sources(self) -> &'static [Primitive] {
        use Primitive::*;
        match self {
            Boolean => &[Boolean],
            Byte => &[Byte],
            Char => &[Char],
            Short => &[Short, Byte],
            Int => &[Int, Short, Char, Byte],
            Long => &[Long, Int, Short, Char, Byte],
            Float => &[Float, Long, Int, Short, Char, Byte],
            Double => &[Double, Float, Long, Int, Short, Char, Byte],
        }
    }
}

/// The type of a value, or the absence of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type<'a> {
    /// No value.
    Void,
    /// A primitive value.
    Primitive(Primitive),
    /// A reference to what a class constant names: `java/lang/String` or `[I`.
    Reference(&'a str),
}

/// The type every reference has.
pub const OBJECT: Type<'static> = Type::Reference("java/lang/Object");

impl<'a> Type<'a> {
    /// The type of a field descriptor.
    pub fn of_field(text: &'a str) -> Result<Type<'a>, SynthError> {
        match descriptor::parse_field(text) {
            Some(_) => Ok(Self::of_checked(text)),
            None => Err(SynthError::Descriptor(text.to_owned())),
        }
    }

    /// The type of a descriptor that was already found to be a field's or `V`.
    fn of_checked(text: &'a str) -> Type<'a> {
        match descriptor::kind(text) {
            Kind::Void => Type::Void,
            Kind::Boolean => Type::Primitive(Primitive::Boolean),
            Kind::Byte => Type::Primitive(Primitive::Byte),
            Kind::Char => Type::Primitive(Primitive::Char),
            Kind::Short => Type::Primitive(Primitive::Short),
            Kind::Int => Type::Primitive(Primitive::Int),
            Kind::Long => Type::Primitive(Primitive::Long),
            Kind::Float => Type::Primitive(Primitive::Float),
            Kind::Double => Type::Primitive(Primitive::Double),
            Kind::Array => Type::Reference(text),
            Kind::Object => {
                let name = text.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
                Type::Reference(name.unwrap_or(text))
            }
        }
    }

    /// Its descriptor.
    pub fn descriptor(self) -> String {
        match self {
            Type::Void => "V".to_owned(),
            Type::Primitive(primitive) => primitive.descriptor().to_owned(),
            Type::Reference(class) => class_descriptor(class),
        }
    }

    /// How many slots a value takes.
    pub fn slots(self) -> u16 {
        match self {
            Type::Void => 0,
            Type::Primitive(primitive) => primitive.slots(),
            Type::Reference(_) => 1,
        }
    }
}

/// The descriptor of the type that a class constant names.
pub fn class_descriptor(class: &str) -> String {
    if class.starts_with('[') { class.to_owned() } else { format!("L{class};") }
}

/// A method's parameter types and result type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'a> {
    /// The parameter types in order, without the receiver.
    pub parameters: Vec<Type<'a>>,
    /// The result type.
    pub result: Type<'a>,
}

impl<'a> Signature<'a> {
    /// The types in a method descriptor.
    pub fn of(text: &'a str) -> Result<Signature<'a>, SynthError> {
        let parsed = descriptor::parse_method(text).ok_or_else(|| SynthError::Descriptor(text.to_owned()))?;
        Ok(Signature {
            parameters: parsed.parameters.into_iter().map(Type::of_checked).collect(),
            result: Type::of_checked(parsed.result),
        })
    }
}

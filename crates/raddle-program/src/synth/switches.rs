//! The classes of pattern switches: what `SwitchBootstraps.typeSwitch` and `enumSwitch` make (JDK 21 and later). One static method tests
//! the labels in order from the restart index on.

use super::SynthError;
use super::types::{OBJECT, Primitive, Type};
use super::writer::{ClassWriter, Code, Invoke, Jump, Label as Place, Op};
use crate::classfile::access;

/// A label of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// Matches the instances of a class: an internal name or an array's descriptor.
    Class(&'a str),
    /// Matches a string equal to this one, in UTF-16.
    String(&'a [u16]),
    /// Matches a number whose `intValue` it is, or a character of that code.
    Integer(i32),
    /// Matches one constant of an enum class (an `EnumDesc`); none if the class has no such constant.
    Enum {
        /// The internal name of the enum class.
        class: &'a str,
        /// The constant's name.
        name: &'a str,
    },
    /// Matches the constant of this name of the target's own enum class (a `String` in an `enumSwitch`).
    EnumName(&'a str),
    /// Matches the very object at this index of the static field [`LABELS`], which the machine fills; null there matches nothing.
    Resolved(u16),
    /// A primitive class, by its descriptor: matches every target of just that type. Compilers since Java 23 write it for the
    /// primitive components of record patterns; tests between primitive types (JEP 455, a preview) are not supported.
    Primitive(&'a str),
    /// A constant of type long, float, double or boolean (JEP 455): not supported.
    PrimitiveConstant,
}

/// Which bootstrap method it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchKind {
    /// `SwitchBootstraps.typeSwitch`.
    Type,
    /// `SwitchBootstraps.enumSwitch`.
    Enum,
}

impl SwitchKind {
    /// The name of the static method.
    pub fn method(self) -> &'static str {
        match self {
            SwitchKind::Type => "typeSwitch",
            SwitchKind::Enum => "enumSwitch",
        }
    }
}

/// What a call site of `SwitchBootstraps` says.
#[derive(Clone, Debug)]
pub struct SwitchSpec<'a> {
    /// The internal name of the class to make.
    pub class_name: String,
    /// Which bootstrap method it is.
    pub kind: SwitchKind,
    /// The descriptor of the call site's first parameter.
    pub target: &'a str,
    /// The labels in order.
    pub labels: &'a [Label<'a>],
}

impl SwitchSpec<'_> {
    /// The descriptor of the static method: target, an `Object` unless it is primitive, and restart index to the index of the first
    /// label that matches, the number of labels if none does, or -1 for null.
    pub fn descriptor(&self) -> String {
        match Type::of_field(self.target) {
            Ok(Type::Primitive(primitive)) => format!("({}I)I", primitive.descriptor()),
            _ => "(Ljava/lang/Object;I)I".to_owned(),
        }
    }
}

/// The static field of type `Object[]` with the objects of [`Label::Resolved`]; there only if such a label is.
pub const LABELS: &str = "labels";

const TARGET: u16 = 0;
const INT: Type<'static> = Type::Primitive(Primitive::Int);
const OBJECTS: Type<'static> = Type::Reference("[Ljava/lang/Object;");

/// The bytes of the class.
pub fn generate(spec: &SwitchSpec) -> Result<Vec<u8>, SynthError> {
    class(spec)?.finish()
}

/// The class, to be finished.
pub fn class(spec: &SwitchSpec) -> Result<ClassWriter, SynthError> {
    let count = i32::try_from(spec.labels.len()).map_err(|_| SynthError::TooLarge("label list"))?;
    let mut class = ClassWriter::new(access::FINAL | access::SUPER | access::SYNTHETIC, &spec.class_name);
    if spec.labels.iter().any(|label| matches!(label, Label::Resolved(_))) {
        class.field(access::STATIC, LABELS, &OBJECTS.descriptor());
    }

    let switch = Switch { class_name: &spec.class_name, target: Type::of_field(spec.target)?, count };
    let mut code = class.method(access::PUBLIC | access::STATIC, spec.kind.method(), &spec.descriptor())?;
    let null = code.label();
    if let Type::Reference(_) = switch.target {
        code.load(OBJECT, TARGET);
        code.jump(Jump::IfNull, null);
    }
    let none = code.label();
    let places: Vec<Place> = spec.labels.iter().map(|_| code.label()).collect();
    if !places.is_empty() {
        code.load(INT, switch.restart());
        code.table_switch(places.clone(), none);
    }
    for ((index, label), &here) in (0..).zip(spec.labels).zip(&places) {
        code.mark(here);
        let next = code.label();
        switch.jump_unless_matching(&mut code, *label, next)?;
        code.int(index);
        code.return_value(INT);
        code.mark(next);
    }
    // Past the last label, or the restart index was that of none: it may be the number of labels, but nothing else.
    code.mark(none);
    switch.return_checked(&mut code, count)?;
    if let Type::Reference(_) = switch.target {
        code.mark(null);
        switch.return_checked(&mut code, -1)?;
    }
    code.end()?;
    Ok(class)
}

struct Switch<'a> {
    class_name: &'a str,
    target: Type<'a>,
    count: i32,
}

impl Switch<'_> {
    /// The local variable with the restart index.
    fn restart(&self) -> u16 {
        self.target.slots()
    }

    /// Returns a result, provided that the restart index was a possible one.
    fn return_checked(&self, code: &mut Code, result: i32) -> Result<(), SynthError> {
        code.load(INT, self.restart());
        code.int(self.count.saturating_add(1));
        code.invoke(Invoke::Static, "java/util/Objects", "checkIndex", "(II)I", false)?;
        code.drop_value(INT);
        code.int(result);
        code.return_value(INT);
        Ok(())
    }

    fn jump_unless_matching(&self, code: &mut Code, label: Label, next: Place) -> Result<(), SynthError> {
        if let Type::Primitive(target) = self.target {
            return match label {
                Label::Primitive(descriptor) if descriptor == target.descriptor() => Ok(()),
                Label::Class(class) if class == target.box_class() => Ok(()),
                _ => Err(primitive_pattern()),
            };
        }
        match label {
            Label::Class(class) => {
                jump_unless_instance(code, class, next);
                Ok(())
            }
            Label::String(units) => {
                code.string_units(units);
                code.load(OBJECT, TARGET);
                jump_unless_equal(code, next)
            }
            Label::Integer(value) => jump_unless_int(code, value, next),
            Label::Enum { class, name } => {
                jump_unless_named(code, name, next)?;
                // The name first: a class that cannot be found then only matters to a target that could be its constant.
                jump_unless_instance(code, class, next);
                Ok(())
            }
            Label::EnumName(name) => jump_unless_named(code, name, next),
            Label::Resolved(index) => {
                code.get_static(self.class_name, LABELS, OBJECTS);
                code.int(i32::from(index));
                code.op(Op::LoadElement);
                code.load(OBJECT, TARGET);
                code.jump(Jump::IfNotSame, next);
                Ok(())
            }
            Label::Primitive(_) | Label::PrimitiveConstant => Err(primitive_pattern()),
        }
    }
}

fn primitive_pattern() -> SynthError {
    SynthError::Unsupported("primitive types in patterns".to_owned())
}

fn jump_unless_instance(code: &mut Code, class: &str, next: Place) {
    code.load(OBJECT, TARGET);
    code.instance_of(class);
    code.jump(Jump::IfZero, next);
}

/// Asks the string below whether it equals the object on top.
fn jump_unless_equal(code: &mut Code, next: Place) -> Result<(), SynthError> {
    code.invoke(Invoke::Virtual, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false)?;
    code.jump(Jump::IfZero, next);
    Ok(())
}

/// An enum's constants have different names, and `Enum.name` is final: comparing names is comparing constants.
fn jump_unless_named(code: &mut Code, name: &str, next: Place) -> Result<(), SynthError> {
    const ENUM: &str = "java/lang/Enum";
    jump_unless_instance(code, ENUM, next);
    code.string(name);
    code.load(OBJECT, TARGET);
    code.check_cast(ENUM);
    code.invoke(Invoke::Virtual, ENUM, "name", "()Ljava/lang/String;", false)?;
    jump_unless_equal(code, next)
}

fn jump_unless_int(code: &mut Code, value: i32, next: Place) -> Result<(), SynthError> {
    const NUMBER: &str = "java/lang/Number";
    const CHARACTER: &str = "java/lang/Character";
    let no_number = code.label();
    let compare = code.label();
    jump_unless_instance(code, NUMBER, no_number);
    code.load(OBJECT, TARGET);
    code.check_cast(NUMBER);
    code.unbox_value(NUMBER, Primitive::Int)?;
    code.jump(Jump::Always, compare);
    code.mark(no_number);
    jump_unless_instance(code, CHARACTER, next);
    code.load(OBJECT, TARGET);
    code.check_cast(CHARACTER);
    code.unbox_value(CHARACTER, Primitive::Char)?;
    code.mark(compare);
    code.int(value);
    code.jump(Jump::IfIntsDiffer, next);
    Ok(())
}

//! Code that turns the value on top of the stack into one of another type: casts, boxing, unboxing and widening (JLS 5.1), as the
//! bootstrap methods define them.

use super::SynthError;
use super::types::{OBJECT, Primitive, Type};
use super::writer::{Code, Invoke, Op};

impl Code<'_> {
    /// Makes a reference to `from` one to `to`.
    pub(super) fn cast(&mut self, from: &str, to: &str) {
        if from != to && OBJECT != Type::Reference(to) {
            self.check_cast(to);
        }
    }

    /// Boxes a primitive with the `valueOf` of its box (JLS 5.1.7).
    pub(super) fn box_value(&mut self, primitive: Primitive) -> Result<(), SynthError> {
        let class = primitive.box_class();
        let descriptor = format!("({})L{class};", primitive.descriptor());
        self.invoke(Invoke::Static, class, "valueOf", &descriptor, false)
    }

    /// Boxes a value unless it is a reference.
    pub(super) fn box_any(&mut self, ty: Type) -> Result<(), SynthError> {
        match ty {
            Type::Primitive(primitive) => self.box_value(primitive),
            Type::Void | Type::Reference(_) => Ok(()),
        }
    }

    /// Takes a primitive out of a reference to `class`, which is its box or `java/lang/Number`.
    pub(super) fn unbox_value(&mut self, class: &str, primitive: Primitive) -> Result<(), SynthError> {
        let name = format!("{}Value", primitive.name());
        let descriptor = format!("(){}", primitive.descriptor());
        self.invoke(Invoke::Virtual, class, &name, &descriptor, false)
    }

    /// Widens a primitive (JLS 5.1.2).
    pub(super) fn widen(&mut self, from: Primitive, to: Primitive) -> Result<(), SynthError> {
        if !from.widens_to(to) {
            return Err(mismatch(Type::Primitive(from), Type::Primitive(to)));
        }
        let op = match (from, to) {
            (Primitive::Float, Primitive::Double) => Op::FloatToDouble,
            (Primitive::Long, Primitive::Float) => Op::LongToFloat,
            (Primitive::Long, Primitive::Double) => Op::LongToDouble,
            (Primitive::Long | Primitive::Float | Primitive::Double, _) => return Ok(()),
            (_, Primitive::Long) => Op::IntToLong,
            (_, Primitive::Float) => Op::IntToFloat,
            (_, Primitive::Double) => Op::IntToDouble,
            // What is narrower than an int is one on the stack.
            _ => return Ok(()),
        };
        self.op(op);
        Ok(())
    }

    /// Makes a value of type `from` one of type `to`, where the caller vouches for it being a `known`, if that is a reference; a cast
    /// checks it (the table "adaptable" in the documentation of `java.lang.invoke.LambdaMetafactory`).
    pub(super) fn adapt(&mut self, from: Type, known: Type, to: Type) -> Result<(), SynthError> {
        match (from, to) {
            (_, Type::Void) => {
                self.drop_value(from);
                Ok(())
            }
            (Type::Void, _) => Err(mismatch(from, to)),
            (Type::Primitive(from), Type::Primitive(to)) => self.widen(from, to),
            (Type::Primitive(from), Type::Reference(to)) => {
                if Primitive::boxed_by(to).is_some_and(|boxed| boxed != from) {
                    return Err(mismatch(Type::Primitive(from), Type::Reference(to)));
                }
                self.box_value(from)?;
                self.cast(from.box_class(), to);
                Ok(())
            }
            (Type::Reference(from), _) => {
                let mut class = from;
                if let Type::Reference(known) = known {
                    self.cast(from, known);
                    class = known;
                }
                match to {
                    Type::Primitive(to) => self.unbox_known(class, to),
                    Type::Reference(to) => {
                        self.cast(class, to);
                        Ok(())
                    }
                    Type::Void => Ok(()),
                }
            }
        }
    }

    /// Takes a `to` out of a reference to `class`: its own primitive, widened, if it is a box; else whatever its box or number holds.
    fn unbox_known(&mut self, class: &str, to: Primitive) -> Result<(), SynthError> {
        if let Some(held) = Primitive::boxed_by(class) {
            self.unbox_value(class, held)?;
            return self.widen(held, to);
        }
        let holder = if to.is_number() { "java/lang/Number" } else { to.box_class() };
        self.cast(class, holder);
        self.unbox_value(holder, to)
    }
}

fn mismatch(from: Type, to: Type) -> SynthError {
    SynthError::Conversion { from: from.descriptor(), to: to.descriptor() }
}

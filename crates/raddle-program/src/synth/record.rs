//! The `equals`, `hashCode` and `toString` of records: what `ObjectMethods.bootstrap` makes, as three static methods of one class. They
//! read the record's private fields directly.

use super::SynthError;
use super::concat;
use super::types::{OBJECT, Primitive, Type, class_descriptor};
use super::writer::{ClassWriter, Code, Invoke, Jump, Label, Op};
use crate::classfile::access;

/// What a record's call sites of `ObjectMethods` say.
#[derive(Clone, Debug)]
pub struct RecordSpec<'a> {
    /// The internal name of the class to make.
    pub class_name: String,
    /// The internal name of the record class.
    pub record: &'a str,
    /// What `Class.getSimpleName` gives for it.
    pub simple_name: &'a str,
    /// The name and descriptor of each component's field.
    pub components: &'a [(&'a str, &'a str)],
}

/// The bytes of the class.
pub fn generate(spec: &RecordSpec) -> Result<Vec<u8>, SynthError> {
    class(spec)?.finish()
}

/// The class, to be finished.
pub fn class(spec: &RecordSpec) -> Result<ClassWriter, SynthError> {
    let record = Record {
        name: spec.record,
        components: spec
            .components
            .iter()
            .map(|&(name, descriptor)| Ok((name, Type::of_field(descriptor)?)))
            .collect::<Result<_, SynthError>>()?,
    };
    let mut class = ClassWriter::new(access::FINAL | access::SUPER | access::SYNTHETIC, &spec.class_name);
    record.equals(&mut class)?;
    record.hash_code(&mut class)?;
    record.to_string(&mut class, spec.simple_name)?;
    Ok(class)
}

struct Record<'a> {
    name: &'a str,
    components: Vec<(&'a str, Type<'a>)>,
}

const INT: Type<'static> = Type::Primitive(Primitive::Int);

impl Record<'_> {
    fn method<'c>(
        &self,
        class: &'c mut ClassWriter,
        name: &str,
        further: &str,
        result: &str,
    ) -> Result<Code<'c>, SynthError> {
        let descriptor = format!("({}{further}){result}", class_descriptor(self.name));
        class.method(access::PUBLIC | access::STATIC, name, &descriptor)
    }

    fn load_component(&self, code: &mut Code, slot: u16, name: &str, ty: Type) {
        code.load(OBJECT, slot);
        code.get_field(self.name, name, ty);
    }

    fn equals(&self, class: &mut ClassWriter) -> Result<(), SynthError> {
        let mut code = self.method(class, "equals", "Ljava/lang/Object;", "Z")?;
        let same = code.label();
        let different = code.label();
        code.load(OBJECT, 0);
        code.load(OBJECT, 1);
        code.jump(Jump::IfSame, same);
        code.load(OBJECT, 1);
        code.instance_of(self.name);
        code.jump(Jump::IfZero, different);
        if !self.components.is_empty() {
            code.load(OBJECT, 1);
            code.check_cast(self.name);
            code.store(OBJECT, 2);
        }
        // The JDK compares the last component first, which shows when an `equals` has effects.
        for &(name, ty) in self.components.iter().rev() {
            self.load_component(&mut code, 0, name, ty);
            self.load_component(&mut code, 2, name, ty);
            jump_if_different(&mut code, ty, different)?;
        }
        code.mark(same);
        code.int(1);
        code.return_value(INT);
        code.mark(different);
        code.int(0);
        code.return_value(INT);
        code.end()
    }

    fn hash_code(&self, class: &mut ClassWriter) -> Result<(), SynthError> {
        let mut code = self.method(class, "hashCode", "", "I")?;
        code.int(0);
        for &(name, ty) in &self.components {
            code.int(31);
            code.op(Op::MultiplyInt);
            self.load_component(&mut code, 0, name, ty);
            hash(&mut code, ty)?;
            code.op(Op::AddInt);
        }
        code.return_value(INT);
        code.end()
    }

    fn to_string(&self, class: &mut ClassWriter, simple_name: &str) -> Result<(), SynthError> {
        let mut code = self.method(class, "toString", "", "Ljava/lang/String;")?;
        let mut text = format!("{simple_name}[");
        let capacity: usize = self.components.iter().map(|&(name, ty)| name.len() + 3 + concat::expected_len(ty)).sum();
        concat::begin(&mut code, text.len() + 1 + capacity)?;
        for (index, &(name, ty)) in self.components.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(name);
            text.push('=');
            let units: Vec<u16> = text.encode_utf16().collect();
            concat::append_text(&mut code, &units)?;
            text.clear();
            self.load_component(&mut code, 0, name, ty);
            concat::append(&mut code, ty)?;
        }
        text.push(']');
        let units: Vec<u16> = text.encode_utf16().collect();
        concat::append_text(&mut code, &units)?;
        concat::end(&mut code)?;
        code.return_value(OBJECT);
        code.end()
    }
}

/// Compares the two values on top. Floating-point values are the same when `compare` says so: NaN is itself, -0.0 is not 0.0.
fn jump_if_different(code: &mut Code, ty: Type, different: Label) -> Result<(), SynthError> {
    let jump = match ty {
        Type::Primitive(primitive @ (Primitive::Float | Primitive::Double)) => {
            let descriptor = format!("({0}{0})I", primitive.descriptor());
            code.invoke(Invoke::Static, primitive.box_class(), "compare", &descriptor, false)?;
            Jump::IfNotZero
        }
        Type::Primitive(Primitive::Long) => {
            code.op(Op::CompareLong);
            Jump::IfNotZero
        }
        Type::Primitive(_) => Jump::IfIntsDiffer,
        Type::Void | Type::Reference(_) => {
            code.invoke(
                Invoke::Static,
                "java/util/Objects",
                "equals",
                "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                false,
            )?;
            Jump::IfZero
        }
    };
    code.jump(jump, different);
    Ok(())
}

/// Replaces the value on top by its hash code.
fn hash(code: &mut Code, ty: Type) -> Result<(), SynthError> {
    match ty {
        // Their hash codes are their values.
        Type::Primitive(Primitive::Byte | Primitive::Char | Primitive::Short | Primitive::Int) => Ok(()),
        Type::Primitive(primitive) => {
            let descriptor = format!("({})I", primitive.descriptor());
            code.invoke(Invoke::Static, primitive.box_class(), "hashCode", &descriptor, false)
        }
        Type::Void | Type::Reference(_) => {
            code.invoke(Invoke::Static, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I", false)
        }
    }
}

//! The constant pool (JVMS 4.4): each entry refers to entries of the kinds that it asks for.

use super::{Checked, Checker, JAVA_8, malformed, require, shown};
use crate::classfile::{Constant, access, mutf8};

impl Checker<'_> {
    pub(super) fn constant(&self, index: u16) -> Checked {
        match self.class.constants[usize::from(index)] {
            Constant::Unusable
            | Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_) => Ok(()),
            Constant::Utf8(_) => match mutf8::check(self.utf8(index)?) {
                Ok(()) => Ok(()),
                Err(_) => malformed("Illegal UTF8 string in constant pool in class file"),
            },
            Constant::Class(name) => self.class_name(name),
            Constant::String(text) => self.utf8(text).map(drop),
            Constant::Field { class: owner, name_and_type } => {
                self.class_index(owner)?;
                let (name, descriptor) = self.class.name_and_type(name_and_type)?;
                self.field_name(name)?;
                self.field_descriptor(name, descriptor)
            }
            Constant::Method { class: owner, name_and_type }
            | Constant::InterfaceMethod { class: owner, name_and_type } => {
                self.class_index(owner)?;
                let (name, descriptor) = self.class.name_and_type(name_and_type)?;
                self.method_name(name)?;
                // A class initializer is never called by name (JVMS 4.4.2).
                require(self.utf8(name)? != b"<clinit>", || {
                    "Illegal method name \"<clinit>\" in a reference in class file".into()
                })?;
                self.method_descriptor(name, descriptor)
            }
            Constant::NameAndType { name, descriptor } => {
                self.utf8(name)?;
                self.utf8(descriptor).map(drop)
            }
            Constant::MethodHandle { kind, reference } => self.method_handle(kind, reference),
            Constant::MethodType(descriptor) => {
                let legal = self.is_method_descriptor(descriptor)?;
                require(legal, || {
                    let text = self.text(descriptor);
                    format!("Method type has illegal signature \"{text}\" in class file")
                })
            }
            Constant::Dynamic { name_and_type, .. } => {
                let (name, descriptor) = self.class.name_and_type(name_and_type)?;
                self.field_name(name)?;
                self.field_descriptor(name, descriptor)
            }
            Constant::InvokeDynamic { name_and_type, .. } => {
                let (name, descriptor) = self.class.name_and_type(name_and_type)?;
                self.method_name(name)?;
                self.method_descriptor(name, descriptor)
            }
            // These two have a place in the pool of a module declaration only (JVMS 4.4.11,
            // 4.4.12).
            Constant::Module(name) if self.class.access & access::MODULE != 0 => self.utf8(name).map(drop),
            Constant::Package(name) if self.class.access & access::MODULE != 0 => self.utf8(name).map(drop),
            Constant::Module(_) => malformed("Unknown constant tag 19 in class file"),
            Constant::Package(_) => malformed("Unknown constant tag 20 in class file"),
        }
    }

    /// JVMS 4.4.8: what each kind of handle may refer to.
    fn method_handle(&self, kind: u8, reference: u16) -> Checked {
        let fits = match self.class.constant(reference)? {
            Constant::Field { .. } => matches!(kind, 1..=4),
            Constant::Method { .. } => matches!(kind, 5..=8),
            Constant::InterfaceMethod { .. } => kind == 9 || self.class.major >= JAVA_8 && matches!(kind, 6 | 7),
            _ => false,
        };
        require(fits, || {
            format!("Invalid constant pool index {reference} of a method handle of kind {kind} in class file")
        })?;
        let name = self.utf8(self.class.member_ref(reference)?.name)?;
        let constructor = name == b"<init>";
        require(kind < 5 || (kind == 8) == constructor, || {
            format!("Bad name {} at constant pool index {reference} in class file", shown(name))
        })
    }
}

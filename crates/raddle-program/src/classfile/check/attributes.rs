//! The attributes that the machine reads (JVMS 4.7). All others are skipped, as JVMS 4.7.1 asks.

use super::{Checked, Checker, malformed, require};
use crate::classfile::reader::Reader;
use crate::classfile::{Attribute, ClassFileError, CodeAttribute, Constant, LineEntry, LocalVariable, Member, Span};

/// Of these attributes a list has at most one (JVMS 4.7); accessors take the first.
const SINGLE: [&[u8]; 14] = [
    b"BootstrapMethods",
    b"Code",
    b"ConstantValue",
    b"EnclosingMethod",
    b"Exceptions",
    b"InnerClasses",
    b"MethodParameters",
    b"NestHost",
    b"NestMembers",
    b"PermittedSubclasses",
    b"Record",
    b"Signature",
    b"SourceFile",
    b"StackMapTable",
];

impl Checker<'_> {
    pub(super) fn code(&self, span: Span, argument_slots: u16) -> Checked {
        let code = self.class.code_at(span)?;
        let len = code.code.len;
        require((1..=65535).contains(&len), || format!("Invalid method Code length {len} in class file"))?;
        require(argument_slots <= code.max_locals, || "Arguments can't fit into locals in class file".into())?;
        for handler in &code.handlers {
            let range = handler.start < handler.end && u32::from(handler.end) <= len;
            require(range, || "Illegal exception table range in class file".into())?;
            require(u32::from(handler.target) < len, || "Illegal exception table handler in class file".into())?;
            if handler.catch_type != 0 {
                self.class_index(handler.catch_type)?;
            }
        }
        self.attributes(&code.attributes, |name, span| self.code_attribute(&code, name, span))
    }

    fn code_attribute(&self, code: &CodeAttribute, name: &[u8], span: Span) -> Checked {
        match name {
            b"LineNumberTable" => {
                let lines = self.class.table(span, "LineNumberTable", 4, LineEntry::read)?;
                let inside = |entry: &LineEntry| u32::from(entry.start) < code.code.len;
                require(lines.iter().all(inside), || "Invalid pc in LineNumberTable in class file".into())
            }
            b"LocalVariableTable" => self
                .class
                .table(span, "LocalVariableTable", 10, LocalVariable::read)?
                .iter()
                .try_for_each(|variable| self.local_variable(code, variable)),
            b"LocalVariableTypeTable" => self
                .class
                .table(span, "LocalVariableTypeTable", 10, LocalVariable::read)?
                .iter()
                .try_for_each(|variable| self.local_variable_type(code, variable)),
            _ => Ok(()),
        }
    }

    fn local_variable(&self, code: &CodeAttribute, variable: &LocalVariable) -> Checked {
        self.variable_range(code, variable, "LocalVariableTable")?;
        self.field_descriptor(variable.name, variable.descriptor)?;
        let wide = matches!(self.utf8(variable.descriptor)?, b"J" | b"D");
        let end = u32::from(variable.slot) + 1 + u32::from(wide);
        require(end <= u32::from(code.max_locals), || {
            format!("Invalid index {} in LocalVariableTable in class file", variable.slot)
        })
    }

    /// An entry that gives a variable's generic signature in place of its descriptor (JVMS 4.7.14).
    fn local_variable_type(&self, code: &CodeAttribute, variable: &LocalVariable) -> Checked {
        self.variable_range(code, variable, "LocalVariableTypeTable")?;
        self.utf8(variable.descriptor)?;
        require(variable.slot < code.max_locals, || {
            format!("Invalid index {} in LocalVariableTypeTable in class file", variable.slot)
        })
    }

    fn variable_range(&self, code: &CodeAttribute, variable: &LocalVariable, table: &str) -> Checked {
        let LocalVariable { start, len, .. } = *variable;
        let end = u32::from(start) + u32::from(len);
        require(u32::from(start) < code.code.len && end <= code.code.len, || {
            format!("Invalid length {len} in {table} in class file")
        })?;
        self.field_name(variable.name)
    }

    /// JVMS 4.7.24: a count of one byte, then four bytes for each parameter.
    pub(super) fn method_parameters(&self, span: Span) -> Checked {
        let count = self.class.bytes(span).first().copied().map_or(0, u32::from);
        require(span.len == 1 + 4 * count, || {
            format!("Invalid MethodParameters method attribute length {} in class file", span.len)
        })
    }

    pub(super) fn exceptions(&self, span: Span) -> Checked {
        self.class_indices(&self.class.table(span, "Exceptions", 2, Reader::u16)?)
    }

    pub(super) fn class_attributes(&self) -> Checked {
        self.attributes(&self.class.attributes, |name, span| match name {
            b"SourceFile" => self.utf8(self.index_of(span, "SourceFile")?).map(drop),
            b"NestHost" => self.class_index(self.index_of(span, "NestHost")?),
            b"EnclosingMethod" => self.enclosing_method(span),
            b"InnerClasses" => self.inner_classes(),
            b"NestMembers" => self.class_indices(&self.class.nest_members()?),
            b"PermittedSubclasses" => self.class_indices(&self.class.permitted_subclasses()?.unwrap_or_default()),
            b"Record" => self.record(),
            b"BootstrapMethods" => self.bootstrap_methods(),
            _ => self.common_attribute(name, span),
        })?;
        self.bootstrap_uses()
    }

    fn class_indices(&self, indices: &[u16]) -> Checked {
        indices.iter().try_for_each(|&index| self.class_index(index))
    }

    fn enclosing_method(&self, span: Span) -> Checked {
        require(span.len == 4, || "Wrong EnclosingMethod attribute length in class file".into())?;
        let Some((owner, method)) = self.class.enclosing_method() else {
            return malformed("Wrong EnclosingMethod attribute length in class file");
        };
        self.class_index(owner)?;
        if method == 0 { Ok(()) } else { self.class.name_and_type(method).map(drop) }
    }

    fn inner_classes(&self) -> Checked {
        for entry in self.class.inner_classes()? {
            self.class_index(entry.inner)?;
            if entry.outer != 0 {
                self.class_index(entry.outer)?;
            }
            if entry.name != 0 {
                self.utf8(entry.name)?;
            }
            self.class_flags(entry.access)?;
            require(entry.inner != entry.outer, || "Class is both outer and inner class in class file".into())?;
        }
        Ok(())
    }

    fn record(&self) -> Checked {
        for component in self.class.record_components()?.unwrap_or_default() {
            self.field_name(component.name)?;
            self.field_descriptor(component.name, component.descriptor)?;
            self.attributes(&component.attributes, |name, span| self.common_attribute(name, span))?;
        }
        Ok(())
    }

    fn bootstrap_methods(&self) -> Checked {
        for bootstrap in self.class.bootstrap_methods()? {
            require(matches!(self.class.constant(bootstrap.method)?, Constant::MethodHandle { .. }), || {
                format!("bootstrap_method_index {} has bad constant type in class file", bootstrap.method)
            })?;
            for argument in bootstrap.arguments {
                let loadable = matches!(
                    self.class.constant(argument)?,
                    Constant::Integer(_)
                        | Constant::Float(_)
                        | Constant::Long(_)
                        | Constant::Double(_)
                        | Constant::Class(_)
                        | Constant::String(_)
                        | Constant::MethodHandle { .. }
                        | Constant::MethodType(_)
                        | Constant::Dynamic { .. }
                );
                require(loadable, || format!("argument_index {argument} has bad constant type in class file"))?;
            }
        }
        Ok(())
    }

    /// Every bootstrap method that the constant pool names is there (JVMS 4.4.10).
    fn bootstrap_uses(&self) -> Checked {
        let most = self.class.constants.iter().filter_map(|constant| match constant {
            Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } => Some(*bootstrap),
            _ => None,
        });
        let Some(most) = most.max() else {
            return Ok(());
        };
        let Some(span) = self.class.attribute(&self.class.attributes, "BootstrapMethods") else {
            return malformed("Missing BootstrapMethods attribute in class file");
        };
        let count = Reader::of(&self.class.file, span)?.u16()?;
        require(most < count, || "Short length on BootstrapMethods in class file".into())
    }

    /// JVMS table 4.7.2-A: the constant is of the field's type.
    pub(super) fn constant_value(&self, field: &Member, span: Span) -> Checked {
        let index = self.index_of(span, "ConstantValue")?;
        let descriptor = self.utf8(field.descriptor)?;
        let fits = match self.class.constant(index)? {
            Constant::Integer(_) => matches!(descriptor, b"I" | b"S" | b"C" | b"B" | b"Z"),
            Constant::Long(_) => descriptor == b"J",
            Constant::Float(_) => descriptor == b"F",
            Constant::Double(_) => descriptor == b"D",
            Constant::String(_) => descriptor == b"Ljava/lang/String;",
            _ => false,
        };
        require(fits, || "Inconsistent constant value type in class file".into())
    }

    /// An attribute that classes, members and record components share.
    pub(super) fn common_attribute(&self, name: &[u8], span: Span) -> Checked {
        match name {
            b"Signature" => self.utf8(self.index_of(span, "Signature")?).map(drop),
            _ => Ok(()),
        }
    }

    /// Hands the name and content of each attribute to `each`.
    pub(super) fn attributes(&self, attributes: &[Attribute], mut each: impl FnMut(&[u8], Span) -> Checked) -> Checked {
        let mut seen = 0u16;
        for attribute in attributes {
            let name = self.utf8(attribute.name)?;
            if let Some(place) = SINGLE.iter().position(|single| *single == name) {
                require(seen & 1 << place == 0, || {
                    format!("Multiple {} attributes in class file", name.escape_ascii())
                })?;
                seen |= 1 << place;
            }
            each(name, attribute.span)?;
        }
        Ok(())
    }

    fn index_of(&self, span: Span, what: &str) -> Result<u16, ClassFileError> {
        match *self.class.bytes(span) {
            [high, low] => Ok(u16::from_be_bytes([high, low])),
            _ => malformed(format!("Wrong {what} attribute length {} in class file", span.len)),
        }
    }
}

//! The class file reader (JVMS 4). A file is parsed once: its constant pool, members and attribute
//! spans are tabled and the structure is checked, while names, code and attributes stay in the
//! bytes and are read where they lie, when they are asked for. So a class of which three methods
//! run costs little more than its constant pool.

mod bytes;
mod check;
pub mod descriptor;
mod error;
pub mod mutf8;
mod parse;
mod reader;

use std::borrow::Cow;

pub use bytes::ClassBytes;
pub use error::{ClassFileError, MAX_MAJOR, too_new};
use reader::Reader;

/// The oldest class file version there is: that of JDK 1.0.2.
pub const MIN_MAJOR: u16 = 45;

/// Access flags and properties of classes, fields and methods (JVMS 4.1, 4.5, 4.6). Some share a
/// bit, and the item tells which is meant.
#[allow(missing_docs)]
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SUPER: u16 = 0x0020;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const TRANSIENT: u16 = 0x0080;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const STRICT: u16 = 0x0800;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}

/// A slice of the file, measured from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// How many bytes it has.
    pub len: u32,
}

impl Span {
    fn bounds(self) -> (usize, usize) {
        let start = self.start as usize;
        (start, start.saturating_add(self.len as usize))
    }
}

/// An entry of the constant pool (JVMS 4.4). A `u16` is the index of another entry unless said
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Constant {
    /// Index 0, and the index after a long or double.
    Unusable,
    /// Modified UTF-8.
    Utf8(Span),
    Integer(i32),
    /// The bits of a float.
    Float(u32),
    Long(i64),
    /// The bits of a double.
    Double(u64),
    Class(u16),
    String(u16),
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    /// `kind` is 1 to 9 (JVMS 4.4.8).
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType(u16),
    /// `bootstrap` indexes the BootstrapMethods attribute.
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    /// `bootstrap` indexes the BootstrapMethods attribute.
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module(u16),
    Package(u16),
}

/// A field or method.
#[derive(Clone, Debug)]
pub struct Member {
    /// The access flags as they stand in the file.
    pub access: u16,
    /// The name, a Utf8 entry.
    pub name: u16,
    /// The descriptor, a Utf8 entry.
    pub descriptor: u16,
    /// The attributes, unread.
    pub attributes: Vec<Attribute>,
}

/// An attribute, unread: its name and where its content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name, a Utf8 entry.
    pub name: u16,
    /// The content, without name and length.
    pub span: Span,
}

/// The Code attribute of a method (JVMS 4.7.3).
#[derive(Clone, Debug)]
pub struct CodeAttribute {
    /// The deepest that the operand stack gets.
    pub max_stack: u16,
    /// The slots of local variables, parameters included.
    pub max_locals: u16,
    /// The bytecode, 1 to 65,535 bytes.
    pub code: Span,
    /// The exception handlers, in the order in which they are searched.
    pub handlers: Vec<Handler>,
    /// The attributes of the code: line numbers, stack map and the like.
    pub attributes: Vec<Attribute>,
}

/// An exception handler. `start < end <= code length` and `target < code length` hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The first offset that it guards.
    pub start: u16,
    /// The offset after the last that it guards.
    pub end: u16,
    /// The offset of its code.
    pub target: u16,
    /// The Class entry of what it catches; 0 for anything.
    pub catch_type: u16,
}

/// From which code offset on a source line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEntry {
    /// The code offset.
    pub start: u16,
    /// The source line.
    pub line: u16,
}

impl LineEntry {
    fn read(reader: &mut Reader<'_>) -> Result<Self, ClassFileError> {
        Ok(LineEntry { start: reader.u16()?, line: reader.u16()? })
    }
}

/// Where a source variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// The first code offset at which it has a value.
    pub start: u16,
    /// The length of the code over which it has a value.
    pub len: u16,
    /// The name, a Utf8 entry.
    pub name: u16,
    /// The field descriptor, a Utf8 entry.
    pub descriptor: u16,
    /// The local variable slot, for a long or double the first of two.
    pub slot: u16,
}

impl LocalVariable {
    fn read(reader: &mut Reader<'_>) -> Result<Self, ClassFileError> {
        Ok(LocalVariable {
            start: reader.u16()?,
            len: reader.u16()?,
            name: reader.u16()?,
            descriptor: reader.u16()?,
            slot: reader.u16()?,
        })
    }
}

/// A field, method or interface method reference, resolved to its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberRef {
    /// The Class entry.
    pub class: u16,
    /// The name, a Utf8 entry.
    pub name: u16,
    /// The descriptor, a Utf8 entry.
    pub descriptor: u16,
    /// Whether the reference is an InterfaceMethod entry.
    pub interface: bool,
}

/// An entry of the BootstrapMethods attribute (JVMS 4.7.23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// The MethodHandle entry.
    pub method: u16,
    /// The loadable constants passed to it.
    pub arguments: Vec<u16>,
}

/// An entry of the InnerClasses attribute (JVMS 4.7.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass {
    /// The Class entry of the nested class.
    pub inner: u16,
    /// The Class entry of the class it is a member of; 0 for a local or anonymous class.
    pub outer: u16,
    /// The simple name, a Utf8 entry; 0 for an anonymous class.
    pub name: u16,
    /// The access flags as in the source.
    pub access: u16,
}

/// A component of a record class (JVMS 4.7.30).
#[derive(Clone, Debug)]
pub struct RecordComponent {
    /// The name, a Utf8 entry.
    pub name: u16,
    /// The field descriptor, a Utf8 entry.
    pub descriptor: u16,
    /// The attributes, unread.
    pub attributes: Vec<Attribute>,
}

/// A parsed class file.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use raddle_program::classfile::ClassFile;
///
/// let class = ClassFile::parse(std::fs::read("Main.class")?.into())?;
/// for method in &class.methods {
///     println!("{}.{}", class.class_name(class.this_class)?, class.text(method.name)?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ClassFile {
    file: ClassBytes,
    /// The major version, 45 to [`MAX_MAJOR`].
    pub major: u16,
    /// The minor version; 65535 says that preview features are used.
    pub minor: u16,
    /// The access flags as they stand in the file.
    pub access: u16,
    /// The Class entry of the class itself.
    pub this_class: u16,
    /// The Class entry of the super class; 0 for none.
    pub super_class: u16,
    /// The Class entries of the direct super interfaces.
    pub interfaces: Vec<u16>,
    /// The constant pool; index 0 and the second half of longs and doubles are
    /// [`Constant::Unusable`].
    pub constants: Vec<Constant>,
    /// The fields in file order.
    pub fields: Vec<Member>,
    /// The methods in file order.
    pub methods: Vec<Member>,
    /// The attributes of the class.
    pub attributes: Vec<Attribute>,
}

impl ClassFile {
    /// Parses a class file and checks its structure (JVMS 4.8). What the code of its methods does
    /// is left to the verifier.
    pub fn parse(bytes: ClassBytes) -> Result<ClassFile, ClassFileError> {
        parse::parse(bytes)
    }

    /// The bytes of a span; none when it is not a span of this file.
    pub fn bytes(&self, span: Span) -> &[u8] {
        let (start, end) = span.bounds();
        self.file.get(start..end).unwrap_or_default()
    }

    /// The whole file.
    pub fn file(&self) -> &ClassBytes {
        &self.file
    }

    /// The entry at `index`.
    pub fn constant(&self, index: u16) -> Result<Constant, ClassFileError> {
        match self.constants.get(usize::from(index)) {
            None | Some(Constant::Unusable) => Err(ClassFileError::bad_index(index)),
            Some(constant) => Ok(*constant),
        }
    }

    /// The raw modified UTF-8 of a Utf8 entry.
    pub fn utf8(&self, index: u16) -> Result<&[u8], ClassFileError> {
        match self.constant(index)? {
            Constant::Utf8(span) => Ok(self.bytes(span)),
            _ => Err(ClassFileError::bad_index(index)),
        }
    }

    /// The text of a Utf8 entry. For string constants, which may hold lone surrogates, use
    /// [`mutf8::decode_utf16`] on [`ClassFile::utf8`].
    pub fn text(&self, index: u16) -> Result<Cow<'_, str>, ClassFileError> {
        Ok(mutf8::decode(self.utf8(index)?)?)
    }

    /// The name of a Class entry in internal form: `java/lang/String`, or `[I` for an array.
    pub fn class_name(&self, index: u16) -> Result<Cow<'_, str>, ClassFileError> {
        match self.constant(index)? {
            Constant::Class(name) => self.text(name),
            _ => Err(ClassFileError::bad_index(index)),
        }
    }

    /// The name and descriptor, Utf8 entries, of a NameAndType entry.
    pub fn name_and_type(&self, index: u16) -> Result<(u16, u16), ClassFileError> {
        match self.constant(index)? {
            Constant::NameAndType { name, descriptor } => Ok((name, descriptor)),
            _ => Err(ClassFileError::bad_index(index)),
        }
    }

    /// The parts of a Field, Method or InterfaceMethod entry.
    pub fn member_ref(&self, index: u16) -> Result<MemberRef, ClassFileError> {
        let (class, name_and_type, interface) = match self.constant(index)? {
            Constant::Field { class, name_and_type } | Constant::Method { class, name_and_type } => {
                (class, name_and_type, false)
            }
            Constant::InterfaceMethod { class, name_and_type } => (class, name_and_type, true),
            _ => return Err(ClassFileError::bad_index(index)),
        };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(MemberRef { class, name, descriptor, interface })
    }

    /// The content of the first attribute of that name.
    pub fn attribute(&self, list: &[Attribute], name: &str) -> Option<Span> {
        self.attributes_named(list, name).next()
    }

    /// The contents of all attributes of that name, in file order.
    pub fn attributes_named<'a>(&'a self, list: &'a [Attribute], name: &'a str) -> impl Iterator<Item = Span> + 'a {
        list.iter()
            .filter(move |attribute| self.utf8(attribute.name) == Ok(name.as_bytes()))
            .map(|attribute| attribute.span)
    }

    /// The code of a method; none for native and abstract ones.
    pub fn code(&self, method: &Member) -> Result<Option<CodeAttribute>, ClassFileError> {
        let Some(span) = self.attribute(&method.attributes, "Code") else {
            return Ok(None);
        };
        self.code_at(span).map(Some)
    }

    fn code_at(&self, span: Span) -> Result<CodeAttribute, ClassFileError> {
        let mut reader = Reader::of(&self.file, span)?;
        let max_stack = reader.u16()?;
        let max_locals = reader.u16()?;
        let code_len = reader.u32()?;
        let code = reader.span(code_len)?;
        let handlers = reader.list(8, |reader| {
            Ok(Handler { start: reader.u16()?, end: reader.u16()?, target: reader.u16()?, catch_type: reader.u16()? })
        })?;
        let attributes = parse::attributes(&mut reader)?;
        reader.finish("Code attribute")?;
        Ok(CodeAttribute { max_stack, max_locals, code, handlers, attributes })
    }

    /// The line numbers of all LineNumberTable attributes of the code, in file order, which need
    /// not be that of the offsets.
    pub fn lines(&self, code: &CodeAttribute) -> Result<Vec<LineEntry>, ClassFileError> {
        self.tables(&code.attributes, "LineNumberTable", 4, LineEntry::read)
    }

    /// The variables of all LocalVariableTable attributes of the code, in file order.
    pub fn local_variables(&self, code: &CodeAttribute) -> Result<Vec<LocalVariable>, ClassFileError> {
        self.tables(&code.attributes, "LocalVariableTable", 10, LocalVariable::read)
    }

    /// The bootstrap methods that Dynamic and InvokeDynamic entries name.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>, ClassFileError> {
        self.class_table("BootstrapMethods", 4, |reader| {
            Ok(BootstrapMethod { method: reader.u16()?, arguments: reader.list(2, Reader::u16)? })
        })
        .map(Option::unwrap_or_default)
    }

    /// The name of the source file, a Utf8 entry.
    pub fn source_file(&self) -> Option<u16> {
        self.index_attribute(&self.attributes, "SourceFile")
    }

    /// The constant that a static field starts with.
    pub fn constant_value(&self, field: &Member) -> Option<u16> {
        self.index_attribute(&field.attributes, "ConstantValue")
    }

    /// The Class entry of the class around a local or anonymous class, and the NameAndType entry of
    /// the method around it or 0.
    pub fn enclosing_method(&self) -> Option<(u16, u16)> {
        let span = self.attribute(&self.attributes, "EnclosingMethod")?;
        match *self.bytes(span) {
            [a, b, c, d] => Some((u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]))),
            _ => None,
        }
    }

    /// The nested classes that the file mentions, itself included if it is one.
    pub fn inner_classes(&self) -> Result<Vec<InnerClass>, ClassFileError> {
        self.class_table("InnerClasses", 8, |reader| {
            Ok(InnerClass { inner: reader.u16()?, outer: reader.u16()?, name: reader.u16()?, access: reader.u16()? })
        })
        .map(Option::unwrap_or_default)
    }

    /// The Class entry of the nest host, if it is another class.
    pub fn nest_host(&self) -> Option<u16> {
        self.index_attribute(&self.attributes, "NestHost")
    }

    /// The Class entries of the nest members, if the class is a nest host.
    pub fn nest_members(&self) -> Result<Vec<u16>, ClassFileError> {
        self.class_table("NestMembers", 2, Reader::u16).map(Option::unwrap_or_default)
    }

    /// The Class entries of the permitted subclasses, if the class is sealed.
    pub fn permitted_subclasses(&self) -> Result<Option<Vec<u16>>, ClassFileError> {
        self.class_table("PermittedSubclasses", 2, Reader::u16)
    }

    /// The components, if the class is a record.
    pub fn record_components(&self) -> Result<Option<Vec<RecordComponent>>, ClassFileError> {
        self.class_table("Record", 6, |reader| {
            Ok(RecordComponent {
                name: reader.u16()?,
                descriptor: reader.u16()?,
                attributes: parse::attributes(reader)?,
            })
        })
    }

    /// The generic signature, a Utf8 entry, among the attributes of a class, member or record
    /// component.
    pub fn signature(&self, list: &[Attribute]) -> Option<u16> {
        self.index_attribute(list, "Signature")
    }

    /// The Class entries of the exceptions that a method declares.
    pub fn exceptions(&self, method: &Member) -> Result<Vec<u16>, ClassFileError> {
        match self.attribute(&method.attributes, "Exceptions") {
            Some(span) => self.table(span, "Exceptions attribute", 2, Reader::u16),
            None => Ok(Vec::new()),
        }
    }

    /// Reads an attribute that is just one constant pool index.
    fn index_attribute(&self, list: &[Attribute], name: &str) -> Option<u16> {
        let span = self.attribute(list, name)?;
        match *self.bytes(span) {
            [high, low] => Some(u16::from_be_bytes([high, low])),
            _ => None,
        }
    }

    /// Reads an attribute that is a count and records, and nothing more.
    fn table<'a, T>(
        &'a self,
        span: Span,
        what: &str,
        least: usize,
        each: impl FnMut(&mut Reader<'a>) -> Result<T, ClassFileError>,
    ) -> Result<Vec<T>, ClassFileError> {
        let mut reader = Reader::of(&self.file, span)?;
        let records = reader.list(least, each)?;
        reader.finish(what)?;
        Ok(records)
    }

    fn class_table<'a, T>(
        &'a self,
        name: &str,
        least: usize,
        each: impl FnMut(&mut Reader<'a>) -> Result<T, ClassFileError>,
    ) -> Result<Option<Vec<T>>, ClassFileError> {
        self.attribute(&self.attributes, name).map(|span| self.table(span, name, least, each)).transpose()
    }

    /// Reads all tables of one name: a Code attribute may have several of a kind.
    fn tables<'a, T>(
        &'a self,
        list: &[Attribute],
        name: &str,
        least: usize,
        mut each: impl FnMut(&mut Reader<'a>) -> Result<T, ClassFileError>,
    ) -> Result<Vec<T>, ClassFileError> {
        let mut records = Vec::new();
        for span in self.attributes_named(list, name) {
            records.append(&mut self.table(span, name, least, &mut each)?);
        }
        Ok(records)
    }
}

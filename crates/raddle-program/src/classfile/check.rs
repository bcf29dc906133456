//! Format checking (JVMS 4.8): everything about a class file that can be told without other classes
//! and without following its code. After it, an index that the file has in some place is of the
//! kind of entry that the place asks for, so that accessors need not fail.

mod attributes;
mod constants;

use std::cell::Cell;

use super::descriptor::{is_binary_name, is_field, method_shape};
use super::{ClassFile, ClassFileError, Constant, Member, access, mutf8};

type Checked = Result<(), ClassFileError>;

/// The parameters of a method, the receiver included, take at most so many slots (JVMS 4.3.3).
const MAX_ARGUMENT_SLOTS: u16 = 255;

const JAVA_5: u16 = 49;
const JAVA_6: u16 = 50;
const JAVA_7: u16 = 51;
const JAVA_8: u16 = 52;
const JAVA_9: u16 = 53;

/// Checks a class file whose tables were read.
pub(super) fn check(class: &ClassFile) -> Checked {
    let forms = vec![Cell::new(0); class.constants.len()];
    let file = &class.file;
    Checker { class, file, forms }.all()
}

struct Checker<'a> {
    class: &'a ClassFile,
    /// The bytes of the file, at hand.
    file: &'a [u8],
    /// The forms that each Utf8 entry is known to have. A form is tried once however often the file
    /// refers to the entry, so that the time taken is bounded by the size of the file.
    forms: Vec<Cell<u8>>,
}

/// Forms of a Utf8 entry.
mod form {
    pub(super) const FIELD_NAME: u8 = 1;
    pub(super) const METHOD_NAME: u8 = 2;
    pub(super) const CLASS_NAME: u8 = 4;
    pub(super) const FIELD_DESCRIPTOR: u8 = 8;
    pub(super) const METHOD_DESCRIPTOR: u8 = 16;
}

#[cold]
fn malformed<T>(what: impl Into<String>) -> Result<T, ClassFileError> {
    Err(ClassFileError::Malformed(what.into()))
}

#[inline]
fn require(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { malformed(what()) }
}

/// Text for a message, whatever the bytes are.
fn shown(bytes: &[u8]) -> String {
    mutf8::decode(bytes).map_or_else(|_| bytes.escape_ascii().to_string(), Into::into)
}

impl Checker<'_> {
    fn all(&self) -> Checked {
        for index in 1..self.class.constants.len() {
            self.constant(index as u16)?;
        }
        self.header()?;
        for field in &self.class.fields {
            self.field(field)?;
        }
        for method in &self.class.methods {
            self.method(method)?;
        }
        self.distinct(&self.class.fields, "field")?;
        self.distinct(&self.class.methods, "method")?;
        self.class_attributes()
    }

    fn header(&self) -> Checked {
        let flags = self.class.access;
        if flags & access::MODULE != 0 {
            // A module declaration is no class: it has neither super class nor members (JVMS 4.1).
            let nothing_more = self.class.super_class == 0
                && self.class.interfaces.is_empty()
                && self.class.fields.is_empty()
                && self.class.methods.is_empty();
            require(
                self.class.major >= JAVA_9 && flags == access::MODULE | flags & access::SYNTHETIC && nothing_more,
                || format!("Illegal class modifiers in module declaration: 0x{flags:X}"),
            )?;
            return self.class_index(self.class.this_class);
        }
        self.plain_class_index(self.class.this_class, "this class")?;
        let name = self.class_name_bytes(self.class.this_class)?;
        self.class_flags(flags)?;
        if self.class.super_class == 0 {
            require(name == b"java/lang/Object", || "Invalid superclass index 0 in class file".into())?;
        } else {
            self.plain_class_index(self.class.super_class, "superclass")?;
            let is_interface = flags & access::INTERFACE != 0;
            let extends_object = self.class_name_bytes(self.class.super_class)? == b"java/lang/Object";
            require(!is_interface || extends_object, || "Invalid superclass of an interface in class file".into())?;
        }
        self.interfaces()
    }

    fn interfaces(&self) -> Checked {
        let mut names = Vec::with_capacity(self.class.interfaces.len());
        for &interface in &self.class.interfaces {
            self.plain_class_index(interface, "interface")?;
            names.push(self.class_name_bytes(interface)?);
        }
        names.sort_unstable_by(|a, b| compare(a, b));
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => malformed(format!("Duplicate interface name \"{}\" in class file", shown(pair[0]))),
            None => Ok(()),
        }
    }

    /// JVMS 4.1 and 4.7.6: which flags of a class exclude each other.
    fn class_flags(&self, flags: u16) -> Checked {
        let has = |flag: u16| flags & flag != 0;
        // Before version 49 these bits meant nothing.
        let recent = self.class.major >= JAVA_5;
        let all = |these: u16| flags & these == these;
        let illegal = if has(access::INTERFACE) {
            // Compilers of before version 50 left the flag out, and `java` forgives them.
            !has(access::ABSTRACT) && self.class.major >= JAVA_6
                || has(access::FINAL)
                || recent && has(access::SUPER | access::ENUM)
        } else {
            all(access::FINAL | access::ABSTRACT) || recent && has(access::ANNOTATION)
        };
        require(!illegal, || format!("Illegal class modifiers in class {}: 0x{flags:X}", self.this_class()))
    }

    fn field(&self, field: &Member) -> Checked {
        self.field_name(field.name)?;
        self.field_descriptor(field.name, field.descriptor)?;
        let flags = field.access;
        let has = |flag: u16| flags & flag != 0;
        let one_visibility = (flags & (access::PUBLIC | access::PRIVATE | access::PROTECTED)).count_ones() <= 1;
        let interface_form = access::PUBLIC | access::STATIC | access::FINAL;
        let legal = if self.class.access & access::INTERFACE != 0 {
            flags & (0x00FF | access::ENUM) & !interface_form == 0 && flags & interface_form == interface_form
        } else {
            one_visibility && !(has(access::FINAL) && has(access::VOLATILE))
        };
        require(legal, || format!("Illegal field modifiers in class {}: 0x{flags:X}", self.this_class()))?;
        self.attributes(&field.attributes, |name, span| match name {
            b"ConstantValue" if has(access::STATIC) => self.constant_value(field, span),
            _ => self.common_attribute(name, span),
        })
    }

    fn method(&self, method: &Member) -> Checked {
        self.method_name(method.name)?;
        self.method_descriptor(method.name, method.descriptor)?;
        let name = self.utf8(method.name)?;
        let descriptor = self.utf8(method.descriptor)?;
        self.method_flags(method, name)?;
        let is_initializer = name == b"<clinit>";
        if is_initializer && self.class.major >= JAVA_7 {
            require(method.access & access::STATIC != 0, || "Method <clinit> is not static in class file".into())?;
            require(descriptor == b"()V", || {
                format!(
                    "Method \"<clinit>\" in class {} has illegal signature \"{}\"",
                    self.this_class(),
                    shown(descriptor)
                )
            })?;
        }
        // Before version 51 a class initializer was taken for static whatever its flags.
        let receiver = u16::from(!is_initializer && method.access & access::STATIC == 0);
        let slots = method_shape(descriptor).map_or(0, |(slots, _)| slots) + receiver;
        require(slots <= MAX_ARGUMENT_SLOTS, || "Too many arguments in method signature in class file".into())?;
        let mut has_code = false;
        self.attributes(&method.attributes, |name, span| match name {
            b"Code" => {
                has_code = true;
                self.code(span, slots)
            }
            b"Exceptions" => self.exceptions(span),
            b"MethodParameters" => self.method_parameters(span),
            _ => self.common_attribute(name, span),
        })?;
        let bodiless = !is_initializer && method.access & (access::NATIVE | access::ABSTRACT) != 0;
        match (bodiless, has_code) {
            (true, false) | (false, true) => Ok(()),
            (true, true) => malformed("Code attribute in native or abstract methods in class file"),
            (false, false) => malformed("Absent Code attribute in method that is not native or abstract in class file"),
        }
    }

    /// JVMS 4.6. The flags of a class initializer are not looked at.
    fn method_flags(&self, method: &Member, name: &[u8]) -> Checked {
        let flags = method.access;
        let has = |flag: u16| flags & flag != 0;
        let one_visibility = (flags & (access::PUBLIC | access::PRIVATE | access::PROTECTED)).count_ones() <= 1;
        let excluded_by_abstract =
            access::PRIVATE | access::STATIC | access::FINAL | access::SYNCHRONIZED | access::NATIVE;
        let abstract_form = !has(access::ABSTRACT) || !has(excluded_by_abstract);
        let legal = if name == b"<clinit>" {
            true
        } else if self.class.access & access::INTERFACE != 0 {
            let visible = if self.class.major >= JAVA_8 {
                (flags & (access::PUBLIC | access::PRIVATE)).count_ones() == 1
            } else {
                has(access::PUBLIC) && has(access::ABSTRACT)
            };
            let excluded = access::PROTECTED | access::FINAL | access::SYNCHRONIZED | access::NATIVE;
            visible && !has(excluded) && abstract_form && name != b"<init>"
        } else if name == b"<init>" {
            let excluded = access::STATIC
                | access::FINAL
                | access::SYNCHRONIZED
                | access::BRIDGE
                | access::NATIVE
                | access::ABSTRACT;
            one_visibility && !has(excluded)
        } else {
            one_visibility && abstract_form
        };
        require(legal, || {
            format!("Method {} in class {} has illegal modifiers: 0x{flags:X}", shown(name), self.this_class())
        })
    }

    /// No two members have both name and descriptor in common (JVMS 4.5, 4.6).
    fn distinct(&self, members: &[Member], what: &str) -> Checked {
        let mut keys = Vec::with_capacity(members.len());
        for member in members {
            keys.push((self.utf8(member.name)?, self.utf8(member.descriptor)?));
        }
        keys.sort_unstable_by(|a, b| compare(a.0, b.0).then_with(|| compare(a.1, b.1)));
        match keys.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => {
                let (name, descriptor) = (shown(pair[0].0), shown(pair[0].1));
                malformed(format!("Duplicate {what} name \"{name}\" with signature \"{descriptor}\" in class file"))
            }
            None => Ok(()),
        }
    }

    #[inline]
    fn utf8(&self, index: u16) -> Result<&[u8], ClassFileError> {
        match self.class.constants.get(usize::from(index)) {
            Some(Constant::Utf8(span)) => {
                let (start, end) = span.bounds();
                Ok(self.file.get(start..end).unwrap_or_default())
            }
            _ => Err(ClassFileError::bad_index(index)),
        }
    }

    /// Whether a Utf8 entry has a form, which `test` decides the first time.
    fn has_form(&self, index: u16, form: u8, test: impl FnOnce(&[u8]) -> bool) -> Result<bool, ClassFileError> {
        let Some(known) = self.forms.get(usize::from(index)) else {
            return Err(ClassFileError::bad_index(index));
        };
        if known.get() & form != 0 {
            return Ok(true);
        }
        let holds = test(self.utf8(index)?);
        if holds {
            known.set(known.get() | form);
        }
        Ok(holds)
    }

    /// A class name in internal form, or the descriptor of an array type (JVMS 4.4.1).
    fn class_name(&self, index: u16) -> Checked {
        let legal = self.has_form(index, form::CLASS_NAME, |name| match name.first() {
            Some(b'[') => is_field(name),
            _ => is_binary_name(name),
        })?;
        require(legal, || format!("Illegal class name \"{}\" in class file", self.text(index)))
    }

    fn field_name(&self, index: u16) -> Checked {
        let legal = self.has_form(index, form::FIELD_NAME, is_unqualified)?;
        require(legal, || format!("Illegal field name \"{}\" in class {}", self.text(index), self.this_class()))
    }

    /// JVMS 4.2.2: a method's name has no angle brackets but for the two special ones.
    fn method_name(&self, index: u16) -> Checked {
        let legal = self.has_form(index, form::METHOD_NAME, |name| {
            let has_bracket = name.iter().any(|byte| matches!(byte, b'<' | b'>'));
            is_unqualified(name) && !has_bracket || name == b"<init>" || name == b"<clinit>"
        })?;
        require(legal, || format!("Illegal method name \"{}\" in class {}", self.text(index), self.this_class()))
    }

    fn field_descriptor(&self, name: u16, index: u16) -> Checked {
        let legal = self.has_form(index, form::FIELD_DESCRIPTOR, is_field)?;
        require(legal, || self.illegal_signature("Field", name, index))
    }

    /// A method's descriptor. A constructor or class initializer gives no result (JVMS 4.3.3).
    fn method_descriptor(&self, name: u16, index: u16) -> Checked {
        let is_special = self.utf8(name)?.first() == Some(&b'<');
        let legal = self.is_method_descriptor(index)? && (!is_special || self.utf8(index)?.ends_with(b")V"));
        require(legal, || self.illegal_signature("Method", name, index))
    }

    fn is_method_descriptor(&self, index: u16) -> Result<bool, ClassFileError> {
        self.has_form(index, form::METHOD_DESCRIPTOR, |text| {
            method_shape(text).is_some_and(|(slots, _)| slots <= MAX_ARGUMENT_SLOTS)
        })
    }

    fn class_index(&self, index: u16) -> Checked {
        self.class_name_bytes(index).map(drop)
    }

    /// The index of a class that is no array.
    fn plain_class_index(&self, index: u16, what: &str) -> Checked {
        let name = self.class_name_bytes(index)?;
        require(name.first() != Some(&b'['), || format!("Bad {what} name in class file"))
    }

    fn class_name_bytes(&self, index: u16) -> Result<&[u8], ClassFileError> {
        match self.class.constant(index)? {
            Constant::Class(name) => self.utf8(name),
            _ => Err(ClassFileError::bad_index(index)),
        }
    }

    fn illegal_signature(&self, what: &str, name: u16, descriptor: u16) -> String {
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        format!("{what} \"{name}\" in class {} has illegal signature \"{descriptor}\"", self.this_class())
    }

    /// A Utf8 entry for a message.
    fn text(&self, index: u16) -> String {
        self.utf8(index).map_or_else(|_| "?".into(), shown)
    }

    /// The name of the class itself for a message.
    fn this_class(&self) -> String {
        self.class_name_bytes(self.class.this_class).map_or_else(|_| "?".into(), shown)
    }
}

/// JVMS 4.2.2: no name of a field, method or variable has any of `.;[/`.
fn is_unqualified(name: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'.' | b';' | b'[' | b'/');
    !name.is_empty() && !name.iter().any(is_mark)
}

/// Compares two entries; most often the same entry is meant, and then its bytes need no look.
fn compare(a: &[u8], b: &[u8]) -> std::cmp::Ordering {
    if std::ptr::eq(a, b) { std::cmp::Ordering::Equal } else { a.cmp(b) }
}

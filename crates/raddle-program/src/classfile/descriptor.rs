//! Descriptors (JVMS 4.3): the text that says the type of a field, or the parameter and result
//! types of a method.

/// The type of a value as far as its descriptor's first character tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Object,
    Array,
    Void,
}

impl Kind {
    /// How many stack or local slots a value of the kind takes: 0, 1 or 2.
    pub fn slots(self) -> u16 {
        match self {
            Kind::Void => 0,
            Kind::Long | Kind::Double => 2,
            _ => 1,
        }
    }

    /// Whether a value of the kind is a reference.
    pub fn is_reference(self) -> bool {
        matches!(self, Kind::Object | Kind::Array)
    }
}

/// A method descriptor taken apart; each type is its own descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// The parameter types in order, without the receiver.
    pub parameters: Vec<&'a str>,
    /// The result type, `V` for none.
    pub result: &'a str,
}

/// An array type has at most this many dimensions (JVMS 4.3.2).
const MAX_DIMENSIONS: usize = 255;

/// The length of the field type at the front of `bytes`; `None` when there is none.
fn field_type_len(bytes: &[u8]) -> Option<usize> {
    let dimensions = bytes.iter().take_while(|byte| **byte == b'[').count();
    if dimensions > MAX_DIMENSIONS {
        return None;
    }
    match bytes.get(dimensions)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dimensions + 1),
        b'L' => {
            let name = bytes.get(dimensions + 1..)?;
            let len = name.iter().position(|byte| *byte == b';')?;
            is_binary_name(name.get(..len)?).then_some(dimensions + len + 2)
        }
        _ => None,
    }
}

/// Whether `name` is a class name in internal form (JVMS 4.2.1): non-empty parts between slashes,
/// without `.`, `;` and `[`.
pub(super) fn is_binary_name(name: &[u8]) -> bool {
    let mut previous = b'/';
    for &byte in name {
        match byte {
            b'.' | b';' | b'[' => return false,
            b'/' if previous == b'/' => return false,
            _ => previous = byte,
        }
    }
    previous != b'/'
}

/// Whether `bytes` are exactly one field descriptor.
pub(super) fn is_field(bytes: &[u8]) -> bool {
    field_type_len(bytes) == Some(bytes.len())
}

/// Walks over a method descriptor, handing each parameter's descriptor to `each`; the result is the
/// return type's.
fn walk<'a>(bytes: &'a [u8], mut each: impl FnMut(&'a [u8])) -> Option<&'a [u8]> {
    let mut rest = bytes.strip_prefix(b"(")?;
    loop {
        if let Some(result) = rest.strip_prefix(b")") {
            return (result == b"V" || is_field(result)).then_some(result);
        }
        let (parameter, tail) = rest.split_at_checked(field_type_len(rest)?)?;
        each(parameter);
        rest = tail;
    }
}

fn slots_of(field: &[u8]) -> u16 {
    match field {
        b"V" => 0,
        b"J" | b"D" => 2,
        _ => 1,
    }
}

/// The slots that the parameters take, and the result's descriptor; `None` unless `bytes` are a
/// method descriptor.
pub(super) fn method_shape(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let mut slots = 0u16;
    let result = walk(bytes, |parameter| {
        slots = slots.saturating_add(slots_of(parameter));
    })?;
    Some((slots, result))
}

/// Takes a method descriptor apart; `None` when it is not one.
pub fn parse_method(desc: &str) -> Option<MethodDescriptor<'_>> {
    let bytes = desc.as_bytes();
    let mut parameters = Vec::new();
    // Every cut is next to an ASCII character, so it never splits a longer one.
    let text = |from: usize, len: usize| desc.get(from..from + len);
    let mut at = 1;
    let mut whole = true;
    let result = walk(bytes, |parameter| {
        match text(at, parameter.len()) {
            Some(parameter) => parameters.push(parameter),
            None => whole = false,
        }
        at += parameter.len();
    })?;
    let result = text(at + 1, result.len())?;
    whole.then_some(MethodDescriptor { parameters, result })
}

/// The kind of a field descriptor; `None` when it is not one.
pub fn parse_field(desc: &str) -> Option<Kind> {
    is_field(desc.as_bytes()).then(|| kind(desc))
}

/// The kind of a descriptor known to be a field's or `V`; anything else counts as `Void`.
pub fn kind(desc: &str) -> Kind {
    match desc.as_bytes().first() {
        Some(b'Z') => Kind::Boolean,
        Some(b'B') => Kind::Byte,
        Some(b'C') => Kind::Char,
        Some(b'S') => Kind::Short,
        Some(b'I') => Kind::Int,
        Some(b'J') => Kind::Long,
        Some(b'F') => Kind::Float,
        Some(b'D') => Kind::Double,
        Some(b'L') => Kind::Object,
        Some(b'[') => Kind::Array,
        _ => Kind::Void,
    }
}

/// How many slots a value of a descriptor known to be a field's or `V` takes: 0, 1 or 2.
pub fn slots(desc: &str) -> u16 {
    kind(desc).slots()
}

/// The slots that a method's arguments take, without the receiver; `None` when it is not a method
/// descriptor.
pub fn argument_slots(method_desc: &str) -> Option<u16> {
    method_shape(method_desc.as_bytes()).map(|(slots, _)| slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_descriptor_is_taken_apart() {
        let descriptor = parse_method("(I[[Ljava/lang/Größe;J[D)Ljava/lang/String;").unwrap();
        assert_eq!(descriptor.parameters, ["I", "[[Ljava/lang/Größe;", "J", "[D"]);
        assert_eq!(descriptor.result, "Ljava/lang/String;");
        assert_eq!(parse_method("()V").unwrap().parameters.len(), 0);
    }

    #[test]
    fn a_long_or_double_argument_takes_two_slots() {
        assert_eq!(argument_slots("(IJD[JLjava/lang/Long;)V"), Some(7));
        assert_eq!((slots("V"), slots("J"), slots("[D")), (0, 2, 1));
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        for desc in ["", "(", "()", "(V)V", "(I", "()VV", "I", "()LFoo", "(L;)V", "(La//b;)V", "()[V"] {
            assert_eq!(parse_method(desc), None, "{desc}");
        }
        for desc in ["", "V", "II", "L", "LFoo", "L;", "L/a;", "La/;", "La.b;", "[", "[V", "()V"] {
            assert_eq!(parse_field(desc), None, "{desc}");
        }
    }

    #[test]
    fn an_array_has_at_most_255_dimensions() {
        assert_eq!(parse_field(&("[".repeat(255) + "I")), Some(Kind::Array));
        assert_eq!(parse_field(&("[".repeat(256) + "I")), None);
    }
}

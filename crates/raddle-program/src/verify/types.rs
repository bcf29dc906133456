//! The verifier's types (JVMS 4.10.1.2) and what can be said of them without loading a class. A
//! reference is a small set of classes rather than their common superclass, which nobody knows
//! before they are loaded; sets and names are interned, so that a type is a small number to copy
//! and compare.

use super::Hierarchy;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// What a local variable or stack slot holds. Longs and doubles take two slots, the second being a
/// tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// Nothing that may be used.
    Top,
    Int,
    Float,
    Long,
    LongTail,
    Double,
    DoubleTail,
    Null,
    Ref(SetId),
    /// The receiver of a constructor that has not called another one yet.
    UninitThis,
    /// What the `new` at that offset made, before its constructor was called.
    Uninit(u16),
    /// The return address that a jsr pushed: the offset after it.
    Return(u16),
}

impl Type {
    /// The types of the slots that a long or double takes, or just the type.
    pub(super) fn tail(self) -> Option<Type> {
        match self {
            Type::Long => Some(Type::LongTail),
            Type::Double => Some(Type::DoubleTail),
            _ => None,
        }
    }

    pub(super) fn is_tail(self) -> bool {
        matches!(self, Type::LongTail | Type::DoubleTail)
    }

    /// A reference, whether its object is initialised or not.
    pub(super) fn is_reference(self) -> bool {
        matches!(self, Type::Null | Type::Ref(_) | Type::UninitThis | Type::Uninit(_))
    }

    /// The same for all references: what an untagged slot must know.
    pub(super) fn shape(self) -> Type {
        match self {
            Type::Ref(_) | Type::UninitThis | Type::Uninit(_) => Type::Null,
            Type::Return(_) => Type::Return(0),
            other => other,
        }
    }
}

/// An interned class name or array descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NameId(u32);

/// An interned set of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SetId(u32);

/// More classes than these are no longer told apart.
const MAX_SET: usize = 4;

/// Up to [`MAX_SET`] names in ascending order, the rest being `None`.
type Set = [Option<NameId>; MAX_SET];

/// Stands for a class that is no longer told apart from others; no class file can name it (JVMS
/// 4.2.1).
const ANY: &str = ".";

/// Whether a value may be used as some class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// Only a look at the value can tell.
    Check,
}

impl Answer {
    /// What holds of a value about which one of the two holds.
    fn or(self, other: Answer) -> Answer {
        match (self, other) {
            (Answer::No, _) | (_, Answer::No) => Answer::No,
            (Answer::Check, _) | (_, Answer::Check) => Answer::Check,
            _ => Answer::Yes,
        }
    }
}

/// A class name or array descriptor.
struct Name {
    text: Rc<str>,
    /// How many dimensions of an array type have references as elements; an array of primitives has
    /// one fewer than dimensions.
    reference_dimensions: usize,
    /// What is behind those dimensions.
    element: Element,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Class,
    Object,
    Any,
    PrimitiveArray,
}

impl Name {
    fn new(text: Rc<str>) -> Name {
        let last = text.trim_start_matches('[');
        let dimensions = text.len() - last.len();
        let class = if dimensions == 0 { last } else { class_of(last) };
        let (reference_dimensions, element) = match class {
            "java/lang/Object" => (dimensions, Element::Object),
            ANY => (dimensions, Element::Any),
            _ if dimensions > 0 && !last.starts_with('L') => (dimensions - 1, Element::PrimitiveArray),
            _ => (dimensions, Element::Class),
        };
        Name { text, reference_dimensions, element }
    }
}

/// The interned names and sets of one method, and what was found out about them.
pub(super) struct Types<'a> {
    hierarchy: &'a dyn Hierarchy,
    names: Vec<Name>,
    name_ids: FxHashMap<Rc<str>, NameId>,
    sets: Vec<Set>,
    set_ids: FxHashMap<Set, SetId>,
    merged: FxHashMap<(SetId, SetId), SetId>,
    elements: FxHashMap<SetId, Option<Type>>,
    answers: FxHashMap<(SetId, NameId), Answer>,
    this: NameId,
    superclass: Option<NameId>,
    /// Bytes of all names.
    size: usize,
}

/// The interned `java/lang/Object`.
pub(super) const OBJECT: NameId = NameId(0);
/// The interned `java/lang/Throwable`.
pub(super) const THROWABLE: NameId = NameId(1);

impl<'a> Types<'a> {
    pub(super) fn new(this: &str, superclass: Option<&str>, hierarchy: &'a dyn Hierarchy) -> Self {
        let mut types = Types {
            hierarchy,
            names: Vec::new(),
            name_ids: FxHashMap::default(),
            sets: Vec::new(),
            set_ids: FxHashMap::default(),
            merged: FxHashMap::default(),
            elements: FxHashMap::default(),
            answers: FxHashMap::default(),
            this: OBJECT,
            superclass: None,
            size: 0,
        };
        // In the order of OBJECT and THROWABLE.
        types.name("java/lang/Object");
        types.name("java/lang/Throwable");
        types.this = types.name(this);
        types.superclass = superclass.map(|name| types.name(name));
        types
    }

    /// The class that is verified.
    pub(super) fn this(&self) -> NameId {
        self.this
    }

    /// The superclass that its file names.
    pub(super) fn superclass(&self) -> Option<NameId> {
        self.superclass
    }

    /// Interns a class name or array descriptor.
    pub(super) fn name(&mut self, text: &str) -> NameId {
        if let Some(id) = self.name_ids.get(text) {
            return *id;
        }
        let id = NameId(self.names.len() as u32);
        let text: Rc<str> = text.into();
        self.size += text.len();
        self.names.push(Name::new(text.clone()));
        self.name_ids.insert(text, id);
        id
    }

    /// How many bytes the interned names take.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn text(&self, name: NameId) -> Rc<str> {
        self.names[name.0 as usize].text.clone()
    }

    /// A reference to instances of `name`.
    pub(super) fn reference(&mut self, name: NameId) -> Type {
        Type::Ref(self.set([Some(name), None, None, None]))
    }

    /// The type of a value with that field descriptor; narrow integers are ints.
    pub(super) fn of_descriptor(&mut self, descriptor: &str) -> Type {
        match descriptor.as_bytes().first() {
            Some(b'J') => Type::Long,
            Some(b'F') => Type::Float,
            Some(b'D') => Type::Double,
            Some(b'L' | b'[') => {
                let name = self.name(class_of(descriptor));
                self.reference(name)
            }
            _ => Type::Int,
        }
    }

    fn set(&mut self, set: Set) -> SetId {
        if let Some(id) = self.set_ids.get(&set) {
            return *id;
        }
        let id = SetId(self.sets.len() as u32);
        self.sets.push(set);
        self.set_ids.insert(set, id);
        id
    }

    fn members(&self, set: SetId) -> impl Iterator<Item = NameId> + use<> {
        self.sets[set.0 as usize].into_iter().flatten()
    }

    /// What a slot holds that may hold either; `Top` when nothing may be done with both.
    pub(super) fn merge(&mut self, a: Type, b: Type) -> Type {
        match (a, b) {
            _ if a == b => a,
            (Type::Null, Type::Ref(_)) => b,
            (Type::Ref(_), Type::Null) => a,
            (Type::Ref(a), Type::Ref(b)) => Type::Ref(self.merge_sets(a, b)),
            _ => Type::Top,
        }
    }

    fn merge_sets(&mut self, a: SetId, b: SetId) -> SetId {
        if let Some(merged) = self.merged.get(&(a, b)) {
            return *merged;
        }
        let mut names: Vec<NameId> = self.members(a).chain(self.members(b)).collect();
        names.sort_unstable();
        names.dedup();
        if let Some(name) = self.generalised(&names) {
            names = vec![name];
        }
        let mut set = Set::default();
        for (slot, name) in set.iter_mut().zip(names) {
            *slot = Some(name);
        }
        let merged = self.set(set);
        self.merged.insert((a, b), merged);
        merged
    }

    /// The one name that stands for all of these, unless they are to stay a set. Where arrays meet
    /// other classes, or arrays of another depth, or anything meets Object, what they have in
    /// common is Object behind the dimensions that they share.
    fn generalised(&mut self, names: &[NameId]) -> Option<NameId> {
        let known = || names.iter().map(|name| &self.names[name.0 as usize]);
        let shared = known().map(|name| name.reference_dimensions).min()?;
        let uniform = known()
            .all(|name| name.reference_dimensions == shared && matches!(name.element, Element::Class | Element::Any));
        let class = if !uniform {
            "java/lang/Object"
        } else if names.len() > MAX_SET || known().any(|name| name.element == Element::Any) {
            ANY
        } else {
            return None;
        };
        Some(match shared {
            0 => self.name(class),
            _ => self.name(&format!("{}L{class};", "[".repeat(shared))),
        })
    }

    /// What loading an element of an array yields; `None` when it may be no array of references.
    pub(super) fn element(&mut self, array: SetId) -> Option<Type> {
        if let Some(element) = self.elements.get(&array) {
            return *element;
        }
        let element = self.common_element(array);
        self.elements.insert(array, element);
        element
    }

    fn common_element(&mut self, array: SetId) -> Option<Type> {
        let mut element = Type::Null;
        for name in self.members(array) {
            let text = self.text(name);
            let component = text.strip_prefix('[')?;
            if !component.starts_with(['L', '[']) {
                return None;
            }
            let component = self.of_descriptor(component);
            element = self.merge(element, component);
        }
        Some(element)
    }

    /// Whether every member of the set is an array for whose descriptor `is` holds.
    pub(super) fn is_array(&self, set: SetId, is: impl Fn(&str) -> bool) -> bool {
        self.members(set).all(|name| {
            let text = &self.names[name.0 as usize].text;
            text.starts_with('[') && is(text)
        })
    }

    /// Whether values of the set may be used as instances of `to`.
    pub(super) fn assignable(&mut self, from: SetId, to: NameId) -> Answer {
        if to == OBJECT {
            return Answer::Yes;
        }
        if let Some(answer) = self.answers.get(&(from, to)) {
            return *answer;
        }
        let answer = self.members(from).map(|name| self.name_assignable(name, to)).fold(Answer::Yes, Answer::or);
        self.answers.insert((from, to), answer);
        answer
    }

    /// Whether instances of one class or array type may be used as another.
    pub(super) fn name_assignable(&self, from: NameId, to: NameId) -> Answer {
        if from == to || from == self.this && Some(to) == self.superclass {
            return Answer::Yes;
        }
        self.text_assignable(&self.text(from), &self.text(to))
    }

    /// JVMS 4.10.1.2, isJavaAssignable.
    fn text_assignable(&self, from: &str, to: &str) -> Answer {
        if from == to || to == "java/lang/Object" {
            return Answer::Yes;
        }
        match (from.strip_prefix('['), to.strip_prefix('[')) {
            (Some(from), Some(to)) => {
                let references = from.starts_with(['L', '[']) && to.starts_with(['L', '[']);
                if !references {
                    return Answer::No;
                }
                self.text_assignable(class_of(from), class_of(to))
            }
            (Some(_), None) => match to {
                "java/lang/Cloneable" | "java/io/Serializable" => Answer::Yes,
                _ => Answer::No,
            },
            (None, Some(_)) => Answer::No,
            (None, None) if self.hierarchy.is_interface(to) == Some(true) => Answer::Yes,
            (None, None) if from == ANY => Answer::Check,
            (None, None) => match self.hierarchy.is_assignable(from, to) {
                Some(true) => Answer::Yes,
                Some(false) => Answer::No,
                None => Answer::Check,
            },
        }
    }

    /// The type in the words of HotSpot's messages.
    pub(super) fn describe(&self, ty: Type) -> String {
        match ty {
            Type::Top => "top".into(),
            Type::Int => "integer".into(),
            Type::Float => "float".into(),
            Type::Long => "long".into(),
            Type::LongTail => "long_2nd".into(),
            Type::Double => "double".into(),
            Type::DoubleTail => "double_2nd".into(),
            Type::Null => "null".into(),
            Type::UninitThis => "uninitializedThis".into(),
            Type::Uninit(pc) => format!("uninitialized {pc}"),
            Type::Return(_) => "address".into(),
            Type::Ref(set) => {
                let mut text = String::new();
                for name in self.members(set) {
                    let separator = if text.is_empty() { "" } else { " or " };
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{separator}{}", self.quoted(name));
                }
                text
            }
        }
    }

    /// A name as messages show it.
    pub(super) fn quoted(&self, name: NameId) -> String {
        format!("'{}'", self.text(name).replace(ANY, "java/lang/Object"))
    }
}

/// The class name or array descriptor that a reference descriptor stands for.
pub(super) fn class_of(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

//! The linked program: every class loaded so far, and the rules by which names become classes, fields and methods (JVMS 5).
//!
//! Tables only grow: classes are never unloaded, and ids stay valid for the life of the program. The loaders of the JDK
//! are answered here, from the image and the class path; a loader written in Java has to be asked by whoever can run Java.

use crate::class::{
    Class, ClassId, Code, Field, FieldId, HEADER_WORDS, LoaderId, Marks, Method, MethodId, Shape, access,
};
use crate::classfile::{self, ClassBytes, ClassFile, ClassFileError, Member, descriptor, descriptor::Kind};
use crate::classpath::ClassPath;
use crate::constraints::Constraints;
use crate::jdk::Jdk;
use crate::supertypes::Newcomer;
use crate::symbol::{Symbol, Symbols};
use crate::translate;
use crate::verify;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Why linking stopped.
#[derive(Debug)]
pub enum LinkError {
    /// No class of this internal name.
    NotFound(String),
    /// A class loader written in Java must be asked for this class; then try again.
    AskLoader(LoaderId, String),
    /// A Java error: its internal class name, and its message.
    Java(&'static str, String),
    /// The same where the message says where classes come from, which takes more than a program knows to tell.
    Placed(&'static str, String, Origin),
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LinkError::NotFound(name) | LinkError::AskLoader(_, name) => {
                write!(f, "there is no class {}", name.replace('/', "."))
            }
            LinkError::Java(class, message) | LinkError::Placed(class, message, _) => {
                write!(f, "{}: {message}", class.replace('/', "."))
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// Which classes' origins a message tells.
#[derive(Debug)]
pub enum Origin {
    /// That of one class, in brackets.
    Of(ClassId),
    /// Those of a class that was to be defined and another, in brackets.
    Pair {
        /// The name of the class, with dots.
        name: String,
        /// Its loader.
        loader: LoaderId,
        /// The other.
        other: ClassId,
    },
    /// A class, named by the message, and a sealed one that it extends from another module.
    Sealed {
        /// The loader of the class.
        loader: LoaderId,
        /// The sealed one.
        sealed: ClassId,
    },
}

/// Result of linking.
pub type Linked<T> = Result<T, LinkError>;

/// The primitive types, in the order of `Program::primitives`.
const PRIMITIVES: [(Kind, &str, &str); 9] = [
    (Kind::Boolean, "boolean", "Z"),
    (Kind::Char, "char", "C"),
    (Kind::Float, "float", "F"),
    (Kind::Double, "double", "D"),
    (Kind::Byte, "byte", "B"),
    (Kind::Short, "short", "S"),
    (Kind::Int, "int", "I"),
    (Kind::Long, "long", "J"),
    (Kind::Void, "void", "V"),
];

/// Words the machine adds to instances of some classes of the JDK, for its own use, after the declared fields.
const HIDDEN_WORDS: [(&str, u32); 4] = [
    ("java/lang/Class", 1),
    ("java/lang/ClassLoader", 1),
    ("java/lang/invoke/MemberName", 1),
    ("java/lang/invoke/ResolvedMethodName", 1),
];

/// Dimensions an array type has at most (JVMS 4.3.2).
const MAX_DIMENSIONS: usize = 255;

/// Supertypes under definition at a time: each is a few calls of the linker's own, whose stack must not run out.
const MAX_NESTED_DEFINITIONS: usize = 1_000;

/// How to define a class that is more than its class file says.
#[derive(Clone, Copy, Default)]
pub struct Definition<'a> {
    /// The name of a hidden class, which its file does not know.
    pub hidden_name: Option<&'a str>,
    /// The nest host of a hidden nest mate.
    pub nest_host: Option<ClassId>,
    /// The class-path entry it came from.
    pub origin: Option<u32>,
    /// Made by the machine itself: correct by construction, and free to use what its nest host may.
    pub trusted: bool,
}

/// All that is linked.
pub struct Program {
    /// Names.
    pub symbols: Symbols,
    /// Classes by id.
    pub classes: Vec<Class>,
    /// Methods by id.
    pub methods: Vec<Method>,
    /// Fields by id.
    pub fields: Vec<Field>,
    /// The JDK whose class library runs.
    pub jdk: Jdk,
    /// Where the application loader looks.
    pub class_path: ClassPath,
    /// Primitive types in the order boolean, char, float, double, byte, short, int, long, void.
    primitives: [ClassId; 9],
    /// Classes by initiating loader and name.
    loaded: FxHashMap<(LoaderId, Symbol), ClassId>,
    /// Which of the JDK's loaders defines a module's classes, as the boot code told.
    module_loaders: FxHashMap<String, LoaderId>,
    /// Definitions under way: a class met again among its own superclasses is circular.
    under_way: Vec<(LoaderId, Symbol)>,
    /// Which loaders must agree.
    pub(crate) constraints: Constraints,
}

impl Program {
    /// A program with nothing loaded but the primitive types.
    pub fn new(jdk: Jdk, class_path: ClassPath) -> Program {
        let mut program = Program {
            symbols: Symbols::default(),
            classes: Vec::new(),
            methods: Vec::new(),
            fields: Vec::new(),
            jdk,
            class_path,
            primitives: [ClassId(0); 9],
            loaded: FxHashMap::default(),
            module_loaders: FxHashMap::default(),
            under_way: Vec::new(),
            constraints: Constraints::default(),
        };
        for (index, (kind, name, _)) in PRIMITIVES.into_iter().enumerate() {
            let name = program.symbols.intern(name);
            let id = program.add_class(name, LoaderId::BOOT, Shape::Primitive(kind));
            program.classes[id.index()].access = access::PUBLIC | access::FINAL | access::ABSTRACT;
            program.primitives[index] = id;
        }
        program
    }

    fn add_class(&mut self, name: Symbol, loader: LoaderId, shape: Shape) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        self.classes.push(Class {
            name,
            loader,
            access: 0,
            shape,
            super_class: None,
            interfaces: Vec::new(),
            file: None,
            hidden: false,
            ancestors: vec![id],
            all_interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            vtable: Vec::new(),
            selected: FxHashMap::default(),
            instance_words: HEADER_WORDS,
            reference_slots: Vec::new(),
            static_words: 0,
            static_references: Vec::new(),
            initializer: None,
            array: None,
            origin: None,
            trusted: false,
            nest_host: None,
        });
        id
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// A method.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    /// A field.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// The internal name of a class.
    pub fn class_name(&self, id: ClassId) -> &'static str {
        self.symbols.text(self.class(id).name)
    }

    /// The name of a class as Java programs see it: `java.lang.String`, `[I`.
    pub fn java_name(&self, id: ClassId) -> String {
        let name = self.class_name(id);
        match self.class(id).hidden.then(|| name.rfind('/')).flatten() {
            // The suffix of a hidden class's name stays apart (Class.getName).
            Some(slash) => format!("{}/{}", name[..slash].replace('/', "."), &name[slash + 1..]),
            None => name.replace('/', "."),
        }
    }

    /// The type a reader of messages expects: `int[]`, `java.lang.String`.
    pub fn external_name(&self, id: ClassId) -> String {
        match self.class(id).shape {
            Shape::Array(element) => format!("{}[]", self.external_name(element)),
            _ => self.java_name(id),
        }
    }

    /// `Class.method(descriptor)` for messages of the tool.
    pub fn method_name(&self, id: MethodId) -> String {
        let method = self.method(id);
        format!(
            "{}.{}{}",
            self.java_name(method.class),
            self.symbols.text(method.name),
            self.symbols.text(method.descriptor)
        )
    }

    /// The class of a primitive type.
    pub fn primitive(&self, kind: Kind) -> ClassId {
        let index = PRIMITIVES.iter().position(|entry| entry.0 == kind).unwrap_or(8);
        self.primitives[index]
    }

    /// The primitive type of a Java keyword.
    pub fn primitive_named(&self, keyword: &str) -> Option<ClassId> {
        PRIMITIVES.iter().position(|entry| entry.1 == keyword).map(|index| self.primitives[index])
    }

    /// The descriptor of a class's type.
    pub fn descriptor_of(&self, id: ClassId) -> String {
        match self.class(id).shape {
            Shape::Primitive(kind) => {
                PRIMITIVES.iter().find(|entry| entry.0 == kind).map_or("V", |entry| entry.2).to_string()
            }
            Shape::Array(_) => self.class_name(id).to_string(),
            Shape::Instance => format!("L{};", self.class_name(id)),
        }
    }

    /// The class loaded under a name by a loader, if it has.
    pub fn loaded(&self, loader: LoaderId, name: &str) -> Option<ClassId> {
        let name = self.symbols.find(name)?;
        self.loaded.get(&(loader, name)).copied()
    }

    pub(crate) fn loaded_symbol(&self, loader: LoaderId, name: Symbol) -> Option<ClassId> {
        self.loaded.get(&(loader, name)).copied()
    }

    /// Notes that `loader`, asked for `class` by this name, answered with it (JVMS 5.3). Its first answer counts: all code of a loader
    /// must mean the same class by a name.
    pub fn record(&mut self, loader: LoaderId, name: &str, class: ClassId) -> Linked<()> {
        let name = self.symbols.intern(name);
        if self.loaded_symbol(loader, name).is_none() {
            self.check_agreement(loader, name, Some(class))?;
            self.loaded.insert((loader, name), class);
        }
        Ok(())
    }

    /// Forgets such an answer.
    pub fn forget(&mut self, loader: LoaderId, name: &str) {
        let name = self.symbols.intern(name);
        self.loaded.remove(&(loader, name));
    }

    /// Takes note of which loader a module of the image belongs to.
    pub fn set_module_loader(&mut self, module: &str, loader: LoaderId) {
        self.module_loaders.insert(module.to_string(), loader);
    }

    /// The module of the image that holds a class, and its loader, if the module is part of this run.
    pub fn module_of(&self, class_name: &str) -> Option<(String, LoaderId)> {
        let package = &class_name[..class_name.rfind('/')?];
        let module = self.jdk.image.module_of_package(package).ok()??;
        if let Some(&loader) = self.module_loaders.get(module) {
            return Some((module.to_string(), loader));
        }
        (module == "java.base").then(|| (module.to_string(), LoaderId::BOOT))
    }

    /// Loads a class by internal name or array descriptor.
    pub fn load(&mut self, loader: LoaderId, name: &str) -> Linked<ClassId> {
        if let Some(id) = self.loaded(loader, name) {
            return Ok(id);
        }
        if let Some(element) = name.strip_prefix('[') {
            // Looked at first: each dimension is a call.
            if name.bytes().take_while(|&byte| byte == b'[').count() > MAX_DIMENSIONS {
                return Err(LinkError::NotFound(name.to_string()));
            }
            let element = self.load_descriptor(loader, element)?;
            let id = self.array_of(element)?;
            self.record(loader, name, id)?;
            return Ok(id);
        }
        if loader.0 > LoaderId::APP.0 {
            return Err(LinkError::AskLoader(loader, name.to_string()));
        }
        let id = self.load_builtin(loader, name)?;
        self.record(loader, name, id)?;
        Ok(id)
    }

    /// The class of a field descriptor.
    pub fn load_descriptor(&mut self, loader: LoaderId, desc: &str) -> Linked<ClassId> {
        if let Some(index) = PRIMITIVES.iter().position(|entry| entry.2 == desc) {
            return Ok(self.primitives[index]);
        }
        match desc.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
            Some(name) => self.load(loader, name),
            None if desc.starts_with('[') => self.load(loader, desc),
            None => Err(LinkError::NotFound(desc.to_string())),
        }
    }

    fn load_builtin(&mut self, loader: LoaderId, name: &str) -> Linked<ClassId> {
        let not_found = || LinkError::NotFound(name.to_string());
        if let Some((module, owner)) = self.module_of(name) {
            if owner != LoaderId::BOOT && loader == LoaderId::BOOT {
                return Err(not_found());
            }
            if let Some(id) = self.loaded(owner, name) {
                return Ok(id);
            }
            let bytes = self.jdk.image.class_bytes(&module, name);
            let bytes = bytes
                .map_err(|error| LinkError::Java("java/lang/InternalError", error.to_string()))?
                .ok_or_else(not_found)?;
            return self.define_bytes(owner, name, bytes, Definition::default());
        }
        if loader != LoaderId::APP {
            return Err(not_found());
        }
        match self.class_path.find(&format!("{name}.class")) {
            Ok(Some((bytes, entry))) => {
                let definition = Definition { origin: Some(entry as u32), ..Definition::default() };
                self.define_bytes(loader, name, bytes.into(), definition)
            }
            Ok(None) => Err(not_found()),
            Err(error) => Err(LinkError::Java("java/lang/NoClassDefFoundError", format!("{name} ({error})"))),
        }
    }

    /// Parses a class file, which must not be newer than the JDK; the name is for messages.
    pub fn parse(&self, bytes: ClassBytes, name: &str) -> Linked<ClassFile> {
        let newest = self.jdk.feature as u16 + 44;
        let (major, minor) = match ClassFile::parse(bytes) {
            Ok(file) if file.major <= newest => return Ok(file),
            Ok(file) => (file.major, file.minor),
            Err(ClassFileError::UnsupportedVersion { major, minor }) if major > newest => (major, minor),
            Err(error) => return Err(file_error(&error, name)),
        };
        let message = classfile::too_new(name, major, minor, newest);
        Err(LinkError::Java("java/lang/UnsupportedClassVersionError", message))
    }

    /// Parses and defines a class that must have the given name.
    pub fn define_bytes(
        &mut self,
        loader: LoaderId,
        name: &str,
        bytes: ClassBytes,
        definition: Definition,
    ) -> Linked<ClassId> {
        let file = self.parse(bytes, name)?;
        let own = file.class_name(file.this_class).map_err(|error| file_error(&error, name))?;
        if definition.hidden_name.is_none() && own != name {
            return Err(LinkError::Java("java/lang/NoClassDefFoundError", format!("{name} (wrong name: {own})")));
        }
        self.define(loader, file, definition)
    }

    /// Defines a class from its file (JVMS 5.3.5): loads its supertypes, lays out fields, builds the vtable.
    pub fn define(&mut self, loader: LoaderId, file: ClassFile, definition: Definition) -> Linked<ClassId> {
        let own_name = match definition.hidden_name {
            Some(name) => name.to_string(),
            None => file.class_name(file.this_class).map_err(|error| file_error(&error, "?"))?.into_owned(),
        };
        let name = self.symbols.intern(&own_name);
        if self.under_way.contains(&(loader, name)) {
            return Err(LinkError::Java("java/lang/ClassCircularityError", own_name));
        }
        if definition.hidden_name.is_none() && self.loaded.contains_key(&(loader, name)) {
            let message = format!("loader attempted duplicate class definition for {}.", own_name.replace('/', "."));
            return Err(LinkError::Java("java/lang/LinkageError", message));
        }
        if self.under_way.len() >= MAX_NESTED_DEFINITIONS {
            return Err(LinkError::Java(
                "java/lang/StackOverflowError",
                format!("too many supertypes above {own_name}"),
            ));
        }
        self.under_way.push((loader, name));
        let supertypes = self.load_supertypes(&Newcomer { loader, file: &file, name: &own_name, definition });
        self.under_way.pop();
        let (super_class, interfaces) = supertypes?;
        let id = self.add_class(name, loader, Shape::Instance);
        let class = &mut self.classes[id.index()];
        class.access = file.access;
        class.super_class = super_class;
        class.hidden = definition.hidden_name.is_some();
        class.nest_host = definition.nest_host;
        class.origin = definition.origin;
        class.trusted = definition.trusted || loader.0 <= LoaderId::PLATFORM.0;
        class.interfaces = interfaces;
        class.file = Some(Arc::new(file));
        self.place_in_hierarchy(id);
        self.add_fields(id).map_err(|error| file_error(&error, &own_name))?;
        self.add_methods(id)?;
        self.constrain_overriding(id)?;
        if definition.hidden_name.is_none() {
            self.check_agreement(loader, name, None)?;
            self.loaded.insert((loader, name), id);
        }
        Ok(id)
    }

    /// A method that overrides one of another loader's class takes and gives what callers of that one do (JVMS 5.4.2).
    fn constrain_overriding(&mut self, id: ClassId) -> Linked<()> {
        let Some(parent) = self.class(id).super_class else { return Ok(()) };
        let loader = self.class(id).loader;
        for index in 0..self.class(id).methods.len() {
            let method = self.method(self.class(id).methods[index]);
            let descriptor = method.descriptor;
            let overridden =
                method.vtable_index.and_then(|place| self.class(parent).vtable.get(place as usize).copied());
            if let Some(overridden) = overridden {
                let other = self.class(self.method(overridden).class).loader;
                self.constrain(descriptor, loader, other)?;
            }
        }
        Ok(())
    }

    /// Whether a class is being defined: met again among its own supertypes, it is circular.
    pub(crate) fn is_under_way(&self, loader: LoaderId, name: &str) -> bool {
        self.symbols.find(name).is_some_and(|symbol| self.under_way.contains(&(loader, symbol)))
    }

    fn place_in_hierarchy(&mut self, id: ClassId) {
        let class = self.class(id);
        let mut all: Vec<ClassId> = Vec::new();
        let mut ancestors = Vec::new();
        if let Some(parent) = class.super_class {
            let parent = self.class(parent);
            ancestors.extend_from_slice(&parent.ancestors);
            all.extend_from_slice(&parent.all_interfaces);
        }
        for &interface in &class.interfaces {
            all.push(interface);
            all.extend_from_slice(&self.class(interface).all_interfaces);
        }
        all.sort_unstable();
        all.dedup();
        ancestors.push(id);
        let class = &mut self.classes[id.index()];
        class.all_interfaces = all;
        class.ancestors = ancestors;
    }

    fn add_fields(&mut self, id: ClassId) -> Result<(), ClassFileError> {
        let class = self.class(id);
        let Some(file) = class.file.clone() else { return Ok(()) };
        let (mut words, mut references) = match class.super_class {
            Some(parent) => (self.class(parent).instance_words, self.class(parent).reference_slots.clone()),
            None => (HEADER_WORDS, Vec::new()),
        };
        let (mut static_words, mut static_references) = (0, Vec::new());
        let mut fields = Vec::with_capacity(file.fields.len());
        for (index, member) in file.fields.iter().enumerate() {
            let desc = file.text(member.descriptor)?;
            let kind = descriptor::kind(&desc);
            let reference = matches!(kind, Kind::Object | Kind::Array);
            let is_static = member.access & access::STATIC != 0;
            let (next, list) =
                if is_static { (&mut static_words, &mut static_references) } else { (&mut words, &mut references) };
            let slot = *next;
            *next += 1;
            if reference {
                list.push(slot as u16);
            }
            let name = file.text(member.name)?;
            let field = Field {
                class: id,
                name: self.symbols.intern(&name),
                descriptor: self.symbols.intern(&desc),
                kind,
                access: member.access,
                slot,
                index: index as u16,
            };
            fields.push(FieldId(self.fields.len() as u32));
            self.fields.push(field);
        }
        let name = self.class_name(id);
        if self.class(id).loader == LoaderId::BOOT
            && let Some((_, extra)) = HIDDEN_WORDS.iter().find(|entry| entry.0 == name)
        {
            words += extra;
        }
        if words > u16::MAX as u32 {
            return Err(ClassFileError::Malformed("too many fields".into()));
        }
        let class = &mut self.classes[id.index()];
        class.fields = fields;
        class.instance_words = words;
        class.reference_slots = references;
        class.static_words = static_words;
        class.static_references = static_references;
        Ok(())
    }

    fn add_methods(&mut self, id: ClassId) -> Linked<()> {
        let class = self.class(id);
        let Some(file) = class.file.clone() else { return Ok(()) };
        let trusted = class.loader == LoaderId::BOOT;
        let mut vtable = class.super_class.map(|parent| self.class(parent).vtable.clone()).unwrap_or_default();
        let interface = class.is_interface();
        let mut methods = Vec::with_capacity(file.methods.len());
        let mut initializer = None;
        for (index, member) in file.methods.iter().enumerate() {
            let method_id = MethodId(self.methods.len() as u32);
            let method = self
                .make_method(id, &file, member, index as u16, trusted)
                .map_err(|error| file_error(&error, self.class_name(id)))?;
            let name = self.symbols.text(method.name);
            if name == "<clinit>" && method.is_static() {
                initializer = Some(method_id);
            }
            let virtual_method = !method.is_static() && !method.is_private() && !name.starts_with('<');
            self.methods.push(method);
            if virtual_method && !interface {
                let place = self.vtable_place(id, method_id, &mut vtable)?;
                self.methods[method_id.index()].vtable_index = Some(place);
            }
            methods.push(method_id);
        }
        let class = &mut self.classes[id.index()];
        class.methods = methods;
        class.vtable = vtable;
        class.initializer = initializer;
        Ok(())
    }

    fn make_method(
        &mut self,
        id: ClassId,
        file: &ClassFile,
        member: &Member,
        index: u16,
        trusted: bool,
    ) -> Result<Method, ClassFileError> {
        let name = file.text(member.name)?;
        let desc = file.text(member.descriptor)?;
        let Some(parsed) = descriptor::parse_method(&desc) else {
            return Err(ClassFileError::Malformed(format!("Method \"{name}\" has illegal signature \"{desc}\"")));
        };
        let receiver = (member.access & access::STATIC == 0) as u16;
        let slots: u32 = parsed.parameters.iter().map(|parameter| descriptor::slots(parameter) as u32).sum();
        if slots + receiver as u32 > 255 {
            return Err(ClassFileError::Malformed("Too many arguments in method signature in class file".into()));
        }
        let mut marks = if trusted { marks_of(file, member) } else { Marks::default() };
        if trusted && member.access & (access::NATIVE | access::VARARGS) == access::NATIVE | access::VARARGS {
            let class = self.class_name(id);
            marks.polymorphic = matches!(class, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle")
                && desc.starts_with("([Ljava/lang/Object;)");
        }
        Ok(Method {
            class: id,
            name: self.symbols.intern(&name),
            descriptor: self.symbols.intern(&desc),
            access: member.access,
            index: Some(index),
            argument_slots: slots as u16 + receiver,
            result: descriptor::kind(parsed.result),
            vtable_index: None,
            marks,
            code: None,
        })
    }

    /// Enters a method into the vtable under construction: over what it overrides (JVMS 5.4.5), else at the end.
    fn vtable_place(&self, class: ClassId, id: MethodId, vtable: &mut Vec<MethodId>) -> Linked<u32> {
        let method = self.method(id);
        let mut place = None;
        for (index, entry) in vtable.iter_mut().enumerate() {
            let other = self.method(*entry);
            if other.name == method.name && other.descriptor == method.descriptor && self.may_override(class, *entry) {
                if let Some(error) = self.overridden_final(class, id, *entry) {
                    return Err(error);
                }
                *entry = id;
                place.get_or_insert(index as u32);
            }
        }
        Ok(place.unwrap_or_else(|| {
            vtable.push(id);
            vtable.len() as u32 - 1
        }))
    }

    fn may_override(&self, class: ClassId, overridden: MethodId) -> bool {
        let other = self.method(overridden);
        other.access & (access::PUBLIC | access::PROTECTED) != 0 || self.same_package(class, other.class)
    }

    /// Whether two classes are in the same run-time package (JVMS 5.3).
    pub fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        self.class(a).loader == self.class(b).loader && self.package_of(a) == self.package_of(b)
    }

    /// The array class with the given element type.
    pub fn array_of(&mut self, element: ClassId) -> Linked<ClassId> {
        if let Some(id) = self.class(element).array {
            return Ok(id);
        }
        let name = format!("[{}", self.descriptor_of(element));
        if name.len() - name.trim_start_matches('[').len() > MAX_DIMENSIONS {
            return Err(LinkError::Java("java/lang/IllegalArgumentException", "too many dimensions".into()));
        }
        let symbol = self.symbols.intern(&name);
        let loader = self.class(element).loader;
        let object = self.load(LoaderId::BOOT, "java/lang/Object")?;
        let cloneable = self.load(LoaderId::BOOT, "java/lang/Cloneable")?;
        let serializable = self.load(LoaderId::BOOT, "java/io/Serializable")?;
        let id = self.add_class(symbol, loader, Shape::Array(element));
        let visibility = self.class(element).access & access::PUBLIC;
        let class = &mut self.classes[id.index()];
        class.access = visibility | access::FINAL | access::ABSTRACT;
        class.super_class = Some(object);
        class.interfaces = vec![cloneable, serializable];
        self.place_in_hierarchy(id);
        self.classes[id.index()].vtable = self.class(object).vtable.clone();
        self.classes[element.index()].array = Some(id);
        if !self.class(element).hidden {
            self.loaded.insert((loader, symbol), id);
        }
        Ok(id)
    }

    /// Whether a value of class `from` may stand where `to` is wanted (JVMS 6.5.instanceof).
    pub fn is_subclass(&self, from: ClassId, to: ClassId) -> bool {
        if from == to {
            return true;
        }
        let (sub, sup) = (self.class(from), self.class(to));
        match (sub.shape, sup.shape) {
            (Shape::Array(a), Shape::Array(b)) => {
                !self.class(a).is_primitive() && !self.class(b).is_primitive() && self.is_subclass(a, b)
            }
            _ if sup.is_interface() => sub.all_interfaces.binary_search(&to).is_ok(),
            (_, Shape::Instance) if sub.is_interface() => sup.super_class.is_none(),
            _ => sub.ancestors.get(sup.ancestors.len() - 1) == Some(&to),
        }
    }

    /// The field a class declares.
    pub fn declared_field(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<FieldId> {
        self.class(class).fields.iter().copied().find(|&id| {
            let field = self.field(id);
            field.name == name && field.descriptor == desc
        })
    }

    /// Field resolution (JVMS 5.4.3.2).
    pub fn find_field(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<FieldId> {
        let mut next = Some(class);
        while let Some(id) = next {
            let mut visited = Vec::new();
            if let Some(found) = self.find_field_in(id, name, desc, &mut visited) {
                return Some(found);
            }
            next = self.class(id).super_class;
        }
        None
    }

    /// The field in a class or its superinterfaces; interfaces reached by many ways are looked at once.
    fn find_field_in(&self, class: ClassId, name: Symbol, desc: Symbol, visited: &mut Vec<ClassId>) -> Option<FieldId> {
        if let Some(found) = self.declared_field(class, name, desc) {
            return Some(found);
        }
        for &interface in &self.class(class).interfaces {
            if visited.contains(&interface) {
                continue;
            }
            visited.push(interface);
            if let Some(found) = self.find_field_in(interface, name, desc, visited) {
                return Some(found);
            }
        }
        None
    }

    /// The field of a class or its superclasses by name alone; for fields of the JDK the machine itself uses. The topmost counts: a program's subclass
    /// may have a field of the same name.
    pub fn field_named(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let symbol = self.symbols.find(name)?;
        let declared =
            |id: &ClassId| self.class(*id).fields.iter().copied().find(|&field| self.field(field).name == symbol);
        self.class(class).ancestors.iter().find_map(declared)
    }

    /// The field a class itself declares by name alone.
    pub fn own_field_named(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let symbol = self.symbols.find(name)?;
        self.class(class).fields.iter().copied().find(|&field| self.field(field).name == symbol)
    }

    /// The method a class declares.
    pub fn declared_method(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        self.class(class).methods.iter().copied().find(|&id| {
            let method = self.method(id);
            method.name == name && method.descriptor == desc
        })
    }

    /// The signature-polymorphic method of that name a class declares (JVMS 2.9.3).
    pub fn polymorphic_method(&self, class: ClassId, name: Symbol) -> Option<MethodId> {
        let found = self.class(class).methods.iter().copied().find(|&id| self.method(id).name == name)?;
        self.method(found).marks.polymorphic.then_some(found)
    }

    /// Method resolution (JVMS 5.4.3.3 and 5.4.3.4; the latter differs in what its caller checks first).
    pub fn find_method(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        let mut next = Some(class);
        while let Some(id) = next {
            if let Some(found) = self.declared_method(id, name, desc) {
                return Some(found);
            }
            next = self.class(id).super_class;
        }
        if self.class(class).is_interface()
            && let Some(object) = self.loaded(LoaderId::BOOT, "java/lang/Object")
            && let Some(found) = self.declared_method(object, name, desc)
            && self.method(found).access & (access::PUBLIC | access::STATIC) == access::PUBLIC
        {
            return Some(found);
        }
        self.find_in_interfaces(class, name, desc)
    }

    /// The maximally specific superinterface method (JVMS 5.4.3.3), preferring one with a body.
    fn find_in_interfaces(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        let candidates: Vec<MethodId> = self
            .class(class)
            .all_interfaces
            .iter()
            .filter_map(|&interface| self.declared_method(interface, name, desc))
            .filter(|&id| !self.method(id).is_static() && !self.method(id).is_private())
            .collect();
        let specific = |id: &&MethodId| {
            let own = self.method(**id).class;
            !candidates.iter().any(|&other| other != **id && self.is_subclass(self.method(other).class, own))
        };
        let mut best: Vec<MethodId> = candidates.iter().filter(specific).copied().collect();
        best.sort_by_key(|&id| self.method(id).is_abstract());
        best.first().copied()
    }

    /// Whether two maximally specific defaults leave the choice open.
    fn is_ambiguous(&self, class: ClassId, chosen: MethodId) -> bool {
        let method = self.method(chosen);
        let defaults: Vec<ClassId> = self
            .class(class)
            .all_interfaces
            .iter()
            .filter_map(|&interface| self.declared_method(interface, method.name, method.descriptor))
            .filter(|&id| {
                !self.method(id).is_abstract() && !self.method(id).is_static() && !self.method(id).is_private()
            })
            .map(|id| self.method(id).class)
            .collect();
        let maximal = defaults
            .iter()
            .filter(|&&own| !defaults.iter().any(|&other| other != own && self.is_subclass(other, own)))
            .count();
        maximal > 1
    }

    /// Selection of the method an interface call runs (JVMS 5.4.6), remembered per class.
    pub fn select(&mut self, receiver: ClassId, method: MethodId) -> Linked<MethodId> {
        if let Some(&known) = self.class(receiver).selected.get(&method) {
            return Ok(known);
        }
        let wanted = self.method(method);
        let (name, desc) = (wanted.name, wanted.descriptor);
        let mut found = None;
        let mut next = Some(receiver);
        while let Some(id) = next {
            if let Some(declared) = self.declared_method(id, name, desc) {
                let candidate = self.method(declared);
                if !candidate.is_static() && !candidate.is_private() {
                    found = Some(declared);
                    break;
                }
            }
            next = self.class(id).super_class;
        }
        let found = match found {
            Some(found) => found,
            None => match self.find_in_interfaces(receiver, name, desc) {
                Some(found) if self.is_ambiguous(receiver, found) => {
                    let message = format!("Conflicting default methods: {}", self.symbols.text(name));
                    return Err(LinkError::Java("java/lang/IncompatibleClassChangeError", message));
                }
                Some(found) => found,
                None => return Err(self.abstract_method(receiver, method)),
            },
        };
        if self.method(found).is_abstract() {
            return Err(self.abstract_method(receiver, found));
        }
        if self.class(self.method(method).class).is_interface() && self.method(found).access & access::PUBLIC == 0 {
            let message = format!(
                "class {} tried to access method {} which is not public",
                self.java_name(receiver),
                self.describe_method(found)
            );
            return Err(LinkError::Java("java/lang/IllegalAccessError", message));
        }
        let loader_of = |id: MethodId| self.class(self.method(id).class).loader;
        let (caller, callee) = (loader_of(method), loader_of(found));
        self.constrain(desc, caller, callee)?;
        self.classes[receiver.index()].selected.insert(method, found);
        Ok(found)
    }

    /// The error of calling a method that has no body.
    pub fn abstract_method(&self, receiver: ClassId, method: MethodId) -> LinkError {
        let kind = if self.class(self.method(method).class).is_interface() { "interface" } else { "abstract class" };
        let message = format!(
            "Receiver class {} does not define or inherit an implementation of the resolved method '{}abstract {}' of {kind} {}.",
            self.java_name(receiver),
            "",
            self.signature_text(method),
            self.java_name(self.method(method).class)
        );
        LinkError::Java("java/lang/AbstractMethodError", message)
    }

    /// `void pkg.Class.method(int, java.lang.String)`, as HotSpot's messages have it.
    pub fn describe_method(&self, id: MethodId) -> String {
        let method = self.method(id);
        describe_signature(
            &self.java_name(method.class),
            self.symbols.text(method.name),
            self.symbols.text(method.descriptor),
        )
    }

    fn signature_text(&self, id: MethodId) -> String {
        let method = self.method(id);
        describe_signature("", self.symbols.text(method.name), self.symbols.text(method.descriptor))
    }

    /// The class of the nest a class belongs to (JVMS 5.4.4), without loading anything beyond what is loaded.
    pub fn nest_host_of(&self, class: ClassId) -> ClassId {
        let mut class = class;
        while let Some(host) = self.class(class).nest_host {
            class = host;
        }
        let entry = self.class(class);
        let host = entry.file.as_ref().and_then(|file| {
            let name = file.class_name(file.nest_host()?).ok()?;
            self.loaded(entry.loader, &name)
        });
        host.unwrap_or(class)
    }

    /// Whether code of `from` may use a member of `owner` with these flags, found through class `through` (JVMS 5.4.4).
    pub fn may_access(&self, from: ClassId, owner: ClassId, flags: u16) -> bool {
        if flags & access::PUBLIC != 0 || from == owner {
            return true;
        }
        if flags & access::PRIVATE != 0 {
            return self.nest_host_of(from) == self.nest_host_of(owner)
                || self.outermost(from) == self.outermost(owner);
        }
        if self.same_package(from, owner) {
            return true;
        }
        flags & access::PROTECTED != 0 && (self.is_subclass(from, owner) || self.class(from).nest_host.is_some())
    }

    /// The nest host's name before a class is loaded: private access among classes not loaded yet is judged by it.
    fn outermost(&self, class: ClassId) -> (LoaderId, Option<String>) {
        let entry = self.class(class);
        let host = entry.file.as_ref().and_then(|file| Some(file.class_name(file.nest_host()?).ok()?.into_owned()));
        (entry.loader, host.or_else(|| Some(self.class_name(class).to_string())))
    }

    /// Makes a method's register code if it is not there yet.
    pub fn translate(&mut self, id: MethodId) -> Linked<()> {
        if self.method(id).code.is_some() {
            return Ok(());
        }
        let code = self.make_code(id)?;
        self.methods[id.index()].code = Some(Box::new(code));
        Ok(())
    }

    /// A method's register code as it is before anything of it is linked; verifies first what does not come from the JDK.
    pub fn make_code(&mut self, id: MethodId) -> Linked<Code> {
        let method = self.method(id);
        let class = self.class(method.class);
        let class_name = self.class_name(method.class);
        let (Some(file), Some(index)) = (class.file.clone(), method.index) else {
            return Err(LinkError::Java("java/lang/InternalError", format!("no code for {}", self.method_name(id))));
        };
        let member = &file.methods[index as usize];
        let code = match file.code(member) {
            Ok(Some(code)) => code,
            Ok(None) => {
                let message = format!(
                    "Absent Code attribute in method that is not native or abstract in class file {class_name}"
                );
                return Err(LinkError::Java("java/lang/ClassFormatError", message));
            }
            Err(error) => return Err(file_error(&error, class_name)),
        };
        // What the machine makes for a program is only as right as the program's call site.
        let trusted = class.trusted && class.nest_host.is_none_or(|host| self.class(host).trusted);
        let checks = if trusted { Vec::new() } else { self.verify(id, &file, member, &code)? };
        let method = self.method(id);
        let desc = self.symbols.text(method.descriptor);
        let source = translate::Source {
            file: &file,
            code: &code,
            checks: &checks,
            is_static: method.is_static(),
            is_synchronized: method.access & access::SYNCHRONIZED != 0,
            result: descriptor::parse_method(desc).map_or("V", |parsed| parsed.result),
            narrow: !trusted,
        };
        translate::translate(&source)
            .map_err(|error| LinkError::Java("java/lang/VerifyError", format!("{error} in {}", self.method_name(id))))
    }

    fn verify(
        &mut self,
        id: MethodId,
        file: &ClassFile,
        member: &Member,
        code: &crate::classfile::CodeAttribute,
    ) -> Linked<Vec<(u16, u16, Symbol)>> {
        let hierarchy = Known { program: self, loader: self.class(self.method(id).class).loader };
        let request = verify::Request { file, method: member, code, hierarchy: &hierarchy };
        let verified =
            verify::verify(&request).map_err(|error| LinkError::Java("java/lang/VerifyError", error.to_string()))?;
        let mut checks: Vec<(u16, u16, Symbol)> =
            verified.checks.iter().map(|check| (check.pc, check.slot, self.symbols.intern(&check.class))).collect();
        // A lambda's class calls private methods of its host by invokespecial where an old class file names them so (REF_invokeSpecial). That the
        // receiver be of the calling class itself (JVMS 4.10.1.9.invokespecial) is for classes of the program.
        let class = self.class(self.method(id).class);
        if class.trusted && class.hidden {
            let own = class.name;
            checks.retain(|check| check.2 != own);
        }
        checks.sort_unstable();
        checks.dedup();
        Ok(checks)
    }

    /// Adds a method of the machine's own, with code given, to a class of the JDK's; it is in no class file.
    pub fn add_stub(&mut self, class: ClassId, name: &str, desc: &str, code: Code) -> MethodId {
        let id = MethodId(self.methods.len() as u32);
        let name = self.symbols.intern(name);
        let slots = descriptor::argument_slots(desc).unwrap_or(0);
        let result = descriptor::parse_method(desc).map_or(Kind::Void, |parsed| descriptor::kind(parsed.result));
        let desc = self.symbols.intern(desc);
        self.methods.push(Method {
            class,
            name,
            descriptor: desc,
            access: access::STATIC | access::SYNTHETIC,
            index: None,
            argument_slots: slots,
            result,
            vtable_index: None,
            marks: Marks { hidden: true, ..Marks::default() },
            code: Some(Box::new(code)),
        });
        id
    }

    /// The source line of an instruction of a method.
    pub fn line(&self, id: MethodId, bytecode: u16) -> Option<u16> {
        let method = self.method(id);
        let file = self.class(method.class).file.as_ref()?;
        let code = file.code(&file.methods[method.index? as usize]).ok()??;
        let lines = file.lines(&code).ok()?;
        lines.iter().filter(|entry| entry.start <= bytecode).max_by_key(|entry| entry.start).map(|entry| entry.line)
    }

    /// The source file's name of a class.
    pub fn source_file(&self, class: ClassId) -> Option<String> {
        let file = self.class(class).file.as_ref()?;
        Some(file.text(file.source_file()?).ok()?.into_owned())
    }
}

/// What the verifier may know: classes this loader has already answered for.
struct Known<'a> {
    program: &'a Program,
    loader: LoaderId,
}

impl verify::Hierarchy for Known<'_> {
    fn is_assignable(&self, from: &str, to: &str) -> Option<bool> {
        let from = self.program.loaded(self.loader, from)?;
        let to = self.program.loaded(self.loader, to)?;
        Some(self.program.is_subclass(from, to))
    }

    fn is_interface(&self, name: &str) -> Option<bool> {
        let id = self.program.loaded(self.loader, name)?;
        Some(self.program.class(id).is_interface())
    }
}

/// A broken class file as the Java error it is.
pub(crate) fn file_error(error: &ClassFileError, class: &str) -> LinkError {
    let kind = match error {
        ClassFileError::UnsupportedVersion { .. } => "java/lang/UnsupportedClassVersionError",
        _ => "java/lang/ClassFormatError",
    };
    LinkError::Java(kind, error.java_message(class))
}

/// A type's descriptor in the words of Java.
pub fn describe_type(desc: &str) -> String {
    let element = desc.trim_start_matches('[');
    let base = match PRIMITIVES.iter().find(|entry| entry.2 == element) {
        Some(entry) => entry.1.to_string(),
        None => element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(element).replace('/', "."),
    };
    base + &"[]".repeat(desc.len() - element.len())
}

/// A method in the words of Java: `void pkg.Class.method(int, java.lang.String)`.
pub fn describe_signature(class: &str, name: &str, desc: &str) -> String {
    let Some(parsed) = descriptor::parse_method(desc) else { return format!("{class}.{name}{desc}") };
    let parameters: Vec<String> = parsed.parameters.iter().map(|parameter| describe_type(parameter)).collect();
    let dot = if class.is_empty() { "" } else { "." };
    format!("{} {class}{dot}{name}({})", describe_type(parsed.result), parameters.join(", "))
}

fn marks_of(file: &ClassFile, member: &Member) -> Marks {
    let mut marks = Marks::default();
    let Some(span) = file.attribute(&member.attributes, "RuntimeVisibleAnnotations") else { return marks };
    let mut reader = Annotations { bytes: file.bytes(span), at: 0 };
    let count = reader.short();
    for _ in 0..count.unwrap_or(0) {
        let Some(kind) = reader.short() else { break };
        match file.utf8(kind).unwrap_or_default() {
            b"Ljdk/internal/reflect/CallerSensitive;" => marks.caller_sensitive = true,
            b"Ljava/lang/invoke/LambdaForm$Hidden;" | b"Ljdk/internal/vm/annotation/Hidden;" => marks.hidden = true,
            _ => {}
        }
        if reader.skip_pairs(0).is_none() {
            break;
        }
    }
    marks
}

/// Walks over annotations (JVMS 4.7.16) without looking at their values.
struct Annotations<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Annotations<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.byte()?, self.byte()?]))
    }

    fn skip_pairs(&mut self, depth: u32) -> Option<()> {
        for _ in 0..self.short()? {
            self.short()?;
            self.skip_value(depth)?;
        }
        Some(())
    }

    fn skip_value(&mut self, depth: u32) -> Option<()> {
        if depth > 16 {
            return None;
        }
        match self.byte()? {
            b'e' => {
                self.short()?;
                self.short()?;
            }
            b'@' => {
                self.short()?;
                self.skip_pairs(depth + 1)?;
            }
            b'[' => {
                for _ in 0..self.short()? {
                    self.skip_value(depth + 1)?;
                }
            }
            _ => {
                self.short()?;
            }
        }
        Some(())
    }
}

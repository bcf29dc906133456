//! What the linked program is made of: classes, fields, methods and their code.

pub use crate::classfile::access;
use crate::classfile::{ClassFile, descriptor::Kind};
use crate::insn::{Insn, Reg};
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the table of its kind.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A class, interface, array or primitive type.
    ClassId
}
id! {
    /// A method.
    MethodId
}
id! {
    /// A field.
    FieldId
}
id! {
    /// A class loader; the three of the JDK come first.
    LoaderId
}

impl LoaderId {
    /// The bootstrap loader.
    pub const BOOT: LoaderId = LoaderId(0);
    /// The platform class loader.
    pub const PLATFORM: LoaderId = LoaderId(1);
    /// The application class loader, which reads the class path.
    pub const APP: LoaderId = LoaderId(2);
}

/// Words of an object before its first field or element: class and lock, name, marks and length.
pub const HEADER_WORDS: u32 = 3;

/// What kind of type a class stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A class or interface from a class file.
    Instance,
    /// An array with elements of the given type.
    Array(ClassId),
    /// A primitive type or void.
    Primitive(Kind),
}

/// A linked class.
pub struct Class {
    /// Internal name: `java/lang/String`, `[I`, `int`.
    pub name: Symbol,
    /// Its defining loader.
    pub loader: LoaderId,
    /// Access flags of the class file.
    pub access: u16,
    /// What kind of type it is.
    pub shape: Shape,
    /// The direct superclass.
    pub super_class: Option<ClassId>,
    /// The direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// The class file; arrays and primitives have none.
    pub file: Option<Arc<ClassFile>>,
    /// Hidden classes (JVMS 5.3.5 by `Lookup.defineHiddenClass`) and classes of the machine's own making.
    pub hidden: bool,
    /// Superclasses from `Object` down to this class: a subclass test is one look.
    pub ancestors: Vec<ClassId>,
    /// All superinterfaces, direct or not, sorted.
    pub all_interfaces: Vec<ClassId>,
    /// Declared fields, in class-file order.
    pub fields: Vec<FieldId>,
    /// Declared methods, in class-file order.
    pub methods: Vec<MethodId>,
    /// Methods by vtable index.
    pub vtable: Vec<MethodId>,
    /// Interface methods selected so far for receivers of this class.
    pub selected: FxHashMap<MethodId, MethodId>,
    /// Words of an instance, header included.
    pub instance_words: u32,
    /// Word index of each reference field of an instance.
    pub reference_slots: Vec<u16>,
    /// Words of its static fields.
    pub static_words: u32,
    /// Word index, within the statics, of each static reference field.
    pub static_references: Vec<u16>,
    /// The class initialiser.
    pub initializer: Option<MethodId>,
    /// The array class with this class as element, once asked for.
    pub array: Option<ClassId>,
    /// Not verified: from the JDK's image, or made by the machine.
    pub trusted: bool,
    /// The class-path entry it was read from.
    pub origin: Option<u32>,
    /// Nest host given by the machine (hidden nest mates); else the class file's.
    pub nest_host: Option<ClassId>,
}

impl Class {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// Whether it is an array class.
    pub fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Array(_))
    }

    /// Whether it is a primitive type or void.
    pub fn is_primitive(&self) -> bool {
        matches!(self.shape, Shape::Primitive(_))
    }
}

/// A linked field.
pub struct Field {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Symbol,
    /// Its type's descriptor.
    pub descriptor: Symbol,
    /// Its type's kind.
    pub kind: Kind,
    /// Access flags.
    pub access: u16,
    /// Word index in the instance (header included) or among the statics.
    pub slot: u32,
    /// Position in the class file's field list.
    pub index: u16,
}

impl Field {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
    /// Whether it holds a reference.
    pub fn is_reference(&self) -> bool {
        matches!(self.kind, Kind::Object | Kind::Array)
    }
}

/// A linked method.
pub struct Method {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Symbol,
    /// Its descriptor.
    pub descriptor: Symbol,
    /// Access flags.
    pub access: u16,
    /// Position in the class file's method list; stubs have none.
    pub index: Option<u16>,
    /// JVM slots of its arguments, receiver included.
    pub argument_slots: u16,
    /// What it returns.
    pub result: Kind,
    /// Its place in the vtable, if it has one.
    pub vtable_index: Option<u32>,
    /// Properties given by the JDK's internal annotations.
    pub marks: Marks,
    /// Register code, made on first call. Never dropped or replaced once there: the executor keeps pointers into it.
    pub code: Option<Box<Code>>,
}

/// What the JDK's annotations say of a method.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Marks {
    /// `@CallerSensitive`: `Reflection.getCallerClass` looks above it.
    pub caller_sensitive: bool,
    /// `@Hidden`: left out of stack traces.
    pub hidden: bool,
    /// Signature polymorphic (JVMS 2.9.3).
    pub polymorphic: bool,
}

impl Method {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
    /// Whether it is native.
    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }
    /// Whether it has no body.
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }
    /// Whether it is private.
    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }
}

/// A method's register code.
#[derive(Default)]
pub struct Code {
    /// The instructions; a cell each, since the executor links them in place.
    pub insns: Box<[Cell<Insn>]>,
    /// Registers of a frame.
    pub registers: u16,
    /// First operand-stack register.
    pub stack_base: Reg,
    /// The bytecode index each instruction came from.
    pub bytecode: Vec<u16>,
    /// Exception handlers, in order of precedence.
    pub handlers: Vec<CodeHandler>,
    /// 64-bit constants.
    pub wide: Vec<u64>,
    /// Switch tables.
    pub switches: Vec<Switch>,
    /// Classes named by instructions.
    pub classes: Vec<Cell<ClassUse>>,
    /// Operand-stack slots in use before each instruction: registers above are dead.
    pub depths: Vec<u16>,
    /// Registers that calls take and that hold nothing, the second ones of longs and doubles: each with its call's instruction, in ascending order.
    pub empty_arguments: Vec<(u32, Reg)>,
    /// Registers of a stub method that hold references, whatever its instruction.
    pub stub_references: Vec<Reg>,
    /// Whether what an instruction writes is a reference: for reference maps.
    pub reference_results: Vec<bool>,
}

/// A class named by an instruction.
#[derive(Clone, Copy, Debug)]
pub enum ClassUse {
    /// Constant-pool index, not resolved yet.
    Pool(u16),
    /// The array class of the class at a constant-pool index, not resolved yet.
    ArrayOf(u16),
    /// A primitive array class by its `newarray` code (JVMS 6.5.newarray).
    PrimitiveArray(u8),
    /// A name of the verifier's, not resolved yet.
    Named(Symbol),
    /// Resolved.
    Class(ClassId),
}

/// An exception handler over a range of instructions.
#[derive(Clone, Copy, Debug)]
pub struct CodeHandler {
    /// First instruction covered.
    pub start: u32,
    /// First instruction not covered.
    pub end: u32,
    /// Where the handler starts.
    pub target: u32,
    /// The class caught, by constant-pool index; 0 catches everything.
    pub catch_type: u16,
}

/// A switch's targets, relative to the instruction after it.
#[derive(Debug)]
pub struct Switch {
    /// Where to go when no case matches.
    pub default: i32,
    /// The cases.
    pub cases: Cases,
}

/// A switch's cases.
#[derive(Debug)]
pub enum Cases {
    /// Consecutive values from `low` on.
    Table {
        /// The value of the first target.
        low: i32,
        /// The targets.
        targets: Vec<i32>,
    },
    /// Sorted values, each with its target.
    Lookup(Vec<(i32, i32)>),
}

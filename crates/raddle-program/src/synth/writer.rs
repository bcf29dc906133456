//! A class-file writer (JVMS 4): a constant pool that shares equal entries, fields, methods, and a code assembler with labels
//! that keeps count of stack and locals. It writes no StackMapTable, since the machine trusts these classes and does not verify them.
//! What does not fit into a class file is remembered and reported once, at the end, so that generators read as straight code.

use super::SynthError;
use super::types::{Primitive, Signature, Type};
use crate::classfile::{access, mutf8};
use rustc_hash::FxHashMap;

/// The class-file version of generated classes: that of Java 17.
pub const MAJOR: u16 = 61;

/// A constant pool entry; the indices are those of other entries.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Entry {
    Utf8(Vec<u8>),
    Integer(i32),
    Class(u16),
    String(u16),
    Field(u16, u16),
    Method(u16, u16),
    InterfaceMethod(u16, u16),
    NameAndType(u16, u16),
}

/// A constant pool under construction.
#[derive(Debug, Default)]
struct Pool {
    indices: FxHashMap<Entry, u16>,
    bytes: Vec<u8>,
    /// The first thing that did not fit; indices given out after it mean nothing.
    excess: Option<SynthError>,
}

impl Pool {
    fn add(&mut self, entry: Entry) -> u16 {
        if let Some(&index) = self.indices.get(&entry) {
            return index;
        }
        // Index 0 is unusable and the count, which is one more than the last index, must fit into 16 bits (JVMS 4.1).
        let index = match u16::try_from(self.indices.len() + 1) {
            Ok(index) if index < u16::MAX => index,
            _ => return self.exceed("constant pool"),
        };
        match &entry {
            Entry::Utf8(bytes) => {
                let Ok(len) = u16::try_from(bytes.len()) else {
                    return self.exceed("constant string");
                };
                self.bytes.push(1);
                self.bytes.extend(len.to_be_bytes());
                self.bytes.extend(bytes);
            }
            Entry::Integer(value) => {
                self.bytes.push(3);
                self.bytes.extend(value.to_be_bytes());
            }
            Entry::Class(name) => self.one(7, *name),
            Entry::String(text) => self.one(8, *text),
            Entry::Field(class, member) => self.two(9, *class, *member),
            Entry::Method(class, member) => self.two(10, *class, *member),
            Entry::InterfaceMethod(class, member) => self.two(11, *class, *member),
            Entry::NameAndType(name, descriptor) => self.two(12, *name, *descriptor),
        }
        self.indices.insert(entry, index);
        index
    }

    fn one(&mut self, tag: u8, index: u16) {
        self.bytes.push(tag);
        self.bytes.extend(index.to_be_bytes());
    }

    fn two(&mut self, tag: u8, first: u16, second: u16) {
        self.one(tag, first);
        self.bytes.extend(second.to_be_bytes());
    }

    fn exceed(&mut self, what: &'static str) -> u16 {
        self.excess.get_or_insert(SynthError::TooLarge(what));
        0
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.add(Entry::Utf8(mutf8::encode(text).into_owned()))
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(Entry::Class(name))
    }

    fn string(&mut self, units: &[u16]) -> u16 {
        let text = self.add(Entry::Utf8(mutf8::encode_utf16(units)));
        self.add(Entry::String(text))
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let name = self.utf8(name);
        let descriptor = self.utf8(descriptor);
        self.add(Entry::NameAndType(name, descriptor))
    }
}

/// A class under construction.
#[derive(Debug)]
pub struct ClassWriter {
    /// The major version written; [`MAJOR`] unless set.
    pub major: u16,
    access: u16,
    name: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    pool: Pool,
    fields: Members,
    methods: Members,
}

/// Fields or methods already in the form of the class file.
#[derive(Debug, Default)]
struct Members {
    count: u16,
    bytes: Vec<u8>,
}

impl Members {
    fn add(&mut self, access: u16, name: u16, descriptor: u16, attributes: &[u8]) {
        // Wrapping is out of the question: a member needs constants of its own, and the pool has run over before.
        self.count = self.count.saturating_add(1);
        for value in [access, name, descriptor] {
            self.bytes.extend(value.to_be_bytes());
        }
        self.bytes.extend(attributes);
    }
}

impl ClassWriter {
    /// A class with these flags, this internal name, and `java/lang/Object` as its superclass.
    pub fn new(access: u16, name: &str) -> ClassWriter {
        let mut pool = Pool::default();
        ClassWriter {
            major: MAJOR,
            access,
            name: pool.class(name),
            super_class: pool.class("java/lang/Object"),
            interfaces: Vec::new(),
            pool,
            fields: Members::default(),
            methods: Members::default(),
        }
    }

    /// Adds a direct superinterface; one that is there already is not repeated.
    pub fn implement(&mut self, interface: &str) {
        let class = self.pool.class(interface);
        if !self.interfaces.contains(&class) {
            self.interfaces.push(class);
        }
    }

    /// Adds a field.
    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let name = self.pool.utf8(name);
        let descriptor = self.pool.utf8(descriptor);
        self.fields.add(access, name, descriptor, &[0, 0]);
    }

    /// Begins a method; [`Code::end`] adds it to the class.
    pub fn method(&mut self, access: u16, name: &str, descriptor: &str) -> Result<Code<'_>, SynthError> {
        let signature = Signature::of(descriptor)?;
        let receiver = u32::from(access & access::STATIC == 0);
        let locals = receiver + argument_slots(&signature);
        // JVMS 4.3.3: 255 slots at most, the receiver's included.
        if locals > 255 {
            return Err(SynthError::TooLarge("parameter list"));
        }
        let name = self.pool.utf8(name);
        let descriptor = self.pool.utf8(descriptor);
        Ok(Code {
            class: self,
            access,
            name,
            descriptor,
            plain: Vec::new(),
            specials: Vec::new(),
            depths: Vec::new(),
            handlers: Vec::new(),
            depth: 0,
            reachable: true,
            max_stack: 0,
            max_locals: locals,
        })
    }

    /// The bytes of the class file, or what did not fit into one.
    pub fn finish(self) -> Result<Vec<u8>, SynthError> {
        if let Some(excess) = self.pool.excess {
            return Err(excess);
        }
        let interfaces = u16::try_from(self.interfaces.len()).map_err(|_| SynthError::TooLarge("interface list"))?;
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
        bytes.extend(self.major.to_be_bytes());
        let count = self.pool.indices.len() as u16 + 1;
        bytes.extend(count.to_be_bytes());
        bytes.extend(self.pool.bytes);
        for value in [self.access, self.name, self.super_class, interfaces] {
            bytes.extend(value.to_be_bytes());
        }
        for interface in self.interfaces {
            bytes.extend(interface.to_be_bytes());
        }
        for members in [self.fields, self.methods] {
            bytes.extend(members.count.to_be_bytes());
            bytes.extend(members.bytes);
        }
        bytes.extend([0, 0]);
        Ok(bytes)
    }
}

fn argument_slots(signature: &Signature) -> u32 {
    let slots = signature.parameters.iter().map(|ty| u32::from(ty.slots()));
    slots.sum()
}

/// A place in the code of one method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(usize);

/// An instruction without operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Op {
    Null = 1,
    LoadElement = 50,
    StoreElement = 83,
    Pop = 87,
    Pop2 = 88,
    Dup = 89,
    AddInt = 96,
    MultiplyInt = 104,
    IntToLong = 133,
    IntToFloat = 134,
    IntToDouble = 135,
    LongToFloat = 137,
    LongToDouble = 138,
    FloatToDouble = 141,
    CompareLong = 148,
    Throw = 191,
}

impl Op {
    /// How many slots it pops and pushes (JVMS 6.5).
    fn effect(self) -> (u32, u32) {
        match self {
            Op::Null => (0, 1),
            Op::LoadElement => (2, 1),
            Op::StoreElement => (3, 0),
            Op::Pop | Op::Throw => (1, 0),
            Op::Pop2 => (2, 0),
            Op::Dup => (1, 2),
            Op::AddInt | Op::MultiplyInt => (2, 1),
            Op::IntToLong | Op::IntToDouble | Op::FloatToDouble => (1, 2),
            Op::IntToFloat => (1, 1),
            Op::LongToFloat => (2, 1),
            Op::LongToDouble => (2, 2),
            Op::CompareLong => (4, 1),
        }
    }
}

/// A jump and its condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Jump {
    IfZero = 153,
    IfNotZero = 154,
    IfIntsDiffer = 160,
    IfSame = 165,
    IfNotSame = 166,
    Always = 167,
    IfNull = 198,
    IfNotNull = 199,
}

impl Jump {
    fn pops(self) -> u32 {
        match self {
            Jump::Always => 0,
            Jump::IfIntsDiffer | Jump::IfSame | Jump::IfNotSame => 2,
            _ => 1,
        }
    }

    /// The opcode of the opposite condition. Opposites are neighbours, from 153 on in pairs that begin odd, and 198 with 199.
    fn opposite(self) -> u8 {
        let opcode = self as u8;
        if opcode >= Jump::IfNull as u8 { opcode ^ 1 } else { ((opcode + 1) ^ 1) - 1 }
    }

    /// The length of the instruction, or of the pair that stands for it where offsets of 16 bits do not reach.
    fn len(self, far: bool) -> usize {
        match (far, self) {
            (false, _) => 3,
            (true, Jump::Always) => 5,
            (true, _) => 8,
        }
    }
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Invoke {
    Virtual = 182,
    Special = 183,
    Static = 184,
    Interface = 185,
}

/// What stands between plain instructions and has a place or length that depends on the layout.
#[derive(Debug)]
enum Special {
    Mark(Label),
    Jump(Jump, Label),
    /// A tableswitch from 0 on.
    Table {
        targets: Vec<Label>,
        default: Label,
    },
}

impl Special {
    fn len(&self, pc: usize, far: bool) -> usize {
        match self {
            Special::Mark(_) => 0,
            Special::Jump(jump, _) => jump.len(far),
            Special::Table { targets, .. } => 1 + table_padding(pc) + 12 + 4 * targets.len(),
        }
    }
}

/// A tableswitch's operands begin at a multiple of four (JVMS 6.5).
fn table_padding(pc: usize) -> usize {
    3 - pc % 4
}

#[derive(Debug)]
struct Handler {
    start: Label,
    end: Label,
    target: Label,
    catch: u16,
}

/// The code of a method under construction.
///
/// Instructions that need no layout go to `plain`; each special one remembers how many plain bytes precede it.
#[derive(Debug)]
pub struct Code<'w> {
    class: &'w mut ClassWriter,
    access: u16,
    name: u16,
    descriptor: u16,
    plain: Vec<u8>,
    specials: Vec<(usize, Special)>,
    /// The stack depth at each label, once a jump or the flow reached it.
    depths: Vec<Option<u32>>,
    handlers: Vec<Handler>,
    depth: u32,
    reachable: bool,
    max_stack: u32,
    max_locals: u32,
}

/// The longest code (JVMS 4.7.3).
const MAX_CODE: usize = 65535;

impl Code<'_> {
    fn pop(&mut self, slots: u32) {
        debug_assert!(slots <= self.depth, "generated code pops an empty stack");
        self.depth = self.depth.saturating_sub(slots);
    }

    fn push(&mut self, slots: u32) {
        self.depth += slots;
        self.max_stack = self.max_stack.max(self.depth);
    }

    fn wide(&mut self, opcode: u8, index: u16) {
        self.plain.push(opcode);
        self.plain.extend(index.to_be_bytes());
    }

    /// An instruction without operands.
    pub fn op(&mut self, op: Op) {
        let (pops, pushes) = op.effect();
        self.pop(pops);
        self.push(pushes);
        self.plain.push(op as u8);
        if op == Op::Throw {
            self.reachable = false;
        }
    }

    /// Drops a value of type `ty`.
    pub fn drop_value(&mut self, ty: Type) {
        match ty.slots() {
            0 => {}
            1 => self.op(Op::Pop),
            _ => self.op(Op::Pop2),
        }
    }

    /// Loads the local variable at `slot`.
    pub fn load(&mut self, ty: Type, slot: u16) {
        self.local(21, 26, ty, slot);
        self.push(u32::from(ty.slots()));
    }

    /// Stores into the local variable at `slot`.
    pub fn store(&mut self, ty: Type, slot: u16) {
        self.pop(u32::from(ty.slots()));
        self.local(54, 59, ty, slot);
    }

    /// `general` is the int form with an operand, `short` the int form for slot 0; those of the other kinds follow in order.
    fn local(&mut self, general: u8, short: u8, ty: Type, slot: u16) {
        let Some(kind) = stack_kind(ty) else { return };
        self.max_locals = self.max_locals.max(u32::from(slot) + u32::from(ty.slots()));
        match u8::try_from(slot) {
            Ok(slot @ 0..=3) => self.plain.push(short + 4 * kind + slot),
            Ok(slot) => self.plain.extend([general + kind, slot]),
            Err(_) => {
                self.plain.push(196);
                self.wide(general + kind, slot);
            }
        }
    }

    /// Returns a value of type `ty`.
    pub fn return_value(&mut self, ty: Type) {
        self.pop(u32::from(ty.slots()));
        self.plain.push(stack_kind(ty).map_or(177, |kind| 172 + kind));
        self.reachable = false;
    }

    /// Pushes an int.
    pub fn int(&mut self, value: i32) {
        if let -1..=5 = value {
            self.plain.push((3 + value) as u8);
        } else if let Ok(value) = i8::try_from(value) {
            self.plain.extend([16, value as u8]);
        } else if let Ok(value) = i16::try_from(value) {
            self.wide(17, value as u16);
        } else {
            let index = self.class.pool.add(Entry::Integer(value));
            self.load_constant(index);
        }
        self.push(1);
    }

    /// Pushes a string constant.
    pub fn string(&mut self, text: &str) {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_units(&units);
    }

    /// Pushes a string constant of any UTF-16 units.
    pub fn string_units(&mut self, units: &[u16]) {
        let index = self.class.pool.string(units);
        self.load_constant(index);
        self.push(1);
    }

    /// Pushes the `java.lang.Class` of a class constant.
    pub fn class_constant(&mut self, class: &str) {
        let index = self.class.pool.class(class);
        self.load_constant(index);
        self.push(1);
    }

    fn load_constant(&mut self, index: u16) {
        match u8::try_from(index) {
            Ok(index) => self.plain.extend([18, index]),
            Err(_) => self.wide(19, index),
        }
    }

    fn field_instruction(&mut self, opcode: u8, owner: &str, name: &str, ty: Type) {
        let class = self.class.pool.class(owner);
        let member = self.class.pool.name_and_type(name, &ty.descriptor());
        let index = self.class.pool.add(Entry::Field(class, member));
        self.wide(opcode, index);
    }

    /// Replaces an object by the value of its field.
    pub fn get_field(&mut self, owner: &str, name: &str, ty: Type) {
        self.field_instruction(180, owner, name, ty);
        self.pop(1);
        self.push(u32::from(ty.slots()));
    }

    /// Stores a value into a field of the object below it.
    pub fn put_field(&mut self, owner: &str, name: &str, ty: Type) {
        self.field_instruction(181, owner, name, ty);
        self.pop(1 + u32::from(ty.slots()));
    }

    /// Pushes the value of a static field.
    pub fn get_static(&mut self, owner: &str, name: &str, ty: Type) {
        self.field_instruction(178, owner, name, ty);
        self.push(u32::from(ty.slots()));
    }

    /// Calls a method; `in_interface` says whether `owner` is an interface.
    pub fn invoke(
        &mut self,
        invoke: Invoke,
        owner: &str,
        name: &str,
        descriptor: &str,
        in_interface: bool,
    ) -> Result<(), SynthError> {
        let signature = Signature::of(descriptor)?;
        let receiver = u32::from(invoke != Invoke::Static);
        let arguments = receiver + argument_slots(&signature);
        let Ok(count) = u8::try_from(arguments) else {
            return Err(SynthError::TooLarge("parameter list"));
        };
        let class = self.class.pool.class(owner);
        let member = self.class.pool.name_and_type(name, descriptor);
        let index = self.class.pool.add(if in_interface {
            Entry::InterfaceMethod(class, member)
        } else {
            Entry::Method(class, member)
        });
        self.wide(invoke as u8, index);
        if invoke == Invoke::Interface {
            self.plain.extend([count, 0]);
        }
        self.pop(arguments);
        self.push(u32::from(signature.result.slots()));
        Ok(())
    }

    fn class_instruction(&mut self, opcode: u8, class: &str) {
        let index = self.class.pool.class(class);
        self.wide(opcode, index);
    }

    /// Pushes a new, uninitialised object.
    pub fn new_object(&mut self, class: &str) {
        self.class_instruction(187, class);
        self.push(1);
    }

    /// Replaces a length by a new array of references.
    pub fn new_array(&mut self, element: &str) {
        self.class_instruction(189, element);
    }

    /// Casts the reference on top.
    pub fn check_cast(&mut self, class: &str) {
        self.class_instruction(192, class);
    }

    /// Replaces the reference on top by whether it is an instance of `class`.
    pub fn instance_of(&mut self, class: &str) {
        self.class_instruction(193, class);
    }

    /// Pushes a new exception made by the constructor without parameters, or by that with a message, and throws it.
    pub fn throw_new(&mut self, class: &str, message: Option<&str>) -> Result<(), SynthError> {
        self.new_object(class);
        self.op(Op::Dup);
        let descriptor = match message {
            Some(message) => {
                self.string(message);
                "(Ljava/lang/String;)V"
            }
            None => "()V",
        };
        self.invoke(Invoke::Special, class, "<init>", descriptor, false)?;
        self.op(Op::Throw);
        Ok(())
    }

    /// A label to be placed later.
    pub fn label(&mut self) -> Label {
        self.depths.push(None);
        Label(self.depths.len() - 1)
    }

    /// Places a label here.
    pub fn mark(&mut self, label: Label) {
        self.specials.push((self.plain.len(), Special::Mark(label)));
        if self.reachable {
            self.reach(label);
        } else if let Some(Some(depth)) = self.depths.get(label.0) {
            self.depth = *depth;
            self.reachable = true;
        }
    }

    fn reach(&mut self, label: Label) {
        if let Some(known) = self.depths.get_mut(label.0) {
            let depth = *known.get_or_insert(self.depth);
            debug_assert_eq!(depth, self.depth, "paths meet with different stacks");
        }
    }

    /// Jumps to a label.
    pub fn jump(&mut self, jump: Jump, label: Label) {
        self.pop(jump.pops());
        self.reach(label);
        self.specials.push((self.plain.len(), Special::Jump(jump, label)));
        if jump == Jump::Always {
            self.reachable = false;
        }
    }

    /// Jumps to the target that the int on top selects, counted from 0.
    pub fn table_switch(&mut self, targets: Vec<Label>, default: Label) {
        self.pop(1);
        for &label in targets.iter().chain([&default]) {
            self.reach(label);
        }
        self.specials.push((self.plain.len(), Special::Table { targets, default }));
        self.reachable = false;
    }

    /// Places a handler for exceptions of class `catch` (any when none) from `start` up to `end`, which are placed already.
    /// The exception is on the stack.
    pub fn handler(&mut self, start: Label, end: Label, catch: Option<&str>) {
        debug_assert!(!self.reachable, "the flow runs into a handler");
        let target = self.label();
        let catch = catch.map_or(0, |class| self.class.pool.class(class));
        self.handlers.push(Handler { start, end, target, catch });
        self.depth = 0;
        self.push(1);
        self.reachable = true;
        self.mark(target);
    }

    /// The pc of every label, and the code's length.
    fn layout(&self, far: bool) -> (Vec<usize>, usize) {
        let mut places = vec![0; self.depths.len()];
        let mut added = 0;
        for (before, special) in &self.specials {
            let pc = before + added;
            if let Special::Mark(label) = special
                && let Some(place) = places.get_mut(label.0)
            {
                *place = pc;
            }
            added += special.len(pc, far);
        }
        (places, self.plain.len() + added)
    }

    /// Completes the method and adds it to the class.
    pub fn end(self) -> Result<(), SynthError> {
        debug_assert!(!self.reachable, "the flow runs off the code");
        let near = self.layout(false);
        // Offsets of 16 bits with a sign reach everywhere in code of this length.
        let far = near.1 > i16::MAX as usize;
        let (places, len) = if far { self.layout(true) } else { near };
        if len > MAX_CODE {
            return Err(SynthError::TooLarge("code"));
        }
        let code = self.assemble(&places, far);
        debug_assert_eq!(code.len(), len);
        let limit = |value: u32, what| u16::try_from(value).map_err(|_| SynthError::TooLarge(what));
        let max_stack = limit(self.max_stack, "operand stack")?;
        let max_locals = limit(self.max_locals, "local variables")?;
        let handlers = limit(self.handlers.len() as u32, "exception table")?;

        let mut body = Vec::with_capacity(code.len() + 16);
        body.extend(max_stack.to_be_bytes());
        body.extend(max_locals.to_be_bytes());
        body.extend((code.len() as u32).to_be_bytes());
        body.extend(&code);
        body.extend(handlers.to_be_bytes());
        for handler in &self.handlers {
            for label in [handler.start, handler.end, handler.target] {
                body.extend((place(&places, label) as u16).to_be_bytes());
            }
            body.extend(handler.catch.to_be_bytes());
        }
        body.extend([0, 0]);

        let mut attributes = vec![0, 1];
        attributes.extend(self.class.pool.utf8("Code").to_be_bytes());
        attributes.extend((body.len() as u32).to_be_bytes());
        attributes.extend(body);
        self.class.methods.add(self.access, self.name, self.descriptor, &attributes);
        Ok(())
    }

    fn assemble(&self, places: &[usize], far: bool) -> Vec<u8> {
        let mut code = Vec::with_capacity(self.plain.len());
        let mut copied = 0;
        for (before, special) in &self.specials {
            code.extend(self.plain.get(copied..*before).unwrap_or_default());
            copied = *before;
            let pc = code.len();
            let offset = |label, pc: usize| (place(places, label) as i64 - pc as i64) as i32;
            match special {
                Special::Mark(_) => {}
                Special::Jump(jump, label) if !far => {
                    code.push(*jump as u8);
                    code.extend((offset(*label, pc) as i16).to_be_bytes());
                }
                Special::Jump(jump, label) => {
                    if *jump != Jump::Always {
                        // Skips itself and the goto_w that follows.
                        code.extend([jump.opposite(), 0, 8]);
                    }
                    let pc = code.len();
                    code.push(200);
                    code.extend(offset(*label, pc).to_be_bytes());
                }
                Special::Table { targets, default } => {
                    code.push(170);
                    code.resize(pc + 1 + table_padding(pc), 0);
                    code.extend(offset(*default, pc).to_be_bytes());
                    code.extend(0i32.to_be_bytes());
                    code.extend((targets.len() as i32 - 1).to_be_bytes());
                    for target in targets {
                        code.extend(offset(*target, pc).to_be_bytes());
                    }
                }
            }
        }
        code.extend(self.plain.get(copied..).unwrap_or_default());
        code
    }
}

fn place(places: &[usize], label: Label) -> usize {
    places.get(label.0).copied().unwrap_or_default()
}

/// The order of the load, store and return instructions' kinds: int, long, float, double, reference.
fn stack_kind(ty: Type) -> Option<u8> {
    Some(match ty {
        Type::Void => return None,
        Type::Primitive(Primitive::Long) => 1,
        Type::Primitive(Primitive::Float) => 2,
        Type::Primitive(Primitive::Double) => 3,
        Type::Primitive(_) => 0,
        Type::Reference(_) => 4,
    })
}

//! What one instruction does to the frame (JVMS 4.10.1.9, 6.5), and where control goes from it.

use super::frame::Frame;
use super::layout::primitive_array;
use super::types::{Answer, NameId, OBJECT, THROWABLE, Type, Types, class_of};
use super::{Request, Step, fault};
use crate::classfile::descriptor;
use crate::classfile::{ClassFile, Constant, MemberRef};
use crate::opcode::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Where control goes after an instruction.
pub(super) enum Next {
    Fall,
    Goto(i64),
    /// To the target or to the next instruction.
    Branch(i64),
    Switch,
    Subroutine(i64),
    /// Back to behind the jsr, whose return address that is.
    Return(u16),
    End,
}

/// Runs instructions on types.
pub(super) struct Stepper<'r> {
    request: &'r Request<'r>,
    code: Code<'r>,
    pub(super) types: Types<'r>,
    pub(super) frame: Frame,
    /// The instruction that is run.
    pub(super) pc: usize,
    /// Whether a local was written since this was last cleared.
    pub(super) locals_changed: bool,
    /// The proofs left to run time: offset, stack slot, class.
    pub(super) checks: BTreeSet<(u16, u16, NameId)>,
    /// What was spent, for the caller to limit.
    pub(super) work: u64,
    /// The descriptor of what the method returns.
    result: String,
}

const BAD_STACK: &str = "Bad type on operand stack";
const BAD_LOCAL: &str = "Bad local variable type";

/// A method has at most so many slots of arguments, the receiver included (JVMS 4.3.3).
const MAX_ARGUMENTS: usize = 255;

const ACC_STATIC: u16 = 0x0008;

impl<'r> Stepper<'r> {
    /// Starts at the method's entry, with its arguments in the locals.
    pub(super) fn new(request: &'r Request<'r>, code: Code<'r>) -> Step<Self> {
        let file = request.file;
        let this = checked_class_name(file.class_name(file.this_class)?)?;
        let superclass = match file.super_class {
            0 => None,
            index => Some(checked_class_name(file.class_name(index)?)?),
        };
        let mut stepper = Stepper {
            request,
            code,
            types: Types::new(&this, superclass.as_deref(), request.hierarchy),
            frame: Frame::default(),
            pc: 0,
            locals_changed: false,
            checks: BTreeSet::new(),
            work: 0,
            result: String::new(),
        };
        stepper.enter(&this)?;
        Ok(stepper)
    }

    fn enter(&mut self, this: &str) -> Step<()> {
        let file = self.request.file;
        let method = self.request.method;
        let text = file.text(method.descriptor)?;
        let Some(descriptor) = descriptor::parse_method(&text) else {
            return fault("Illegal method descriptor", text);
        };
        let is_constructor = file.text(method.name)? == "<init>";
        let is_static = method.access & ACC_STATIC != 0;
        if is_constructor && (descriptor.result != "V" || is_static) {
            return fault("Illegal constructor", "It returns a value or is static");
        }
        let mut arguments = Vec::new();
        if !is_static {
            let this_type = self.types.reference(self.types.this());
            // Object's constructor has no other to call.
            self.frame.this_uninit = is_constructor && this != "java/lang/Object";
            arguments.push(if self.frame.this_uninit { Type::UninitThis } else { this_type });
        }
        for parameter in &descriptor.parameters {
            let ty = self.types.of_descriptor(parameter);
            arguments.push(ty);
            arguments.extend(ty.tail());
        }
        if arguments.len() > usize::from(self.request.code.max_locals) || arguments.len() > MAX_ARGUMENTS {
            return fault("Arguments can't fit into locals", format!("{} slots", arguments.len()));
        }
        self.frame.locals = arguments;
        self.result = descriptor.result.into();
        Ok(())
    }

    /// Runs the instruction at `self.pc`.
    pub(super) fn step(&mut self) -> Step<Next> {
        let code = self.code;
        let pc = self.pc;
        let (opcode, operand) = code.opcode(pc);
        if let Some((pops, pushes)) = effect(opcode) {
            for kind in pops.iter().rev() {
                self.pop_exact(*kind)?;
            }
            for kind in pushes {
                self.push(*kind)?;
            }
            return Ok(self.next(opcode));
        }
        match opcode {
            ACONST_NULL => self.push(Type::Null)?,
            LDC => self.load_constant(u16::from(code.u8(operand)), 1)?,
            LDC_W => self.load_constant(code.u16(operand), 1)?,
            LDC2_W => self.load_constant(code.u16(operand), 2)?,
            ILOAD..=ALOAD | ILOAD_0..=ALOAD_3 => self.load(opcode)?,
            ISTORE..=ASTORE | ISTORE_0..=ASTORE_3 => self.store(opcode)?,
            IINC => {
                self.read_local(|ty| ty == Type::Int, "integer")?;
            }
            IALOAD..=SALOAD => self.load_element(opcode)?,
            IASTORE..=SASTORE => self.store_element(opcode)?,
            POP => self.discard(1)?,
            POP2 => self.discard(2)?,
            DUP => self.duplicate(1, 0)?,
            DUP_X1 => self.duplicate(1, 1)?,
            DUP_X2 => self.duplicate(1, 2)?,
            DUP2 => self.duplicate(2, 0)?,
            DUP2_X1 => self.duplicate(2, 1)?,
            DUP2_X2 => self.duplicate(2, 2)?,
            SWAP => {
                let top = self.cut(1)?;
                let below = self.cut(2)?;
                self.frame.stack.swap(top, below);
            }
            IF_ACMPEQ | IF_ACMPNE => {
                self.pop_reference()?;
                self.pop_reference()?;
            }
            IFNULL | IFNONNULL | MONITORENTER | MONITOREXIT => {
                self.pop_reference()?;
            }
            JSR | JSR_W => self.push(Type::Return((pc + if opcode == JSR { 3 } else { 5 }) as u16))?,
            RET => {
                let address = self.read_local(|ty| matches!(ty, Type::Return(_)), "a return address")?;
                if let Type::Return(address) = address {
                    return Ok(Next::Return(address));
                }
            }
            IRETURN..=RETURN => self.leave(opcode)?,
            GETSTATIC..=PUTFIELD => self.access_field(opcode, code.u16(operand))?,
            INVOKEVIRTUAL..=INVOKEINTERFACE => self.invoke(opcode, code.u16(operand))?,
            INVOKEDYNAMIC => self.invoke_dynamic(code.u16(operand))?,
            NEW => self.new_object(code.u16(operand))?,
            NEWARRAY => {
                self.pop_exact(Type::Int)?;
                self.push_class(primitive_array(code.u8(operand)).unwrap_or("[I"))?;
            }
            ANEWARRAY => self.new_array(code.u16(operand))?,
            MULTIANEWARRAY => self.new_multi_array(code.u16(operand), code.u8(operand + 2))?,
            ARRAYLENGTH => {
                self.pop_array("an array", |_| true)?;
                self.push(Type::Int)?;
            }
            ATHROW => self.pop_instance(THROWABLE)?,
            CHECKCAST => {
                self.pop_instance(OBJECT)?;
                let class = self.class(code.u16(operand))?;
                self.push_name(class)?;
            }
            INSTANCEOF => {
                self.pop_instance(OBJECT)?;
                self.class(code.u16(operand))?;
                self.push(Type::Int)?;
            }
            _ => return fault("Bad instruction", format!("Byte {opcode:02x}")),
        }
        Ok(self.next(opcode))
    }

    fn next(&self, opcode: u8) -> Next {
        match (opcode, self.code.branch(self.pc)) {
            (GOTO | GOTO_W, Some(target)) => Next::Goto(target),
            (JSR | JSR_W, Some(target)) => Next::Subroutine(target),
            (_, Some(target)) => Next::Branch(target),
            (TABLESWITCH | LOOKUPSWITCH, None) => Next::Switch,
            (IRETURN..=RETURN | ATHROW, None) => Next::End,
            _ => Next::Fall,
        }
    }

    fn bad_stack<T>(&self, slot: usize, found: Type, wanted: &str) -> Step<T> {
        let found = self.types.describe(found);
        fault(BAD_STACK, format!("Type {found} (current frame, stack[{slot}]) is not assignable to {wanted}"))
    }

    pub(super) fn push(&mut self, ty: Type) -> Step<()> {
        self.frame.stack.push(ty);
        self.frame.stack.extend(ty.tail());
        self.check_depth()
    }

    fn check_depth(&self) -> Step<()> {
        if self.frame.stack.len() > usize::from(self.request.code.max_stack) {
            return fault("Operand stack overflow", "Exceeded max stack size.");
        }
        Ok(())
    }

    fn push_name(&mut self, name: NameId) -> Step<()> {
        let ty = self.types.reference(name);
        self.push(ty)
    }

    fn push_class(&mut self, text: &str) -> Step<()> {
        let name = self.types.name(text);
        self.push_name(name)
    }

    fn pop(&mut self) -> Step<Type> {
        match self.frame.stack.pop() {
            Some(ty) => Ok(ty),
            None => fault("Operand stack underflow", "Attempt to pop empty stack."),
        }
    }

    /// Pops a primitive, or both slots of one.
    fn pop_exact(&mut self, wanted: Type) -> Step<()> {
        if let Some(tail) = wanted.tail() {
            let found = self.pop()?;
            if found != tail {
                return self.bad_stack(self.frame.stack.len(), found, &self.types.describe(tail));
            }
        }
        let found = self.pop()?;
        if found != wanted {
            return self.bad_stack(self.frame.stack.len(), found, &self.types.describe(wanted));
        }
        Ok(())
    }

    fn pop_reference(&mut self) -> Step<Type> {
        let found = self.pop()?;
        if !found.is_reference() {
            return self.bad_stack(self.frame.stack.len(), found, "reference type");
        }
        Ok(found)
    }

    /// Pops an initialised reference to an instance of `class`.
    fn pop_instance(&mut self, class: NameId) -> Step<()> {
        let found = self.pop()?;
        let slot = self.frame.stack.len();
        self.require(slot, found, class)
    }

    /// Demands that `found`, in the stack slot, is an instance of `class`, now or at run time.
    fn require(&mut self, slot: usize, found: Type, class: NameId) -> Step<()> {
        let answer = match found {
            Type::Null => Answer::Yes,
            Type::Ref(set) => self.types.assignable(set, class),
            _ => Answer::No,
        };
        match answer {
            Answer::Yes => Ok(()),
            Answer::No => self.bad_stack(slot, found, &self.types.quoted(class)),
            Answer::Check => {
                self.checks.insert((self.pc as u16, slot as u16, class));
                Ok(())
            }
        }
    }

    /// Pops a value that is to be put where `descriptor` says.
    fn pop_value(&mut self, descriptor: &str) -> Step<()> {
        if descriptor.starts_with(['L', '[']) {
            let class = self.types.name(class_of(descriptor));
            self.pop_instance(class)
        } else {
            let primitive = self.types.of_descriptor(descriptor);
            self.pop_exact(primitive)
        }
    }

    /// Pops null or an array whose descriptor `is` likes.
    fn pop_array(&mut self, wanted: &str, is: impl Fn(&str) -> bool) -> Step<Type> {
        let found = self.pop()?;
        match found {
            Type::Null => Ok(found),
            Type::Ref(set) if self.types.is_array(set, is) => Ok(found),
            _ => self.bad_stack(self.frame.stack.len(), found, wanted),
        }
    }

    /// The stack position below the top `slots`, where no long or double must be cut apart.
    fn cut(&self, slots: usize) -> Step<usize> {
        let stack = &self.frame.stack;
        match stack.len().checked_sub(slots) {
            None => fault("Operand stack underflow", "Attempt to pop empty stack."),
            Some(at) if stack.get(at).is_some_and(|ty| ty.is_tail()) => {
                self.bad_stack(at, stack[at], "a type of one slot")
            }
            Some(at) => Ok(at),
        }
    }

    fn discard(&mut self, slots: usize) -> Step<()> {
        let at = self.cut(slots)?;
        self.frame.stack.truncate(at);
        Ok(())
    }

    /// Puts a copy of the top `slots` under them and `below` more slots.
    fn duplicate(&mut self, slots: usize, below: usize) -> Step<()> {
        let top = self.cut(slots)?;
        let at = self.cut(slots + below)?;
        let stack = &mut self.frame.stack;
        stack.extend_from_within(top..);
        stack[at..].rotate_right(slots);
        self.check_depth()
    }

    fn read_local(&self, is: impl Fn(Type) -> bool, wanted: &str) -> Step<Type> {
        let index = self.code.local(self.pc).unwrap_or_default();
        let found = self.frame.local(index);
        if is(found) {
            return Ok(found);
        }
        let found = self.types.describe(found);
        fault(BAD_LOCAL, format!("Type {found} (current frame, locals[{index}]) is not assignable to {wanted}"))
    }

    fn load(&mut self, opcode: u8) -> Step<()> {
        let ty = match local_kind(opcode) {
            Some(wanted) => self.read_local(|ty| ty == wanted, &self.types.describe(wanted))?,
            None => self.read_local(Type::is_reference, "reference type")?,
        };
        self.push(ty)
    }

    fn store(&mut self, opcode: u8) -> Step<()> {
        let ty = match local_kind(opcode) {
            Some(wanted) => {
                self.pop_exact(wanted)?;
                wanted
            }
            None => match self.frame.stack.last() {
                // A subroutine keeps its return address in a local.
                Some(Type::Return(_)) => self.pop()?,
                _ => self.pop_reference()?,
            },
        };
        self.frame.set_local(self.code.local(self.pc).unwrap_or_default(), ty);
        self.locals_changed = true;
        Ok(())
    }

    fn load_element(&mut self, opcode: u8) -> Step<()> {
        self.pop_exact(Type::Int)?;
        if opcode != AALOAD {
            let element = self.pop_primitive_array(opcode - IALOAD)?;
            return self.push(element);
        }
        let found = self.pop()?;
        let element = match found {
            Type::Null => Some(Type::Null),
            Type::Ref(array) => self.types.element(array),
            _ => None,
        };
        match element {
            Some(element) => self.push(element),
            None => self.bad_stack(self.frame.stack.len(), found, "an array of references"),
        }
    }

    fn store_element(&mut self, opcode: u8) -> Step<()> {
        if opcode == AASTORE {
            // Whether the array takes the value is tested when it is stored (JVMS 6.5, aastore).
            self.pop_instance(OBJECT)?;
            self.pop_exact(Type::Int)?;
            self.pop_array("an array of references", |array| array[1..].starts_with(['L', '[']))?;
            return Ok(());
        }
        let kind = opcode - IASTORE;
        self.pop_exact(element_type(kind))?;
        self.pop_exact(Type::Int)?;
        self.pop_primitive_array(kind)?;
        Ok(())
    }

    /// Pops the array of the instruction that is so many after iaload or iastore; the result is the
    /// type of its elements.
    fn pop_primitive_array(&mut self, kind: u8) -> Step<Type> {
        let arrays: &[&str] = match kind {
            0 => &["[I"],
            1 => &["[J"],
            2 => &["[F"],
            3 => &["[D"],
            5 => &["[B", "[Z"],
            6 => &["[C"],
            _ => &["[S"],
        };
        self.pop_array(&format!("'{}'", arrays[0]), |array| arrays.contains(&array))?;
        Ok(element_type(kind))
    }

    fn load_constant(&mut self, index: u16, slots: u16) -> Step<()> {
        let file = self.request.file;
        let class = match file.constant(index)? {
            Constant::Integer(_) => return self.push(Type::Int),
            Constant::Float(_) => return self.push(Type::Float),
            Constant::Long(_) => return self.push(Type::Long),
            Constant::Double(_) => return self.push(Type::Double),
            Constant::String(_) => "java/lang/String",
            Constant::Class(_) => "java/lang/Class",
            Constant::MethodHandle { .. } => "java/lang/invoke/MethodHandle",
            Constant::MethodType(_) => "java/lang/invoke/MethodType",
            Constant::Dynamic { name_and_type, .. } => {
                let (_, descriptor) = file.name_and_type(name_and_type)?;
                let descriptor = field_descriptor(file.text(descriptor)?)?;
                self.work += descriptor.len() as u64;
                if descriptor::slots(&descriptor) != slots {
                    return fault("Illegal type at constant pool entry", format!("Entry {index}"));
                }
                let ty = self.types.of_descriptor(&descriptor);
                return self.push(ty);
            }
            _ => {
                return fault("Illegal type at constant pool entry", format!("Entry {index}"));
            }
        };
        self.push_class(class)
    }

    fn leave(&mut self, opcode: u8) -> Step<()> {
        let wanted = match self.result.as_bytes().first() {
            Some(b'V') => RETURN,
            Some(b'J') => LRETURN,
            Some(b'F') => FRETURN,
            Some(b'D') => DRETURN,
            Some(b'L' | b'[') => ARETURN,
            _ => IRETURN,
        };
        if opcode != wanted {
            return fault("Wrong return type in function", format!("Method returns {}", self.result));
        }
        if opcode != RETURN {
            let result = std::mem::take(&mut self.result);
            let popped = self.pop_value(&result);
            self.result = result;
            return popped;
        }
        if self.frame.this_uninit {
            return fault("Constructor must call super() or this() before return", "");
        }
        Ok(())
    }

    /// The class that an entry names.
    pub(super) fn class(&mut self, index: u16) -> Step<NameId> {
        let name = checked_class_name(self.request.file.class_name(index)?)?;
        self.work += name.len() as u64;
        Ok(self.types.name(&name))
    }

    fn access_field(&mut self, opcode: u8, index: u16) -> Step<()> {
        let file = self.request.file;
        let field = file.member_ref(index)?;
        let descriptor = field_descriptor(file.text(field.descriptor)?)?;
        self.work += descriptor.len() as u64;
        let class = self.class(field.class)?;
        match opcode {
            GETSTATIC => {}
            PUTSTATIC => return self.pop_value(&descriptor),
            GETFIELD => self.pop_instance(class)?,
            _ => {
                self.pop_value(&descriptor)?;
                return self.pop_assigned(class, field);
            }
        }
        let ty = self.types.of_descriptor(&descriptor);
        self.push(ty)
    }

    /// Pops what putfield assigns to. A constructor may assign fields of its own class before it
    /// calls another constructor (JVMS 4.10.1.9, putfield): that is how inner classes get their
    /// outer instance.
    fn pop_assigned(&mut self, class: NameId, field: MemberRef) -> Step<()> {
        let file = self.request.file;
        if self.frame.stack.last() != Some(&Type::UninitThis) {
            return self.pop_instance(class);
        }
        let (name, descriptor) = (file.utf8(field.name)?, file.utf8(field.descriptor)?);
        self.work += search_cost(file.fields.len(), name.len() + descriptor.len());
        let declared = file
            .fields
            .iter()
            .any(|own| file.utf8(own.name) == Ok(name) && file.utf8(own.descriptor) == Ok(descriptor));
        if class != self.types.this() || !declared {
            return fault(BAD_STACK, "A field of another class is assigned before the constructor is called");
        }
        self.pop().map(drop)
    }

    fn invoke(&mut self, opcode: u8, index: u16) -> Step<()> {
        let file = self.request.file;
        let method = file.member_ref(index)?;
        let class = self.class(method.class)?;
        let name = file.text(method.name)?;
        self.work += name.len() as u64;
        let descriptor = file.text(method.descriptor)?;
        let arguments = self.pop_arguments(&descriptor)?;
        if opcode == INVOKEINTERFACE && usize::from(self.code.u8(self.pc + 3)) != arguments + 1 {
            return fault("Inconsistent args count operand in invokeinterface", "");
        }
        if arguments + usize::from(opcode != INVOKESTATIC) > MAX_ARGUMENTS {
            return fault("Too many arguments in method signature", descriptor);
        }
        match (opcode, name.starts_with('<')) {
            (INVOKESPECIAL, true) if name == "<init>" && !method.interface && descriptor.ends_with(")V") => {
                self.construct(class)?;
            }
            (_, true) => return fault("Illegal call to internal method", name),
            (INVOKESPECIAL, false) => self.pop_special_receiver(class, method)?,
            (INVOKEVIRTUAL, false) => self.pop_instance(class)?,
            // The call itself tests whether the object implements the interface.
            (INVOKEINTERFACE, false) => self.pop_instance(OBJECT)?,
            _ => {}
        }
        self.push_result(&descriptor)
    }

    /// Pops what a method descriptor says; the result is the number of slots.
    fn pop_arguments(&mut self, text: &str) -> Step<usize> {
        let Some(descriptor) = descriptor::parse_method(text) else {
            return fault("Illegal method descriptor", text);
        };
        self.work += text.len() as u64;
        let before = self.frame.stack.len();
        for parameter in descriptor.parameters.iter().rev() {
            self.pop_value(parameter)?;
        }
        Ok(before - self.frame.stack.len())
    }

    fn push_result(&mut self, descriptor: &str) -> Step<()> {
        match descriptor.rsplit(')').next() {
            None | Some("V") => Ok(()),
            Some(result) => {
                let ty = self.types.of_descriptor(result);
                self.push(ty)
            }
        }
    }

    fn invoke_dynamic(&mut self, index: u16) -> Step<()> {
        let file = self.request.file;
        let Constant::InvokeDynamic { name_and_type, .. } = file.constant(index)? else {
            return fault("Illegal type at constant pool entry", format!("Entry {index}"));
        };
        let (name, descriptor) = file.name_and_type(name_and_type)?;
        let name = file.text(name)?;
        if name.starts_with('<') {
            return fault("Illegal call to internal method", name);
        }
        let descriptor = file.text(descriptor)?;
        if self.pop_arguments(&descriptor)? > MAX_ARGUMENTS {
            return fault("Too many arguments in method signature", descriptor);
        }
        self.push_result(&descriptor)
    }

    /// Pops what a constructor of `class` is called on, and makes it an initialised object
    /// everywhere (JVMS 4.10.2.4).
    fn construct(&mut self, class: NameId) -> Step<()> {
        let found = self.pop()?;
        let made = match found {
            Type::UninitThis if class == self.types.this() || Some(class) == self.types.superclass() => {
                self.frame.this_uninit = false;
                self.types.this()
            }
            Type::Uninit(pc) if self.class(self.code.u16(usize::from(pc) + 1))? == class => class,
            Type::UninitThis | Type::Uninit(_) => {
                return fault(
                    "Bad <init> method call",
                    format!("A constructor of {} is called", self.types.quoted(class)),
                );
            }
            _ => return self.bad_stack(self.frame.stack.len(), found, "an uninitialized object"),
        };
        let made = self.types.reference(made);
        self.locals_changed |= self.frame.replace(found, made);
        Ok(())
    }

    /// Pops the receiver of a call of a private or a superclass's method: it must be of the class
    /// that is verified, and that class be a subclass of the called one or implement it directly
    /// (JVMS 4.9.2).
    fn pop_special_receiver(&mut self, class: NameId, method: MemberRef) -> Step<()> {
        const UNRELATED: &str = "Bad invokespecial instruction: current class isn't assignable to reference class.";
        let found = self.pop()?;
        let slot = self.frame.stack.len();
        self.require(slot, found, self.types.this())?;
        if class == self.types.this() {
            return Ok(());
        }
        if method.interface {
            let file = self.request.file;
            let name = raw_class_name(file, method.class);
            self.work += search_cost(file.interfaces.len(), name.map_or(0, <[u8]>::len));
            let direct = file.interfaces.iter().any(|index| raw_class_name(file, *index) == name);
            return if direct { Ok(()) } else { fault(UNRELATED, self.types.quoted(class)) };
        }
        match self.types.name_assignable(self.types.this(), class) {
            Answer::Yes => Ok(()),
            Answer::No => fault(UNRELATED, self.types.quoted(class)),
            Answer::Check => self.require(slot, found, class),
        }
    }

    fn new_object(&mut self, index: u16) -> Step<()> {
        let class = self.class(index)?;
        let text = self.types.text(class);
        if text.starts_with('[') {
            return fault("Illegal new instruction", text.to_string());
        }
        // What an earlier turn of a loop made here and left uninitialised must not be taken for
        // this turn's object.
        let made = Type::Uninit(self.pc as u16);
        if self.frame.stack.contains(&made) {
            return fault("Uninitialized object exists on backward branch", self.types.quoted(class));
        }
        self.locals_changed |= self.frame.replace_locals(made, Type::Top);
        self.push(made)
    }

    fn new_array(&mut self, index: u16) -> Step<()> {
        let element = self.class(index)?;
        let text = self.types.text(element);
        let array = if text.starts_with('[') { format!("[{text}") } else { format!("[L{text};") };
        if descriptor::parse_field(&array).is_none() {
            return fault("Illegal anewarray instruction, array has more than 255 dimensions", "");
        }
        self.pop_exact(Type::Int)?;
        self.push_class(&array)
    }

    fn new_multi_array(&mut self, index: u16, dimensions: u8) -> Step<()> {
        let class = self.class(index)?;
        let text = self.types.text(class);
        let most = text.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > most {
            return fault("Illegal dimension in multianewarray", format!("{dimensions} of {text}"));
        }
        for _ in 0..dimensions {
            self.pop_exact(Type::Int)?;
        }
        self.push_name(class)
    }
}

/// A class name or array descriptor of the constant pool, if it is one (JVMS 4.2.1, 4.4.1).
fn checked_class_name(name: Cow<'_, str>) -> Step<Cow<'_, str>> {
    let well_formed = if name.starts_with('[') {
        descriptor::parse_field(&name).is_some()
    } else {
        !name.is_empty() && !name.contains(['.', ';', '['])
    };
    if well_formed { Ok(name) } else { fault("Illegal class name", name) }
}

/// The name of a Class entry as it stands in the file.
fn raw_class_name(file: &ClassFile, index: u16) -> Option<&[u8]> {
    match file.constant(index) {
        Ok(Constant::Class(name)) => file.utf8(name).ok(),
        _ => None,
    }
}

/// What it costs to compare a text of that length with so many others.
fn search_cost(count: usize, len: usize) -> u64 {
    count as u64 * (1 + len as u64 / 16)
}

fn field_descriptor(text: Cow<'_, str>) -> Step<Cow<'_, str>> {
    match descriptor::parse_field(&text) {
        Some(_) => Ok(text),
        None => fault("Illegal field descriptor", text),
    }
}

/// The type that a load or store of a local moves; `None` for references.
fn local_kind(opcode: u8) -> Option<Type> {
    let kind = match opcode {
        ILOAD..=ALOAD => opcode - ILOAD,
        ISTORE..=ASTORE => opcode - ISTORE,
        ILOAD_0..=ALOAD_3 => (opcode - ILOAD_0) / 4,
        _ => opcode.wrapping_sub(ISTORE_0) / 4,
    };
    [Type::Int, Type::Long, Type::Float, Type::Double].get(usize::from(kind)).copied()
}

/// The type of the elements that the instruction so many after iaload or iastore moves.
fn element_type(kind: u8) -> Type {
    match kind {
        1 => Type::Long,
        2 => Type::Float,
        3 => Type::Double,
        _ => Type::Int,
    }
}

/// What an instruction pops, bottom first, and pushes, if it is about primitives and the opcode
/// tells it all.
fn effect(opcode: u8) -> Option<(&'static [Type], &'static [Type])> {
    use Type::{Double as D, Float as F, Int as I, Long as L};
    Some(match opcode {
        NOP | GOTO | GOTO_W => (&[], &[]),
        ICONST_M1..=ICONST_5 | BIPUSH | SIPUSH => (&[], &[I]),
        LCONST_0 | LCONST_1 => (&[], &[L]),
        FCONST_0..=FCONST_2 => (&[], &[F]),
        DCONST_0 | DCONST_1 => (&[], &[D]),
        INEG | I2B | I2C | I2S => (&[I], &[I]),
        LNEG => (&[L], &[L]),
        FNEG => (&[F], &[F]),
        DNEG => (&[D], &[D]),
        ISHL | ISHR | IUSHR | IAND | IOR | IXOR => (&[I, I], &[I]),
        LSHL | LSHR | LUSHR => (&[L, I], &[L]),
        LAND | LOR | LXOR => (&[L, L], &[L]),
        // Addition to remainder, each for int, long, float and double in turn.
        IADD..=DREM => match (opcode - IADD) % 4 {
            0 => (&[I, I], &[I]),
            1 => (&[L, L], &[L]),
            2 => (&[F, F], &[F]),
            _ => (&[D, D], &[D]),
        },
        I2L => (&[I], &[L]),
        I2F => (&[I], &[F]),
        I2D => (&[I], &[D]),
        L2I => (&[L], &[I]),
        L2F => (&[L], &[F]),
        L2D => (&[L], &[D]),
        F2I => (&[F], &[I]),
        F2L => (&[F], &[L]),
        F2D => (&[F], &[D]),
        D2I => (&[D], &[I]),
        D2L => (&[D], &[L]),
        D2F => (&[D], &[F]),
        LCMP => (&[L, L], &[I]),
        FCMPL | FCMPG => (&[F, F], &[I]),
        DCMPL | DCMPG => (&[D, D], &[I]),
        IFEQ..=IFLE | TABLESWITCH | LOOKUPSWITCH => (&[I], &[]),
        IF_ICMPEQ..=IF_ICMPLE => (&[I, I], &[]),
        _ => return None,
    })
}

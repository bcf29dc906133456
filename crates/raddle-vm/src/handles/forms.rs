//! Register code for lambda forms.
//!
//! A lambda form is how the JDK writes down what a method handle does: a list of names, the first ones arguments,
//! each further one a call of a function with earlier names or constants. The JDK would spin a class for each form;
//! here each becomes a method of the machine's own, which costs less than loading a class and runs as fast.

mod idioms;

use super::kind::{REF_GET_FIELD, REF_GET_STATIC, REF_INVOKE_SPECIAL};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use raddle_program::class::{ClassId, Code, CodeHandler, FieldId, MethodId};
use raddle_program::classfile::descriptor;
use raddle_program::insn::{Insn, Reg};
use std::cell::Cell;

/// The descriptors of `LambdaForm.BasicType`, in the order of its constants.
const BASIC_TYPES: [&str; 6] = ["Ljava/lang/Object;", "I", "J", "F", "D", "V"];
const OBJECT: &str = BASIC_TYPES[0];

/// A lambda form, read.
struct Form {
    arity: usize,
    /// The name that is the result; beyond all names where there is none.
    result: usize,
    names: Vec<Name>,
}

/// A name of a form: an argument or what a call gives.
struct Name {
    object: Ref,
    /// The descriptor of its type.
    desc: &'static str,
    register: Reg,
}

/// What a name of a form does with its arguments.
enum Function {
    /// Calls a method or reads a field.
    Member(Insn),
    /// Calls a method handle.
    Handle(Ref),
}

/// A value a call is given.
#[derive(Clone, Copy)]
enum Operand {
    Register(Reg),
    Object(Ref),
    Word(u64),
}

/// A form's code under construction.
struct Writer {
    insns: Vec<Insn>,
    depths: Vec<u16>,
    references: Vec<bool>,
    wide: Vec<u64>,
    handlers: Vec<CodeHandler>,
    /// The next register that is free for a value of the code's own.
    free: Reg,
    /// First register of the calls' arguments.
    stack: Reg,
    /// Most slots a call's arguments take.
    slots: u16,
    /// Objects the code holds.
    constants: Vec<Ref>,
    /// The site of `invokeBasic`.
    basic: u32,
}

impl Writer {
    /// Appends an instruction before which so many slots of the stack are in use.
    fn push(&mut self, insn: Insn, depth: u16, reference: bool) {
        self.insns.push(insn);
        self.depths.push(depth);
        self.references.push(reference);
        self.slots = self.slots.max(depth + 2);
    }

    /// A register for a value of the code's own.
    fn temporary(&mut self) -> Reg {
        self.free += 1;
        self.free - 1
    }

    fn load(&mut self, register: Reg, depth: u16, operand: Operand) {
        match operand {
            Operand::Register(from) => self.push(Insn::Move { d: register, a: from }, depth, false),
            Operand::Object(object) => {
                self.constants.push(object);
                self.push(Insn::ConstRef { d: register, r: object.0 }, depth, true);
            }
            Operand::Word(word) => {
                self.wide.push(word);
                self.push(Insn::ConstWide { d: register, k: self.wide.len() as u32 - 1 }, depth, false);
            }
        }
    }

    /// Puts the arguments of a call on the stack and gives the slots they take.
    fn arguments(&mut self, arguments: &[(Operand, &str)]) -> u16 {
        let mut depth = 0;
        for &(operand, desc) in arguments {
            self.load(self.stack + depth, depth, operand);
            depth += descriptor::slots(desc);
        }
        depth
    }

    /// Calls a method handle, the first of the arguments. The result goes to the first register of the stack.
    fn call_handle(&mut self, arguments: &[(Operand, &str)], result: &str) {
        let depth = self.arguments(arguments);
        self.push(
            Insn::InvokeHandle { base: self.stack, site: self.basic },
            depth,
            descriptor::kind(result).is_reference(),
        );
    }

    /// Takes a call's result from the stack.
    fn keep(&mut self, register: Reg, desc: &str) {
        if desc != "V" {
            self.push(Insn::Move { d: register, a: self.stack }, 1, false);
        }
    }
}

impl Machine {
    /// A method that does what a lambda form says.
    pub(crate) fn compile_form(&mut self, form: Ref) -> Outcome<MethodId> {
        let class = self.heap.class(form);
        let (form, registers) = self.read_form(form);
        let extra = self.idiom_registers(&form);
        let mut writer = Writer {
            insns: Vec::new(),
            depths: Vec::new(),
            references: Vec::new(),
            wide: Vec::new(),
            handlers: Vec::new(),
            free: registers,
            stack: registers + extra,
            slots: 2,
            constants: Vec::new(),
            basic: self.sites.handles.basic(),
        };
        let mut index = form.arity;
        while let Some(name) = form.names.get(index) {
            if self.write_idiom(&mut writer, &form, index)? {
                index += idioms::NAMES;
                continue;
            }
            self.write_name(&mut writer, &form, name)?;
            index += 1;
        }
        let result = form.names.get(form.result).filter(|name| name.desc != "V");
        match result {
            Some(name) => writer.push(Insn::Return { a: name.register }, 0, false),
            None => writer.push(Insn::ReturnVoid {}, 0, false),
        }
        let parameters: String = form.names[..form.arity].iter().map(|name| name.desc).collect();
        let desc = format!("({parameters}){}", result.map_or("V", |name| name.desc));
        Ok(self.add_form(class, &desc, writer))
    }

    /// Reads a form and gives its names registers: arguments stand by JVM slots, each other name has one. Says how
    /// many that takes.
    fn read_form(&mut self, form: Ref) -> (Form, Reg) {
        let objects = self.reference_field(form, "names");
        let arity = (self.field(form, "arity") as usize).min(self.heap.length(objects) as usize);
        let result = self.field(form, "result") as i32 as u32 as usize;
        let mut register = 0;
        let mut names = Vec::with_capacity(self.heap.length(objects) as usize);
        for index in 0..self.heap.length(objects) {
            let object = Ref(self.heap.int(objects, index));
            let basic = self.reference_field(object, "type");
            let desc = self.basic_type(basic);
            names.push(Name { object, desc, register });
            register += if (index as usize) < arity { descriptor::slots(desc) } else { 1 };
        }
        (Form { arity, result, names }, register)
    }

    /// The descriptor of a `BasicType`.
    fn basic_type(&mut self, basic: Ref) -> &'static str {
        let ordinal = self.field(basic, "ordinal") as usize;
        BASIC_TYPES.get(ordinal).copied().unwrap_or("V")
    }

    fn add_form(&mut self, class: ClassId, desc: &str, writer: Writer) -> MethodId {
        let code = Code {
            registers: writer.stack + writer.slots,
            stack_base: writer.stack,
            bytecode: vec![0; writer.insns.len()],
            insns: writer.insns.into_iter().map(Cell::new).collect(),
            handlers: writer.handlers,
            depths: writer.depths,
            reference_results: writer.references,
            wide: writer.wide,
            ..Code::default()
        };
        let constants = writer.constants.into_iter().filter(|constant| !constant.is_null());
        self.roots.extend(constants);
        let method = self.program.add_stub(class, "<form>", desc, code);
        self.prepare_classes();
        method
    }

    /// The call a name stands for.
    fn write_name(&mut self, writer: &mut Writer, form: &Form, name: &Name) -> Outcome<()> {
        let function = self.reference_field(name.object, "function");
        let (function, parameters, result) = self.function(function, writer.stack)?;
        let given = self.reference_field(name.object, "arguments");
        if self.heap.length(given) as usize != parameters.len() {
            return Err(self.error(
                "java/lang/InternalError",
                "a lambda form calls a function with too many or too few arguments",
            ));
        }
        let mut arguments: Vec<(Operand, &str)> = Vec::with_capacity(parameters.len() + 1);
        if let Function::Handle(handle) = function {
            arguments.push((Operand::Object(handle), OBJECT));
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let argument = Ref(self.heap.int(given, index as u32));
            arguments.push((self.operand(form, argument, parameter), parameter));
        }
        match function {
            Function::Member(insn) => {
                let depth = writer.arguments(&arguments);
                writer.push(insn, depth, descriptor::kind(&result).is_reference());
            }
            Function::Handle(_) => writer.call_handle(&arguments, &result),
        }
        writer.keep(name.register, name.desc);
        Ok(())
    }

    /// An argument of a name: another name, or a constant, which is in its wrapper if it is of a primitive type.
    fn operand(&mut self, form: &Form, argument: Ref, parameter: &str) -> Operand {
        if argument.is_null() {
            return Operand::Object(argument);
        }
        if self.program.class_name(self.heap.class(argument)) == "java/lang/invoke/LambdaForm$Name" {
            let index = self.field(argument, "index") as u16 as usize;
            return Operand::Register(form.names.get(index).map_or(0, |name| name.register));
        }
        if descriptor::kind(parameter).is_reference() {
            Operand::Object(argument)
        } else {
            Operand::Word(self.field(argument, "value"))
        }
    }

    /// What a `NamedFunction` does with arguments from register `base` on, the descriptors of what it takes, and that
    /// of its result.
    fn function(&mut self, function: Ref, base: Reg) -> Outcome<(Function, Vec<String>, String)> {
        let member = self.reference_field(function, "member");
        if !member.is_null()
            && let Some(found) = self.member_function(member, base)?
        {
            return Ok(found);
        }
        let handle = self.reference_field(function, "resolvedHandle");
        if handle.is_null() {
            return Err(self.error("java/lang/InternalError", "a lambda form names a function that is not resolved"));
        }
        let method_type = self.reference_field(handle, "type");
        let (parameters, result) = self.types_of(method_type);
        Ok((Function::Handle(handle), parameters, result))
    }

    /// The same for one that names a member, unless it is called through its handle.
    fn member_function(&mut self, member: Ref, base: Reg) -> Outcome<Option<(Function, Vec<String>, String)>> {
        if let Some(field) = self.field_of_member(member) {
            let kind = self.reference_kind(member);
            let entry = self.program.field(field);
            let (slot, result) = (entry.slot as u16, self.program.symbols.text(entry.descriptor).to_string());
            let (insn, parameters) = match kind {
                REF_GET_STATIC => (Insn::GetStaticInit { d: base, field: field.0 }, Vec::new()),
                REF_GET_FIELD if entry.is_reference() => {
                    (Insn::GetFieldRef { d: base, a: base, slot }, vec![OBJECT.to_string()])
                }
                REF_GET_FIELD => (Insn::GetField { d: base, a: base, slot }, vec![OBJECT.to_string()]),
                _ => return Ok(None),
            };
            return Ok(Some((Function::Member(insn), parameters, result)));
        }
        if self.reference_field(member, "method").is_null() {
            return Ok(None);
        }
        let method = self.method_of_member(member)?;
        let entry = self.program.method(method);
        let (is_static, polymorphic, name) =
            (entry.is_static(), entry.marks.polymorphic, self.program.symbols.text(entry.name));
        if name == "<init>" {
            return Ok(None);
        }
        let (mut parameters, result) = if polymorphic {
            let method_type = self.reference_field(member, "type");
            self.types_of(method_type)
        } else {
            split(self.program.symbols.text(entry.descriptor))
        };
        let insn = if polymorphic {
            let slots = parameters.iter().map(|parameter| descriptor::slots(parameter)).sum();
            let Some(site) = self.intrinsic_site(method, slots)? else { return Ok(None) };
            Insn::InvokeHandle { base, site }
        } else if is_static {
            Insn::InvokeStaticInit { base, method: method.0 }
        } else if self.reference_kind(member) == REF_INVOKE_SPECIAL {
            Insn::InvokeDirect { base, method: method.0 }
        } else {
            self.dispatch(base, method)
        };
        if !is_static {
            parameters.insert(0, OBJECT.to_string());
        }
        Ok(Some((Function::Member(insn), parameters, result)))
    }

    /// The descriptors of a `MethodType`'s parameters and result.
    pub(crate) fn types_of(&mut self, method_type: Ref) -> (Vec<String>, String) {
        let parameters = self.reference_field(method_type, "ptypes");
        let mirrors: Vec<Ref> =
            (0..self.heap.length(parameters)).map(|index| Ref(self.heap.int(parameters, index))).collect();
        let descriptor =
            |machine: &Machine, mirror: Ref| machine.program.descriptor_of(machine.class_of_mirror(mirror));
        let parameters = mirrors.into_iter().map(|mirror| descriptor(self, mirror)).collect();
        let result = self.reference_field(method_type, "rtype");
        (parameters, descriptor(self, result))
    }

    /// The number of the way a `MemberName` is used (JVMS 5.4.3.5).
    pub(crate) fn reference_kind(&mut self, member: Ref) -> u8 {
        (self.field(member, "flags") >> 24) as u8 & 0xf
    }

    /// The field a resolved `MemberName` stands for.
    pub(crate) fn field_of_member(&mut self, member: Ref) -> Option<FieldId> {
        let class = self.heap.class(member);
        match self.heap.slot(member, self.program.class(class).instance_words - 1) {
            0 => None,
            number => Some(FieldId(number as u32 - 1)),
        }
    }
}

fn split(desc: &str) -> (Vec<String>, String) {
    match descriptor::parse_method(desc) {
        Some(parsed) => {
            (parsed.parameters.iter().map(|parameter| parameter.to_string()).collect(), parsed.result.to_string())
        }
        None => (Vec::new(), "V".to_string()),
    }
}

//! Register code for lambda forms.
//!
//! A lambda form is how the JDK writes down what a method handle does: a list of names, the first ones arguments, each further one a call of a
//! function with earlier names or constants. The JDK would spin a class for each form; here each becomes a method of the machine's own, which costs
//! less than loading a class and runs as fast.

use super::kind::{REF_GET_FIELD, REF_GET_STATIC, REF_INVOKE_SPECIAL};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use raddle_program::class::{ClassId, Code, FieldId, MethodId};
use raddle_program::classfile::descriptor::{self, Kind};
use raddle_program::insn::{Insn, Reg};
use std::cell::Cell;

/// The descriptors of `LambdaForm.BasicType`, in the order of its constants.
const BASIC_TYPES: [&str; 6] = ["Ljava/lang/Object;", "I", "J", "F", "D", "V"];

/// What a name of a form does with its arguments.
enum Function {
    /// Calls a method or reads a field.
    Member(Insn),
    /// Calls a method handle.
    Handle(Ref),
}

/// A form's code under construction.
struct Writer {
    insns: Vec<Insn>,
    depths: Vec<u16>,
    references: Vec<bool>,
    wide: Vec<u64>,
    /// First register of the calls' arguments.
    stack: Reg,
    /// Most slots a call's arguments take.
    slots: u16,
    /// Objects the code holds.
    constants: Vec<Ref>,
}

impl Writer {
    /// Appends an instruction before which so many slots of the stack are in use.
    fn push(&mut self, insn: Insn, depth: u16, reference: bool) {
        self.insns.push(insn);
        self.depths.push(depth);
        self.references.push(reference);
        self.slots = self.slots.max(depth + 2);
    }

    fn object(&mut self, depth: u16, object: Ref) {
        self.constants.push(object);
        self.push(Insn::ConstRef { d: self.stack + depth, r: object.0 }, depth, true);
    }

    fn word(&mut self, depth: u16, value: u64) {
        self.wide.push(value);
        self.push(Insn::ConstWide { d: self.stack + depth, k: self.wide.len() as u32 - 1 }, depth, false);
    }
}

impl Machine {
    /// A method that does what a lambda form says.
    pub(crate) fn compile_form(&mut self, form: Ref) -> Outcome<MethodId> {
        let names = self.reference_field(form, "names");
        let (arity, result) = (self.field(form, "arity") as u32, self.field(form, "result") as i32);
        let count = self.heap.length(names);
        let names: Vec<Ref> = (0..count).map(|index| Ref(self.heap.int(names, index))).collect();
        let mut types = Vec::with_capacity(names.len());
        for &name in &names {
            let basic = self.reference_field(name, "type");
            types.push(BASIC_TYPES[(self.field(basic, "ordinal") as usize).min(BASIC_TYPES.len() - 1)]);
        }
        // Arguments stand by JVM slots; each other name has a register of its own.
        let mut registers = Vec::with_capacity(names.len());
        let mut next: Reg = 0;
        for (index, desc) in types.iter().enumerate() {
            registers.push(next);
            next += if (index as u32) < arity { descriptor::slots(desc) } else { 1 };
        }
        let mut writer = Writer {
            insns: Vec::new(),
            depths: Vec::new(),
            references: Vec::new(),
            wide: Vec::new(),
            stack: next,
            slots: 2,
            constants: Vec::new(),
        };
        for index in arity as usize..names.len() {
            self.write_name(&mut writer, names[index], &registers)?;
            if types[index] != "V" {
                writer.push(Insn::Move { d: registers[index], a: writer.stack }, 1, false);
            }
        }
        let result_type = types.get(result as usize).copied().unwrap_or("V");
        match registers.get(result as usize) {
            Some(&register) if result_type != "V" => writer.push(Insn::Return { a: register }, 0, false),
            _ => writer.push(Insn::ReturnVoid {}, 0, false),
        }
        let desc = format!("({}){result_type}", types[..arity as usize].concat());
        let class = self.heap.class(form);
        Ok(self.add_form(class, &desc, writer))
    }

    fn add_form(&mut self, class: ClassId, desc: &str, writer: Writer) -> MethodId {
        let code = Code {
            registers: writer.stack + writer.slots,
            stack_base: writer.stack,
            bytecode: vec![0; writer.insns.len()],
            insns: writer.insns.into_iter().map(Cell::new).collect(),
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

    /// The call a name stands for; its result goes to the first register of the stack.
    fn write_name(&mut self, writer: &mut Writer, name: Ref, registers: &[Reg]) -> Outcome<()> {
        let function = self.reference_field(name, "function");
        let base = writer.stack;
        let (function, parameters, result) = self.function(function, base)?;
        let mut depth = 0;
        if let Function::Handle(handle) = function {
            writer.object(depth, handle);
            depth += 1;
        }
        let arguments = self.reference_field(name, "arguments");
        if self.heap.length(arguments) as usize != parameters.len() {
            return Err(self.error(
                "java/lang/InternalError",
                "a lambda form calls a function with too many or too few arguments",
            ));
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let argument = Ref(self.heap.int(arguments, index as u32));
            self.write_argument(writer, depth, parameter, argument, registers);
            depth += descriptor::slots(parameter);
        }
        let reference = descriptor::kind(&result).is_reference();
        match function {
            Function::Member(insn) => writer.push(insn, depth, reference),
            Function::Handle(_) => {
                let site = self.sites.handles.basic();
                writer.push(Insn::InvokeHandle { base, site }, depth, reference);
            }
        }
        Ok(())
    }

    fn write_argument(&mut self, writer: &mut Writer, depth: u16, parameter: &str, argument: Ref, registers: &[Reg]) {
        if argument.is_null() {
            return writer.object(depth, argument);
        }
        let class = self.heap.class(argument);
        if self.program.class_name(class) == "java/lang/invoke/LambdaForm$Name" {
            let index = self.field(argument, "index") as u16 as usize;
            let from = registers.get(index).copied().unwrap_or(0);
            return writer.push(Insn::Move { d: writer.stack + depth, a: from }, depth, false);
        }
        match descriptor::kind(parameter) {
            Kind::Object | Kind::Array => writer.object(depth, argument),
            // A constant of a primitive type is in its wrapper.
            _ => {
                let value = self.field(argument, "value");
                writer.word(depth, value);
            }
        }
    }

    /// What a `NamedFunction` does with arguments from register `base` on, the descriptors of what it takes, and that of its result.
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
                    (Insn::GetFieldRef { d: base, a: base, slot }, vec![BASIC_TYPES[0].to_string()])
                }
                REF_GET_FIELD => (Insn::GetField { d: base, a: base, slot }, vec![BASIC_TYPES[0].to_string()]),
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
            parameters.insert(0, BASIC_TYPES[0].to_string());
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

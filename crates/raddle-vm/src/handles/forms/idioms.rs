//! Idioms of lambda forms: control flow over other method handles.
//!
//! A form cannot branch, so the JDK writes these as three names: one that boxes the arguments into an array, one that
//! calls a Java method with it, and one that unboxes the result. That method is only for forms that are interpreted;
//! code is made of the three together (as by the JDK's `InvokerBytecodeGenerator`), without boxing and without frames
//! that a stack trace would show.

use super::{Form, OBJECT, Operand, Writer};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{CodeHandler, MethodId};
use raddle_program::insn::{Insn, Reg};

/// How many names an idiom has.
pub(super) const NAMES: usize = 3;

/// Temporary registers any idiom but a loop's variables may take.
const TEMPORARIES: Reg = 6;

/// An argument of an idiom's handles and its descriptor.
type Argument = (Operand, &'static str);

impl Writer {
    /// Appends a jump that `land` gives its target.
    fn jump(&mut self, insn: Insn, depth: u16) -> usize {
        self.push(insn, depth, false);
        self.insns.len() - 1
    }

    /// Makes a jump go to the next instruction.
    fn land(&mut self, at: usize) {
        let distance = self.insns.len() as i32 - at as i32 - 1;
        self.insns[at] = match self.insns[at] {
            Insn::Goto { .. } => Insn::Goto { t: distance },
            Insn::IfNe { a, .. } => Insn::IfNe { a, t: distance },
            Insn::IfLt { a, .. } => Insn::IfLt { a, t: distance },
            Insn::IfICmpGe { a, b, .. } => Insn::IfICmpGe { a, b, t: distance as i16 },
            other => other,
        };
    }

    /// Calls a method handle whose exceptions go to the next `catch`.
    fn guard(&mut self, arguments: &[(Operand, &str)], result: &str) {
        self.call_handle(arguments, result);
        let at = self.insns.len() as u32;
        self.handlers.push(CodeHandler { start: at - 1, end: at, target: at, catch_type: 0 });
    }

    /// Begins what is run when the last guarded call throws; the exception is in the register returned.
    fn catch(&mut self) -> Reg {
        let exception = self.temporary();
        if let Some(handler) = self.handlers.last_mut() {
            handler.target = self.insns.len() as u32;
        }
        self.push(Insn::Move { d: exception, a: self.stack }, 1, false);
        exception
    }

    /// An element of an array of method handles, in a register.
    fn element(&mut self, register: Reg, array: Reg, index: usize) {
        self.push(Insn::ConstI { d: register, k: index as i32 }, 0, false);
        self.push(Insn::AALoad { d: register, a: array, b: register }, 0, true);
    }
}

impl Machine {
    /// Registers the idioms of a form need beyond those of its names.
    pub(super) fn idiom_registers(&mut self, form: &Form) -> Reg {
        let mut registers = 0;
        for index in form.arity..form.names.len() {
            let Some(method) = self.idiom(form, index) else { continue };
            registers += TEMPORARIES;
            if method == "loop" {
                let types = self.idiom_argument(form, index, 0);
                registers += self.heap.length(types) as Reg;
            }
        }
        registers
    }

    /// The Java method of the idiom that begins with a name.
    fn idiom(&mut self, form: &Form, index: usize) -> Option<&'static str> {
        let call = form.names.get(index + 1).filter(|_| index + NAMES <= form.names.len())?.object;
        let function = self.reference_field(call, "function");
        let member = self.reference_field(function, "member");
        if member.is_null() || self.reference_field(member, "method").is_null() {
            return None;
        }
        let method = self.method_of_member(member).ok()?;
        let entry = self.program.method(method);
        let name = self.program.symbols.text(entry.name);
        let known = matches!(name, "guardWithCatch" | "tryFinally" | "loop" | "tableSwitch");
        (known && self.program.class_name(entry.class) == "java/lang/invoke/MethodHandleImpl").then_some(name)
    }

    /// An argument of the idiom's call, as it stands in the form.
    fn idiom_argument(&mut self, form: &Form, index: usize, argument: u32) -> Ref {
        let arguments = self.reference_field(form.names[index + 1].object, "arguments");
        Ref(self.heap.int(arguments, argument))
    }

    /// The same in a register.
    fn idiom_operand(&mut self, form: &Form, index: usize, argument: u32) -> Operand {
        let argument = self.idiom_argument(form, index, argument);
        self.operand(form, argument, OBJECT)
    }

    /// Writes the idiom that begins with a name, if one does.
    pub(super) fn write_idiom(&mut self, writer: &mut Writer, form: &Form, index: usize) -> Outcome<bool> {
        let Some(method) = self.idiom(form, index) else { return Ok(false) };
        // What is boxed is what the handles take; the first argument of boxing is the handle that does it.
        let boxed = self.reference_field(form.names[index].object, "arguments");
        let mut arguments: Vec<Argument> = Vec::new();
        for argument in 1..self.heap.length(boxed) {
            let argument = Ref(self.heap.int(boxed, argument));
            let at = self.field(argument, "index") as u16 as usize;
            let Some(name) = form.names.get(at) else {
                return Err(
                    self.error("java/lang/InternalError", "a lambda form boxes something else than its arguments")
                );
            };
            arguments.push((Operand::Register(name.register), name.desc));
        }
        match method {
            "guardWithCatch" => self.write_catch(writer, form, index, &arguments)?,
            "tryFinally" => self.write_finally(writer, form, index, &arguments),
            "tableSwitch" => self.write_switch(writer, form, index, &arguments)?,
            _ => self.write_loop(writer, form, index, &arguments)?,
        }
        Ok(true)
    }

    /// `guardWithCatch(target, class, catcher, arguments)`.
    fn write_catch(&mut self, writer: &mut Writer, form: &Form, index: usize, arguments: &[Argument]) -> Outcome<()> {
        let result = &form.names[index + 2];
        let [target, class, catcher] = [0, 1, 2].map(|argument| self.idiom_operand(form, index, argument));
        let is_instance = self.find_method(self.known.class, "isInstance", "(Ljava/lang/Object;)Z");
        let is_instance: MethodId = is_instance.ok_or_else(|| Exit::Fatal("the JDK has no Class.isInstance".into()))?;
        writer.guard(&with(&[target], arguments), result.desc);
        writer.keep(result.register, result.desc);
        let done = writer.jump(Insn::Goto { t: 0 }, 0);
        let exception = writer.catch();
        writer.arguments(&[(class, OBJECT), (Operand::Register(exception), OBJECT)]);
        writer.push(Insn::InvokeDirect { base: writer.stack, method: is_instance.0 }, 2, false);
        let caught = writer.jump(Insn::IfNe { a: writer.stack, t: 0 }, 1);
        writer.push(Insn::Throw { a: exception }, 0, false);
        writer.land(caught);
        writer.call_handle(&with(&[catcher, Operand::Register(exception)], arguments), result.desc);
        writer.keep(result.register, result.desc);
        writer.land(done);
        Ok(())
    }

    /// `tryFinally(target, cleanup, arguments)`: what was to be returned is zero for the clean-up where there was an
    /// exception.
    fn write_finally(&mut self, writer: &mut Writer, form: &Form, index: usize, arguments: &[Argument]) {
        let result = &form.names[index + 2];
        let [target, cleanup] = [0, 1].map(|argument| self.idiom_operand(form, index, argument));
        let clean_up = |thrown: Operand, returned: Operand| {
            let mut all = vec![(cleanup, OBJECT), (thrown, OBJECT)];
            if result.desc != "V" {
                all.push((returned, result.desc));
            }
            all.extend_from_slice(arguments);
            all
        };
        writer.guard(&with(&[target], arguments), result.desc);
        writer.keep(result.register, result.desc);
        let returned = Operand::Register(result.register);
        writer.call_handle(&clean_up(Operand::Object(Ref::NULL), returned), result.desc);
        writer.keep(result.register, result.desc);
        let done = writer.jump(Insn::Goto { t: 0 }, 0);
        let exception = writer.catch();
        let zero = if result.desc == OBJECT { Operand::Object(Ref::NULL) } else { Operand::Word(0) };
        writer.call_handle(&clean_up(Operand::Register(exception), zero), result.desc);
        writer.push(Insn::Throw { a: exception }, 0, false);
        writer.land(done);
    }

    /// `tableSwitch(selector, default, cases, arguments)`.
    fn write_switch(&mut self, writer: &mut Writer, form: &Form, index: usize, arguments: &[Argument]) -> Outcome<()> {
        let result = &form.names[index + 2];
        let [selector, default, cases] = [0, 1, 2].map(|argument| self.idiom_operand(form, index, argument));
        let [value, chosen, array, length] = [(); 4].map(|()| writer.temporary());
        let class = self.load_boot("java/lang/invoke/MethodHandleImpl$CasesHolder")?;
        let slot = self.slot_of(class, "cases") as u16;
        writer.load(value, 0, selector);
        writer.load(chosen, 0, default);
        writer.load(array, 0, cases);
        writer.push(Insn::GetFieldRef { d: array, a: array, slot }, 0, true);
        writer.push(Insn::ArrayLength { d: length, a: array }, 0, false);
        let below = writer.jump(Insn::IfLt { a: value, t: 0 }, 0);
        let above = writer.jump(Insn::IfICmpGe { a: value, b: length, t: 0 }, 0);
        writer.push(Insn::AALoad { d: chosen, a: array, b: value }, 0, true);
        writer.land(below);
        writer.land(above);
        writer.call_handle(&with(&[Operand::Register(chosen)], arguments), result.desc);
        writer.keep(result.register, result.desc);
        Ok(())
    }

    /// `loop(types, clauses, arguments)`: the clauses' initialisers, steps, predicates and finishers are four arrays
    /// of handles; a clause whose type is not void has a variable.
    fn write_loop(&mut self, writer: &mut Writer, form: &Form, index: usize, arguments: &[Argument]) -> Outcome<()> {
        let result = &form.names[index + 2];
        let types = self.idiom_argument(form, index, 0);
        let clauses = self.idiom_operand(form, index, 1);
        let class = self.load_boot("java/lang/invoke/MethodHandleImpl$LoopClauses")?;
        let slot = self.slot_of(class, "clauses") as u16;
        let [holder, initial, step, predicate, finish, handle] = [(); 6].map(|()| writer.temporary());
        writer.load(holder, 0, clauses);
        writer.push(Insn::GetFieldRef { d: holder, a: holder, slot }, 0, true);
        for (position, array) in [initial, step, predicate, finish].into_iter().enumerate() {
            writer.element(array, holder, position);
        }
        let handle_operand = [Operand::Register(handle)];
        let mut variables: Vec<(Reg, &'static str)> = Vec::new();
        for clause in 0..self.heap.length(types) {
            let basic = Ref(self.heap.int(types, clause));
            variables.push((writer.temporary(), self.basic_type(basic)));
        }
        for (clause, &(register, desc)) in variables.iter().enumerate() {
            writer.element(handle, initial, clause);
            writer.call_handle(&with(&handle_operand, arguments), desc);
            writer.keep(register, desc);
        }
        let mut all: Vec<Argument> = Vec::new();
        all.extend(
            variables
                .iter()
                .filter(|variable| variable.1 != "V")
                .map(|&(register, desc)| (Operand::Register(register), desc)),
        );
        all.extend_from_slice(arguments);
        let start = writer.insns.len();
        let mut leaving = Vec::new();
        for (clause, &(register, desc)) in variables.iter().enumerate() {
            writer.element(handle, step, clause);
            writer.call_handle(&with(&handle_operand, &all), desc);
            writer.keep(register, desc);
            writer.element(handle, predicate, clause);
            writer.call_handle(&with(&handle_operand, &all), "Z");
            let go_on = writer.jump(Insn::IfNe { a: writer.stack, t: 0 }, 1);
            writer.element(handle, finish, clause);
            writer.call_handle(&with(&handle_operand, &all), result.desc);
            writer.keep(result.register, result.desc);
            leaving.push(writer.jump(Insn::Goto { t: 0 }, 0));
            writer.land(go_on);
        }
        let back = start as i32 - writer.insns.len() as i32 - 1;
        writer.push(Insn::Loop { t: back }, 0, false);
        for jump in leaving {
            writer.land(jump);
        }
        Ok(())
    }
}

/// Objects, then other arguments.
fn with(objects: &[Operand], arguments: &[Argument]) -> Vec<Argument> {
    let mut all: Vec<Argument> = objects.iter().map(|&operand| (operand, OBJECT)).collect();
    all.extend_from_slice(arguments);
    all
}

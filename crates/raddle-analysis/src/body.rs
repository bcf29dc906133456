//! A method's code as the analyses read it: its instructions resolved, and each register they read replaced by the values that can be
//! in it.
//!
//! A register is many variables one after the other, so a value stands for one definition: a parameter, an instruction's result, an
//! exception caught, or a meeting of several where ways join (a phi of static single assignment). Copies are looked through.

use crate::flow::{Flow, may_throw};
use crate::set::Set;
use crate::world::{Callee, World};
use raddle_program::class::{ClassId, Code, FieldId, MethodId};
use raddle_program::classfile::descriptor;
use raddle_program::frame_map::FrameMap;
use raddle_program::insn::{Insn, Reg, Role};
use raddle_program::program::LinkError;
use raddle_vm::ahead::CallSite;
use raddle_vm::heap::Ref;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A value of a method, by number.
pub type Value = u32;

/// No value: what was never written, or is not read again.
pub const NO_VALUE: Value = u32::MAX;

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// A parameter, by its place; the receiver comes first.
    Parameter(u16),
    /// The result of an instruction.
    Result(u32),
    /// What the handler that begins at an instruction caught.
    Caught(u32),
    /// One of several, where ways join before an instruction.
    Meeting(u32, Vec<Value>),
}

/// What an instruction does, as far as it concerns more than numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Computes a number from its operands, compares, jumps, or does nothing.
    Plain,
    /// Loads an object that is there from the start: a literal, a mirror, a lambda that captures nothing.
    Object(Ref),
    /// Loads a constant that Java makes: a method handle, a method type, a dynamic constant.
    MadeConstant,
    /// Reads a field of operand 0.
    Load(FieldId),
    /// Writes operand 1 to a field of operand 0.
    Store(FieldId),
    /// Reads a static field.
    LoadStatic(FieldId),
    /// Writes operand 0 to a static field.
    StoreStatic(FieldId),
    /// Reads element operand 1 of array operand 0.
    LoadElement,
    /// Writes operand 2 to element operand 1 of array operand 0.
    StoreElement,
    /// Makes an object.
    New(ClassId),
    /// Makes an array; of so many dimensions at once.
    NewArray(ClassId, u16),
    /// Lets operand 0 through if it is of a class.
    Cast(ClassId),
    /// A call with its arguments as operands, the receiver first.
    Call(Callee),
    /// Enters the monitor of operand 0.
    Enter,
    /// Leaves it.
    Leave,
    /// Returns operand 0.
    Return,
    /// Throws operand 0.
    Throw,
    /// Cannot be linked: it throws whenever it is reached.
    Unlinked,
}

/// A method's code, resolved.
pub struct Body {
    /// The method.
    pub method: MethodId,
    /// Its register code, unlinked.
    pub code: Code,
    /// Its control flow.
    pub flow: Flow,
    /// What each instruction does.
    pub ops: Vec<Op>,
    /// Where each value comes from.
    pub values: Vec<Definition>,
    /// Whether each value is a reference.
    pub references: Vec<bool>,
    /// The value each instruction defines, or `NO_VALUE`.
    pub results: Vec<Value>,
    /// The value caught by the handler that begins at an instruction.
    pub caught: FxHashMap<u32, Value>,
    /// The values of the parameters, the receiver first.
    pub parameters: Vec<Value>,
    starts: Vec<u32>,
    operands: Vec<Value>,
}

impl Body {
    /// Reads a method that has code.
    pub fn read(world: &mut World, method: MethodId) -> Result<Body, LinkError> {
        let code = world.machine.program.make_code(method)?;
        Ok(Reader::new(world, method, code).read())
    }

    /// The values an instruction reads. Of a call: its arguments, one each however wide.
    pub fn operands(&self, pc: usize) -> &[Value] {
        &self.operands[self.starts[pc] as usize..self.starts[pc + 1] as usize]
    }

    /// The instruction that made a value, if one did.
    pub fn maker(&self, value: Value) -> Option<usize> {
        match self.values.get(value as usize) {
            Some(&Definition::Result(pc)) => Some(pc as usize),
            _ => None,
        }
    }

    /// The object a value always is, if it is a constant.
    pub fn constant(&self, value: Value) -> Option<Ref> {
        match self.ops[self.maker(value)?] {
            Op::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Whether what one instruction is given, or whether it runs at all, depends on the result of another.
    pub fn depends(&self, at: usize, on: usize) -> bool {
        let result = self.results[on];
        if result == NO_VALUE {
            return false;
        }
        if self.feeds(result, self.operands(at)) {
            return true;
        }
        let depends = self.flow.control_dependence();
        let mut work = depends[self.flow.block_of[at] as usize].clone();
        let mut seen = Set::default();
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            let last = self.flow.blocks[block as usize].end as usize - 1;
            if self.feeds(result, self.operands(last)) {
                return true;
            }
            work.extend(&depends[block as usize]);
        }
        false
    }

    /// Whether a value goes into one of others, through whatever is computed from it.
    fn feeds(&self, value: Value, into: &[Value]) -> bool {
        let mut work: Vec<Value> = into.to_vec();
        let mut seen = Set::default();
        while let Some(one) = work.pop() {
            if one == value {
                return true;
            }
            if one == NO_VALUE || !seen.insert(one) {
                continue;
            }
            match &self.values[one as usize] {
                Definition::Result(pc) => work.extend(self.operands(*pc as usize)),
                Definition::Meeting(_, inputs) => work.extend(inputs),
                Definition::Parameter(_) | Definition::Caught(_) => {}
            }
        }
        false
    }
}

/// What a call's descriptor says: the registers of its arguments relative to the first, and whether it returns anything.
struct Shape {
    offsets: Vec<u16>,
    returns: bool,
}

fn call_shape(descriptor: &str, receiver: bool) -> Shape {
    let Some(parsed) = descriptor::parse_method(descriptor) else {
        return Shape { offsets: Vec::new(), returns: false };
    };
    let mut offsets = Vec::new();
    let mut next = 0;
    if receiver {
        offsets.push(0);
        next = 1;
    }
    for parameter in &parsed.parameters {
        offsets.push(next);
        next += descriptor::slots(parameter);
    }
    Shape { offsets, returns: parsed.result != "V" }
}

/// Whether an instruction writes a register below the operand stack.
fn writes_local(insn: Insn, stack_base: usize) -> bool {
    let mut found = false;
    insn.registers(|register, role| found |= role == Role::Def && (register as usize) < stack_base);
    found || matches!(insn, Insn::CheckCastU { a, .. } if (a as usize) < stack_base)
}

/// The state of a block's entry: the value of each register that is read again.
struct Entry {
    live: Vec<(Reg, bool)>,
    values: Vec<Value>,
    reached: bool,
}

struct Reader<'a> {
    world: &'a mut World,
    class: ClassId,
    body: Body,
    shapes: FxHashMap<u32, Shape>,
    entries: Vec<Entry>,
    /// The meeting made for a register at a block's entry.
    meetings: FxHashMap<(u32, Reg), Value>,
    argument_registers: Vec<(Reg, bool)>,
}

impl<'a> Reader<'a> {
    fn new(world: &'a mut World, method: MethodId, code: Code) -> Reader<'a> {
        let flow = Flow::new(&code);
        let program = &world.machine.program;
        let entry = program.method(method);
        let mut argument_registers = Vec::new();
        let mut next = 0;
        if !entry.is_static() {
            argument_registers.push((0, true));
            next = 1;
        }
        let text = program.symbols.text(entry.descriptor);
        for parameter in descriptor::parse_method(text).map(|parsed| parsed.parameters).unwrap_or_default() {
            argument_registers.push((next, matches!(parameter.as_bytes()[0], b'L' | b'[')));
            next += descriptor::slots(parameter);
        }
        let mut flags = vec![false; next as usize];
        argument_registers.iter().for_each(|&(register, reference)| flags[register as usize] = reference);
        let map = FrameMap::compute(&code, &flags);
        let entries = flow
            .blocks
            .iter()
            .map(|block| {
                let live: Vec<(Reg, bool)> = map.live(block.start as usize).collect();
                Entry { values: vec![NO_VALUE; live.len()], live, reached: false }
            })
            .collect();
        let count = code.insns.len();
        let class = entry.class;
        let body = Body {
            method,
            code,
            flow,
            ops: Vec::with_capacity(count),
            values: Vec::new(),
            references: Vec::new(),
            results: vec![NO_VALUE; count],
            caught: FxHashMap::default(),
            parameters: Vec::new(),
            starts: Vec::with_capacity(count + 1),
            operands: Vec::new(),
        };
        Reader {
            world,
            class,
            body,
            shapes: FxHashMap::default(),
            entries,
            meetings: FxHashMap::default(),
            argument_registers,
        }
    }

    fn add(&mut self, definition: Definition, reference: bool) -> Value {
        self.body.values.push(definition);
        self.body.references.push(reference);
        self.body.values.len() as Value - 1
    }

    fn read(mut self) -> Body {
        for pc in 0..self.body.code.insns.len() {
            let op = self.resolve(pc);
            self.body.ops.push(op);
        }
        let mut registers = vec![NO_VALUE; self.body.code.registers as usize];
        for index in 0..self.argument_registers.len() {
            let (register, reference) = self.argument_registers[index];
            let value = self.add(Definition::Parameter(index as u16), reference);
            self.body.parameters.push(value);
            registers[register as usize] = value;
        }
        for index in 0..self.body.code.handlers.len() {
            let target = self.body.code.handlers[index].target;
            if !self.body.caught.contains_key(&target) {
                let value = self.add(Definition::Caught(target), true);
                self.body.caught.insert(target, value);
            }
        }
        if !self.body.flow.blocks.is_empty() {
            self.settle(&registers);
            self.record(&registers);
        }
        self.body
    }

    /// Goes round until each block's entry has a value, or a meeting of several, for each register it needs.
    fn settle(&mut self, parameters: &[Value]) {
        let mut work = vec![0];
        self.arrive(0, parameters);
        while let Some(block) = work.pop() {
            let mut reached = Vec::new();
            self.walk(block, &mut |reader, to, state| {
                if reader.arrive(to, state) && !reached.contains(&to) {
                    reached.push(to);
                }
            });
            work.extend(reached);
        }
    }

    /// Lets a state come to a block's entry; says whether that is new to it.
    fn arrive(&mut self, block: u32, state: &[Value]) -> bool {
        let mut changed = !self.entries[block as usize].reached;
        self.entries[block as usize].reached = true;
        for index in 0..self.entries[block as usize].live.len() {
            let entry = &self.entries[block as usize];
            let (register, reference) = entry.live[index];
            let (old, new) = (entry.values[index], state[register as usize]);
            if new == old || new == NO_VALUE || self.meetings.get(&(block, register)) == Some(&old) {
                continue;
            }
            self.entries[block as usize].values[index] = if old == NO_VALUE {
                new
            } else {
                let start = self.body.flow.blocks[block as usize].start;
                let meeting = self.add(Definition::Meeting(start, Vec::new()), reference);
                self.meetings.insert((block, register), meeting);
                meeting
            };
            changed = true;
        }
        changed
    }

    /// The state at a block's entry, and its instructions.
    fn enter(&self, block: u32) -> (Vec<Value>, Range<usize>) {
        let mut state = vec![NO_VALUE; self.body.code.registers as usize];
        let entry = &self.entries[block as usize];
        for (&(register, _), &value) in entry.live.iter().zip(&entry.values) {
            state[register as usize] = value;
        }
        let block = &self.body.flow.blocks[block as usize];
        if let Some(&caught) = self.body.caught.get(&block.start) {
            state[self.body.code.stack_base as usize] = caught;
        }
        (state, block.start as usize..block.end as usize)
    }

    /// Runs through a block from its entry's state; `leave` is told of each state in which it can be left, and for where.
    fn walk(&mut self, block: u32, leave: &mut dyn FnMut(&mut Self, u32, &[Value])) {
        let (mut state, instructions) = self.enter(block);
        let base = self.body.code.stack_base as usize;
        let handlers = self.body.flow.blocks[block as usize].handlers.clone();
        let mut told = false;
        for pc in instructions {
            let insn = self.body.code.insns[pc].get();
            if !told && !handlers.is_empty() && may_throw(insn) {
                for &handler in &handlers {
                    leave(self, handler, &state);
                }
                told = true;
            }
            // Handlers see locals only; once one has changed, they have to be told again.
            let changes_local = writes_local(insn, base);
            self.step(pc, insn, &mut state);
            told &= !changes_local;
        }
        for index in 0..self.body.flow.blocks[block as usize].next.len() {
            let next = self.body.flow.blocks[block as usize].next[index];
            leave(self, next, &state);
        }
    }

    /// What an instruction leaves in the registers.
    fn step(&mut self, pc: usize, insn: Insn, state: &mut [Value]) {
        if let Insn::Move { d, a } = insn {
            state[d as usize] = state[a as usize];
            return;
        }
        if let (Insn::CheckCastU { a, .. }, Op::Cast(_)) = (insn, self.body.ops[pc]) {
            state[a as usize] = self.result(pc, true);
            return;
        }
        let mut written = None;
        insn.registers(|register, role| match role {
            Role::Def => written = Some((register, false)),
            Role::Base => written = Some((register, true)),
            Role::Use => {}
        });
        let Some((register, is_base)) = written else { return };
        let returns = !is_base || self.shapes.get(&(pc as u32)).is_none_or(|shape| shape.returns);
        if is_base {
            state[register as usize..].fill(NO_VALUE);
        }
        if returns && (register as usize) < state.len() {
            state[register as usize] = self.result(pc, self.body.code.reference_results[pc]);
        }
    }

    fn result(&mut self, pc: usize, reference: bool) -> Value {
        if self.body.results[pc] == NO_VALUE {
            self.body.results[pc] = self.add(Definition::Result(pc as u32), reference);
        }
        self.body.results[pc]
    }

    /// With all entries settled: notes what each instruction reads, and what meets where.
    fn record(&mut self, parameters: &[Value]) {
        let mut operands: Vec<Vec<Value>> = vec![Vec::new(); self.body.code.insns.len()];
        let mut inputs: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        self.meet(&mut inputs, 0, parameters);
        for block in 0..self.body.flow.blocks.len() as u32 {
            if !self.entries[block as usize].reached {
                continue;
            }
            self.walk(block, &mut |reader, to, state| reader.meet(&mut inputs, to, state));
            self.read_operands(block, &mut operands);
        }
        for (value, from) in inputs {
            if let Definition::Meeting(_, list) = &mut self.body.values[value as usize] {
                *list = from;
            }
        }
        for list in operands {
            self.body.starts.push(self.body.operands.len() as u32);
            self.body.operands.extend(list);
        }
        self.body.starts.push(self.body.operands.len() as u32);
    }

    fn meet(&self, inputs: &mut FxHashMap<Value, Vec<Value>>, to: u32, state: &[Value]) {
        let entry = &self.entries[to as usize];
        for (&(register, _), &value) in entry.live.iter().zip(&entry.values) {
            let incoming = state[register as usize];
            if incoming != value && incoming != NO_VALUE && self.meetings.get(&(to, register)) == Some(&value) {
                let list = inputs.entry(value).or_default();
                if !list.contains(&incoming) {
                    list.push(incoming);
                }
            }
        }
    }

    fn read_operands(&mut self, block: u32, operands: &mut [Vec<Value>]) {
        let (mut state, instructions) = self.enter(block);
        for (pc, list) in operands.iter_mut().enumerate().take(instructions.end).skip(instructions.start) {
            let insn = self.body.code.insns[pc].get();
            insn.registers(|register, role| match role {
                Role::Use => list.push(state[register as usize]),
                Role::Base => {
                    if let Some(shape) = self.shapes.get(&(pc as u32)) {
                        list.extend(shape.offsets.iter().map(|&offset| state[(register + offset) as usize]));
                    }
                }
                Role::Def => {}
            });
            self.step(pc, insn, &mut state);
        }
    }

    fn resolve(&mut self, pc: usize) -> Op {
        let insn = self.body.code.insns[pc].get();
        let class = self.class;
        let found = match insn {
            Insn::LdcU { cp, .. } => return self.world.constant(class, cp).map_or(Op::MadeConstant, Op::Object),
            Insn::OwnMirror { .. } => Some(Op::Object(self.world.machine.mirror(class))),
            Insn::GetFieldU { cp, .. } => self.world.field_at(class, cp).map(Op::Load),
            Insn::PutFieldU { cp, .. } => self.world.field_at(class, cp).map(Op::Store),
            Insn::GetStaticU { cp, .. } => self.world.field_at(class, cp).map(Op::LoadStatic),
            Insn::PutStaticU { cp, .. } => self.world.field_at(class, cp).map(Op::StoreStatic),
            Insn::NewU { cp, .. } => self.world.class_at(class, cp).map(Op::New),
            Insn::NewArrayU { class: index, .. } => self.class_use(index).map(|array| Op::NewArray(array, 1)),
            Insn::MultiNewU { dims, class: index, .. } => {
                let offsets = (0..dims).collect();
                self.shapes.insert(pc as u32, Shape { offsets, returns: true });
                self.class_use(index).map(|array| Op::NewArray(array, dims))
            }
            Insn::CheckCastU { class: index, .. } => self.class_use(index).map(Op::Cast),
            Insn::IALoad { .. }
            | Insn::LALoad { .. }
            | Insn::AALoad { .. }
            | Insn::BALoad { .. }
            | Insn::CALoad { .. }
            | Insn::SALoad { .. } => Some(Op::LoadElement),
            Insn::IAStore { .. }
            | Insn::LAStore { .. }
            | Insn::AAStore { .. }
            | Insn::BAStore { .. }
            | Insn::SAStore { .. } => Some(Op::StoreElement),
            Insn::InvokeStaticU { cp, .. } => self.call(pc, cp, false, World::static_call),
            Insn::InvokeSpecialU { cp, .. } => self.call(pc, cp, true, World::special_call),
            Insn::InvokeVirtualU { cp, .. } | Insn::InvokeInterfaceU { cp, .. } => {
                self.call(pc, cp, true, World::selected_call)
            }
            Insn::InvokeDynamicU { cp, .. } => {
                let descriptor = self.world.descriptor_at(class, cp).unwrap_or_default();
                self.shapes.insert(pc as u32, call_shape(&descriptor, false));
                Some(match self.world.call_site(class, cp) {
                    Some(CallSite::Call(method)) => Op::Call(Callee::Exactly(method)),
                    Some(CallSite::Object(object)) => Op::Object(object),
                    None => Op::Call(Callee::Unknown),
                })
            }
            Insn::Return { .. } => Some(Op::Return),
            Insn::Throw { .. } => Some(Op::Throw),
            Insn::MonitorEnter { .. } => Some(Op::Enter),
            Insn::MonitorExit { .. } => Some(Op::Leave),
            _ => Some(Op::Plain),
        };
        found.unwrap_or(Op::Unlinked)
    }

    fn call(
        &mut self,
        pc: usize,
        cp: u16,
        receiver: bool,
        resolve: fn(&mut World, ClassId, u16) -> Option<Callee>,
    ) -> Option<Op> {
        let descriptor = self.world.descriptor_at(self.class, cp).unwrap_or_default();
        self.shapes.insert(pc as u32, call_shape(&descriptor, receiver));
        resolve(self.world, self.class, cp).map(Op::Call)
    }

    fn class_use(&mut self, index: u16) -> Option<ClassId> {
        let class = self.body.code.classes[index as usize].get();
        self.world.class_use(self.class, class)
    }
}

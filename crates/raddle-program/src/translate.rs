//! From stack bytecode to register code, once per method.
//!
//! The operand stack is simulated: loads and constants are not copied but remembered, and reach the instruction that uses them as its operands; a result
//! that is stored at once goes straight to its local. Blocks are translated in the order they are reached, so dead code
//! never shows up. Subroutines of old class files (`jsr`, JVMS 6.5) are copied for each of their callers.

use crate::class::{Cases, ClassUse, Code, CodeHandler, Switch};
use crate::classfile::{ClassFile, ClassFileError, CodeAttribute, Constant, descriptor};
use crate::insn::{Insn, Reg};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::hash_map::Entry;

/// Registers between the locals and the operand stack: the lock of a synchronized method, and one to turn cycles of moves.
const SCRATCH: u16 = 2;
/// Registers of a frame at most.
const MAX_REGISTERS: u32 = 0x8000;
/// Handlers times the code they are looked for in: beyond this come only methods made to be slow.
const MAX_HANDLED: usize = 1 << 29;
/// More instructions than this come only from subroutines copied without end.
const MAX_INSNS: usize = 1 << 20;

/// The method to translate.
pub struct Source<'a> {
    /// Its class file.
    pub file: &'a ClassFile,
    /// Its bytecode.
    pub code: &'a CodeAttribute,
    /// What the verifier left to check at run time: bytecode index, stack slot, class. Sorted.
    pub checks: &'a [(u16, u16, Symbol)],
    /// Whether the method is static.
    pub is_static: bool,
    /// Whether the method is synchronized.
    pub is_synchronized: bool,
    /// Descriptor of the method's result.
    pub result: &'a str,
    /// Whether values of narrow types may be out of range (any class file not of the JDK).
    pub narrow: bool,
}

/// Translates a method.
pub fn translate(source: &Source) -> Result<Code, ClassFileError> {
    let near = Translator::new(source, false).run();
    match near {
        Err(Failure::TooFar) => Translator::new(source, true).run().map_err(Failure::into_error),
        other => other.map_err(Failure::into_error),
    }
}

enum Failure {
    /// A branch does not fit into 16 bits; long branches are needed.
    TooFar,
    File(ClassFileError),
}

impl Failure {
    fn into_error(self) -> ClassFileError {
        match self {
            Failure::File(error) => error,
            Failure::TooFar => ClassFileError::Malformed("branch out of range".into()),
        }
    }
}

impl From<ClassFileError> for Failure {
    fn from(error: ClassFileError) -> Self {
        Failure::File(error)
    }
}

fn bad<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::File(ClassFileError::Malformed(what.into())))
}

/// Where the value of an operand-stack entry is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Operand {
    /// In the entry's own stack register.
    Own,
    /// In a local, or in the own register of an entry below.
    Reg(Reg),
    /// A constant of 32 bits, int or float.
    Int(i32),
    /// A constant of 64 bits, sign-extended; long, or a double of these bits.
    Long(i32),
    Null,
}

/// An entry of the operand stack.
#[derive(Clone, Copy, Debug)]
struct Slot {
    operand: Operand,
    wide: bool,
    slot: u16,
}

/// A place to translate: bytecode index and subroutine context.
type Place = (u32, u32);

struct Block {
    /// Wideness of the operand-stack entries on entry.
    entry: Vec<bool>,
    start: Option<u32>,
}

/// A branch whose target is a place.
struct Fixup {
    insn: u32,
    target: Place,
}

enum Flow {
    Next,
    End,
}

struct Translator<'a> {
    source: &'a Source<'a>,
    bytes: &'a [u8],
    far: bool,
    stack_base: u16,
    entries: Vec<Slot>,
    out: Vec<Insn>,
    bytecode: Vec<u16>,
    contexts_of: Vec<u32>,
    references: Vec<bool>,
    /// First instruction after the last label: nothing before it may be rewritten.
    sealed: usize,
    blocks: FxHashMap<Place, Block>,
    leaders: Vec<bool>,
    work: Vec<Place>,
    fixups: Vec<Fixup>,
    switch_fixups: Vec<(u32, usize, Option<usize>, Place)>,
    wide: Vec<u64>,
    switches: Vec<Switch>,
    classes: Vec<Cell<ClassUse>>,
    class_index: FxHashMap<u16, u16>,
    /// Subroutine contexts: return place's bytecode index, and the caller's context. Context 0 is none.
    contexts: Vec<(u32, u32)>,
    pc: u32,
    context: u32,
    /// Where the set of handlers that cover an instruction changes.
    bounds: Vec<u16>,
    /// Places between bounds, by context, whose handlers are reached.
    handled: FxHashSet<(u32, u32)>,
    /// Operand-stack slots in use when the bytecode instruction under way began, and the same for every instruction emitted.
    start_depth: u16,
    depths: Vec<u16>,
    empty_arguments: Vec<(u32, Reg)>,
}

impl<'a> Translator<'a> {
    fn new(source: &'a Source<'a>, far: bool) -> Self {
        let bytes = source.file.bytes(source.code.code);
        Translator {
            source,
            bytes,
            far,
            stack_base: source.code.max_locals.saturating_add(SCRATCH),
            entries: Vec::new(),
            out: Vec::with_capacity(bytes.len()),
            bytecode: Vec::with_capacity(bytes.len()),
            contexts_of: Vec::new(),
            references: Vec::with_capacity(bytes.len()),
            sealed: 0,
            blocks: FxHashMap::default(),
            leaders: vec![false; bytes.len() + 1],
            work: Vec::new(),
            fixups: Vec::new(),
            switch_fixups: Vec::new(),
            wide: Vec::new(),
            switches: Vec::new(),
            classes: Vec::new(),
            class_index: FxHashMap::default(),
            contexts: vec![(0, 0)],
            bounds: handler_bounds(source),
            handled: FxHashSet::default(),
            pc: 0,
            context: 0,
            start_depth: 0,
            depths: Vec::with_capacity(bytes.len()),
            empty_arguments: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Code, Failure> {
        if self.source.code.max_locals as u32 + self.source.code.max_stack as u32 > MAX_REGISTERS - SCRATCH as u32 - 1 {
            return bad("too many locals and stack slots");
        }
        self.find_leaders()?;
        if self.source.is_synchronized {
            let lock = self.lock();
            if self.source.is_static {
                self.emit_ref(Insn::OwnMirror { d: lock });
            } else {
                self.emit(Insn::Move { d: lock, a: 0 });
            }
            self.emit(Insn::MonitorEnter { a: lock });
        }
        let body = self.out.len() as u32;
        self.reach((0, 0), Vec::new());
        while let Some(place) = self.work.pop() {
            if self.blocks[&place].start.is_none() {
                self.translate_from(place)?;
            }
            if self.out.len() > MAX_INSNS {
                return bad("code too large");
            }
        }
        self.finish(body)
    }

    /// Marks every branch target and handler: blocks start there.
    fn find_leaders(&mut self) -> Result<(), Failure> {
        let mut pc = 0;
        while pc < self.bytes.len() {
            let length = instruction_length(self.bytes, pc)
                .ok_or_else(|| Failure::File(ClassFileError::Malformed("bad instruction".into())))?;
            for target in branch_targets(self.bytes, pc) {
                match self.leaders.get_mut(target as usize) {
                    Some(leader) if target >= 0 => *leader = true,
                    _ => return bad("branch target out of the code"),
                }
            }
            pc += length;
        }
        for handler in &self.source.code.handlers {
            match self.leaders.get_mut(handler.target as usize) {
                Some(leader) => *leader = true,
                None => return bad("handler out of the code"),
            }
        }
        Ok(())
    }

    fn lock(&self) -> Reg {
        self.source.code.max_locals
    }

    fn scratch(&self) -> Reg {
        self.source.code.max_locals + 1
    }

    /// Notes that control can come to `place` with the given stack.
    fn reach(&mut self, place: Place, entry: Vec<bool>) {
        if let Entry::Vacant(vacant) = self.blocks.entry(place) {
            vacant.insert(Block { entry, start: None });
            self.work.push(place);
        }
    }

    fn shape(&self) -> Vec<bool> {
        self.entries.iter().map(|entry| entry.wide).collect()
    }

    fn translate_from(&mut self, place: Place) -> Result<(), Failure> {
        let (mut pc, context) = place;
        self.context = context;
        self.start_block(place);
        loop {
            if pc as usize >= self.bytes.len() {
                return bad("control falls off the end of the code");
            }
            self.pc = pc;
            self.start_depth = self.depth();
            self.reach_handlers(pc)?;
            self.emit_checks(pc)?;
            let mut length = instruction_length(self.bytes, pc as usize).unwrap_or(1) as u32;
            match self.instruction(pc as usize, &mut length)? {
                Flow::End => return Ok(()),
                Flow::Next => pc += length,
            }
            let next = (pc, context);
            if self.leaders.get(pc as usize).copied().unwrap_or(false) {
                self.flush();
                let shape = self.shape();
                self.reach(next, shape);
                if self.blocks[&next].start.is_some() {
                    self.jump(next);
                    return Ok(());
                }
                self.start_block(next);
            }
        }
    }

    fn start_block(&mut self, place: Place) {
        let start = self.out.len();
        self.sealed = start;
        let entry = self.blocks.get_mut(&place).map(|block| {
            block.start = Some(start as u32);
            block.entry.clone()
        });
        self.entries.clear();
        for wide in entry.unwrap_or_default() {
            self.push(Operand::Own, wide);
        }
    }

    fn reach_handlers(&mut self, pc: u32) -> Result<(), Failure> {
        if self.source.code.handlers.is_empty() {
            return Ok(());
        }
        // Between two bounds of handlers the same ones are reached, so once is enough.
        let region = self.bounds.partition_point(|&bound| bound as u32 <= pc) as u32;
        if !self.handled.insert((region, self.context)) {
            return Ok(());
        }
        if self.handled.len() * self.source.code.handlers.len() > MAX_HANDLED {
            return bad("too many exception handlers");
        }
        for index in 0..self.source.code.handlers.len() {
            let handler = &self.source.code.handlers[index];
            if (handler.start as u32..handler.end as u32).contains(&pc) {
                self.reach((handler.target as u32, self.context), vec![false]);
            }
        }
        Ok(())
    }

    fn emit_checks(&mut self, pc: u32) -> Result<(), Failure> {
        let from = self.source.checks.partition_point(|check| (check.0 as u32) < pc);
        for &(_, slot, name) in self.source.checks[from..].iter().take_while(|check| check.0 as u32 == pc) {
            let Some(position) = self.entries.iter().position(|entry| entry.slot == slot) else {
                return bad("verifier and translator disagree on the stack");
            };
            let a = self.register(self.entries[position]);
            let class = self.add_class(ClassUse::Named(name))?;
            self.emit(Insn::VerifyCast { a, class });
        }
        Ok(())
    }

    fn add_class(&mut self, class: ClassUse) -> Result<u16, Failure> {
        if self.classes.len() > u16::MAX as usize {
            return bad("too many classes in a method");
        }
        self.classes.push(Cell::new(class));
        Ok((self.classes.len() - 1) as u16)
    }

    fn pool_class(&mut self, cp: u16) -> Result<u16, Failure> {
        if let Some(&index) = self.class_index.get(&cp) {
            return Ok(index);
        }
        let index = self.add_class(ClassUse::Pool(cp))?;
        self.class_index.insert(cp, index);
        Ok(index)
    }

    fn emit(&mut self, insn: Insn) {
        self.out.push(insn);
        self.bytecode.push(self.pc as u16);
        self.contexts_of.push(self.context);
        self.depths.push(self.start_depth);
        self.references.push(false);
    }

    /// Emits an instruction whose result is a reference.
    fn emit_ref(&mut self, insn: Insn) {
        self.emit(insn);
        if let Some(last) = self.references.last_mut() {
            *last = true;
        }
    }

    fn emit_kind(&mut self, insn: Insn, descriptor: &str) {
        if matches!(descriptor.as_bytes().first(), Some(b'L' | b'[')) {
            self.emit_ref(insn);
        } else {
            self.emit(insn);
        }
    }

    fn depth(&self) -> u16 {
        self.entries.last().map_or(0, |top| top.slot + 1 + top.wide as u16)
    }

    fn own(&self, slot: u16) -> Reg {
        self.stack_base + slot
    }

    fn push(&mut self, operand: Operand, wide: bool) {
        let slot = self.depth();
        self.entries.push(Slot { operand, wide, slot });
    }

    /// Pushes an entry in its own register, and says which that is.
    fn push_own(&mut self, wide: bool) -> Reg {
        self.push(Operand::Own, wide);
        self.own(self.entries[self.entries.len() - 1].slot)
    }

    fn pop(&mut self) -> Result<Slot, Failure> {
        match self.entries.pop() {
            Some(entry) => Ok(entry),
            None => bad("operand stack underflow"),
        }
    }

    fn pop_reg(&mut self) -> Result<Reg, Failure> {
        let entry = self.pop()?;
        Ok(self.register(entry))
    }

    /// A register that holds the entry's value; constants are put into the entry's own.
    fn register(&mut self, entry: Slot) -> Reg {
        if let Operand::Reg(register) = entry.operand {
            return register;
        }
        self.materialize(entry);
        self.own(entry.slot)
    }

    /// Puts the entry's value into its own register.
    fn materialize(&mut self, entry: Slot) {
        let d = self.own(entry.slot);
        match entry.operand {
            Operand::Own => {}
            Operand::Reg(a) => self.emit(Insn::Move { d, a }),
            Operand::Int(k) => self.emit(Insn::ConstI { d, k }),
            Operand::Long(k) => self.emit(Insn::ConstL { d, k }),
            Operand::Null => self.emit_ref(Insn::ConstRef { d, r: 0 }),
        }
    }

    fn flush(&mut self) {
        for index in 0..self.entries.len() {
            self.settle(index);
        }
    }

    fn settle(&mut self, index: usize) {
        let entry = self.entries[index];
        self.materialize(entry);
        self.entries[index].operand = Operand::Own;
    }

    /// Entries that stand for a local about to change get their value now.
    fn free_local(&mut self, local: Reg) -> bool {
        let mut moved = false;
        for index in 0..self.entries.len() {
            if self.entries[index].operand == Operand::Reg(local) {
                self.settle(index);
                moved = true;
            }
        }
        moved
    }

    fn load(&mut self, local: u16, wide: bool) -> Result<Flow, Failure> {
        self.check_local(local, wide)?;
        self.push(Operand::Reg(local), wide);
        Ok(Flow::Next)
    }

    fn check_local(&self, local: u16, wide: bool) -> Result<(), Failure> {
        if local as u32 + wide as u32 >= self.source.code.max_locals as u32 {
            return bad("local variable out of range");
        }
        Ok(())
    }

    fn store(&mut self, local: u16, wide: bool) -> Result<Flow, Failure> {
        self.check_local(local, wide)?;
        let entry = self.pop()?;
        let moved = self.free_local(local);
        match entry.operand {
            Operand::Own => {
                let a = self.own(entry.slot);
                match self.out.last().copied() {
                    Some(last) if !moved && self.out.len() > self.sealed && last.destination() == Some(a) => {
                        let at = self.out.len() - 1;
                        self.out[at] = last.with_destination(local);
                    }
                    _ => self.emit(Insn::Move { d: local, a }),
                }
            }
            Operand::Reg(a) => self.emit(Insn::Move { d: local, a }),
            Operand::Int(k) => self.emit(Insn::ConstI { d: local, k }),
            Operand::Long(k) => self.emit(Insn::ConstL { d: local, k }),
            Operand::Null => self.emit_ref(Insn::ConstRef { d: local, r: 0 }),
        }
        Ok(Flow::Next)
    }

    fn binary(&mut self, wide: bool, make: fn(Reg, Reg, Reg) -> Insn) -> Result<Flow, Failure> {
        let b = self.pop_reg()?;
        let a = self.pop_reg()?;
        let d = self.push_own(wide);
        self.emit(make(d, a, b));
        Ok(Flow::Next)
    }

    fn binary_k(
        &mut self,
        wide: bool,
        commutes: bool,
        make: fn(Reg, Reg, Reg) -> Insn,
        make_k: impl Fn(Reg, Reg, i16) -> Option<Insn>,
    ) -> Result<Flow, Failure> {
        let mut b = self.pop()?;
        let mut a = self.pop()?;
        if commutes && small(a.operand).is_some() && small(b.operand).is_none() {
            std::mem::swap(&mut a, &mut b);
        }
        if let Some(k) = small(b.operand) {
            let ra = self.register(a);
            let slot = a.slot.min(b.slot);
            if let Some(insn) = make_k(self.own(slot), ra, k) {
                self.push(Operand::Own, wide);
                self.emit(insn);
                return Ok(Flow::Next);
            }
            let rb = self.register(b);
            let d = self.push_own(wide);
            self.emit(make(d, ra, rb));
            return Ok(Flow::Next);
        }
        let rb = self.register(b);
        let ra = self.register(a);
        let d = self.push_own(wide);
        self.emit(make(d, ra, rb));
        Ok(Flow::Next)
    }

    fn unary(&mut self, wide: bool, make: fn(Reg, Reg) -> Insn) -> Result<Flow, Failure> {
        let a = self.pop_reg()?;
        let d = self.push_own(wide);
        self.emit(make(d, a));
        Ok(Flow::Next)
    }

    fn array_load(&mut self, wide: bool, reference: bool, make: fn(Reg, Reg, Reg) -> Insn) -> Result<Flow, Failure> {
        self.binary(wide, make)?;
        if reference && let Some(last) = self.references.last_mut() {
            *last = true;
        }
        Ok(Flow::Next)
    }

    fn array_store(&mut self, make: fn(Reg, Reg, Reg) -> Insn) -> Result<Flow, Failure> {
        let v = self.pop_reg()?;
        let b = self.pop_reg()?;
        let a = self.pop_reg()?;
        self.emit(make(a, b, v));
        Ok(Flow::Next)
    }

    /// A conditional branch; the stack is flushed first so that both ways find it in its registers.
    fn branch(
        &mut self,
        pc: usize,
        make: impl Fn(i32) -> Insn,
        inverse: impl Fn(i32) -> Insn,
    ) -> Result<Flow, Failure> {
        let target = (branch_offset(self.bytes, pc) as u32, self.context);
        self.flush();
        let shape = self.shape();
        self.reach(target, shape);
        if self.far
            && !matches!(make(0), Insn::IfEq { .. } | Insn::IfNe { .. } | Insn::IfNull { .. } | Insn::IfNonNull { .. })
        {
            self.emit(inverse(1));
            self.jump(target);
        } else {
            self.fixups.push(Fixup { insn: self.out.len() as u32, target });
            self.emit(make(0));
        }
        // What follows can be reached only through the branch, but a rewritten destination would come before it.
        self.sealed = self.out.len();
        Ok(Flow::Next)
    }

    fn jump(&mut self, target: Place) {
        self.fixups.push(Fixup { insn: self.out.len() as u32, target });
        let back = self.blocks.get(&target).is_some_and(|block| block.start.is_some());
        self.emit(if back { Insn::Loop { t: 0 } } else { Insn::Goto { t: 0 } });
    }

    /// Rearranges the top `take` entries: `order` lists, bottom to top, which of them (0 is the lowest) stand there after.
    fn shuffle(&mut self, take: usize, order: &[usize]) -> Result<Flow, Failure> {
        if self.entries.len() < take {
            return bad("operand stack underflow");
        }
        let taken = self.entries.split_off(self.entries.len() - take);
        let mut moves: Vec<(Reg, Reg)> = Vec::new();
        for &which in order {
            let from = taken[which];
            match from.operand {
                Operand::Own => {
                    let d = self.push_own(from.wide);
                    moves.push((d, self.own(from.slot)));
                }
                Operand::Reg(a) if a >= self.stack_base => {
                    let d = self.push_own(from.wide);
                    moves.push((d, a));
                }
                other => self.push(other, from.wide),
            }
        }
        self.parallel_move(moves);
        Ok(Flow::Next)
    }

    fn parallel_move(&mut self, mut moves: Vec<(Reg, Reg)>) {
        moves.retain(|(d, a)| d != a);
        while !moves.is_empty() {
            let ready = (0..moves.len()).find(|&index| moves.iter().all(|&(_, a)| a != moves[index].0));
            match ready {
                Some(index) => {
                    let (d, a) = moves.remove(index);
                    self.emit(Insn::Move { d, a });
                }
                None => {
                    let scratch = self.scratch();
                    let blocked = moves[0].0;
                    self.emit(Insn::Move { d: scratch, a: blocked });
                    for entry in &mut moves {
                        if entry.1 == blocked {
                            entry.1 = scratch;
                        }
                    }
                }
            }
        }
    }

    fn dup_top(&mut self, wide_ok: bool) -> Result<Flow, Failure> {
        let Some(&top) = self.entries.last() else { return bad("operand stack underflow") };
        if top.wide && !wide_ok {
            return bad("dup of a wide value");
        }
        let operand = match top.operand {
            Operand::Own => Operand::Reg(self.own(top.slot)),
            other => other,
        };
        self.push(operand, top.wide);
        Ok(Flow::Next)
    }

    fn top_wide(&self, below: usize) -> Result<bool, Failure> {
        match self.entries.len().checked_sub(below + 1).and_then(|index| self.entries.get(index)) {
            Some(entry) => Ok(entry.wide),
            None => bad("operand stack underflow"),
        }
    }

    fn constant(&mut self, cp: u16) -> Result<Flow, Failure> {
        match self.source.file.constants.get(cp as usize) {
            Some(Constant::Integer(k)) => self.push(Operand::Int(*k), false),
            Some(Constant::Float(bits)) => self.push(Operand::Int(*bits as i32), false),
            Some(Constant::Long(k)) => self.constant64(*k as u64),
            Some(Constant::Double(bits)) => self.constant64(*bits),
            Some(
                Constant::String(_) | Constant::Class(_) | Constant::MethodHandle { .. } | Constant::MethodType(_),
            ) => {
                let d = self.push_own(false);
                self.emit_ref(Insn::LdcU { d, cp });
            }
            Some(Constant::Dynamic { name_and_type, .. }) => {
                let (_, desc) = self.source.file.name_and_type(*name_and_type)?;
                let desc = self.source.file.text(desc)?.into_owned();
                let d = self.push_own(descriptor::slots(&desc) == 2);
                self.emit_kind(Insn::LdcU { d, cp }, &desc);
            }
            _ => return bad("ldc of a constant that cannot be loaded"),
        }
        Ok(Flow::Next)
    }

    fn constant64(&mut self, bits: u64) {
        if bits as i64 == bits as i32 as i64 {
            self.push(Operand::Long(bits as i32), true);
        } else {
            let d = self.push_own(true);
            self.emit(Insn::ConstWide { d, k: self.wide.len() as u32 });
            self.wide.push(bits);
        }
    }

    fn field(&mut self, cp: u16, op: u8) -> Result<Flow, Failure> {
        let member = self.source.file.member_ref(cp)?;
        let desc = self.source.file.text(member.descriptor)?.into_owned();
        let wide = descriptor::slots(&desc) == 2;
        match op {
            0xb2 => {
                let d = self.push_own(wide);
                self.emit_kind(Insn::GetStaticU { d, cp }, &desc);
            }
            0xb3 => {
                let v = self.pop_reg()?;
                let v = self.narrowed(v, &desc);
                self.emit_kind(Insn::PutStaticU { v, cp }, &desc);
            }
            0xb4 => {
                let a = self.pop_reg()?;
                let d = self.push_own(wide);
                self.emit_kind(Insn::GetFieldU { d, a, cp }, &desc);
            }
            _ => {
                let v = self.pop_reg()?;
                let v = self.narrowed(v, &desc);
                let a = self.pop_reg()?;
                self.emit_kind(Insn::PutFieldU { a, v, cp }, &desc);
            }
        }
        Ok(Flow::Next)
    }

    /// The value as its narrow type holds it (JVMS 6.5.putfield, 6.5.ireturn); the JDK's own code never needs it.
    fn narrowed(&mut self, a: Reg, desc: &str) -> Reg {
        let d = self.scratch();
        let insn = match desc {
            "Z" => Insn::IAndK { d, a, k: 1 },
            "B" => Insn::I2B { d, a },
            "C" => Insn::I2C { d, a },
            "S" => Insn::I2S { d, a },
            _ => return a,
        };
        if !self.source.narrow {
            return a;
        }
        self.emit(insn);
        d
    }

    fn invoke(&mut self, cp: u16, has_receiver: bool, make: fn(Reg, u16) -> Insn) -> Result<Flow, Failure> {
        let file = self.source.file;
        let desc = match file.constants.get(cp as usize) {
            Some(Constant::InvokeDynamic { name_and_type, .. }) => file.name_and_type(*name_and_type)?.1,
            _ => file.member_ref(cp)?.descriptor,
        };
        let desc = file.text(desc)?.into_owned();
        let Some(method) = descriptor::parse_method(&desc) else { return bad("bad method descriptor") };
        let count = method.parameters.len() + has_receiver as usize;
        if self.entries.len() < count {
            return bad("operand stack underflow");
        }
        for index in self.entries.len() - count..self.entries.len() {
            self.settle(index);
        }
        let arguments = self.entries.split_off(self.entries.len() - count);
        let call = self.out.len() as u32;
        let second = arguments.iter().filter(|argument| argument.wide).map(|argument| self.own(argument.slot + 1));
        self.empty_arguments.extend(second.map(|register| (call, register)).collect::<Vec<_>>());
        let base = self.own(self.depth());
        self.emit_kind(make(base, cp), method.result);
        if method.result != "V" {
            self.push(Operand::Own, descriptor::slots(method.result) == 2);
        }
        self.sealed = self.out.len();
        Ok(Flow::Next)
    }

    fn ret(&mut self, value: bool) -> Result<Flow, Failure> {
        let a = if value {
            let a = self.pop_reg()?;
            Some(self.narrowed(a, self.source.result))
        } else {
            None
        };
        if self.source.is_synchronized {
            let lock = self.lock();
            self.emit(Insn::MonitorExit { a: lock });
        }
        self.emit(match a {
            Some(a) => Insn::Return { a },
            None => Insn::ReturnVoid {},
        });
        Ok(Flow::End)
    }

    fn switch(&mut self, pc: usize, table: bool) -> Result<Flow, Failure> {
        let a = self.pop_reg()?;
        self.flush();
        let at = (pc & !3) + 4;
        let targets_of = |offset: i32| (pc as i64 + offset as i64) as u32;
        let default = targets_of(int_at(self.bytes, at));
        let mut targets = Vec::new();
        let cases = if table {
            let low = int_at(self.bytes, at + 4);
            let high = int_at(self.bytes, at + 8);
            let count = (high as i64 - low as i64 + 1).max(0) as usize;
            targets.extend((0..count).map(|index| targets_of(int_at(self.bytes, at + 12 + 4 * index))));
            Cases::Table { low, targets: vec![0; count] }
        } else {
            let count = int_at(self.bytes, at + 4).max(0) as usize;
            let mut keys = Vec::with_capacity(count);
            for index in 0..count {
                keys.push((int_at(self.bytes, at + 8 + 8 * index), 0));
                targets.push(targets_of(int_at(self.bytes, at + 12 + 8 * index)));
            }
            Cases::Lookup(keys)
        };
        let shape = self.shape();
        let insn = self.out.len() as u32;
        let k = self.switches.len();
        for (index, target) in targets.into_iter().enumerate() {
            let place = (target, self.context);
            self.reach(place, shape.clone());
            self.switch_fixups.push((insn, k, Some(index), place));
        }
        let place = (default, self.context);
        self.reach(place, shape);
        self.switch_fixups.push((insn, k, None, place));
        self.switches.push(Switch { default: 0, cases });
        self.emit(Insn::Switch { a, k: k as u32 });
        Ok(Flow::End)
    }

    fn subroutine(&mut self, target: u32, back: u32) -> Result<Flow, Failure> {
        if self.contexts.len() > 4096 {
            return bad("subroutines nested too deeply");
        }
        let wanted = (back, self.context);
        let context = self.contexts.iter().skip(1).position(|&known| known == wanted).map(|index| index + 1);
        let context = context.unwrap_or_else(|| {
            self.contexts.push(wanted);
            self.contexts.len() - 1
        });
        // The return address itself is never looked at: the context says where `ret` goes.
        self.push(Operand::Int(0), false);
        self.flush();
        let shape = self.shape();
        let place = (target, context as u32);
        self.reach(place, shape);
        self.jump(place);
        Ok(Flow::End)
    }

    fn ret_from_subroutine(&mut self) -> Result<Flow, Failure> {
        let (back, caller) = self.contexts[self.context as usize];
        if self.context == 0 {
            return bad("ret outside of a subroutine");
        }
        self.flush();
        let shape = self.shape();
        let place = (back, caller);
        if let Some(leader) = self.leaders.get_mut(back as usize) {
            *leader = true;
        }
        self.reach(place, shape);
        self.jump(place);
        Ok(Flow::End)
    }

    fn instruction(&mut self, pc: usize, length: &mut u32) -> Result<Flow, Failure> {
        let op = self.bytes[pc];
        let byte = |at: usize| self.bytes.get(pc + at).copied().unwrap_or(0);
        let short = |at: usize| u16::from_be_bytes([byte(at), byte(at + 1)]);
        match op {
            0x00 => {}
            0x01 => self.push(Operand::Null, false),
            0x02..=0x08 => self.push(Operand::Int(op as i32 - 3), false),
            0x09 | 0x0a => self.push(Operand::Long(op as i32 - 9), true),
            0x0b..=0x0d => self.push(Operand::Int(((op - 0x0b) as f32).to_bits() as i32), false),
            0x0e | 0x0f => self.constant64(((op - 0x0e) as f64).to_bits()),
            0x10 => self.push(Operand::Int(byte(1) as i8 as i32), false),
            0x11 => self.push(Operand::Int(short(1) as i16 as i32), false),
            0x12 => return self.constant(byte(1) as u16),
            0x13 | 0x14 => return self.constant(short(1)),
            0x15..=0x19 => return self.load(byte(1) as u16, matches!(op, 0x16 | 0x18)),
            0x1a..=0x2d => {
                let family = (op - 0x1a) / 4;
                return self.load(((op - 0x1a) % 4) as u16, matches!(family, 1 | 3));
            }
            0x2e | 0x30 => return self.array_load(false, false, |d, a, b| Insn::IALoad { d, a, b }),
            0x2f | 0x31 => return self.array_load(true, false, |d, a, b| Insn::LALoad { d, a, b }),
            0x32 => return self.array_load(false, true, |d, a, b| Insn::AALoad { d, a, b }),
            0x33 => return self.array_load(false, false, |d, a, b| Insn::BALoad { d, a, b }),
            0x34 => return self.array_load(false, false, |d, a, b| Insn::CALoad { d, a, b }),
            0x35 => return self.array_load(false, false, |d, a, b| Insn::SALoad { d, a, b }),
            0x36..=0x3a => return self.store(byte(1) as u16, matches!(op, 0x37 | 0x39)),
            0x3b..=0x4e => {
                let family = (op - 0x3b) / 4;
                return self.store(((op - 0x3b) % 4) as u16, matches!(family, 1 | 3));
            }
            0x4f | 0x51 => return self.array_store(|a, b, v| Insn::IAStore { a, b, v }),
            0x50 | 0x52 => return self.array_store(|a, b, v| Insn::LAStore { a, b, v }),
            0x53 => return self.array_store(|a, b, v| Insn::AAStore { a, b, v }),
            0x54 => return self.array_store(|a, b, v| Insn::BAStore { a, b, v }),
            0x55 | 0x56 => return self.array_store(|a, b, v| Insn::SAStore { a, b, v }),
            0x57 => {
                self.pop()?;
            }
            0x58 => {
                if !self.pop()?.wide {
                    self.pop()?;
                }
            }
            0x59 => return self.dup_top(false),
            0x5a => return self.shuffle(2, &[1, 0, 1]),
            0x5b => {
                return if self.top_wide(1)? { self.shuffle(2, &[1, 0, 1]) } else { self.shuffle(3, &[2, 0, 1, 2]) };
            }
            0x5c => {
                return if self.top_wide(0)? { self.dup_top(true) } else { self.shuffle(2, &[0, 1, 0, 1]) };
            }
            0x5d => {
                return if self.top_wide(0)? { self.shuffle(2, &[1, 0, 1]) } else { self.shuffle(3, &[1, 2, 0, 1, 2]) };
            }
            0x5e => {
                return match (self.top_wide(0)?, self.top_wide(1)?) {
                    (true, true) => self.shuffle(2, &[1, 0, 1]),
                    (true, false) => self.shuffle(3, &[2, 0, 1, 2]),
                    (false, _) if self.top_wide(2)? => self.shuffle(3, &[1, 2, 0, 1, 2]),
                    (false, _) => self.shuffle(4, &[2, 3, 0, 1, 2, 3]),
                };
            }
            0x5f => return self.shuffle(2, &[1, 0]),
            0x60..=0x83 => return self.arithmetic(op),
            0x84 => {
                let (local, k) = (byte(1) as u16, byte(2) as i8 as i16);
                return self.increment(local, k);
            }
            0x85 => return self.unary(true, |d, a| Insn::I2L { d, a }),
            0x86 => return self.unary(false, |d, a| Insn::I2F { d, a }),
            0x87 => return self.unary(true, |d, a| Insn::I2D { d, a }),
            0x88 => return self.unary(false, |d, a| Insn::L2I { d, a }),
            0x89 => return self.unary(false, |d, a| Insn::L2F { d, a }),
            0x8a => return self.unary(true, |d, a| Insn::L2D { d, a }),
            0x8b => return self.unary(false, |d, a| Insn::F2I { d, a }),
            0x8c => return self.unary(true, |d, a| Insn::F2L { d, a }),
            0x8d => return self.unary(true, |d, a| Insn::F2D { d, a }),
            0x8e => return self.unary(false, |d, a| Insn::D2I { d, a }),
            0x8f => return self.unary(true, |d, a| Insn::D2L { d, a }),
            0x90 => return self.unary(false, |d, a| Insn::D2F { d, a }),
            0x91 => return self.unary(false, |d, a| Insn::I2B { d, a }),
            0x92 => return self.unary(false, |d, a| Insn::I2C { d, a }),
            0x93 => return self.unary(false, |d, a| Insn::I2S { d, a }),
            0x94 => {
                let follows = self.bytes.get(pc + 1).copied().unwrap_or(0);
                if (0x99..=0x9e).contains(&follows) && !self.leaders[pc + 1] {
                    *length += 3;
                    return self.long_branch(pc + 1, follows);
                }
                return self.binary(false, |d, a, b| Insn::LCmp { d, a, b });
            }
            0x95 => return self.binary(false, |d, a, b| Insn::FCmpL { d, a, b }),
            0x96 => return self.binary(false, |d, a, b| Insn::FCmpG { d, a, b }),
            0x97 => return self.binary(false, |d, a, b| Insn::DCmpL { d, a, b }),
            0x98 => return self.binary(false, |d, a, b| Insn::DCmpG { d, a, b }),
            0x99..=0x9e | 0xc6 | 0xc7 => {
                let a = self.pop_reg()?;
                let make = move |op: u8| {
                    move |t: i32| match op {
                        0x99 => Insn::IfEq { a, t },
                        0x9a => Insn::IfNe { a, t },
                        0x9b => Insn::IfLt { a, t },
                        0x9c => Insn::IfGe { a, t },
                        0x9d => Insn::IfGt { a, t },
                        0x9e => Insn::IfLe { a, t },
                        0xc6 => Insn::IfNull { a, t },
                        _ => Insn::IfNonNull { a, t },
                    }
                };
                return self.branch(pc, make(op), make(inverse_of(op)));
            }
            0x9f..=0xa4 => return self.int_branch(pc, op),
            0xa5 | 0xa6 => {
                let b = self.pop_reg()?;
                let a = self.pop_reg()?;
                let make = move |op: u8| {
                    move |t: i32| {
                        let t = t as i16;
                        if op == 0xa5 { Insn::IfACmpEq { a, b, t } } else { Insn::IfACmpNe { a, b, t } }
                    }
                };
                return self.branch(pc, make(op), make(inverse_of(op)));
            }
            0xa7 | 0xc8 => {
                self.flush();
                let target = (branch_offset(self.bytes, pc) as u32, self.context);
                let shape = self.shape();
                self.reach(target, shape);
                self.jump(target);
                return Ok(Flow::End);
            }
            0xa8 | 0xc9 => return self.subroutine(branch_offset(self.bytes, pc) as u32, pc as u32 + *length),
            0xa9 => return self.ret_from_subroutine(),
            0xaa => return self.switch(pc, true),
            0xab => return self.switch(pc, false),
            0xac..=0xb0 => return self.ret(true),
            0xb1 => return self.ret(false),
            0xb2..=0xb5 => return self.field(short(1), op),
            0xb6 => return self.invoke(short(1), true, |base, cp| Insn::InvokeVirtualU { base, cp }),
            0xb7 => return self.invoke(short(1), true, |base, cp| Insn::InvokeSpecialU { base, cp }),
            0xb8 => return self.invoke(short(1), false, |base, cp| Insn::InvokeStaticU { base, cp }),
            0xb9 => return self.invoke(short(1), true, |base, cp| Insn::InvokeInterfaceU { base, cp }),
            0xba => return self.invoke(short(1), false, |base, cp| Insn::InvokeDynamicU { base, cp }),
            0xbb => {
                let d = self.push_own(false);
                self.emit_ref(Insn::NewU { d, cp: short(1) });
            }
            0xbc => {
                let code = byte(1);
                if !(4..=11).contains(&code) {
                    return bad("newarray of an unknown type");
                }
                let a = self.pop_reg()?;
                let class = self.add_class(ClassUse::PrimitiveArray(code))?;
                let d = self.push_own(false);
                self.emit_ref(Insn::NewArrayU { d, a, class });
            }
            0xbd => {
                let cp = short(1);
                self.source.file.class_name(cp)?;
                let a = self.pop_reg()?;
                let class = self.add_class(ClassUse::ArrayOf(cp))?;
                let d = self.push_own(false);
                self.emit_ref(Insn::NewArrayU { d, a, class });
            }
            0xbe => return self.unary(false, |d, a| Insn::ArrayLength { d, a }),
            0xbf => {
                let a = self.pop_reg()?;
                self.emit(Insn::Throw { a });
                return Ok(Flow::End);
            }
            0xc0 => {
                let class = self.pool_class(short(1))?;
                let Some(&top) = self.entries.last() else { return bad("operand stack underflow") };
                let a = self.register(top);
                if !matches!(top.operand, Operand::Reg(_))
                    && let Some(top) = self.entries.last_mut()
                {
                    top.operand = Operand::Own;
                }
                self.emit(Insn::CheckCastU { a, class });
            }
            0xc1 => {
                let class = self.pool_class(short(1))?;
                let a = self.pop_reg()?;
                let d = self.push_own(false);
                self.emit(Insn::InstanceOfU { d, a, class });
            }
            0xc2 => {
                let a = self.pop_reg()?;
                self.emit(Insn::MonitorEnter { a });
            }
            0xc3 => {
                let a = self.pop_reg()?;
                self.emit(Insn::MonitorExit { a });
            }
            0xc4 => {
                let local = short(2);
                return match byte(1) {
                    0x15 | 0x17 | 0x19 => self.load(local, false),
                    0x16 | 0x18 => self.load(local, true),
                    0x36 | 0x38 | 0x3a => self.store(local, false),
                    0x37 | 0x39 => self.store(local, true),
                    0x84 => self.increment(local, short(4) as i16),
                    0xa9 => self.ret_from_subroutine(),
                    _ => bad("bad wide instruction"),
                };
            }
            0xc5 => {
                let dims = byte(3) as usize;
                if self.entries.len() < dims || dims == 0 {
                    return bad("operand stack underflow");
                }
                for index in self.entries.len() - dims..self.entries.len() {
                    self.settle(index);
                }
                self.entries.truncate(self.entries.len() - dims);
                let base = self.own(self.depth());
                let class = self.pool_class(short(1))?;
                self.emit_ref(Insn::MultiNewU { base, dims: dims as u16, class });
                self.push(Operand::Own, false);
            }
            _ => return bad("unknown instruction"),
        }
        Ok(Flow::Next)
    }

    fn increment(&mut self, local: u16, k: i16) -> Result<Flow, Failure> {
        self.check_local(local, false)?;
        self.free_local(local);
        self.emit(Insn::IAddK { d: local, a: local, k });
        self.sealed = self.out.len();
        Ok(Flow::Next)
    }

    fn arithmetic(&mut self, op: u8) -> Result<Flow, Failure> {
        macro_rules! plain {
            ($wide:expr, $name:ident) => {
                self.binary($wide, |d, a, b| Insn::$name { d, a, b })
            };
        }
        macro_rules! with_k {
            ($wide:expr, $commutes:expr, $name:ident, $name_k:ident) => {
                self.binary_k(
                    $wide,
                    $commutes,
                    |d, a, b| Insn::$name { d, a, b },
                    |d, a, k| Some(Insn::$name_k { d, a, k }),
                )
            };
        }
        match op {
            0x60 => with_k!(false, true, IAdd, IAddK),
            0x61 => with_k!(true, true, LAdd, LAddK),
            0x62 => plain!(false, FAdd),
            0x63 => plain!(true, DAdd),
            0x64 => self.binary_k(
                false,
                false,
                |d, a, b| Insn::ISub { d, a, b },
                |d, a, k| k.checked_neg().map(|k| Insn::IAddK { d, a, k }),
            ),
            0x65 => self.binary_k(
                true,
                false,
                |d, a, b| Insn::LSub { d, a, b },
                |d, a, k| k.checked_neg().map(|k| Insn::LAddK { d, a, k }),
            ),
            0x66 => plain!(false, FSub),
            0x67 => plain!(true, DSub),
            0x68 => with_k!(false, true, IMul, IMulK),
            0x69 => with_k!(true, true, LMul, LMulK),
            0x6a => plain!(false, FMul),
            0x6b => plain!(true, DMul),
            0x6c => self.binary_k(
                false,
                false,
                |d, a, b| Insn::IDiv { d, a, b },
                |d, a, k| (k != 0 && k != -1).then_some(Insn::IDivK { d, a, k }),
            ),
            0x6d => plain!(true, LDiv),
            0x6e => plain!(false, FDiv),
            0x6f => plain!(true, DDiv),
            0x70 => self.binary_k(
                false,
                false,
                |d, a, b| Insn::IRem { d, a, b },
                |d, a, k| (k != 0 && k != -1).then_some(Insn::IRemK { d, a, k }),
            ),
            0x71 => plain!(true, LRem),
            0x72 => plain!(false, FRem),
            0x73 => plain!(true, DRem),
            0x74 => self.unary(false, |d, a| Insn::INeg { d, a }),
            0x75 => self.unary(true, |d, a| Insn::LNeg { d, a }),
            0x76 => self.unary(false, |d, a| Insn::FNeg { d, a }),
            0x77 => self.unary(true, |d, a| Insn::DNeg { d, a }),
            0x78 => with_k!(false, false, IShl, IShlK),
            0x79 => with_k!(true, false, LShl, LShlK),
            0x7a => with_k!(false, false, IShr, IShrK),
            0x7b => with_k!(true, false, LShr, LShrK),
            0x7c => with_k!(false, false, IUshr, IUshrK),
            0x7d => with_k!(true, false, LUshr, LUshrK),
            0x7e => with_k!(false, true, IAnd, IAndK),
            0x7f => with_k!(true, true, LAnd, LAndK),
            0x80 => with_k!(false, true, IOr, IOrK),
            0x81 => plain!(true, LOr),
            0x82 => with_k!(false, true, IXor, IXorK),
            _ => plain!(true, LXor),
        }
    }

    fn int_branch(&mut self, pc: usize, op: u8) -> Result<Flow, Failure> {
        let b = self.pop()?;
        let a = self.pop_reg()?;
        if let Some(k) = small(b.operand) {
            let make = move |op: u8| {
                move |t: i32| {
                    let t = t as i16;
                    match op {
                        0x9f => Insn::IfICmpEqK { a, k, t },
                        0xa0 => Insn::IfICmpNeK { a, k, t },
                        0xa1 => Insn::IfICmpLtK { a, k, t },
                        0xa2 => Insn::IfICmpGeK { a, k, t },
                        0xa3 => Insn::IfICmpGtK { a, k, t },
                        _ => Insn::IfICmpLeK { a, k, t },
                    }
                }
            };
            return self.branch(pc, make(op), make(inverse_of(op)));
        }
        let b = self.register(b);
        let make = move |op: u8| {
            move |t: i32| {
                let t = t as i16;
                match op {
                    0x9f => Insn::IfICmpEq { a, b, t },
                    0xa0 => Insn::IfICmpNe { a, b, t },
                    0xa1 => Insn::IfICmpLt { a, b, t },
                    0xa2 => Insn::IfICmpGe { a, b, t },
                    0xa3 => Insn::IfICmpGt { a, b, t },
                    _ => Insn::IfICmpLe { a, b, t },
                }
            }
        };
        self.branch(pc, make(op), make(inverse_of(op)))
    }

    /// `lcmp` and the branch on its result, as one.
    fn long_branch(&mut self, pc: usize, op: u8) -> Result<Flow, Failure> {
        let b = self.pop_reg()?;
        let a = self.pop_reg()?;
        let make = move |op: u8| {
            move |t: i32| {
                let t = t as i16;
                match op {
                    0x99 => Insn::IfLCmpEq { a, b, t },
                    0x9a => Insn::IfLCmpNe { a, b, t },
                    0x9b => Insn::IfLCmpLt { a, b, t },
                    0x9c => Insn::IfLCmpGe { a, b, t },
                    0x9d => Insn::IfLCmpGt { a, b, t },
                    _ => Insn::IfLCmpLe { a, b, t },
                }
            }
        };
        self.branch(pc, make(op), make(inverse_of(op)))
    }

    fn finish(mut self, body: u32) -> Result<Code, Failure> {
        let end = self.out.len() as u32;
        let fixups = std::mem::take(&mut self.fixups);
        for Fixup { insn, target } in fixups {
            let start = self.start_of(target)?;
            let insn_at = insn as usize;
            let relative = if start <= insn && !matches!(self.out[insn_at], Insn::Loop { .. } | Insn::Goto { .. }) {
                self.trampoline(insn_at, start) as i64 - insn as i64 - 1
            } else {
                start as i64 - insn as i64 - 1
            };
            let patched = retarget(self.out[insn_at], relative as i32).ok_or(Failure::TooFar)?;
            self.out[insn_at] = match patched {
                Insn::Goto { t } if t < 0 => Insn::Loop { t },
                other => other,
            };
        }
        let switch_fixups = std::mem::take(&mut self.switch_fixups);
        for (insn, switch, case, place) in switch_fixups {
            let mut start = self.start_of(place)?;
            if start <= insn {
                start = self.trampoline(insn as usize, start);
            }
            let relative = start as i32 - insn as i32 - 1;
            let table = &mut self.switches[switch];
            match (case, &mut table.cases) {
                (None, _) => table.default = relative,
                (Some(index), Cases::Table { targets, .. }) => targets[index] = relative,
                (Some(index), Cases::Lookup(keys)) => keys[index].1 = relative,
            }
        }
        let mut handlers = self.handlers(end)?;
        if self.source.is_synchronized {
            self.unlock_on_exception(body, &mut handlers);
        }
        let registers = self.stack_base as u32 + self.source.code.max_stack as u32 + 1;
        if registers > MAX_REGISTERS {
            return bad("too many locals and stack slots");
        }
        Ok(Code {
            insns: self.out.into_iter().map(Cell::new).collect(),
            registers: registers as u16,
            stack_base: self.stack_base,
            bytecode: self.bytecode,
            handlers,
            wide: self.wide,
            switches: self.switches,
            classes: self.classes,
            reference_results: self.references,
            stub_references: Vec::new(),
            depths: self.depths,
            empty_arguments: self.empty_arguments,
        })
    }

    fn start_of(&self, place: Place) -> Result<u32, Failure> {
        match self.blocks.get(&place).and_then(|block| block.start) {
            Some(start) => Ok(start),
            None => bad("branch into the middle of an instruction"),
        }
    }

    /// A `Loop` to `start` at the end of the code: conditional branches and switches go backward through it.
    fn trampoline(&mut self, from: usize, start: u32) -> u32 {
        let at = self.out.len() as u32;
        self.pc = self.bytecode[from] as u32;
        self.context = self.contexts_of[from];
        self.emit(Insn::Loop { t: start as i32 - at as i32 - 1 });
        at
    }

    /// The exception table over instructions: each entry's covered runs, in the table's order (JVMS 2.10).
    fn handlers(&self, end: u32) -> Result<Vec<CodeHandler>, Failure> {
        if self.source.code.handlers.len() * end as usize > MAX_HANDLED {
            return bad("too many exception handlers");
        }
        let mut handlers = Vec::new();
        for handler in &self.source.code.handlers {
            let covered = |index: u32| (handler.start..handler.end).contains(&self.bytecode[index as usize]);
            let mut index = 0;
            while index < end {
                if !covered(index) {
                    index += 1;
                    continue;
                }
                let start = index;
                let context = self.contexts_of[start as usize];
                while index < end && covered(index) && self.contexts_of[index as usize] == context {
                    index += 1;
                }
                let place = (handler.target as u32, context);
                // The prologue of a synchronized method stands at bytecode 0 but is covered by nothing.
                if let Some(target) = self.blocks.get(&place).and_then(|block| block.start) {
                    handlers.push(CodeHandler { start, end: index, target, catch_type: handler.catch_type });
                }
            }
        }
        Ok(handlers)
    }

    /// Whatever leaves a synchronized method by an exception releases its lock (JVMS 2.11.10).
    fn unlock_on_exception(&mut self, body: u32, handlers: &mut Vec<CodeHandler>) {
        for handler in handlers.iter_mut() {
            handler.start = handler.start.max(body);
        }
        self.start_depth = 1;
        let target = self.out.len() as u32;
        let (lock, exception) = (self.lock(), self.stack_base);
        self.emit(Insn::MonitorExit { a: lock });
        self.emit(Insn::Throw { a: exception });
        // A return is not covered from its unlock on: the lock is gone by then.
        let mut start = body;
        for index in body..target {
            let unlocks = matches!(self.out[index as usize], Insn::MonitorExit { a } if a == lock);
            if unlocks {
                handlers.push(CodeHandler { start, end: index, target, catch_type: 0 });
                start = index + 2;
            }
        }
        handlers.push(CodeHandler { start, end: target, target, catch_type: 0 });
    }
}

fn handler_bounds(source: &Source) -> Vec<u16> {
    let mut bounds: Vec<u16> = source.code.handlers.iter().flat_map(|handler| [handler.start, handler.end]).collect();
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

fn small(operand: Operand) -> Option<i16> {
    match operand {
        Operand::Int(k) | Operand::Long(k) => i16::try_from(k).ok(),
        _ => None,
    }
}

fn inverse_of(op: u8) -> u8 {
    match op {
        0xc6 => 0xc7,
        0xc7 => 0xc6,
        // Conditions stand in pairs, the first at an odd code: eq/ne, lt/ge, gt/le.
        _ if op % 2 == 1 => op + 1,
        _ => op - 1,
    }
}

fn retarget(insn: Insn, relative: i32) -> Option<Insn> {
    use Insn::*;
    let near = i16::try_from(relative).ok();
    Some(match insn {
        Goto { .. } => Goto { t: relative },
        Loop { .. } => Loop { t: relative },
        IfEq { a, .. } => IfEq { a, t: relative },
        IfNe { a, .. } => IfNe { a, t: relative },
        IfLt { a, .. } => IfLt { a, t: relative },
        IfGe { a, .. } => IfGe { a, t: relative },
        IfGt { a, .. } => IfGt { a, t: relative },
        IfLe { a, .. } => IfLe { a, t: relative },
        IfNull { a, .. } => IfNull { a, t: relative },
        IfNonNull { a, .. } => IfNonNull { a, t: relative },
        IfICmpEq { a, b, .. } => IfICmpEq { a, b, t: near? },
        IfICmpNe { a, b, .. } => IfICmpNe { a, b, t: near? },
        IfICmpLt { a, b, .. } => IfICmpLt { a, b, t: near? },
        IfICmpGe { a, b, .. } => IfICmpGe { a, b, t: near? },
        IfICmpGt { a, b, .. } => IfICmpGt { a, b, t: near? },
        IfICmpLe { a, b, .. } => IfICmpLe { a, b, t: near? },
        IfICmpEqK { a, k, .. } => IfICmpEqK { a, k, t: near? },
        IfICmpNeK { a, k, .. } => IfICmpNeK { a, k, t: near? },
        IfICmpLtK { a, k, .. } => IfICmpLtK { a, k, t: near? },
        IfICmpGeK { a, k, .. } => IfICmpGeK { a, k, t: near? },
        IfICmpGtK { a, k, .. } => IfICmpGtK { a, k, t: near? },
        IfICmpLeK { a, k, .. } => IfICmpLeK { a, k, t: near? },
        IfLCmpEq { a, b, .. } => IfLCmpEq { a, b, t: near? },
        IfLCmpNe { a, b, .. } => IfLCmpNe { a, b, t: near? },
        IfLCmpLt { a, b, .. } => IfLCmpLt { a, b, t: near? },
        IfLCmpGe { a, b, .. } => IfLCmpGe { a, b, t: near? },
        IfLCmpGt { a, b, .. } => IfLCmpGt { a, b, t: near? },
        IfLCmpLe { a, b, .. } => IfLCmpLe { a, b, t: near? },
        IfACmpEq { a, b, .. } => IfACmpEq { a, b, t: near? },
        IfACmpNe { a, b, .. } => IfACmpNe { a, b, t: near? },
        other => other,
    })
}

fn int_at(bytes: &[u8], at: usize) -> i32 {
    match bytes.get(at..at + 4) {
        Some(&[a, b, c, d]) => i32::from_be_bytes([a, b, c, d]),
        _ => 0,
    }
}

fn short_at(bytes: &[u8], at: usize) -> i16 {
    match bytes.get(at..at + 2) {
        Some(&[a, b]) => i16::from_be_bytes([a, b]),
        _ => 0,
    }
}

/// The absolute target of a branch, goto or jsr at `pc`.
fn branch_offset(bytes: &[u8], pc: usize) -> i64 {
    let offset = if matches!(bytes[pc], 0xc8 | 0xc9) { int_at(bytes, pc + 1) } else { short_at(bytes, pc + 1) as i32 };
    pc as i64 + offset as i64
}

/// All bytecode indices the instruction at `pc` can jump to; for `jsr` also where its subroutine returns to.
pub fn branch_targets(bytes: &[u8], pc: usize) -> Vec<i64> {
    match bytes[pc] {
        0x99..=0xa7 | 0xc6..=0xc8 => vec![branch_offset(bytes, pc)],
        0xa8 => vec![branch_offset(bytes, pc), pc as i64 + 3],
        0xc9 => vec![branch_offset(bytes, pc), pc as i64 + 5],
        0xaa => {
            let at = (pc & !3) + 4;
            let count = (int_at(bytes, at + 8) as i64 - int_at(bytes, at + 4) as i64 + 1).max(0) as usize;
            let mut targets = vec![pc as i64 + int_at(bytes, at) as i64];
            targets.extend((0..count).map(|index| pc as i64 + int_at(bytes, at + 12 + 4 * index) as i64));
            targets
        }
        0xab => {
            let at = (pc & !3) + 4;
            let count = int_at(bytes, at + 4).max(0) as usize;
            let mut targets = vec![pc as i64 + int_at(bytes, at) as i64];
            targets.extend((0..count).map(|index| pc as i64 + int_at(bytes, at + 12 + 8 * index) as i64));
            targets
        }
        _ => Vec::new(),
    }
}

/// Bytes of the instruction at `pc`, or `None` when it is unknown or reaches beyond the code.
pub fn instruction_length(bytes: &[u8], pc: usize) -> Option<usize> {
    let length = match *bytes.get(pc)? {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xc4 => {
            if *bytes.get(pc + 1)? == 0x84 {
                6
            } else {
                4
            }
        }
        0xaa => {
            let at = (pc & !3) + 4;
            let count = int_at(bytes, at + 8) as i64 - int_at(bytes, at + 4) as i64 + 1;
            if bytes.len() < at + 12 || !(0..=bytes.len() as i64).contains(&count) {
                return None;
            }
            at - pc + 12 + 4 * count as usize
        }
        0xab => {
            let at = (pc & !3) + 4;
            let count = int_at(bytes, at + 4);
            if bytes.len() < at + 8 || !(0..=bytes.len() as i32).contains(&count) {
                return None;
            }
            at - pc + 8 + 8 * count as usize
        }
        0x00..=0xc9 => 1,
        _ => return None,
    };
    (pc + length <= bytes.len()).then_some(length)
}

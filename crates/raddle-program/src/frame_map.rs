//! Which registers of a frame are still needed, and which of them hold references, for every instruction of a method.
//!
//! Two passes over the register code: forward, which registers hold a reference; backward, which will be read again. A register that holds a reference on
//! one way into an instruction and something else on another cannot be read there by verified code, and counts as neither.

use crate::class::{Cases, Code, CodeHandler};
use crate::insn::{Insn, Reg, Role};

/// A set of registers for each instruction.
#[derive(Clone, PartialEq, Eq)]
struct Rows {
    width: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, registers: usize, fill: u64) -> Rows {
        let width = registers.div_ceil(64).max(1);
        Rows { width, bits: vec![fill; rows * width] }
    }

    fn row(&self, index: usize) -> &[u64] {
        &self.bits[index * self.width..(index + 1) * self.width]
    }

    fn row_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.bits[index * self.width..(index + 1) * self.width]
    }
}

fn put(row: &mut [u64], register: Reg, value: bool) {
    let (word, bit) = (register as usize / 64, 1u64 << (register % 64));
    if value {
        row[word] |= bit;
    } else {
        row[word] &= !bit;
    }
}

fn has(row: &[u64], register: Reg) -> bool {
    row[register as usize / 64] >> (register % 64) & 1 == 1
}

fn clear_from(row: &mut [u64], register: usize) {
    for (index, word) in row.iter_mut().enumerate() {
        let start = index * 64;
        if start >= register {
            *word = 0;
        } else if register - start < 64 {
            *word &= (1u64 << (register - start)) - 1;
        }
    }
}

/// The map of a method.
pub struct FrameMap {
    live: Rows,
    references: Rows,
    registers: u16,
}

impl FrameMap {
    /// Computes the map of a method's code; `arguments` tells which of the first registers hold references on entry.
    pub fn compute(code: &Code, arguments: &[bool]) -> FrameMap {
        let count = code.insns.len();
        let registers = code.registers as usize;
        let regions = Regions::new(code, count);
        let references = forward(code, &regions, arguments, count, registers);
        let mut live = backward(code, &regions, count, registers);
        // Above the operand stack nothing is held.
        for pc in 0..count {
            let depth = code.depths.get(pc).copied().unwrap_or(0) as usize;
            clear_from(live.row_mut(pc), code.stack_base as usize + depth);
        }
        FrameMap { live, references, registers: code.registers }
    }

    /// The registers that are read again from just before an instruction on, and whether each holds a reference.
    pub fn live(&self, pc: usize) -> impl Iterator<Item = (Reg, bool)> + '_ {
        let (live, references) = (self.live.row(pc), self.references.row(pc));
        (0..self.registers)
            .filter(|&register| has(live, register))
            .map(|register| (register, has(references, register)))
    }

    /// The registers that hold needed references just before an instruction.
    pub fn references(&self, pc: usize) -> impl Iterator<Item = Reg> + '_ {
        self.live(pc).filter(|&(_, reference)| reference).map(|(register, _)| register)
    }
}

fn successors(code: &Code, pc: usize, mut visit: impl FnMut(usize)) {
    let insn = code.insns[pc].get();
    if let Some(relative) = insn.target() {
        visit((pc as i64 + 1 + relative as i64) as usize);
    }
    if let Insn::Switch { k, .. } = insn {
        let switch = &code.switches[k as usize];
        let at = |relative: i32| (pc as i64 + 1 + relative as i64) as usize;
        visit(at(switch.default));
        match &switch.cases {
            Cases::Table { targets, .. } => targets.iter().for_each(|&target| visit(at(target))),
            Cases::Lookup(keys) => keys.iter().for_each(|&(_, target)| visit(at(target))),
        }
    }
    if !insn.ends_block() && pc + 1 < code.insns.len() {
        visit(pc + 1);
    }
}

/// Instructions in a row that the same handlers cover: what holds for one of them at a handler's start is gathered for all, so that many handlers
/// over much code cost their sum and not their product.
struct Regions {
    /// The region of each instruction.
    of: Vec<u32>,
    /// First instruction of each region, and the end of the last.
    starts: Vec<u32>,
}

impl Regions {
    fn new(code: &Code, count: usize) -> Regions {
        let mut starts: Vec<u32> = vec![0, count as u32];
        starts.extend(code.handlers.iter().flat_map(|handler| [handler.start, handler.end]));
        starts.retain(|&start| start as usize <= count);
        starts.sort_unstable();
        starts.dedup();
        let mut of = vec![0; count];
        for (region, bounds) in starts.windows(2).enumerate() {
            of[bounds[0] as usize..bounds[1] as usize].fill(region as u32);
        }
        Regions { of, starts }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn instructions(&self, region: usize) -> std::ops::Range<usize> {
        self.starts[region] as usize..self.starts[region + 1] as usize
    }

    /// Where the handlers of a region start.
    fn targets<'a>(&self, code: &'a Code, region: usize) -> impl Iterator<Item = usize> + 'a {
        let start = self.starts[region];
        let covers = move |handler: &&CodeHandler| (handler.start..handler.end).contains(&start);
        code.handlers.iter().filter(covers).map(|handler| handler.target as usize)
    }
}

/// The state before each instruction, being met from all ways into it. Not reached yet is "all": the meet is intersection.
struct Meeting {
    rows: Rows,
    reached: Vec<bool>,
    work: Vec<usize>,
}

impl Meeting {
    fn new(rows: usize, registers: usize) -> Meeting {
        Meeting { rows: Rows::new(rows, registers, u64::MAX), reached: vec![false; rows], work: Vec::new() }
    }

    fn meet(&mut self, to: usize, state: &[u64]) {
        let mut changed = !self.reached[to];
        self.reached[to] = true;
        for (word, value) in self.rows.row_mut(to).iter_mut().zip(state) {
            let met = *word & value;
            changed |= met != *word;
            *word = met;
        }
        if changed {
            self.work.push(to);
        }
    }
}

fn forward(code: &Code, regions: &Regions, arguments: &[bool], count: usize, registers: usize) -> Rows {
    let mut before = Meeting::new(count, registers);
    // What all instructions of a region have in common, for its handlers.
    let mut common = Meeting::new(regions.count(), registers);
    let mut entry = vec![0u64; before.rows.width];
    for (register, &reference) in arguments.iter().enumerate() {
        put(&mut entry, register as Reg, reference);
    }
    before.meet(0, &entry);
    loop {
        if let Some(pc) = before.work.pop() {
            let mut state = before.rows.row(pc).to_vec();
            let depth = code.depths.get(pc).copied().unwrap_or(0) as usize;
            clear_from(&mut state, code.stack_base as usize + depth + 1);
            if !code.handlers.is_empty() {
                common.meet(regions.of[pc] as usize, &state);
            }
            after(code, pc, registers, &mut state);
            successors(code, pc, |to| before.meet(to, &state));
        } else if let Some(region) = common.work.pop() {
            let mut caught = common.rows.row(region).to_vec();
            clear_from(&mut caught, code.stack_base as usize);
            put(&mut caught, code.stack_base, true);
            for target in regions.targets(code, region) {
                before.meet(target, &caught);
            }
        } else {
            break;
        }
    }
    for (pc, reached) in before.reached.iter().enumerate() {
        if !reached {
            before.rows.row_mut(pc).fill(0);
        }
    }
    before.rows
}

/// Which registers hold references after an instruction.
fn after(code: &Code, pc: usize, registers: usize, state: &mut [u64]) {
    let insn = code.insns[pc].get();
    let reference = code.reference_results[pc];
    match insn {
        Insn::Move { d, a } => {
            let value = has(state, a);
            put(state, d, value);
        }
        _ => insn.registers(|register, role| match role {
            Role::Def => put(state, register, reference),
            Role::Base => {
                clear_from(state, register as usize);
                if (register as usize) < registers {
                    put(state, register, reference);
                }
            }
            Role::Use => {}
        }),
    }
}

/// Words looked at in search of what is live, before everything counts as live.
const PATIENCE: usize = 1 << 31;

fn backward(code: &Code, regions: &Regions, count: usize, registers: usize) -> Rows {
    let mut rows = Rows::new(count, registers, 0);
    // What the handlers of each region need.
    let mut needed = Rows::new(regions.count(), registers, 0);
    let before = predecessors(code, count);
    let mut work: Vec<usize> = (0..count).collect();
    let mut waiting = vec![true; count];
    let mut spent = 0;
    loop {
        while let Some(pc) = work.pop() {
            waiting[pc] = false;
            spent += rows.width;
            if spent > PATIENCE {
                rows.bits.fill(u64::MAX);
                return rows;
            }
            let state = live_before(code, regions, pc, registers, &rows, &needed);
            if rows.row(pc) != state {
                rows.row_mut(pc).copy_from_slice(&state);
                for &other in before.of(pc) {
                    if !std::mem::replace(&mut waiting[other as usize], true) {
                        work.push(other as usize);
                    }
                }
            }
        }
        for region in 0..if code.handlers.is_empty() { 0 } else { regions.count() } {
            let mut union = vec![0u64; rows.width];
            for target in regions.targets(code, region) {
                spent += rows.width;
                add(&mut union, rows.row(target));
            }
            clear_from(&mut union, code.stack_base as usize);
            if needed.row(region) != union {
                needed.row_mut(region).copy_from_slice(&union);
                for pc in regions.instructions(region) {
                    if !std::mem::replace(&mut waiting[pc], true) {
                        work.push(pc);
                    }
                }
            }
        }
        if work.is_empty() {
            return rows;
        }
    }
}

fn add(row: &mut [u64], other: &[u64]) {
    for (word, value) in row.iter_mut().zip(other) {
        *word |= value;
    }
}

/// Which registers are read again, from just before an instruction on.
fn live_before(code: &Code, regions: &Regions, pc: usize, registers: usize, rows: &Rows, needed: &Rows) -> Vec<u64> {
    let mut state = vec![0u64; rows.width];
    successors(code, pc, |to| add(&mut state, rows.row(to)));
    let insn = code.insns[pc].get();
    insn.registers(|register, role| match role {
        Role::Def => put(&mut state, register, false),
        Role::Base => clear_from(&mut state, register as usize),
        Role::Use => {}
    });
    insn.registers(|register, role| match role {
        Role::Use => put(&mut state, register, true),
        Role::Base => {
            let end = code.stack_base as usize + code.depths.get(pc).copied().unwrap_or(0) as usize;
            for argument in register as usize..end.min(registers) {
                put(&mut state, argument as Reg, true);
            }
            let first = code.empty_arguments.partition_point(|(call, _)| (*call as usize) < pc);
            for (_, argument) in code.empty_arguments[first..].iter().take_while(|(call, _)| *call as usize == pc) {
                put(&mut state, *argument, false);
            }
        }
        Role::Def => {}
    });
    add(&mut state, needed.row(regions.of[pc] as usize));
    state
}

/// For each instruction, those that go on with it.
struct Predecessors {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Predecessors {
    fn of(&self, pc: usize) -> &[u32] {
        &self.list[self.starts[pc] as usize..self.starts[pc + 1] as usize]
    }
}

fn predecessors(code: &Code, count: usize) -> Predecessors {
    let mut starts = vec![0u32; count + 1];
    for pc in 0..count {
        successors(code, pc, |to| starts[to + 1] += 1);
    }
    for pc in 0..count {
        starts[pc + 1] += starts[pc];
    }
    let mut next = starts.clone();
    let mut list = vec![0; starts[count] as usize];
    for pc in 0..count {
        successors(code, pc, |to| {
            list[next[to] as usize] = pc as u32;
            next[to] += 1;
        });
    }
    Predecessors { starts, list }
}

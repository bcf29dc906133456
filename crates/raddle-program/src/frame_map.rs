//! Which registers of a frame hold references that are still needed, for every instruction of a method.
//!
//! Two passes over the register code: forward, which registers hold a reference; backward, which will be read again. A register that holds a reference on
//! one way into an instruction and something else on another cannot be read there by verified code, and counts as neither.

use crate::class::{Cases, Code};
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
    registers: u16,
}

impl FrameMap {
    /// Computes the map of a method's code; `arguments` tells which of the first registers hold references on entry.
    pub fn compute(code: &Code, arguments: &[bool]) -> FrameMap {
        let count = code.insns.len();
        let registers = code.registers as usize;
        let references = forward(code, arguments, count, registers);
        let mut live = backward(code, count, registers);
        for (word, reference) in live.bits.iter_mut().zip(&references.bits) {
            *word &= reference;
        }
        FrameMap { live, registers: code.registers }
    }

    /// The registers that hold needed references just before an instruction.
    pub fn references(&self, pc: usize) -> impl Iterator<Item = Reg> + '_ {
        let row = self.live.row(pc);
        (0..self.registers).filter(move |&register| has(row, register))
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

fn forward(code: &Code, arguments: &[bool], count: usize, registers: usize) -> Rows {
    // Not reached yet is "all": the meet is intersection.
    let mut rows = Rows::new(count, registers, u64::MAX);
    let mut reached = vec![false; count];
    let width = rows.width;
    let mut entry = vec![0u64; width];
    for (register, &reference) in arguments.iter().enumerate() {
        put(&mut entry, register as Reg, reference);
    }
    rows.row_mut(0).copy_from_slice(&entry);
    reached[0] = true;
    let mut work = vec![0usize];
    while let Some(pc) = work.pop() {
        let mut state = rows.row(pc).to_vec();
        clear_from(&mut state, code.stack_base as usize + code.depths.get(pc).copied().unwrap_or(0) as usize + 1);
        let mut meet = |to: usize, state: &[u64]| {
            let row = rows.row_mut(to);
            let mut changed = !reached[to];
            reached[to] = true;
            for (word, value) in row.iter_mut().zip(state) {
                let met = *word & value;
                changed |= met != *word;
                *word = met;
            }
            if changed {
                work.push(to);
            }
        };
        for handler in &code.handlers {
            if (handler.start as usize..handler.end as usize).contains(&pc) {
                let mut caught = state.clone();
                clear_from(&mut caught, code.stack_base as usize);
                put(&mut caught, code.stack_base, true);
                meet(handler.target as usize, &caught);
            }
        }
        let insn = code.insns[pc].get();
        let reference = code.reference_results[pc];
        match insn {
            Insn::Move { d, a } => {
                let value = has(&state, a);
                put(&mut state, d, value);
            }
            _ => insn.registers(|register, role| match role {
                Role::Def => put(&mut state, register, reference),
                Role::Base => {
                    clear_from(&mut state, register as usize);
                    if (register as usize) < registers {
                        put(&mut state, register, reference);
                    }
                }
                Role::Use => {}
            }),
        }
        successors(code, pc, |to| meet(to, &state));
    }
    for (pc, reached) in reached.iter().enumerate() {
        if !reached {
            rows.row_mut(pc).fill(0);
        }
    }
    rows
}

fn backward(code: &Code, count: usize, registers: usize) -> Rows {
    let mut rows = Rows::new(count, registers, 0);
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..count).rev() {
            let mut state = vec![0u64; rows.width];
            successors(code, pc, |to| {
                for (word, value) in state.iter_mut().zip(rows.row(to)) {
                    *word |= value;
                }
            });
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
                }
                Role::Def => {}
            });
            for handler in &code.handlers {
                if (handler.start as usize..handler.end as usize).contains(&pc) {
                    let mut caught = rows.row(handler.target as usize).to_vec();
                    clear_from(&mut caught, code.stack_base as usize);
                    for (word, value) in state.iter_mut().zip(&caught) {
                        *word |= value;
                    }
                }
            }
            if rows.row(pc) != state {
                rows.row_mut(pc).copy_from_slice(&state);
                changed = true;
            }
        }
    }
    rows
}

//! What can be said of a tiny program without running it: which accesses to variables can influence whether a target is come to.
//!
//! It errs on the side of more: registers are not told apart by where they are written, and whatever an operation can be jumped to or died
//! before decides about it.

use super::program::{Op, Program};
use raddle_search::slice::Statics;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// An operation: its thread and its place there.
pub type At = (usize, usize);

pub struct TinyStatics {
    program: Program,
    targets: Vec<At>,
}

/// The number of an access to a variable; none of other operations, which always count. Threads that do the same run the same code.
pub fn spot(program: &Program, (thread, pc): At) -> Option<u32> {
    let op = program.threads[thread].get(pc)?;
    let thread = program.threads.iter().position(|ops| *ops == program.threads[thread])?;
    matches!(op, Op::Read { .. } | Op::Write { .. } | Op::WriteReg { .. } | Op::Update { .. })
        .then_some((thread * 256 + pc) as u32)
}

impl TinyStatics {
    pub fn new(program: &Program, targets: &[At]) -> TinyStatics {
        TinyStatics { program: program.clone(), targets: targets.to_vec() }
    }

    fn op(&self, (thread, pc): At) -> Op {
        self.program.threads[thread][pc]
    }

    fn all(&self) -> impl Iterator<Item = At> + '_ {
        let threads = self.program.threads.iter().enumerate();
        threads.flat_map(|(thread, ops)| (0..ops.len()).map(move |pc| (thread, pc)))
    }

    /// Whether control can come from one operation of a thread to another.
    fn leads_to(&self, thread: usize, from: usize, to: usize) -> bool {
        let ops = &self.program.threads[thread];
        let mut seen = vec![false; ops.len() + 1];
        let mut work = vec![from];
        while let Some(pc) = work.pop() {
            let Some(op) = ops.get(pc) else { continue };
            let mut next = vec![pc + 1];
            if let Op::JumpUnless { to, .. } = op {
                next.push(*to as usize);
            }
            for pc in next {
                if pc == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[pc], true) {
                    work.push(pc);
                }
            }
        }
        false
    }

    /// What decides whether an operation is come to.
    fn controls(&self, (thread, pc): At) -> Vec<At> {
        let decides = |op: Op| matches!(op, Op::JumpUnless { .. } | Op::AssertNot { .. });
        let before = (0..self.program.threads[thread].len()).map(|pc| (thread, pc));
        before.filter(|at| decides(self.op(*at)) && self.leads_to(thread, at.1, pc)).collect()
    }

    /// What can have written a register.
    fn definitions(&self, thread: usize, reg: u8) -> Vec<At> {
        let writes = |op: Op| match op {
            Op::Read { reg: own, .. }
            | Op::Update { reg: own, .. }
            | Op::Choose { reg: own, .. }
            | Op::Set { reg: own, .. }
            | Op::Add { reg: own } => own == reg,
            Op::Wait { .. } | Op::Join(_) => reg == 1,
            _ => false,
        };
        (0..self.program.threads[thread].len()).map(|pc| (thread, pc)).filter(|at| writes(self.op(*at))).collect()
    }

    fn writers(&self, of: u8) -> Vec<At> {
        let writes = |op: Op| match op {
            Op::Write { var, .. } | Op::WriteReg { var, .. } | Op::Update { var, .. } => var == of,
            _ => false,
        };
        self.all().filter(|at| writes(self.op(*at))).collect()
    }

    /// What an operation depends on, by values.
    fn data(&self, at: At, reached: Option<&FxHashSet<u32>>, across: bool) -> Vec<At> {
        match self.op(at) {
            Op::Read { var, .. } | Op::Update { var, .. } => {
                let is_reached =
                    spot(&self.program, at).is_none_or(|spot| reached.is_none_or(|set| set.contains(&spot)));
                if across && is_reached { self.writers(var) } else { Vec::new() }
            }
            Op::WriteReg { reg, .. } | Op::Add { reg } | Op::AssertNot { reg, .. } | Op::JumpUnless { reg, .. } => {
                self.definitions(at.0, reg)
            }
            _ => Vec::new(),
        }
    }

    /// All that some operations depend on, those included, nearest first.
    fn closure(&self, from: Vec<At>, reached: Option<&FxHashSet<u32>>, across: bool) -> Vec<At> {
        let mut found = Vec::new();
        let mut queue: VecDeque<At> = from.into();
        while let Some(at) = queue.pop_front() {
            if !found.contains(&at) {
                found.push(at);
                queue.extend(self.data(at, reached, across));
                queue.extend(self.controls(at));
            }
        }
        found
    }

    /// What decides whether a target is come to; an assertion is when it fails.
    fn decides_target(&self, target: At) -> Vec<At> {
        match self.op(target) {
            Op::AssertNot { .. } => vec![target],
            _ => self.controls(target),
        }
    }
}

impl Statics for TinyStatics {
    fn slice(&self, targets: &[u32], reached: &FxHashSet<u32>) -> FxHashSet<u32> {
        let spots = |found: Vec<At>| found.into_iter().filter_map(|at| spot(&self.program, at)).collect();
        let targets = targets.iter().map(|target| self.targets[*target as usize]);
        let mut roots: Vec<At> = targets.flat_map(|target| self.decides_target(target)).collect();
        for at in self.all() {
            let op = self.op(at);
            if op.is_visible() && spot(&self.program, at).is_none() {
                roots.extend(self.controls(at));
            }
            if matches!(op, Op::JumpUnless { to, .. } if to as usize <= at.1) {
                roots.push(at);
            }
        }
        // What decides whether anything that can matter is done at all.
        let whole = self.closure(roots.clone(), None, true);
        roots.extend(whole.into_iter().flat_map(|at| self.controls(at)));
        spots(self.closure(roots, Some(reached), true))
    }

    fn towards(&self, target: u32) -> Vec<u32> {
        let target = self.targets[target as usize];
        let found = self.closure([vec![target], self.decides_target(target)].concat(), None, false);
        found.into_iter().filter_map(|at| spot(&self.program, at)).collect()
    }
}

//! Instructions that somebody wants to know of when a thread comes to them, whatever they do.

use crate::machine::Machine;
use raddle_program::class::MethodId;
use rustc_hash::FxHashMap;

/// No target.
const NONE: u32 = u32::MAX;

/// What is aimed at, and what was come to.
#[derive(Default)]
pub(crate) struct Aims {
    /// By method, as `java/util/Vector.size()I`: the bytecode indices of instructions, and the target each belongs to.
    wanted: FxHashMap<String, Vec<(u16, u32)>>,
    /// By method and instruction, as far as methods were met: the target it belongs to.
    met: Vec<Option<Box<[u32]>>>,
    /// The targets come to in the transition under way.
    come_to: Vec<u32>,
    /// Those come to before there was anything to choose.
    before: Vec<u32>,
    /// How many of these before anything was watched.
    alone: usize,
}

impl Machine {
    /// Wants to know when a thread comes to the instructions of a method, by its name with descriptor, that belong to these bytecode indices.
    pub fn aim(&mut self, method: String, bytecode: u16, target: u32) {
        self.aims.wanted.entry(method).or_default().push((bytecode, target));
    }

    /// Whether anything is aimed at.
    pub(crate) fn is_aiming(&self) -> bool {
        !self.aims.wanted.is_empty()
    }

    /// The targets the last transition came to.
    pub fn came_to(&self) -> &[u32] {
        &self.aims.come_to
    }

    /// The targets come to before the first state with something to choose.
    pub fn came_to_before(&self) -> &[u32] {
        &self.aims.before
    }

    /// A transition begins.
    pub(crate) fn forget_come_to(&mut self) {
        self.aims.come_to.clear();
    }

    /// What was come to so far was before there was anything to choose; `alone` if before anything was watched.
    pub(crate) fn keep_come_to(&mut self, alone: bool) {
        self.aims.before.append(&mut self.aims.come_to);
        if alone {
            self.aims.alone = self.aims.before.len();
        }
    }

    /// Goes back to where watching began.
    pub(crate) fn forget_come_to_before(&mut self) {
        self.aims.before.truncate(self.aims.alone);
    }

    /// A thread is at an instruction.
    #[inline]
    pub(crate) fn come_by(&mut self, method: MethodId, pc: usize) {
        match self.aims.met.get(method.index()) {
            Some(Some(targets)) => {
                if let Some(&target) = targets.get(pc).filter(|target| **target != NONE)
                    && !self.aims.come_to.contains(&target)
                {
                    self.aims.come_to.push(target);
                }
            }
            _ => {
                self.meet(method);
                self.come_by(method, pc);
            }
        }
    }

    #[cold]
    fn meet(&mut self, method: MethodId) {
        let entry = self.program.method(method);
        let symbols = &self.program.symbols;
        let class = self.program.class_name(entry.class);
        let key = format!("{class}.{}{}", symbols.text(entry.name), symbols.text(entry.descriptor));
        let mut targets = Vec::new();
        if let (Some(wanted), Some(code)) = (self.aims.wanted.get(&key), &entry.code) {
            let target = |bytecode: &u16| wanted.iter().find(|(index, _)| index == bytecode).map(|wanted| wanted.1);
            targets = code.bytecode.iter().map(|bytecode| target(bytecode).unwrap_or(NONE)).collect();
        }
        let met = &mut self.aims.met;
        met.resize(met.len().max(method.index() + 1), None);
        met[method.index()] = Some(targets.into());
    }
}

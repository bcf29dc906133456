//! Control-flow graphs of register code, with the edges exceptions take; dominators, post-dominators and control dependence.

use raddle_program::class::{Cases, Code};
use raddle_program::insn::Insn;

/// A block: instructions in a row that are entered only at the first and that the same handlers cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// First instruction.
    pub start: u32,
    /// First instruction not in it.
    pub end: u32,
    /// Blocks control goes on to when nothing is thrown, without duplicates.
    pub next: Vec<u32>,
    /// Blocks that begin with a handler of what an instruction of this one may throw.
    pub handlers: Vec<u32>,
    /// Whether an exception may leave the method from here.
    pub may_throw_out: bool,
}

impl Block {
    /// All blocks that can come next.
    pub fn successors(&self) -> impl Iterator<Item = u32> + '_ {
        self.next.iter().chain(&self.handlers).copied()
    }
}

impl Block {
    /// The blocks that come next unless an instruction other than `throw` throws.
    fn explicit(&self) -> impl Iterator<Item = u32> + '_ {
        let thrown = if self.next.is_empty() { &self.handlers[..] } else { &[] };
        self.next.iter().chain(thrown).copied()
    }
}

/// The control-flow graph of a method. Its entry is block 0.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The blocks, in the order of their code.
    pub blocks: Vec<Block>,
    /// The block of each instruction.
    pub block_of: Vec<u32>,
}

/// Whether an instruction can end with an exception.
pub fn may_throw(insn: Insn) -> bool {
    use Insn::*;
    match insn {
        Nop {}
        | Move { .. }
        | ConstI { .. }
        | ConstRef { .. }
        | ConstL { .. }
        | ConstWide { .. }
        | ConstWord { .. }
        | Goto { .. }
        | Loop { .. }
        | Switch { .. }
        | Return { .. }
        | ReturnVoid {}
        | OwnMirror { .. }
        | IDivK { .. }
        | IRemK { .. } => false,
        IDiv { .. } | IRem { .. } | LDiv { .. } | LRem { .. } => true,
        Throw { .. }
        | LdcU { .. }
        | IALoad { .. }
        | LALoad { .. }
        | AALoad { .. }
        | BALoad { .. }
        | CALoad { .. }
        | SALoad { .. }
        | IAStore { .. }
        | LAStore { .. }
        | AAStore { .. }
        | BAStore { .. }
        | SAStore { .. }
        | ArrayLength { .. }
        | GetFieldU { .. }
        | PutFieldU { .. }
        | GetStaticU { .. }
        | PutStaticU { .. }
        | NewU { .. }
        | NewArrayU { .. }
        | MultiNewU { .. }
        | CheckCastU { .. }
        | InstanceOfU { .. }
        | VerifyCast { .. }
        | InvokeStaticU { .. }
        | InvokeSpecialU { .. }
        | InvokeVirtualU { .. }
        | InvokeInterfaceU { .. }
        | InvokeDynamicU { .. }
        | MonitorEnter { .. }
        | MonitorExit { .. } => true,
        // Arithmetic and branches do not; linked forms are never read here.
        _ => false,
    }
}

/// The instructions an instruction can jump to or go on with, in order.
fn targets(code: &Code, pc: usize) -> Vec<usize> {
    let insn = code.insns[pc].get();
    let at = |relative: i32| (pc as i64 + 1 + relative as i64) as usize;
    let mut found = Vec::new();
    if !insn.ends_block() && pc + 1 < code.insns.len() {
        found.push(pc + 1);
    }
    found.extend(insn.target().map(at));
    if let Insn::Switch { k, .. } = insn {
        let switch = &code.switches[k as usize];
        found.push(at(switch.default));
        match &switch.cases {
            Cases::Table { targets, .. } => found.extend(targets.iter().map(|&target| at(target))),
            Cases::Lookup(keys) => found.extend(keys.iter().map(|&(_, target)| at(target))),
        }
    }
    found
}

impl Flow {
    /// The graph of a method's code, as it is before anything of it is linked.
    pub fn new(code: &Code) -> Flow {
        let count = code.insns.len();
        let mut leaders = vec![false; count + 1];
        leaders[0] = true;
        for pc in 0..count {
            let insn = code.insns[pc].get();
            if insn.ends_block() || insn.target().is_some() {
                leaders[pc + 1] = true;
                targets(code, pc).into_iter().for_each(|target| leaders[target] = true);
            }
        }
        for handler in &code.handlers {
            [handler.start, handler.end, handler.target].into_iter().for_each(|at| leaders[at as usize] = true);
        }
        let mut blocks: Vec<Block> = Vec::new();
        let mut block_of = vec![0; count];
        for pc in 0..count {
            if leaders[pc] {
                blocks.push(Block { start: pc as u32, ..Block::default() });
            }
            block_of[pc] = blocks.len() as u32 - 1;
            if let Some(last) = blocks.last_mut() {
                last.end = pc as u32 + 1;
            }
        }
        for block in &mut blocks {
            block.next = targets(code, block.end as usize - 1).into_iter().map(|target| block_of[target]).collect();
            block.next.sort_unstable();
            block.next.dedup();
            if (block.start..block.end).any(|pc| may_throw(code.insns[pc as usize].get())) {
                block.may_throw_out = true;
                for handler in
                    code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&block.start))
                {
                    let target = block_of[handler.target as usize];
                    if !block.handlers.contains(&target) {
                        block.handlers.push(target);
                    }
                    if handler.catch_type == 0 {
                        block.may_throw_out = false;
                        break;
                    }
                }
            }
        }
        Flow { blocks, block_of }
    }

    /// The graph as lists of successors.
    pub fn successors(&self) -> Vec<Vec<u32>> {
        self.blocks.iter().map(|block| block.successors().collect()).collect()
    }

    /// For each block, the one every way to it goes through last; the entry and blocks never reached are their own.
    pub fn dominators(&self) -> Vec<u32> {
        dominators(&self.successors(), 0)
    }

    /// For each block, the one every way out of it goes through first, exceptions other than by `throw` left out: else whatever comes after a call would
    /// depend on it. One more node than there are blocks stands for the method's end;
    /// blocks that never get there count as if they did, so that code after a loop without end still depends on something.
    pub fn post_dominators(&self) -> Vec<u32> {
        let exit = self.blocks.len();
        let mut backward = vec![Vec::new(); exit + 1];
        for (index, block) in self.blocks.iter().enumerate() {
            block.explicit().for_each(|next| backward[next as usize].push(index as u32));
            if block.next.is_empty() {
                backward[exit].push(index as u32);
            }
        }
        let mut reached = vec![false; exit + 1];
        mark(&backward, exit as u32, &mut reached);
        for index in (0..exit).rev() {
            if !reached[index] {
                backward[exit].push(index as u32);
                mark(&backward, index as u32, &mut reached);
            }
        }
        dominators(&backward, exit as u32)
    }

    /// For each block, those whose branch decides whether it is reached; for a handler, those whose exception does.
    pub fn control_dependence(&self) -> Vec<Vec<u32>> {
        let above = self.post_dominators();
        let mut depends = vec![Vec::new(); self.blocks.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            for &handler in &block.handlers {
                if !depends[handler as usize].contains(&(index as u32)) {
                    depends[handler as usize].push(index as u32);
                }
            }
            if block.explicit().count() < 2 {
                continue;
            }
            for next in block.explicit() {
                let mut at = next;
                while at != above[index] && (at as usize) < self.blocks.len() {
                    if !depends[at as usize].contains(&(index as u32)) {
                        depends[at as usize].push(index as u32);
                    }
                    if at == above[at as usize] {
                        break;
                    }
                    at = above[at as usize];
                }
            }
        }
        depends
    }
}

fn mark(edges: &[Vec<u32>], from: u32, reached: &mut [bool]) {
    let mut work = vec![from];
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut reached[node as usize], true) {
            work.extend(&edges[node as usize]);
        }
    }
}

/// Immediate dominators, by the iteration of Cooper, Harvey and Kennedy.
fn dominators(edges: &[Vec<u32>], entry: u32) -> Vec<u32> {
    let order = postorder(edges, entry);
    let mut rank = vec![usize::MAX; edges.len()];
    order.iter().enumerate().for_each(|(index, &node)| rank[node as usize] = index);
    let mut before = vec![Vec::new(); edges.len()];
    for &node in &order {
        edges[node as usize].iter().for_each(|&next| before[next as usize].push(node));
    }
    let mut above: Vec<Option<u32>> = vec![None; edges.len()];
    above[entry as usize] = Some(entry);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|&&node| node != entry) {
            let mut best: Option<u32> = None;
            for &other in before[node as usize].iter().filter(|&&other| above[other as usize].is_some()) {
                best = Some(best.map_or(other, |best| meet(&above, &rank, best, other)));
            }
            if best.is_some() && best != above[node as usize] {
                above[node as usize] = best;
                changed = true;
            }
        }
    }
    above.iter().enumerate().map(|(index, above)| above.unwrap_or(index as u32)).collect()
}

fn meet(above: &[Option<u32>], rank: &[usize], mut one: u32, mut other: u32) -> u32 {
    while one != other {
        while rank[one as usize] < rank[other as usize] {
            one = above[one as usize].unwrap_or(other);
        }
        while rank[other as usize] < rank[one as usize] {
            other = above[other as usize].unwrap_or(one);
        }
    }
    one
}

fn postorder(edges: &[Vec<u32>], entry: u32) -> Vec<u32> {
    let mut order = Vec::new();
    let mut seen = vec![false; edges.len()];
    let mut path = vec![(entry, 0)];
    seen[entry as usize] = true;
    while let Some((node, next)) = path.last_mut() {
        match edges[*node as usize].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    path.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::class::CodeHandler;
    use std::cell::Cell;

    fn code(insns: &[Insn], handlers: Vec<CodeHandler>) -> Code {
        Code { insns: insns.iter().copied().map(Cell::new).collect(), handlers, ..Code::default() }
    }

    #[test]
    fn a_loop_has_its_condition_as_its_dominator_and_depends_on_it() {
        // 0: if r0 goto 3; 1: nop; 2: loop to 0; 3: return
        let code =
            code(&[Insn::IfEq { a: 0, t: 2 }, Insn::Nop {}, Insn::Loop { t: -3 }, Insn::ReturnVoid {}], Vec::new());
        let flow = Flow::new(&code);
        assert_eq!(flow.blocks.iter().map(|block| block.start).collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!(flow.dominators(), [0, 0, 0]);
        assert_eq!(flow.post_dominators(), [2, 0, 3, 3]);
        assert_eq!(flow.control_dependence(), [vec![0], vec![0], vec![]]);
    }

    #[test]
    fn what_may_throw_has_an_edge_to_its_handler() {
        let handler = CodeHandler { start: 0, end: 1, target: 2, catch_type: 0 };
        let code = code(&[Insn::ArrayLength { d: 0, a: 0 }, Insn::ReturnVoid {}, Insn::Throw { a: 0 }], vec![handler]);
        let flow = Flow::new(&code);
        assert_eq!(flow.blocks[0].next, [1]);
        assert_eq!(flow.blocks[0].handlers, [2]);
        assert!(!flow.blocks[0].may_throw_out, "the handler catches everything");
        assert_eq!(flow.control_dependence(), [vec![], vec![], vec![0]]);
    }

    #[test]
    fn a_loop_without_end_still_has_post_dominators() {
        let code = code(&[Insn::Nop {}, Insn::Loop { t: -2 }], Vec::new());
        assert_eq!(Flow::new(&code).post_dominators(), [1, 1]);
    }
}

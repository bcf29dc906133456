//! Follows control through a method until nothing new is learnt (JVMS 4.10.2.2). Frames are kept
//! where basic blocks begin. A subroutine is gone through once for each chain of calls that leads
//! to it, so that a frame never mixes what different callers left in the locals that the subroutine
//! does not touch; return addresses are thereby exact.

use super::frame::Frame;
use super::layout::{self, Layout};
use super::step::{Next, Stepper};
use super::types::{Answer, THROWABLE, Type};
use super::{Check, Request, Step, Verified, fault};
use crate::opcode::{Code, Switch};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

/// Instructions run, slots merged and bytes of descriptors read; no method of JDK 17 or 25 needs
/// more than 250,000.
const MAX_WORK: u64 = 50_000_000;
/// Slots in all kept frames; no method of JDK 17 or 25 needs more than 13,000.
const MAX_CELLS: usize = 4_000_000;
/// Bytes of class names, in types and in the checks.
const MAX_TEXT: usize = 32_000_000;
/// Chains of subroutine calls.
const MAX_CONTEXTS: usize = 4096;

const TOO_COMPLEX: &str = "Method is too complex to verify";

/// Verifies a method; upon a fault `pc` is where it was found.
pub(super) fn verify(request: &Request<'_>, pc: &mut usize) -> Step<Verified> {
    let code = Code(request.file.bytes(request.code.code));
    let layout = layout::check(request, code, pc)?;
    *pc = 0;
    let mut stepper = Stepper::new(request, code)?;
    let handlers = handlers(request, &mut stepper)?;
    let mut flow = Flow {
        code,
        layout,
        stepper,
        handlers,
        active: Vec::new(),
        contexts: Contexts::new(),
        frames: FxHashMap::default(),
        shapes: FxHashMap::default(),
        pending: BTreeSet::new(),
        cells: 0,
    };
    let outcome = flow.run();
    *pc = flow.stepper.pc;
    outcome?;
    flow.verified()
}

/// An exception handler with the type of what it catches.
struct Catch {
    start: usize,
    end: usize,
    target: usize,
    thrown: Type,
}

fn handlers(request: &Request<'_>, stepper: &mut Stepper<'_>) -> Step<Vec<Catch>> {
    if !request.code.handlers.is_empty() && request.code.max_stack == 0 {
        return fault("Operand stack overflow", "An exception handler needs a stack slot");
    }
    let mut handlers = Vec::with_capacity(request.code.handlers.len());
    for handler in &request.code.handlers {
        let class = match handler.catch_type {
            0 => THROWABLE,
            index => stepper.class(index)?,
        };
        if stepper.work > MAX_WORK {
            return fault(TOO_COMPLEX, "It has too many exception handlers");
        }
        // A class that turns out to be no Throwable catches nothing, so that an unknown one needs
        // no check.
        if stepper.types.name_assignable(class, THROWABLE) == Answer::No {
            return fault(
                "Catch type is not a subclass of Throwable in exception handler",
                stepper.types.quoted(class),
            );
        }
        handlers.push(Catch {
            start: handler.start.into(),
            end: handler.end.into(),
            target: handler.target.into(),
            thrown: stepper.types.reference(class),
        });
    }
    Ok(handlers)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct ContextId(u32);

/// The interned chains of return addresses of the subroutines that control is in.
struct Contexts {
    chains: Vec<Vec<u16>>,
    ids: FxHashMap<Vec<u16>, ContextId>,
}

const OUTSIDE: ContextId = ContextId(0);

impl Contexts {
    fn new() -> Self {
        Contexts { chains: vec![Vec::new()], ids: FxHashMap::from_iter([(Vec::new(), OUTSIDE)]) }
    }

    fn chain(&self, id: ContextId) -> &[u16] {
        &self.chains[id.0 as usize]
    }

    fn intern(&mut self, chain: Vec<u16>) -> Step<ContextId> {
        if let Some(id) = self.ids.get(&chain) {
            return Ok(*id);
        }
        if self.chains.len() == MAX_CONTEXTS {
            return fault(TOO_COMPLEX, "Too many chains of subroutine calls");
        }
        let id = ContextId(self.chains.len() as u32);
        self.chains.push(chain.clone());
        self.ids.insert(chain, id);
        Ok(id)
    }

    /// Within the subroutine that is called from `id` and returns to `address`. What was left by an
    /// exception or a jump, without ret, is dropped from the chain as soon as its return address is
    /// gone from the frame or it is called again.
    fn called(&mut self, id: ContextId, address: u16, frame: &Frame) -> Step<ContextId> {
        let is_live = |outer: u16| {
            let outer = Type::Return(outer);
            frame.locals.contains(&outer) || frame.stack.contains(&outer)
        };
        let chain = self.chain(id);
        let kept = chain.iter().take_while(|outer| **outer != address);
        let mut inner: Vec<u16> = kept.copied().filter(|outer| is_live(*outer)).collect();
        inner.push(address);
        self.intern(inner)
    }

    /// After the return to `address` from `id`.
    fn returned(&mut self, id: ContextId, address: u16) -> Step<ContextId> {
        let chain = self.chain(id);
        let kept = chain.iter().take_while(|outer| **outer != address);
        let outer = kept.copied().collect();
        self.intern(outer)
    }
}

struct Flow<'r> {
    code: Code<'r>,
    layout: Layout,
    stepper: Stepper<'r>,
    handlers: Vec<Catch>,
    /// The handlers of the block that is gone through.
    active: Vec<usize>,
    contexts: Contexts,
    /// What is known at the beginning of blocks.
    frames: FxHashMap<(usize, ContextId), Frame>,
    /// The shape of the stack at the beginning of blocks, which must be the same in all contexts.
    shapes: FxHashMap<usize, Vec<Type>>,
    /// The blocks whose frame has changed since they were gone through.
    pending: BTreeSet<(usize, ContextId)>,
    cells: usize,
}

impl Flow<'_> {
    fn run(&mut self) -> Step<()> {
        self.arrive(0, OUTSIDE, None)?;
        while let Some((pc, context)) = self.pending.pop_first() {
            if let Some(frame) = self.frames.get(&(pc, context)) {
                self.stepper.frame.clone_from(frame);
                self.block(pc, context)?;
            }
        }
        Ok(())
    }

    /// Goes through the block at `pc`, beginning with the stepper's frame.
    fn block(&mut self, pc: usize, context: ContextId) -> Step<()> {
        self.stepper.pc = pc;
        self.stepper.locals_changed = true;
        self.charge(self.handlers.len())?;
        self.active.clear();
        let covering = (0..self.handlers.len())
            .filter(|index| (self.handlers[*index].start..self.handlers[*index].end).contains(&pc));
        self.active.extend(covering);
        loop {
            if self.stepper.locals_changed {
                self.reach_handlers(context)?;
                self.stepper.locals_changed = false;
            }
            self.charge(1)?;
            let next = self.stepper.step()?;
            let after = self.stepper.pc + self.code.len_at(self.stepper.pc).unwrap_or(1);
            let in_block = matches!(next, Next::Fall) && after < self.code.0.len() && !self.layout.is_block(after);
            if !in_block {
                return self.leave(next, after, context);
            }
            self.stepper.pc = after;
        }
    }

    /// An instruction may throw before it has changed a local, so handlers see the locals as they
    /// are before each instruction.
    fn reach_handlers(&mut self, context: ContextId) -> Step<()> {
        for active in 0..self.active.len() {
            let Catch { target, thrown, .. } = self.handlers[self.active[active]];
            self.arrive(target as i64, context, Some(thrown))?;
        }
        Ok(())
    }

    fn leave(&mut self, next: Next, after: usize, context: ContextId) -> Step<()> {
        let after = after as i64;
        match next {
            Next::End => Ok(()),
            Next::Fall => self.arrive(after, context, None),
            Next::Goto(target) => self.arrive(target, context, None),
            Next::Branch(target) => {
                self.arrive(target, context, None)?;
                self.arrive(after, context, None)
            }
            Next::Switch => {
                let Some(switch) = Switch::at(self.code, self.stepper.pc) else {
                    return fault("Bad instruction", "");
                };
                switch.targets().try_for_each(|target| self.arrive(target, context, None))
            }
            Next::Subroutine(target) => {
                let inner = self.contexts.called(context, after as u16, &self.stepper.frame)?;
                self.arrive(target, inner, None)
            }
            Next::Return(address) => {
                let outer = self.contexts.returned(context, address)?;
                self.arrive(address.into(), outer, None)
            }
        }
    }

    /// Control comes to `target` with the stepper's frame, or to a handler with just `thrown` on
    /// the stack.
    fn arrive(&mut self, target: i64, context: ContextId, thrown: Option<Type>) -> Step<()> {
        let target = match usize::try_from(target) {
            Ok(target) if target < self.code.0.len() => target,
            _ => return fault("Control flow falls through code end", ""),
        };
        let Stepper { frame, types, .. } = &mut self.stepper;
        let thrown = thrown.as_ref().map(std::slice::from_ref);
        let stack = thrown.unwrap_or(&frame.stack);
        let size = frame.locals.len() + stack.len() + 1;
        match self.frames.entry((target, context)) {
            Entry::Occupied(known) => {
                if known.into_mut().merge(&frame.locals, stack, frame.this_uninit, types)? {
                    self.pending.insert((target, context));
                }
            }
            Entry::Vacant(unknown) => {
                let shape = || stack.iter().map(|ty| ty.shape());
                let known = self.shapes.entry(target).or_insert_with(|| shape().collect());
                if !known.iter().copied().eq(shape()) {
                    return fault(
                        "Inconsistent stackmap frames at branch target",
                        "Subroutine calls differ in the stack",
                    );
                }
                unknown.insert(Frame {
                    locals: frame.locals.clone(),
                    stack: stack.to_vec(),
                    this_uninit: frame.this_uninit,
                });
                self.pending.insert((target, context));
                self.cells += size;
            }
        }
        self.charge(size)
    }

    fn charge(&mut self, work: usize) -> Step<()> {
        self.stepper.work += work as u64;
        if self.stepper.work > MAX_WORK {
            return fault(TOO_COMPLEX, "It takes too long");
        }
        if self.cells > MAX_CELLS || self.stepper.types.size() > MAX_TEXT {
            return fault(TOO_COMPLEX, "It takes too much memory");
        }
        Ok(())
    }

    fn verified(self) -> Step<Verified> {
        let types = self.stepper.types;
        let mut size = 0;
        let mut checks = Vec::with_capacity(self.stepper.checks.len());
        for (pc, slot, class) in self.stepper.checks {
            let class = types.text(class);
            size += class.len();
            if size > MAX_TEXT {
                return fault(TOO_COMPLEX, "It takes too much memory");
            }
            checks.push(Check { pc, slot, class: class.to_string() });
        }
        Ok(Verified { checks })
    }
}

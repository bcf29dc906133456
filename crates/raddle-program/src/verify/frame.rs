//! What is known of the local variables and the operand stack at one point of the code.

use super::types::{Type, Types};
use super::{Step, fault};

/// The types at one point. The stack is in JVM slots, bottom first.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// What lies beyond the end is `Top`.
    pub(super) locals: Vec<Type>,
    pub(super) stack: Vec<Type>,
    /// Whether this is a constructor that may not have called another one yet (flagThisUninit of
    /// JVMS 4.10.1.4).
    pub(super) this_uninit: bool,
}

impl Frame {
    pub(super) fn local(&self, index: u16) -> Type {
        self.locals.get(usize::from(index)).copied().unwrap_or(Type::Top)
    }

    /// Writes a local, and invalidates a long or double that it tears apart (JVMS 4.10.2.3).
    pub(super) fn set_local(&mut self, index: u16, ty: Type) {
        let index = usize::from(index);
        let end = index + if ty.tail().is_some() { 2 } else { 1 };
        if self.locals.len() < end {
            self.locals.resize(end, Type::Top);
        }
        if self.locals[index].is_tail() {
            self.locals[index - 1] = Type::Top;
        }
        if let Some(next) = self.locals.get_mut(end)
            && next.is_tail()
        {
            *next = Type::Top;
        }
        self.locals[index] = ty;
        if let Some(tail) = ty.tail() {
            self.locals[index + 1] = tail;
        }
    }

    /// Replaces a type everywhere; says whether a local changed.
    pub(super) fn replace(&mut self, old: Type, new: Type) -> bool {
        for slot in self.stack.iter_mut().filter(|slot| **slot == old) {
            *slot = new;
        }
        self.replace_locals(old, new)
    }

    /// Replaces a type in the locals; says whether one changed.
    pub(super) fn replace_locals(&mut self, old: Type, new: Type) -> bool {
        let mut changed = false;
        for slot in self.locals.iter_mut().filter(|slot| **slot == old) {
            *slot = new;
            changed = true;
        }
        changed
    }

    /// Makes this frame hold whichever way control came; says whether it changed.
    pub(super) fn merge(
        &mut self,
        locals: &[Type],
        stack: &[Type],
        this_uninit: bool,
        types: &mut Types<'_>,
    ) -> Step<bool> {
        if self.stack.len() != stack.len() {
            return fault(
                "Inconsistent stackmap frames at branch target",
                format!("Current frame's stack size {} doesn't match the other's {}", stack.len(), self.stack.len()),
            );
        }
        let mut changed = this_uninit && !self.this_uninit;
        self.this_uninit |= this_uninit;
        for (index, (mine, other)) in self.stack.iter_mut().zip(stack).enumerate() {
            let merged = types.merge(*mine, *other);
            if merged == Type::Top {
                let (mine, other) = (types.describe(*mine), types.describe(*other));
                return fault(
                    "Inconsistent stackmap frames at branch target",
                    format!("Type {other} (stack[{index}]) cannot be merged with {mine}"),
                );
            }
            changed |= merged != *mine;
            *mine = merged;
        }
        if locals.len() < self.locals.len() {
            changed = true;
            self.locals.truncate(locals.len());
        }
        for (mine, other) in self.locals.iter_mut().zip(locals) {
            if *mine == *other {
                continue;
            }
            let merged = types.merge(*mine, *other);
            changed |= merged != *mine;
            *mine = merged;
        }
        Ok(changed)
    }
}

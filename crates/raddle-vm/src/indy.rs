//! `invokedynamic` and dynamic constants (JVMS 5.4.3.6).

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, MethodId};
use raddle_program::classfile::Constant;
use raddle_program::insn::Insn;

/// What call sites and dynamic constants resolved to.
#[derive(Default)]
pub(crate) struct Dynamics {
    objects: Vec<Ref>,
}

impl Dynamics {
    /// References resolved sites keep alive.
    pub fn roots(&self, roots: &mut Vec<Ref>) {
        roots.extend(&self.objects);
    }
}

impl Machine {
    pub(crate) fn link_dynamic(&mut self, method: MethodId, _base: u16, _cp: u16) -> Outcome<Insn> {
        Err(Exit::Fatal(format!("invokedynamic is not supported in {}\n{}", self.program.method_name(method), self.describe_stack())))
    }

    pub(crate) fn link_dynamic_constant(&mut self, class: ClassId, d: u16, cp: u16) -> Outcome<Insn> {
        let file = self.file_of(class)?;
        let value = match file.constants.get(cp as usize) {
            Some(Constant::MethodHandle { .. }) => self.method_handle_constant(class, cp)?,
            Some(Constant::MethodType(_)) => self.method_type_constant(class, cp)?,
            _ => return Err(Exit::Fatal(format!("dynamic constants are not supported in {}", self.program.java_name(class)))),
        };
        Ok(Insn::ConstRef { d, r: value.0 })
    }

    pub(crate) fn site_linked(&mut self, _site: u64, _result: u64) -> Outcome<()> {
        Ok(())
    }

    pub(crate) fn link_failed(&mut self, exception: Ref) -> Exit {
        Exit::Throw(exception)
    }
}

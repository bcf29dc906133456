//! Method handles: signature-polymorphic calls (JVMS 2.9.3) and the machine's side of `java.lang.invoke`.

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, MethodId};
use raddle_program::insn::Insn;
use raddle_program::symbol::Symbol;

/// A linked signature-polymorphic call.
pub(crate) struct HandleSite {
    pub appendix: Ref,
}

impl HandleSite {
    /// References the site keeps alive.
    pub fn roots(&self) -> Option<Ref> {
        (!self.appendix.is_null()).then_some(self.appendix)
    }
}

impl Machine {
    pub(crate) fn link_handle(&mut self, _from: ClassId, method: MethodId, _descriptor: Symbol, _base: u16) -> Outcome<Insn> {
        Err(Exit::Fatal(format!("method handles are not supported: {}", self.program.method_name(method))))
    }

    pub(crate) fn invoke_handle(&mut self, _site: u32, _base: usize) -> Outcome {
        Err(Exit::Fatal("method handles are not supported".into()))
    }
}

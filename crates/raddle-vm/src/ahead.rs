//! What someone who reads a program's code ahead of its running asks of the machine: its classes, those of the class library
//! initialised, and what its call sites come to.

use crate::classes::Init;
use crate::heap::Ref;
use crate::machine::{Machine, ProgramLayouts};
use crate::stubs::NO_METHOD;
use crate::thread::State;
use raddle_program::class::{ClassId, LoaderId, MethodId};
use raddle_program::insn::Insn;
use rustc_hash::FxHashSet;

/// What an `invokedynamic` instruction comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallSite {
    /// A call of a static method.
    Call(MethodId),
    /// Always the same object.
    Object(Ref),
}

impl Machine {
    /// The class a loader of the JDK's finds by internal name, if it is there and can be linked.
    pub fn load_ahead(&mut self, loader: LoaderId, name: &str) -> Option<ClassId> {
        let loaded = self.program.load(loader, name).ok();
        self.prepare_classes();
        loaded
    }

    /// The array class with the given element type.
    pub fn array_ahead(&mut self, element: ClassId) -> Option<ClassId> {
        let array = self.program.array_of(element).ok();
        self.prepare_classes();
        array
    }

    /// Whether a class is initialised.
    pub fn is_ready(&self, class: ClassId) -> bool {
        self.init[class.index()] == Init::Done
    }

    /// Runs the initialiser of a class of the class library before `main` does, and says whether it ended well. Not once `main` has
    /// begun: what runs is the main thread.
    pub fn initialize_ahead(&mut self, class: ClassId) -> bool {
        if self.is_ready(class) {
            return true;
        }
        let main = &mut self.threads[0];
        main.state = State::Runnable;
        main.frames.clear();
        self.run_to_return(class, NO_METHOD, &[]).is_ok() && self.is_ready(class)
    }

    /// What the call site at an index of a class's constant pool comes to, if its bootstrap method is one the machine knows.
    pub fn call_site_ahead(&mut self, caller: ClassId, cp: u16) -> Option<CallSite> {
        let dynamic = self.read_dynamic(caller, cp).ok()?;
        let linked = self.link_known(&dynamic, 0).ok()??;
        match linked {
            Insn::InvokeStatic { method, .. } => Some(CallSite::Call(MethodId(method))),
            Insn::ConstRef { r, .. } => Some(CallSite::Object(Ref(r))),
            _ => None,
        }
    }

    /// Every object that can be reached from static fields and threads.
    pub fn reachable_ahead(&self) -> Vec<Ref> {
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let mut work: Vec<Ref> = self.threads.iter().map(|thread| thread.object).collect();
        work.extend(&self.static_objects);
        let mut seen: FxHashSet<Ref> = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(object) = work.pop() {
            if !object.is_null() && seen.insert(object) {
                found.push(object);
                self.heap.references(object, &layouts, |_, other| work.push(other));
            }
        }
        found
    }

    /// Whether a method has been called, be it Java code or native.
    pub fn has_run(&self, method: MethodId) -> bool {
        self.hot.get(method.index()).is_some_and(|hot| !hot.code.is_null() || hot.native.is_some())
    }
}

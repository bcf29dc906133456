//! `invokedynamic` (JVMS 6.5.invokedynamic): call sites become calls of static methods, or constants.
//!
//! The bootstrap methods compilers use are known to the machine, which makes their classes itself (`indy::known`). All others are run as the JDK runs
//! them.

mod known;

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, MethodId};
use raddle_program::classfile::{ClassFile, Constant};
use raddle_program::insn::Insn;
use std::sync::Arc;

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

/// A call site or dynamic constant as its class file describes it.
pub(crate) struct Dynamic {
    pub file: Arc<ClassFile>,
    /// The class it is in.
    pub caller: ClassId,
    /// Owner and name of the bootstrap method.
    pub bootstrap: (String, String),
    /// Constant-pool index of the bootstrap method's handle.
    pub handle: u16,
    /// Constant-pool indices of its static arguments.
    pub arguments: Vec<u16>,
    pub name: String,
    pub descriptor: String,
}

impl Machine {
    /// Reads what a `Dynamic` or `InvokeDynamic` entry says.
    pub(crate) fn read_dynamic(&mut self, caller: ClassId, cp: u16) -> Outcome<Dynamic> {
        let file = self.file_of(caller)?;
        let read = || {
            let (bootstrap, name_and_type) = match file.constants.get(cp as usize) {
                Some(&(Constant::InvokeDynamic { bootstrap, name_and_type } | Constant::Dynamic { bootstrap, name_and_type })) => {
                    (bootstrap, name_and_type)
                }
                _ => return Ok(None),
            };
            let methods = file.bootstrap_methods()?;
            let Some(entry) = methods.get(bootstrap as usize) else { return Ok(None) };
            let Some(Constant::MethodHandle { reference, .. }) = file.constants.get(entry.method as usize) else { return Ok(None) };
            let member = file.member_ref(*reference)?;
            let (name, descriptor) = file.name_and_type(name_and_type)?;
            Ok(Some(Dynamic {
                file: file.clone(),
                caller,
                bootstrap: (file.class_name(member.class)?.into_owned(), file.text(member.name)?.into_owned()),
                handle: entry.method,
                arguments: entry.arguments.clone(),
                name: file.text(name)?.into_owned(),
                descriptor: file.text(descriptor)?.into_owned(),
            }))
        };
        let result = read();
        match self.checked(result)? {
            Some(dynamic) => Ok(dynamic),
            None => Err(self.error("java/lang/ClassFormatError", "bad dynamic constant")),
        }
    }

    /// Links an `invokedynamic` instruction.
    pub(crate) fn link_dynamic(&mut self, method: MethodId, base: u16, cp: u16) -> Outcome<Insn> {
        let caller = self.program.method(method).class;
        let dynamic = self.read_dynamic(caller, cp)?;
        if let Some(insn) = self.link_known(&dynamic, base)? {
            return Ok(insn);
        }
        Err(Exit::Fatal(format!("bootstrap method {:?} is not supported in {}\n{}", dynamic.bootstrap, self.program.method_name(method), self.describe_stack())))
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

//! Method handles: signature-polymorphic calls (JVMS 2.9.3), constants of method handles and method types (JVMS 5.4.3.5), and the machine's side of
//! `java.lang.invoke`. What a handle does is decided by the JDK's own code, as lambda forms; `forms` makes register code of those.

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, LoaderId, MethodId};
use raddle_program::classfile::{Constant, descriptor};
use raddle_program::insn::Insn;
use raddle_program::symbol::Symbol;
use rustc_hash::FxHashMap;

/// The class through which the machine asks `java.lang.invoke`.
const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

/// A linked signature-polymorphic call.
pub(crate) struct HandleSite {
    pub appendix: Ref,
}

/// What the machine asked `java.lang.invoke` for, so that the answer finds its place.
#[derive(Clone, Copy)]
enum Request {
    /// The `MethodType` of a descriptor.
    Type(LoaderId, Symbol),
    /// A method handle of a constant pool.
    Constant(ClassId, u16),
}

/// Everything of `java.lang.invoke` the machine has linked.
#[derive(Default)]
pub(crate) struct Handles {
    sites: Vec<HandleSite>,
    /// Method types by initiating loader and descriptor.
    types: FxHashMap<(LoaderId, Symbol), Ref>,
    /// Method handles by class and constant-pool index.
    constants: FxHashMap<(ClassId, u16), Ref>,
    requests: Vec<Request>,
}

impl Handles {
    /// References linked sites and constants keep alive.
    pub fn roots(&self, roots: &mut Vec<Ref>) {
        roots.extend(self.sites.iter().map(|site| site.appendix));
        roots.extend(self.types.values());
        roots.extend(self.constants.values());
    }
}

impl Machine {
    pub(crate) fn link_handle(&mut self, _from: ClassId, method: MethodId, _descriptor: Symbol, _base: u16) -> Outcome<Insn> {
        Err(Exit::Fatal(format!("method handles are not supported: {}", self.program.method_name(method))))
    }

    pub(crate) fn invoke_handle(&mut self, _site: u32, _base: usize) -> Outcome {
        Err(Exit::Fatal("method handles are not supported".into()))
    }

    /// The `MethodType` of a descriptor as a class sees it (JVMS 5.4.3.5). When Java has to make it, the instruction runs again after.
    pub(crate) fn method_type(&mut self, from: ClassId, desc: Symbol) -> Outcome<Ref> {
        let loader = self.program.class(from).loader;
        if let Some(&known) = self.sites.handles.types.get(&(loader, desc)) {
            return Ok(known);
        }
        let text = self.program.symbols.text(desc);
        let Some(parsed) = descriptor::parse_method(text) else {
            return Err(self.error("java/lang/ClassFormatError", &format!("Illegal method type \"{text}\"")));
        };
        let mut parameters = Vec::with_capacity(parsed.parameters.len());
        for parameter in parsed.parameters {
            parameters.push(self.type_mirror(from, parameter)?);
        }
        let result = self.type_mirror(from, parsed.result)?;
        let classes = self.load_boot("[Ljava/lang/Class;")?;
        let array = self.new_references(classes, &parameters)?;
        let target = self.linker("findMethodHandleType", "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;")?;
        Err(self.ask(Request::Type(loader, desc), target, Ref::NULL, &[result.0 as u64, array.0 as u64]))
    }

    /// The mirror of a descriptor's type, which a class must be allowed to name.
    fn type_mirror(&mut self, from: ClassId, desc: &str) -> Outcome<Ref> {
        let loader = self.program.class(from).loader;
        let loaded = self.program.load_descriptor(loader, desc);
        let class = self.linked(loaded)?;
        self.check_class_access(from, class)?;
        Ok(self.mirror(class))
    }

    /// The value of a `CONSTANT_MethodType` entry. When Java has to make it, the instruction runs again after.
    pub(crate) fn method_type_constant(&mut self, class: ClassId, cp: u16) -> Outcome<Ref> {
        let file = self.file_of(class)?;
        let Some(Constant::MethodType(text)) = file.constants.get(cp as usize) else {
            return Err(Exit::Fatal("a constant is no method type".into()));
        };
        let text = self.checked(file.text(*text))?;
        let desc = self.program.symbols.intern(&text);
        self.method_type(class, desc)
    }

    /// The value of a `CONSTANT_MethodHandle` entry. When Java has to make it, the instruction runs again after.
    pub(crate) fn method_handle_constant(&mut self, class: ClassId, cp: u16) -> Outcome<Ref> {
        if let Some(&known) = self.sites.handles.constants.get(&(class, cp)) {
            return Ok(known);
        }
        let file = self.file_of(class)?;
        let Some(&Constant::MethodHandle { kind, reference }) = file.constants.get(cp as usize) else {
            return Err(Exit::Fatal("a constant is no method handle".into()));
        };
        let member = self.checked(file.member_ref(reference))?;
        let owner = self.resolve_class(class, member.class)?;
        let name = self.checked(file.text(member.name))?;
        let desc = self.checked(file.text(member.descriptor))?;
        let kind_is_field = (1..=4).contains(&kind);
        let type_of = if kind_is_field {
            self.type_mirror(class, &desc)?
        } else {
            let desc = self.program.symbols.intern(&desc);
            self.method_type(class, desc)?
        };
        let target = self.linker(
            "linkMethodHandleConstant",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
        )?;
        let (from, owner) = (self.mirror(class), self.mirror(owner));
        let name = self.literal_text(&name);
        let arguments = [from.0 as u64, kind as u64, owner.0 as u64, name.0 as u64, type_of.0 as u64];
        Err(self.ask(Request::Constant(class, cp), target, Ref::NULL, &arguments))
    }

    /// A method of `MethodHandleNatives`, its class initialised.
    pub(crate) fn linker(&mut self, name: &str, desc: &str) -> Outcome<MethodId> {
        let class = self.load_boot(NATIVES)?;
        self.initialize(class)?;
        self.find_method(class, name, desc).ok_or_else(|| Exit::Fatal(format!("the JDK has no {NATIVES}.{name}{desc}")))
    }

    /// Calls a static method whose answer `handle_linked` puts in its place; the running instruction is executed anew after. `kept` stays
    /// reachable meanwhile.
    fn ask(&mut self, request: Request, target: MethodId, kept: Ref, arguments: &[u64]) -> Exit {
        let number = self.sites.handles.requests.len() as u64;
        let mut registers = vec![target.0 as u64, number, 0, kept.0 as u64];
        registers.extend_from_slice(arguments);
        match self.push_again(self.stubs.handle, &registers) {
            Err(Exit::Pushed) => {
                self.sites.handles.requests.push(request);
                Exit::Pushed
            }
            Err(exit) => exit,
            Ok(()) => Exit::Pushed,
        }
    }

    /// Takes the answer to a request; what another thread was told first stays.
    pub(crate) fn handle_linked(&mut self, request: u64, _kept: Ref, answer: Ref) -> Outcome<()> {
        let Some(&request) = self.sites.handles.requests.get(request as usize) else {
            return Err(Exit::Fatal("an answer to no request".into()));
        };
        match request {
            Request::Type(loader, desc) => {
                self.sites.handles.types.entry((loader, desc)).or_insert(answer);
            }
            Request::Constant(class, cp) => {
                self.sites.handles.constants.entry((class, cp)).or_insert(answer);
            }
        }
        Ok(())
    }
}

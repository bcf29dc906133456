//! `invokedynamic` (JVMS 6.5.invokedynamic): call sites become calls of static methods, or constants.
//!
//! The bootstrap methods compilers use are known to the machine, which makes their classes itself (`indy::known`). All others are run as the JDK runs
//! them.

mod known;

use crate::handles::{HandleSite, Request, Target};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, MethodId};
use raddle_program::classfile::descriptor::Kind;
use raddle_program::classfile::{ClassFile, Constant, descriptor, mutf8};
use raddle_program::insn::Insn;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What call sites and dynamic constants resolved to.
#[derive(Default)]
pub(crate) struct Dynamics {
    /// Call sites by method and instruction.
    pub calls: FxHashMap<(MethodId, u32), Target>,
    /// Dynamic constants by class and constant-pool index; primitive values boxed.
    pub constants: FxHashMap<(ClassId, u16), Ref>,
    /// Objects linked instructions refer to.
    objects: Vec<Ref>,
}

impl Dynamics {
    /// References resolved sites keep alive.
    pub fn roots(&self, roots: &mut Vec<Ref>) {
        roots.extend(self.calls.values().map(|target| target.appendix));
        roots.extend(self.constants.values());
        roots.extend(&self.objects);
    }
}

/// Dynamic constants nest at most so deep: one that needs itself never ends (JVMS 5.4.3.6).
const MAX_NESTING: u32 = 64;

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
                Some(
                    &(Constant::InvokeDynamic { bootstrap, name_and_type }
                    | Constant::Dynamic { bootstrap, name_and_type }),
                ) => (bootstrap, name_and_type),
                _ => return Ok(None),
            };
            let methods = file.bootstrap_methods()?;
            let Some(entry) = methods.get(bootstrap as usize) else { return Ok(None) };
            let Some(Constant::MethodHandle { reference, .. }) = file.constants.get(entry.method as usize) else {
                return Ok(None);
            };
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
        let key = self.site_key();
        self.outside(key, |machine| machine.link_dynamic_call(method, base, cp))
    }

    fn link_dynamic_call(&mut self, method: MethodId, base: u16, cp: u16) -> Outcome<Insn> {
        let caller = self.program.method(method).class;
        let dynamic = self.read_dynamic(caller, cp)?;
        if let Some(insn) = self.link_known(&dynamic, base)? {
            return Ok(insn);
        }
        let pc = self.thread().frames.last().map_or(0, |frame| frame.pc);
        if let Some(&target) = self.sites.dynamics.calls.get(&(method, pc)) {
            let slots = descriptor::argument_slots(&dynamic.descriptor).unwrap_or(0);
            let site = self.sites.handles.add(HandleSite::Fixed { target, slots });
            return Ok(Insn::InvokeHandle { base, site });
        }
        let desc = self.program.symbols.intern(&dynamic.descriptor);
        let method_type = self.method_type(caller, desc)?;
        let [caller_mirror, bootstrap, name, info] = self.bootstrap_arguments(&dynamic, 0)?;
        let objects = self.known.objects;
        let appendix = self.new_array(objects, 1)?;
        let linker = self.linker(
            "linkCallSiteImpl",
            "(Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
        )?;
        let arguments = [caller_mirror, bootstrap, name, method_type, info, appendix].map(|object| object.0 as u64);
        Err(self.ask(Request::CallSite(method, pc), linker, appendix, &arguments))
    }

    /// What every bootstrap method is told: the caller, the method itself, the name, and the static arguments (none as null, one as it is, more as an
    /// array).
    fn bootstrap_arguments(&mut self, dynamic: &Dynamic, depth: u32) -> Outcome<[Ref; 4]> {
        let bootstrap = self.method_handle_constant(dynamic.caller, dynamic.handle)?;
        let mut values = Vec::with_capacity(dynamic.arguments.len());
        for &cp in &dynamic.arguments {
            values.push(self.constant_object(dynamic.caller, cp, depth)?);
        }
        let info = match values[..] {
            [] => Ref::NULL,
            [one] if one.is_null() || !self.program.class(self.heap.class(one)).is_array() => one,
            _ => {
                let objects = self.known.objects;
                self.new_references(objects, &values)?
            }
        };
        let name = self.literal_text(&dynamic.name);
        Ok([self.mirror(dynamic.caller), bootstrap, name, info])
    }

    /// A loadable constant (JVMS 5.1) as an object; numbers boxed.
    fn constant_object(&mut self, class: ClassId, cp: u16, depth: u32) -> Outcome<Ref> {
        let file = self.file_of(class)?;
        match file.constants.get(cp as usize) {
            Some(&Constant::Integer(value)) => self.box_value(Kind::Int, value as u32 as u64),
            Some(&Constant::Float(bits)) => self.box_value(Kind::Float, bits as u64),
            Some(&Constant::Long(value)) => self.box_value(Kind::Long, value as u64),
            Some(&Constant::Double(bits)) => self.box_value(Kind::Double, bits),
            Some(&Constant::String(text)) => {
                let bytes = self.checked(file.utf8(text))?;
                let units =
                    mutf8::decode_utf16(bytes).map_err(|_| Exit::Fatal("a string constant is malformed".into()))?;
                Ok(self.literal(&units))
            }
            Some(Constant::Class(_)) => {
                let resolved = self.resolve_class(class, cp)?;
                Ok(self.mirror(resolved))
            }
            Some(Constant::MethodHandle { .. }) => self.method_handle_constant(class, cp),
            Some(Constant::MethodType(_)) => self.method_type_constant(class, cp),
            Some(Constant::Dynamic { .. }) => self.dynamic_constant(class, cp, depth + 1),
            _ => Err(self.error("java/lang/ClassFormatError", "a static argument is no loadable constant")),
        }
    }

    /// The value of a dynamic constant, boxed if it is primitive. When Java has to make it, the instruction runs again after.
    fn dynamic_constant(&mut self, class: ClassId, cp: u16, depth: u32) -> Outcome<Ref> {
        if let Some(&known) = self.sites.dynamics.constants.get(&(class, cp)) {
            return Ok(known);
        }
        if depth > MAX_NESTING {
            return Err(self.stack_overflow());
        }
        let dynamic = self.read_dynamic(class, cp)?;
        let loaded = self.program.load_descriptor(self.program.class(class).loader, &dynamic.descriptor);
        let kind = self.linked(loaded)?;
        let [caller, bootstrap, name, info] = self.bootstrap_arguments(&dynamic, depth)?;
        let linker = self.linker(
            "linkDynamicConstantImpl",
            "(Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;",
        )?;
        let arguments = [caller, bootstrap, name, self.mirror(kind), info].map(|object| object.0 as u64);
        Err(self.ask(Request::Dynamic(class, cp), linker, Ref::NULL, &arguments))
    }

    /// Links `ldc` of a method handle, a method type or a dynamic constant.
    pub(crate) fn link_dynamic_constant(&mut self, class: ClassId, d: u16, cp: u16) -> Outcome<Insn> {
        let key = self.site_key();
        let value = self.outside(key, |machine| machine.constant_object(class, cp, 0))?;
        self.sites.dynamics.objects.push(value);
        let file = self.file_of(class)?;
        if let Some(Constant::Dynamic { name_and_type, .. }) = file.constants.get(cp as usize) {
            let (_, desc) = self.checked(file.name_and_type(*name_and_type))?;
            let desc = self.checked(file.text(desc))?;
            if !descriptor::kind(&desc).is_reference() {
                if value.is_null() {
                    return Err(self.null_pointer());
                }
                if !self.has_field(self.heap.class(value), "value") {
                    return Err(self.error("java/lang/ClassCastException", "a dynamic constant is not of its type"));
                }
                let slot = self.slot_of(self.heap.class(value), "value");
                return Ok(Insn::ConstWord { d, word: value.0 + slot });
            }
        }
        Ok(Insn::ConstRef { d, r: value.0 })
    }
}

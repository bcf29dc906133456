//! Method handles: signature-polymorphic calls (JVMS 2.9.3), constants of method handles and method types (JVMS
//! 5.4.3.5), and the machine's side of `java.lang.invoke`. What a handle does is decided by the JDK's own code, as
//! lambda forms; `forms` makes register code of those.

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use raddle_program::class::{ClassId, LoaderId, MethodId};
use raddle_program::classfile::{Constant, descriptor};
use raddle_program::insn::Insn;
use raddle_program::symbol::Symbol;
use rustc_hash::FxHashMap;

mod forms;

/// The class through which the machine asks `java.lang.invoke`.
const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

/// Ways to use a member (JVMS 5.4.3.5).
pub(crate) mod kind {
    pub const REF_GET_FIELD: u8 = 1;
    pub const REF_GET_STATIC: u8 = 2;
    pub const REF_PUT_FIELD: u8 = 3;
    pub const REF_PUT_STATIC: u8 = 4;
    pub const REF_INVOKE_VIRTUAL: u8 = 5;
    pub const REF_INVOKE_STATIC: u8 = 6;
    pub const REF_INVOKE_SPECIAL: u8 = 7;
    pub const REF_INVOKE_INTERFACE: u8 = 9;
}

/// A linked signature-polymorphic call or call site. Arguments stand where the callee wants them; what a site adds
/// comes after.
#[derive(Clone, Copy)]
pub(crate) enum HandleSite {
    /// `MethodHandle.invokeBasic`: the entry of the receiver's form, unchecked.
    Basic,
    /// `MethodHandle.linkToStatic` and its like: the method of the `MemberName` in this argument slot, unchecked.
    Member { link: Link, slot: u16 },
    /// `MethodHandle.invokeExact` and `invoke`.
    Invoke { from: ClassId, method: MethodId, method_type: Ref, slots: u16, general: Option<Target> },
    /// A method of `VarHandle`.
    Access {
        from: ClassId,
        method: MethodId,
        descriptor: Symbol,
        slots: u16,
        known: Option<(Ref, MethodId)>,
        general: Option<Target>,
    },
    /// Always the same method.
    Fixed { target: Target, slots: u16 },
}

/// What `java.lang.invoke` linked a call to: a static method that takes the call's arguments and then the appendix,
/// unless that is null.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub method: MethodId,
    pub appendix: Ref,
}

/// How `linkTo…` finds the method to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Link {
    /// It is the named one.
    Static,
    /// It is the named one; the receiver must not be null.
    Special,
    /// The receiver's class selects it.
    Virtual,
}

/// What the machine asked `java.lang.invoke` for, so that the answer finds its place.
#[derive(Clone, Copy)]
pub(crate) enum Request {
    /// The `MethodType` of a descriptor.
    Type(LoaderId, Symbol),
    /// A method handle of a constant pool.
    Constant(ClassId, u16),
    /// The general way of a call.
    Site(u32),
    /// An `invokedynamic` instruction of a method.
    CallSite(MethodId, u32),
    /// A dynamic constant of a constant pool.
    Dynamic(ClassId, u16),
}

/// Where the fields are that every call through a handle reads.
#[derive(Clone, Copy)]
struct Slots {
    handle_type: u32,
    handle_form: u32,
    handle_as_type: u32,
    form_entry: u32,
    member_method: u32,
    resolved_method: u32,
    var_form: u32,
    var_exact: u32,
}

/// Everything of `java.lang.invoke` the machine has linked.
#[derive(Default)]
pub(crate) struct Handles {
    sites: Vec<HandleSite>,
    /// Sites of the intrinsics, which know nothing of their caller.
    intrinsics: FxHashMap<(Link, u16), u32>,
    basic: Option<u32>,
    /// Method types by initiating loader and descriptor.
    types: FxHashMap<(LoaderId, Symbol), Ref>,
    /// Method handles by class and constant-pool index.
    constants: FxHashMap<(ClassId, u16), Ref>,
    requests: Vec<Request>,
    slots: Option<Slots>,
}

impl Handles {
    /// References linked sites and constants keep alive.
    pub fn roots(&self, roots: &mut Vec<Ref>) {
        for site in &self.sites {
            match site {
                HandleSite::Basic | HandleSite::Member { .. } => {}
                HandleSite::Invoke { method_type, general, .. } => {
                    roots.push(*method_type);
                    roots.extend(general.map(|target| target.appendix));
                }
                HandleSite::Access { known, general, .. } => {
                    roots.extend(known.map(|(handle, _)| handle));
                    roots.extend(general.map(|target| target.appendix));
                }
                HandleSite::Fixed { target, .. } => roots.push(target.appendix),
            }
        }
        roots.extend(self.types.values());
        roots.extend(self.constants.values());
    }

    /// A site for a call, by its number in `InvokeHandle`.
    pub fn add(&mut self, site: HandleSite) -> u32 {
        self.sites.push(site);
        self.sites.len() as u32 - 1
    }

    fn basic(&mut self) -> u32 {
        match self.basic {
            Some(site) => site,
            None => *self.basic.insert({
                self.sites.push(HandleSite::Basic);
                self.sites.len() as u32 - 1
            }),
        }
    }

    fn member(&mut self, link: Link, slot: u16) -> u32 {
        if let Some(&site) = self.intrinsics.get(&(link, slot)) {
            return site;
        }
        let site = self.add(HandleSite::Member { link, slot });
        self.intrinsics.insert((link, slot), site);
        site
    }
}

impl Machine {
    /// Links a signature-polymorphic call.
    pub(crate) fn link_handle(
        &mut self,
        from: ClassId,
        method: MethodId,
        descriptor: Symbol,
        base: u16,
    ) -> Outcome<Insn> {
        // The intrinsics trust their arguments, so they are not for everyone.
        if !self.program.class(from).trusted {
            self.check_method_access_as(from, self.program.method(method).class, method, descriptor)?;
        }
        let slots = descriptor::argument_slots(self.program.symbols.text(descriptor)).unwrap_or(0);
        if let Some(site) = self.intrinsic_site(method, slots)? {
            return Ok(Insn::InvokeHandle { base, site });
        }
        // The receiver counts.
        let slots = slots + 1;
        let on_handle = self.program.class_name(self.program.method(method).class) == "java/lang/invoke/MethodHandle";
        let site = if on_handle {
            let key = self.site_key();
            let method_type = self.outside(key, |machine| machine.method_type(from, descriptor))?;
            HandleSite::Invoke { from, method, method_type, slots, general: None }
        } else {
            HandleSite::Access { from, method, descriptor, slots, known: None, general: None }
        };
        Ok(Insn::InvokeHandle { base, site: self.sites.handles.add(site) })
    }

    /// The site of a method of `MethodHandle` the machine does itself, with so many argument slots in its call's
    /// descriptor.
    fn intrinsic_site(&mut self, method: MethodId, slots: u16) -> Outcome<Option<u32>> {
        let link = match self.program.symbols.text(self.program.method(method).name) {
            "invokeBasic" => return Ok(Some(self.sites.handles.basic())),
            "linkToStatic" => Link::Static,
            "linkToSpecial" => Link::Special,
            "linkToVirtual" | "linkToInterface" => Link::Virtual,
            "linkToNative" => {
                return Err(Exit::Fatal("calls of native code through method handles are not supported".into()));
            }
            _ => return Ok(None),
        };
        match slots.checked_sub(1) {
            Some(slot) => Ok(Some(self.sites.handles.member(link, slot))),
            None => Err(self.error("java/lang/InternalError", "linkTo without a MemberName")),
        }
    }

    /// The method a linked call runs, whose arguments then stand from `base` of the thread's stack on.
    pub(crate) fn invoke_handle(&mut self, site: u32, base: usize) -> Outcome<MethodId> {
        let receiver = Ref::from_slot(self.thread().stack[base]);
        match self.sites.handles.sites[site as usize] {
            HandleSite::Basic => self.handle_entry(receiver),
            HandleSite::Member { link, slot } => {
                let member = Ref::from_slot(self.thread().stack[base + slot as usize]);
                let method = self.method_of_member(member)?;
                match link {
                    Link::Static => Ok(method),
                    _ if receiver.is_null() => Err(self.null_pointer()),
                    Link::Special => Ok(method),
                    Link::Virtual => self.select(receiver, method),
                }
            }
            HandleSite::Invoke { from, method, method_type, slots, general } => {
                if receiver.is_null() {
                    return Err(self.null_pointer());
                }
                let at = self.handle_slots()?;
                if self.heap.slot(receiver, at.handle_type) == method_type.0 as u64 {
                    return self.handle_entry(receiver);
                }
                let exact = self.program.symbols.text(self.program.method(method).name) == "invokeExact";
                let adapted = Ref::from_slot(self.heap.slot(receiver, at.handle_as_type));
                if !exact && !adapted.is_null() && self.heap.slot(adapted, at.handle_type) == method_type.0 as u64 {
                    self.thread_mut().stack[base] = adapted.0 as u64;
                    return self.handle_entry(adapted);
                }
                match general {
                    Some(target) => self.call_target(target, base + slots as usize),
                    None => {
                        let key = self.site_key();
                        self.outside(key, |machine| Err(machine.link_general(site, from, method, method_type)))
                    }
                }
            }
            HandleSite::Access { from, method, descriptor, slots, known, general } => {
                if receiver.is_null() {
                    return Err(self.null_pointer());
                }
                if let Some((handle, target)) = known
                    && handle == receiver
                {
                    return Ok(target);
                }
                if let Some(target) = self.access_method(receiver, from, method, descriptor)? {
                    if self.stays(receiver)
                        && let Some(HandleSite::Access { known, .. }) = self.sites.handles.sites.get_mut(site as usize)
                    {
                        *known = Some((receiver, target));
                    }
                    return Ok(target);
                }
                match general {
                    Some(target) => self.call_target(target, base + slots as usize),
                    None => {
                        let key = self.site_key();
                        self.outside(key, |machine| {
                            let method_type = machine.method_type(from, descriptor)?;
                            Err(machine.link_general(site, from, method, method_type))
                        })
                    }
                }
            }
            HandleSite::Fixed { target, slots } => self.call_target(target, base + slots as usize),
        }
    }

    fn call_target(&mut self, target: Target, end: usize) -> Outcome<MethodId> {
        if !target.appendix.is_null() {
            // A frame leaves more room above its registers than the one word needed.
            self.thread_mut().stack[end] = target.appendix.0 as u64;
        }
        Ok(target.method)
    }

    fn handle_slots(&mut self) -> Outcome<Slots> {
        if let Some(slots) = self.sites.handles.slots {
            return Ok(slots);
        }
        let handle = self.load_boot("java/lang/invoke/MethodHandle")?;
        let form = self.load_boot("java/lang/invoke/LambdaForm")?;
        let member = self.load_boot("java/lang/invoke/MemberName")?;
        let resolved = self.load_boot("java/lang/invoke/ResolvedMethodName")?;
        let var = self.load_boot("java/lang/invoke/VarHandle")?;
        let slots = Slots {
            handle_type: self.slot_of(handle, "type"),
            handle_form: self.slot_of(handle, "form"),
            handle_as_type: self.slot_of(handle, "asTypeCache"),
            form_entry: self.slot_of(form, "vmentry"),
            member_method: self.slot_of(member, "method"),
            resolved_method: self.program.class(resolved).instance_words - 1,
            var_form: self.slot_of(var, "vform"),
            var_exact: self.slot_of(var, "exact"),
        };
        self.sites.handles.slots = Some(slots);
        Ok(slots)
    }

    /// The method that does what a handle does: its form's entry.
    fn handle_entry(&mut self, handle: Ref) -> Outcome<MethodId> {
        if handle.is_null() {
            return Err(self.null_pointer());
        }
        let at = self.handle_slots()?;
        let form = Ref::from_slot(self.heap.slot(handle, at.handle_form));
        let entry = Ref::from_slot(self.heap.slot(form, at.form_entry));
        self.method_of_member(entry)
    }

    /// The method a resolved `MemberName` stands for.
    pub(crate) fn method_of_member(&mut self, member: Ref) -> Outcome<MethodId> {
        if member.is_null() {
            return Err(self.null_pointer());
        }
        let at = self.handle_slots()?;
        self.method_of_resolved(Ref::from_slot(self.heap.slot(member, at.member_method)))
    }

    /// The method a `ResolvedMethodName` stands for.
    pub(crate) fn method_of_resolved(&mut self, resolved: Ref) -> Outcome<MethodId> {
        let at = self.handle_slots()?;
        match if resolved.is_null() { 0 } else { self.heap.slot(resolved, at.resolved_method) } {
            0 => Err(self.error("java/lang/InternalError", "a MemberName that is called is not resolved")),
            number => Ok(MethodId(number as u32 - 1)),
        }
    }

    /// A new `ResolvedMethodName` of a method.
    pub(crate) fn resolved_method_name(&mut self, method: MethodId) -> Outcome<Ref> {
        let at = self.handle_slots()?;
        let class = self.load_boot("java/lang/invoke/ResolvedMethodName")?;
        let resolved = self.new_object(class)?;
        self.heap.set_slot(resolved, at.resolved_method, method.0 as u64 + 1);
        if self.has_field(class, "vmholder") {
            let holder = self.mirror(self.program.method(method).class);
            self.set_field(resolved, "vmholder", holder.0 as u64);
        }
        Ok(resolved)
    }

    /// The static method in the class of a `VarHandle` that does an access as the call wants it: it has the access's
    /// name and the call's types, with every reference an `Object`. None where the call's types are not the
    /// variable's own, so that conversions or checks are needed.
    fn access_method(
        &mut self,
        handle: Ref,
        from: ClassId,
        method: MethodId,
        desc: Symbol,
    ) -> Outcome<Option<MethodId>> {
        let at = self.handle_slots()?;
        let form = Ref::from_slot(self.heap.slot(handle, at.var_form));
        if form.is_null() || self.heap.slot(handle, at.var_exact) & 1 != 0 {
            return Ok(None);
        }
        let class = self.heap.class(handle);
        let implementation = self.reference_field(form, "implClass");
        if implementation.is_null() || self.class_of_mirror(implementation) != class {
            return Ok(None);
        }
        let text = self.program.symbols.text(desc);
        let Some(parsed) = descriptor::parse_method(text) else { return Ok(None) };
        let parameters: String = parsed.parameters.iter().map(|parameter| erased(parameter)).collect();
        // A result nobody wants is one of any type.
        let result = if parsed.result == "V" { "" } else { erased(parsed.result) };
        let wanted = format!("(Ljava/lang/invoke/VarHandle;{parameters}){result}");
        let name = self.program.method(method).name;
        let Some(found) = self.program.class(class).ancestors.iter().rev().find_map(|&ancestor| {
            let named = |id: &&MethodId| {
                let method = self.program.method(**id);
                method.name == name && self.program.symbols.text(method.descriptor).starts_with(&wanted)
            };
            self.program.class(ancestor).methods.iter().find(named).copied()
        }) else {
            return Ok(None);
        };
        let fits = self.program.method(found).is_static() && self.result_fits(handle, from, parsed.result)?;
        Ok(fits.then_some(found))
    }

    /// Whether whatever the variable of a `VarHandle` holds is of the type a call expects.
    fn result_fits(&mut self, handle: Ref, from: ClassId, result: &str) -> Outcome<bool> {
        if erased(result) == result {
            return Ok(true);
        }
        let class = self.heap.class(handle);
        let Some(field) = ["fieldType", "componentType"].into_iter().find(|name| self.has_field(class, name)) else {
            return Ok(false);
        };
        let variable = self.reference_field(handle, field);
        let loaded = self.program.load_descriptor(self.program.class(from).loader, result);
        let expected = self.linked(loaded)?;
        Ok(!variable.is_null() && self.program.is_subclass(self.class_of_mirror(variable), expected))
    }

    /// Asks `java.lang.invoke` what a call on a handle is to do in general.
    fn link_general(&mut self, site: u32, from: ClassId, method: MethodId, method_type: Ref) -> Exit {
        let asked: Outcome<Exit> = (|| {
            let target = self.linker(
                "linkMethod",
                "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
            )?;
            let appendix = self.new_array(self.known.objects, 1)?;
            let name = self.program.symbols.text(self.program.method(method).name);
            let (caller, owner) = (self.mirror(from), self.mirror(self.program.method(method).class));
            let name = self.literal_text(name);
            let arguments = [caller, Ref(kind::REF_INVOKE_VIRTUAL as u32), owner, name, method_type, appendix]
                .map(|argument| argument.0 as u64);
            Ok(self.ask(Request::Site(site), target, appendix, &arguments))
        })();
        asked.unwrap_or_else(|exit| exit)
    }

    /// The `MethodType` of a descriptor as a class sees it (JVMS 5.4.3.5). When Java has to make it, the instruction
    /// runs again after.
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
        let target =
            self.linker("findMethodHandleType", "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;")?;
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
        let type_of = if (kind::REF_GET_FIELD..=kind::REF_PUT_STATIC).contains(&kind) {
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

    /// Calls a static method whose answer `handle_linked` puts in its place; the running instruction is executed anew
    /// after. `kept` stays reachable meanwhile.
    pub(crate) fn ask(&mut self, request: Request, target: MethodId, kept: Ref, arguments: &[u64]) -> Exit {
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
    pub(crate) fn handle_linked(&mut self, request: u64, kept: Ref, answer: Ref) -> Outcome<()> {
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
            Request::CallSite(method, pc) => {
                let target = Target { method: self.method_of_member(answer)?, appendix: Ref(self.heap.int(kept, 0)) };
                self.sites.dynamics.calls.entry((method, pc)).or_insert(target);
            }
            Request::Dynamic(class, cp) => {
                self.sites.dynamics.constants.entry((class, cp)).or_insert(answer);
            }
            Request::Site(site) => {
                let target = Target { method: self.method_of_member(answer)?, appendix: Ref(self.heap.int(kept, 0)) };
                if let Some(HandleSite::Invoke { general, .. } | HandleSite::Access { general, .. }) =
                    self.sites.handles.sites.get_mut(site as usize)
                {
                    general.get_or_insert(target);
                }
            }
        }
        Ok(())
    }
}

/// A type's descriptor, any reference being an `Object`.
fn erased(desc: &str) -> &str {
    if matches!(desc.as_bytes().first(), Some(b'L' | b'[')) { "Ljava/lang/Object;" } else { desc }
}

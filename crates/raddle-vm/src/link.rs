//! Linking instructions when they are first executed: constant-pool entries become classes, fields, methods, literals (JVMS 5.4.3).

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::natives::NativeFn;
use raddle_program::class::{ClassId, ClassUse, FieldId, LoaderId, MethodId, Shape, access};
use raddle_program::classfile::descriptor::Kind;
use raddle_program::classfile::{ClassFile, Constant, mutf8};
use raddle_program::insn::Insn;
use raddle_program::program::{LinkError, describe_signature};
use raddle_program::symbol::Symbol;
use std::sync::Arc;

/// Call sites that need more than their instruction holds.
#[derive(Default)]
pub(crate) struct Sites {
    pub interfaces: Vec<InterfaceSite>,
    pub handles: crate::handles::Handles,
    /// Call sites and dynamic constants, by class and constant-pool index (call sites also by instruction).
    pub dynamics: crate::indy::Dynamics,
}

/// An interface call, with the class it met last.
#[derive(Clone, Copy)]
pub(crate) struct InterfaceSite {
    pub method: MethodId,
    pub class: ClassId,
    pub target: MethodId,
}

/// A method or field named by a constant-pool entry.
struct Named {
    class: ClassId,
    name: Symbol,
    descriptor: Symbol,
    interface: bool,
}

impl Machine {
    /// The linked form of an instruction of a method.
    #[cold]
    pub(crate) fn link(&mut self, method: MethodId, insn: Insn) -> Outcome<Insn> {
        let class = self.program.method(method).class;
        match insn {
            Insn::LdcU { d, cp } => self.link_constant(class, d, cp),
            Insn::GetFieldU { d, a, cp } => {
                let field = self.resolve_field(class, cp, false, false)?;
                let (slot, reference) =
                    (self.program.field(field).slot as u16, self.program.field(field).is_reference());
                Ok(if reference { Insn::GetFieldRef { d, a, slot } } else { Insn::GetField { d, a, slot } })
            }
            Insn::PutFieldU { a, v, cp } => {
                let field = self.resolve_field(class, cp, false, true)?;
                let (slot, reference) =
                    (self.program.field(field).slot as u16, self.program.field(field).is_reference());
                Ok(if reference { Insn::PutFieldRef { a, v, slot } } else { Insn::PutField { a, v, slot } })
            }
            Insn::GetStaticU { d, cp } => {
                Ok(Insn::GetStaticInit { d, field: self.resolve_field(class, cp, true, false)?.0 })
            }
            Insn::PutStaticU { v, cp } => {
                Ok(Insn::PutStaticInit { v, field: self.resolve_field(class, cp, true, true)?.0 })
            }
            Insn::NewU { d, cp } => {
                let target = self.resolve_class(class, cp)?;
                let entry = self.program.class(target);
                if entry.access & (access::ABSTRACT | access::INTERFACE) != 0 || entry.shape != Shape::Instance {
                    let name = self.program.java_name(target);
                    return Err(self.error("java/lang/InstantiationError", &name));
                }
                Ok(Insn::NewInit { d, class: target.0 })
            }
            Insn::NewArrayU { d, a, class: index } => {
                self.resolve_class_use(method, index)?;
                Ok(Insn::NewArray { d, a, class: index })
            }
            Insn::MultiNewU { base, dims, class: index } => {
                self.resolve_class_use(method, index)?;
                Ok(Insn::MultiNew { base, dims, class: index })
            }
            Insn::CheckCastU { a, class: index } => {
                self.resolve_class_use(method, index)?;
                Ok(Insn::CheckCast { a, class: index })
            }
            Insn::InstanceOfU { d, a, class: index } => {
                self.resolve_class_use(method, index)?;
                Ok(Insn::InstanceOf { d, a, class: index })
            }
            Insn::InvokeStaticU { base, cp } => self.link_static(class, base, cp),
            Insn::InvokeSpecialU { base, cp } => self.link_special(class, base, cp),
            Insn::InvokeVirtualU { base, cp } => self.link_virtual(class, base, cp),
            Insn::InvokeInterfaceU { base, cp } => self.link_interface(class, base, cp),
            Insn::InvokeDynamicU { base, cp } => self.link_dynamic(method, base, cp),
            other => Ok(other),
        }
    }

    pub(crate) fn file_of(&self, class: ClassId) -> Outcome<Arc<ClassFile>> {
        self.program.class(class).file.clone().ok_or_else(|| Exit::Fatal("a class without a file has code".into()))
    }

    /// Turns a broken constant pool into the Java error it is.
    pub(crate) fn checked<T>(&mut self, result: Result<T, raddle_program::classfile::ClassFileError>) -> Outcome<T> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.error("java/lang/ClassFormatError", &error.to_string())),
        }
    }

    /// Class resolution (JVMS 5.4.3.1) from a class's constant pool.
    pub(crate) fn resolve_class(&mut self, from: ClassId, cp: u16) -> Outcome<ClassId> {
        let file = self.file_of(from)?;
        let name = self.checked(file.class_name(cp))?;
        if self.program.class(from).hidden && cp == file.this_class {
            return Ok(from);
        }
        let class = self.load(self.program.class(from).loader, &name)?;
        self.check_class_access(from, class)?;
        Ok(class)
    }

    pub(crate) fn check_class_access(&mut self, from: ClassId, to: ClassId) -> Outcome<()> {
        let mut element = to;
        while let Shape::Array(inner) = self.program.class(element).shape {
            element = inner;
        }
        let public = self.program.class(element).access & access::PUBLIC != 0;
        if public
            && !self.program.class(from).trusted
            && let Some(message) = self.module_barrier(from, element)
        {
            return Err(self.error("java/lang/IllegalAccessError", &message));
        }
        if public || self.program.same_package(from, element) || self.program.class(from).trusted {
            return Ok(());
        }
        let message = format!(
            "failed to access class {} from class {} ({})",
            self.program.java_name(element),
            self.program.java_name(from),
            self.describe_pair(element, from)
        );
        Err(self.error("java/lang/IllegalAccessError", &message))
    }

    /// Resolves a class an instruction names, and remembers it in the code.
    pub(crate) fn resolve_class_use(&mut self, method: MethodId, index: u16) -> Outcome<ClassId> {
        let own = self.program.method(method).class;
        let found = self.program.method(method).code.as_ref().map(|code| code.classes[index as usize].get());
        let class = match found {
            Some(ClassUse::Class(class)) => return Ok(class),
            Some(ClassUse::Pool(cp)) => self.resolve_class(own, cp)?,
            Some(ClassUse::ArrayOf(cp)) => {
                let element = self.resolve_class(own, cp)?;
                let array = self.program.array_of(element);
                self.linked(array)?
            }
            Some(ClassUse::PrimitiveArray(code)) => {
                const NAMES: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
                self.load_boot(NAMES[(code as usize).clamp(4, 11) - 4])?
            }
            Some(ClassUse::Named(name)) => {
                let text = self.program.symbols.text(name);
                self.load(self.program.class(own).loader, text)?
            }
            None => return Err(Exit::Fatal("a method without code ran".into())),
        };
        if let Some(code) = self.program.method(method).code.as_ref() {
            code.classes[index as usize].set(ClassUse::Class(class));
        }
        Ok(class)
    }

    /// A check the verifier left: an object must be of a class, or the method was never valid (JVMS 4.10).
    pub(crate) fn verify_cast(&mut self, method: MethodId, index: u16, object: Ref) -> Outcome<()> {
        let wanted = self.resolve_class_use(method, index)?;
        let class = self.heap.class(object);
        if self.program.class(wanted).is_interface()
            || self.program.is_subclass(class, wanted)
            || self.is_array_of_interface(class, wanted)
        {
            return Ok(());
        }
        let message = format!(
            "Bad type on operand stack in {}: {} is not assignable to {}",
            self.program.method_name(method),
            self.program.java_name(class),
            self.program.java_name(wanted)
        );
        Err(self.error("java/lang/VerifyError", &message))
    }

    /// To the verifier an interface is as good as `Object` (JVMS 4.10.1.2), in arrays too.
    fn is_array_of_interface(&self, class: ClassId, wanted: ClassId) -> bool {
        match (self.program.class(class).shape, self.program.class(wanted).shape) {
            (Shape::Array(from), Shape::Array(to)) => self.is_array_of_interface(from, to),
            (Shape::Primitive(_), _) => false,
            _ => self.program.class(wanted).is_interface(),
        }
    }

    fn named(&mut self, from: ClassId, cp: u16) -> Outcome<Named> {
        let file = self.file_of(from)?;
        let member = self.checked(file.member_ref(cp))?;
        let class = self.resolve_class(from, member.class)?;
        let name = self.checked(file.text(member.name))?;
        let descriptor = self.checked(file.text(member.descriptor))?;
        Ok(Named {
            class,
            name: self.program.symbols.intern(&name),
            descriptor: self.program.symbols.intern(&descriptor),
            interface: member.interface,
        })
    }

    fn resolve_field(&mut self, from: ClassId, cp: u16, is_static: bool, write: bool) -> Outcome<FieldId> {
        let named = self.named(from, cp)?;
        let name = self.program.symbols.text(named.name);
        let Some(id) = self.program.find_field(named.class, named.name, named.descriptor) else {
            return Err(self.no_such_field(named.class, named.name, named.descriptor));
        };
        let field = self.program.field(id);
        let (owner, flags) = (field.class, field.access);
        if field.is_static() != is_static {
            let expected = if is_static { "static" } else { "non-static" };
            let message = format!("Expected {expected} field {}.{name}", self.program.java_name(owner));
            return Err(self.error("java/lang/IncompatibleClassChangeError", &message));
        }
        self.check_field_access(from, owner, named.name, flags)?;
        if write && flags & access::FINAL != 0 && owner != from && self.program.class(from).loader != LoaderId::BOOT {
            let message = format!(
                "class {} tried to access final field {}.{name} ({})",
                self.program.java_name(from),
                self.program.java_name(owner),
                self.describe_pair(from, owner)
            );
            return Err(self.error("java/lang/IllegalAccessError", &message));
        }
        let (own, other) = (self.program.class(from).loader, self.program.class(owner).loader);
        let agreed = self.program.constrain(named.descriptor, own, other);
        self.linked(agreed)?;
        Ok(id)
    }

    /// The error of a field that is not there.
    pub(crate) fn no_such_field(&mut self, class: ClassId, name: Symbol, desc: Symbol) -> Exit {
        let name = self.program.symbols.text(name);
        let message = if self.program.jdk.feature >= 21 {
            let kind = raddle_program::program::describe_type(self.program.symbols.text(desc));
            format!("Class {} does not have member field '{kind} {name}'", self.program.java_name(class))
        } else {
            name.to_string()
        };
        self.error("java/lang/NoSuchFieldError", &message)
    }

    /// Whether a class may use a field of another (JVMS 5.4.4).
    pub(crate) fn check_field_access(
        &mut self,
        from: ClassId,
        owner: ClassId,
        name: Symbol,
        flags: u16,
    ) -> Outcome<()> {
        if self.program.may_access(from, owner, flags) {
            return Ok(());
        }
        let message = format!(
            "class {} tried to access {}field {}.{} ({})",
            self.program.java_name(from),
            access_word(flags),
            self.program.java_name(owner),
            self.program.symbols.text(name),
            self.describe_pair(from, owner)
        );
        Err(self.error("java/lang/IllegalAccessError", &message))
    }

    /// The error of a method that is not there.
    pub(crate) fn no_such_method(&mut self, class: ClassId, name: Symbol, desc: Symbol) -> Exit {
        let (name, desc) = (self.program.symbols.text(name), self.program.symbols.text(desc));
        let message = format!("'{}'", describe_signature(&self.program.external_name(class), name, desc));
        self.error("java/lang/NoSuchMethodError", &message)
    }

    /// Whether a class may use a method of another, found in class `through` (JVMS 5.4.4).
    pub(crate) fn check_method_access(&mut self, from: ClassId, through: ClassId, id: MethodId) -> Outcome<()> {
        self.check_method_access_as(from, through, id, self.program.method(id).descriptor)
    }

    /// The same for a signature-polymorphic method, which has its caller's descriptor.
    pub(crate) fn check_method_access_as(
        &mut self,
        from: ClassId,
        through: ClassId,
        id: MethodId,
        desc: Symbol,
    ) -> Outcome<()> {
        let method = self.program.method(id);
        let (owner, name, flags) = (method.class, method.name, method.access);
        // A protected method of a superclass is for objects of the class's own kind only.
        let kin = flags & (access::PROTECTED | access::STATIC) != access::PROTECTED
            || self.program.same_package(from, owner)
            || self.program.is_subclass(through, from)
            || self.program.is_subclass(from, through);
        if kin && self.program.may_access(from, owner, flags) {
            return Ok(());
        }
        let (name, desc) = (self.program.symbols.text(name), self.program.symbols.text(desc));
        let message = format!(
            "class {} tried to access {}method '{}' ({})",
            self.program.java_name(from),
            access_word(flags),
            describe_signature(&self.program.java_name(owner), name, desc),
            self.describe_pair(from, owner)
        );
        Err(self.error("java/lang/IllegalAccessError", &message))
    }

    fn find_named_method(&mut self, from: ClassId, named: &Named) -> Outcome<MethodId> {
        let Some(id) = self.program.find_method(named.class, named.name, named.descriptor) else {
            return Err(self.no_such_method(named.class, named.name, named.descriptor));
        };
        // Arrays have a public clone (JLS 10.7).
        if !self.program.class(named.class).is_array() && !self.program.class(from).trusted {
            self.check_method_access(from, named.class, id)?;
        }
        let owner = self.program.method(id).class;
        let (own, other) = (self.program.class(from).loader, self.program.class(owner).loader);
        let agreed = self.program.constrain(named.descriptor, own, other);
        self.linked(agreed)?;
        Ok(id)
    }

    fn check_interface_reference(&mut self, named: &Named, interface: bool) -> Outcome<()> {
        if self.program.class(named.class).is_interface() == interface {
            return Ok(());
        }
        let name = self.program.java_name(named.class);
        let message = if interface {
            format!("Method '{}' must be InterfaceMethodref constant", self.describe_named(named))
        } else {
            format!("Found interface {name}, but class was expected")
        };
        let message = if interface && named.interface {
            format!("Found class {name}, but interface was expected")
        } else {
            message
        };
        Err(self.error("java/lang/IncompatibleClassChangeError", &message))
    }

    fn describe_named(&self, named: &Named) -> String {
        describe_signature(
            &self.program.java_name(named.class),
            self.program.symbols.text(named.name),
            self.program.symbols.text(named.descriptor),
        )
    }

    pub(crate) fn check_static(&mut self, id: MethodId, is_static: bool, interface: bool) -> Outcome<()> {
        if self.program.method(id).is_static() == is_static {
            return Ok(());
        }
        let expected = match (is_static, interface) {
            (true, _) => "static",
            (false, true) => "instance not static",
            (false, false) => "non-static",
        };
        let message = format!("Expected {expected} method '{}'", self.program.describe_method(id));
        Err(self.error("java/lang/IncompatibleClassChangeError", &message))
    }

    fn link_static(&mut self, from: ClassId, base: u16, cp: u16) -> Outcome<Insn> {
        let named = self.named(from, cp)?;
        if let Some(insn) = self.link_polymorphic(from, &named, base)? {
            return Ok(insn);
        }
        let id = self.find_named_method(from, &named)?;
        self.check_static(id, true, false)?;
        Ok(Insn::InvokeStaticInit { base, method: id.0 })
    }

    /// Superclass, constructor and private calls (JVMS 6.5.invokespecial).
    fn link_special(&mut self, from: ClassId, base: u16, cp: u16) -> Outcome<Insn> {
        let named = self.named(from, cp)?;
        let mut id = self.find_named_method(from, &named)?;
        self.check_static(id, false, false)?;
        let name = self.program.symbols.text(named.name);
        let method = self.program.method(id);
        if name == "<init>" && method.class != named.class {
            // Constructors are not inherited (JVMS 6.5.invokespecial).
            let message = format!("'{}'", self.describe_named(&named));
            return Err(self.error("java/lang/NoSuchMethodError", &message));
        }
        let owner = self.program.class(method.class);
        if name != "<init>"
            && !owner.is_interface()
            && !method.is_private()
            && named.class != from
            && self.program.is_subclass(from, named.class)
            && let Some(parent) = self.program.class(from).super_class
            && let Some(found) = self.program.find_method(parent, named.name, named.descriptor)
        {
            id = found;
            self.check_static(id, false, false)?;
        }
        if self.program.method(id).is_abstract() {
            let error = self.program.abstract_method(from, id);
            return self.linked(Err(error));
        }
        Ok(Insn::InvokeDirect { base, method: id.0 })
    }

    fn link_virtual(&mut self, from: ClassId, base: u16, cp: u16) -> Outcome<Insn> {
        let named = self.named(from, cp)?;
        if let Some(insn) = self.link_polymorphic(from, &named, base)? {
            return Ok(insn);
        }
        self.check_interface_reference(&named, false)?;
        let id = self.find_named_method(from, &named)?;
        self.check_static(id, false, false)?;
        Ok(self.dispatch(base, id))
    }

    fn link_interface(&mut self, from: ClassId, base: u16, cp: u16) -> Outcome<Insn> {
        let named = self.named(from, cp)?;
        self.check_interface_reference(&named, true)?;
        let id = self.find_named_method(from, &named)?;
        self.check_static(id, false, true)?;
        // The verifier takes any object for an interface, so the receiver is looked at when called: selection fails for a class that
        // does not have the method.
        Ok(self.dispatch(base, id))
    }

    pub(crate) fn dispatch(&mut self, base: u16, id: MethodId) -> Insn {
        let method = self.program.method(id);
        let class_final = self.program.class(method.class).access & access::FINAL != 0;
        if method.is_private() || (method.access & access::FINAL != 0 || class_final) && !method.is_abstract() {
            return Insn::InvokeDirect { base, method: id.0 };
        }
        match method.vtable_index {
            Some(index) => Insn::InvokeVirtual { base, index },
            None => {
                let none = ClassId(u32::MAX);
                self.sites.interfaces.push(InterfaceSite { method: id, class: none, target: id });
                Insn::InvokeInterface { base, site: self.sites.interfaces.len() as u32 - 1 }
            }
        }
    }

    /// The method an interface call runs for a receiver's class; the site remembers it.
    #[cold]
    pub(crate) fn select_at_site(&mut self, site: u32, class: ClassId) -> Outcome<MethodId> {
        let method = self.sites.interfaces[site as usize].method;
        let interface = self.program.method(method).class;
        if !self.program.is_subclass(class, interface) {
            let message = format!(
                "Class {} does not implement the requested interface {}",
                self.program.java_name(class),
                self.program.java_name(interface)
            );
            return Err(self.error("java/lang/IncompatibleClassChangeError", &message));
        }
        let selected = self.program.select(class, method);
        let target = self.linked(selected)?;
        let site = &mut self.sites.interfaces[site as usize];
        site.class = class;
        site.target = target;
        Ok(target)
    }

    fn link_polymorphic(&mut self, from: ClassId, named: &Named, base: u16) -> Outcome<Option<Insn>> {
        if self.program.class(named.class).loader != LoaderId::BOOT {
            return Ok(None);
        }
        match self.program.polymorphic_method(named.class, named.name) {
            Some(method) => self.link_handle(from, method, named.descriptor, base).map(Some),
            None => Ok(None),
        }
    }

    fn link_constant(&mut self, class: ClassId, d: u16, cp: u16) -> Outcome<Insn> {
        let file = self.file_of(class)?;
        match file.constants.get(cp as usize) {
            Some(Constant::String(text)) => {
                let bytes = self.checked(file.utf8(*text))?;
                let units =
                    mutf8::decode_utf16(bytes).map_err(|_| Exit::Fatal("a string constant is malformed".into()))?;
                Ok(Insn::ConstRef { d, r: self.literal(&units).0 })
            }
            Some(Constant::Class(_)) => {
                let target = self.resolve_class(class, cp)?;
                Ok(Insn::ConstRef { d, r: self.mirror(target).0 })
            }
            _ => self.link_dynamic_constant(class, d, cp),
        }
    }

    /// Makes sure a method has code to run.
    pub(crate) fn ensure_code(&mut self, method: MethodId) -> Outcome<()> {
        if !self.hot[method.index()].code.is_null() {
            return Ok(());
        }
        let translated = self.program.translate(method);
        self.linked(translated)?;
        if let Some(code) = self.program.method(method).code.as_ref() {
            let (insns, registers) = (code.insns.as_ptr(), code.registers as u32);
            let hot = &mut self.hot[method.index()];
            hot.code = insns;
            hot.registers = registers;
            self.hot[method.index()].noise = self.noise_of(method);
            self.note_chance(method);
        }
        Ok(())
    }

    /// The native implementation of a method, if it is native or the machine replaces it.
    pub(crate) fn native_of(&mut self, method: MethodId) -> Outcome<Option<NativeFn>> {
        if let Some(native) = self.hot[method.index()].native {
            return Ok(Some(native));
        }
        if !self.hot[method.index()].code.is_null() {
            return Ok(None);
        }
        let entry = self.program.method(method);
        let trusted = self.program.class(entry.class).trusted;
        let name = self.program.symbols.text(entry.name);
        let descriptor = self.program.symbols.text(entry.descriptor);
        let found = if trusted && entry.index.is_some() {
            self.natives.find(self.program.class_name(entry.class), name, descriptor, entry.is_native())
        } else {
            None
        };
        let found = if self.watch.wanted {
            let class = self.program.class_name(entry.class);
            let chosen = self.watch.random_choice;
            crate::natives::raddle_machine::find(class, &format!("{name}{descriptor}"), chosen).or(found)
        } else {
            found
        };
        if found.is_none() && entry.is_native() {
            return Err(self.unsupported(method));
        }
        self.hot[method.index()].native = found;
        Ok(found)
    }

    /// A native method nobody wrote: the run ends here, saying what is missing and where it belongs (never with a made-up value).
    fn unsupported(&mut self, method: MethodId) -> Exit {
        let entry = self.program.method(method);
        let file = crate::natives::file_for(self.program.class_name(entry.class));
        let own = self.program.class(entry.class);
        if own.loader.0 > LoaderId::PLATFORM.0
            && (own.origin.is_some() || self.program.module_of(self.program.class_name(entry.class)).is_none())
        {
            let message = format!("'{}'", self.program.describe_method(method));
            return self.error("java/lang/UnsatisfiedLinkError", &message);
        }
        Exit::Fatal(format!(
            "native method not supported: {}\n{}add it in {file}",
            self.program.method_name(method),
            self.describe_stack()
        ))
    }

    /// Calls a method that has no code yet or is native, arguments at `base`. `Some` is a native's result; `None` means that it has code now.
    #[cold]
    pub(crate) fn call_slow(&mut self, method: MethodId, base: usize) -> Outcome<Option<u64>> {
        if let Some(native) = self.hot[method.index()].native {
            return self.call_native(native, method, base).map(Some);
        }
        let entry = self.program.method(method);
        if entry.is_abstract() {
            let receiver = Ref::from_slot(self.thread().stack[base]);
            let error = self.program.abstract_method(self.heap.class(receiver), method);
            return self.linked(Err(error));
        }
        if let Some(native) = self.native_of(method)? {
            return self.call_native(native, method, base).map(Some);
        }
        self.ensure_code(method)?;
        Ok(None)
    }

    /// Calls a native method, arguments at `base`.
    #[inline]
    pub(crate) fn call_native(&mut self, native: NativeFn, method: MethodId, base: usize) -> Outcome {
        let thread = self.current;
        self.thread_mut().native = Some(method);
        let outcome = native(&mut crate::natives::Call { machine: self, thread, base });
        // A thread that waits is seen to be in the method that made it wait.
        if !matches!(outcome, Err(Exit::Block)) {
            self.threads[thread.index()].native = None;
        }
        if outcome.is_ok() {
            self.starved = false;
        }
        outcome
    }

    /// The kind of a method's result.
    pub fn result_kind(&self, method: MethodId) -> Kind {
        self.program.method(method).result
    }

    /// A failure to link as an `Exit`, for callers that only have the error.
    pub(crate) fn link_exit(&mut self, error: LinkError) -> Exit {
        match self.linked::<()>(Err(error)) {
            Err(exit) => exit,
            Ok(()) => Exit::Fatal("linking failed without an error".into()),
        }
    }
}

fn access_word(flags: u16) -> &'static str {
    if flags & access::PRIVATE != 0 {
        "private "
    } else if flags & access::PROTECTED != 0 {
        "protected "
    } else {
        ""
    }
}

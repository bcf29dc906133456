//! What there is before the program begins: a machine that has booted the class library, whose heap the program will find, and the
//! rules by which the names in the program's code become classes, fields and methods.
//!
//! Initialisers of the class library run here for real when the program can get to them. They take nothing from the program, and what
//! they make (caches, handles, offsets of fields) is known exactly, where reading their code would say next to nothing.

use raddle_program::class::{ClassId, ClassUse, FieldId, LoaderId, MethodId, access};
use raddle_program::classfile::{ClassFile, Constant, mutf8};
use raddle_vm::Machine;
use raddle_vm::ahead::CallSite;
use raddle_vm::heap::Ref;
use std::sync::Arc;

/// The machine, and names resolved without running anything.
pub struct World {
    /// The machine; its main thread has not begun.
    pub machine: Machine,
}

/// What a call instruction calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// This method, whatever the receiver.
    Exactly(MethodId),
    /// The method that the receiver's class has for this one.
    Selected(MethodId),
    /// What a method handle or variable handle says (JVMS 2.9.3).
    Polymorphic(MethodId),
    /// Nobody knows: a bootstrap method that is the program's own, or a reference that cannot be resolved.
    Unknown,
}

/// The parts of a constant-pool entry that names a member.
struct Named {
    class: ClassId,
    name: String,
    descriptor: String,
}

impl World {
    /// Takes a booted machine whose main thread has not begun.
    pub fn new(machine: Machine) -> World {
        World { machine }
    }

    fn file(&self, class: ClassId) -> Option<Arc<ClassFile>> {
        self.machine.program.class(class).file.clone()
    }

    /// The class an entry of a class's constant pool names.
    pub fn class_at(&mut self, from: ClassId, cp: u16) -> Option<ClassId> {
        let file = self.file(from)?;
        let own = self.machine.program.class(from);
        if own.hidden && cp == file.this_class {
            return Some(from);
        }
        let loader = own.loader;
        let name = file.class_name(cp).ok()?;
        self.machine.load_ahead(loader, &name)
    }

    /// A class of the boot loader's.
    pub fn boot_class(&mut self, name: &str) -> Option<ClassId> {
        self.machine.load_ahead(LoaderId::BOOT, name)
    }

    /// The class an instruction names.
    pub fn class_use(&mut self, from: ClassId, class: ClassUse) -> Option<ClassId> {
        match class {
            ClassUse::Class(class) => Some(class),
            ClassUse::Pool(cp) => self.class_at(from, cp),
            ClassUse::ArrayOf(cp) => {
                let element = self.class_at(from, cp)?;
                self.machine.array_ahead(element)
            }
            ClassUse::PrimitiveArray(code) => {
                const NAMES: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
                self.boot_class(NAMES.get((code as usize).checked_sub(4)?)?)
            }
            ClassUse::Named(name) => {
                let loader = self.machine.program.class(from).loader;
                let name = self.machine.program.symbols.text(name);
                self.machine.load_ahead(loader, name)
            }
        }
    }

    fn named(&mut self, from: ClassId, cp: u16) -> Option<Named> {
        let file = self.file(from)?;
        let member = file.member_ref(cp).ok()?;
        let class = self.class_at(from, member.class)?;
        let text = |index| file.text(index).ok().map(|text| text.into_owned());
        Some(Named { class, name: text(member.name)?, descriptor: text(member.descriptor)? })
    }

    /// The descriptor of the member an entry names, or of the call site it is.
    pub fn descriptor_at(&self, from: ClassId, cp: u16) -> Option<String> {
        let file = self.file(from)?;
        let descriptor = match file.constants.get(cp as usize)? {
            Constant::InvokeDynamic { name_and_type, .. } | Constant::Dynamic { name_and_type, .. } => {
                file.name_and_type(*name_and_type).ok()?.1
            }
            _ => file.member_ref(cp).ok()?.descriptor,
        };
        file.text(descriptor).ok().map(|text| text.into_owned())
    }

    /// Field resolution (JVMS 5.4.3.2).
    pub fn field_at(&mut self, from: ClassId, cp: u16) -> Option<FieldId> {
        let named = self.named(from, cp)?;
        let program = &self.machine.program;
        program.find_field(named.class, program.symbols.find(&named.name)?, program.symbols.find(&named.descriptor)?)
    }

    fn method_of(&self, named: &Named) -> Option<MethodId> {
        let program = &self.machine.program;
        program.find_method(named.class, program.symbols.find(&named.name)?, program.symbols.find(&named.descriptor)?)
    }

    fn polymorphic(&self, named: &Named) -> Option<Callee> {
        let program = &self.machine.program;
        if program.class(named.class).loader != LoaderId::BOOT {
            return None;
        }
        program.polymorphic_method(named.class, program.symbols.find(&named.name)?).map(Callee::Polymorphic)
    }

    /// What `invokestatic` calls.
    pub fn static_call(&mut self, from: ClassId, cp: u16) -> Option<Callee> {
        let named = self.named(from, cp)?;
        let polymorphic = self.polymorphic(&named);
        polymorphic.or_else(|| self.method_of(&named).map(Callee::Exactly))
    }

    /// What `invokespecial` calls (JVMS 6.5.invokespecial).
    pub fn special_call(&mut self, from: ClassId, cp: u16) -> Option<Callee> {
        let named = self.named(from, cp)?;
        let found = self.method_of(&named)?;
        let program = &self.machine.program;
        let method = program.method(found);
        let climbs = named.name != "<init>"
            && !program.class(method.class).is_interface()
            && !method.is_private()
            && named.class != from
            && program.is_subclass(from, named.class);
        let inherited = program
            .class(from)
            .super_class
            .filter(|_| climbs)
            .and_then(|parent| program.find_method(parent, method.name, method.descriptor));
        Some(Callee::Exactly(inherited.unwrap_or(found)))
    }

    /// What `invokevirtual` and `invokeinterface` call.
    pub fn selected_call(&mut self, from: ClassId, cp: u16) -> Option<Callee> {
        let named = self.named(from, cp)?;
        if let Some(polymorphic) = self.polymorphic(&named) {
            return Some(polymorphic);
        }
        let found = self.method_of(&named)?;
        let method = self.machine.program.method(found);
        Some(if method.is_private() { Callee::Exactly(found) } else { Callee::Selected(found) })
    }

    /// The method a call of `method` runs on a receiver of a class (JVMS 5.4.6), if that has one.
    pub fn select(&mut self, receiver: ClassId, method: MethodId) -> Option<MethodId> {
        let program = &mut self.machine.program;
        let entry = program.method(method);
        if !program.is_subclass(receiver, entry.class) {
            return None;
        }
        let selected = match entry.vtable_index {
            Some(index) => program.class(receiver).vtable.get(index as usize).copied(),
            None if program.class(entry.class).is_interface() => program.select(receiver, method).ok(),
            None => Some(method),
        };
        selected.filter(|&found| self.machine.program.method(found).access & access::ABSTRACT == 0)
    }

    /// What a call site comes to.
    pub fn call_site(&mut self, from: ClassId, cp: u16) -> Option<CallSite> {
        self.machine.call_site_ahead(from, cp)
    }

    /// The string or mirror an `ldc` loads; other constants are made by Java.
    pub fn constant(&mut self, from: ClassId, cp: u16) -> Option<Ref> {
        let file = self.file(from)?;
        match file.constants.get(cp as usize)? {
            Constant::String(text) => {
                let units = mutf8::decode_utf16(file.utf8(*text).ok()?).ok()?;
                Some(self.machine.literal(&units))
            }
            Constant::Class(_) => {
                let class = self.class_at(from, cp)?;
                Some(self.machine.mirror(class))
            }
            _ => None,
        }
    }

    /// The method of a class by name and descriptor, its own or inherited.
    pub fn method_named(&mut self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        self.machine.find_method(class, name, descriptor)
    }

    /// Whether a class belongs to the class library rather than to the program.
    pub fn is_library(&self, class: ClassId) -> bool {
        let entry = self.machine.program.class(class);
        // What the machine makes for a call site belongs to whoever made the call.
        let host = entry.nest_host.filter(|_| entry.hidden).unwrap_or(class);
        self.machine.program.class(host).loader.0 <= LoaderId::PLATFORM.0
    }

    /// `Class.method`, as people write it.
    pub fn method_text(&self, method: MethodId) -> String {
        let program = &self.machine.program;
        let entry = program.method(method);
        format!("{}.{}", program.java_name(entry.class), program.symbols.text(entry.name))
    }
}

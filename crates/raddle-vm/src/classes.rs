//! Classes at run time: static storage, initialisation and its locking (JVMS 5.5), and loaders written in Java.

use crate::event::{Action, Location};
use crate::hash::key_of;
use crate::heap::{Ref, mark};
use crate::machine::{Exit, Machine, Outcome, STATICS_BASE};
use crate::stubs::Asking;
use crate::thread::{Next, State, ThreadId};
use raddle_program::class::{ClassId, LoaderId, MethodId, Shape, access};
use raddle_program::classfile::Constant;
use raddle_program::classfile::mutf8;

/// How far a class's initialisation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// Linked only.
    Linked,
    /// Being initialised by a thread.
    Running(ThreadId),
    /// Initialised.
    Done,
    /// Its initialiser threw; the error to report as cause later, or null.
    Failed(Ref),
}

impl Machine {
    /// Gives a class its static fields, with their constant values but strings, which exist only once Java runs.
    pub(crate) fn prepare_statics(&mut self, id: ClassId) -> Ref {
        let class = self.program.class(id);
        if class.shape != Shape::Instance || class.static_words == 0 {
            return Ref::NULL;
        }
        let words = (STATICS_BASE + class.static_words) as usize;
        let fields = class.fields.clone();
        let file = class.file.clone();
        let key = key_of("statics") ^ self.class_key(id);
        let logged = self.heap.suspend_log();
        let object = self.new_permanent(id, words, 0, mark::STATICS, key);
        self.note_static_references(id, object);
        for field_id in fields {
            let field = self.program.field(field_id);
            if !field.is_static() {
                continue;
            }
            let word = object.0 + STATICS_BASE + field.slot;
            let constant = file.as_ref().and_then(|file| {
                let index = file.constant_value(&file.fields[field.index as usize])?;
                file.constants.get(index as usize).copied()
            });
            let value = match constant {
                Some(Constant::Integer(value)) => value as u32 as u64,
                Some(Constant::Float(bits)) => bits as u64,
                Some(Constant::Long(value)) => value as u64,
                Some(Constant::Double(bits)) => bits,
                _ => 0,
            };
            self.statics[field_id.index()] = word;
            self.heap.set_word(word, value);
        }
        self.heap.resume_log(logged);
        object
    }

    /// Gives static fields their constant strings; like other constants they are there from the start, as far as anybody can tell.
    fn set_string_constants(&mut self, id: ClassId) {
        let Some(file) = self.program.class(id).file.clone() else { return };
        let logged = self.heap.suspend_log();
        for index in 0..self.program.class(id).fields.len() {
            let field_id = self.program.class(id).fields[index];
            let field = self.program.field(field_id);
            if !field.is_static() || !field.is_reference() {
                continue;
            }
            let Some(constant) = file.constant_value(&file.fields[field.index as usize]) else { continue };
            if let Some(Constant::String(text)) = file.constants.get(constant as usize)
                && let Ok(Ok(units)) = file.utf8(*text).map(mutf8::decode_utf16)
            {
                let string = self.literal(&units);
                self.heap.set_word(self.statics[field_id.index()], string.0 as u64);
            }
        }
        self.heap.resume_log(logged);
    }

    /// Whether instances and statics of a class may be used by the current thread as they are.
    #[inline]
    pub(crate) fn is_initialized(&self, class: ClassId) -> bool {
        match self.init[class.index()] {
            Init::Done => true,
            Init::Running(thread) => thread == self.current,
            _ => false,
        }
    }

    /// Initialises a class, or says how the thread gets to where it is (JVMS 5.5). On `Pushed`, the instruction is to be run again.
    pub fn initialize(&mut self, class: ClassId) -> Outcome<()> {
        match self.init[class.index()] {
            Init::Done => Ok(()),
            Init::Running(thread) if thread == self.current => Ok(()),
            Init::Running(_) => {
                let next = Next::Initialize(class);
                if self.stop_before_any(Action::Initialize, Location::Class(class), next) {
                    return Err(Exit::Visible);
                }
                self.thread_mut().state = State::Initializing(class);
                Err(Exit::Block)
            }
            Init::Failed(cause) => Err(self.initialization_failed_before(class, cause)),
            Init::Linked => {
                let entry = self.program.class(class);
                if entry.shape != Shape::Instance
                    || (entry.initializer.is_none() && self.next_supertype(class).is_none())
                {
                    // Nothing runs, so nobody can tell when it happened: it stays, whatever is taken back.
                    self.set_string_constants(class);
                    self.init[class.index()] = Init::Done;
                    return Ok(());
                }
                if self.watch.on {
                    if self.program.class(class).loader == LoaderId::BOOT {
                        let key = self.class_key(class);
                        self.begin_outside(key);
                    } else if !self.is_hushed() {
                        self.begin_watched_initializer(class)?;
                    }
                }
                self.set_init(class, Init::Running(self.current));
                self.set_string_constants(class);
                self.push_again(self.stubs.initialize, &[class.0 as u64])
            }
        }
    }

    /// The next superclass or superinterface with default methods that is still to be initialised (JVMS 5.5, step 7).
    pub(crate) fn next_supertype(&self, class: ClassId) -> Option<ClassId> {
        let entry = self.program.class(class);
        if entry.is_interface() {
            return None;
        }
        if let Some(parent) = entry.super_class
            && self.init[parent.index()] != Init::Done
        {
            let mine = self.init[parent.index()] == Init::Running(self.current);
            if !mine {
                return Some(parent);
            }
        }
        self.next_interface(class, &mut Vec::new())
    }

    /// Superinterfaces come before their subinterfaces; those reached by many ways are looked at once.
    fn next_interface(&self, class: ClassId, visited: &mut Vec<ClassId>) -> Option<ClassId> {
        for &interface in &self.program.class(class).interfaces {
            if visited.contains(&interface) {
                continue;
            }
            visited.push(interface);
            if let Some(found) = self.next_interface(interface, visited) {
                return Some(found);
            }
            let pending = !matches!(self.init[interface.index()], Init::Done)
                && self.init[interface.index()] != Init::Running(self.current);
            if pending && self.has_defaults(interface) {
                return Some(interface);
            }
        }
        None
    }

    fn has_defaults(&self, interface: ClassId) -> bool {
        let class = self.program.class(interface);
        class.initializer.is_some()
            && class.methods.iter().any(|&id| self.program.method(id).access & (access::ABSTRACT | access::STATIC) == 0)
    }

    /// Marks a class and wakes the threads that wait for it.
    pub(crate) fn finish_initialization(&mut self, class: ClassId, state: Init) {
        self.set_init(class, state);
        if self.watch.trial.as_ref().is_some_and(|trial| trial.class == class) {
            self.watch.trial = None;
        } else {
            self.note(Action::Initialized, Location::Class(class), 0);
        }
        for thread in &mut self.threads {
            if thread.state == State::Initializing(class) {
                thread.state = State::Runnable;
            }
        }
    }

    /// Whether static members of a class can be used without looking at its state ever again.
    pub(crate) fn is_settled(&self, class: ClassId) -> bool {
        self.init[class.index()] == Init::Done
            && (!self.watch.on
                || self.program.class(class).loader == LoaderId::BOOT
                || self.watch.settled.get(class.index()).is_some_and(|&settled| settled))
    }

    /// Asks a loader written in Java for a class; the instruction that wanted it runs again after.
    pub(crate) fn ask_loader(&mut self, loader: LoaderId, name: &str, asking: Asking) -> Exit {
        let object = self.loaders[loader.0 as usize];
        if object.is_null() {
            return self.error("java/lang/NoClassDefFoundError", name);
        }
        let made = self.new_string(&name.replace('/', "."));
        match made.and_then(|text| self.push_loader(object, text, asking)) {
            Ok(()) => Exit::Pushed,
            Err(exit) => exit,
        }
    }

    /// The loader a `ClassLoader` object stands for, given a number when first met.
    pub fn loader_of(&mut self, object: Ref) -> LoaderId {
        if object.is_null() {
            return LoaderId::BOOT;
        }
        let slot = self.slot_of_hidden(object);
        let known = self.heap.slot(object, slot);
        if known != 0 {
            return LoaderId(known as u32);
        }
        let name = self.program.class_name(self.heap.class(object));
        let id = match name {
            // It only speaks for the bootstrap loader, and is nobody's `getClassLoader`.
            "jdk/internal/loader/ClassLoaders$BootClassLoader" => return LoaderId::BOOT,
            "jdk/internal/loader/ClassLoaders$PlatformClassLoader" => LoaderId::PLATFORM,
            "jdk/internal/loader/ClassLoaders$AppClassLoader" => LoaderId::APP,
            _ => LoaderId(self.loaders.len() as u32),
        };
        if id.0 as usize == self.loaders.len() {
            self.loaders.push(object);
        }
        self.loaders[id.0 as usize] = object;
        self.heap.set_slot(object, slot, id.0 as u64);
        id
    }

    /// The word the machine added to `ClassLoader`.
    fn slot_of_hidden(&mut self, loader: Ref) -> u32 {
        let mut class = self.heap.class(loader);
        while self.program.class_name(class) != "java/lang/ClassLoader" {
            match self.program.class(class).super_class {
                Some(parent) => class = parent,
                None => break,
            }
        }
        self.program.class(class).instance_words - 1
    }

    /// The method a virtual or interface call of `method` runs on a receiver.
    pub fn select(&mut self, receiver: Ref, method: MethodId) -> Outcome<MethodId> {
        let class = self.heap.class(receiver);
        let entry = self.program.method(method);
        if entry.is_private() || entry.is_static() {
            return Ok(method);
        }
        match entry.vtable_index {
            Some(index) => Ok(self.program.class(class).vtable[index as usize]),
            None if self.program.class(entry.class).is_interface() => {
                let selected = self.program.select(class, method);
                self.linked(selected)
            }
            None => Ok(method),
        }
    }
}

//! The machine's whole state, and the small operations everything else is made of: objects, strings, mirrors, errors.

use crate::classes::Init;
use crate::clock::Clock;
use crate::files::Files;
use crate::hash::key_of;
use crate::heap::{Heap, Layouts, Packing, Ref, mark};
use crate::link::Sites;
use crate::natives::{NativeFn, Registry};
use crate::quiet::Noise;
use crate::stubs::{Asking, Stubs};
use crate::thread::{Thread, ThreadId};
use raddle_program::class::{ClassId, FieldId, HEADER_WORDS, LoaderId, MethodId, Shape};
use raddle_program::classfile::descriptor::Kind;
use raddle_program::insn::Insn;
use raddle_program::program::{LinkError, Linked, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::sync::Arc;

/// Why an operation of the machine did not simply finish.
#[derive(Debug)]
pub enum Exit {
    /// A Java exception was thrown.
    Throw(Ref),
    /// The thread must wait; the instruction runs again when it goes on.
    Block,
    /// Frames were pushed; when they return, the instruction either has its result or runs again, as the stub says.
    Pushed,
    /// A watched thread stands before something others could notice; the instruction runs when it is resumed.
    Visible,
    /// The heap is full; collect and run the instruction again.
    Memory,
    /// The program stops with this code.
    Halt(i32),
    /// The machine cannot go on.
    Fatal(String),
}

/// Result of an operation of the machine.
pub type Outcome<T = u64> = Result<T, Exit>;

/// Tells whether a class runs its assertions.
pub type AssertionRule = Arc<dyn Fn(&str, bool) -> bool + Send + Sync>;

/// Settings of a run.
#[derive(Clone)]
pub struct Settings {
    /// Bytes of objects at most.
    pub heap: usize,
    /// Words of a thread's stack at most, a frame counting a few words more than its registers.
    pub stack: usize,
    /// System properties given by the user.
    pub properties: Vec<(String, String)>,
    /// The value of `java.class.path`.
    pub class_path: String,
    /// Seed of the random scheduler; `None` is the fair one.
    pub seed: Option<u64>,
    /// Whether preview features are on.
    pub preview: bool,
    /// Whether a class, by its name with dots, runs its assertions; the flag tells a class of the boot loader.
    pub assertions: AssertionRule,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            heap: 1 << 30,
            stack: 160 << 10,
            properties: Vec::new(),
            class_path: String::new(),
            seed: None,
            preview: false,
            assertions: Arc::new(|_, system| !system),
        }
    }
}

/// What a call needs to know of a method.
#[derive(Clone, Copy)]
pub(crate) struct Hot {
    /// Its code; null until it is translated, and for natives.
    pub code: *const Cell<Insn>,
    /// Registers of its frame.
    pub registers: u32,
    /// Its native implementation.
    pub native: Option<NativeFn>,
    /// How much of it a watch notices.
    pub noise: Noise,
}

impl Hot {
    const UNKNOWN: Hot = Hot { code: std::ptr::null(), registers: 0, native: None, noise: Noise::Neutral };
}

/// What an allocation needs to know of a class.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub packing: Packing,
    /// Words of an instance.
    pub words: u32,
}

/// Classes and slots the machine uses itself.
pub struct Known {
    pub(crate) object: ClassId,
    pub(crate) class: ClassId,
    pub(crate) string: ClassId,
    pub(crate) throwable: ClassId,
    pub(crate) bytes: ClassId,
    pub(crate) objects: ClassId,
    pub(crate) longs: ClassId,
    pub(crate) string_value: u32,
    pub(crate) string_coder: u32,
    pub(crate) class_id: u32,
    pub(crate) thread: ClassId,
    pub(crate) thread_fields: ThreadFields,
}

/// Where a `java.lang.Thread` has what the machine keeps in it.
#[derive(Clone, Copy, Default)]
pub(crate) struct ThreadFields {
    /// Its number among the machine's threads, counted from 1 once it was started.
    pub number: u32,
    pub interrupted: u32,
    /// In newer JDKs: what holds its status.
    pub holder: Option<u32>,
    pub status: u32,
}

/// What `java.lang.Class` does not hold itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct MirrorDetails {
    /// Its protection domain, if it was defined with one or has been asked for it.
    pub domain: Ref,
    /// Its signers.
    pub signers: Ref,
    /// How often the application loader was had to find the class again, for its code source and package.
    pub searches: u8,
}

/// The machine.
pub struct Machine {
    /// The linked program.
    pub program: Program,
    /// The heap.
    pub heap: Heap,
    /// The threads, ended ones included.
    pub threads: Vec<Box<Thread>>,
    /// The thread that runs.
    pub current: ThreadId,
    /// Time and its passing.
    pub clock: Clock,
    /// Settings of the run.
    pub settings: Settings,
    /// Open files.
    pub files: Files,
    pub(crate) hot: Vec<Hot>,
    pub(crate) layouts: Vec<Layout>,
    /// Word index of each static field.
    pub(crate) statics: Vec<u32>,
    /// The object that holds each class's static fields.
    pub(crate) static_objects: Vec<Ref>,
    pub(crate) init: Vec<Init>,
    pub(crate) mirrors: Vec<Ref>,
    pub(crate) known: Known,
    pub(crate) interned: FxHashMap<Vec<u16>, Ref>,
    pub(crate) sites: Sites,
    pub(crate) natives: Registry,
    pub(crate) stubs: Stubs,
    /// The loader object of each loader; null for the bootstrap loader.
    pub(crate) loaders: Vec<Ref>,
    /// Modules by name, once defined.
    pub(crate) modules: FxHashMap<String, Ref>,
    /// Modules of packages that are not in the JDK's image, by loader and package name with slashes.
    pub(crate) packages: FxHashMap<(LoaderId, String), Ref>,
    /// What modules read and export.
    pub(crate) readability: crate::natives::java_lang_module::Readability,
    /// What the JDK keeps in the virtual machine for some classes.
    pub(crate) mirror_details: FxHashMap<ClassId, MirrorDetails>,
    /// Objects only the machine refers to.
    pub(crate) roots: Vec<Ref>,
    pub(crate) slots: FxHashMap<(ClassId, &'static str), u32>,
    pub(crate) frame_maps: crate::collect::FrameMaps,
    /// Cleared references the reference handler has not taken yet.
    pub(crate) pending_references: Vec<Ref>,
    /// While booting: what the call under way gave.
    pub(crate) boot_result: u64,
    pub(crate) boot_exception: Option<Ref>,
    /// Whether shutdown has begun, and the code the program ends with.
    pub(crate) shut_down: bool,
    pub(crate) exit_code: i32,
    /// Whether a thread has begun or ended, so that threads may be able to go on unnoticed; in a watched run.
    pub(crate) unsettled: bool,
    /// Waits begun so far.
    pub(crate) waits: u64,
    /// Instructions executed so far, counted at calls and backward jumps.
    pub instructions: u64,
    /// What a watched run reports.
    pub watch: crate::watch::WatchState,
    /// The instructions somebody wants to know of.
    pub(crate) aims: crate::aim::Aims,
    /// What is kept to come back to earlier states.
    pub(crate) journal: crate::undo::Journal,
    pub(crate) prints: crate::fingerprint::Prints,
    pub(crate) names: crate::names::Names,
    pub(crate) live: crate::names::LiveTable,
    /// Words older than the search that refer to objects made in it, by what they go by, in that order.
    pub(crate) new_references: Vec<(u64, u32)>,
    /// Where classes have their static fields, in the order of the heap.
    pub(crate) static_storage: Vec<Ref>,
    /// Words of static storage that hold references.
    pub(crate) static_references: FxHashSet<u32>,
    /// Keys of classes of the machine's own making, whose names depend on the path.
    pub(crate) made_classes: FxHashMap<ClassId, u64>,
    /// Hidden classes made so far, for their names.
    pub(crate) hidden_classes: u64,
    /// Set when no memory was left even after a collection: the next failure is a Java error.
    pub(crate) starved: bool,
    /// Memory outside the heap, for `Unsafe`.
    pub(crate) native_memory: crate::native_memory::NativeMemory,
    /// Thread ids given out, where the JDK leaves counting them to the machine.
    pub(crate) thread_ids: i64,
    /// Files mapped into native memory.
    pub(crate) mappings: Vec<crate::natives::sun_nio_ch_filedispatcherimpl::Mapping>,
    /// Compression streams.
    pub(crate) streams: crate::versions::Versions<crate::natives::java_util_zip_inflater::Streams>,
    /// The running thread gave its turn up.
    pub(crate) yielded: bool,
    /// The program asked for a collection.
    pub(crate) gc_asked: bool,
}

impl Machine {
    /// A machine for a program, with the classes it needs itself loaded; nothing has run.
    pub fn new(program: Program, settings: Settings) -> Linked<Machine> {
        let heap = Heap::new(settings.heap).ok_or_else(|| {
            LinkError::Java(
                "java/lang/OutOfMemoryError",
                format!("the system has no room for a heap of {} MiB", settings.heap >> 20),
            )
        })?;
        let mut program = program;
        let mut load = |name: &str| program.load(LoaderId::BOOT, name);
        let known = Known {
            object: load("java/lang/Object")?,
            class: load("java/lang/Class")?,
            string: load("java/lang/String")?,
            throwable: load("java/lang/Throwable")?,
            bytes: load("[B")?,
            objects: load("[Ljava/lang/Object;")?,
            longs: load("[J")?,
            string_value: 0,
            string_coder: 0,
            class_id: 0,
            thread: load("java/lang/Thread")?,
            thread_fields: ThreadFields::default(),
        };
        let mut machine = Machine {
            heap,
            program,
            threads: Vec::new(),
            current: ThreadId(0),
            clock: Clock::default(),
            settings,
            files: Files::default(),
            hot: Vec::new(),
            layouts: Vec::new(),
            statics: Vec::new(),
            static_objects: Vec::new(),
            init: Vec::new(),
            mirrors: Vec::new(),
            known,
            interned: FxHashMap::default(),
            sites: Sites::default(),
            natives: Registry::new(),
            stubs: Stubs::none(),
            loaders: vec![Ref::NULL; 3],
            modules: FxHashMap::default(),
            packages: FxHashMap::default(),
            readability: Default::default(),
            mirror_details: FxHashMap::default(),
            roots: Vec::new(),
            slots: FxHashMap::default(),
            frame_maps: Default::default(),
            pending_references: Vec::new(),
            boot_result: 0,
            boot_exception: None,
            shut_down: false,
            exit_code: 0,
            unsettled: false,
            waits: 0,
            instructions: 0,
            watch: Default::default(),
            aims: crate::aim::Aims::default(),
            journal: Default::default(),
            prints: Default::default(),
            names: Default::default(),
            live: Default::default(),
            new_references: Vec::new(),
            static_storage: Vec::new(),
            static_references: FxHashSet::default(),
            made_classes: FxHashMap::default(),
            hidden_classes: 0,
            starved: false,
            native_memory: Default::default(),
            mappings: Vec::new(),
            streams: Default::default(),
            thread_ids: 0,
            yielded: false,
            gc_asked: false,
        };
        machine.known.string_value = machine.slot_of(machine.known.string, "value");
        machine.known.string_coder = machine.slot_of(machine.known.string, "coder");
        machine.known.class_id = machine.program.class(machine.known.class).instance_words - 1;
        machine.known.thread_fields = machine.find_thread_fields()?;
        machine.stubs = Stubs::make(&mut machine.program, machine.known.object);
        machine.prepare_classes();
        Ok(machine)
    }

    /// The thread that runs.
    pub fn thread(&self) -> &Thread {
        &self.threads[self.current.index()]
    }

    /// The thread that runs, to be changed.
    pub fn thread_mut(&mut self) -> &mut Thread {
        &mut self.threads[self.current.index()]
    }

    /// Gives every class and method linked since the last call its entries in the machine's tables.
    pub(crate) fn prepare_classes(&mut self) {
        self.hot.resize(self.program.methods.len(), Hot::UNKNOWN);
        self.statics.resize(self.program.fields.len(), 0);
        while self.layouts.len() < self.program.classes.len() {
            let id = ClassId(self.layouts.len() as u32);
            let layout = self.layout_for(id);
            self.layouts.push(layout);
            self.init.push(Init::Linked);
            self.mirrors.push(Ref::NULL);
            let statics = self.prepare_statics(id);
            self.static_objects.push(statics);
        }
        self.watch_classes();
    }

    fn layout_for(&self, id: ClassId) -> Layout {
        let class = self.program.class(id);
        let packing = match class.shape {
            Shape::Array(element) => match self.program.class(element).shape {
                Shape::Primitive(Kind::Boolean | Kind::Byte) => Packing::Bytes,
                Shape::Primitive(Kind::Char | Kind::Short) => Packing::Shorts,
                Shape::Primitive(Kind::Int | Kind::Float) => Packing::Ints,
                Shape::Primitive(_) => Packing::Longs,
                _ => Packing::References,
            },
            _ => Packing::Fields,
        };
        Layout { packing, words: class.instance_words }
    }

    /// A new object of a class that is ready for instances.
    pub fn new_object(&mut self, class: ClassId) -> Outcome<Ref> {
        let words = self.layouts[class.index()].words as usize;
        let at = self.heap.allocate(words).ok_or(Exit::Memory)?;
        let name = self.next_name();
        Ok(self.heap.set_header(at, class, name, 0, 0))
    }

    /// A new array of an array class.
    pub fn new_array(&mut self, class: ClassId, length: u32) -> Outcome<Ref> {
        if length > MAX_LENGTH {
            return Err(self.error("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit"));
        }
        let words = self.layouts[class.index()].packing.array_words(length);
        let at = self.heap.allocate(words).ok_or(Exit::Memory)?;
        let name = self.next_name();
        Ok(self.heap.set_header(at, class, name, length, 0))
    }

    /// A new object that stays whatever is taken back; `key` tells it from all others, the same in every run.
    pub(crate) fn new_permanent(&mut self, class: ClassId, words: usize, length: u32, marks: u64, key: u64) -> Ref {
        let name = 1 << 63 | key;
        let at = self
            .heap
            .allocate_permanent(words)
            .or_else(|| self.heap.allocate(words))
            .unwrap_or_else(|| self.heap.grow(words));
        self.heap.set_header(at, class, name, length, marks | mark::SHARED)
    }

    /// A new array of a primitive kind's or `java.lang.Object`'s elements by array descriptor.
    pub fn new_array_of(&mut self, descriptor: &str, length: u32) -> Outcome<Ref> {
        let class = self.load_boot(descriptor)?;
        self.new_array(class, length)
    }

    /// A new byte array with the given content.
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Outcome<Ref> {
        let array = self.new_array(self.known.bytes, bytes.len() as u32)?;
        self.heap.bytes_mut(array).copy_from_slice(bytes);
        Ok(array)
    }

    /// A new array of references.
    pub fn new_references(&mut self, class: ClassId, elements: &[Ref]) -> Outcome<Ref> {
        let array = self.new_array(class, elements.len() as u32)?;
        for (index, element) in elements.iter().enumerate() {
            self.heap.set_int(array, index as u32, element.0);
        }
        Ok(array)
    }

    /// A class of the bootstrap loader.
    pub fn load_boot(&mut self, name: &str) -> Outcome<ClassId> {
        self.load(LoaderId::BOOT, name)
    }

    /// A class by loader and internal name; a missing one is `NoClassDefFoundError`.
    pub fn load(&mut self, loader: LoaderId, name: &str) -> Outcome<ClassId> {
        let linked = self.program.load(loader, name);
        self.linked(linked.map_err(|error| missing_in(loader, error)))
    }

    /// The class of a field descriptor, as a loader has it.
    pub fn load_type(&mut self, loader: LoaderId, descriptor: &str) -> Outcome<ClassId> {
        let linked = self.program.load_descriptor(loader, descriptor);
        self.linked(linked.map_err(|error| missing_in(loader, error)))
    }

    /// Turns a failure to link into what Java sees.
    pub fn linked<T>(&mut self, linked: Linked<T>) -> Outcome<T> {
        self.prepare_classes();
        match linked {
            Ok(value) => Ok(value),
            Err(LinkError::NotFound(name)) => Err(self.error("java/lang/NoClassDefFoundError", &name)),
            Err(LinkError::Java(class, message)) => Err(self.error(class, &message)),
            Err(LinkError::Placed(class, message, origin)) => {
                let message = self.describe_placed(&message, &origin);
                Err(self.error(class, &message))
            }
            Err(LinkError::AskLoader(loader, name)) => Err(self.ask_loader(loader, &name, Asking::ToLink)),
        }
    }

    /// The word index of a field by name, searched from `class` upward.
    pub fn slot_of(&mut self, class: ClassId, name: &'static str) -> u32 {
        if let Some(&slot) = self.slots.get(&(class, name)) {
            return slot;
        }
        let field = self.program.field_named(class, name);
        let field = field.unwrap_or_else(|| panic!("the JDK's {} has a field {name}", self.program.java_name(class)));
        let slot = self.program.field(field).slot;
        self.slots.insert((class, name), slot);
        slot
    }

    /// Whether a class has a field of that name.
    pub fn has_field(&self, class: ClassId, name: &str) -> bool {
        self.program.field_named(class, name).is_some()
    }

    /// A field of an object by name.
    pub fn field(&mut self, object: Ref, name: &'static str) -> u64 {
        let slot = self.slot_of(self.heap.class(object), name);
        self.heap.slot(object, slot)
    }

    /// A reference field of an object by name.
    pub fn reference_field(&mut self, object: Ref, name: &'static str) -> Ref {
        Ref::from_slot(self.field(object, name))
    }

    /// Sets a field of an object by name.
    pub fn set_field(&mut self, object: Ref, name: &'static str, value: u64) {
        let slot = self.slot_of(self.heap.class(object), name);
        self.heap.set_slot(object, slot, value);
    }

    /// The word index of a static field by name.
    pub fn static_word(&mut self, class: ClassId, name: &str) -> Option<u32> {
        let field = self.program.field_named(class, name)?;
        Some(self.statics[field.index()])
    }

    /// The mirror of a class: its `java.lang.Class`.
    pub fn mirror(&mut self, class: ClassId) -> Ref {
        let known = self.mirrors[class.index()];
        if !known.is_null() {
            return known;
        }
        let words = self.layouts[self.known.class.index()].words as usize;
        let key = key_of("mirror") ^ self.class_key(class);
        let logged = self.heap.suspend_log();
        let mirror = self.new_permanent(self.known.class, words, 0, 0, key);
        self.mirrors[class.index()] = mirror;
        self.heap.set_slot(mirror, self.known.class_id, class.0 as u64);
        let loader = self.loaders[self.program.class(class).loader.0 as usize];
        self.set_field(mirror, "classLoader", loader.0 as u64);
        if let Shape::Array(element) = self.program.class(class).shape {
            let component = self.mirror(element);
            self.set_field(mirror, "componentType", component.0 as u64);
        }
        if self.has_field(self.known.class, "modifiers") {
            self.set_mirror_flags(mirror, class);
        }
        let module = self.module_of(class);
        self.set_field(mirror, "module", module.0 as u64);
        self.heap.resume_log(logged);
        mirror
    }

    /// Fields newer JDKs read where older ones call natives.
    fn set_mirror_flags(&mut self, mirror: Ref, class: ClassId) {
        let modifiers = self.class_modifiers(class);
        self.set_field(mirror, "modifiers", modifiers as u64);
        let entry = self.program.class(class);
        let (primitive, access) = (entry.is_primitive(), entry.access);
        if self.has_field(self.known.class, "primitive") {
            self.set_field(mirror, "primitive", primitive as u64);
        }
        if self.has_field(self.known.class, "classFileAccessFlags") {
            self.set_field(mirror, "classFileAccessFlags", access as u64);
        }
    }

    /// The modifiers of a class as reflection shows them: those of its `InnerClasses` entry, if it has one.
    pub fn class_modifiers(&self, class: ClassId) -> u16 {
        let entry = self.program.class(class);
        if let Shape::Array(_) = entry.shape {
            let mut element = class;
            while let Shape::Array(inner) = self.program.class(element).shape {
                element = inner;
            }
            return self.class_modifiers(element) & 0x7 | 0x0410;
        }
        let inner = entry.file.as_ref().and_then(|file| {
            let classes = file.inner_classes().ok()?;
            let own = file.class_name(file.this_class).ok()?;
            classes
                .iter()
                .find(|inner| file.class_name(inner.inner).is_ok_and(|name| name == own))
                .map(|inner| inner.access)
        });
        inner.unwrap_or(entry.access) & !0x0020
    }

    /// The module object of a class; null while the boot code has defined none.
    pub(crate) fn module_of(&mut self, class: ClassId) -> Ref {
        let entry = self.program.class(class);
        match entry.shape {
            Shape::Array(element) => return self.module_of(element),
            Shape::Primitive(_) => return self.modules.get("java.base").copied().unwrap_or_default(),
            Shape::Instance => {}
        }
        if entry.nest_host.is_some() {
            let mut host = class;
            while let Some(next) = self.program.class(host).nest_host {
                host = next;
            }
            return self.module_of(host);
        }
        let (loader, hidden, mut name) = (entry.loader, entry.hidden, self.program.class_name(class));
        if hidden {
            name = &name[..name.rfind('/').unwrap_or(0)];
        }
        if loader.0 <= LoaderId::APP.0
            && let Some((module, owner)) = self.program.module_of(name)
            && owner == loader
        {
            return self.modules.get(&module).copied().unwrap_or_default();
        }
        if let Some(end) = name.rfind('/')
            && !self.packages.is_empty()
            && let Some(&module) = self.packages.get(&(loader, name[..end].to_string()))
        {
            return module;
        }
        match self.loaders[loader.0 as usize] {
            Ref::NULL => Ref::NULL,
            object => self.reference_field(object, "unnamedModule"),
        }
    }

    /// The class a mirror stands for.
    pub fn class_of_mirror(&self, mirror: Ref) -> ClassId {
        ClassId(self.heap.slot(mirror, self.known.class_id) as u32)
    }

    /// A new Java string.
    pub fn new_string(&mut self, text: &str) -> Outcome<Ref> {
        if text.is_ascii() {
            return self.new_latin1(text.as_bytes());
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(&units)
    }

    /// A new Java string from UTF-16.
    pub fn new_string_utf16(&mut self, units: &[u16]) -> Outcome<Ref> {
        match latin1(units) {
            Some(bytes) => self.new_latin1(&bytes),
            None => {
                let value = self.new_bytes(bytemuck::cast_slice(units))?;
                self.new_string_over(value, 1)
            }
        }
    }

    fn new_latin1(&mut self, bytes: &[u8]) -> Outcome<Ref> {
        let value = self.new_bytes(bytes)?;
        self.new_string_over(value, 0)
    }

    fn new_string_over(&mut self, value: Ref, coder: u64) -> Outcome<Ref> {
        let string = self.new_object(self.known.string)?;
        self.heap.set_slot(string, self.known.string_value, value.0 as u64);
        self.heap.set_slot(string, self.known.string_coder, coder);
        Ok(string)
    }

    /// The UTF-16 units of a Java string.
    pub fn string_units(&self, string: Ref) -> Vec<u16> {
        let value = Ref::from_slot(self.heap.slot(string, self.known.string_value));
        if value.is_null() {
            return Vec::new();
        }
        let bytes = self.heap.bytes(value);
        if self.heap.slot(string, self.known.string_coder) == 0 {
            bytes.iter().map(|&byte| byte as u16).collect()
        } else {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        }
    }

    /// The text of a Java string, lone surrogates replaced.
    pub fn string(&self, string: Ref) -> String {
        String::from_utf16_lossy(&self.string_units(string))
    }

    /// The interned string of these units, made in the permanent part if there is none.
    pub fn literal(&mut self, units: &[u16]) -> Ref {
        if let Some(&known) = self.interned.get(units) {
            return known;
        }
        let (bytes, coder) = match latin1(units) {
            Some(bytes) => (bytes, 0),
            None => (bytemuck::cast_slice(units).to_vec(), 1),
        };
        let words = Packing::Bytes.array_words(bytes.len() as u32);
        let key = key_of(&String::from_utf16_lossy(units));
        let logged = self.heap.suspend_log();
        let value = self.new_permanent(self.known.bytes, words, bytes.len() as u32, 0, !key);
        self.heap.bytes_mut(value).copy_from_slice(&bytes);
        let words = self.layouts[self.known.string.index()].words as usize;
        let string = self.new_permanent(self.known.string, words, 0, 0, key);
        self.heap.set_slot(string, self.known.string_value, value.0 as u64);
        self.heap.set_slot(string, self.known.string_coder, coder);
        self.heap.resume_log(logged);
        self.interned.insert(units.to_vec(), string);
        string
    }

    /// The interned string of a text.
    pub fn literal_text(&mut self, text: &str) -> Ref {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.literal(&units)
    }

    /// A method of a class or its superclasses by name and descriptor.
    pub fn find_method(&mut self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let name = self.program.symbols.find(name)?;
        let descriptor = self.program.symbols.find(descriptor)?;
        self.program.find_method(class, name, descriptor)
    }

    /// The static field ids of a class, for tests and reports.
    pub fn field_word(&self, field: FieldId) -> u32 {
        self.statics[field.index()]
    }

    /// The first words of static storage, for callers that name statics by object and slot.
    pub fn static_object(&self, class: ClassId) -> Ref {
        self.static_objects[class.index()]
    }

    /// The identity hash code of an object: a mix of its name, never zero.
    pub fn identity_hash(&mut self, object: Ref) -> i32 {
        if object.is_null() {
            return 0;
        }
        if self.watch.on && self.heap.marks(object) & mark::HASHED == 0 {
            self.heap.add_marks(object, mark::HASHED);
        }
        let mixed = self.heap.name(object).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (((mixed >> 32) as u32 & 0x7fff_ffff) as i32).max(1)
    }
}

/// What a loader of the JDK does not have, it says itself, by the exception its `loadClass` throws; the bootstrap loader has no words of its own.
pub(crate) fn missing_in(loader: LoaderId, error: LinkError) -> LinkError {
    match error {
        LinkError::NotFound(name) if loader != LoaderId::BOOT => LinkError::AskLoader(loader, name),
        other => other,
    }
}

/// The longest array HotSpot makes; a longer one is an error of its own, however much memory there is.
const MAX_LENGTH: u32 = i32::MAX as u32 - 2;

/// One byte a unit, if they all fit.
fn latin1(units: &[u16]) -> Option<Vec<u8>> {
    units.iter().map(|&unit| u8::try_from(unit).ok()).collect()
}

/// Layouts as collection wants them.
pub(crate) struct ProgramLayouts<'a> {
    pub program: &'a Program,
    pub layouts: &'a [Layout],
}

impl Layouts for ProgramLayouts<'_> {
    fn layout(&self, class: ClassId) -> (Packing, u32, &[u16]) {
        let layout = self.layouts[class.index()];
        (layout.packing, layout.words, &self.program.class(class).reference_slots)
    }

    fn statics(&self, class: ClassId) -> (u32, &[u16]) {
        let class = self.program.class(class);
        (class.static_words, &class.static_references)
    }
}

/// First word of the static fields in the object that holds them.
pub(crate) const STATICS_BASE: u32 = HEADER_WORDS;

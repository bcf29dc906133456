//! What classes, methods and objects go by in a fingerprint: the same in every run, whatever the path that led there.

use crate::clock::Clock;
use crate::event::Location;
use crate::hash::{Hash, K, Sink, fold, key_of};
use crate::heap::{Heap, Packing, Ref, Replaced, mark};
use crate::machine::{Machine, STATICS_BASE};
use raddle_program::class::{ClassId, MethodId};
use raddle_program::program::Program;

/// The names.
#[derive(Default)]
pub(crate) struct Names {
    /// Objects from this word on are new: made since the search began.
    pub boundary: u32,
    /// Permanent objects from this word on go by their names: where they are depends on the path that made them first.
    pub permanent: u32,
    classes: Vec<ClassName>,
    methods: Vec<u64>,
    /// What is known of new objects, by where they are.
    objects: Vec<NewObject>,
    numbering: u32,
    /// New objects met, in order.
    met: Vec<Ref>,
    /// Words of `java.lang.Thread` that tell one thread from another.
    telling: Vec<u32>,
}

/// What is known of a new object.
#[derive(Clone, Copy, Default)]
struct NewObject {
    /// The number it was given, with the count of the numbering that is of.
    number: u32,
    numbering: u32,
    /// What it holds, if that was hashed.
    content: Option<Content>,
}

/// What a new object holds, hashed; right until somebody writes to it.
#[derive(Clone, Copy)]
pub(crate) struct Content {
    /// The new objects it refers to are left open.
    pub hash: Hash,
    /// Which of its words refer to them.
    pub open: u64,
    /// Whether there is a time in it.
    pub timed: bool,
}

/// What there is to know of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassName {
    /// The same in every run.
    pub key: u64,
    /// Which of the first 64 words of an instance are references.
    references: u64,
    /// Whether what an instance holds is no part of the program's state.
    pub hidden: bool,
    /// Whether its instances are threads.
    pub thread: bool,
    /// The word that the machine has added to instances to keep a number of its own in, which other machines may have another of; 0 if there is none.
    pub own_slot: u32,
}

impl ClassName {
    /// Whether a word of an instance is a reference; `None` if it is not one of the first 64.
    #[inline]
    pub fn is_reference(&self, slot: u32) -> Option<bool> {
        (slot < 64).then(|| self.references >> slot & 1 == 1)
    }
}

/// The classes whose instances have a word of the machine's own.
const NUMBERED: [&str; 3] = [RESOLVED_METHOD, "java/lang/invoke/MemberName", "java/lang/ClassLoader"];
const RESOLVED_METHOD: &str = "java/lang/invoke/ResolvedMethodName";

/// The mark of a new object's number.
pub(crate) const NEW: u64 = 1 << 62;

impl Names {
    /// Whether an object is named by when it is met.
    #[inline]
    pub fn is_new(&self, object: Ref) -> bool {
        object.0 >= self.boundary
    }

    /// What an object that is not new goes by.
    #[inline]
    pub fn old(&self, heap: &Heap, object: Ref) -> u64 {
        if object.0 >= self.permanent && Heap::is_permanent(object.0) {
            return heap.name(object);
        }
        object.0 as u64
    }

    /// Objects from this word on are new.
    pub fn set_boundary(&mut self, boundary: usize) {
        self.boundary = boundary as u32;
        self.objects.clear();
    }

    /// No object is met yet.
    pub fn begin_numbering(&mut self) {
        self.met.clear();
        self.numbering = self.numbering.wrapping_add(1);
        if self.numbering == 0 {
            self.objects.clear();
            self.numbering = 1;
        }
    }

    /// What a new object goes by: when it is met.
    #[inline]
    pub fn number(&mut self, object: Ref) -> u64 {
        let place = self.place(object.0);
        match self.objects.get(place) {
            Some(object) if object.numbering == self.numbering => NEW | object.number as u64,
            _ => self.add_number(object, place),
        }
    }

    fn add_number(&mut self, object: Ref, place: usize) -> u64 {
        if self.objects.len() <= place {
            self.objects.resize(place + 1, NewObject::default());
        }
        let number = self.met.len() as u32;
        self.met.push(object);
        let entry = &mut self.objects[place];
        (entry.number, entry.numbering) = (number, self.numbering);
        NEW | number as u64
    }

    /// Where the number of a new object is: objects have at least three words, and half is faster than a third.
    #[inline]
    fn place(&self, at: u32) -> usize {
        (at - self.boundary) as usize / 2
    }

    /// What a new object holds, if that was hashed.
    #[inline]
    pub fn content(&self, object: Ref) -> Option<&Content> {
        self.objects.get(self.place(object.0))?.content.as_ref()
    }

    /// Keeps what a new object that was met holds.
    pub fn keep_content(&mut self, object: Ref, content: Content) {
        let place = self.place(object.0);
        self.objects[place].content = Some(content);
    }

    /// Somebody has written to an object.
    #[inline]
    pub fn forget_content(&mut self, object: Ref) {
        if self.is_new(object) {
            let place = self.place(object.0);
            if let Some(object) = self.objects.get_mut(place) {
                object.content = None;
            }
        }
    }

    /// Writes are taken back, and objects from a word on are no more.
    pub fn take_back(&mut self, writes: &[Replaced], end: usize) {
        if !self.objects.is_empty() {
            for replaced in writes {
                self.forget_content(replaced.object);
            }
        }
        let end = self.place((end as u32).max(self.boundary));
        self.objects.truncate(end);
    }

    /// Whether a word of a thread object only tells it from others.
    pub fn tells(&self, slot: u32) -> bool {
        self.telling.contains(&slot)
    }

    /// The new object met at a place in their order.
    pub fn met(&self, place: usize) -> Option<Ref> {
        self.met.get(place).copied()
    }
}

/// What a frame at an instruction holds that matters.
pub(crate) struct Live {
    /// Method and instruction, the same in every run.
    pub key: u64,
    /// Whether the frame is one of the machine's own.
    pub stub: bool,
    /// The registers still needed: those that hold references, and the others. All are below `end`.
    references: Box<[u16]>,
    plain: Box<[u16]>,
    end: u16,
}

impl Live {
    fn new(key: u64, stub: bool, references: Vec<u16>, plain: Vec<u16>) -> Live {
        let end = references.iter().chain(&plain).max().map_or(0, |last| last + 1);
        Live { key, stub, references: references.into(), plain: plain.into(), end }
    }

    /// Takes in the registers still needed; whether they hold a time. What a call was given belongs to the callee, so there may be fewer.
    #[inline]
    pub fn register_words(&self, registers: &[u64], names: &mut Names, heap: &Heap, sink: &mut impl Sink) -> bool {
        if registers.len() < self.end as usize {
            return self.words_of(|register| registers.get(register as usize).copied(), names, heap, sink);
        }
        // SAFETY: `new` sees to it that all registers are below `end`, and there are as many.
        self.words_of(|register| Some(unsafe { *registers.get_unchecked(register as usize) }), names, heap, sink)
    }

    #[inline(always)]
    fn words_of(&self, get: impl Fn(u16) -> Option<u64>, names: &mut Names, heap: &Heap, sink: &mut impl Sink) -> bool {
        let mut timed = false;
        for &register in &self.plain {
            let Some(value) = get(register) else { continue };
            timed |= Clock::is_time(value);
            sink.word(value);
        }
        for &register in &self.references {
            let Some(value) = get(register) else { continue };
            sink.reference(names, heap, Ref::from_slot(value));
        }
        timed
    }
}

/// By method and instruction, as far as was asked for.
#[derive(Default)]
pub(crate) struct LiveTable(Vec<Vec<Option<Live>>>);

impl LiveTable {
    #[inline]
    pub fn get(&self, method: MethodId, pc: u32) -> Option<&Live> {
        self.0.get(method.index())?.get(pc as usize)?.as_ref()
    }
}

/// Whether a word of an instance, not one of the first 64, is a reference.
pub(crate) fn is_late_reference(program: &Program, class: ClassId, slot: u32) -> bool {
    program.class(class).reference_slots.contains(&(slot as u16))
}

impl Machine {
    /// What there is to know of a class.
    #[inline]
    pub(crate) fn class_name(&mut self, class: ClassId) -> ClassName {
        match self.names.classes.get(class.index()) {
            Some(name) => *name,
            None => self.add_class_names(class),
        }
    }

    #[cold]
    fn add_class_names(&mut self, class: ClassId) -> ClassName {
        while self.names.classes.len() <= class.index() {
            let class = ClassId(self.names.classes.len() as u32);
            let slots = self.program.class(class).reference_slots.iter();
            let references = slots.filter(|&&slot| slot < 64).fold(0, |bits, &slot| bits | 1u64 << slot);
            let name = self.program.class_name(class);
            let key = self.made_classes.get(&class).copied().unwrap_or_else(|| key_of(name));
            let ancestor = self.program.class(class).ancestors.get(1).copied();
            let is_thread = |&ancestor: &ClassId| self.program.class_name(ancestor) == "java/lang/Thread";
            let thread = ancestor.filter(is_thread);
            let hidden = name == "java/lang/ThreadGroup";
            if let Some(thread) = thread {
                self.find_telling(thread);
            }
            let own_slot = self.own_slot(class);
            self.names.classes.push(ClassName { key, references, hidden, thread: thread.is_some(), own_slot });
        }
        self.names.classes[class.index()]
    }

    /// The word of instances in which the machine keeps a number of its own, if there is one. Mirrors have one too, but these are permanent.
    fn own_slot(&self, class: ClassId) -> u32 {
        let ancestors = self.program.class(class).ancestors.iter().chain([&class]);
        let numbered = ancestors.copied().find(|&ancestor| NUMBERED.contains(&self.program.class_name(ancestor)));
        numbered.map_or(0, |class| self.program.class(class).instance_words - 1)
    }

    /// What the number of the machine's own in a new object stands for, the same in every machine. Of a loader it says nothing; what else a `MemberName` holds says
    /// which field it is the number of.
    pub(crate) fn own_word(&mut self, object: Ref, slot: u32) -> u64 {
        let is_method = self.program.class_name(self.heap.class(object)) == RESOLVED_METHOD;
        match self.heap.slot(object, slot) {
            0 => 0,
            number if is_method => self.method_key(MethodId(number as u32 - 1)),
            _ => 0,
        }
    }

    /// Finds the words of `java.lang.Thread` that only tell one thread from another.
    fn find_telling(&mut self, thread: ClassId) {
        if self.names.telling.is_empty() {
            for name in ["name", "tid", "eetop", "threadStatus", "holder"] {
                if self.has_field(thread, name) {
                    let slot = self.slot_of(thread, name);
                    self.names.telling.push(slot);
                }
            }
        }
    }

    /// Gives a class of the machine's own making a key: its name counts how many were made before.
    pub(crate) fn name_made_class(&mut self, class: ClassId, key: u64) {
        self.made_classes.insert(class, key);
        if let Some(name) = self.names.classes.get_mut(class.index()) {
            name.key = key;
        }
    }

    /// A key of a class that is the same in every run.
    pub(crate) fn class_key(&mut self, class: ClassId) -> u64 {
        self.class_name(class).key
    }

    /// A key of a place that threads share, the same in every run. Few places have the same.
    pub fn location_key(&mut self, location: Location) -> u64 {
        let [kind, which, part] = match location {
            Location::Static(field) => {
                let field = self.program.field(field);
                let (class, slot) = (field.class, field.slot);
                [1, self.class_key(class), u64::from(slot)]
            }
            Location::Object { name, slot } => [2, name, u64::from(slot)],
            Location::Elements { name, slot } => [3, name, u64::from(slot)],
            Location::Monitor(name) => [4, name, 0],
            Location::Thread(thread) => [5, u64::from(thread.0), 0],
            Location::Class(class) => [6, self.class_key(class), 0],
        };
        fold(fold(kind ^ K[1], which ^ K[2]), part ^ K[3])
    }

    /// What the program sees at a place in memory, or so many elements after it: a reference is the name of what it refers to. The object is that of the place,
    /// if it is one of an object.
    pub fn content(&self, location: Location, object: Ref, element: u32) -> u64 {
        let name = |reference: Ref| if reference.is_null() { 0 } else { self.heap.name(reference) };
        let word = |slot: u32, is_reference: bool| {
            let word = self.heap.slot(object, slot);
            if is_reference { name(Ref::from_slot(word)) } else { word }
        };
        match location {
            Location::Static(field) => {
                let field = self.program.field(field);
                let word = self.heap.slot(self.static_object(field.class), STATICS_BASE + field.slot);
                if field.is_reference() { name(Ref::from_slot(word)) } else { word }
            }
            Location::Object { slot, .. } | Location::Elements { slot, .. } if !object.is_null() => {
                let class = self.heap.class(object);
                let slot = slot + element;
                if self.heap.marks(object) & mark::STATICS != 0 {
                    let references = &self.program.class(class).static_references;
                    return word(slot, references.contains(&(slot.saturating_sub(STATICS_BASE) as u16)));
                }
                match self.packing(object) {
                    Packing::Fields => {
                        let word = word(slot, self.program.class(class).reference_slots.contains(&(slot as u16)));
                        // Where its next read begins belongs to a descriptor, and is seen by whoever uses it.
                        let position =
                            self.is_descriptor(class).then(|| self.files.own_position(word as i32)).flatten();
                        position.map_or(word, |position| fold(word ^ K[1], position ^ K[2]))
                    }
                    Packing::Bytes => self.heap.byte(object, slot) as u64,
                    Packing::Shorts => u64::from(self.heap.short(object, slot)),
                    Packing::Ints => u64::from(self.heap.int(object, slot)),
                    Packing::Longs => self.heap.long(object, slot),
                    Packing::References => name(Ref(self.heap.int(object, slot))),
                }
            }
            Location::Elements { name, slot } => self.memory_content(name, u64::from(slot + element)),
            _ => 0,
        }
    }

    fn is_descriptor(&self, class: ClassId) -> bool {
        self.program.class_name(class) == "java/io/FileDescriptor"
    }

    /// A key of a method that is the same in every run.
    pub(crate) fn method_key(&mut self, method: MethodId) -> u64 {
        if let Some(&key) = self.names.methods.get(method.index())
            && key != 0
        {
            return key;
        }
        let entry = self.program.method(method);
        let (class, name, descriptor) = (entry.class, entry.name, entry.descriptor);
        let name = key_of(self.program.symbols.text(name));
        let descriptor = key_of(self.program.symbols.text(descriptor));
        let key = fold(fold(self.class_key(class) ^ K[1], name ^ K[2]), descriptor ^ K[3]).max(1);
        if self.names.methods.len() <= method.index() {
            self.names.methods.resize(self.program.methods.len(), 0);
        }
        self.names.methods[method.index()] = key;
        key
    }

    /// What a word older than the search goes by: where it is, unless that depends on the path that made its object first.
    #[inline]
    pub(crate) fn place_key(&self, object: Ref, at: u32) -> u64 {
        if at < self.names.permanent || !Heap::is_permanent(at) {
            return at as u64;
        }
        let object = if object.is_null() {
            let after = self.static_storage.partition_point(|storage| storage.0 <= at);
            after.checked_sub(1).map_or(object, |last| self.static_storage[last])
        } else {
            object
        };
        // Apart from all places.
        fold(self.heap.name(object) ^ K[0], (at - object.0) as u64 ^ K[1]) | 1 << 63
    }

    /// A key of the instruction the current thread is at.
    pub(crate) fn site_key(&mut self) -> u64 {
        let site = self.site(self.current);
        self.method_key(site.method) ^ (site.pc as u64).rotate_left(40)
    }

    /// Whether an object is there whatever is taken back.
    pub(crate) fn stays(&self, object: Ref) -> bool {
        !self.watch.on || object.0 < self.watch.base_end || Heap::is_permanent(object.0)
    }

    /// Finds out what matters of a frame at an instruction.
    #[cold]
    pub(crate) fn add_live(&mut self, method: MethodId, pc: u32) {
        let (mut references, mut plain) = (Vec::new(), Vec::new());
        if let Some(map) = self.frame_map(method) {
            for (register, is_reference) in map.live(pc as usize) {
                if is_reference { &mut references } else { &mut plain }.push(register);
            }
        }
        let key = self.method_key(method) ^ (pc as u64).rotate_left(48);
        let live = Live::new(key, self.is_stub(method), references, plain);
        let table = &mut self.live.0;
        if table.len() <= method.index() {
            table.resize_with(self.program.methods.len(), Vec::new);
        }
        let rows = &mut table[method.index()];
        if rows.len() <= pc as usize {
            rows.resize_with(pc as usize + 1, || None);
        }
        rows[pc as usize] = Some(live);
    }
}

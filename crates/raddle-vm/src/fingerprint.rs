//! A number that stands for a state, kept up to date with what changes.
//!
//! What is hashed is the state as the program can tell it: of each thread the frames with the registers still needed, of the heap what is reachable. Objects older than
//! the search are named by their place; of their words only changes count, in a sum that writes keep up to date. Objects made since are named
//! by the order in which they are met, starting from the threads, so how they came about does not matter, and garbage is not met at all.

use crate::classes::Init;
use crate::clock::Clock;
use crate::heap::{Heap, Packing, Ref, Replaced, mark};
use crate::machine::{Machine, STATICS_BASE};
use crate::monitors::WANTED;
use crate::stubs::ARGUMENTS;
use crate::thread::{State, ThreadId, Wake};
use crate::undo::Mark;
use crate::watch::Timeouts;
use raddle_program::class::{ClassId, HEADER_WORDS, MethodId};
use raddle_program::insn::Role;
use rustc_hash::FxHashSet;

/// The parts of the fingerprint that are kept up to date.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Prints {
    /// Changes of words older than the search.
    sum: u128,
    /// Changes of classes' initialisation.
    inits: u128,
    /// How much of the heap's log is in the sum.
    hashed: usize,
    /// How many old words refer to new objects.
    pub references: u32,
    /// How many old words hold a time.
    times: i32,
}

/// What the fingerprint has to know of classes and objects.
#[derive(Default)]
pub(crate) struct Names {
    /// Objects from this word on are new.
    boundary: u32,
    /// Permanent objects from this word on go by their names: where they are depends on the path that made them first.
    permanent: u32,
    /// By class: a key that is the same in every run, and the reference words of an instance.
    classes: Vec<(u64, u64)>,
    methods: Vec<u64>,
    /// The number each new object was given, with the count of the numbering it is of.
    numbers: Vec<(u32, u32)>,
    numbering: u32,
    /// New objects met, in order.
    met: Vec<Ref>,
    /// By method and instruction: live registers, references marked.
    live: Vec<Vec<Option<Box<[u16]>>>>,
    /// Words of `java.lang.Thread` that tell one thread from another.
    telling: Vec<u32>,
}

/// The mark of a live register that holds a reference.
const REFERENCE: u16 = 0x8000;
/// The mark of a new object's number.
const NEW: u64 = 1 << 62;

const K: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0x27d4_eb2f_1656_67c5,
    0x8542_9b1e_4d3c_a7b9,
    0xd6e8_feb8_6659_fd93,
];

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// 128 bits of two words.
#[inline]
fn pair(a: u64, b: u64) -> u128 {
    let first = fold(a ^ K[0], b ^ K[1]);
    let second = fold(a.rotate_left(32) ^ K[2], b ^ K[3] ^ first.rotate_left(17));
    (first as u128) << 64 | fold(second ^ K[4], first ^ K[5]) as u128
}

/// 64 bits of a text, the same in every run.
pub(crate) fn key_of(text: &str) -> u64 {
    text.bytes().fold(K[4], |key, byte| fold(key ^ byte as u64, K[0]).rotate_left(23) ^ key)
}

/// 128 bits of some bytes, the same in every run.
pub fn fingerprint_of(bytes: &[u8]) -> u128 {
    let mut hash = Hash::new();
    hash.word(bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash.word(u64::from_le_bytes(word));
    }
    hash.finish()
}

/// What takes a state in, word by word.
trait Sink {
    fn word(&mut self, word: u64);
}

/// A running hash.
struct Hash(u64, u64);

impl Hash {
    fn new() -> Hash {
        Hash(K[0], K[2])
    }

    fn finish(&self) -> u128 {
        pair(self.0, self.1)
    }
}

impl Sink for Hash {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, K[1]);
        self.1 = fold(self.1 ^ word.rotate_left(32), K[3]).wrapping_add(word);
    }
}

impl Sink for Vec<u8> {
    fn word(&mut self, word: u64) {
        self.extend_from_slice(&word.to_le_bytes());
    }
}

/// What a word of an object is.
#[derive(Clone, Copy)]
enum Kind {
    Nothing,
    Lock,
    /// Whether others can reach an object decides where threads stop, so it is part of the state.
    Marks,
    Plain,
    Reference,
    References,
}

impl Machine {
    /// From here on permanent objects are named by what they are, not by their place.
    pub(crate) fn begin_prints(&mut self) {
        self.names.permanent = self.heap.permanent_end() as u32;
    }

    /// This state becomes the one others are compared with.
    pub(crate) fn root_prints(&mut self, boundary: usize) {
        self.names.boundary = boundary as u32;
        self.names.numbers.clear();
        self.prints = Prints { hashed: self.heap.log().len(), ..Prints::default() };
        self.new_references.clear();
        for thread in &mut self.threads {
            thread.print = None;
        }
    }

    /// A number that is the same for equal states.
    pub fn fingerprint(&mut self) -> u128 {
        self.absorb_log();
        self.begin_numbering();
        let mut print = self.prints.sum.wrapping_add(self.prints.inits);
        let mut timed = self.watch.clock_read || self.prints.times != 0;
        for index in 0..self.threads.len() {
            // The class library's own threads never go on.
            if self.watch.system_threads.contains(&index) {
                continue;
            }
            let standing = self.standing_word(index);
            let (frames, holds_time) = self.frames_print(index);
            timed |= holds_time;
            let place = (index as u64).wrapping_mul(K[2]);
            print = print.wrapping_add(pair(frames as u64 ^ standing, (frames >> 64) as u64 ^ place));
        }
        if !self.names.met.is_empty() || !self.new_references.is_empty() {
            let mut hash = Hash::new();
            for index in 0..self.new_references.len() {
                let at = self.new_references[index];
                self.reference_words(at, &mut hash);
            }
            timed |= self.new_object_words(None, &mut hash);
            print = print.wrapping_add(hash.finish());
        }
        if timed {
            let mut hash = Hash::new();
            self.time_words(&mut hash);
            print = print.wrapping_add(hash.finish());
        }
        if let Some(files) = self.files.changed_words() {
            let mut hash = Hash::new();
            files.into_iter().for_each(|word| hash.word(word));
            print = print.wrapping_add(hash.finish());
        }
        print
    }

    /// The times threads have come to. They matter only where somebody holds a time to compare with: else the program goes on alike, whatever
    /// the time.
    fn time_words(&self, sink: &mut impl Sink) {
        sink.word(self.clock_part());
        for thread in &self.threads {
            sink.word(if thread.state == State::Ended { 0 } else { thread.time });
        }
    }

    fn clock_part(&self) -> u64 {
        // Where every thread has a time of its own the clock shows that of whoever ran last.
        if self.watch.timeouts == Timeouts::Always { 0 } else { self.clock.now() }
    }

    /// Words of this state, the same exactly for equal states; relative to `root`. With `symmetry`, threads that differ only by who they are can take each other's place.
    pub fn canonical(&mut self, root: &Mark, symmetry: bool) -> Vec<u8> {
        let mut sink: Vec<u8> = Vec::new();
        self.begin_numbering();
        let order = if symmetry { self.symmetric_order() } else { (0..self.threads.len()).collect() };
        self.begin_numbering();
        let mut timed = self.watch.clock_read;
        for &index in &order {
            self.standing_words(index, &mut sink);
            timed |= self.frames_words(index, &mut sink).1;
        }
        let mut changed: Vec<Replaced> = Vec::new();
        let from = if self.watch.program_begin.is_some() { 0 } else { root.log_length() };
        for replaced in &self.heap.log()[from..] {
            if replaced.at < self.names.boundary {
                changed.push(*replaced);
            }
        }
        changed.sort_by_key(|replaced| replaced.at);
        changed.dedup_by_key(|replaced| replaced.at);
        for replaced in changed {
            let value = self.heap.word(replaced.at);
            if value != replaced.old {
                timed |= Clock::is_time(value);
                self.old_word(replaced, value, symmetry.then_some(&order), &mut sink);
            }
        }
        timed |= self.new_object_words(symmetry.then_some(&order), &mut sink);
        if timed {
            self.time_words(&mut sink);
        }
        for (class, init) in self.changed_inits(root) {
            sink.word(self.class_key(class));
            sink.word(init_word(init));
        }
        for word in self.files.changed_words().into_iter().flatten() {
            sink.word(word);
        }
        sink
    }

    /// The fingerprint of a state with threads interchangeable.
    pub fn symmetric_fingerprint(&mut self, root: &Mark) -> u128 {
        let words = self.canonical(root, true);
        let mut hash = Hash::new();
        for word in words.chunks_exact(8) {
            hash.word(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        hash.finish()
    }

    /// Threads by what they look like, not by who they are.
    fn symmetric_order(&mut self) -> Vec<usize> {
        let mut looks: Vec<(u128, usize)> = Vec::new();
        for index in 0..self.threads.len() {
            self.begin_numbering();
            let mut hash = Hash::new();
            self.standing_words(index, &mut hash);
            self.frames_words(index, &mut hash);
            self.new_object_words(Some(&Vec::new()), &mut hash);
            looks.push((hash.finish(), index));
        }
        looks.sort_unstable();
        looks.into_iter().map(|(_, index)| index).collect()
    }

    fn old_word(&mut self, replaced: Replaced, value: u64, order: Option<&Vec<usize>>, sink: &mut impl Sink) {
        let at = replaced.at as u64;
        match self.kind_of(replaced.object, replaced.at) {
            Kind::Nothing => {}
            Kind::Lock => {
                sink.word(at);
                let lock = (value >> 32) as u32 & !WANTED;
                sink.word(self.lock_word(lock, order));
            }
            Kind::Marks if (value ^ replaced.old) & mark::SHARED == 0 => {}
            Kind::Marks => {
                sink.word(at);
                sink.word(value & mark::SHARED);
            }
            Kind::Plain => {
                sink.word(at);
                sink.word(value);
            }
            Kind::Reference => {
                sink.word(at);
                let number = self.number(Ref::from_slot(value));
                sink.word(number);
            }
            Kind::References => {
                sink.word(at);
                for half in [value as u32, (value >> 32) as u32] {
                    let number = self.number(Ref(half));
                    sink.word(number);
                }
            }
        }
    }

    /// A lock word with its owner by rank, if threads are interchangeable.
    fn lock_word(&self, lock: u32, order: Option<&Vec<usize>>) -> u64 {
        match order {
            Some(order) if lock != 0 => {
                let owner = crate::monitors::owner_of(lock).index();
                let rank = order.iter().position(|&index| index == owner).unwrap_or(0);
                (lock as u64 & !(crate::monitors::OWNER as u64)) | (rank as u64 + 1)
            }
            _ => lock as u64,
        }
    }

    /// Takes what was written since the last time into the sum.
    fn absorb_log(&mut self) {
        let from = self.prints.hashed;
        let end = self.heap.log().len();
        self.prints.hashed = end;
        let mut many = FxHashSet::default();
        for index in from..end {
            let replaced = self.heap.log()[index];
            if replaced.at >= self.names.boundary {
                continue;
            }
            // Only the first of several writes to a word tells what it held.
            let seen = if end - from > 32 {
                !many.insert(replaced.at)
            } else {
                self.heap.log()[from..index].iter().any(|earlier| earlier.at == replaced.at)
            };
            if seen {
                continue;
            }
            let value = self.heap.word(replaced.at);
            if value == replaced.old {
                continue;
            }
            let kind = self.kind_of(replaced.object, replaced.at);
            let (new, new_refers) = self.contribution(kind, replaced.at, value);
            let (old, _) = self.contribution(kind, replaced.at, replaced.old);
            self.prints.times += Clock::is_time(value) as i32 - Clock::is_time(replaced.old) as i32;
            self.prints.sum = self.prints.sum.wrapping_add(new).wrapping_sub(old);
            match (new_refers, self.new_references.binary_search(&replaced.at)) {
                (true, Err(place)) => self.new_references.insert(place, replaced.at),
                (false, Ok(place)) => {
                    self.new_references.remove(place);
                }
                _ => {}
            }
        }
        self.prints.references = self.new_references.len() as u32;
    }

    /// What a value of an old word adds to the sum, and whether it refers to a new object, which then is met from there.
    fn contribution(&self, kind: Kind, at: u32, value: u64) -> (u128, bool) {
        let at = at as u64;
        match kind {
            Kind::Nothing => (0, false),
            Kind::Lock => (pair(at, (value >> 32) & !(WANTED as u64)), false),
            Kind::Marks => (pair(at, value & mark::SHARED), false),
            Kind::Plain => (pair(at, value), false),
            Kind::Reference if self.is_new(Ref::from_slot(value)) => (0, true),
            Kind::Reference => (pair(at, self.old_name(Ref::from_slot(value))), false),
            Kind::References => {
                let halves = [Ref(value as u32), Ref((value >> 32) as u32)];
                if halves.iter().any(|&half| self.is_new(half)) {
                    return (0, true);
                }
                let [first, second] = halves.map(|half| self.old_name(half));
                (pair(at, first).wrapping_add(pair(at | 1 << 40, second)), false)
            }
        }
    }

    /// The references in an old word that refers to a new object.
    fn reference_words(&mut self, at: u32, sink: &mut impl Sink) {
        let value = self.heap.word(at);
        sink.word(at as u64);
        // A field's reference leaves the upper half empty.
        for half in [value as u32, (value >> 32) as u32] {
            let number = self.number(Ref(half));
            sink.word(number);
        }
    }

    fn kind_of(&mut self, object: Ref, at: u32) -> Kind {
        if object.is_null() {
            return if self.static_references.contains(&at) { Kind::Reference } else { Kind::Plain };
        }
        let slot = at - object.0;
        let marks = self.heap.marks(object);
        if slot < HEADER_WORDS {
            return [Kind::Lock, Kind::Nothing, Kind::Marks][slot as usize];
        }
        if marks & mark::HIDDEN != 0 {
            return Kind::Nothing;
        }
        let class = self.heap.class(object);
        if marks & mark::STATICS != 0 {
            return if self.static_references.contains(&at) { Kind::Reference } else { Kind::Plain };
        }
        let packing = self.layouts[class.index()].packing;
        match packing {
            Packing::Fields if self.is_reference_slot(class, slot) => Kind::Reference,
            Packing::References => Kind::References,
            _ => Kind::Plain,
        }
    }

    fn is_reference_slot(&mut self, class: ClassId, slot: u32) -> bool {
        if slot < 64 {
            self.class_names(class).1 >> slot & 1 == 1
        } else {
            self.program.class(class).reference_slots.contains(&(slot as u16))
        }
    }

    fn class_names(&mut self, class: ClassId) -> (u64, u64) {
        while self.names.classes.len() <= class.index() {
            let class = ClassId(self.names.classes.len() as u32);
            let slots = self.program.class(class).reference_slots.iter();
            let references = slots.filter(|&&slot| slot < 64).fold(0, |bits, &slot| bits | 1u64 << slot);
            let key = match self.made_classes.get(&class) {
                Some(&key) => key,
                None => key_of(self.program.class_name(class)),
            };
            self.names.classes.push((key, references));
        }
        self.names.classes[class.index()]
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

    /// Gives a class of the machine's own making a key: its name counts how many were made before.
    pub(crate) fn name_made_class(&mut self, class: ClassId, key: u64) {
        self.made_classes.insert(class, key);
        if let Some(names) = self.names.classes.get_mut(class.index()) {
            names.0 = key;
        }
    }

    /// A key of a class that is the same in every run.
    pub(crate) fn class_key(&mut self, class: ClassId) -> u64 {
        self.class_names(class).0
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

    fn is_new(&self, object: Ref) -> bool {
        object.0 >= self.names.boundary
    }

    fn old_name(&self, object: Ref) -> u64 {
        if object.0 >= self.names.permanent && Heap::is_permanent(object.0) {
            return self.heap.name(object);
        }
        object.0 as u64
    }

    fn begin_numbering(&mut self) {
        self.names.met.clear();
        self.names.numbering = self.names.numbering.wrapping_add(1);
        if self.names.numbering == 0 {
            self.names.numbers.clear();
            self.names.numbering = 1;
        }
    }

    /// What an object goes by; a new one by when it is met.
    fn number(&mut self, object: Ref) -> u64 {
        if !self.is_new(object) {
            return self.old_name(object);
        }
        // Objects have at least three words.
        let place = (object.0 - self.names.boundary) as usize / HEADER_WORDS as usize;
        if self.names.numbers.len() <= place {
            self.names.numbers.resize(place + 64, (0, 0));
        }
        let (number, numbering) = self.names.numbers[place];
        if numbering == self.names.numbering {
            return NEW | number as u64;
        }
        let number = self.names.met.len() as u32;
        self.names.met.push(object);
        self.names.numbers[place] = (number, self.names.numbering);
        NEW | number as u64
    }

    /// The new objects met so far, and those met from them; whether they hold a time.
    fn new_object_words(&mut self, order: Option<&Vec<usize>>, sink: &mut impl Sink) -> bool {
        let mut timed = false;
        let mut next = 0;
        while next < self.names.met.len() {
            let object = self.names.met[next];
            next += 1;
            let class = self.heap.class(object);
            let (key, _) = self.class_names(class);
            sink.word(key);
            let lock = self.lock_word(self.heap.lock(object) & !WANTED, order);
            sink.word(lock << 32 | self.heap.length(object) as u64);
            let marks = self.heap.marks(object);
            sink.word(marks & mark::SHARED);
            if marks & mark::HASHED != 0 {
                sink.word(self.heap.name(object));
            }
            if marks & mark::HIDDEN != 0 || self.is_thread_group(class) {
                continue;
            }
            let layout = self.layouts[class.index()];
            match layout.packing {
                Packing::Fields => {
                    for slot in HEADER_WORDS..layout.words {
                        if order.is_some() && self.tells(class, slot) {
                            continue;
                        }
                        let value = self.heap.slot(object, slot);
                        let word = if self.is_reference_slot(class, slot) {
                            self.number(Ref::from_slot(value))
                        } else {
                            timed |= Clock::is_time(value);
                            value
                        };
                        sink.word(word);
                    }
                }
                Packing::References => {
                    for index in 0..self.heap.length(object) {
                        let number = self.number(Ref(self.heap.int(object, index)));
                        sink.word(number);
                    }
                }
                packing => {
                    for slot in HEADER_WORDS..packing.array_words(self.heap.length(object)) as u32 {
                        let value = self.heap.slot(object, slot);
                        timed |= Clock::is_time(value);
                        sink.word(value);
                    }
                }
            }
        }
        timed
    }

    fn is_thread_group(&self, class: ClassId) -> bool {
        self.program.class_name(class) == "java/lang/ThreadGroup"
    }

    /// Whether a field only tells one thread from another.
    fn tells(&mut self, class: ClassId, slot: u32) -> bool {
        let Some(&thread) = self.program.class(class).ancestors.get(1) else { return false };
        if self.program.class_name(thread) != "java/lang/Thread" {
            return false;
        }
        if self.names.telling.is_empty() {
            for name in ["name", "tid", "eetop", "threadStatus", "holder"] {
                if self.has_field(thread, name) {
                    let slot = self.slot_of(thread, name);
                    self.names.telling.push(slot);
                }
            }
        }
        self.names.telling.contains(&slot)
    }

    /// The part of a thread's frames, which changes only when it runs.
    fn frames_print(&mut self, index: usize) -> (u128, bool) {
        if let Some(print) = self.threads[index].print {
            return print;
        }
        let mut hash = Hash::new();
        let (refers, timed) = self.frames_words(index, &mut hash);
        let print = (hash.finish(), timed);
        // Numbers of new objects depend on other threads: such a part is good for this state only.
        if !refers {
            self.threads[index].print = Some(print);
        }
        print
    }

    /// What a thread waits for and has been told, as one word.
    fn standing_word(&mut self, index: usize) -> u64 {
        let (word, object, number) = self.standing_parts(index);
        if object.is_null() && number == 0 {
            return word;
        }
        let object = self.number(object);
        fold(word ^ K[3], fold(object ^ K[4], number ^ K[5]))
    }

    fn standing_words(&mut self, index: usize, sink: &mut impl Sink) {
        let (word, object, number) = self.standing_parts(index);
        sink.word(word);
        if object.is_null() && number == 0 {
            return;
        }
        let object = self.number(object);
        sink.word(object);
        sink.word(number);
    }

    fn standing_parts(&mut self, index: usize) -> (u64, Ref, u64) {
        let standing = self.threads[index].standing;
        let (state, object, number) = match standing.state {
            State::Runnable => (0, Ref::NULL, 0),
            State::Blocked(object) => (1, object, 0),
            State::Waiting { object, deadline } => (2, object, deadline.is_some() as u64),
            State::Sleeping { .. } => (3, Ref::NULL, 0),
            State::Parked { deadline } => (4, Ref::NULL, deadline.is_some() as u64),
            State::Joining { thread, deadline } => (5, Ref::NULL, (thread.0 as u64) << 1 | deadline.is_some() as u64),
            State::Initializing(class) => (6, Ref::NULL, self.class_key(class)),
            State::Idle => (7, Ref::NULL, 0),
            State::Ended => (8, Ref::NULL, 0),
        };
        let wake = match standing.wake {
            Wake::Fresh => 0,
            Wake::Notified => 1,
            Wake::TimedOut => 2,
            Wake::Interrupted => 3,
        };
        let flags = (standing.permit as u64) << 8 | (standing.interrupted as u64) << 9 | wake << 10;
        let word = state | flags | (standing.held as u64) << 16 | (standing.atomic as u64) << 40;
        (word, object, number)
    }

    /// A thread's frames and live registers; whether they refer to new objects, and whether they hold a time.
    fn frames_words(&mut self, index: usize, sink: &mut impl Sink) -> (bool, bool) {
        if self.threads[index].state == State::Ended {
            return (false, false);
        }
        let object = self.threads[index].object;
        let mut refers = self.is_new(object);
        let mut timed = false;
        let number = self.number(object);
        sink.word(number);
        for depth in 0..self.threads[index].frames.len() {
            let (refers_too, timed_too) = self.frame_words(index, depth, sink);
            refers |= refers_too;
            timed |= timed_too;
        }
        (refers, timed)
    }

    fn frame_words(&mut self, index: usize, depth: usize, sink: &mut impl Sink) -> (bool, bool) {
        let thread = &self.threads[index];
        let frame = thread.frames[depth];
        // What a call was given belongs to the callee.
        let end = thread.frames.get(depth + 1).map_or(u32::MAX, |callee| callee.base);
        let key = self.method_key(frame.method);
        sink.word(key ^ (frame.pc as u64).rotate_left(48));
        if self.is_stub(frame.method) {
            return (self.stub_words(index, frame.method, frame.base, sink), false);
        }
        self.find_live(frame.method, frame.pc);
        let (mut refers, mut timed) = (false, false);
        for place in 0.. {
            let row = &self.names.live[frame.method.index()][frame.pc as usize];
            let Some(&entry) = row.as_ref().and_then(|row| row.get(place)) else { break };
            let at = frame.base + (entry & !REFERENCE) as u32;
            if at >= end {
                continue;
            }
            let value = self.threads[index].stack[at as usize];
            let word = if entry & REFERENCE != 0 {
                refers |= self.is_new(Ref::from_slot(value));
                self.number(Ref::from_slot(value))
            } else {
                timed |= Clock::is_time(value);
                value
            };
            sink.word(word);
        }
        (refers, timed)
    }

    /// The registers of a stub: classes and methods by their keys.
    fn stub_words(&mut self, index: usize, method: MethodId, base: u32, sink: &mut impl Sink) -> bool {
        let mut refers = false;
        let holds = |machine: &Machine, register: u16| {
            let code = machine.program.method(method).code.as_ref();
            code.is_some_and(|code| code.stub_references.contains(&register))
        };
        let first = self.threads[index].stack[base as usize];
        let names_class = method == self.stubs.initialize || method == self.stubs.initialize_for;
        let names_method = self.holds_arguments(method) || method == self.stubs.main || method == self.stubs.shutdown;
        for register in 0..ARGUMENTS {
            let value = self.threads[index].stack[base as usize + register as usize];
            let word = if holds(self, register) {
                refers |= self.is_new(Ref::from_slot(value));
                self.number(Ref::from_slot(value))
            } else if register == 0 && names_class {
                self.class_key(ClassId(first as u32))
            } else if register == 0 && names_method && (first as usize) < self.program.methods.len() {
                self.method_key(MethodId(first as u32))
            } else if register == 0 {
                value
            } else {
                // Tags of the machine's own.
                0
            };
            sink.word(word);
        }
        refers
    }

    /// Computes which registers are live at an instruction, if that was not yet.
    fn find_live(&mut self, method: MethodId, pc: u32) {
        let known = self.names.live.get(method.index()).and_then(|rows| rows.get(pc as usize));
        if known.is_some_and(Option::is_some) {
            return;
        }
        let empty = self.empty_registers(method, pc);
        let row: Box<[u16]> = match self.frame_map(method) {
            Some(map) => map
                .live(pc as usize)
                .filter(|(register, _)| !empty.contains(register))
                .map(|(register, reference)| register | if reference { REFERENCE } else { 0 })
                .collect(),
            None => Box::default(),
        };
        if self.names.live.len() <= method.index() {
            self.names.live.resize(self.program.methods.len(), Vec::new());
        }
        let rows = &mut self.names.live[method.index()];
        if rows.len() <= pc as usize {
            rows.resize(pc as usize + 1, None);
        }
        rows[pc as usize] = Some(row);
    }

    /// Registers a call takes that hold nothing.
    fn empty_registers(&self, method: MethodId, pc: u32) -> Vec<u16> {
        let Some(code) = self.program.method(method).code.as_ref() else { return Vec::new() };
        let mut base = None;
        code.insns[pc as usize].get().registers(|register, role| {
            if role == Role::Base {
                base = Some(register);
            }
        });
        let (Some(base), Some(&bytecode)) = (base, code.bytecode.get(pc as usize)) else { return Vec::new() };
        self.program.empty_argument_slots(method, bytecode).into_iter().map(|slot| base + slot).collect()
    }

    /// Keeps the part of classes' initialisation up to date.
    pub(crate) fn print_init(&mut self, class: ClassId, old: Init, new: Init) {
        let key = self.class_key(class);
        let part = |init: Init| if init == Init::Linked { 0 } else { pair(key, init_word(init)) };
        self.prints.inits = self.prints.inits.wrapping_add(part(new)).wrapping_sub(part(old));
    }

    /// Hides from fingerprints what the console's streams and thread groups keep for themselves.
    pub(crate) fn hide_bookkeeping(&mut self, console: &[Ref]) {
        let layouts = crate::machine::ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let mut pending = console.to_vec();
        let mut hidden = Vec::new();
        while let Some(object) = pending.pop() {
            if object.is_null() || hidden.contains(&object) {
                continue;
            }
            let name = self.program.class_name(self.heap.class(object));
            let plumbing = ["java/io/", "java/nio/", "sun/nio/cs/", "[B", "[C"];
            if plumbing.iter().any(|prefix| name.starts_with(prefix)) {
                hidden.push(object);
                self.heap.references(object, &layouts, |_, target| pending.push(target));
            }
        }
        for index in 0..self.threads.len() {
            let thread = self.threads[index].object;
            if self.has_field(self.heap.class(thread), "group") {
                let mut group = self.reference_field(thread, "group");
                while !group.is_null() && !hidden.contains(&group) {
                    hidden.push(group);
                    if self.has_field(self.heap.class(group), "threads") {
                        hidden.push(self.reference_field(group, "threads"));
                    }
                    group = self.reference_field(group, "parent");
                }
            }
        }
        for object in hidden {
            if !object.is_null() {
                self.heap.add_marks(object, mark::HIDDEN);
            }
        }
    }

    /// Notes which words of static storage hold references.
    pub(crate) fn note_static_references(&mut self, class: ClassId, object: Ref) {
        for &slot in &self.program.class(class).static_references {
            self.static_references.insert(object.0 + STATICS_BASE + slot as u32);
        }
    }
}

fn init_word(init: Init) -> u64 {
    match init {
        Init::Linked => 0,
        Init::Running(ThreadId(thread)) => 1 | (thread as u64) << 8,
        Init::Done => 2,
        Init::Failed(_) => 3,
    }
}

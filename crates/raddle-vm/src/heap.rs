//! The heap: one array of words, objects named by the index of their first word.
//!
//! Objects never move. An object is a header of three words, then a word per field or the packed elements of an array.
//! Header: class id and lock word; the object's name; marks and array length. A run of free words starts with a word whose class is 0 and whose upper half is
//! the run's length, so the heap can be walked from end to end.
//!
//! What must outlive any undoing of the program's steps (mirrors, statics, literals) is in a permanent part of its own, below the rest.

use raddle_program::class::{ClassId, HEADER_WORDS};

/// A reference: the index of an object's first word; 0 is null.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Ref(pub u32);

impl Ref {
    /// The null reference.
    pub const NULL: Ref = Ref(0);

    /// Whether it is null.
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The reference held by a slot.
    pub fn from_slot(slot: u64) -> Ref {
        Ref(slot as u32)
    }
}

/// Words of the permanent part: room for mirrors, statics and literals of very large programs; only what is used takes memory.
const PERMANENT_WORDS: usize = 16 << 20;
/// Collections are not worth their time below this many words of new objects.
const MIN_COLLECT_WORDS: usize = 8 << 20;
/// Words taken from a free run at a time.
const STEP: usize = 1 << 15;
const HEADER: usize = HEADER_WORDS as usize;

/// Marks of an object, in its third header word.
pub mod mark {
    /// Reached by the collection under way.
    pub const LIVE: u64 = 1;
    /// The object holds the static fields of its class.
    pub const STATICS: u64 = 2;
    /// Another thread can reach it.
    pub const SHARED: u64 = 4;
    /// Its content is the class library's own business, and no part of the program's state.
    pub const HIDDEN: u64 = 8;
    /// The program has asked for its identity hash code.
    pub const HASHED: u64 = 16;
}

/// How the elements of an array are packed, or that an object is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Not an array.
    Fields,
    /// One byte an element.
    Bytes,
    /// Two bytes an element.
    Shorts,
    /// Four bytes an element.
    Ints,
    /// Eight bytes an element.
    Longs,
    /// A reference of four bytes an element.
    References,
}

impl Packing {
    /// Binary logarithm of an element's size in bytes.
    pub fn shift(self) -> u32 {
        match self {
            Packing::Bytes => 0,
            Packing::Shorts => 1,
            Packing::Ints | Packing::References => 2,
            Packing::Longs | Packing::Fields => 3,
        }
    }

    /// Words of an array of this packing, header included.
    pub fn array_words(self, length: u32) -> usize {
        HEADER + (((length as u64) << self.shift()).div_ceil(8)) as usize
    }
}

/// What collection has to know of a class.
pub trait Layouts {
    /// How instances are laid out, their words (0 for arrays), and which words of them hold references.
    fn layout(&self, class: ClassId) -> (Packing, u32, &[u16]);
    /// Words of the class's statics, and which of them hold references.
    fn statics(&self, class: ClassId) -> (u32, &[u16]);
}

/// The heap.
pub struct Heap {
    words: Vec<u64>,
    /// First free word of the permanent part.
    permanent: usize,
    /// Next word to give out, and the end of the run it is in.
    next: usize,
    limit: usize,
    /// Free runs found by the last collection, in address order; those before `run` are used up or too small.
    runs: Vec<(usize, usize)>,
    run: usize,
    /// First word never used.
    top: usize,
    /// Words given out since the last collection, not counting the current run.
    given: usize,
    /// Collect when so many words were given out.
    collect_at: usize,
    /// What writes to words below `logged` replaced, oldest first.
    log: Vec<Replaced>,
    /// First word whose changes need no log: it is of an object made since the last mark, or nothing is to be taken back at all.
    logged: usize,
    /// While objects are made outside of the program's time: where the program's own go on.
    outside: Option<Outside>,
}

/// What the header of an object says, but for its name.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    pub class: ClassId,
    pub lock: u32,
    pub marks: u64,
    pub length: u32,
}

/// What a write replaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replaced {
    /// The word.
    pub at: u32,
    /// The object it is in; null for a word of static storage.
    pub object: Ref,
    /// What was there.
    pub old: u64,
}

/// Where allocation and logging of the program's own objects stopped.
#[derive(Clone, Copy)]
struct Outside {
    next: usize,
    limit: usize,
    logged: usize,
}

/// Words of zero, if the system gives them. Pages come from it as they are touched.
fn zeroed(words: usize) -> Option<Vec<u64>> {
    let layout = std::alloc::Layout::array::<u64>(words).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is of more than no bytes.
    let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<u64>();
    // SAFETY: the global allocator gave `start` for just this many words, and all of them are zero.
    (!start.is_null()).then(|| unsafe { Vec::from_raw_parts(start, words, words) })
}

impl Heap {
    /// A heap that holds at most `bytes` of objects, besides the permanent ones; `None` when the system has not that much.
    pub fn new(bytes: usize) -> Option<Heap> {
        let words = PERMANENT_WORDS + (bytes / 8).max(1 << 17);
        Some(Heap {
            words: zeroed(words.min(u32::MAX as usize))?,
            permanent: 8,
            next: PERMANENT_WORDS,
            limit: PERMANENT_WORDS,
            runs: Vec::new(),
            run: 0,
            top: PERMANENT_WORDS,
            given: 0,
            collect_at: MIN_COLLECT_WORDS.min(bytes / 16),
            log: Vec::new(),
            logged: 0,
            outside: None,
        })
    }

    /// Bytes objects may take in all.
    pub fn capacity(&self) -> usize {
        (self.words.len() - PERMANENT_WORDS) * 8
    }

    /// Bytes in use or not yet collected, about.
    pub fn used(&self) -> usize {
        let free: usize = self.runs[self.run.min(self.runs.len())..].iter().map(|(start, end)| end - start).sum();
        (self.top - PERMANENT_WORDS - free.min(self.top - PERMANENT_WORDS)) * 8
    }

    /// Whether so much was given out that a collection is due.
    pub fn collection_due(&self) -> bool {
        self.given >= self.collect_at
    }

    /// Room for an object; `None` when a collection is needed first.
    #[inline]
    pub fn allocate(&mut self, words: usize) -> Option<usize> {
        let at = self.next;
        if words <= self.limit - at {
            self.next = at + words;
            return Some(at);
        }
        self.allocate_slow(words)
    }

    #[cold]
    fn allocate_slow(&mut self, words: usize) -> Option<usize> {
        if self.outside.is_some() {
            return None;
        }
        while self.run < self.runs.len() {
            let (start, end) = self.runs[self.run];
            if end - start >= words {
                self.retire();
                // A piece at a time: only what is about to be used is cleared.
                let piece = start + words.max(STEP).min(end - start);
                self.words[start..piece].fill(0);
                self.mark_free(piece, end);
                self.runs[self.run].0 = piece;
                self.next = start + words;
                self.limit = piece;
                self.given += piece - start;
                return Some(start);
            }
            if words > 64 && end - start > 64 {
                // A large object goes to fresh memory rather than using up the runs small ones fit into.
                break;
            }
            self.run += 1;
        }
        if let Some(start) = self.allocate_large(words) {
            return Some(start);
        }
        let left = self.words.len() - self.top;
        if words > left {
            return None;
        }
        let start = self.top;
        if words >= STEP / 4 {
            // The current run goes on after a large object of its own.
            self.top = start + words;
            self.given += words;
            return Some(start);
        }
        self.retire();
        let size = STEP.min(left);
        self.top = start + size;
        self.next = start + words;
        self.limit = self.top;
        self.given += size;
        Some(start)
    }

    /// Room for a large object in a later run, when fresh memory is short.
    fn allocate_large(&mut self, words: usize) -> Option<usize> {
        if self.words.len() - self.top >= words {
            return None;
        }
        let index = (self.run..self.runs.len()).find(|&index| self.runs[index].1 - self.runs[index].0 >= words)?;
        let (start, end) = self.runs[index];
        self.words[start..start + words].fill(0);
        self.mark_free(start + words, end);
        self.runs[index].0 = start + words;
        self.given += words;
        Some(start)
    }

    /// Gives the rest of the current run up.
    fn retire(&mut self) {
        self.mark_free(self.next, self.limit);
        self.next = self.limit;
    }

    fn mark_free(&mut self, start: usize, end: usize) {
        if start < end {
            self.words[start] = ((end - start) as u64) << 32;
        }
    }

    /// Room in the permanent part.
    pub fn allocate_permanent(&mut self, words: usize) -> Option<usize> {
        if self.outside.is_some() {
            return self.allocate(words);
        }
        let at = self.permanent;
        (at + words <= PERMANENT_WORDS).then(|| {
            self.permanent = at + words;
            at
        })
    }

    /// Room for what a program cannot be refused, its classes and literals, beyond what objects may take.
    pub fn grow(&mut self, words: usize) -> usize {
        self.mark_free(self.top, self.words.len());
        let at = self.words.len();
        let end = at + words;
        assert!(end <= u32::MAX as usize, "the heap is larger than references can name");
        self.words.resize(end, 0);
        self.top = end;
        at
    }

    /// Keeps what a word holds, if that may have to come back.
    #[inline]
    fn log_word(&mut self, object: Ref, at: usize) {
        if at < self.logged {
            self.log.push(Replaced { at: at as u32, object, old: self.words[at] });
        }
    }

    /// The same for a range of bytes.
    fn log_bytes(&mut self, object: Ref, start: usize, end: usize) {
        if start / 8 < self.logged {
            for at in start / 8..end.div_ceil(8).min(self.words.len()) {
                self.log_word(object, at);
            }
        }
    }

    /// Writes the header of an object just given room.
    #[inline]
    pub fn set_header(&mut self, at: usize, class: ClassId, name: u64, length: u32, marks: u64) -> Ref {
        self.words[at] = class.0 as u64;
        self.words[at + 1] = name;
        self.words[at + 2] = (length as u64) << 32 | marks;
        Ref(at as u32)
    }

    /// The header of an object.
    #[inline]
    pub(crate) fn header(&self, object: Ref) -> Header {
        let words = &self.words[object.0 as usize..][..HEADER];
        Header {
            class: ClassId(words[0] as u32),
            lock: (words[0] >> 32) as u32,
            marks: words[2] & 0xffff_ffff,
            length: (words[2] >> 32) as u32,
        }
    }

    /// The class of an object.
    #[inline]
    pub fn class(&self, object: Ref) -> ClassId {
        ClassId(self.words[object.0 as usize] as u32)
    }

    /// The lock word of an object.
    #[inline]
    pub fn lock(&self, object: Ref) -> u32 {
        (self.words[object.0 as usize] >> 32) as u32
    }

    /// Sets the lock word of an object.
    #[inline]
    pub fn set_lock(&mut self, object: Ref, lock: u32) {
        self.log_word(object, object.0 as usize);
        let word = &mut self.words[object.0 as usize];
        *word = (*word & 0xffff_ffff) | (lock as u64) << 32;
    }

    /// The name of an object: who allocated it, and which of that thread's objects it is.
    #[inline]
    pub fn name(&self, object: Ref) -> u64 {
        self.words[object.0 as usize + 1]
    }

    /// The length of an array.
    #[inline]
    pub fn length(&self, array: Ref) -> u32 {
        (self.words[array.0 as usize + 2] >> 32) as u32
    }

    /// The marks of an object.
    #[inline]
    pub fn marks(&self, object: Ref) -> u64 {
        self.words[object.0 as usize + 2] & 0xffff_ffff
    }

    /// Adds marks to an object.
    pub fn add_marks(&mut self, object: Ref, marks: u64) {
        self.log_word(object, object.0 as usize + 2);
        self.words[object.0 as usize + 2] |= marks;
    }

    /// A word of an object.
    #[inline]
    pub fn slot(&self, object: Ref, slot: u32) -> u64 {
        self.words[object.0 as usize + slot as usize]
    }

    /// The words of an object of this size that follow its header.
    #[inline]
    pub(crate) fn object_words(&self, object: Ref, words: u32) -> &[u64] {
        &self.words[object.0 as usize + HEADER..object.0 as usize + words as usize]
    }

    /// Sets a word of an object.
    #[inline]
    pub fn set_slot(&mut self, object: Ref, slot: u32, value: u64) {
        self.log_word(object, object.0 as usize + slot as usize);
        self.words[object.0 as usize + slot as usize] = value;
    }

    /// A word by its index in the heap, for statics.
    #[inline]
    pub fn word(&self, at: u32) -> u64 {
        self.words[at as usize]
    }

    /// Sets a word by its index in the heap.
    #[inline]
    pub fn set_word(&mut self, at: u32, value: u64) {
        self.log_word(Ref::NULL, at as usize);
        self.words[at as usize] = value;
    }

    /// A byte of an array.
    #[inline]
    pub fn byte(&self, array: Ref, index: u32) -> i8 {
        bytemuck::cast_slice::<u64, i8>(&self.words)[(array.0 as usize + HEADER) * 8 + index as usize]
    }

    /// Sets a byte of an array.
    #[inline]
    pub fn set_byte(&mut self, array: Ref, index: u32, value: i8) {
        self.log_word(array, array.0 as usize + HEADER + (index as usize >> 3));
        bytemuck::cast_slice_mut::<u64, i8>(&mut self.words)[(array.0 as usize + HEADER) * 8 + index as usize] = value;
    }

    /// A short or char of an array.
    #[inline]
    pub fn short(&self, array: Ref, index: u32) -> u16 {
        bytemuck::cast_slice::<u64, u16>(&self.words)[(array.0 as usize + HEADER) * 4 + index as usize]
    }

    /// Sets a short or char of an array.
    #[inline]
    pub fn set_short(&mut self, array: Ref, index: u32, value: u16) {
        self.log_word(array, array.0 as usize + HEADER + (index as usize >> 2));
        bytemuck::cast_slice_mut::<u64, u16>(&mut self.words)[(array.0 as usize + HEADER) * 4 + index as usize] = value;
    }

    /// An int, float or reference of an array.
    #[inline]
    pub fn int(&self, array: Ref, index: u32) -> u32 {
        bytemuck::cast_slice::<u64, u32>(&self.words)[(array.0 as usize + HEADER) * 2 + index as usize]
    }

    /// Sets an int, float or reference of an array.
    #[inline]
    pub fn set_int(&mut self, array: Ref, index: u32, value: u32) {
        self.log_word(array, array.0 as usize + HEADER + (index as usize >> 1));
        bytemuck::cast_slice_mut::<u64, u32>(&mut self.words)[(array.0 as usize + HEADER) * 2 + index as usize] = value;
    }

    /// A long or double of an array.
    #[inline]
    pub fn long(&self, array: Ref, index: u32) -> u64 {
        self.words[array.0 as usize + HEADER + index as usize]
    }

    /// Sets a long or double of an array.
    #[inline]
    pub fn set_long(&mut self, array: Ref, index: u32, value: u64) {
        self.log_word(array, array.0 as usize + HEADER + index as usize);
        self.words[array.0 as usize + HEADER + index as usize] = value;
    }

    /// The bytes of an array of bytes or booleans.
    pub fn bytes(&self, array: Ref) -> &[u8] {
        let start = (array.0 as usize + HEADER) * 8;
        &bytemuck::cast_slice(&self.words)[start..start + self.length(array) as usize]
    }

    /// The bytes of an array of bytes or booleans, to be changed.
    pub fn bytes_mut(&mut self, array: Ref) -> &mut [u8] {
        let start = (array.0 as usize + HEADER) * 8;
        let end = start + self.length(array) as usize;
        self.log_bytes(array, start, end);
        &mut bytemuck::cast_slice_mut(&mut self.words)[start..end]
    }

    /// All bytes of an object from its first word on, for access by byte offset; `size` bytes.
    pub fn raw(&self, object: Ref, offset: usize, size: usize) -> Option<&[u8]> {
        let start = object.0 as usize * 8 + offset;
        bytemuck::cast_slice(&self.words).get(start..start + size)
    }

    /// The same, to be changed.
    pub fn raw_mut(&mut self, object: Ref, offset: usize, size: usize) -> Option<&mut [u8]> {
        let start = object.0 as usize * 8 + offset;
        self.log_bytes(object, start, start + size);
        bytemuck::cast_slice_mut(&mut self.words).get_mut(start..start + size)
    }

    /// Copies elements between arrays of the same packing, or within one; ranges were checked by the caller.
    pub fn copy_elements(&mut self, packing: Packing, from: Ref, from_index: u32, to: Ref, to_index: u32, count: u32) {
        let shift = packing.shift();
        let start = |array: Ref, index: u32| (array.0 as usize + HEADER) * 8 + ((index as usize) << shift);
        let (source, target) = (start(from, from_index), start(to, to_index));
        self.log_bytes(to, target, target + ((count as usize) << shift));
        bytemuck::cast_slice_mut::<u64, u8>(&mut self.words)
            .copy_within(source..source + ((count as usize) << shift), target);
    }

    /// Copies all words but the header of one object to another of the same size.
    pub fn copy_body(&mut self, from: Ref, to: Ref, words: usize) {
        let source = from.0 as usize;
        self.log_bytes(to, (to.0 as usize + HEADER) * 8, (to.0 as usize + words) * 8);
        self.words.copy_within(source + HEADER..source + words, to.0 as usize + HEADER);
    }

    /// Words of an object.
    pub fn size(&self, object: Ref, layouts: &dyn Layouts) -> usize {
        let class = self.class(object);
        if self.marks(object) & mark::STATICS != 0 {
            return HEADER + layouts.statics(class).0 as usize;
        }
        match layouts.layout(class) {
            (Packing::Fields, words, _) => words as usize,
            (packing, ..) => packing.array_words(self.length(object)),
        }
    }

    /// Calls `visit` with each reference an object holds, null or not, and the word or element it is in.
    pub fn references(&self, object: Ref, layouts: &dyn Layouts, mut visit: impl FnMut(u32, Ref)) {
        let class = self.class(object);
        if self.marks(object) & mark::STATICS != 0 {
            for &slot in layouts.statics(class).1 {
                let slot = slot as u32 + HEADER_WORDS;
                visit(slot, Ref::from_slot(self.slot(object, slot)));
            }
            return;
        }
        match layouts.layout(class) {
            (Packing::References, ..) => {
                for index in 0..self.length(object) {
                    visit(index, Ref(self.int(object, index)));
                }
            }
            (_, _, slots) => {
                for &slot in slots {
                    visit(slot as u32, Ref::from_slot(self.slot(object, slot as u32)));
                }
            }
        }
    }

    /// Marks everything reachable from `roots`, and calls `weak` to ask whether a reference in an object (object, slot) does not count.
    pub fn mark(&mut self, roots: Vec<Ref>, layouts: &dyn Layouts, weak: &dyn Fn(ClassId, u32) -> bool) {
        let mut pending = roots;
        while let Some(object) = pending.pop() {
            if object.is_null() || self.marks(object) & mark::LIVE != 0 {
                continue;
            }
            self.add_marks(object, mark::LIVE);
            let class = self.class(object);
            let statics = self.marks(object) & mark::STATICS != 0;
            self.references(object, layouts, |slot, target| {
                if !target.is_null() && (statics || !weak(class, slot)) && self.marks(target) & mark::LIVE == 0 {
                    pending.push(target);
                }
            });
        }
    }

    /// Whether the mark phase reached an object.
    pub fn is_marked(&self, object: Ref) -> bool {
        self.marks(object) & mark::LIVE != 0
    }

    /// Marked objects of the collected part whose class is asked for.
    pub fn live_objects(&self, layouts: &dyn Layouts, wanted: &dyn Fn(ClassId) -> bool) -> Vec<Ref> {
        let mut found = Vec::new();
        let mut at = PERMANENT_WORDS;
        while at < self.top {
            if at == self.next && at < self.limit {
                at = self.limit;
                continue;
            }
            let word = self.words[at];
            if word as u32 == 0 {
                at += ((word >> 32) as usize).max(1);
                continue;
            }
            let object = Ref(at as u32);
            if self.is_marked(object) && wanted(self.class(object)) {
                found.push(object);
            }
            at += self.size(object, layouts);
        }
        found
    }

    /// Every permanent object: roots, all of them.
    pub fn permanent_objects(&self, layouts: &dyn Layouts) -> Vec<Ref> {
        let mut objects = Vec::new();
        let mut at = 8;
        while at < self.permanent {
            let object = Ref(at as u32);
            objects.push(object);
            at += self.size(object, layouts);
        }
        objects
    }

    /// Frees what the mark phase did not reach, and forgets the marks.
    pub fn sweep(&mut self, layouts: &dyn Layouts) {
        self.retire();
        for object in self.permanent_objects(layouts) {
            self.words[object.0 as usize + 2] &= !mark::LIVE;
        }
        self.runs.clear();
        let mut at = PERMANENT_WORDS;
        let mut free_from = None;
        let mut live = 0;
        while at < self.top {
            let word = self.words[at];
            let object = Ref(at as u32);
            let (words, is_live) = if word as u32 == 0 {
                (((word >> 32) as usize).max(1), false)
            } else {
                (self.size(object, layouts), self.is_marked(object))
            };
            if is_live {
                self.words[at + 2] &= !mark::LIVE;
                live += words;
                if let Some(start) = free_from.take() {
                    self.free_run(start, at);
                }
            } else if free_from.is_none() {
                free_from = Some(at);
            }
            at += words;
        }
        if let Some(start) = free_from {
            self.free_run(start, self.top);
        }
        self.run = 0;
        self.next = self.top;
        self.limit = self.top;
        self.given = 0;
        let room = (self.words.len() - PERMANENT_WORDS).saturating_sub(live);
        self.collect_at = live.max(MIN_COLLECT_WORDS).min(room / 2).max(1 << 14);
    }

    fn free_run(&mut self, start: usize, end: usize) {
        self.mark_free(start, end);
        self.runs.push((start, end));
    }

    /// From here on objects are given fresh words one after the other, and what they replace can be taken back.
    pub(crate) fn begin_log(&mut self) {
        self.retire();
        self.runs.clear();
        self.run = 0;
        self.next = self.top;
        self.limit = self.words.len();
        self.top = self.words.len();
        self.log.clear();
        self.logged = self.next;
    }

    /// Whether what writes to an object replace is logged.
    pub(crate) fn is_logged(&self, object: Ref) -> bool {
        (object.0 as usize) < self.logged
    }

    /// What was replaced since the log began.
    pub(crate) fn log(&self) -> &[Replaced] {
        &self.log
    }

    /// Marks a place in the log: objects made until now are logged from here on.
    pub(crate) fn mark_log(&mut self) -> (usize, usize) {
        self.logged = self.next;
        (self.log.len(), self.next)
    }

    /// Takes back everything since a mark.
    #[inline(always)]
    pub(crate) fn rewind(&mut self, (log, next): (usize, usize)) {
        for replaced in self.log[log..].iter().rev() {
            self.words[replaced.at as usize] = replaced.old;
        }
        self.log.truncate(log);
        if next < self.next {
            self.words[next..self.next].fill(0);
        }
        self.next = next;
        self.logged = next;
    }

    /// All words, by their index in the heap.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of the objects made since the word `from`.
    pub(crate) fn words_since(&self, from: usize) -> &[u64] {
        &self.words[from..self.next]
    }

    /// Puts objects back that `words_since` gave, after what is there.
    pub(crate) fn append(&mut self, words: &[u64]) {
        self.words[self.next..self.next + words.len()].copy_from_slice(words);
        self.next += words.len();
    }

    /// Puts words back, each by its place and its object, and what it is; logged. They are older than the log.
    pub(crate) fn put_back(&mut self, changed: &[[u64; 2]]) {
        let Heap { words, log, .. } = self;
        log.extend(changed.iter().map(|&[place, value]| {
            let (at, object) = (place as u32, Ref((place >> 32) as u32));
            Replaced { at, object, old: std::mem::replace(&mut words[at as usize], value) }
        }));
    }

    /// Objects are permanent and changes stay until `end_outside`: what is made now is no part of the program's doings.
    pub(crate) fn begin_outside(&mut self) {
        self.outside = Some(Outside { next: self.next, limit: self.limit, logged: self.logged });
        self.next = self.permanent;
        self.limit = PERMANENT_WORDS;
        self.logged = 0;
    }

    /// Back in the program's time.
    pub(crate) fn end_outside(&mut self) {
        if let Some(outside) = self.outside.take() {
            self.permanent = self.next;
            self.next = outside.next;
            self.limit = outside.limit;
            self.logged = outside.logged;
        }
    }

    /// Stops logging, to make something that stays whatever is taken back; says how to go on.
    pub(crate) fn suspend_log(&mut self) -> usize {
        std::mem::take(&mut self.logged)
    }

    /// Goes on logging.
    pub(crate) fn resume_log(&mut self, logged: usize) {
        self.logged = logged;
    }

    /// Whether a word is in the permanent part.
    pub(crate) fn is_permanent(at: u32) -> bool {
        (at as usize) < PERMANENT_WORDS
    }

    /// First free word of the permanent part.
    pub(crate) fn permanent_end(&self) -> usize {
        self.permanent
    }
}

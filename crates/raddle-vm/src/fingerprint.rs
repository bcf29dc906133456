//! A number that stands for a state, kept up to date with what changes.
//!
//! What is hashed is the state as the program can tell it: of each thread the frames with the registers still needed, of the heap what is reachable. Objects older than
//! the search are named by their place; of their words only changes count, in a sum that writes keep up to date. Objects made since are named
//! by the order in which they are met, starting from the threads, so how they came about does not matter, and garbage is not met at all.

use crate::classes::Init;
use crate::clock::Clock;
use crate::hash::{Hash, K, Open, OpenWords, Sink, fold, pair};
use crate::heap::{Header, Packing, Ref, Replaced, mark};
use crate::machine::{Layout, Machine, STATICS_BASE};
use crate::monitors::WANTED;
use crate::names::{Content, NEW, is_late_reference};
use crate::stubs::ARGUMENTS;
use crate::thread::{Frame, Prefix, Print, Standing, State, Thread, ThreadId, Wake};
use crate::undo::Mark;
use crate::watch::Timeouts;
use raddle_program::class::{ClassId, HEADER_WORDS, MethodId};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The parts of the fingerprint that are kept up to date.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Prints {
    /// Changes of words older than the search.
    sum: u128,
    /// The threads' parts.
    threads: u128,
    /// Changes of classes' initialisation.
    inits: u128,
    /// How much of the heap's log is in the sum.
    hashed: usize,
    /// How many old words refer to new objects.
    pub references: u32,
    /// How many old words hold a time.
    times: i32,
}

impl Prints {
    /// The same, where the heap's log is so long.
    pub fn after(self, log: usize) -> Prints {
        Prints { hashed: log, ..self }
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
        self.names.set_boundary(boundary);
        self.prints = Prints { hashed: self.heap.log().len(), ..Prints::default() };
        self.new_references.clear();
        self.journal.references_changed();
        for thread in &mut self.threads {
            thread.come_forth();
            thread.print = Print::default();
            thread.prefixes.clear();
        }
    }

    /// A number that is the same for equal states.
    pub fn fingerprint(&mut self) -> u128 {
        if self.prints.hashed != self.heap.log().len() {
            self.absorb_log();
        }
        self.names.begin_numbering();
        let mut hash = Hash::new();
        let mut timed = self.watch.clock_read || self.prints.times != 0;
        timed |= self.absorb_threads(&mut hash);
        let mut print = self.prints.sum.wrapping_add(self.prints.inits).wrapping_add(self.prints.threads);
        for index in 0..self.new_references.len() {
            let (key, at) = self.new_references[index];
            self.reference_words(key, at, &mut hash);
        }
        if self.names.met(0).is_some() {
            timed |= self.new_object_prints(&mut hash);
            print = print.wrapping_add(hash.sum());
        }
        if timed {
            let mut hash = Hash::new();
            self.time_words(&mut hash);
            print = print.wrapping_add(hash.finish());
        }
        if self.has_changed_outside() {
            print = print.wrapping_add(self.outside_print());
        }
        print
    }

    /// Whether what is neither in the heap nor the threads' own may have changed since the search began.
    #[inline]
    fn has_changed_outside(&self) -> bool {
        self.files.table.has_changed() | self.native_memory.blocks.has_changed() | self.streams.has_changed()
    }

    #[cold]
    fn outside_print(&self) -> u128 {
        let mut hash = Hash::new();
        if self.outside_words(&mut hash) { hash.finish() } else { 0 }
    }

    /// Takes in what is neither in the heap nor the threads' own; whether that is anything.
    fn outside_words(&self, sink: &mut impl Sink) -> bool {
        let parts =
            [self.files.table.changed_words(), self.native_memory.blocks.changed_words(), self.streams.changed_words()];
        let is_any = parts.iter().any(Option::is_some);
        for (number, words) in parts.into_iter().enumerate() {
            if let Some(words) = words {
                sink.word(number as u64);
                words.into_iter().for_each(|word| sink.word(word));
            }
        }
        is_any
    }

    /// A number for the names of the new objects met when the fingerprint was made, in order.
    pub fn met_names(&self) -> u64 {
        let met = (0..).map_while(|place| self.names.met(place));
        met.fold(K[0], |sum, object| fold(sum ^ K[1], self.heap.name(object) ^ K[2]))
    }

    /// Brings threads' parts of the sum up to date, and meets the new objects they refer to; whether they hold a time.
    #[inline]
    fn absorb_threads(&mut self, hash: &mut Hash) -> bool {
        // The class library's own threads never go on.
        let system = self.watch.system_threads.clone();
        self.absorb_some(0..system.start, hash) | self.absorb_some(system.end..self.threads.len(), hash)
    }

    #[inline(always)]
    fn absorb_some(&mut self, threads: Range<usize>, hash: &mut Hash) -> bool {
        let mut timed = false;
        for index in threads {
            if self.threads[index].print.is_all() {
                continue;
            }
            if !self.threads[index].print.known {
                self.absorb_thread(index);
            }
            let thread = &*self.threads[index];
            timed |= thread.print.timed;
            if thread.print.refers {
                for &object in &thread.open {
                    hash.new_object(&mut self.names, object);
                }
            }
            if thread.print.waits {
                let (_, object, _) = self.standing_parts(index);
                hash.new_object(&mut self.names, object);
            }
        }
        timed
    }

    /// Brings a thread's part of the sum up to date.
    #[inline(never)]
    fn absorb_thread(&mut self, index: usize) {
        let (word, object, number) = self.standing_parts(index);
        let mut standing = word;
        let waits = self.names.is_new(object);
        if !object.is_null() || number != 0 {
            let name = if waits { NEW } else { self.names.old(&self.heap, object) };
            standing = fold(word ^ K[3], fold(name ^ K[4], number ^ K[5]));
        }
        let print = &self.threads[index].print;
        let (frames, timed) = match print.frames {
            Some(frames) => (frames, print.timed),
            None => self.frames_print(index),
        };
        let place = (index as u64).wrapping_mul(K[2]);
        let part = pair(frames[0] ^ standing, frames[1] ^ place);
        let thread = &mut self.threads[index];
        let old = thread.print.part;
        let refers = !thread.open.is_empty();
        thread.set_print(Print { frames: Some(frames), part, known: true, refers, waits, timed });
        self.prints.threads = self.prints.threads.wrapping_sub(old).wrapping_add(part);
    }

    /// The part of a thread's frames, new objects left open, and whether they hold a time. Frames that are as they were are not hashed again.
    fn frames_print(&mut self, index: usize) -> ([u64; 2], bool) {
        self.threads[index].come_forth();
        if self.threads[index].state == State::Ended {
            self.threads[index].open.clear();
            return ([0; 2], false);
        }
        loop {
            let Machine { threads, live, names, heap, .. } = self;
            let Thread { object, frames, stack, prefixes, open: objects, .. } = &mut *threads[index];
            let mut open = Open { hash: Hash::new(), objects };
            let mut timed = false;
            match prefixes.last() {
                Some(prefix) => {
                    open.hash = prefix.hash;
                    open.objects.truncate(prefix.open as usize);
                    timed = prefix.timed;
                }
                None => {
                    open.objects.clear();
                    open.reference(names, heap, *object);
                }
            }
            let mut depth = prefixes.len();
            while let Some(&frame) = frames.get(depth)
                && let Some(live) = live.get(frame.method, frame.pc)
                && !live.stub
            {
                open.word(live.key);
                timed |= live.register_words(registers(frames, stack, depth), names, heap, &mut open);
                prefixes.push(Prefix { hash: open.hash, open: open.objects.len() as u32, timed });
                depth += 1;
            }
            let hash = open.hash;
            if depth >= frames.len() {
                return (hash.words(), timed);
            }
            self.add_prefix(index, hash, timed);
        }
    }

    /// Adds the hash of a frame of the machine's own, or of one that nothing is known of yet, to that of the frames below.
    #[inline(never)]
    fn add_prefix(&mut self, index: usize, hash: Hash, timed: bool) {
        let thread = &mut self.threads[index];
        let depth = thread.prefixes.len();
        let mut objects = std::mem::take(&mut thread.open);
        let mut open = Open { hash, objects: &mut objects };
        let timed = timed | self.frame_words(index, depth, &mut open);
        let prefix = Prefix { hash: open.hash, open: open.objects.len() as u32, timed };
        let thread = &mut self.threads[index];
        thread.prefixes.push(prefix);
        thread.open = objects;
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
        self.names.begin_numbering();
        let order = if symmetry { self.symmetric_order() } else { (0..self.threads.len()).collect() };
        self.names.begin_numbering();
        let mut timed = self.watch.clock_read;
        for &index in &order {
            self.standing_words(index, &mut sink);
            timed |= self.frames_words(index, &mut sink);
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
        changed.sort_by_cached_key(|replaced| self.place_key(replaced.object, replaced.at));
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
        if self.has_changed_outside() {
            self.outside_words(&mut sink);
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
            self.names.begin_numbering();
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
        let at = self.place_key(replaced.object, replaced.at);
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
                self.name_words(Ref::from_slot(value), sink);
            }
            Kind::References => {
                sink.word(at);
                for half in [value as u32, (value >> 32) as u32] {
                    self.name_words(Ref(half), sink);
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
    pub(crate) fn absorb_log(&mut self) {
        let from = self.prints.hashed;
        let end = self.heap.log().len();
        self.prints.hashed = end;
        let mut many = FxHashSet::default();
        for index in from..end {
            let replaced = self.heap.log()[index];
            if replaced.at >= self.names.boundary {
                self.names.forget_content(replaced.object);
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
            let key = self.place_key(replaced.object, replaced.at);
            let (new, new_refers) = self.contribution(kind, key, value);
            let (old, _) = self.contribution(kind, key, replaced.old);
            self.prints.times += Clock::is_time(value) as i32 - Clock::is_time(replaced.old) as i32;
            self.prints.sum = self.prints.sum.wrapping_add(new).wrapping_sub(old);
            if !matches!(kind, Kind::Reference | Kind::References) {
                continue;
            }
            let entry = (key, replaced.at);
            match (new_refers, self.new_references.binary_search(&entry)) {
                (true, Err(place)) => self.new_references.insert(place, entry),
                (false, Ok(place)) => {
                    self.new_references.remove(place);
                }
                _ => continue,
            }
            self.journal.references_changed();
        }
        self.prints.references = self.new_references.len() as u32;
    }

    /// What a value of an old word adds to the sum, and whether it refers to a new object, which then is met from there.
    #[inline(always)]
    fn contribution(&self, kind: Kind, at: u64, value: u64) -> (u128, bool) {
        match kind {
            Kind::Nothing => (0, false),
            Kind::Lock => (pair(at, (value >> 32) & !(WANTED as u64)), false),
            Kind::Marks => (pair(at, value & mark::SHARED), false),
            Kind::Plain => (pair(at, value), false),
            Kind::Reference if self.names.is_new(Ref::from_slot(value)) => (0, true),
            Kind::Reference => (pair(at, self.names.old(&self.heap, Ref::from_slot(value))), false),
            Kind::References => {
                let halves = [Ref(value as u32), Ref((value >> 32) as u32)];
                if halves.iter().any(|&half| self.names.is_new(half)) {
                    return (0, true);
                }
                let [first, second] = halves.map(|half| self.names.old(&self.heap, half));
                (pair(at, first).wrapping_add(pair(at ^ 1 << 40, second)), false)
            }
        }
    }

    /// The references in an old word that refers to a new object.
    fn reference_words(&mut self, key: u64, at: u32, sink: &mut impl Sink) {
        let value = self.heap.word(at);
        // A field's reference leaves the upper half empty.
        let upper = value >> 32;
        sink.word(key ^ u64::from(upper != 0) << 40);
        self.name_words(Ref(value as u32), sink);
        if upper != 0 {
            self.name_words(Ref(upper as u32), sink);
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
            Packing::Fields => {
                let name = self.class_name(class);
                if slot == name.own_slot {
                    // It goes by what the object holds besides.
                    return Kind::Nothing;
                }
                let reference = name.is_reference(slot);
                let reference = reference.unwrap_or_else(|| is_late_reference(&self.program, class, slot));
                if reference { Kind::Reference } else { Kind::Plain }
            }
            Packing::References => Kind::References,
            _ => Kind::Plain,
        }
    }

    /// What an object goes by; a new one by when it is met.
    #[inline]
    fn name_words(&mut self, object: Ref, sink: &mut impl Sink) {
        sink.reference(&mut self.names, &self.heap, object);
    }

    /// The new objects met so far, and those met from them; whether they hold a time.
    fn new_object_words(&mut self, order: Option<&Vec<usize>>, sink: &mut impl Sink) -> bool {
        let mut timed = false;
        let mut next = 0;
        while let Some(object) = self.names.met(next) {
            next += 1;
            timed |= self.object_words(object, order, sink);
        }
        timed
    }

    /// The same, where what was hashed of an object nobody has written to since is not hashed again.
    #[inline]
    fn new_object_prints(&mut self, hash: &mut Hash) -> bool {
        let mut timed = false;
        let mut next = 0;
        while let Some(object) = self.names.met(next) {
            next += 1;
            let content = match self.names.content(object) {
                Some(content) => *content,
                None => match self.hash_content(object) {
                    Some(content) => content,
                    None => {
                        timed |= self.object_words(object, None, hash);
                        continue;
                    }
                },
            };
            hash.join(content.hash);
            timed |= content.timed;
            let mut open = content.open;
            while open != 0 {
                let value = self.heap.word(object.0 + open.trailing_zeros());
                open &= open - 1;
                for half in [Ref(value as u32), Ref((value >> 32) as u32)] {
                    if self.names.is_new(half) {
                        hash.new_object(&mut self.names, half);
                    }
                }
            }
        }
        timed
    }

    /// Hashes what a new object holds; `None` if it is too large to note which of its words refer to others.
    #[inline(never)]
    fn hash_content(&mut self, object: Ref) -> Option<Content> {
        let mut sink = OpenWords { hash: Hash::new(), open: 0, more: false };
        let timed = self.object_words(object, None, &mut sink);
        let content = Content { hash: sink.hash, open: sink.open, timed };
        if sink.more {
            return None;
        }
        // Of others it is not told when they are written to.
        if self.heap.is_logged(object) {
            self.names.keep_content(object, content);
        }
        Some(content)
    }

    /// What a new object holds; whether there is a time in it.
    fn object_words(&mut self, object: Ref, order: Option<&Vec<usize>>, sink: &mut impl Sink) -> bool {
        let Header { class, lock, marks, length } = self.heap.header(object);
        let name = self.class_name(class);
        sink.word(name.key);
        let lock = self.lock_word(lock & !WANTED, order);
        let shared = if marks & mark::SHARED != 0 { WANTED as u64 } else { 0 };
        sink.word((lock | shared) << 32 | length as u64);
        if marks & mark::HASHED != 0 {
            sink.word(self.heap.name(object));
        }
        if marks & mark::HIDDEN != 0 || name.hidden {
            return false;
        }
        let own = if name.own_slot == 0 { 0 } else { self.own_word(object, name.own_slot) };
        let Layout { packing, words, .. } = self.layouts[class.index()];
        let words = if packing == Packing::Fields { words } else { packing.array_words(length) as u32 };
        let words = (HEADER_WORDS..).zip(self.heap.object_words(object, words));
        let mut timed = false;
        // Most fields and elements hold nothing: which do is said in a word for many of them.
        let mut filled = 0;
        match packing {
            Packing::Fields => {
                let skips = order.is_some() && name.thread;
                for (slot, &value) in words {
                    if value == 0 && slot < 63 || skips && self.names.tells(slot) {
                        continue;
                    }
                    filled |= 1 << slot.min(63);
                    if name.is_reference(slot).unwrap_or_else(|| is_late_reference(&self.program, class, slot)) {
                        sink.reference_in(slot, &mut self.names, &self.heap, Ref::from_slot(value));
                    } else if slot == name.own_slot {
                        sink.word(own);
                    } else {
                        timed |= Clock::is_time(value);
                        sink.word(value);
                    }
                }
                sink.word(filled);
            }
            Packing::References => {
                for (slot, &value) in words {
                    if value != 0 {
                        filled |= 1u64 << (slot % 64);
                        for half in [Ref(value as u32), Ref((value >> 32) as u32)] {
                            sink.reference_in(slot, &mut self.names, &self.heap, half);
                        }
                    }
                    if slot % 64 == 63 {
                        sink.word(std::mem::take(&mut filled));
                    }
                }
                sink.word(filled);
            }
            _ => {
                for (_, &value) in words {
                    timed |= Clock::is_time(value);
                    sink.word(value);
                }
            }
        }
        timed
    }

    /// What a thread waits for and has been told.
    fn standing_words(&mut self, index: usize, sink: &mut impl Sink) {
        let (word, object, number) = self.standing_parts(index);
        sink.word(word);
        if object.is_null() && number == 0 {
            return;
        }
        self.name_words(object, sink);
        sink.word(number);
    }

    #[inline(always)]
    fn standing_parts(&mut self, index: usize) -> (u64, Ref, u64) {
        let (state, object, number) = match self.threads[index].state {
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
        let standing: &Standing = &self.threads[index];
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

    /// A thread's frames and live registers; whether they hold a time.
    fn frames_words(&mut self, index: usize, sink: &mut impl Sink) -> bool {
        if self.threads[index].state == State::Ended {
            return false;
        }
        self.threads[index].come_forth();
        self.name_words(self.threads[index].object, sink);
        let mut timed = false;
        for depth in 0..self.threads[index].frames.len() {
            timed |= self.frame_words(index, depth, sink);
        }
        timed
    }

    fn frame_words(&mut self, index: usize, depth: usize, sink: &mut impl Sink) -> bool {
        let frame = self.threads[index].frames[depth];
        let live = match self.live.get(frame.method, frame.pc) {
            Some(live) => live,
            None => {
                self.add_live(frame.method, frame.pc);
                self.live.get(frame.method, frame.pc).expect("it was added")
            }
        };
        sink.word(live.key);
        if live.stub {
            self.stub_words(index, frame.method, frame.base, sink);
            return false;
        }
        let thread = &*self.threads[index];
        let registers = registers(&thread.frames, &thread.stack, depth);
        live.register_words(registers, &mut self.names, &self.heap, sink)
    }

    /// The registers of a stub: classes and methods by their keys.
    fn stub_words(&mut self, index: usize, method: MethodId, base: u32, sink: &mut impl Sink) {
        let holds = |machine: &Machine, register: u16| {
            let code = machine.program.method(method).code.as_ref();
            code.is_some_and(|code| code.stub_references.contains(&register))
        };
        let first = self.threads[index].stack[base as usize];
        let names_class = method == self.stubs.initialize || method == self.stubs.initialize_for;
        let names_method = self.holds_arguments(method) || method == self.stubs.main || method == self.stubs.shutdown;
        for register in 0..ARGUMENTS {
            let value = self.threads[index].stack[base as usize + register as usize];
            if holds(self, register) {
                self.name_words(Ref::from_slot(value), sink);
                continue;
            }
            sink.word(if register == 0 && names_class {
                self.class_key(ClassId(first as u32))
            } else if register == 0 && names_method && (first as usize) < self.program.methods.len() {
                self.method_key(MethodId(first as u32))
            } else if register == 0 {
                value
            } else {
                // Tags of the machine's own.
                0
            });
        }
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

    /// Notes where a class has its static fields, and which of these words hold references.
    pub(crate) fn note_static_references(&mut self, class: ClassId, object: Ref) {
        self.static_storage.push(object);
        for &slot in &self.program.class(class).static_references {
            self.static_references.insert(object.0 + STATICS_BASE + slot as u32);
        }
    }
}

/// The registers of a frame. What a call was given belongs to the callee.
#[inline]
fn registers<'a>(frames: &[Frame], stack: &'a [u64], depth: usize) -> &'a [u64] {
    let end = frames.get(depth + 1).map_or(stack.len(), |callee| callee.base as usize);
    &stack[frames[depth].base as usize..end]
}

fn init_word(init: Init) -> u64 {
    match init {
        Init::Linked => 0,
        Init::Running(ThreadId(thread)) => 1 | (thread as u64) << 8,
        Init::Done => 2,
        Init::Failed(_) => 3,
    }
}

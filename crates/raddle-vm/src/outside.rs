//! What happens outside of the program's time: linking, and what the class library makes once for all. It stays whatever is taken back, and has names
//! that are the same on every path.

use crate::hash::key_of;
use crate::heap::{Heap, Packing, Ref};
use crate::machine::{Exit, Machine, Outcome};
use crate::thread::ThreadId;
use raddle_program::class::{LoaderId, MethodId};
use raddle_program::classfile::descriptor;

/// Where a stay outside of the program's time began.
pub(crate) struct OutsideFrame {
    pub thread: ThreadId,
    pub frames: usize,
    allocated: u64,
    first: u64,
}

impl Machine {
    /// What follows, until `end_outside`, is no part of the program's doings, and stays whatever is taken back: linking, and initialising the class library.
    /// `key` names it, the same on every path.
    pub(crate) fn begin_outside(&mut self, key: u64) {
        let first = 1 << 63 | (key & 0x7ff_ffff_ffff) << 20;
        let (thread, frames, allocated) = (self.current, self.thread().frames.len(), self.thread().allocated);
        if self.watch.outside.is_empty() {
            self.heap.begin_outside();
            (self.files.for_good, self.native_memory.for_good) = (true, true);
        }
        self.watch.outside.push(OutsideFrame { thread, frames, allocated, first });
        self.thread_mut().allocated = 0;
    }

    /// Ends the innermost stay outside of the program's time.
    pub(crate) fn end_outside(&mut self) {
        if let Some(frame) = self.watch.outside.pop() {
            self.threads[frame.thread.index()].allocated = frame.allocated;
            if self.watch.outside.is_empty() {
                self.heap.end_outside();
                (self.files.for_good, self.native_memory.for_good) = (false, false);
            }
        }
    }

    /// Does something outside of the program's time; what it pushes is outside too.
    pub(crate) fn outside<T>(&mut self, key: u64, work: impl FnOnce(&mut Machine) -> Outcome<T>) -> Outcome<T> {
        if !self.watch.on {
            return work(self);
        }
        self.begin_outside(key);
        let outcome = work(self);
        if !matches!(outcome, Err(Exit::Pushed)) {
            self.end_outside();
        }
        outcome
    }

    /// What is being done outside of the program's time goes by this, the same on every path.
    pub(crate) fn outside_key(&self) -> Option<u64> {
        self.watch.outside.last().map(|frame| frame.first)
    }

    /// The name of the next object the current thread allocates.
    #[inline]
    pub(crate) fn next_name(&mut self) -> u64 {
        let Some(thread) = self.threads.get_mut(self.current.index()) else { return 0 };
        thread.allocated += 1;
        match self.watch.outside.last() {
            None => (thread.id.0 as u64 + 1) << 44 | thread.allocated,
            Some(outside) => outside.first | thread.allocated & 0xf_ffff,
        }
    }

    /// Whether an object was made since the search began, so that it may be taken back.
    pub(crate) fn is_of_search(&self, object: Ref) -> bool {
        self.watch.on && !object.is_null() && object.0 >= self.watch.base_end && !Heap::is_permanent(object.0)
    }

    /// A key of what a method that makes something for good is asked for, whoever asks first: the classes and names among its arguments. `None` if a
    /// class loader is among them that may be taken back.
    pub(crate) fn key_of_arguments(&mut self, method: MethodId, base: usize) -> Option<u64> {
        let mut key = self.method_key(method);
        for slot in self.reference_arguments(method) {
            let argument = Ref::from_slot(self.thread().stack[base + slot]);
            key = key.rotate_left(7) ^ self.key_of_argument(argument)?;
        }
        Some(key)
    }

    /// Which of a method's arguments are references, the receiver included.
    fn reference_arguments(&self, method: MethodId) -> Vec<usize> {
        let entry = self.program.method(method);
        let receiver = !entry.is_static() as usize;
        let mut slots: Vec<usize> = (0..receiver).collect();
        let parsed = descriptor::parse_method(self.program.symbols.text(entry.descriptor));
        let mut slot = receiver;
        for parameter in parsed.iter().flat_map(|parsed| &parsed.parameters) {
            if parameter.starts_with(['L', '[']) {
                slots.push(slot);
            }
            slot += descriptor::slots(parameter) as usize;
        }
        slots
    }

    fn key_of_argument(&mut self, argument: Ref) -> Option<u64> {
        if argument.is_null() {
            return Some(0);
        }
        let class = self.heap.class(argument);
        if class == self.known.class {
            let named = self.class_of_mirror(argument);
            return Some(self.class_key(named));
        }
        if class == self.known.string {
            return Some(key_of(&self.string(argument)));
        }
        if self.packing(argument) == Packing::References {
            let elements = (0..self.heap.length(argument)).map(|index| Ref(self.heap.int(argument, index)));
            let elements = elements.collect::<Vec<_>>();
            return elements
                .into_iter()
                .try_fold(1, |key: u64, element| Some(key.rotate_left(11) ^ self.key_of_argument(element)?));
        }
        let is_loader = self
            .program
            .loaded(LoaderId::BOOT, "java/lang/ClassLoader")
            .is_some_and(|loader| self.program.is_subclass(class, loader));
        match is_loader {
            true if self.is_of_search(argument) => None,
            true => Some(self.heap.name(argument)),
            false => Some(0),
        }
    }
}

//! `jdk.internal.misc.Unsafe`: memory by object and offset.
//!
//! An offset counts bytes from the object's first word. Fields are a word each, so an access to a field reads or writes the whole word; elements of
//! arrays are packed. A null object means memory outside the heap.

use super::{Call, IntoSlot, Table, done, nothing};
use crate::event::Action;
use crate::heap::{Packing, Ref};
use crate::machine::{Exit, Machine, Outcome};
use crate::watch::Run;
use raddle_program::class::{HEADER_WORDS, Shape};

macro_rules! accessors {
    ($($get:literal $put:literal $ty:literal $size:literal $read:expr, $arg:literal);* $(;)?) => { &[$(
        (concat!("get", $get, "(Ljava/lang/Object;J)", $ty), |call| read(call, $size, $read, true)),
        (concat!("get", $get, "Volatile(Ljava/lang/Object;J)", $ty), |call| read(call, $size, $read, false)),
        (concat!("put", $put, "(Ljava/lang/Object;J", $ty, ")V"), |call| write(call, $size, true)),
        (concat!("put", $put, "Volatile(Ljava/lang/Object;J", $ty, ")V"), |call| write(call, $size, false)),
        (concat!("=compareAndSet", $get, "(Ljava/lang/Object;J", $ty, $ty, ")Z"), |call| compare_and_set(call, $size, $arg)),
        (concat!("=weakCompareAndSet", $get, "(Ljava/lang/Object;J", $ty, $ty, ")Z"), |call| compare_and_set(call, $size, $arg)),
        (concat!("=compareAndExchange", $get, "(Ljava/lang/Object;J", $ty, $ty, ")", $ty), |call| compare_and_exchange(call, $size, $arg, $read)),
        (concat!("=getAndSet", $get, "(Ljava/lang/Object;J", $ty, ")", $ty), |call| get_and_set(call, $size, $read)),
    )*] };
}

const REFERENCE: usize = 0;

fn sign8(value: u64) -> u64 {
    (value as i8).into_slot()
}
fn sign16(value: u64) -> u64 {
    (value as i16).into_slot()
}
fn same(value: u64) -> u64 {
    value
}

static ACCESSORS: &[(&str, super::NativeFn)] = accessors! {
    "Boolean" "Boolean" "Z" 1 same, 1;
    "Byte" "Byte" "B" 1 sign8, 1;
    "Short" "Short" "S" 2 sign16, 1;
    "Char" "Char" "C" 2 same, 1;
    "Int" "Int" "I" 4 same, 1;
    "Long" "Long" "J" 8 same, 2;
    "Float" "Float" "F" 4 same, 1;
    "Double" "Double" "D" 8 same, 2;
    "Reference" "Reference" "Ljava/lang/Object;" 0 same, 1;
};

pub(super) static ACCESS: Table = Table { class: "jdk/internal/misc/Unsafe", methods: ACCESSORS };

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/misc/Unsafe",
    methods: &[
        ("=getAndAddInt(Ljava/lang/Object;JI)I", |call| get_and_add(call, 4)),
        ("=getAndAddLong(Ljava/lang/Object;JJ)J", |call| get_and_add(call, 8)),
        ("fullFence()V", nothing),
        ("loadFence()V", nothing),
        ("storeFence()V", nothing),
        ("arrayBaseOffset0(Ljava/lang/Class;)I", array_base_offset),
        ("arrayIndexScale0(Ljava/lang/Class;)I", array_index_scale),
        ("objectFieldOffset0(Ljava/lang/reflect/Field;)J", object_field_offset),
        ("objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J", object_field_offset_by_name),
        ("staticFieldOffset0(Ljava/lang/reflect/Field;)J", static_field_offset),
        ("staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;", static_field_base),
        ("shouldBeInitialized0(Ljava/lang/Class;)Z", should_be_initialized),
        ("ensureClassInitialized0(Ljava/lang/Class;)V", ensure_class_initialized),
        ("allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;", allocate_instance),
        ("allocateMemory0(J)J", allocate_memory),
        ("reallocateMemory0(JJ)J", reallocate_memory),
        ("freeMemory0(J)V", free_memory),
        ("setMemory0(Ljava/lang/Object;JJB)V", set_memory),
        ("copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V", copy_memory),
        ("copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V", copy_swap_memory),
        ("throwException(Ljava/lang/Throwable;)V", throw_exception),
        ("park(ZJ)V", park),
        ("unpark(Ljava/lang/Object;)V", unpark),
        ("getLoadAverage0([DI)I", |_| done(-1)),
        ("writeback0(J)V", nothing),
        ("writebackPreSync0()V", nothing),
        ("writebackPostSync0()V", nothing),
    ],
};

fn wild(call: &Call, object: Ref, offset: i64) -> Exit {
    Exit::Fatal(format!(
        "Unsafe access outside of any memory: object {}, offset {offset:#x}\n{}",
        object.0,
        call.describe_stack()
    ))
}

impl Machine {
    /// How an object holds its fields or elements, and how many words it has.
    #[inline]
    fn extent(&self, object: Ref) -> (Packing, usize) {
        let class = self.heap.class(object);
        if self.heap.marks(object) & crate::heap::mark::STATICS != 0 {
            return (Packing::Fields, (HEADER_WORDS + self.program.class(class).static_words) as usize);
        }
        let layout = self.layouts[class.index()];
        match layout.packing {
            Packing::Fields => (Packing::Fields, layout.words as usize),
            packing => (packing, packing.array_words(self.heap.length(object))),
        }
    }

    /// Whether bytes at an offset are fields or elements of an object, up to the end of its last word.
    fn holds_bytes(&self, object: Ref, offset: i64, bytes: usize) -> bool {
        are_within(self.extent(object).1, offset, bytes)
    }

    /// The word or element an offset names.
    fn place_of(&self, object: Ref, offset: i64) -> u32 {
        place_in(self.extent(object).0, offset)
    }
}

/// Whether bytes at an offset are behind the header of an object of so many words.
#[inline]
fn are_within(words: usize, offset: i64, bytes: usize) -> bool {
    offset >= HEADER_WORDS as i64 * 8 && (offset as usize).checked_add(bytes).is_some_and(|end| end <= words * 8)
}

/// The word or element an offset names, in an object that holds them so.
#[inline]
fn place_in(packing: Packing, offset: i64) -> u32 {
    match packing {
        Packing::Fields => (offset as u64 / 8) as u32,
        packing => ((offset - HEADER_WORDS as i64 * 8) >> packing.shift()) as u32,
    }
}

/// What an access is about: `size` bytes at an offset, 0 standing for a reference.
#[derive(Clone, Copy)]
struct Target {
    object: Ref,
    offset: i64,
    size: usize,
    spot: Spot,
}

/// Where that is.
#[derive(Clone, Copy)]
enum Spot {
    /// Outside the heap.
    Memory,
    /// A word of an object.
    Word(u32),
    /// Bytes of the word or element of this number.
    Bytes(u32),
}

impl Target {
    #[inline]
    fn bytes(&self) -> usize {
        if self.size == REFERENCE { 4 } else { self.size }
    }
}

/// What the call's object and offset name. A watched thread stops before an access to it that others can notice.
#[inline]
fn access(call: &mut Call, size: usize, action: Action, plain: bool) -> Outcome<Target> {
    let (object, offset) = (call.reference(1), call.long(2));
    let mut target = Target { object, offset, size, spot: Spot::Memory };
    let stops = if object.is_null() {
        call.watch.on && call.stop_before_memory(action, offset as u64, size, plain)
    } else {
        let (packing, words) = call.extent(object);
        if !are_within(words, offset, target.bytes()) {
            return Err(wild(call, object, offset));
        }
        let place = place_in(packing, offset);
        let is_word = packing == Packing::Fields && offset % 8 == 0;
        target.spot = if is_word { Spot::Word(place) } else { Spot::Bytes(place) };
        call.watch.on && call.stop_before_shared(object, place, action, plain)
    };
    if stops { Err(Exit::Visible) } else { Ok(target) }
}

/// Reads what is there.
#[inline]
fn load(call: &mut Call, target: &Target) -> Outcome {
    let &Target { object, offset, .. } = target;
    let bytes = target.bytes();
    let raw = match target.spot {
        Spot::Word(slot) => {
            let word = call.heap.slot(object, slot);
            return Ok(if bytes == 8 { word } else { word & ((1 << (bytes * 8)) - 1) });
        }
        Spot::Memory => call.native_memory.bytes(offset as u64, bytes),
        Spot::Bytes(_) => call.heap.raw(object, offset as usize, bytes),
    };
    raw.map(little_endian).ok_or_else(|| wild(call, object, offset))
}

#[inline]
fn little_endian(raw: &[u8]) -> u64 {
    match *raw {
        // Elements of arrays of references.
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]) as u64,
        _ => raw.iter().rev().fold(0, |value, &byte| value << 8 | byte as u64),
    }
}

/// Writes there; a field's word is replaced as a whole.
#[inline]
fn store(call: &mut Call, target: &Target, value: u64) -> Outcome<()> {
    let &Target { object, offset, .. } = target;
    let bytes = target.bytes();
    let raw = match target.spot {
        Spot::Word(slot) => {
            call.heap.set_slot(object, slot, value);
            return Ok(());
        }
        Spot::Memory => call.machine.native_memory.bytes_mut(offset as u64, bytes),
        Spot::Bytes(_) => call.machine.heap.raw_mut(object, offset as usize, bytes),
    };
    let Some(raw) = raw else { return Err(wild(call, object, offset)) };
    raw.copy_from_slice(&value.to_le_bytes()[..bytes]);
    Ok(())
}

#[inline]
fn note(call: &mut Call, action: Action, target: &Target, value: u64) {
    match target.spot {
        Spot::Memory => call.note_memory(action, target.offset as u64, target.size),
        Spot::Word(place) | Spot::Bytes(place) => {
            call.note_access(action, target.object, place, value, target.size == REFERENCE)
        }
    }
}

fn read(call: &mut Call, size: usize, widen: fn(u64) -> u64, plain: bool) -> Outcome {
    let target = access(call, size, Action::Read, plain)?;
    let value = widen(load(call, &target)?);
    note(call, Action::Read, &target, value);
    Ok(value)
}

fn write(call: &mut Call, size: usize, plain: bool) -> Outcome {
    let target = access(call, size, Action::Write, plain)?;
    let value = call.slot(4);
    store(call, &target, value)?;
    note(call, Action::Write, &target, value);
    done(())
}

/// Exchanges if the content is as expected; gives what was there, and whether it was exchanged.
fn exchange(call: &mut Call, size: usize, width: usize) -> Outcome<(u64, bool)> {
    let target = access(call, size, Action::Update, false)?;
    let mask = match size {
        8 => u64::MAX,
        REFERENCE => u32::MAX as u64,
        _ => (1 << (size * 8)) - 1,
    };
    let (expected, new) = (call.slot(4), call.slot(4 + width));
    let found = load(call, &target)?;
    let equal = found & mask == expected & mask;
    if equal {
        store(call, &target, new)?;
        note(call, Action::Update, &target, new);
    } else {
        note(call, Action::Read, &target, found);
    }
    Ok((found, equal))
}

fn compare_and_set(call: &mut Call, size: usize, width: usize) -> Outcome {
    done(exchange(call, size, width)?.1)
}

fn compare_and_exchange(call: &mut Call, size: usize, width: usize, widen: fn(u64) -> u64) -> Outcome {
    Ok(widen(exchange(call, size, width)?.0))
}

fn get_and_set(call: &mut Call, size: usize, widen: fn(u64) -> u64) -> Outcome {
    let target = access(call, size, Action::Update, false)?;
    let value = call.slot(4);
    let found = load(call, &target)?;
    store(call, &target, value)?;
    note(call, Action::Update, &target, value);
    Ok(widen(found))
}

fn get_and_add(call: &mut Call, size: usize) -> Outcome {
    let target = access(call, size, Action::Update, false)?;
    let found = load(call, &target)?;
    let sum = found.wrapping_add(call.slot(4));
    let sum = if size == 4 { sum as u32 as u64 } else { sum };
    store(call, &target, sum)?;
    note(call, Action::Update, &target, sum);
    Ok(found)
}

fn array_base_offset(_: &mut Call) -> Outcome {
    done(HEADER_WORDS as i32 * 8)
}

fn array_index_scale(call: &mut Call) -> Outcome {
    let mirror = call.object(1)?;
    let class = call.class_of_mirror(mirror);
    done(1i32 << call.layouts[class.index()].packing.shift())
}

/// The field a `java.lang.reflect.Field` argument stands for.
pub(super) fn field_of(call: &mut Call, index: usize) -> Outcome<raddle_program::class::FieldId> {
    let object = call.object(index)?;
    let mirror = call.reference_field(object, "clazz");
    let slot = call.field(object, "slot") as usize;
    let class = call.class_of_mirror(mirror);
    Ok(call.program.class(class).fields[slot])
}

pub(super) fn offset_of(call: &Call, field: raddle_program::class::FieldId) -> i64 {
    let field = call.program.field(field);
    let base = if field.is_static() { HEADER_WORDS } else { 0 };
    (base + field.slot) as i64 * 8
}

fn object_field_offset(call: &mut Call) -> Outcome {
    let field = field_of(call, 1)?;
    check_static(call, field, false)?;
    done(offset_of(call, field))
}

fn static_field_offset(call: &mut Call) -> Outcome {
    let field = field_of(call, 1)?;
    check_static(call, field, true)?;
    done(offset_of(call, field))
}

fn check_static(call: &mut Call, field: raddle_program::class::FieldId, is_static: bool) -> Outcome<()> {
    if call.program.field(field).is_static() == is_static {
        return Ok(());
    }
    Err(call.plain_error("java/lang/IllegalArgumentException"))
}

fn object_field_offset_by_name(call: &mut Call) -> Outcome {
    let mirror = call.object(1)?;
    let name = call.text(2)?;
    let class = call.class_of_mirror(mirror);
    match call.program.own_field_named(class, &name) {
        Some(field) => done(offset_of(call, field)),
        None => Err(call.error("java/lang/InternalError", &name)),
    }
}

fn static_field_base(call: &mut Call) -> Outcome {
    let field = field_of(call, 1)?;
    let class = call.program.field(field).class;
    done(call.static_object(class))
}

fn should_be_initialized(call: &mut Call) -> Outcome {
    let mirror = call.object(1)?;
    let class = call.class_of_mirror(mirror);
    done(call.init[class.index()] != crate::classes::Init::Done)
}

fn ensure_class_initialized(call: &mut Call) -> Outcome {
    let mirror = call.object(1)?;
    let class = call.class_of_mirror(mirror);
    call.initialize(class)?;
    done(())
}

fn allocate_instance(call: &mut Call) -> Outcome {
    let mirror = call.object(1)?;
    let class = call.class_of_mirror(mirror);
    let entry = call.program.class(class);
    if entry.shape != Shape::Instance || entry.access & (raddle_program::class::access::ABSTRACT) != 0 {
        let name = call.program.java_name(class);
        return Err(call.error("java/lang/InstantiationException", &name));
    }
    call.initialize(class)?;
    done(call.new_object(class)?)
}

fn allocate_memory(call: &mut Call) -> Outcome {
    let (owner, size) = (call.current, call.long(1) as usize);
    // The JDK makes an OutOfMemoryError of 0.
    done(call.native_memory.allocate(owner, size).unwrap_or(0) as i64)
}

fn reallocate_memory(call: &mut Call) -> Outcome {
    let (owner, address, size) = (call.current, call.long(1) as u64, call.long(3) as usize);
    done(call.native_memory.reallocate(owner, address, size).unwrap_or(0) as i64)
}

fn free_memory(call: &mut Call) -> Outcome {
    let address = call.long(1) as u64;
    call.native_memory.free(address);
    done(())
}

/// A run of bytes as the watch knows it.
fn run_of(call: &Call, object: Ref, offset: i64, size: usize) -> Run {
    if object.is_null() {
        return Run::Memory { address: offset as u64, size };
    }
    let start = call.place_of(object, offset);
    let end = call.place_of(object, offset + size as i64 - 1) + 1;
    Run::Elements { object, start, count: end - start }
}

/// A run of bytes in or outside of the heap.
fn span(call: &Call, object: Ref, offset: i64, size: usize) -> Outcome<Vec<u8>> {
    let bytes = if object.is_null() {
        call.native_memory.bytes(offset as u64, size)
    } else if call.holds_bytes(object, offset, size) {
        call.heap.raw(object, offset as usize, size)
    } else {
        None
    };
    bytes.map(<[u8]>::to_vec).ok_or_else(|| wild(call, object, offset))
}

/// Changes a run of bytes in or outside of the heap.
fn change_span(call: &mut Call, object: Ref, offset: i64, size: usize, change: impl FnOnce(&mut [u8])) -> Outcome<()> {
    let machine = &mut *call.machine;
    let target = if object.is_null() {
        machine.native_memory.bytes_mut(offset as u64, size)
    } else if machine.holds_bytes(object, offset, size) {
        machine.heap.raw_mut(object, offset as usize, size)
    } else {
        None
    };
    match target {
        Some(target) => {
            change(target);
            Ok(())
        }
        None => Err(wild(call, object, offset)),
    }
}

fn put_span(call: &mut Call, object: Ref, offset: i64, bytes: &[u8]) -> Outcome<()> {
    change_span(call, object, offset, bytes.len(), |target| target.copy_from_slice(bytes))
}

fn set_memory(call: &mut Call) -> Outcome {
    let (object, offset, size, value) = (call.reference(1), call.long(2), call.long(4) as usize, call.int(6) as u8);
    if size > 0 {
        let run = run_of(call, object, offset, size);
        call.transfer(None, Some(run))?;
        change_span(call, object, offset, size, |target| target.fill(value))?;
    }
    done(())
}

/// Stops before bytes are copied, where others can notice that, and notes it.
fn watch_copy(call: &mut Call, from: (Ref, i64), to: (Ref, i64), size: usize) -> Outcome<()> {
    let (from, to) = (run_of(call, from.0, from.1, size), run_of(call, to.0, to.1, size));
    call.transfer(Some(from), Some(to))
}

fn copy_memory(call: &mut Call) -> Outcome {
    let (from, at) = (call.reference(1), call.long(2));
    let (to, target, size) = (call.reference(4), call.long(5), call.long(7) as usize);
    if size > 0 {
        watch_copy(call, (from, at), (to, target), size)?;
        let bytes = span(call, from, at, size)?;
        put_span(call, to, target, &bytes)?;
    }
    done(())
}

fn copy_swap_memory(call: &mut Call) -> Outcome {
    let (from, at) = (call.reference(1), call.long(2));
    let (to, target, size, unit) = (call.reference(4), call.long(5), call.long(7) as usize, call.long(9) as usize);
    if size == 0 {
        return done(());
    }
    watch_copy(call, (from, at), (to, target), size)?;
    let mut bytes = span(call, from, at, size)?;
    for element in bytes.chunks_exact_mut(unit.max(1)) {
        element.reverse();
    }
    put_span(call, to, target, &bytes)?;
    done(())
}

fn throw_exception(call: &mut Call) -> Outcome {
    let exception = call.object(1)?;
    Err(Exit::Throw(exception))
}

fn park(call: &mut Call) -> Outcome {
    let (absolute, time) = (call.boolean(1), call.long(2));
    let deadline = if absolute {
        let now = call.clock.millis();
        let wait = (time.saturating_sub(now).max(0) as u64).saturating_mul(1_000_000);
        Some(call.clock.now().saturating_add(wait))
    } else {
        (time > 0).then(|| call.clock.now().saturating_add(time as u64))
    };
    if !absolute && time < 0 {
        return done(());
    }
    call.park(deadline)?;
    done(())
}

fn unpark(call: &mut Call) -> Outcome {
    let thread = call.reference(1);
    if thread.is_null() || !call.program.is_subclass(call.heap.class(thread), call.known.thread) {
        return done(());
    }
    if call.stop_before_unstarted(thread) {
        return Err(Exit::Visible);
    }
    if let Some(id) = call.thread_of(thread) {
        call.unpark(id);
    }
    done(())
}

//! `java.lang.System`.

use super::{Call, Table, done};
use crate::heap::{Packing, Ref};
use crate::machine::{Exit, Outcome};

pub(super) static TABLE: Table = Table {
    class: "java/lang/System",
    methods: &[
        ("arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy),
        ("identityHashCode(Ljava/lang/Object;)I", identity_hash_code),
        ("nanoTime()J", nano_time),
        ("currentTimeMillis()J", current_time_millis),
        ("setIn0(Ljava/io/InputStream;)V", |call| set_stream(call, "in")),
        ("setOut0(Ljava/io/PrintStream;)V", |call| set_stream(call, "out")),
        ("setErr0(Ljava/io/PrintStream;)V", |call| set_stream(call, "err")),
        ("mapLibraryName(Ljava/lang/String;)Ljava/lang/String;", map_library_name),
    ],
};

fn arraycopy(call: &mut Call) -> Outcome {
    let (from, to) = (call.object(0)?, call.object(2)?);
    let (start, target, count) = (call.int(1), call.int(3), call.int(4));
    let (packing, target_packing) = (call.packing(from), call.packing(to));
    let mismatch = |call: &mut Call| {
        let (a, b) = (call.heap.class(from), call.heap.class(to));
        let (a, b) = (call.describe_for_copy(a), call.describe_for_copy(b));
        let message = if packing == Packing::Fields {
            format!("arraycopy: source type {a} is not an array")
        } else if target_packing == Packing::Fields {
            format!("arraycopy: destination type {b} is not an array")
        } else {
            format!("arraycopy: type mismatch: can not copy {a} into {b}")
        };
        Err(call.error("java/lang/ArrayStoreException", &message))
    };
    if packing == Packing::Fields || target_packing == Packing::Fields {
        return mismatch(call);
    }
    let references = packing == Packing::References && target_packing == Packing::References;
    if !references && call.heap.class(from) != call.heap.class(to) {
        return mismatch(call);
    }
    check_range(call, from, to, start, target, count)?;
    if call.watch.on && call.stop_before_copy(from, start as u32, to, target as u32, count as u32) {
        return Err(Exit::Visible);
    }
    if references && !copies_freely(call, from, to) {
        return copy_checked(call, from, start, to, target, count);
    }
    call.heap.copy_elements(packing, from, start as u32, to, target as u32, count as u32);
    if call.watch.on {
        call.note_copy(from, start as u32, to, target as u32, count as u32);
    }
    done(())
}

fn check_range(call: &mut Call, from: Ref, to: Ref, start: i32, target: i32, count: i32) -> Outcome<()> {
    let (from_length, to_length) = (call.heap.length(from) as i64, call.heap.length(to) as i64);
    let (from_class, to_class) = (call.heap.class(from), call.heap.class(to));
    let kind = |call: &Call, class, length: i64| match call.packing(if class == from_class { from } else { to }) {
        Packing::References => format!("object array[{length}]"),
        _ => format!("{}[{length}]", call.program.external_name(class).trim_end_matches("[]")),
    };
    let message = if start < 0 {
        format!("arraycopy: source index {start} out of bounds for {}", kind(call, from_class, from_length))
    } else if target < 0 {
        format!("arraycopy: destination index {target} out of bounds for {}", kind(call, to_class, to_length))
    } else if count < 0 {
        format!("arraycopy: length {count} is negative")
    } else if start as i64 + count as i64 > from_length {
        format!(
            "arraycopy: last source index {} out of bounds for {}",
            start as u32 as u64 + count as u64,
            kind(call, from_class, from_length)
        )
    } else if target as i64 + count as i64 > to_length {
        format!(
            "arraycopy: last destination index {} out of bounds for {}",
            target as u32 as u64 + count as u64,
            kind(call, to_class, to_length)
        )
    } else {
        return Ok(());
    };
    Err(call.error("java/lang/ArrayIndexOutOfBoundsException", &message))
}

/// Whether every element of one array may stand in the other.
fn copies_freely(call: &Call, from: Ref, to: Ref) -> bool {
    call.program.is_subclass(call.heap.class(from), call.heap.class(to))
}

/// Element by element, up to the first that does not fit (System.arraycopy's contract).
fn copy_checked(call: &mut Call, from: Ref, start: i32, to: Ref, target: i32, count: i32) -> Outcome {
    let (mut copied, mut fits) = (0, true);
    while fits && copied < count as u32 {
        let element = Ref(call.heap.int(from, start as u32 + copied));
        fits = element.is_null() || call.may_store(to, element);
        if fits {
            call.heap.set_int(to, target as u32 + copied, element.0);
            copied += 1;
        }
    }
    if call.watch.on {
        call.note_copy(from, start as u32, to, target as u32, copied);
    }
    if fits {
        return done(());
    }
    let wanted = call.program.external_name(call.heap.class(to));
    let message = format!(
        "arraycopy: element type mismatch: can not cast one of the elements of {} to the type of the destination array, {}",
        call.program.external_name(call.heap.class(from)),
        wanted.strip_suffix("[]").unwrap_or(&wanted)
    );
    Err(call.error("java/lang/ArrayStoreException", &message))
}

fn identity_hash_code(call: &mut Call) -> Outcome {
    let object = call.reference(0);
    done(call.identity_hash(object))
}

fn nano_time(call: &mut Call) -> Outcome {
    call.look_at_clock();
    done(call.clock.nano_time())
}

fn current_time_millis(call: &mut Call) -> Outcome {
    call.look_at_clock();
    done(call.clock.millis())
}

fn set_stream(call: &mut Call, field: &str) -> Outcome {
    let class = call.load_boot("java/lang/System")?;
    let stream = call.reference(0);
    if let Some(word) = call.static_word(class, field) {
        call.heap.set_word(word, stream.0 as u64);
    }
    done(())
}

fn map_library_name(call: &mut Call) -> Outcome {
    let name = call.text(0)?;
    done(call.new_string(&format!("lib{name}.so"))?)
}

impl crate::machine::Machine {
    /// A type as arraycopy's messages have it.
    fn describe_for_copy(&self, class: raddle_program::class::ClassId) -> String {
        use raddle_program::class::Shape;
        match self.program.class(class).shape {
            Shape::Array(element) if self.program.class(element).is_primitive() => self.program.external_name(class),
            Shape::Array(_) => "object array[]".to_string(),
            _ => self.program.java_name(class),
        }
    }
}

//! `java.lang.StackStreamFactory` and the frames a `StackWalker` sees; also `SecurityManager.getClassContext`.
//!
//! A walk has no state in the machine: the walker's `anchor`, which only has to be other than zero for Java, counts the frames still to be seen, plus one.
//! Frames below the walk do not change while it lasts, so that is enough to find the place again.

use super::java_lang_invoke_methodhandlenatives::{member_flags, set_member};
use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use raddle_program::class::{ClassId, MethodId};

pub(super) static TABLE: Table =
    Table { class: "java/lang/StackStreamFactory", methods: &[("checkStackWalkModes()Z", |_| done(true))] };

pub(super) static WALKER: Table = Table {
    class: "java/lang/StackStreamFactory$AbstractStackWalker",
    methods: &[
        ("callStackWalk(JIII[Ljava/lang/Object;)Ljava/lang/Object;", |call| {
            let batch = Batch { mode: call.long(1), size: call.int(4), start: call.int(5), frames: call.reference(6) };
            call_walk(call, call.int(3), &batch, |batch, end| (batch.size, end))
        }),
        (
            "callStackWalk(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;",
            |call| {
                let batch = Batch {
                    mode: call.int(1) as i64,
                    size: call.int(5),
                    start: call.int(6),
                    frames: call.reference(7),
                };
                call_walk(call, call.int(2), &batch, |batch, end| (end - batch.start, end))
            },
        ),
        ("fetchStackFrames(JJII[Ljava/lang/Object;)I", |call| {
            let batch = Batch { mode: call.long(1), size: call.int(5), start: call.int(6), frames: call.reference(7) };
            fetch(call, call.long(3), &batch)
        }),
        ("fetchStackFrames(IJIII[Ljava/lang/Object;)I", |call| {
            let batch =
                Batch { mode: call.int(1) as i64, size: call.int(5), start: call.int(6), frames: call.reference(7) };
            let end = fetch(call, call.long(2), &batch)?;
            // Newer JDKs want to know how many, older ones up to where.
            done(end as i32 - batch.start)
        }),
        ("setContinuation(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V", nothing),
    ],
};

pub(super) static FRAME: Table =
    Table { class: "java/lang/StackFrameInfo", methods: &[("expandStackFrameInfo()V", expand)] };

pub(super) static ELEMENT: Table = Table {
    class: "java/lang/StackTraceElement",
    methods: &[("initStackTraceElement(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V", init_element)],
};

pub(super) static SECURITY_MANAGER: Table =
    Table { class: "java/lang/SecurityManager", methods: &[("getClassContext()[Ljava/lang/Class;", class_context)] };

/// Bits of a walk's mode.
const CLASSES_ONLY: i64 = 0x2;
const CALLER_CLASS: i64 = 0x4;
const SHOW_HIDDEN: i64 = 0x20;
const LIVE_FRAMES: i64 = 0x100;

/// A request for frames.
struct Batch {
    mode: i64,
    size: i32,
    start: i32,
    frames: Ref,
}

/// Begins a walk: past the walker's own frames, fills the first batch and has `doStackWalk` consume it; `told` says which count and end it is told.
fn call_walk(call: &mut Call, skip: i32, batch: &Batch, told: fn(&Batch, i32) -> (i32, i32)) -> Outcome {
    let walker = call.object(0)?;
    if batch.mode & LIVE_FRAMES != 0 {
        return Err(super::refused("a StackWalker with the JDK's internal live frames is not supported"));
    }
    let current = call.current;
    let frames: Vec<(MethodId, u16)> = call.java_frames(current).collect();
    let own = frames.iter().take_while(|&&(method, _)| is_of_walker(call, call.program.method(method).class)).count();
    let first = (own + skip.max(0) as usize).min(frames.len());
    let (end, seen) = fill(call, &frames[first..], batch)?;
    let remaining = frames.len() - first - seen;
    let class = call.heap.class(walker);
    let consume = call.find_method(class, "doStackWalk", "(JIIII)Ljava/lang/Object;");
    let consume = consume.ok_or_else(|| Exit::Fatal("the JDK's stack walker has no doStackWalk".into()))?;
    let int = |value: i32| value as u32 as u64;
    let (count, end) = told(batch, end);
    let arguments = [walker.0 as u64, remaining as u64 + 1, 0, int(skip), int(count), int(batch.start), int(end)];
    let (stub, base) = (call.stubs.invoke, call.base);
    call.push_reflective(stub, base, consume, Ref::NULL, &arguments)
}

fn fetch(call: &mut Call, anchor: i64, batch: &Batch) -> Outcome {
    let walker = call.object(0)?;
    let current = call.current;
    let frames: Vec<(MethodId, u16)> = call.java_frames(current).collect();
    let first = frames.len().saturating_sub((anchor - 1).max(0) as usize);
    let (end, seen) = fill(call, &frames[first..], batch)?;
    let remaining = frames.len() - first - seen;
    call.set_field(walker, "anchor", remaining as u64 + 1);
    done(end)
}

/// Whether a class is the walker's machinery rather than its caller's.
fn is_of_walker(call: &Call, class: ClassId) -> bool {
    const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";
    let parent = call.program.class(class).super_class.map(|parent| call.program.class_name(parent));
    matches!(call.program.class_name(class), "java/lang/StackWalker" | WALKER) || parent == Some(WALKER)
}

/// Fills the buffer's elements from `start` on; gives the index after the last, and how many frames were looked at.
fn fill(call: &mut Call, frames: &[(MethodId, u16)], batch: &Batch) -> Outcome<(i32, usize)> {
    let capacity = call.heap.length(batch.frames) as i32;
    let mut index = batch.start;
    let mut seen = 0;
    for &(method, bytecode) in frames {
        if index - batch.start >= batch.size || index >= capacity {
            break;
        }
        seen += 1;
        if batch.mode & SHOW_HIDDEN == 0 && call.is_hidden_frame(method) {
            continue;
        }
        if batch.mode & CALLER_CLASS != 0 && index == batch.start && call.program.method(method).marks.caller_sensitive
        {
            let message = format!(
                "StackWalker::getCallerClass called from @CallerSensitive '{}' method",
                call.program.describe_method(method)
            );
            return Err(call.error("java/lang/UnsupportedOperationException", &message));
        }
        fill_frame(call, method, bytecode, batch, index as u32)?;
        index += 1;
    }
    Ok((index, seen))
}

fn fill_frame(call: &mut Call, method: MethodId, bytecode: u16, batch: &Batch, index: u32) -> Outcome<()> {
    let frame = Ref(call.heap.int(batch.frames, index));
    let class = call.program.method(method).class;
    let class = call.mirror(class);
    // Older JDKs take the class itself.
    if batch.mode & CLASSES_ONLY != 0 && call.program.class_name(call.heap.class(batch.frames)) == "[Ljava/lang/Class;"
    {
        call.heap.set_int(batch.frames, index, class.0);
        return Ok(());
    }
    if frame.is_null() {
        return Err(Exit::Fatal("a stack walker's buffer has no frame to fill".into()));
    }
    let kind = call.heap.class(frame);
    if call.has_field(kind, "memberName") {
        let member = call.reference_field(frame, "memberName");
        set_member(call, member, method)?;
        call.set_field(frame, "bci", bytecode as u64);
        return Ok(());
    }
    let hidden = if call.is_hidden_frame(method) { 0x0040_0000 } else { 0 };
    let flags = call.field(frame, "flags") & !0x00ff_ffff | (member_flags(call, method) as u64 & 0x00ff_ffff | hidden);
    call.set_field(frame, "flags", flags);
    if batch.mode & CLASSES_ONLY != 0 {
        call.set_field(frame, "classOrMemberName", class.0 as u64);
        return Ok(());
    }
    let resolved = call.resolved_method_name(method)?;
    call.set_field(frame, "classOrMemberName", resolved.0 as u64);
    call.set_field(frame, "bci", bytecode as u64);
    Ok(())
}

/// The method a `StackFrameInfo` is of.
fn method_of_frame(call: &mut Call, frame: Ref) -> Outcome<MethodId> {
    let kind = call.heap.class(frame);
    if call.has_field(kind, "memberName") {
        let member = call.reference_field(frame, "memberName");
        return call.method_of_member(member);
    }
    let resolved = call.reference_field(frame, "classOrMemberName");
    call.method_of_resolved(resolved)
}

/// Gives a frame its method's name and descriptor.
fn expand(call: &mut Call) -> Outcome {
    let frame = call.object(0)?;
    let method = method_of_frame(call, frame)?;
    let entry = call.program.method(method);
    let (name, descriptor) = (call.program.symbols.text(entry.name), call.program.symbols.text(entry.descriptor));
    let (name, descriptor) = (call.literal_text(name), call.literal_text(descriptor));
    call.set_field(frame, "name", name.0 as u64);
    call.set_field(frame, "type", descriptor.0 as u64);
    done(())
}

fn init_element(call: &mut Call) -> Outcome {
    let (element, frame) = (call.object(0)?, call.object(1)?);
    let method = method_of_frame(call, frame)?;
    let bytecode = call.field(frame, "bci") as u16;
    call.fill_element(element, method, bytecode)?;
    done(())
}

/// The classes of the methods the current thread is in, the innermost first.
fn class_context(call: &mut Call) -> Outcome {
    let current = call.current;
    let classes: Vec<ClassId> = call
        .java_frames(current)
        .skip(1)
        .map(|(method, _)| method)
        .filter(|&method| {
            !call.program.method(method).is_native()
                && !super::jdk_internal_reflect_reflection::is_between(call, method)
        })
        .map(|method| call.program.method(method).class)
        .collect();
    done(call.mirrors_of(&classes)?)
}

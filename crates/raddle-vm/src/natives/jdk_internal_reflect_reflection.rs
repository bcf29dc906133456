//! `jdk.internal.reflect.Reflection`.

use super::java_lang_class::class_argument;
use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use raddle_program::class::{ClassId, LoaderId, MethodId};

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/reflect/Reflection",
    methods: &[
        ("getCallerClass()Ljava/lang/Class;", get_caller_class),
        ("getClassAccessFlags(Ljava/lang/Class;)I", get_class_access_flags),
        ("areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z", are_nest_mates),
    ],
};

/// The class that called the method that asks. What reflection and method handles put between does not count (HotSpot's
/// Method::is_ignored_by_security_stack_walk).
fn get_caller_class(call: &mut Call) -> Outcome {
    let current = call.current;
    // The native itself, then the method that asks.
    let caller = call.java_frames(current).skip(2).map(|(method, _)| method).find(|&method| !is_between(call, method));
    match caller {
        Some(method) => {
            let class = call.program.method(method).class;
            done(call.mirror(class))
        }
        None => done(Ref::NULL),
    }
}

/// Whether a frame is reflection's or a method handle's.
pub(super) fn is_between(call: &Call, method: MethodId) -> bool {
    let entry = call.program.method(method);
    let class = call.program.class(entry.class);
    if class.loader != LoaderId::BOOT {
        return false;
    }
    let name = call.program.symbols.text(entry.name);
    let accessor = |&ancestor: &ClassId| call.program.class_name(ancestor) == "jdk/internal/reflect/MethodAccessorImpl";
    call.program.class_name(entry.class) == "java/lang/reflect/Method" && name == "invoke"
        || class.ancestors.iter().any(accessor)
        || entry.marks.hidden && call.program.class_name(entry.class).starts_with("java/lang/invoke/")
        || entry.marks.polymorphic
}

fn get_class_access_flags(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.program.class(class).access)
}

fn are_nest_mates(call: &mut Call) -> Outcome {
    let (a, b) = (class_argument(call, 0)?, class_argument(call, 1)?);
    done(call.load_nest_host(a)? == call.load_nest_host(b)?)
}

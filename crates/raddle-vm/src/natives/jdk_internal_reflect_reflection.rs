//! `jdk.internal.reflect.Reflection`.

use super::java_lang_class::class_argument;
use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/reflect/Reflection",
    methods: &[
        ("getCallerClass()Ljava/lang/Class;", get_caller_class),
        ("getClassAccessFlags(Ljava/lang/Class;)I", get_class_access_flags),
        ("areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z", are_nest_mates),
    ],
};

/// The class that called the method that asks: frames of reflection and hidden ones do not count.
fn get_caller_class(call: &mut Call) -> Outcome {
    let frames: Vec<_> = call.thread().frames.iter().rev().map(|frame| frame.method).collect();
    for &method in frames.iter().skip(1) {
        let entry = call.program.method(method);
        let class_name = call.program.class_name(entry.class);
        let name = call.program.symbols.text(entry.name);
        let reflective = class_name == "java/lang/reflect/Method" && name == "invoke"
            || class_name == "java/lang/reflect/Constructor" && name.starts_with("newInstance")
            || class_name.starts_with("jdk/internal/reflect/")
                && (name == "invoke" || name == "newInstance" || name == "invokeImpl")
            || class_name.starts_with("java/lang/invoke/LambdaForm");
        if reflective || entry.marks.hidden || entry.index.is_none() {
            continue;
        }
        let class = entry.class;
        return done(call.mirror(class));
    }
    done(Ref::NULL)
}

fn get_class_access_flags(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.program.class(class).access)
}

fn are_nest_mates(call: &mut Call) -> Outcome {
    let (a, b) = (class_argument(call, 0)?, class_argument(call, 1)?);
    done(
        call.program.nest_host_of(a) == call.program.nest_host_of(b)
            || call.program.may_access(a, b, raddle_program::class::access::PRIVATE),
    )
}

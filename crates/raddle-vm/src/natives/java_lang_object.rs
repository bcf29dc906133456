//! `java.lang.Object`.

use super::{Call, Table, done};
use crate::heap::Packing;
use crate::machine::{Exit, Outcome};

pub(super) static TABLE: Table = Table {
    class: "java/lang/Object",
    methods: &[
        ("getClass()Ljava/lang/Class;", get_class),
        ("hashCode()I", hash_code),
        ("clone()Ljava/lang/Object;", clone),
        ("notify()V", notify),
        ("notifyAll()V", notify_all),
        ("wait(J)V", wait),
        ("wait0(J)V", wait),
    ],
};

fn get_class(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let class = call.heap.class(object);
    done(call.mirror(class))
}

fn hash_code(call: &mut Call) -> Outcome {
    let object = call.reference(0);
    done(call.identity_hash(object))
}

fn clone(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let class = call.heap.class(object);
    let cloneable = call.load_boot("java/lang/Cloneable")?;
    if !call.program.is_subclass(class, cloneable) {
        let name = call.program.java_name(class);
        return Err(call.error("java/lang/CloneNotSupportedException", &name));
    }
    let layout = call.layouts[class.index()];
    let count = if layout.packing == Packing::Fields { layout.words } else { call.heap.length(object) };
    if call.watch.on && call.stop_before_clone(object, count) {
        return Err(Exit::Visible);
    }
    let (copy, words) = if layout.packing == Packing::Fields {
        (call.new_object(class)?, layout.words as usize)
    } else {
        let length = call.heap.length(object);
        (call.new_array(class, length)?, layout.packing.array_words(length))
    };
    call.heap.copy_body(object, copy, words);
    if call.watch.on {
        call.note_clone(object, count);
    }
    done(copy)
}

fn notify(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    call.notify_one(object)?;
    done(())
}

fn notify_all(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    call.notify_all(object)?;
    done(())
}

fn wait(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let millis = call.long(1);
    if millis < 0 {
        return Err(call.error("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let nanos = (millis != 0).then(|| (millis as u64).saturating_mul(1_000_000));
    call.wait(object, nanos)?;
    done(())
}

//! `raddle.Machine`, to which all of Raddle's own API comes down, JPF's `Verify`, and `java.util.Random` where its values are to be chosen. Only a search
//! replaces them; a plain run executes their bodies.

use super::{Call, NativeFn, done};
use crate::event::{Action, Location};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use crate::thread::Next;
use crate::watch::Incident;

/// Values a choice can have at most: more are no choice but a range, and are refused.
const MOST: i64 = 1 << 16;

/// What a search does instead of a method of these classes.
pub(crate) fn find(class: &str, method: &str, random: bool) -> Option<NativeFn> {
    Some(match (class, method) {
        ("raddle/Machine", "choose(I)I") => |call| {
            let count = call.int(0);
            choose(call, 0, count as i64 - 1)
        },
        ("raddle/Machine", "assume(Z)V") => |call| {
            let holds = call.boolean(0);
            assume(call, holds)
        },
        ("raddle/Machine", "always(ZLjava/lang/String;)V") => always,
        ("raddle/Machine" | "gov/nasa/jpf/vm/Verify", "beginAtomic()V") => begin_atomic,
        ("raddle/Machine" | "gov/nasa/jpf/vm/Verify", "endAtomic()V") => end_atomic,
        ("gov/nasa/jpf/vm/Verify", "getBoolean()Z" | "randomBool()Z") => |call| choose(call, 0, 1),
        ("gov/nasa/jpf/vm/Verify", "getBoolean(Z)Z") => |call| {
            let flip = !call.boolean(0);
            Ok(choose(call, 0, 1)? ^ flip as u64)
        },
        ("gov/nasa/jpf/vm/Verify", "getInt(II)I") => |call| {
            let (low, high) = (call.int(0), call.int(1));
            choose(call, low as i64, high as i64)
        },
        ("gov/nasa/jpf/vm/Verify", "random(I)I") => |call| {
            let high = call.int(0);
            choose(call, 0, high as i64)
        },
        ("gov/nasa/jpf/vm/Verify", "getIntFromList([I)I" | "getIntFromSet([I)I") => {
            |call| from_list(call, |call, array, index| call.heap.int(array, index) as u64)
        }
        ("gov/nasa/jpf/vm/Verify", "getLongFromList([J)J" | "getDoubleFromList([D)D") => {
            |call| from_list(call, |call, array, index| call.heap.long(array, index))
        }
        ("gov/nasa/jpf/vm/Verify", "ignoreIf(Z)V") => |call| {
            let holds = !call.boolean(0);
            assume(call, holds)
        },
        ("gov/nasa/jpf/vm/Verify", "boring(Z)V" | "interesting(Z)V") => super::nothing,
        ("gov/nasa/jpf/vm/Verify", "<clinit>()V" | "<init>()V") => return None,
        ("gov/nasa/jpf/vm/Verify", _) => |call| {
            let stack = call.describe_stack();
            Err(Exit::Fatal(format!("this method of gov.nasa.jpf.vm.Verify is not supported\n{stack}")))
        },
        ("java/util/Random", "nextBoolean()Z") if random => |call| choose(call, 0, 1),
        ("java/util/Random", "nextInt(I)I") if random => |call| {
            let bound = call.int(1);
            if bound <= 0 {
                return Err(call.error("java/lang/IllegalArgumentException", "bound must be positive"));
            }
            choose(call, 0, bound as i64 - 1)
        },
        _ => return None,
    })
}

/// A choice of one of the values from `low` to `high`.
fn choose(call: &mut Call, low: i64, high: i64) -> Outcome {
    if high < low || high - low >= MOST {
        let stack = call.describe_stack();
        return Err(Exit::Fatal(format!(
            "a choice from {low} to {high}: there must be between 1 and {MOST} values\n{stack}"
        )));
    }
    let count = (high - low + 1) as u32;
    if count == 1 {
        return done(low as i32);
    }
    if !call.watch.on {
        // From here on there is something to choose.
        return Err(Exit::Visible);
    }
    let location = Location::Thread(call.current);
    if call.stop_before_choice(location, Next::Choose(count)) {
        return Err(Exit::Visible);
    }
    let chosen = std::mem::take(&mut call.watch.alternative).min(count - 1);
    let value = low + chosen as i64;
    call.push_event(Action::Choose, location, value as u64, false, Ref::NULL);
    done(value as i32)
}

fn from_list(call: &mut Call, element: fn(&Call, Ref, u32) -> u64) -> Outcome {
    let array = call.object(0)?;
    let index = choose(call, 0, call.heap.length(array) as i64 - 1)?;
    Ok(element(call, array, index as u32))
}

fn assume(call: &mut Call, holds: bool) -> Outcome {
    if holds {
        return done(());
    }
    if !call.watch.on {
        return Err(Exit::Visible);
    }
    call.watch.incident = Some(Incident::Assumption);
    // Nothing after it counts, nor is done.
    Err(Exit::Block)
}

fn always(call: &mut Call) -> Outcome {
    if call.boolean(0) {
        return done(());
    }
    if !call.watch.on {
        return Err(Exit::Visible);
    }
    let message = call.reference(1);
    let message = if message.is_null() { String::new() } else { call.string(message) };
    if call.watch.incident.is_none() {
        let frames = call.java_frames(call.current).collect();
        call.watch.incident = Some(Incident::Property { message, frames });
    }
    done(())
}

fn begin_atomic(call: &mut Call) -> Outcome {
    if call.watch.on {
        // What came before is a step of its own, or the block would be one with it.
        let location = Location::Thread(call.current);
        if call.thread().atomic == 0 && call.watch.armed && call.stop_before_any(Action::Lock, location, Next::Free) {
            return Err(Exit::Visible);
        }
        call.watch.armed = true;
    }
    call.thread_mut().atomic += 1;
    done(())
}

fn end_atomic(call: &mut Call) -> Outcome {
    let thread = call.thread_mut();
    thread.atomic = thread.atomic.saturating_sub(1);
    done(())
}

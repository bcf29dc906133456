//! `java.lang.Shutdown`: the end of the program.

use super::{Call, Table, nothing};
use crate::machine::{Exit, Outcome};

pub(super) static TABLE: Table =
    Table { class: "java/lang/Shutdown", methods: &[("beforeHalt()V", nothing), ("halt0(I)V", halt)] };

fn halt(call: &mut Call) -> Outcome {
    Err(Exit::Halt(call.int(0)))
}

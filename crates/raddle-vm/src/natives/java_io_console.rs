//! `java.io.Console`: whether there is a terminal, and its echo.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use crate::posix;
use std::io::IsTerminal;

pub(super) static TABLE: Table = Table {
    class: "java/io/Console",
    methods: &[
        ("istty()Z", |_| done(std::io::stdin().is_terminal() && std::io::stdout().is_terminal())),
        ("ttyStatus()I", tty_status),
        ("encoding()Ljava/lang/String;", |_| done(Ref::NULL)),
        ("echo(Z)Z", echo),
    ],
};

pub(super) static JDK_CONSOLE: Table =
    Table { class: "jdk/internal/io/JdkConsoleImpl", methods: &[("echo(Z)Z", echo)] };

/// One bit each for standard input, output and error.
fn tty_status(_: &mut Call) -> Outcome {
    let input = std::io::stdin().is_terminal() as i32;
    let output = std::io::stdout().is_terminal() as i32;
    let error = std::io::stderr().is_terminal() as i32;
    done(input | output << 1 | error << 2)
}

fn echo(call: &mut Call) -> Outcome {
    let on = call.boolean(0);
    let was = posix::echo(on);
    done(call.io(was)?)
}

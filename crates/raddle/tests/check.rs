//! Checks every Java program under `tests/java/check` and compares the verdict with what the program's first lines say:
//!
//! ```java
//! // expect: ok                                       no error in all its states
//! // expect: error KIND, message ~ REGEX              an error of that kind; the message is optional
//! // expect: incomplete, reason ~ REGEX              the search ends early, for that reason
//! // warn: race | perhaps race                        whether a data race is warned of; without the line: none is
//! // args: 3 1                                        arguments of the program
//! // options: --timeouts idle                         options of the check
//! ```
//!
//! A check that ends with its first error may not have seen a race yet; hence `perhaps`. Every error must be reproduced by
//! `raddle replay` from its trace file.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod java_programs;

use std::process::ExitCode;
use std::sync::Arc;

use java_programs::expectation::Expectation;
use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};

fn main() -> ExitCode {
    run_all("tests/java/check", |bench, program| {
        let bench = Arc::clone(bench);
        vec![Trial::test(program.name.clone(), move || test(&bench, &program))]
    })
}

fn test(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let verdict = program.header("expect").ok_or("the program has no line `// expect: ...`")?;
    let expected = Expectation::read(verdict, program.header("warn"))?;
    expected.hold(bench, program, &program.name, program.words("options"), program.words("args"))
}

//! Checks both variants of every program under `benchmarks`, small enough to be checked to the end, and compares with what
//! its first lines say:
//!
//! ```java
//! // origin: 003 table 3.4                            where it comes from
//! // sizes: setters=10 checkers=1                     its arguments after the variant, with their defaults
//! // small: 2 1                                       the sizes it has here
//! // wrong: error KIND, message ~ REGEX               what is found in the wrong variant; the message is optional
//! // right: ok                                        what is found in the right one
//! // warn: perhaps race                               whether a race is warned of in the wrong one; in the right one never
//! ```
//!
//! The table in the README there has to say the same. Every error must be reproduced by `raddle replay`.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_BIN=FILE` tests another binary in raddle's place.

mod java_programs;

use std::iter;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::expectation::Expectation;
use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};

const README: &str = include_str!("../../../benchmarks/README.md");

fn main() -> ExitCode {
    run_all("benchmarks", |bench, program| {
        let variants = ["wrong", "right"].map(|variant| {
            let (bench, program) = (Arc::clone(bench), program.clone());
            Trial::test(format!("{} {variant}", program.name), move || test(&bench, &program, variant))
        });
        let told = Trial::test(format!("{} in the table", program.name), move || is_told(&program));
        variants.into_iter().chain([told]).collect()
    })
}

fn test(bench: &Bench, program: &Program, variant: &'static str) -> Result<(), Failed> {
    let verdict = header(program, variant)?;
    let warning = if variant == "wrong" { program.header("warn") } else { None };
    let arguments = iter::once(variant).chain(header(program, "small")?.split_whitespace());
    let name = format!("{}-{variant}", program.name);
    Expectation::read(verdict, warning)?.hold(bench, program, &name, iter::empty(), arguments)
}

/// Demands that the table tells the origin, the sizes and the lines, and that `main` has the same defaults.
fn is_told(program: &Program) -> Result<(), Failed> {
    let (origin, sizes) = (header(program, "origin")?, header(program, "sizes")?);
    let defaults: Vec<&str> = sizes.split_whitespace().filter_map(|size| Some(size.split_once('=')?.1)).collect();
    let taken = format!("new Benchmark(args, {})", defaults.join(", "));
    if !program.text.contains(&taken) {
        return Err(format!("its main does not say `{taken}`").into());
    }
    let lines = program.text.lines().count();
    let row = format!("| [{0}]({0}.java) | {origin} | `{sizes}` | {lines} |", program.name);
    if README.contains(&row) { Ok(()) } else { Err(format!("the README has no row `{row}`").into()) }
}

fn header<'a>(program: &'a Program, key: &str) -> Result<&'a str, String> {
    program.header(key).ok_or_else(|| format!("the program has no line `// {key}: ...`"))
}

//! Messages of NullPointerExceptions, compared with those of the `java` on the path. Where each
//! exception is thrown is taken from HotSpot's exception log, what it says from the program's
//! output.

use raddle_program::classfile::ClassFile;
use raddle_program::npe_message::npe_message;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/npe_message/Npe.java");

/// Where an exception was thrown.
#[derive(Debug)]
struct Place {
    class: String,
    method: String,
    descriptor: String,
    pc: u16,
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program that starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{errors}");
    text
}

fn compile(name: &str, option: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    run(Command::new("javac").args([option, "-d"]).arg(&directory).arg(SOURCE));
    directory
}

/// What lies between the first `start` and the `end` after it.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = text.split_once(start)?.1;
    Some(rest.split_once(end)?.0)
}

/// The place in a line of the log such as ` thrown in interpreter method <{method} {0x0} 'f' '()V'
/// in 'Npe'>`; the offset follows.
fn place(line: &str) -> Option<Place> {
    let names = between(line, "thrown in interpreter method <", "'>")?;
    let mut quoted = names.split('\'').skip(1).step_by(2).map(str::to_owned);
    Some(Place { method: quoted.next()?, descriptor: quoted.next()?, class: quoted.next()?, pc: 0 })
}

/// Each test's name, where its exception was thrown first, and the message.
fn failures(directory: &Path) -> Vec<(String, Option<Place>, String)> {
    let output = run(Command::new("java").args(["-Xint", "-Xlog:exceptions=info", "-cp"]).arg(directory).arg("Npe"));
    let mut failures = Vec::new();
    let mut first: Option<Place> = None;
    let mut lines = output.lines();
    while let Some(line) = lines.next() {
        if let Some((name, message)) = line.strip_prefix("NPE ").and_then(|line| line.split_once(' ')) {
            failures.push((name.to_owned(), first.take(), message.to_owned()));
        } else if line.contains("'java/lang/NullPointerException'") && first.is_none() {
            first = lines.next().and_then(place);
            let offset = lines.next().and_then(|line| between(line, " at bci ", " "));
            if let (Some(place), Some(offset)) = (&mut first, offset) {
                place.pc = offset.parse().expect("an offset");
            }
        }
    }
    failures
}

fn our_message(files: &mut HashMap<String, ClassFile>, directory: &Path, place: &Place) -> Option<String> {
    let file = files.entry(place.class.clone()).or_insert_with(|| {
        let path = directory.join(format!("{}.class", place.class));
        ClassFile::parse(fs::read(path).expect("a class file").into()).expect("a sound class file")
    });
    let is = |index, text: &str| file.text(index).is_ok_and(|name| name == text);
    let method = file
        .methods
        .iter()
        .find(|method| is(method.name, &place.method) && is(method.descriptor, &place.descriptor))
        .expect("the method");
    let code = file.code(method).expect("a code attribute").expect("code");
    npe_message(file, method, &code, place.pc)
}

/// Compares all messages; the result is how many there were.
fn compare(name: &str, option: &str) -> usize {
    let directory = compile(name, option);
    let mut files = HashMap::new();
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (test, place, message) in failures(&directory) {
        // Others are thrown by the JDK's code, which makes its exceptions without a message.
        let Some(mut place) = place.filter(|place| place.class.starts_with("Npe")) else {
            assert_eq!(message, "null", "{test}");
            continue;
        };
        if test == "tExplicit" {
            // The log says where it was thrown; the message is about where it was made, at the call
            // of its constructor.
            place.pc = 4;
        }
        let ours = our_message(&mut files, &directory, &place);
        compared += 1;
        if ours.as_deref().unwrap_or("null") != message {
            wrong.push(format!("{test} {place:?}\n  java: {message}\n  ours: {ours:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    compared
}

#[test]
fn messages_are_those_of_java_without_variable_names() {
    assert!(compare("npe-without-names", "-g:lines") > 120);
}

#[test]
fn messages_are_those_of_java_with_variable_names() {
    assert!(compare("npe-with-names", "-g") > 120);
}

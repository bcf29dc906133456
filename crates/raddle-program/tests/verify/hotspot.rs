//! The verifier against HotSpot's, on mutated code: class files of version 49, for which HotSpot
//! infers types as we do.

use crate::assembler::Method;
use crate::hierarchy::Known;
use crate::jdk;
use crate::random::Random;
use raddle_program::classfile::ClassFile;
use raddle_program::verify::{Request, verify};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/java");
/// How many mutants to make of a seed, unless `RADDLE_MUTANTS` says otherwise.
const MUTANTS: usize = 4000;

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program that starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn compile(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    run(Command::new("javac")
        .args(["--release", "8", "-nowarn", "-Xlint:-options", "-d"])
        .arg(&directory)
        .args(["Seed.java", "Kin.java", "Link.java"].map(|name| Path::new(SOURCES).join(name))));
    directory
}

fn read(directory: &Path, class: &str) -> Vec<u8> {
    let mut bytes = fs::read(directory.join(class).with_extension("class")).expect("a class file");
    bytes[7] = 49;
    bytes
}

/// Where the code of the methods lies in the file.
fn code_ranges(bytes: &[u8]) -> Vec<(usize, usize)> {
    let file = ClassFile::parse(bytes.to_vec().into()).expect("a class file");
    let codes = file.methods.iter().filter_map(|method| file.code(method).ok().flatten());
    codes.map(|code| (code.code.start as usize, code.code.len as usize)).collect()
}

/// Changes a byte of one method, now and then two.
fn mutate(seed: &[u8], ranges: &[(usize, usize)], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    let (start, len) = ranges[random.below(ranges.len())];
    for _ in 0..1 + random.below(4) / 3 {
        let at = start + random.below(len);
        bytes[at] = match random.below(4) {
            0 => random.next() as u8,
            1 => bytes[at].wrapping_add(1),
            2 => bytes[at].wrapping_sub(1),
            _ => bytes[start + random.below(len)],
        };
    }
    bytes
}

/// What is wrong with the class; `None` if nothing is.
fn our_verdict(bytes: &[u8], known: &Known) -> Option<String> {
    let file = match ClassFile::parse(bytes.to_vec().into()) {
        Ok(file) => file,
        Err(error) => return Some(error.to_string()),
    };
    for method in &file.methods {
        let code = match file.code(method) {
            Ok(None) => continue,
            Ok(Some(code)) => code,
            Err(error) => return Some(error.to_string()),
        };
        let request = Request { file: &file, method, code: &code, hierarchy: known };
        match verify(&request) {
            Ok(verified) if verified.checks.is_empty() => {}
            Ok(verified) => return Some(format!("open checks {:?}", verified.checks)),
            Err(error) => return Some(error.to_string()),
        }
    }
    None
}

/// What HotSpot says to each mutant.
fn their_verdicts(directory: &Path, class: &str, mutants: &[Vec<u8>]) -> Vec<String> {
    let mut packed = (mutants.len() as u32).to_be_bytes().to_vec();
    for mutant in mutants {
        packed.extend((mutant.len() as u32).to_be_bytes());
        packed.extend(mutant);
    }
    let path = directory.join(format!("mutants-of-{class}"));
    fs::write(&path, packed).expect("a writable directory");
    let mut java = Command::new("java");
    java.arg("-cp").arg(directory).arg("Link").arg(&path).arg(class);
    let verdicts: Vec<String> = run(&mut java).lines().map(str::to_owned).collect();
    assert_eq!(verdicts.len(), mutants.len());
    verdicts
}

/// All classes that mutants can name.
fn known(directory: &Path) -> Known {
    let mut known = Known::default();
    for file in jdk::classes(|module| module == "java.base") {
        known.add(&file);
    }
    for class in ["Seed", "Kin$Base", "Kin$Derived", "Kin$Other", "Kin$Shape"] {
        known.add(&ClassFile::parse(read(directory, class).into()).expect("a class file"));
    }
    known.add_class("T", Some("java/lang/Object"));
    known
}

/// The seed, then mutants of it.
fn mutants(seed: Vec<u8>) -> Vec<Vec<u8>> {
    let ranges = code_ranges(&seed);
    let mut random = Random(0x5EED_0000_0001);
    let count = std::env::var("RADDLE_MUTANTS").map_or(MUTANTS, |count| count.parse().expect("a number"));
    let mut mutants = vec![seed.clone()];
    mutants.extend((1..count).map(|_| mutate(&seed, &ranges, &mut random)));
    mutants
}

#[test]
fn mutants_are_judged_as_by_hotspot() {
    let directory = compile("verify-mutants");
    let known = known(&directory);
    let mutants = mutants(read(&directory, "Seed"));
    let theirs = their_verdicts(&directory, "Seed", &mutants);
    assert_eq!(theirs[0], "linked");
    let mut differences = Vec::new();
    for (index, (mutant, theirs)) in mutants.iter().zip(theirs).enumerate() {
        let ours = our_verdict(mutant, &known);
        if ours.is_none() != (theirs == "linked") {
            differences.push(format!("mutant {index}\n  java: {theirs}\n  ours: {ours:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Nested subroutines, called from several places with different locals.
const SUBROUTINES: &str = "
    start:
    aload_0
    ifnull other
    iconst_1
    istore_1
    jsr finally
    iload_1
    ireturn
    other:
    ldc2_w long 5
    lstore_1
    jsr finally
    lload_1
    l2i
    ireturn
    end:
    astore_1
    jsr finally
    aload_1
    athrow
    finally:
    astore_3
    iconst_0
    istore 4
    try:
    aload_0
    invokevirtual java/lang/Object.hashCode()I
    istore 4
    tried:
    jsr outer
    ret 3
    handler:
    invokevirtual java/lang/Throwable.printStackTrace()V
    goto tried
    outer:
    astore 5
    iinc 4 1
    iload 4
    bipush 10
    if_icmplt leave
    jsr inner
    jsr inner
    leave:
    ret 5
    inner:
    astore 6
    aload_0
    astore_0
    ret 6
    .catch try tried handler java/lang/RuntimeException
    .catch start end end any
    ";

/// The other way round they differ: HotSpot mixes what the callers have in locals that a subroutine
/// touches.
#[test]
fn mutants_of_subroutines_that_hotspot_takes_are_taken() {
    let directory = compile("verify-subroutines");
    let known = known(&directory);
    let seed = Method { max_stack: 3, max_locals: 8, major: 49, ..Method::new("(Ljava/lang/Object;)I", SUBROUTINES) };
    let mutants = mutants(seed.assemble());
    let theirs = their_verdicts(&directory, "T", &mutants);
    assert_eq!(theirs[0], "linked");
    for (index, (mutant, theirs)) in mutants.iter().zip(theirs).enumerate() {
        let ours = our_verdict(mutant, &known);
        if theirs == "linked" {
            assert_eq!(ours, None, "mutant {index}");
        }
    }
}

//! The verifier against HotSpot's, on mutated code: class files of version 49, for which HotSpot infers types as we do.

use crate::hierarchy::Known;
use crate::jdk;
use raddle_program::classfile::ClassFile;
use raddle_program::verify::{Request, verify};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/java");
const MUTANTS: usize = 100000;

/// A small generator of random numbers (xorshift), so that all runs see the same mutants.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program that starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn compile() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-hotspot");
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
    let codes = file
        .methods
        .iter()
        .filter_map(|method| file.code(method).ok().flatten());
    codes
        .map(|code| (code.code.start as usize, code.code.len as usize))
        .collect()
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
        let request = Request {
            file: &file,
            method,
            code: &code,
            hierarchy: known,
        };
        match verify(&request) {
            Ok(verified) if verified.checks.is_empty() => {}
            Ok(verified) => return Some(format!("open checks {:?}", verified.checks)),
            Err(error) => return Some(error.to_string()),
        }
    }
    None
}

#[test]
fn mutants_are_judged_as_by_hotspot() {
    let directory = compile();
    let seed = read(&directory, "Seed");
    let mut known = Known::default();
    for file in jdk::classes(|module| module == "java.base") {
        known.add(&file);
    }
    for class in ["Seed", "Kin$Base", "Kin$Derived", "Kin$Other", "Kin$Shape"] {
        known.add(&ClassFile::parse(read(&directory, class).into()).expect("a class file"));
    }
    let ranges = code_ranges(&seed);
    let mut random = Random(0x5EED_0000_0012);
    let mut mutants = vec![seed.clone()];
    mutants.extend((1..MUTANTS).map(|_| mutate(&seed, &ranges, &mut random)));

    let mut packed = (mutants.len() as u32).to_be_bytes().to_vec();
    for mutant in &mutants {
        packed.extend((mutant.len() as u32).to_be_bytes());
        packed.extend(mutant);
    }
    let path = directory.join("mutants");
    fs::write(&path, packed).expect("a writable directory");
    let output = run(Command::new("java")
        .arg("-cp")
        .arg(&directory)
        .arg("Link")
        .arg(&path));
    let theirs: Vec<&str> = output.lines().collect();
    assert_eq!(theirs.len(), mutants.len());

    let mut linked = 0;
    let mut differences = Vec::new();
    for (index, (mutant, theirs)) in mutants.iter().zip(theirs).enumerate() {
        let ours = our_verdict(mutant, &known);
        linked += usize::from(theirs == "linked");
        if ours.is_none() != (theirs == "linked") {
            differences.push(format!(
                "mutant {index}\n  java: {theirs}\n  ours: {ours:?}"
            ));
        }
    }
    println!(
        "{linked} of {} linked, {} differences",
        mutants.len(),
        differences.len()
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

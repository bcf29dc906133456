//! The generated classes on HotSpot, whose verifiers prove their stack discipline and whose own bootstrap methods are the oracle.

mod conversions;
mod direct;
mod java;
mod library;
mod relink;

use java::Java;

/// Runs a program as javac made it and with every call site it has linked to our classes; the outputs must be the same.
/// Gives how many classes were made.
fn same_output_when_relinked(java: &Java, name: &str, source: &str, flags: &[&str]) -> usize {
    java.compile(name, source);
    let expected = java.run(&[], name);
    assert!(!expected.is_empty());
    let mut made = 0;
    for (path, bytes) in java.classes() {
        if let Some(relinked) = relink::relink(&bytes) {
            std::fs::write(path, relinked.bytes).unwrap();
            made += relinked.made.len();
            for (name, bytes) in &relinked.made {
                java.add_class(name, bytes);
            }
        }
    }
    let actual = java.run(flags, name);
    for (expected, actual) in expected.lines().zip(actual.lines()) {
        assert_eq!(actual, expected);
    }
    assert_eq!(actual, expected);
    made
}

#[test]
fn programs_with_lambdas_run_as_before() {
    let java = Java::new("Lambdas");
    let made = same_output_when_relinked(&java, "Lambdas", include_str!("Lambdas.java"), &[]);
    assert!(made > 100, "{made}");
}

#[test]
fn programs_with_concatenations_run_as_before() {
    let java = Java::new("Concats");
    let made = same_output_when_relinked(&java, "Concats", include_str!("Concats.java"), &[]);
    assert!(made > 25, "{made}");
}

#[test]
fn programs_with_records_run_as_before() {
    let java = Java::new("Records");
    let made = same_output_when_relinked(&java, "Records", include_str!("Records.java"), &[]);
    assert!(made > 25, "{made}");
}

#[test]
fn programs_with_pattern_switches_run_as_before() {
    let Some(java) = Java::at("Switches", "/usr/lib/jvm/temurin-25-jdk-amd64") else {
        eprintln!("skipped: no JDK 25");
        return;
    };
    let made = same_output_when_relinked(&java, "Switches", include_str!("Switches.java"), &[]);
    assert!(made > 10, "{made}");
}

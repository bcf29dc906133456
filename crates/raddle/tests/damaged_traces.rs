//! A trace file, damaged at random: it is refused in one line, or told and drawn like any other, and never causes a panic.

#[path = "../../raddle-program/tests/mutate/mod.rs"]
mod mutate;
mod sample;

use std::process::Command;

use raddle::report::text;
use raddle::show;
use raddle::trace::Trace;

const MUTATIONS: u64 = 20_000;

#[test]
fn a_damaged_trace_is_refused_in_one_line_or_told() {
    let whole = [sample::lost_update(), sample::deadlock()].map(|trace| trace.to_json().into_bytes());
    let mut accepted = 0;
    for seed in 0..MUTATIONS {
        let mut bytes = whole[seed as usize % 2].clone();
        mutate::mutate(&mut bytes, &mut mutate::Random(seed));
        match Trace::from_json(&bytes) {
            Err(error) => assert!(!error.to_string().contains('\n'), "seed {seed}: {error}"),
            Ok(trace) => {
                accepted += 1;
                let mut sources = sample::sources();
                text::trace(&trace, &mut sources, seed % 4 < 2);
                show::page(&trace, &mut sources);
            }
        }
    }
    assert!(accepted > MUTATIONS / 100, "only {accepted} damaged traces were read");
    assert!(accepted < MUTATIONS * 9 / 10, "{accepted} damaged traces were read");
}

#[test]
fn random_bytes_are_not_a_trace() {
    let mut random = mutate::Random(1);
    for length in 0..500 {
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        assert!(Trace::from_json(&bytes).is_err(), "{length} bytes");
    }
}

#[test]
fn replaying_what_is_no_trace_ends_with_a_message_and_code_3() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("cut.json");
    let whole = sample::lost_update().to_json();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    for subcommand in ["replay", "shrink", "show"] {
        let ended = Command::new(env!("CARGO_BIN_EXE_raddle")).arg(subcommand).arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(3), "{subcommand}: {said}");
        assert!(said.contains("is cut off"), "{subcommand}: {said}");
    }
}

//! `raddle table` on a slice of a table, told in every form.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn table(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .arg("table")
        .args(words)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("raddle starts")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn without_a_name_the_tables_are_listed() {
    let list = stdout(&table(&[]));
    assert!(list.lines().any(|line| line.starts_with("  parizek-2 ")), "{list}");
    assert!(list.lines().any(|line| line.starts_with("  luo-4.3 ")), "{list}");
}

#[test]
fn a_slice_is_told_as_values_and_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let drawing = directory.path().join("table.svg");
    let values = stdout(&table(&["parizek-2", "--quick", "--format", "csv", "--svg", drawing.to_str().unwrap()]));
    let records: Vec<&str> = values.lines().collect();
    assert_eq!(records.len(), 5, "{values}");
    assert!(records[0].starts_with("table,program,variant,sizes,configuration,options,"), "{values}");
    assert!(
        records[1].starts_with("parizek-2,Daisy,wrong,2 1,default search order,--search depth,states,"),
        "{values}"
    );
    assert!(records[1].contains(",1,100,"), "one trial finds the error: {values}");
    assert!(records[3].contains(",\"(10, random, 1-d/1000)\","), "{values}");
    assert!(records[3].contains(",100,108,102,116,5,"), "the published figures: {values}");
    let drawn = fs::read_to_string(drawing).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    assert!(drawn.contains(">(10, random, 1-d/1000)</text>"), "{drawn}");
}

#[test]
fn a_slice_is_told_to_people() {
    let told = stdout(&table(&["noonan-3.3", "--quick", "--trials", "2"]));
    let line = told.lines().find(|line| line.starts_with("Airline ")).expect("a line of the program");
    assert!(line.contains("JPF's reduction"), "{told}");
    assert!(line.contains("3.8"), "the published mean: {told}");
    assert!(told.lines().any(|line| line.contains("context bound (5)") && line.contains("8.6")), "{told}");
    assert!(told.contains("errors among random executions"), "{told}");
}

#[test]
fn reductions_are_told_with_what_they_explore_to_the_end() {
    let values = stdout(&table(&["noonan-2.1", "--quick", "--only", "Reorder", "--format", "csv"]));
    let records: Vec<&str> = values.lines().collect();
    let begins = |record: &str, configuration: &str, option: &str| {
        let options = format!("--search depth --reduce {option}");
        record.starts_with(&format!("noonan-2.1,Reorder,wrong,1 1,{configuration},{options},transitions,"))
    };
    assert!(begins(records[1], "JPF's reduction", "jpf") && records[1].contains(",285,"), "{values}");
    assert!(begins(records[2], "clock vectors", "clock") && records[2].contains(",181.33,"), "{values}");
    assert!(begins(records[3], "source sets", "source"), "{values}");
    assert!(begins(records[4], "optimal", "optimal"), "{values}");
    assert!(begins(records[5], "\"optimal, states matched\"", "optimal --match fingerprint"), "{values}");
    assert!(records[1..].iter().all(|record| record.contains(",1,100,")), "all come to their end: {values}");
}

#[test]
fn a_mistake_is_one_line_and_exit_code_3() {
    for words in [["parizek-9"].as_slice(), &["parizek-2", "--only", "Nobody"], &["parizek-2", "--max-time", "soon"]] {
        let output = table(words);
        assert_eq!(output.status.code(), Some(3), "{words:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{words:?}");
    }
}

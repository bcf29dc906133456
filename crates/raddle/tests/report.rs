//! What a report says in each of its forms, compared with the files in tests/report. RADDLE_BLESS=1 writes them anew.

mod sample;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use raddle::report::{Outcome, Verdict, json, junit, sarif, text};
use raddle::trace::Step;
use serde_json::Value;

/// Compares with the expected file of this name.
fn expect(name: &str, text: &str) {
    let path = sample::directory().join(name);
    if std::env::var_os("RADDLE_BLESS").is_some() {
        fs::write(&path, text).expect("a writable expectation");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == expected,
        "{name} differs:\n{}",
        similar::TextDiff::from_lines(expected.as_str(), text).unified_diff()
    );
}

fn plain(outcome: &Outcome) -> String {
    anstream::adapter::strip_str(&text::outcome(outcome, &mut sample::sources())).to_string()
}

fn first_line(outcome: &Outcome) -> String {
    plain(outcome).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_verdict_comes_first_and_names_what_limits_it() {
    assert_eq!(first_line(&sample::clean()), "no error, complete: all 1,234 states explored");
    let unexplored = vec!["--max-states".to_owned(), "interrupted".to_owned()];
    assert_eq!(
        first_line(&Outcome { unexplored, ..sample::clean() }),
        "no error found, incomplete: --max-states, interrupted"
    );
    assert_eq!(first_line(&Outcome { findings: vec![sample::deadlock()], ..sample::clean() }), "error: deadlock");
}

#[test]
fn races_are_said_beside_the_verdict() {
    assert_eq!(
        first_line(&Outcome { warnings: vec![sample::race()], ..sample::clean() }),
        "no error under sequential consistency, complete: all 1,234 states explored; 1 data race, so other behaviours are possible, JLS 17.4.5"
    );
}

#[test]
fn an_error_is_one_even_if_a_limit_was_reached() {
    assert_eq!(sample::full().verdict(), Verdict::Error);
    assert_eq!(sample::full().verdict().exit_code(), 1);
}

#[test]
fn text_tells_the_finding_the_stands_and_the_way() {
    let one = |finding| plain(&Outcome { findings: vec![finding], ..sample::clean() });
    expect("lost_update.txt", &one(sample::lost_update()));
    expect("deadlock.txt", &one(sample::deadlock()));
    expect("full.txt", &plain(&sample::full()));
}

#[test]
fn text_without_sources_tells_the_same_lines() {
    let trace = text::trace(&sample::lost_update(), &mut raddle::source::Sources::none(), false);
    expect("no_sources.txt", &anstream::adapter::strip_str(&trace).to_string());
}

#[test]
fn the_middle_of_a_long_trace_is_left_out_unless_asked_for() {
    let mut trace = sample::lost_update();
    let turns: Vec<Step> = std::iter::repeat_n(trace.steps[2..16].to_vec(), 50).flatten().collect();
    trace.steps.splice(2..16, turns);
    let told = |every| {
        let text = text::trace(&trace, &mut sample::sources(), every);
        (text.lines().filter(|line| line.starts_with("    Account.java")).count(), text.contains("lines left out"))
    };
    assert_eq!(told(true), (706, false));
    assert_eq!(told(false), (240, true));
}

#[test]
fn every_event_is_told_when_asked_for() {
    let trace = text::trace(&sample::deadlock(), &mut sample::sources(), true);
    expect("every_event.txt", &anstream::adapter::strip_str(&trace).to_string());
}

#[test]
fn json_has_the_documented_fields() {
    let report: Value = serde_json::from_str(&json::outcome(&sample::full())).expect("JSON");
    assert_eq!(report["verdict"], "error");
    assert_eq!(report["findings"][0]["kind"], "deadlock");
    assert_eq!(report["findings"][0]["message"], "\"P0\" and \"P1\" wait for each other");
    assert_eq!(report["findings"][1]["schedule"], "0x2 1x3 2x7 1x4 0x4");
    assert_eq!(report["warnings"][0]["kind"], "race");
    for (name, value) in [("states", 1234), ("transitions", 5678), ("executions", 90), ("depth", 31)] {
        assert_eq!(report["stats"][name], value, "{name}");
    }
    assert_eq!(report["stats"]["instructions"], 104_233);
    assert_eq!(report["stats"]["elapsed_ms"], 250);
    assert_eq!(report["stats"]["peak_memory_bytes"], 34 << 20);
    expect("full.json", &json::outcome(&sample::full()));
}

/// The names of all fields in a JSON value, but those of maps from names to things.
fn fields(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, inner) in object {
                into.insert(name.clone());
                if name != "digest" {
                    fields(inner, into);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| fields(inner, into)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_report_is_documented() {
    let report: Value = serde_json::from_str(&json::outcome(&sample::full())).expect("JSON");
    let mut names = BTreeSet::new();
    fields(&report, &mut names);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pages = ["report-schema.md", "traces.md"].map(|page| fs::read_to_string(docs.join(page)).expect("a page"));
    let pages = pages.concat();
    let is_told = |name: &String| pages.contains(&format!("`{name}`")) || pages.contains(&format!(".{name}`"));
    let untold: Vec<String> = names.into_iter().filter(|name| !is_told(name)).collect();
    assert_eq!(untold, ["rules", "system", "user"], "what `assertions` holds");
}

#[test]
fn the_trace_inside_a_json_report_is_a_trace_file() {
    let report: Value = serde_json::from_str(&json::outcome(&sample::full())).expect("JSON");
    let trace = serde_json::to_vec(&report["findings"][0]["trace"]).expect("JSON");
    assert_eq!(raddle::trace::Trace::from_json(&trace), Ok(sample::deadlock()));
}

#[test]
fn sarif_has_a_flow_for_every_thread() {
    let text = sarif::outcome(&sample::full(), &mut sample::sources());
    let log: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "deadlock");
    assert_eq!(
        log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize]["id"],
        "deadlock"
    );
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
    let names: Vec<&str> = flows.iter().map(|flow| flow["message"]["text"].as_str().unwrap()).collect();
    assert_eq!(names, ["main", "P0", "P1"]);
    expect("full.sarif", &text);
}

#[test]
fn junit_has_a_test_for_every_property() {
    let outcome = |outcome: &Outcome| junit::outcome(outcome, &mut sample::sources());
    expect("full.xml", &outcome(&sample::full()));
    expect("clean.xml", &outcome(&sample::clean()));
}

//! The report as SARIF 2.1.0 (OASIS), which code-scanning services show beside the source: every finding is a result with a
//! code flow, in which every thread has its own.

use raddle_search::finding::Kind;
use serde_json::{Value, json};

use super::story::{self, At};
use super::{Outcome, json::Numbers, text};
use crate::source::Sources;
use crate::trace::{Place, Trace};

/// Where the format is defined.
pub(crate) const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The whole report, as one SARIF log.
pub fn outcome(outcome: &Outcome, sources: &mut Sources) -> String {
    let errors = outcome.findings.iter().map(|trace| (trace, "error"));
    let warnings = outcome.warnings.iter().map(|trace| (trace, "warning"));
    let results: Vec<Value> = errors.chain(warnings).map(|(trace, level)| result(trace, level, sources)).collect();
    let notifications: Vec<Value> = outcome
        .unexplored
        .iter()
        .map(|why| format!("not everything was explored: {why}"))
        .chain(outcome.uncontrolled.iter().map(|what| format!("not controlled: the program {what}")))
        .map(|text| json!({ "level": "warning", "message": { "text": text } }))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "raddle",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Kind::ALL.map(rule),
            }},
            "invocations": [{
                "executionSuccessful": true,
                "exitCode": outcome.verdict().exit_code(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": { "verdict": outcome.verdict().name(), "stats": Numbers::from(&outcome.stats) },
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("a report has only strings for keys");
    text.push('\n');
    text
}

/// A kind of finding, as a rule.
fn rule(kind: Kind) -> Value {
    let described = match kind {
        Kind::Deadlock => "A thread can never go on.",
        Kind::Exception => "A thread ends with an exception nobody catches.",
        Kind::Assertion => "An assertion fails.",
        Kind::Race => "Two threads access the same memory, one of them writing, and nothing orders them (JLS 17.4.5).",
        Kind::Monitor => "A monitor or thread is misused.",
        Kind::Livelock => "Threads go on for ever without getting anywhere.",
        Kind::Exit => "The program ends with an exit code that tells of failure.",
        Kind::Property => "A property of the program's own does not hold.",
    };
    json!({ "id": kind.name(), "name": kind.name(), "shortDescription": { "text": described } })
}

pub(crate) fn result(trace: &Trace, level: &str, sources: &mut Sources) -> Value {
    let kind = trace.finding.kind;
    let index = Kind::ALL.iter().position(|other| *other == kind);
    let places: Vec<Place> = trace.stands.iter().filter_map(text::stand_place).collect();
    let mut locations: Vec<Value> = places.iter().map(|place| location(place, None, sources)).collect();
    // One location is where the result is; the other threads' are related to it.
    let related: Vec<Value> = locations.drain(locations.len().min(1)..).collect();
    let stacks: Vec<Value> = trace
        .stands
        .iter()
        .map(|stand| {
            let frames = stand.stack.iter().map(|frame| text::frame_place(frame));
            let frames: Vec<Value> =
                frames.map(|place| json!({ "location": location(&place, None, sources) })).collect();
            json!({ "message": { "text": format!("{} {}", stand.name, stand.state) }, "frames": frames })
        })
        .collect();
    json!({
        "ruleId": kind.name(),
        "ruleIndex": index,
        "level": level,
        "message": { "text": trace.finding.message },
        "locations": locations,
        "relatedLocations": related,
        "stacks": stacks,
        "codeFlows": [{ "threadFlows": thread_flows(trace, sources) }],
        "partialFingerprints": { "raddle/cause/v1": trace.finding.cause },
        "properties": { "schedule": trace.schedule.to_string() },
    })
}

/// The events of each thread that has any; `executionOrder` puts them side by side.
fn thread_flows(trace: &Trace, sources: &mut Sources) -> Vec<Value> {
    let matters = story::matters(trace);
    let mut flows: Vec<(u32, Vec<Value>)> = Vec::new();
    let mut order = 0;
    for (step, taken) in trace.steps.iter().enumerate() {
        for (event, done) in taken.events.iter().enumerate() {
            order += 1;
            let importance = match matters.contains(&At { step, event }) {
                true if taken.preempts && event == 0 => "essential",
                true => "important",
                false => "unimportant",
            };
            let words = story::words(done);
            let flow = json!({
                "location": location(done.seen_at(), Some(&words), sources),
                "executionOrder": order,
                "importance": importance,
            });
            match flows.iter_mut().find(|(thread, _)| *thread == taken.thread) {
                Some((_, locations)) => locations.push(flow),
                None => flows.push((taken.thread, vec![flow])),
            }
        }
    }
    flows
        .into_iter()
        .map(|(thread, locations)| {
            json!({ "id": thread.to_string(), "message": { "text": trace.thread_name(thread) }, "locations": locations })
        })
        .collect()
}

/// A place in the source, with what happens there.
pub(crate) fn location(place: &Place, message: Option<&str>, sources: &mut Sources) -> Value {
    let mut location = json!({ "logicalLocations": [{
        "fullyQualifiedName": format!("{}.{}", place.class, place.method),
        "name": place.method,
        "kind": "function",
    }] });
    if let Some(file) = &place.file {
        let uri = uri(&place.class, file, sources);
        let mut physical = json!({ "artifactLocation": { "uri": uri } });
        // SARIF counts lines from 1; a class file that says 0 says nothing.
        if let Some(line) = place.line.filter(|line| *line > 0) {
            physical["region"] = json!({ "startLine": line });
        }
        location["physicalLocation"] = physical;
    }
    if let Some(text) = message {
        location["message"] = json!({ "text": text });
    }
    location
}

/// The source file relative to the working directory if it is there, as services expect it of a checkout; else below its
/// package, as a class path has it.
fn uri(class: &str, file: &str, sources: &mut Sources) -> String {
    let found = sources.file(class, file).map(|source| source.path.clone());
    let here = std::env::current_dir().unwrap_or_default();
    let found = found.and_then(|path| match path.strip_prefix(&here) {
        Ok(inside) => Some(inside.to_owned()),
        Err(_) => Some(path).filter(|path| path.is_relative()),
    });
    let path = found.unwrap_or_else(|| {
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        std::path::Path::new(&package.replace('.', "/")).join(file)
    });
    percent_encoded(&path.to_string_lossy())
}

/// A path as a relative reference (RFC 3986): a colon in its first part would be read as a scheme.
fn percent_encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'$' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

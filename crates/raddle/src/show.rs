//! `raddle show`: a trace in words, or as a page for a browser.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

use crate::check_options::ShowOptions;
use crate::report::story::{self, At};
use crate::report::text;
use crate::source::Sources;
use crate::trace::{Action, Event, Place, Stand, Trace};
use crate::{CANNOT, complain, file};

/// The page without its data; one file, so that it can be mailed and opened anywhere.
const PAGE: &str = include_str!("show/page.html");

/// Where the data go in the page.
const SLOT: &str = "{{trace}}";

/// Lines shown around one that a trace names.
const CONTEXT: u32 = 6;

/// Prints a trace, or writes the page, and returns the exit code.
pub fn show(options: &ShowOptions) -> ExitCode {
    let trace = match Trace::read(&options.file) {
        Ok(trace) => trace,
        Err(error) => return cannot(&error.to_string()),
    };
    let launch = &trace.program.launch;
    let class_path = options.class_path.clone().unwrap_or_else(|| launch.effective_class_path());
    let mut sources = Sources::new(options.sourcepath.as_deref(), &class_path);
    let Some(path) = &options.html else {
        let text = text::trace(&trace, &mut sources, options.verbose);
        // Nobody is left to tell when standard output is closed.
        let _ = anstream::stdout().lock().write_all(text.as_bytes());
        return ExitCode::SUCCESS;
    };
    match file::write_whole(path, page(&trace, &mut sources).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cannot(&format!("cannot write the page to {}: {error}", path.display())),
    }
}

fn cannot(what: &str) -> ExitCode {
    complain(what);
    ExitCode::from(CANNOT)
}

/// The whole page.
pub fn page(trace: &Trace, sources: &mut Sources) -> String {
    let data = serde_json::to_string(&Data::new(trace, sources)).expect("a trace has only strings for keys");
    // Inside a script element nothing but `<` can end it or open another; JSON reads the escape as the same text.
    PAGE.replacen(SLOT, &data.replace('<', "\\u003c"), 1)
}

/// What the page draws.
#[derive(Serialize)]
struct Data<'a> {
    raddle: &'a str,
    program: String,
    kind: &'static str,
    message: &'a str,
    schedule: String,
    steps: usize,
    preemptions: usize,
    threads: Vec<Lane<'a>>,
    rows: Vec<Row<'a>>,
    arrows: Vec<Arrow>,
    stands: &'a [Stand],
    output: String,
    /// By key, the file's name and the lines around those that rows name, by number.
    sources: BTreeMap<String, BTreeMap<u32, String>>,
}

/// A thread.
#[derive(Serialize)]
struct Lane<'a> {
    id: u32,
    name: &'a str,
}

/// An event, or a step without one.
#[derive(Serialize)]
struct Row<'a> {
    step: usize,
    thread: u32,
    action: Option<Action>,
    verb: &'static str,
    target: &'a str,
    value: Option<&'a str>,
    plain: bool,
    /// Whether it is shown when not everything is.
    told: bool,
    /// Whether another thread could have gone on, at the first row of a step.
    preempts: bool,
    /// Whether this is the switch that matters.
    turns: bool,
    place: String,
    /// The source file's key, and the line in it.
    source: Option<(String, u32)>,
    /// The method of the class library that the program called.
    called: Option<&'a str>,
    /// Where in the class library it happened.
    inside: Option<String>,
    output: &'a str,
}

/// An arrow between rows.
#[derive(Serialize)]
struct Arrow {
    from: usize,
    to: usize,
    kind: &'static str,
}

impl<'a> Data<'a> {
    fn new(trace: &'a Trace, sources: &mut Sources) -> Data<'a> {
        let (rows, positions) = rows(trace);
        let arrow = |arrow: story::Arrow| Arrow {
            from: positions[&arrow.from],
            to: positions[&arrow.to],
            kind: arrow.kind.name(),
        };
        Data {
            raddle: &trace.raddle,
            program: crate::report::program_name(&trace.program.launch),
            kind: trace.finding.kind.name(),
            message: &trace.finding.message,
            schedule: trace.schedule.to_string(),
            steps: trace.steps.len(),
            preemptions: trace.preemptions(),
            threads: trace.threads.iter().map(|thread| Lane { id: thread.id, name: &thread.name }).collect(),
            arrows: story::arrows(trace).into_iter().map(arrow).collect(),
            stands: &trace.stands,
            output: trace.output(),
            sources: excerpts(trace, sources),
            rows,
        }
    }
}

/// The rows of the page, and at which of them each event is.
fn rows(trace: &Trace) -> (Vec<Row<'_>>, HashMap<At, usize>) {
    let told = story::told(trace);
    let turning = story::turning_point(trace);
    let (mut rows, mut positions) = (Vec::new(), HashMap::new());
    for (step, taken) in trace.steps.iter().enumerate() {
        let first = rows.len();
        for (event, done) in taken.events.iter().enumerate() {
            let at = At { step, event };
            positions.insert(at, rows.len());
            rows.push(row(step, taken.thread, done, told.contains(&at)));
        }
        if taken.events.is_empty() {
            rows.push(quiet_row(step, taken.thread));
        }
        rows[first].preempts = taken.preempts;
        rows[first].turns = turning == Some(step);
        rows.last_mut().expect("a step has a row").output = &taken.output;
    }
    (rows, positions)
}

fn row(step: usize, thread: u32, event: &Event, told: bool) -> Row<'_> {
    let place = event.seen_at();
    Row {
        action: Some(event.action),
        verb: event.action.verb(),
        target: if event.action == Action::End { "" } else { &event.target },
        value: event.value.as_deref(),
        plain: event.plain,
        told,
        place: place.to_string(),
        source: source_key(place).zip(place.line),
        called: event.caller.as_ref().map(|caller| story::short_method(&caller.called)),
        inside: event.caller.as_ref().map(|_| event.place.to_string()),
        ..quiet_row(step, thread)
    }
}

/// A step of which others notice nothing.
fn quiet_row<'a>(step: usize, thread: u32) -> Row<'a> {
    Row {
        step,
        thread,
        action: None,
        verb: "goes on",
        target: "",
        value: None,
        plain: false,
        told: false,
        preempts: false,
        turns: false,
        place: String::new(),
        source: None,
        called: None,
        inside: None,
        output: "",
    }
}

/// The name under which the page has a source file: that of its package and itself.
fn source_key(place: &Place) -> Option<String> {
    let file = place.file.as_deref()?;
    let package = place.class.rsplit_once('.').map_or("", |(package, _)| package);
    Some(if package.is_empty() { file.to_owned() } else { format!("{}/{file}", package.replace('.', "/")) })
}

/// The lines around those that the trace names.
fn excerpts(trace: &Trace, sources: &mut Sources) -> BTreeMap<String, BTreeMap<u32, String>> {
    let mut excerpts: BTreeMap<String, BTreeMap<u32, String>> = BTreeMap::new();
    let events = trace.steps.iter().flat_map(|step| &step.events).map(|event| event.seen_at().clone());
    let stands = trace.stands.iter().filter_map(text::stand_place);
    for place in events.chain(stands) {
        let (Some(key), Some(line), Some(file)) = (source_key(&place), place.line, place.file.as_deref()) else {
            continue;
        };
        let Some(source) = sources.file(&place.class, file) else { continue };
        let lines = excerpts.entry(key).or_default();
        for number in line.saturating_sub(CONTEXT).max(1)..=line.saturating_add(CONTEXT) {
            if let Some(text) = source.lines.get(number as usize - 1) {
                lines.entry(number).or_insert_with(|| text.clone());
            }
        }
    }
    excerpts
}

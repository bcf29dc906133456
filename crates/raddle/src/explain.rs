//! `raddle explain`: what can influence whether a target is come to, as annotated source: which threads run each line, and why it matters.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use raddle_analysis::Analysis;
use raddle_analysis::body::Op;
use raddle_analysis::influence::{Influence, Reason};
use raddle_analysis::threads::Spot;
use rustc_hash::FxHashMap;
use serde_json::json;

use crate::lint::Teller;
use crate::source::Sources;
use crate::{CANNOT, analyze, complain, slice};

/// What `raddle explain` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct ExplainOptions {
    /// The place to come to, such as Till.close:31; one that throws is come to when it throws
    pub target: String,
    /// The main class or jar
    pub main: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Where the program is [also: -cp, -classpath]
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<String>,
    /// The JDK whose class library is read; else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Directories of sources, separated by ':'; else they are looked for beside the classes
    #[arg(long, value_name = "PATH")]
    pub sourcepath: Option<String>,
}

/// The forms it is printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Source lines with their reasons
    Text,
    /// JSON
    Json,
}

/// Prints the slice of a target; exit code 3 if there is no such program or place.
pub fn explain(options: &ExplainOptions) -> ExitCode {
    match answer(options) {
        Ok(text) => {
            // Nobody is left to tell when standard output is closed.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(message) => {
            complain(&message);
            ExitCode::from(CANNOT)
        }
    }
}

/// A line of the program in the slice.
struct Line {
    spot: Spot,
    reason: String,
}

/// The lines of a slice by method, those nearest to the target first, and number.
type Lines = BTreeMap<(usize, String, Option<u16>), Line>;

fn answer(options: &ExplainOptions) -> Result<String, String> {
    let analysis = analyze::read(&options.main, options.class_path.as_deref(), options.jdk.as_deref())?;
    let spots = slice::target(&analysis, &options.target)?;
    let lines = lines(&analysis, &spots);
    let class_path = options.class_path.clone().unwrap_or_else(|| ".".into());
    let sources = Sources::new(options.sourcepath.as_deref(), &class_path);
    let mut teller = Teller { analysis, sources, sequences: false };
    Ok(match options.format {
        Format::Text => {
            let head = format!("What can influence whether {} is come to, nearest first\n", options.target);
            head + &text(&mut teller, &lines)
        }
        Format::Json => {
            let list = lines.values().map(|line| {
                json!({
                    "place": teller.place(line.spot),
                    "threads": threads(&teller.analysis, line.spot),
                    "why": line.reason,
                })
            });
            format!("{:#}\n", json!({ "target": options.target, "lines": list.collect::<Vec<_>>() }))
        }
    })
}

/// The program's own lines that can influence whether a target is come to; of several reasons for one the first, which is the nearest to the target.
fn lines(analysis: &Analysis, target: &[Spot]) -> Lines {
    let found = Influence::new(analysis).explain(target);
    let reasons: FxHashMap<Spot, Reason> = found.iter().copied().collect();
    let points_to = analysis.points_to();
    let is_shown = |spot: Spot| {
        let class = points_to.world.machine.program.method(spot.0).class;
        !points_to.world.is_library(class) && !points_to.world.machine.program.class(class).hidden
    };
    let mut methods: FxHashMap<String, usize> = FxHashMap::default();
    let mut lines = Lines::new();
    for (spot, reason) in found.into_iter().filter(|(spot, _)| is_shown(*spot)) {
        let method = points_to.world.method_text(spot.0);
        let number = methods.len();
        let number = *methods.entry(method.clone()).or_insert(number);
        let reason = within_program(analysis, reason, &reasons, is_shown);
        let key = (number, method, points_to.line(spot.0, spot.1));
        lines.entry(key).or_insert(Line { spot, reason });
    }
    lines
}

/// A reason that is about the program's own code: what the class library does in between is left out.
fn within_program(
    analysis: &Analysis,
    reason: Reason,
    reasons: &FxHashMap<Spot, Reason>,
    is_shown: impl Fn(Spot) -> bool,
) -> String {
    let mut last = reason;
    while let Reason::Decides(other) | Reason::Writes(other) = last {
        if is_shown(other) {
            break;
        }
        last = reasons[&other];
    }
    match last {
        Reason::Decides(other) | Reason::Writes(other) if last != reason => {
            let place = analysis.points_to().describe(other.0, other.1);
            format!("can influence {place} by way of the class library")
        }
        _ => words(analysis, last),
    }
}

/// Why an instruction matters.
fn words(analysis: &Analysis, reason: Reason) -> String {
    let points_to = analysis.points_to();
    let place = |spot: Spot| points_to.describe(spot.0, spot.1);
    let line = |spot: Spot| points_to.line(spot.0, spot.1);
    match reason {
        Reason::Target => "the target".to_string(),
        Reason::Decides(other) => format!("decides whether {} is done, or with what", place(other)),
        Reason::Writes(other) => format!("writes what {} can read", place(other)),
        Reason::Synchronises(spot) => {
            let calls =
                points_to.bodies.get(&spot.0).is_some_and(|body| matches!(body.ops[spot.1 as usize], Op::Call(_)));
            match (calls, line(spot)) {
                (true, _) => "starts, waits for or lets go on others, or uses what they share".to_string(),
                _ => "keeps others waiting, or goes round".to_string(),
            }
        }
    }
}

/// The threads that can run an instruction.
fn threads(analysis: &Analysis, spot: Spot) -> Vec<String> {
    let known = analysis.threads();
    let mut names: Vec<String> = known
        .who_runs(analysis.points_to(), spot.0)
        .into_iter()
        .map(|thread| match known.list[thread].object {
            Some(object) => analysis.points_to().describe_object(object),
            None => "main".to_string(),
        })
        .collect();
    names.dedup();
    names
}

fn text(teller: &mut Teller, lines: &Lines) -> String {
    let mut text = String::new();
    let mut method = "";
    let mut lacks_source = false;
    for ((_, name, number), line) in lines {
        if name != method {
            let threads = threads(&teller.analysis, line.spot);
            let by = if threads.is_empty() { String::new() } else { format!(", run by {}", threads.join(" and by ")) };
            let _ = writeln!(text, "\n{name}{by}");
            method = name;
        }
        let place = teller.place(line.spot);
        let number = number.map_or(String::new(), |number| number.to_string());
        match teller.sources.line(&place) {
            Some(source) => {
                let _ = writeln!(text, "  {number:>5}  {source}\n         ^ {}", line.reason);
            }
            None => {
                lacks_source = true;
                let _ = writeln!(text, "  {number:>5}  {}", line.reason);
            }
        }
    }
    if lacks_source {
        text.push_str("\nThe source of some lines was not found; say where it is with --sourcepath.\n");
    }
    text
}

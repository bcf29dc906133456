//! `raddle lint`: places where a program looks as if it could go wrong in some schedule, found without running it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use raddle_analysis::Analysis;
use raddle_analysis::lint::{Kind, Warning};
use raddle_analysis::sequences;
use raddle_analysis::threads::Spot;
use serde_json::{Value, json};

use crate::report::sarif;
use crate::source::Sources;
use crate::trace::Place;
use crate::{CANNOT, analyze, complain};

/// What `raddle lint` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct LintOptions {
    /// The main class or jar
    pub main: String,
    /// How to print the warnings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// A file of identities, one a line, of warnings to leave out
    #[arg(long, value_name = "FILE")]
    pub suppress: Option<PathBuf>,
    /// Tell of assertions and waits too, which are no warnings, but could fail or never end
    #[arg(long)]
    pub expectations: bool,
    /// Show the sequences of locations that would let each warning come true, for `raddle check --search guided --sequence`
    #[arg(long)]
    pub sequences: bool,
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

/// The forms warnings are printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Words
    Text,
    /// JSON
    Json,
    /// SARIF 2.1.0, for code-scanning services
    Sarif,
}

/// Prints the warnings of a program: exit code 1 if there is any, 0 if there is none, 3 for what could not be done.
pub fn lint(options: &LintOptions) -> ExitCode {
    match warnings(options) {
        Ok((text, count)) => {
            // Nobody is left to tell when standard output is closed.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::from(u8::from(count > 0))
        }
        Err(message) => {
            complain(&message);
            ExitCode::from(CANNOT)
        }
    }
}

/// The identities in a file of warnings to leave out, if there is one.
pub(crate) fn suppressed(file: Option<&Path>) -> Result<Vec<String>, String> {
    let Some(file) = file else { return Ok(Vec::new()) };
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}; check --suppress", file.display()))?;
    Ok(text.lines().map(|line| line.trim().to_string()).collect())
}

fn warnings(options: &LintOptions) -> Result<(String, usize), String> {
    let suppressed = suppressed(options.suppress.as_deref())?;
    let analysis = analyze::read(&options.main, options.class_path.as_deref(), options.jdk.as_deref())?;
    let mut found = raddle_analysis::lint::lint(&analysis);
    if options.expectations {
        found.extend(raddle_analysis::lint::expectations(&analysis));
    }
    let all = found.len();
    found.retain(|warning| !suppressed.contains(&warning.identity));
    let class_path = options.class_path.clone().unwrap_or_else(|| ".".into());
    let sources = Sources::new(options.sourcepath.as_deref(), &class_path);
    let mut teller = Teller { analysis, sources, sequences: options.sequences };
    let text = match options.format {
        Format::Text => teller.text(&found, all - found.len()),
        Format::Json => {
            let list: Vec<Value> = found.iter().map(|warning| teller.json(warning)).collect();
            format!("{:#}\n", json!({ "warnings": list, "suppressed": all - found.len() }))
        }
        Format::Sarif => teller.sarif(&found),
    };
    Ok((text, found.len()))
}

/// Puts warnings in words.
pub(crate) struct Teller {
    pub(crate) analysis: Analysis,
    pub(crate) sources: Sources,
    /// Whether to tell of sequences.
    pub(crate) sequences: bool,
}

impl Teller {
    /// The place of an instruction, as traces have it.
    pub(crate) fn place(&self, (method, pc): Spot) -> Place {
        let points_to = self.analysis.points_to();
        let program = &points_to.world.machine.program;
        let entry = program.method(method);
        Place {
            class: program.java_name(entry.class),
            method: program.symbols.text(entry.name).to_string(),
            file: program.source_file(entry.class),
            line: points_to.line(method, pc).map(u32::from),
        }
    }

    /// The sequences of a warning, each as locations.
    fn sequences(&self, warning: &Warning) -> Vec<Vec<String>> {
        let points_to = self.analysis.points_to();
        let made = sequences::sequences(&self.analysis, warning);
        made.iter().map(|sequence| sequence.iter().map(|spot| points_to.locate(spot.0, spot.1)).collect()).collect()
    }

    fn text(&mut self, warnings: &[Warning], suppressed: usize) -> String {
        let mut text = String::new();
        for warning in warnings {
            let _ = writeln!(text, "{}: {}", warning.kind.name(), warning.subject);
            text.push_str(&self.sides(warning));
            let _ = writeln!(text, "  {}", warning.kind.explain());
            for sequence in self.sequences.then(|| self.sequences(warning)).into_iter().flatten() {
                let _ = writeln!(text, "  sequence {}", sequence.join(","));
            }
            let _ = writeln!(text, "  identity {}\n", warning.identity);
        }
        let hidden = if suppressed > 0 { format!(", {suppressed} suppressed") } else { String::new() };
        let _ = match warnings.len() {
            0 => writeln!(text, "no warnings{hidden}"),
            1 => writeln!(text, "1 warning{hidden}"),
            count => writeln!(text, "{count} warnings{hidden}"),
        };
        text
    }

    /// The sides of a warning.
    pub(crate) fn sides(&mut self, warning: &Warning) -> String {
        let mut text = String::new();
        for side in &warning.sides {
            let place = self.place(side.spot);
            let who = side.thread.as_ref().map(|thread| format!(", by {thread}")).unwrap_or_default();
            let _ = writeln!(text, "  {place} {}{who}", side.what);
            if let Some(line) = self.sources.line(&place) {
                let _ = writeln!(text, "    {}", line.trim());
            }
            if !side.locks.is_empty() {
                let _ = writeln!(text, "    holding {}", side.locks.join(" and "));
            }
        }
        text
    }

    pub(crate) fn json(&self, warning: &Warning) -> Value {
        let sides: Vec<Value> = warning
            .sides
            .iter()
            .map(|side| {
                let place = serde_json::to_value(self.place(side.spot)).unwrap_or_default();
                json!({ "what": side.what, "place": place, "thread": side.thread, "locks": side.locks })
            })
            .collect();
        let mut json = json!({
            "kind": warning.kind.name(),
            "subject": warning.subject,
            "sides": sides,
            "why": warning.kind.explain(),
            "identity": warning.identity,
        });
        if self.sequences {
            json["sequences"] = json!(self.sequences(warning));
        }
        json
    }

    fn sarif(&mut self, warnings: &[Warning]) -> String {
        let results = warnings.iter().map(|warning| self.sarif_result(warning)).collect();
        sarif_log("raddle lint", results)
    }

    /// A warning as a result of SARIF.
    pub(crate) fn sarif_result(&mut self, warning: &Warning) -> Value {
        let mut locations: Vec<Value> = Vec::new();
        for side in &warning.sides {
            let place = self.place(side.spot);
            locations.push(sarif::location(&place, Some(&side.what), &mut self.sources));
        }
        let related: Vec<Value> = locations.drain(locations.len().min(1)..).collect();
        json!({
            "ruleId": warning.kind.name(),
            "ruleIndex": Kind::ALL.iter().position(|kind| *kind == warning.kind),
            "level": "warning",
            "message": { "text": format!("{}: {}", warning.subject, warning.kind.explain()) },
            "locations": locations,
            "relatedLocations": related,
            "partialFingerprints": { "raddle/identity/v1": warning.identity },
        })
    }
}

/// A log of SARIF whose rules are the kinds of warnings.
pub(crate) fn sarif_log(tool: &str, results: Vec<Value>) -> String {
    let rules = Kind::ALL
        .map(|kind| json!({ "id": kind.name(), "name": kind.name(), "shortDescription": { "text": kind.explain() } }));
    let log = json!({
        "$schema": sarif::SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool,
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

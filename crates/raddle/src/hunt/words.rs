//! What a hunt says when it is over, in words, as JSON and as SARIF.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Caught, Fate, Hunter};
use crate::check;
use crate::lint::{Format, sarif_log};
use crate::report::text::{clean, grouped};

impl Hunter<'_> {
    /// The report in the form asked for.
    pub(super) fn tell(&mut self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Json => format!("{:#}\n", self.json()),
            Format::Sarif => self.sarif(),
        }
    }

    fn count(&self, wanted: impl Fn(&Fate) -> bool) -> usize {
        self.suspects.iter().filter(|suspect| wanted(&suspect.fate)).count()
    }

    fn verdict(&self) -> &'static str {
        match self.exit_code() {
            0 => "ok",
            1 => "error",
            _ => "incomplete",
        }
    }

    fn text(&mut self) -> String {
        let confirmed = self.count(|fate| matches!(fate, Fate::Confirmed(_)));
        let (refuted, open) = (self.count(|fate| *fate == Fate::Refuted), self.open());
        let unforeseen = self.unforeseen();
        let verdict = match self.exit_code() {
            0 => "no error, complete",
            1 => "error",
            _ => "no error found, incomplete",
        };
        let mut text = format!("{verdict}: {confirmed} confirmed, {refuted} refuted, {open} open");
        if !unforeseen.is_empty() {
            let _ = write!(text, ", {} that no warning foretold", unforeseen.len());
        }
        text.push('\n');
        for index in 0..self.suspects.len() {
            let Fate::Confirmed(numbers) = self.suspects[index].fate.clone() else { continue };
            let _ = write!(text, "\nconfirmed: {}", self.heading(index));
            for number in numbers {
                text.push_str(&told(&self.caught[number]));
            }
        }
        for number in unforeseen {
            text.push_str("\nforetold by no warning:\n");
            text.push_str(&told(&self.caught[number]));
        }
        for index in 0..self.suspects.len() {
            if self.suspects[index].fate == Fate::Open {
                let _ = write!(text, "\nopen: {}", self.heading(index));
                let _ = writeln!(text, "  identity {}", self.suspects[index].warning.identity);
            }
        }
        if refuted > 0 {
            let _ = writeln!(text, "\nrefuted, since {}:", self.why_refuted());
            for suspect in self.suspects.iter().filter(|suspect| suspect.fate == Fate::Refuted) {
                let _ = writeln!(text, "  {}: {}", suspect.warning.kind.name(), suspect.warning.subject);
            }
        }
        for reason in &self.unexplored {
            let _ = writeln!(text, "\nnot everything could be explored: {reason}");
        }
        let uncontrolled = check::held(&self.watcher.uncontrolled);
        if !uncontrolled.is_empty() {
            text.push_str("\nWhat Raddle did not control: the program\n");
            uncontrolled.iter().for_each(|line| text.push_str(&format!("  {}\n", clean(line))));
        }
        let transitions = self.searches.iter().map(|search| search.transitions).sum();
        let searches = if self.searches.len() == 1 { "search" } else { "searches" };
        let _ = writeln!(text, "\n{} {searches}, {} transitions", self.searches.len(), grouped(transitions));
        if !self.caught.is_empty() && self.options.traces.is_none() {
            text.push_str("add --traces DIR to keep the schedules, for raddle replay, shrink and show\n");
        }
        text
    }

    /// A warning with its sides.
    fn heading(&mut self, index: usize) -> String {
        let warning = &self.suspects[index].warning;
        format!("{}: {}\n{}", warning.kind.name(), warning.subject, self.teller.sides(warning))
    }

    fn why_refuted(&self) -> String {
        let complete = self.searches.iter().rev().find(|search| search.complete);
        match complete {
            Some(search) if search.strategy.contains("--reduce") => {
                "every order of dependent steps was explored".to_string()
            }
            Some(search) => format!("all {} states were explored", grouped(search.states)),
            None => "everything was explored".to_string(),
        }
    }

    fn json(&self) -> Value {
        let findings: Vec<Value> = self
            .caught
            .iter()
            .map(|caught| {
                let finding = &caught.trace.finding;
                json!({
                    "kind": finding.kind.name(),
                    "message": finding.message,
                    "cause": finding.cause,
                    "strategy": caught.by,
                    "schedule": caught.trace.schedule.to_string(),
                    "preemptions": caught.trace.preemptions(),
                    "traceFile": caught.file.as_ref().map(|file| file.display().to_string()),
                })
            })
            .collect();
        let list = |wanted: &dyn Fn(&Fate) -> bool| -> Vec<Value> {
            let those = self.suspects.iter().filter(|suspect| wanted(&suspect.fate));
            those
                .map(|suspect| {
                    let mut entry = self.teller.json(&suspect.warning);
                    if let Fate::Confirmed(numbers) = &suspect.fate {
                        entry["findings"] = json!(numbers);
                    }
                    entry
                })
                .collect()
        };
        let searches: Vec<Value> = self
            .searches
            .iter()
            .map(|search| {
                json!({
                    "what": search.what, "strategy": search.strategy, "states": search.states,
                    "transitions": search.transitions, "complete": search.complete,
                })
            })
            .collect();
        json!({
            "verdict": self.verdict(),
            "confirmed": list(&|fate| matches!(fate, Fate::Confirmed(_))),
            "refuted": list(&|fate| *fate == Fate::Refuted),
            "open": list(&|fate| *fate == Fate::Open),
            "unforeseen": self.unforeseen(),
            "findings": findings,
            "searches": searches,
            "unexplored": self.unexplored,
            "uncontrolled": *check::held(&self.watcher.uncontrolled),
        })
    }

    fn sarif(&mut self) -> String {
        let mut results = Vec::new();
        for suspect in &self.suspects {
            let mut result = self.teller.sarif_result(&suspect.warning);
            match &suspect.fate {
                Fate::Open => {}
                Fate::Refuted => {
                    result["kind"] = json!("pass");
                    result["level"] = json!("none");
                }
                Fate::Confirmed(numbers) => {
                    let shown: Vec<&str> =
                        numbers.iter().map(|&number| self.caught[number].trace.finding.message.as_str()).collect();
                    result["level"] = json!("error");
                    let text = format!("{}; confirmed: {}", suspect.warning.subject, shown.join("; "));
                    result["message"] = json!({ "text": text });
                }
            }
            results.push(result);
        }
        for number in self.unforeseen() {
            let caught = &self.caught[number];
            let mut result = crate::report::sarif::result(&caught.trace, "error", &mut self.teller.sources);
            // It counts the rules of a check, and here they are those of warnings.
            result.as_object_mut().map(|fields| fields.remove("ruleIndex"));
            results.push(result);
        }
        sarif_log("raddle hunt", results)
    }
}

/// Something found, in a line, and where its trace is.
fn told(caught: &Caught) -> String {
    let finding = &caught.trace.finding;
    let mut text = format!("  {}: {}\n", finding.kind.name(), clean(&finding.message));
    if let Some(file) = &caught.file {
        let _ = writeln!(text, "  raddle replay {}", file.display());
    }
    text
}

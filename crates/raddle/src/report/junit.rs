//! The report as JUnit XML, which CI systems show as test results: every property asked for is a test of the program.

use std::fmt::Write;

use super::{Outcome, program_name, text};
use crate::source::Sources;

/// The whole report, as one XML document.
pub fn outcome(outcome: &Outcome, sources: &mut Sources) -> String {
    let class = escaped(&program_name(&outcome.program.launch));
    let time = format!("{}.{:03}", outcome.stats.elapsed_ms / 1000, outcome.stats.elapsed_ms % 1000);
    let (mut cases, mut tests, mut skipped) = (String::new(), 0, 0);
    for kind in &outcome.program.conditions.properties {
        let found: Vec<_> = outcome.findings.iter().filter(|found| found.finding.kind == *kind).collect();
        for (index, found) in found.iter().enumerate() {
            let number = if index == 0 { String::new() } else { format!(" {}", index + 1) };
            let story = anstream::adapter::strip_str(&text::trace(found, sources, false)).to_string();
            let _ = write!(
                cases,
                "    <testcase classname=\"{class}\" name=\"{kind}{number}\" time=\"0\">\n      <failure type=\"{kind}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(&found.finding.message),
                escaped(&story),
                kind = kind.name(),
            );
            tests += 1;
        }
        if found.is_empty() {
            let _ = write!(cases, "    <testcase classname=\"{class}\" name=\"{}\" time=\"0\"", kind.name());
            if outcome.is_complete() {
                cases.push_str("/>\n");
            } else {
                // Neither violated nor proved: the search ended before.
                let why = unproved(outcome);
                let _ = write!(cases, ">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(&why));
                skipped += 1;
            }
            tests += 1;
        }
    }
    let whole = anstream::adapter::strip_str(&text::outcome(outcome, sources)).to_string();
    let failures = outcome.findings.len();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"raddle\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" time=\"{time}\">\n  \
         <testsuite name=\"{class}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{time}\">\n\
         {cases}    <system-out>{}</system-out>\n  </testsuite>\n</testsuites>\n",
        escaped(&whole)
    )
}

fn unproved(outcome: &Outcome) -> String {
    if outcome.unexplored.is_empty() {
        "not proved: the search ended at the first error; add --all-errors".to_owned()
    } else {
        format!("not proved: the search is incomplete: {}", outcome.unexplored.join(", "))
    }
}

/// Text for an XML document: what XML 1.0 cannot hold at all becomes the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_text_breaks_the_document() {
        assert_eq!(escaped("a<b> & \"c\"\u{0}\u{1b}"), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}\u{fffd}");
    }
}

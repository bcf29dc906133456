//! A table as comma-separated values (RFC 4180), a record for each line; what is not known is empty.

use super::Line;
use super::published::Table;
use super::text::{range, ratio};

const FIELDS: [&str; 25] = [
    "table",
    "program",
    "variant",
    "sizes",
    "configuration",
    "options",
    "counted",
    "error_percent",
    "trials",
    "success_percent",
    "mean",
    "min",
    "max",
    "deviation",
    "depth",
    "depth_deviation",
    "published_success_percent",
    "published_mean",
    "published_min",
    "published_max",
    "published_deviation",
    "published_depth",
    "published_depth_deviation",
    "ratio",
    "seconds",
];

/// The whole table, its first record the names of the fields.
pub(super) fn table(table: &Table, lines: &[Line]) -> String {
    let mut text = record(&FIELDS.map(str::to_owned));
    for line in lines {
        text.push_str(&record(&fields(table, line)));
    }
    text
}

fn fields(table: &Table, line: &Line) -> [String; FIELDS.len()] {
    let (row, ours, theirs) = (&line.row, &line.sample, &line.row.published);
    let [mean, least, most, deviation] = range(ours.counts());
    let depth = ours.depths();
    [
        table.name.to_owned(),
        row.program.to_owned(),
        row.variant.argument().to_owned(),
        row.sizes.to_owned(),
        row.configuration.label(),
        row.configuration.options(),
        table.counted.name().to_owned(),
        number(line.density.map(|density| density.percent())),
        ours.trials.to_string(),
        number(Some(ours.success())),
        number(mean),
        number(least),
        number(most),
        number(deviation),
        number(depth.map(|depth| depth.mean)),
        number(depth.map(|depth| depth.deviation)),
        number(theirs.success),
        number(theirs.mean),
        number(theirs.least),
        number(theirs.most),
        number(theirs.deviation),
        number(theirs.depth),
        number(theirs.depth_deviation),
        number(ratio(line)),
        number(ours.seconds()),
    ]
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn record(fields: &[String]) -> String {
    let quoted: Vec<String> = fields
        .iter()
        .map(|field| match field.contains([',', '"', '\n']) {
            true => format!("\"{}\"", field.replace('"', "\"\"")),
            false => field.clone(),
        })
        .collect();
    quoted.join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        let fields = ["plain", "(5, luby, 0.9)", "\"so\""].map(str::to_owned);
        assert_eq!(record(&fields), "plain,\"(5, luby, 0.9)\",\"\"\"so\"\"\"\r\n");
    }
}

//! A table as text: a line as soon as it is measured, and below what the lines come to.

use std::fmt::Write;

use super::published::{Columns, Table};
use super::{Line, same_program};
use crate::report::text::grouped;
use crate::trials::Spread;

/// The names of the tables with what they show.
pub(super) fn list(tables: &[&Table]) -> String {
    let mut text = String::new();
    let mut paper = "";
    for table in tables {
        if table.paper != paper {
            paper = table.paper;
            let _ = writeln!(text, "{}{paper}", if text.is_empty() { "" } else { "\n" });
        }
        let _ = writeln!(text, "  {:<15} {}", table.name, table.about);
    }
    text
}

/// What stands above the lines.
pub(super) fn heading(table: &Table) -> String {
    let names: &[&str] = match table.columns {
        Columns::Range => &["mean", "min", "max", "dev"],
        Columns::Depth => &["mean", "depth", "dev"],
    };
    let side = side(names.iter().map(|name| (*name).to_owned()), "found");
    let width = side.len();
    format!(
        "{}, {}: {}\ncounted: {}\n\n{:<55}{:>width$}   {:>width$}\n{:<18} {:<9} {:<26}{side}   {side} {:>8} {:>8}\n",
        table.paper,
        table.place(),
        table.about,
        table.counted.name(),
        "",
        "raddle",
        "published",
        "program",
        "sizes",
        "configuration",
        "ratio",
        "seconds"
    )
}

/// What one side has of a line.
fn side(counts: impl Iterator<Item = String>, success: &str) -> String {
    let counts: String = counts.map(|count| format!(" {count:>9}")).collect();
    format!("{counts} {success:>6}")
}

/// A line; the name of the program is said where it is not that of the line above.
pub(super) fn line(table: &Table, line: &Line, above: Option<&Line>) -> String {
    let (program, sizes) = match above {
        Some(above) if same_program(&above.row, &line.row) => ("", ""),
        _ => (line.row.program, line.row.sizes),
    };
    let theirs = &line.row.published;
    let (ours, theirs) = match table.columns {
        Columns::Range => {
            (range(line.sample.counts()).to_vec(), vec![theirs.mean, theirs.least, theirs.most, theirs.deviation])
        }
        Columns::Depth => {
            let (count, depth) = (line.sample.counts(), line.sample.depths());
            let means = [count, depth].map(|spread| spread.map(|spread| spread.mean));
            (
                vec![means[0], means[1], depth.map(|depth| depth.deviation)],
                vec![theirs.mean, theirs.depth, theirs.depth_deviation],
            )
        }
    };
    let ours = numbers(ours, Some(line.sample.success()));
    let theirs = numbers(theirs, line.row.published.success);
    let ratio = ratio(line).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    let label = line.row.configuration.label();
    let seconds = line.sample.seconds().map_or("-".to_owned(), |seconds| format!("{seconds:.3}"));
    format!("{program:<18} {sizes:<9} {label:<26}{ours}   {theirs} {ratio:>8} {seconds:>8}\n")
}

/// Mean, least, most and deviation.
pub(super) fn range(spread: Option<Spread>) -> [Option<f64>; 4] {
    match spread {
        Some(Spread { min, mean, max, deviation }) => [mean, min as f64, max as f64, deviation].map(Some),
        None => [None; 4],
    }
}

/// Our mean to the published one.
pub(super) fn ratio(line: &Line) -> Option<f64> {
    Some(line.sample.counts()?.mean / line.row.published.mean?)
}

fn numbers(counts: Vec<Option<f64>>, success: Option<f64>) -> String {
    let counts = counts.into_iter().map(|count| count.map_or("-".to_owned(), number));
    side(counts, &success.map_or("?".to_owned(), |percent| format!("{percent:.0}%")))
}

/// A number as a person reads it: a whole one unless it is small.
pub(super) fn number(value: f64) -> String {
    if value < 100.0 && value.fract() != 0.0 { format!("{value:.1}") } else { grouped(value.round() as u64) }
}

/// What stands below the lines: of each program how rare its error is, and the best of both sides.
pub(super) fn below(table: &Table, lines: &[Line]) -> String {
    let mut text = String::new();
    for of_program in lines.chunk_by(|a, b| same_program(&a.row, &b.row)) {
        let Some(density) = of_program[0].density else {
            continue;
        };
        let best = |means: &mut dyn Iterator<Item = f64>| means.min_by(f64::total_cmp).map_or("-".to_owned(), number);
        let certain = |success: Option<f64>| success == Some(100.0);
        let ours = of_program
            .iter()
            .filter(|line| certain(Some(line.sample.success())))
            .filter_map(|line| Some(line.sample.counts()?.mean));
        let theirs = of_program
            .iter()
            .filter(|line| certain(line.row.published.success))
            .filter_map(|line| line.row.published.mean);
        let row = &of_program[0].row;
        let _ = writeln!(
            text,
            "{:<18} {:<9} {:>11.3}% {:>10} {:>10}",
            row.program,
            row.sizes,
            density.percent(),
            best(&mut { ours }),
            best(&mut { theirs })
        );
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "\nerrors among random executions; the best mean of {} where every trial found the error\n\n{:<18} {:<9} {:>12} \
         {:>10} {:>10}\n{text}",
        table.counted.name(),
        "program",
        "sizes",
        "errors",
        "raddle",
        "published"
    )
}

//! `raddle table`: runs a table of a paper again and prints it beside the published figures.
//!
//! What was published is data, a file for each paper. Every line is a number of checks of a program of `benchmarks`, each a process
//! of its own with its own seed; what they count is put beside what the paper counted. Programs and tools are not the paper's, so
//! a table has no bars: it shows whether a technique does here what it did there.

mod chen;
mod configuration;
mod csv;
mod luo;
mod measure;
mod noonan;
mod parizek;
mod plot;
mod published;
mod rungta;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::ValueEnum;

use crate::suite::{self, Suite, select};
use crate::{CANNOT, check_options, complain, file};
use measure::{Checks, Density, Sample};
use published::{Row, Table, Trials, Variant};

/// Every table there is.
const TABLES: [&Table; 18] = [
    &parizek::BEST,
    &parizek::EXTREMES,
    &parizek::GOOD,
    &parizek::THRESHOLDS,
    &parizek::ALL,
    &noonan::REDUCTIONS,
    &noonan::ACCOUNT_SUBTYPE,
    &noonan::AIRLINE,
    &noonan::REORDER,
    &noonan::NO_ERROR,
    &luo::BUGS,
    &luo::WHOLE,
    &rungta::DENSITY,
    &rungta::STATES,
    &rungta::LENGTHS,
    &chen::INTERLEAVINGS,
    &chen::STATES,
    &chen::TRANSITIONS,
];

/// More trials than this are not quick.
const QUICK_TRIALS: u32 = 3;

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs, a line for each of the table's.
    Csv,
}

/// What `raddle table` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct TableOptions {
    /// The table; without it the tables are listed
    pub name: Option<String>,
    /// Only the table's first program in its first size, and at most three trials
    #[arg(long)]
    pub quick: bool,
    /// Only this program; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Only lines whose configuration has this in its name
    #[arg(long, value_name = "TEXT")]
    pub lines: Option<String>,
    /// At most so many trials of a line; else as many as in the paper
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: Option<u32>,
    /// How long one trial may take: 500ms, 10s, 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = max_time)]
    pub max_time: Duration,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Draw it, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The JDK to compile and run with; else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// The directory of the programs; else benchmarks in the source tree here or above
    #[arg(long, value_name = "DIR")]
    pub benchmarks: Option<PathBuf>,
}

fn max_time(given: &str) -> Result<Duration, String> {
    check_options::duration("--max-time", given).map_err(|error| error.to_string())
}

/// Lists the tables, or runs one and prints it.
pub fn table(options: &TableOptions) -> ExitCode {
    let done = match &options.name {
        None => {
            say(&text::list(&TABLES));
            Ok(())
        }
        Some(name) => named(name).and_then(|table| run(table, options)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            complain(&why);
            ExitCode::from(CANNOT)
        }
    }
}

fn named(name: &str) -> Result<&'static Table, String> {
    TABLES.into_iter().find(|table| table.name == name).ok_or_else(|| {
        let names = TABLES.map(|table| table.name).join(", ");
        format!("no table {name}; there are {names}")
    })
}

/// A line of a table with what came of it here.
struct Line {
    row: Row,
    sample: Sample,
    /// How many of the program's executions are wrong; absent where none is.
    density: Option<Density>,
}

fn run(table: &'static Table, options: &TableOptions) -> Result<(), String> {
    let rows = wanted(table, options)?;
    let directory = suite::directory(options.benchmarks.as_deref(), Path::new("benchmarks"), "--benchmarks")?;
    let checks = Checks {
        suite: Suite::compile(options.jdk.as_deref(), &directory, &programs(&rows))?,
        max_time: options.max_time,
        directory,
    };
    let trials = trials(table.trials, options);
    let text = options.format == Format::Text;
    if text {
        say(&text::heading(table));
    }
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        let density = match lines.last() {
            Some(last) if same_program(&last.row, &row) => last.density,
            _ if row.variant == Variant::Wrong => Some(checks.density(&row)?),
            _ => None,
        };
        let line = Line { row, sample: checks.sample(&row, table.counted, trials)?, density };
        if text {
            say(&text::line(table, &line, lines.last()));
        }
        lines.push(line);
    }
    say(&if text { text::below(table, &lines) } else { csv::table(table, &lines) });
    match &options.svg {
        Some(path) => file::write_whole(path, plot::svg(table, &lines).as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", path.display())),
        None => Ok(()),
    }
}

/// The rows that were asked for.
fn wanted(table: &Table, options: &TableOptions) -> Result<Vec<Row>, String> {
    let mut rows = (table.rows)();
    let selected = select(programs(&rows), &options.only)?;
    rows.retain(|row| selected.iter().any(|program| program == row.program));
    if let Some(text) = &options.lines {
        rows.retain(|row| row.configuration.label().contains(text));
        if rows.is_empty() {
            return Err(format!("no line of {} has `{text}` in the name of its configuration", table.name));
        }
    }
    if options.quick
        && let Some(first) = rows.first().copied()
    {
        rows.retain(|row| same_program(&first, row));
    }
    Ok(rows)
}

fn same_program(a: &Row, b: &Row) -> bool {
    (a.program, a.sizes, a.variant) == (b.program, b.sizes, b.variant)
}

/// The names of the programs, each once.
fn programs(rows: &[Row]) -> Vec<String> {
    let mut programs: Vec<String> = Vec::new();
    for row in rows {
        if !programs.iter().any(|program| program == row.program) {
            programs.push(row.program.to_owned());
        }
    }
    programs
}

fn trials(paper: Trials, options: &TableOptions) -> Trials {
    let quick = if options.quick { QUICK_TRIALS } else { u32::MAX };
    let most = paper.most.min(quick).min(options.trials.unwrap_or(u32::MAX));
    Trials { successes: paper.successes.min(most), most }
}

/// Prints; when standard output is closed nobody wants it.
fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn options(quick: bool, only: &[&str]) -> TableOptions {
        TableOptions {
            name: None,
            quick,
            only: only.iter().map(|name| (*name).to_owned()).collect(),
            lines: None,
            trials: None,
            max_time: Duration::from_secs(1),
            format: Format::Text,
            svg: None,
            jdk: None,
            benchmarks: None,
        }
    }

    #[test]
    fn every_program_of_a_table_is_there_with_as_many_sizes_as_it_takes() {
        let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
        for row in TABLES.iter().flat_map(|table| (table.rows)()) {
            let source = benchmarks.join(row.program).with_extension("java");
            let program = std::fs::read_to_string(source).expect(row.program);
            let sizes = program.lines().find_map(|line| line.strip_prefix("// sizes: ")).expect(row.program);
            assert_eq!(sizes.split(' ').count(), row.sizes.split(' ').count(), "{}", row.program);
        }
    }

    #[test]
    fn rows_of_a_program_stand_together() {
        for table in TABLES {
            let mut programs: Vec<_> = (table.rows)().iter().map(|row| (row.program, row.sizes)).collect();
            programs.dedup();
            let runs = programs.len();
            programs.sort_unstable();
            programs.dedup();
            assert_eq!(programs.len(), runs, "{}", table.name);
        }
    }

    #[test]
    fn quick_is_the_first_size_of_the_first_program_that_is_asked_for() {
        let sizes = |quick| -> Vec<&str> {
            wanted(&noonan::AIRLINE, &options(quick, &[])).unwrap().iter().map(|row| row.sizes).collect()
        };
        assert_eq!(sizes(true), ["1 1"; 8]);
        assert_eq!(sizes(false).len(), 24);
        let rows = wanted(&parizek::BEST, &options(true, &["Elevator"])).unwrap();
        assert_eq!(rows.iter().map(|row| row.program).collect::<Vec<_>>(), ["Elevator"; 3]);
        assert_eq!(trials(parizek::BEST.trials, &options(true, &[])), Trials { successes: 3, most: 3 });
    }

    #[test]
    fn lines_are_picked_by_the_name_of_their_configuration() {
        let rows = |text: &str| {
            wanted(&parizek::BEST, &TableOptions { lines: Some(text.to_owned()), ..options(false, &["Daisy"]) })
        };
        let labels: Vec<String> = rows("random").unwrap().iter().map(|row| row.configuration.label()).collect();
        assert_eq!(labels, ["(10, random, 1-d/1000)"]);
        assert!(rows("nothing").unwrap_err().contains("no line of parizek-2"));
    }

    #[test]
    fn every_configuration_of_a_program_is_there_once() {
        let rows = wanted(&parizek::ALL, &options(false, &["Daisy"])).unwrap();
        assert_eq!(rows.len(), 6 + 5 * 3 * 8);
        let labels: HashSet<String> = rows.iter().map(|row| row.configuration.label()).collect();
        assert_eq!(labels.len(), rows.len());
    }

    #[test]
    fn an_unknown_table_is_refused_with_the_known_ones() {
        let refusal = named("parizek-9").err().unwrap();
        assert!(refusal.starts_with("no table parizek-9; there are parizek-2, parizek-3"), "{refusal}");
    }
}

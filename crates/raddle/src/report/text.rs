//! The report a person reads: the verdict first, then each finding with where the threads stand and how it came about.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use raddle_search::estimate::Estimate;
use raddle_search::finding::Kind;
use raddle_search::report::{Asked, Refuted};

use super::story::{self, Row, Run};
use super::{Outcome, Slice, Stats, Verdict};
use crate::source::Sources;
use crate::trace::{Place, Stand, Trace};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const WARY: Style = AnsiColor::Yellow.on_default().bold();
const THREAD: Style = AnsiColor::Cyan.on_default().bold();
const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// Words longer than this push their source line aside instead of pushing all others.
const WORDS_WIDTH: usize = 44;

/// Lines of a trace that are told at its beginning and its end; what is between is left out, unless every event is asked for.
const FIRST_ROWS: usize = 80;
const LAST_ROWS: usize = 160;

/// Frames of a thread's stack that are shown.
const FRAMES: usize = 8;

fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The whole report, with colours.
pub fn outcome(outcome: &Outcome, sources: &mut Sources) -> String {
    let mut text = verdict(outcome);
    text.push('\n');
    for (index, finding) in outcome.findings.iter().enumerate() {
        text.push('\n');
        if outcome.findings.len() > 1 {
            let _ = write!(text, "{} of {}: ", index + 1, outcome.findings.len());
        }
        text.push_str(&trace(finding, sources, false));
    }
    for warning in &outcome.warnings {
        let heading = format!("warning, {}:", warning.finding.kind.name());
        let _ = write!(text, "\n{} {}\n", paint(WARY, &heading), clean(&warning.finding.message));
        text.push_str(&stands(warning, sources));
    }
    if !outcome.uncontrolled.is_empty() {
        text.push_str("\nWhat Raddle did not control: the program\n");
        for line in &outcome.uncontrolled {
            let _ = writeln!(text, "  {}", clean(line));
        }
    }
    if let Some(outputs) = &outcome.outputs {
        let _ = writeln!(text, "\n{} of complete executions:", counted(outputs.len() as u64, "different output"));
        for (index, output) in outputs.iter().enumerate() {
            let _ = write!(text, "{}{}", if index == 0 { "" } else { "\n" }, quoted(output));
        }
    }
    if let Some(slice) = &outcome.slice {
        text.push_str(&rounds(slice));
    }
    let _ = write!(text, "\n{}", statistics(&outcome.stats));
    text
}

/// The first line.
fn verdict(outcome: &Outcome) -> String {
    let races = outcome.warnings.iter().filter(|warning| warning.finding.kind == Kind::Race).count() as u64;
    let beside = match races {
        0 => String::new(),
        _ => format!("; {}, so other behaviours are possible, JLS 17.4.5", counted(races, "data race")),
    };
    // A program with races does more than Raddle explores, and the verdict must not claim otherwise.
    let under = if races > 0 { " under sequential consistency" } else { "" };
    let why = outcome.unexplored.join(", ");
    match outcome.verdict() {
        Verdict::Error => {
            let mut kinds: BTreeMap<Kind, u64> = BTreeMap::new();
            for found in &outcome.findings {
                *kinds.entry(found.finding.kind).or_default() += 1;
            }
            let kinds: Vec<String> = kinds
                .iter()
                .map(
                    |(kind, times)| {
                        if *times == 1 { kind.name().to_owned() } else { format!("{} ({times})", kind.name()) }
                    },
                )
                .collect();
            let more = if why.is_empty() { String::new() } else { format!("; not everything was explored: {why}") };
            format!("{}: {}{more}{beside}", paint(BAD, "error"), kinds.join(", "))
        }
        Verdict::Ok => {
            let explored = match &outcome.slice {
                Some(_) => {
                    format!("all that can matter to its targets explored, {}", counted(outcome.stats.states, "state"))
                }
                None => explored(&outcome.stats),
            };
            format!("{}, complete: {explored}{beside}", paint(GOOD, &format!("no error{under}")))
        }
        Verdict::Incomplete => format!("{}, incomplete: {why}{beside}", paint(WARY, &format!("no error found{under}"))),
    }
}

fn explored(stats: &Stats) -> String {
    if stats.causal.is_some() {
        format!("every causal class executed, {} in all", grouped(stats.executions))
    } else if stats.refuted.is_some() {
        format!("every value schedule executed, {} in all", grouped(stats.executions))
    } else if stats.reduced.is_some() {
        format!("every order of dependent steps explored, in {}", counted(stats.executions, "execution"))
    } else if stats.states == 1 {
        "its only state explored".to_owned()
    } else {
        format!("all {} states explored", grouped(stats.states))
    }
}

/// The rounds of a search by slices, and what they prove.
fn rounds(slice: &Slice) -> String {
    let mut text = format!("\n{}\n", paint(STRONG, "Rounds"));
    let names = |threads: &[u32]| {
        let name = |thread: &u32| slice.thread_names.get(thread).cloned().unwrap_or_else(|| format!("thread {thread}"));
        threads.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    for (index, round) in slice.rounds.iter().enumerate() {
        let threads = match &round.threads[..] {
            _ if round.all_threads => "all threads".to_owned(),
            [] => "no thread interleaves".to_owned(),
            threads => clean(&names(threads)),
        };
        let locations = counted(round.locations as u64, "location");
        let places = counted(round.places as u64, "place");
        let _ = writeln!(text, "  {}: {threads}, {locations}, {places}; {}", index + 1, counted(round.states, "state"));
        let added = if round.added.is_empty() { String::new() } else { names(&round.added) + " " };
        let _ = writeln!(text, "     {}", paint(FAINT, &clean(&format!("{added}{}", round.why))));
    }
    if slice.proved {
        let targets = counted(slice.targets.len() as u64, "target");
        let _ = writeln!(text, "\nProved: nothing goes wrong by coming to one of {targets}. Not proved:");
        for line in &slice.unproved {
            let _ = writeln!(text, "  {}", clean(line));
        }
    }
    text
}

/// A trace on its own: what was found, where the threads stand, how it came about and what was printed.
pub fn trace(trace: &Trace, sources: &mut Sources, every: bool) -> String {
    let heading = format!("{}:", trace.finding.kind.name());
    let mut text = format!("{} {}\n", paint(BAD, &heading), clean(&trace.finding.message));
    text.push_str(&stands(trace, sources));
    text.push_str(&steps(trace, sources, every));
    let output = trace.output();
    if !output.is_empty() {
        let _ = write!(text, "\n{}\n{}", paint(STRONG, "What the program printed"), quoted(&output));
    }
    text
}

/// Where each thread stands.
fn stands(trace: &Trace, sources: &mut Sources) -> String {
    let mut text = String::new();
    for stand in &trace.stands {
        let _ = writeln!(text, "\n  {} {}", paint(THREAD, &clean(&stand.name)), clean(&stand.state));
        for (index, frame) in stand.stack.iter().take(FRAMES).enumerate() {
            let _ = writeln!(text, "      at {}", clean(frame));
            let place = frame_place(frame);
            if let Some(line) = sources.line(&place).filter(|_| is_of_program(&place, stand) || index == 0) {
                let _ = writeln!(text, "         {}", paint(FAINT, &clean(line)));
            }
        }
        if stand.stack.len() > FRAMES {
            let _ = writeln!(text, "      ... {} more", stand.stack.len() - FRAMES);
        }
    }
    text
}

/// The innermost place of a thread's stack that is in the program; else its innermost.
pub(crate) fn stand_place(stand: &Stand) -> Option<Place> {
    let mut places = stand.stack.iter().map(|frame| frame_place(frame));
    let of_program = places.clone().find(|place| is_of_program(place, stand));
    of_program.or_else(|| places.next())
}

fn is_of_program(place: &Place, stand: &Stand) -> bool {
    place.file.is_some() && place.file == stand.file && place.line == stand.line
}

/// The place a line of a Java stack trace tells of.
pub(super) fn frame_place(frame: &str) -> Place {
    let (name, rest) = frame.split_once('(').unwrap_or((frame, ""));
    // A module may stand before the class: java.base/java.lang.Thread.run.
    let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
    let (class, method) = name.rsplit_once('.').unwrap_or((name, ""));
    let (file, line) = rest.trim_end_matches(')').split_once(':').unzip();
    Place {
        class: class.to_owned(),
        method: method.to_owned(),
        file: file.map(str::to_owned),
        line: line.and_then(|line| line.parse().ok()),
    }
}

/// How it came about.
fn steps(trace: &Trace, sources: &mut Sources, every: bool) -> String {
    let runs = story::runs(trace, every);
    let length = format!(
        "{}, {}, {}",
        counted(trace.steps.len() as u64, "step"),
        plural(trace.schedule.switches() as u64, "switch", "switches"),
        counted(trace.preemptions() as u64, "preemption")
    );
    let mut text = format!("\n{} {}\n", paint(STRONG, "How it came about"), paint(FAINT, &format!("({length})")));
    if runs.is_empty() {
        text.push_str("\n  No thread does anything that another could notice.\n");
    }
    let rows = || runs.iter().flat_map(|run| &run.rows);
    let total = rows().count();
    let is_left_out = |index: usize| !every && index >= FIRST_ROWS && index + LAST_ROWS < total;
    let mut index = 0;
    let place_width = rows().map(|row| short_place(&row.place).chars().count()).max().unwrap_or(0);
    let words_width =
        rows().map(|row| told(row).chars().count()).filter(|width| *width <= WORDS_WIDTH).max().unwrap_or(0);
    let mut before = None;
    for run in &runs {
        if !is_left_out(index) || !is_left_out(index + run.rows.len() - 1) {
            text.push_str(&switch(trace, run, before));
        }
        before = Some(run.thread);
        let mut last: Option<&Place> = None;
        for row in &run.rows {
            index += 1;
            if is_left_out(index - 1) {
                if index - 1 == FIRST_ROWS {
                    let left_out = counted((total - FIRST_ROWS - LAST_ROWS) as u64, "line");
                    let _ = writeln!(
                        text,
                        "\n  ... {left_out} left out; --trace FILE keeps them, and raddle show --verbose FILE tells all\n"
                    );
                }
                continue;
            }
            let source = sources.line(&row.place).filter(|_| last != Some(&row.place)).map(clean).unwrap_or_default();
            last = Some(&row.place);
            let line = format!("    {:<place_width$}  {:<words_width$}", short_place(&row.place), told(row));
            if source.is_empty() {
                let _ = writeln!(text, "{}", line.trim_end());
            } else {
                let _ = writeln!(text, "{line}  {}", paint(FAINT, &source));
            }
        }
    }
    text
}

/// The line that says which thread goes, and why that is remarkable.
fn switch(trace: &Trace, run: &Run, before: Option<u32>) -> String {
    let name = clean(&trace.thread_name(run.thread));
    let note = match before {
        Some(before) if run.preempts => {
            let matters = if run.turns { "; the switch that matters" } else { "" };
            format!(
                "  {}",
                paint(WARY, &format!("<- though {} could have gone on{matters}", clean(&trace.thread_name(before))))
            )
        }
        _ => String::new(),
    };
    format!("\n  {}{note}\n", paint(THREAD, &name))
}

fn told(row: &Row) -> String {
    let words = clean(&row.words);
    if row.times > 1 { format!("{words} ({} times)", row.times) } else { words }
}

/// `Till.java:12`, or the method where the class file has no lines.
fn short_place(place: &Place) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => clean(&format!("{file}:{line}")),
        _ => clean(&format!("{}.{}", place.class, place.method)),
    }
}

/// How many executions are left, and how far that can be relied on.
pub fn estimated(left: Estimate) -> String {
    let how = left.factor.map_or("early to tell".to_string(), |factor| format!("within a factor of {factor} lately"));
    format!("about {} left ({how})", counted(left.executions, "execution"))
}

/// The counters, in two lines.
fn statistics(stats: &Stats) -> String {
    let again = match stats.restarts {
        0 => String::new(),
        times => format!(", begun again {}", plural(times, "time", "times")),
    };
    let reduced = stats.reduced.map_or(String::new(), |reduced| {
        let left = reduced.left.map_or(String::new(), |left| format!(", {}", estimated(left)));
        format!(", {}, {} begun in vain{left}", counted(reduced.reversals, "reversal"), grouped(reduced.blocked))
    });
    let refuted = stats.refuted.map_or(String::new(), |Refuted { infeasible, not_aliased, control_flow }| {
        let [infeasible, not_aliased, control_flow] = [infeasible, not_aliased, control_flow].map(grouped);
        format!(", {infeasible} infeasible, {not_aliased} not aliased, {control_flow} cut by control flow")
    });
    let causal = stats.causal.map_or(String::new(), |asked| asked_of_models(&asked));
    format!(
        "{}, {}, {}{reduced}{refuted}{causal}, depth {}, {}{again}\n{} s, {} states/s, {} transitions/s, {} of memory\n",
        plural(stats.states, "state", "states"),
        counted(stats.transitions, "transition"),
        counted(stats.executions, "execution"),
        grouped(stats.depth),
        counted(stats.instructions, "instruction"),
        seconds(stats.elapsed_ms),
        grouped(stats.states_per_second()),
        grouped(stats.transitions_per_second()),
        bytes(stats.peak_memory_bytes),
    )
}

/// What was asked of causal models, and how long each solver took.
fn asked_of_models(asked: &Asked) -> String {
    let time = |nanos: u64| seconds(nanos / 1_000_000);
    let then = |name: &str, count: u64, nanos: u64| match count {
        0 => String::new(),
        count => format!(", {name} {} s for {}", time(nanos), grouped(count)),
    };
    let exploration = then("exploring states", asked.exploration, asked.exploration_nanos);
    let cdcl = then("clause learning", asked.cdcl, asked.cdcl_nanos);
    format!(
        ", {} of which {} can be (saturation {} s{exploration}{cdcl}), {} of {} confirmed",
        plural(asked.queries, "query", "queries"),
        grouped(asked.yes),
        time(asked.saturation_nanos),
        grouped(asked.confirmed),
        plural(asked.predicted, "prediction", "predictions"),
    )
}

fn seconds(milliseconds: u64) -> String {
    format!("{}.{:02}", grouped(milliseconds / 1000), milliseconds % 1000 / 10)
}

fn bytes(count: u64) -> String {
    if count < 1 << 30 {
        format!("{} MB", count.div_ceil(1 << 20))
    } else {
        format!("{:.1} GB", count as f64 / (1u64 << 30) as f64)
    }
}

fn counted(count: u64, thing: &str) -> String {
    plural(count, thing, &format!("{thing}s"))
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A number with a comma between every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What the program printed, set off from what Raddle says.
fn quoted(output: &str) -> String {
    output.lines().map(|line| format!("  | {}\n", clean(line))).collect()
}

/// Text of the program's without what could confuse a terminal.
pub(crate) fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => clean.push_str("    "),
            '\n' => clean.push_str("\n  "),
            _ if c.is_control() => clean.extend(c.escape_unicode()),
            _ => clean.push(c),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn sizes_and_times_are_short() {
        assert_eq!(bytes(34_500_000), "33 MB");
        assert_eq!(bytes(3 << 29), "1.5 GB");
        assert_eq!(seconds(61_239), "61.23");
    }

    #[test]
    fn a_frame_of_a_stack_trace_is_a_place() {
        let place = frame_place("java.base/java.lang.Thread.run(Thread.java:840)");
        assert_eq!(place.to_string(), "java.lang.Thread.run(Thread.java:840)");
        assert_eq!(frame_place("Main.main(Native Method)").line, None);
        assert_eq!(frame_place("").line, None);
    }

    #[test]
    fn what_the_program_says_cannot_command_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\tc"), "a\\u{1b}[31mb    c");
    }
}

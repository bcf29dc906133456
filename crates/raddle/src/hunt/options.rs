//! What follows `raddle hunt`: as for `raddle check`, options end where the program's arguments begin.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::check_options::{Conditions, Timeouts, count, duration, one_of};
use crate::launch_options::{self, LaunchOptions, OptionError, Words, error, sized, value};
use crate::lint::Format;

/// Transitions that one warning is worth when `--budget` does not say: a second or so.
pub const BUDGET: u64 = 100_000;

/// Everything `raddle hunt` was told on its command line.
#[derive(Clone, Debug)]
pub struct HuntOptions {
    /// How the program is started.
    pub launch: LaunchOptions,
    /// What decides which choices there are.
    pub conditions: Conditions,
    /// Transitions that one warning is worth.
    pub budget: u64,
    /// How long the whole may take.
    pub time: Option<Duration>,
    /// The most memory for visited states.
    pub memory: Option<u64>,
    /// What is left to chance depends on it.
    pub seed: u64,
    /// A file of identities of warnings to leave out.
    pub suppress: Option<PathBuf>,
    /// Where the traces go.
    pub traces: Option<PathBuf>,
    /// The form of the report.
    pub format: Format,
    /// Where the report goes; else to standard output.
    pub output: Option<PathBuf>,
    /// Where sources are looked for first, as a path of directories.
    pub source_path: Option<String>,
    /// Whether progress is kept to oneself even on a terminal.
    pub quiet: bool,
}

/// Reads the words that follow `raddle hunt`; none when they ask for help.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Option<HuntOptions>, OptionError> {
    let mut reader = Reader::default();
    let launch = launch_options::read("hunt", words, |name, attached, rest| reader.option(name, attached, rest))?;
    Ok(launch.map(|launch| HuntOptions {
        launch,
        conditions: reader.conditions,
        budget: reader.budget.unwrap_or(BUDGET),
        time: reader.time,
        memory: reader.memory,
        seed: reader.seed,
        suppress: reader.suppress,
        traces: reader.traces,
        format: reader.format.unwrap_or(Format::Text),
        output: reader.output,
        source_path: reader.source_path,
        quiet: reader.quiet,
    }))
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    conditions: Conditions,
    budget: Option<u64>,
    time: Option<Duration>,
    memory: Option<u64>,
    seed: u64,
    suppress: Option<PathBuf>,
    traces: Option<PathBuf>,
    format: Option<Format>,
    output: Option<PathBuf>,
    source_path: Option<String>,
    quiet: bool,
}

impl Reader {
    /// Reads one option if it is one of `hunt`'s own.
    fn option(&mut self, name: &str, attached: Option<&str>, rest: &mut Words) -> Result<bool, OptionError> {
        if attached.is_none() && matches!(name, "--quiet" | "--no-progress") {
            self.quiet = true;
            return Ok(true);
        }
        let attached = attached.map(str::to_owned);
        let mut given = |what: &str| value(name, attached.clone(), what, rest);
        match name {
            "--budget" => self.budget = Some(count(name, &given("a number of transitions")?)?),
            "--max-time" => self.time = Some(duration(name, &given("a time such as 10s")?)?),
            "--max-memory" => {
                let size = given("a size such as 2g")?;
                self.memory = Some(sized(&format!("{name} {size}"), &size)?);
            }
            "--seed" => {
                let seed = given("a number")?;
                let read = seed.parse();
                self.seed = read.or_else(|_| error(format!("--seed {seed}: not a number from 0 to {}", u64::MAX)))?;
            }
            "--timeouts" => {
                const FORMS: [(&str, Timeouts); 3] =
                    [("always", Timeouts::Always), ("idle", Timeouts::Idle), ("never", Timeouts::Never)];
                self.conditions.timeouts = one_of(name, &given("always, idle or never")?, &FORMS)?;
            }
            "--format" => {
                const FORMS: [(&str, Format); 3] =
                    [("text", Format::Text), ("json", Format::Json), ("sarif", Format::Sarif)];
                self.format = Some(one_of(name, &given("text, json or sarif")?, &FORMS)?);
            }
            "--suppress" => self.suppress = Some(given("a file")?.into()),
            "--traces" => self.traces = Some(given("a directory")?.into()),
            "--output" => self.output = Some(given("a file")?.into()),
            "--sourcepath" | "--source-path" | "-sourcepath" => {
                self.source_path = Some(given("a path of directories")?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<HuntOptions>, String> {
        parse(line.split_whitespace().map(OsString::from)).map_err(|error| error.to_string())
    }

    #[test]
    fn options_end_where_the_programs_arguments_begin() {
        let options = read("--budget 7 -cp a:b --traces out --timeouts idle Main --budget 9").unwrap().unwrap();
        assert_eq!((options.budget, options.conditions.timeouts), (7, Timeouts::Idle));
        assert_eq!(options.traces, Some("out".into()));
        assert_eq!(options.launch.arguments, ["--budget", "9"]);
        assert_eq!(read("Main").unwrap().unwrap().budget, BUDGET);
        assert!(read("--help").unwrap().is_none());
    }

    #[test]
    fn a_refusal_says_what_and_what_to_do_in_one_line() {
        for (line, said) in [
            ("", "raddle hunt [options] (Main | -jar FILE)"),
            ("--budget some Main", "--budget some: not a number from 1"),
            ("--budget", "--budget needs a number of transitions behind it"),
            ("--format junit Main", "give one of text, json, sarif"),
            ("--seed x Main", "--seed x: not a number"),
            ("--frob Main", "unknown option --frob; raddle hunt --help"),
        ] {
            let refusal = read(line).unwrap_err();
            assert!(refusal.contains(said), "{line}: {refusal}");
        }
    }
}

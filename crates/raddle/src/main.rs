//! The command `raddle`: chooses the subcommand. `run`, `check` and `hunt` read their own options, as `java` does; clap reads
//! the others'.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use raddle::analyze::{self, AnalyzeOptions};
use raddle::bench::{self, BenchOptions, CheckBenchOptions, StrategiesBenchOptions};
use raddle::check_options::{self, CheckRequest, ReplayOptions, ShowOptions, ShrinkOptions};
use raddle::explain::{self, ExplainOptions};
use raddle::hunt;
use raddle::launch_options::{self, Request};
use raddle::lint::{self, LintOptions};
use raddle::table::{self, TableOptions};
use raddle::{CANNOT, check, natives, run, show, strategies};

const RUN_HELP: &str = include_str!("run_help.txt");
const CHECK_HELP: &str = include_str!("check_help.txt");
const HUNT_HELP: &str = include_str!("hunt_help.txt");
const PREDICT_HELP: &str = include_str!("predict_help.txt");

/// Finds concurrency errors in Java programs, or proves that there are none: runs them on a virtual machine of its own,
/// which controls every scheduling choice.
#[derive(Parser)]
#[command(name = "raddle", version, after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  raddle check -cp classes shop.Main   explore every order of its threads
  raddle replay bug.json               run the schedule of an error again
  raddle show bug.json --html bug.html look at it in a browser
  raddle run -cp classes shop.Main     run a class as `java -ea` does
  raddle strategies                    how a check can go through the states
  raddle lint -cp classes shop.Main    what looks wrong, without running it
  raddle hunt -cp classes shop.Main    which of that comes true
  raddle analyze --show parallel -cp classes shop.Main
                                       which threads there are, and where they start
  raddle explain Till.close:31 -cp classes shop.Main
                                       which threads and lines can influence that
  raddle natives Unsafe                which native methods of Unsafe are there
  raddle bench vm --only Fib           how fast the machine is
  raddle bench check                   how fast the search is
  raddle bench strategies              what strategies cost beside the plain one
  raddle table parizek-2               a table of a paper, beside what was published

Exit codes: 0 no error, 1 an error, 2 no error found but not everything explored; the program's own for `run`;
1 for a missed bar of `bench`; 3 for what Raddle could not do.";

#[derive(Subcommand)]
enum Command {
    /// Run a Java program as `java -ea` does
    #[command(override_help = RUN_HELP)]
    Run {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Explore every order in which a program's threads can go
    #[command(override_help = CHECK_HELP)]
    Check {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Run a program once and find what follows: errors that other orders of that execution come to
    #[command(override_help = PREDICT_HELP)]
    Predict {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Find out which warnings come true: lint, search along each warning, confirm or refute
    #[command(override_help = HUNT_HELP)]
    Hunt {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Run the schedule of a trace again
    ///
    /// Exit code 1 when the finding shows again, 0 when it does not, 3 when the program has changed or something is missing.
    #[command(
        after_help = "Examples:\n  raddle replay bug.json\n  raddle replay --verbose bug.json\n  raddle replay -cp build/classes bug.json"
    )]
    Replay(ReplayOptions),
    /// Find a simpler schedule of a trace's finding: fewest preemptions, then shortest
    #[command(after_help = "Examples:\n  raddle shrink bug.json\n  raddle shrink bug.json -o small.json --budget 1m")]
    Shrink(ShrinkOptions),
    /// Show a trace, in words or as a page for a browser
    #[command(
        after_help = "Examples:\n  raddle show bug.json\n  raddle show bug.json --html bug.html --sourcepath src/main/java"
    )]
    Show(ShowOptions),
    /// Warn of what looks as if it could go wrong: races, lock orders, waits, check-then-act
    ///
    /// The program is not run. Exit code 1 when there are warnings, 0 when there are none. A warning's identity stays the same when
    /// lines move; a file of identities for --suppress leaves those out.
    #[command(
        after_help = "Examples:\n  raddle lint -cp classes shop.Main\n  raddle lint --format sarif -cp classes shop.Main > lint.sarif\n  raddle lint --suppress known.txt app.jar"
    )]
    Lint(LintOptions),
    /// Show what is known of a program without running it: calls, objects, threads, locks, slices
    ///
    /// What is shown is more than what can happen, never less, but for what docs/analysis.md lists. Locations are written
    /// Class.method:line, Class:line, Class.method+offset (of the bytecode) or Class.method.
    #[command(after_help = "Examples:\n  raddle lint -cp classes shop.Main    what looks wrong, without running it
  raddle analyze --show parallel -cp classes shop.Main\n  raddle analyze --show slice Account.withdraw:17 -cp classes shop.Main\n  raddle analyze --show locks --format svg -cp classes shop.Main > locks.svg")]
    Analyze(AnalyzeOptions),
    /// Show what can influence whether a place is come to: threads and source lines, each with its reason
    ///
    /// The program is not run. It is what `raddle check --search slice --target PLACE` begins with.
    #[command(after_help = "Examples:\n  raddle explain Till.close:31 -cp classes shop.Main")]
    Explain(ExplainOptions),
    /// List the native methods of the JDK that the machine supports
    Natives {
        /// Only methods whose name contains this, such as `Unsafe` or `Thread.start`
        filter: Option<String>,
    },
    /// List the parts a search is put together of, and the combinations that have names
    Strategies,
    /// Measure Raddle
    Bench {
        #[command(subcommand)]
        suite: Suite,
    },
    /// Run a table of a paper again and print it beside the published figures; without a name, list the tables
    ///
    /// Compiles benchmarks/*.java and checks each program as its line says, as often as the paper did. A trial that takes longer
    /// than --max-time did not find the error.
    #[command(
        after_help = "Examples:\n  raddle table\n  raddle table parizek-2 --only Daisy --svg daisy.svg\n  raddle table noonan-3.3 --quick\n  raddle table luo-4.2 --max-time 15m --format csv > luo.csv"
    )]
    Table(TableOptions),
}

#[derive(Subcommand)]
enum Suite {
    /// The machine's speed: each program with raddle and with `java -Xint`, side by side
    ///
    /// Compiles benches/java/vm/*.java, runs each in turn with `raddle run` and `java -Xint` (Hello with plain `java`)
    /// and keeps the shortest time of each. Exit code 1 when a bar is missed or an output differs.
    #[command(
        after_help = "Examples:\n  raddle bench vm\n  raddle bench vm --only Fib --rounds 10\n  raddle bench vm --format json > vm.json"
    )]
    Vm(BenchOptions),
    /// The search's speed and size: every program checked to its end
    ///
    /// Compiles benches/java/check/*.java and checks each in several sizes: transitions a second, machine instructions per
    /// transition (where valgrind is there), bytes per visited state, what a second worker brings, states beside Java
    /// PathFinder's, start-up beside `java`'s. Exit code 1 when a bar is missed or a check fails.
    #[command(
        after_help = "Examples:\n  raddle bench check\n  raddle bench check --only Philosophers --no-callgrind\n  raddle bench check --format json > check.json"
    )]
    Check(CheckBenchOptions),
    /// What strategies cost: machine instructions per transition beside those of the plain search
    ///
    /// Searches Philosophers 6 2 of benches/java/check by each strategy and counts instructions with valgrind. Exit code 1 when one
    /// costs more than 1.3 times the plain depth-first search.
    #[command(
        after_help = "Examples:\n  raddle bench strategies\n  raddle bench strategies --only '--search breadth'\n  raddle bench strategies --format json > strategies.json"
    )]
    Strategies(StrategiesBenchOptions),
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    // clap would read `-cp` as the cluster `-c -p`, so what follows `run`, `check` and `hunt` never reaches it.
    match words.get(1).and_then(|word| word.to_str()) {
        Some("run") => return launch(words.into_iter().skip(2)),
        Some("check") => return search(words.into_iter().skip(2)),
        Some("predict") => return predict(words.into_iter().skip(2)),
        Some("hunt") => return chase(words.into_iter().skip(2)),
        _ => {}
    }
    match CommandLine::try_parse_from(words.into_iter().map(check_options::long_class_path)) {
        Ok(command_line) => dispatch(command_line.command),
        Err(error) => usage(&error),
    }
}

fn dispatch(command: Command) -> ExitCode {
    match command {
        Command::Run { words } => launch(words),
        Command::Check { words } => search(words),
        Command::Predict { words } => predict(words),
        Command::Hunt { words } => chase(words),
        Command::Replay(options) => check::replay(options),
        Command::Shrink(options) => check::shrink(options),
        Command::Show(options) => show::show(&options),
        Command::Lint(options) => lint::lint(&options),
        Command::Analyze(options) => analyze::analyze(&options),
        Command::Explain(options) => explain::explain(&options),
        Command::Natives { filter } => natives::natives(filter.as_deref()),
        Command::Strategies => strategies::strategies(),
        Command::Bench { suite: Suite::Vm(options) } => bench::vm(&options),
        Command::Bench { suite: Suite::Check(options) } => bench::check(&options),
        Command::Bench { suite: Suite::Strategies(options) } => bench::strategies(&options),
        Command::Table(options) => table::table(&options),
    }
}

fn launch(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    match launch_options::parse(words) {
        Ok(Request::Launch(options)) => run::run(*options),
        Ok(Request::Help) => help(RUN_HELP),
        Err(error) => cannot(&error.to_string()),
    }
}

fn search(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    match check_options::parse(words) {
        Ok(CheckRequest::Check(options)) => check::check(*options),
        Ok(CheckRequest::Help) => help(CHECK_HELP),
        Err(error) => cannot(&error.to_string()),
    }
}

/// One execution, and all that it tells of.
fn predict(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    match words.first().and_then(|word| word.to_str()) {
        Some("--help" | "-h") | None => help(PREDICT_HELP),
        Some(_) => search(["--search", "predict", "--all-errors"].map(OsString::from).into_iter().chain(words)),
    }
}

fn chase(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    match hunt::options::parse(words) {
        Ok(Some(options)) => hunt::hunt(&options),
        Ok(None) => help(HUNT_HELP),
        Err(error) => cannot(&error.to_string()),
    }
}

fn help(text: &str) -> ExitCode {
    // Nobody is left to tell when standard output is closed.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Prints help as clap words it, and a mistake as one line of ours: clap's exit code 2 has another meaning here.
fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let _ = error.print();
            ExitCode::from(CANNOT)
        }
        _ => {
            let text = error.to_string();
            let said: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
            let said = said.join(" ");
            let what = said.strip_prefix("error: ").unwrap_or(&said);
            cannot(&format!("{what}; see raddle --help"))
        }
    }
}

fn cannot(what: &str) -> ExitCode {
    raddle::complain(what);
    ExitCode::from(CANNOT)
}

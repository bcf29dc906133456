//! The command `raddle`: chooses the subcommand. `run` reads its own options, as `java` does; clap reads the others'.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use raddle::bench::{self, Format, VmBench};
use raddle::launch_options::{self, Request};
use raddle::{CANNOT, natives, run};

const RUN_HELP: &str = include_str!("run_help.txt");

/// Runs Java programs on a virtual machine of its own, which controls every scheduling choice.
#[derive(Parser)]
#[command(name = "raddle", version, after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  raddle run -cp classes shop.Main     run a class as `java -ea` does
  raddle run -jar shop.jar             run a jar
  raddle natives Unsafe                which native methods of Unsafe are there
  raddle bench vm --only Fib           how fast the machine is

Exit codes: the program's own for `run`; 1 for a missed bar; 3 for what Raddle could not do.";

#[derive(Subcommand)]
enum Command {
    /// Run a Java program as `java -ea` does
    #[command(override_help = RUN_HELP)]
    Run {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// List the native methods of the JDK that the machine supports
    Natives {
        /// Only methods whose name contains this, such as `Unsafe` or `Thread.start`
        filter: Option<String>,
    },
    /// Measure Raddle
    Bench {
        #[command(subcommand)]
        suite: Suite,
    },
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
    Vm {
        /// Only this program; may be given several times
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
        /// How often each program runs on each side
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        rounds: u32,
        /// The JDK to compile and compare with; else JAVA_HOME's, else that of `java` on PATH
        #[arg(long, value_name = "DIR")]
        jdk: Option<PathBuf>,
        /// The directory of the programs; else benches/java/vm here or above
        #[arg(long, value_name = "DIR")]
        suite: Option<PathBuf>,
        /// How to print the result
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    // clap would read `-cp` as the cluster `-c -p`, so what follows `run` never reaches it.
    if words.get(1).is_some_and(|word| word == "run") {
        return launch(words.into_iter().skip(2));
    }
    match CommandLine::try_parse_from(words) {
        Ok(command_line) => dispatch(command_line.command),
        Err(error) => usage(&error),
    }
}

fn dispatch(command: Command) -> ExitCode {
    match command {
        Command::Run { words } => launch(words),
        Command::Natives { filter } => natives::natives(filter.as_deref()),
        Command::Bench { suite: Suite::Vm { only, rounds, jdk, suite, format } } => {
            bench::vm(&VmBench { only, rounds, jdk, suite, format })
        }
    }
}

fn launch(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    match launch_options::parse(words) {
        Ok(Request::Launch(options)) => run::run(*options),
        Ok(Request::Help) => {
            // Nobody is left to tell when standard output is closed.
            let _ = std::io::stdout().write_all(RUN_HELP.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => cannot(&error.to_string()),
    }
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

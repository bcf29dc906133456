//! `raddle run`: runs a program as `java -ea` does, on Raddle's own machine.

use std::process::ExitCode;
use std::sync::Arc;

use raddle_program::classpath::{ClassPath, ClassPathError};
use raddle_program::jdk::Jdk;
use raddle_program::program::{LinkError, Program};
use raddle_vm::{BootError, End, Machine, Settings};

use crate::launch_options::{LaunchOptions, Program as Target};
use crate::{CANNOT, complain};

/// What to do when the class library itself fails.
const DAMAGED: &str = "the JDK may be damaged: install it again, or name another with --jdk";

/// Runs a program to its end and returns its exit code, or 3 for what Raddle could not do.
pub fn run(options: LaunchOptions) -> ExitCode {
    // A broken invariant of the machine is one line too. Its place is kept for whoever mends it; RUST_BACKTRACE=1 asks for more.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| {
            let what = panic.payload_as_str().unwrap_or("an unknown error");
            let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
            complain(&format!("internal error{place}: {what}; this is a mistake of Raddle's: please report it"));
        }));
    }
    match std::panic::catch_unwind(|| run_to_end(&options)) {
        Ok(Ok(code)) => std::process::exit(code),
        Ok(Err(message)) => {
            complain(&message);
            ExitCode::from(CANNOT)
        }
        Err(_) => ExitCode::from(CANNOT),
    }
}

fn run_to_end(options: &LaunchOptions) -> Result<i32, String> {
    let mut machine = boot(options)?;
    match machine.run() {
        End::Exit(code) => Ok(code),
        End::Fatal(message) | End::Deadlock(message) => Err(message),
    }
}

/// A machine that stands at the beginning of the program's main method.
pub(crate) fn boot(options: &LaunchOptions) -> Result<Machine, String> {
    let main = main_class(options)?;
    let mut machine = boot_library(options)?;
    machine.start_main(&main, &options.arguments).map_err(|error| describe("cannot run", error))?;
    Ok(machine)
}

/// A machine that has booted the class library and knows where the program is.
pub(crate) fn boot_library(options: &LaunchOptions) -> Result<Machine, String> {
    let jdk = Jdk::locate(options.jdk.as_deref()).map_err(|error| error.to_string())?;
    let class_path_text = options.effective_class_path();
    let class_path = ClassPath::parse(&class_path_text).with_feature(jdk.feature);
    let assertions = options.assertions.clone();
    let settings = Settings {
        assertions: Arc::new(move |class, system| assertions.enabled(class, system)),
        heap: options.heap as usize,
        properties: properties(options),
        class_path: class_path_text,
        seed: options.seed,
        preview: options.preview,
        ..Settings::default()
    };
    let program = Program::new(jdk, class_path);
    let mut machine = Machine::new(program, settings).map_err(|error| match error {
        LinkError::Java("java/lang/OutOfMemoryError", message) => format!("{message}; give a smaller one with --heap"),
        other => format!("cannot load the class library: {other}; {DAMAGED}"),
    })?;
    machine.boot().map_err(|error| match error {
        // An exception, with its stack: only a class library that is not what its JDK's makers built throws one here.
        BootError::Fatal(message) if message.starts_with("java.") => {
            format!("the class library did not start: {}; {DAMAGED}", message.lines().next().unwrap_or_default())
        }
        other => describe("the class library did not start", other),
    })?;
    Ok(machine)
}

/// The properties the user gave, and those `java` adds to tell how it was started.
fn properties(options: &LaunchOptions) -> Vec<(String, String)> {
    let program = match &options.program {
        Target::Class(name) => name.clone(),
        Target::Jar(jar) => jar.display().to_string(),
    };
    let command = std::iter::once(program).chain(options.arguments.iter().cloned()).collect::<Vec<_>>().join(" ");
    let told = [("sun.java.command", command.as_str()), ("sun.java.launcher", "SUN_STANDARD")];
    let told = told.into_iter().map(|(key, value)| (key.to_string(), value.to_string()));
    told.chain(options.properties.iter().cloned()).collect()
}

pub(crate) fn main_class(options: &LaunchOptions) -> Result<String, String> {
    match &options.program {
        Target::Class(name) => Ok(name.clone()),
        Target::Jar(jar) if jar.is_dir() => {
            Err(format!("{0} is a directory, not a jar; run a class in it with raddle run -cp {0} Main", jar.display()))
        }
        Target::Jar(jar) => ClassPath::main_class(jar).map_err(|error| match error {
            ClassPathError::NoMainClass { .. } => error.to_string(),
            _ => format!("{error}; check the path, or build the jar again"),
        }),
    }
}

fn describe(what: &str, error: BootError) -> String {
    match error {
        BootError::NoMain(message) => message,
        BootError::Fatal(message) => format!("{what}: {message}"),
    }
}

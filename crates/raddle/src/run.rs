//! `raddle run`: runs a program as `java -ea` does, on Raddle's own machine.

use std::process::ExitCode;
use std::sync::Arc;

use raddle_program::classpath::ClassPath;
use raddle_program::jdk::Jdk;
use raddle_program::program::Program;
use raddle_vm::{BootError, End, Machine, Settings};

use crate::CANNOT;
use crate::launch_options::{LaunchOptions, Program as Target};

/// Runs a program to its end and returns its exit code, or 3 for what Raddle could not do.
pub fn run(options: LaunchOptions) -> ExitCode {
    match run_to_end(&options) {
        Ok(code) => std::process::exit(code),
        Err(message) => {
            eprintln!("raddle: {message}");
            ExitCode::from(CANNOT)
        }
    }
}

fn run_to_end(options: &LaunchOptions) -> Result<i32, String> {
    let jdk = Jdk::locate(options.jdk.as_deref()).map_err(|error| error.to_string())?;
    let class_path_text = options.effective_class_path();
    let class_path = ClassPath::parse(&class_path_text).with_feature(jdk.feature);
    let main = main_class(options)?;
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
    let mut machine =
        Machine::new(program, settings).map_err(|error| format!("cannot load the class library: {error:?}"))?;
    machine.boot().map_err(|error| describe("the class library did not start", error))?;
    machine.start_main(&main, &options.arguments).map_err(|error| describe("cannot run", error))?;
    match machine.run() {
        End::Exit(code) => Ok(code),
        End::Fatal(message) | End::Deadlock(message) => Err(message),
    }
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

fn main_class(options: &LaunchOptions) -> Result<String, String> {
    match &options.program {
        Target::Class(name) => Ok(name.clone()),
        Target::Jar(jar) => ClassPath::main_class(jar).map_err(|error| error.to_string()),
    }
}

fn describe(what: &str, error: BootError) -> String {
    match error {
        BootError::NoMain(message) => message,
        BootError::Fatal(message) => format!("{what}: {message}"),
    }
}

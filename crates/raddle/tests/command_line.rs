//! The command line as a user meets it: exit codes, and one line on standard error that says what and what to do.

use std::process::{Command, Output};

fn raddle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(arguments).output().expect("raddle starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_mistake_is_one_line_and_exit_code_3() {
    for (arguments, said) in [
        (&["walk"][..], "unrecognized subcommand 'walk'"),
        (&["run"], "no main class"),
        (&["run", "-cp"], "-cp needs a class path behind it"),
        (&["run", "-frob", "Main"], "unknown option -frob"),
        (&["run", "Main.java"], "compile it first"),
        (&["check"], "no main class: raddle check"),
        (&["check", "--search", "sideways", "Main"], "--search sideways: no such value"),
        (&["check", "--max-time", "soon", "Main"], "--max-time soon: not a time"),
        (&["replay"], "required arguments were not provided"),
        (&["replay", "/no/such/trace"], "cannot read /no/such/trace"),
        (&["replay", "-cp", "classes", "/no/such/trace"], "cannot read /no/such/trace"),
        (&["shrink", "bug.json", "--budget", "soon"], "not a time"),
        (&["show", "/no/such/trace"], "cannot read /no/such/trace"),
        (&["bench", "vm", "--rounds", "0"], "invalid value '0'"),
        (&["bench", "vm", "--format", "xml"], "[possible values: text, json]"),
        (&["bench", "check", "--only", "Fob", "--suite", "."], "no program Fob in the suite; there are Philosophers"),
    ] {
        let output = raddle(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("raddle: "), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn no_command_shows_the_help_and_is_a_mistake() {
    for (arguments, usage) in [(&[][..], "Usage: raddle <COMMAND>"), (&["bench"], "Usage: raddle bench <COMMAND>")] {
        let output = raddle(arguments);
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains(usage));
    }
}

#[test]
fn strategies_are_listed_with_their_sources() {
    let output = raddle(&["strategies"]);
    assert_eq!(output.status.code(), Some(0));
    let listed = stdout(&output);
    for line in ["--bound      preemptions", "luby", "--strategy   auto", "[Burckhardt et al.: PCT]"] {
        assert!(listed.contains(line), "{line}: {listed}");
    }
}

#[test]
fn help_teaches_by_examples() {
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["run", "-cp", "x", "-h"],
        &["help", "run"],
        &["check", "--help"],
        &["check", "--max-states", "9", "-h"],
        &["help", "check"],
        &["replay", "--help"],
        &["shrink", "--help"],
        &["show", "--help"],
        &["bench", "vm", "--help"],
        &["bench", "check", "--help"],
    ] {
        let output = raddle(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(stdout(&output).contains("Examples:"), "{arguments:?}");
    }
}

//! The seam the search stands on: a watched thread stops before what another thread could notice, and says what it did.

use raddle_program::classpath::ClassPath;
use raddle_program::jdk::Jdk;
use raddle_program::program::Program;
use raddle_vm::event::{Action, Event, Location, Watched};
use raddle_vm::execute::Stop;
use raddle_vm::thread::{State, ThreadId};
use raddle_vm::{Machine, Settings};
use std::process::Command;

fn machine(name: &str) -> Machine {
    let out = std::env::temp_dir().join(format!("raddle-watch-{}-{name}", std::process::id()));
    let source = format!("{}/tests/java/{name}.java", env!("CARGO_MANIFEST_DIR"));
    let status = Command::new("javac").arg("-d").arg(&out).arg(source).status().expect("javac runs");
    assert!(status.success());
    let jdk = Jdk::locate(None).expect("a JDK");
    let path = out.display().to_string();
    let program = Program::new(jdk, ClassPath::parse(&path));
    let mut machine =
        Machine::new(program, Settings { class_path: path, ..Settings::default() }).expect("the class library links");
    machine.boot().expect("the class library starts");
    machine.start_main(name, &[]).expect("main is there");
    machine
}

/// Runs threads in turn, a transition each, until the program halts; gives the events of each transition and the exit code.
fn transitions(machine: &mut Machine) -> (Vec<Vec<Event>>, i32) {
    let mut steps = Vec::new();
    machine.watch();
    for turn in 0.. {
        assert!(turn < 100_000, "the program ends");
        let ready: Vec<ThreadId> =
            machine.threads.iter().filter(|thread| thread.state == State::Runnable).map(|thread| thread.id).collect();
        let next = ready[turn % ready.len()];
        let stop = machine.run_transition::<Watched>(next, 1_000_000);
        let events = machine.take_events();
        assert!(events.iter().all(|event| event.thread == next), "a transition is one thread's");
        steps.push(events);
        match stop {
            Stop::Halt(code) => return (steps, code),
            Stop::Fatal(message) => panic!("{message}"),
            _ => {}
        }
    }
    unreachable!()
}

#[test]
fn a_watched_program_ends_as_an_unwatched_one_and_reports_what_threads_share() {
    let mut machine = machine("Seam");
    let class = machine.load(raddle_program::class::LoaderId::APP, "Seam").expect("Seam is loaded");
    let total = machine.program.field_named(class, "total").expect("Seam.total");
    let (steps, code) = transitions(&mut machine);
    assert_eq!(code, 42);
    assert_eq!(machine.heap.word(machine.field_word(total)), 3);
    let accesses: Vec<(Action, u64)> = steps
        .iter()
        .flatten()
        .filter(|event| event.location == Location::Static(total))
        .map(|event| (event.action, event.value))
        .collect();
    let [(Action::Read, 0), (Action::Write, first), (Action::Read, second), (Action::Write, 3)] = accesses[..] else {
        panic!("both threads read and write the total under its lock: {accesses:?}");
    };
    assert_eq!(first, second);
    assert!(steps.iter().flatten().any(|event| event.action == Action::Start));
    assert!(steps.iter().flatten().any(|event| event.action == Action::End));
}

#[test]
fn a_transition_has_at_most_one_access_to_shared_memory() {
    let mut machine = machine("Seam");
    let (steps, _) = transitions(&mut machine);
    for step in steps {
        let accesses =
            step.iter().filter(|event| matches!(event.action, Action::Read | Action::Write | Action::Update)).count();
        assert!(accesses <= 1, "{step:?}");
    }
}

#[test]
fn the_same_choices_give_the_same_events() {
    let run = || transitions(&mut machine("Seam")).0;
    assert_eq!(run(), run());
}

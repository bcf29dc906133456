//! The seam the search stands on: a watched thread stops before what another thread could notice, says what it did, and can be taken back.

use raddle_program::classpath::ClassPath;
use raddle_program::jdk::Jdk;
use raddle_program::program::Program;
use raddle_vm::choices::Step;
use raddle_vm::event::{Action, Event, Location};
use raddle_vm::heap::Ref;
use raddle_vm::thread::{Next, State, ThreadId};
use raddle_vm::undo::Mark;
use raddle_vm::watch::Timeouts;
use raddle_vm::{Machine, Settings};
use std::process::Command;
use std::sync::LazyLock;

/// The class path of the programs, compiled once for all tests: they run side by side, and a class file half written is none.
static CLASSES: LazyLock<String> = LazyLock::new(|| {
    let out = format!("{}/watch", env!("CARGO_TARGET_TMPDIR"));
    let sources = ["JoinHeld", "Seam"].map(|name| format!("{}/tests/java/{name}.java", env!("CARGO_MANIFEST_DIR")));
    let status = Command::new("javac").arg("-d").arg(&out).args(sources).status().expect("javac runs");
    assert!(status.success());
    out
});

fn machine(name: &str) -> Machine {
    let jdk = Jdk::locate(None).expect("a JDK");
    let program = Program::new(jdk, ClassPath::parse(&CLASSES));
    let mut machine = Machine::new(program, Settings { class_path: CLASSES.clone(), ..Settings::default() })
        .expect("the class library links");
    machine.boot().expect("the class library starts");
    machine.start_main(name, &[]).expect("main is there");
    machine
}

/// A machine that has come to where there is something to choose, with everything learned that one run teaches.
fn watched(name: &str) -> (Machine, Mark) {
    let mut machine = machine(name);
    let base = machine.begin_search(Default::default(), Timeouts::Always, false).expect("the program starts threads");
    machine.find_root(&base);
    run(&mut machine);
    let root = machine.find_root(&base);
    (machine, root)
}

/// Runs threads in turn, a transition each, until the program ends; gives the events of each transition and the exit code.
fn run(machine: &mut Machine) -> (Vec<Vec<Event>>, i32) {
    let mut steps = Vec::new();
    for turn in 0..100_000 {
        let mut choices: Vec<(ThreadId, u32)> = Vec::new();
        machine.choices(|thread, alternative| choices.push((thread, alternative)));
        let (thread, alternative) = choices[turn % choices.len()];
        let step = machine.take(thread, alternative);
        steps.push(machine.events().to_vec());
        match step {
            Step::Running => {}
            Step::Ended(code) => return (steps, code),
            Step::Fatal(message) => panic!("{message}"),
        }
    }
    panic!("the program does not end")
}

fn is_access(event: &Event) -> bool {
    matches!(event.action, Action::Read | Action::Write | Action::Update)
}

#[test]
fn a_watched_program_ends_as_an_unwatched_one_and_reports_what_threads_share() {
    let (mut machine, _) = watched("Seam");
    let class = machine.load(raddle_program::class::LoaderId::APP, "Seam").expect("Seam is loaded");
    let total = machine.program.field_named(class, "total").expect("Seam.total");
    let (steps, code) = run(&mut machine);
    assert_eq!(code, 42);
    assert_eq!(machine.heap.word(machine.field_word(total)), 3);
    let accesses: Vec<(Action, u64)> = steps
        .iter()
        .flatten()
        .filter(|event| event.location == Location::Static(total))
        .map(|event| (event.action, event.value))
        .take(4)
        .collect();
    let [(Action::Read, 0), (Action::Write, first), (Action::Read, second), (Action::Write, 3)] = accesses[..] else {
        panic!("both threads read and write the total under its lock: {accesses:?}");
    };
    assert_eq!(first, second);
    assert!(steps.iter().flatten().any(|event| event.action == Action::End));
}

#[test]
fn a_thread_does_at_most_one_access_to_shared_memory_in_a_transition() {
    let (mut machine, _) = watched("Seam");
    for step in run(&mut machine).0 {
        for event in step.iter().filter(|event| is_access(event)) {
            let own = step.iter().filter(|other| is_access(other) && other.thread == event.thread).count();
            assert_eq!(own, 1, "{step:?}");
        }
    }
}

#[test]
fn the_same_choices_give_the_same_events() {
    let events = || run(&mut watched("Seam").0).0;
    assert_eq!(events(), events());
}

#[test]
fn a_state_come_back_to_is_the_same_state() {
    let (mut machine, root) = watched("Seam");
    let begin = (machine.fingerprint(), machine.canonical(&root, false));
    let mark = machine.mark();
    let first = run(&mut machine);
    assert_ne!(machine.fingerprint(), begin.0);
    machine.rewind(&mark);
    assert_eq!((machine.fingerprint(), machine.canonical(&root, false)), begin);
    assert_eq!(run(&mut machine), first);
}

#[test]
fn a_copied_state_is_the_same_state_from_anywhere() {
    let (mut machine, root) = watched("Seam");
    machine.choices(|_, _| {});
    machine.take(ThreadId(machine.threads.len() as u32 - 1), 0);
    let copied = (machine.fingerprint(), machine.canonical(&root, false));
    let copy = machine.snapshot(&root);
    run(&mut machine);
    machine.load_snapshot(&root, &copy);
    assert_eq!((machine.fingerprint(), machine.canonical(&root, false)), copied);
}

/// Takes every choice of every state from here on, none of which may be that a join is over. Whether somebody was seen to wait for a thread
/// that had ended: its monitor was held.
fn explore_joins(machine: &mut Machine) -> bool {
    let mut choices: Vec<(ThreadId, u32)> = Vec::new();
    machine.choices(|thread, alternative| choices.push((thread, alternative)));
    let state = |thread: ThreadId| machine.threads[thread.index()].state;
    for (thread, _) in &choices {
        assert!(!matches!(state(*thread), State::Joining { .. }), "{thread:?} is let go on: {choices:?}");
    }
    let has_ended = |object: Ref| machine.threads.iter().any(|end| end.object == object && end.state == State::Ended);
    let mut waits = machine.threads.iter().any(|waiting| match (waiting.state, waiting.next) {
        (State::Joining { thread, .. }, _) => state(thread) == State::Ended,
        // Once it is known that the program takes monitors of threads, `join` does, too.
        (State::Runnable, Next::Enter(object)) => {
            has_ended(object) && machine.owner(object).is_some_and(|(owner, _)| owner != waiting.id)
        }
        _ => false,
    });
    let mark = machine.mark();
    for (thread, alternative) in choices {
        if machine.take(thread, alternative) == Step::Running {
            waits |= explore_joins(machine);
        }
        machine.rewind(&mark);
    }
    waits
}

#[test]
fn whose_join_is_over_goes_on_at_once_even_if_the_monitor_was_held_beyond_the_end() {
    assert!(explore_joins(&mut watched("JoinHeld").0));
}

//! Findings made by hand, as a check would record them: a lost update, and a deadlock that passes through the class
//! library on its way.

// Each test uses a part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use raddle::check_options::Conditions;
use raddle::launch_options::{self, Request};
use raddle::report::{Outcome, Stats};
use raddle::source::Sources;
use raddle::trace::{Action, Caller, Event, FORMAT, Place, Program, Stand, Step, Thread, Trace, digest};
use raddle_search::bound::Counted;
use raddle_search::finding::{Finding, Kind};
use raddle_search::report::Bounded;
use raddle_search::{Choice, Schedule};

/// The directory of the expected reports and of the sources.
pub fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report")
}

/// The sources of both programs.
pub fn sources() -> Sources {
    Sources::new(Some(&directory().join("src").display().to_string()), "classes")
}

fn program(main: &str) -> Program {
    let Ok(Request::Launch(launch)) = launch_options::parse(["-cp", "classes", main].map(Into::into)) else {
        panic!("a launch")
    };
    Program { launch: *launch, jdk_feature: 17, conditions: Conditions::default() }
}

fn threads(names: &[&str]) -> Vec<Thread> {
    let thread = |(id, name): (usize, &&str)| Thread {
        id: id as u32,
        name: (*name).to_owned(),
        started_by: (id > 0).then_some(0),
    };
    names.iter().enumerate().map(thread).collect()
}

fn schedule(steps: &[Step]) -> Schedule {
    let choices = steps.iter().map(|step| Choice { thread: step.thread, alternative: step.alternative });
    Schedule { choices: choices.collect() }
}

/// One event of a step, at a line of the program.
fn event(place: &Place, line: u32, action: Action, target: &str, value: Option<&str>) -> Event {
    Event {
        action,
        target: target.to_owned(),
        location: target.to_owned(),
        value: value.map(str::to_owned),
        plain: action.is_access(),
        peer: None,
        place: Place { line: Some(line), ..place.clone() },
        caller: None,
    }
}

fn step(thread: u32, event: Event) -> Step {
    Step { thread, events: vec![event], ..Step::default() }
}

fn stand(thread: u32, name: &str, state: &str, stack: &[&str], file: &str, line: u32) -> Stand {
    Stand {
        thread,
        name: name.to_owned(),
        state: state.to_owned(),
        location: None,
        stack: stack.iter().map(|frame| (*frame).to_owned()).collect(),
        file: Some(file.to_owned()),
        line: Some(line),
    }
}

fn place(class: &str, method: &str, file: &str) -> Place {
    Place { class: class.to_owned(), method: method.to_owned(), file: Some(file.to_owned()), line: None }
}

/// Two tellers deposit at once, and one deposit is lost.
pub fn lost_update() -> Trace {
    use Action::*;
    const BALANCE: &str = "Account.balance of Account#1";
    const LOCK: &str = "Object#2";
    let main = place("bank.Account", "main", "Account.java");
    let deposit = place("bank.Account", "deposit", "Account.java");
    let at = |line, action, target, value| event(&deposit, line, action, target, value);
    let mut steps = vec![
        step(0, event(&main, 21, Start, "teller-1", None)),
        step(0, event(&main, 22, Start, "teller-2", None)),
        step(1, at(9, Lock, LOCK, None)),
        step(1, at(10, Read, BALANCE, Some("0"))),
        step(1, at(11, Unlock, LOCK, None)),
        step(2, at(9, Lock, LOCK, None)),
        step(2, at(10, Read, BALANCE, Some("0"))),
        step(2, at(11, Unlock, LOCK, None)),
        step(2, at(12, Lock, LOCK, None)),
        step(2, at(13, Write, BALANCE, Some("10"))),
        step(2, at(14, Unlock, LOCK, None)),
        step(2, at(15, End, "teller-2", None)),
        step(1, at(12, Lock, LOCK, None)),
        step(1, at(13, Write, BALANCE, Some("10"))),
        step(1, at(14, Unlock, LOCK, None)),
        step(1, at(15, End, "teller-1", None)),
        step(0, event(&main, 23, Join, "teller-1", None)),
        step(0, event(&main, 24, Join, "teller-2", None)),
        step(0, event(&main, 25, Read, BALANCE, Some("10"))),
        step(0, event(&main, 26, Read, BALANCE, Some("10"))),
    ];
    steps[5].preempts = true;
    steps[18].output = "balance: 10\n".to_owned();
    Trace {
        format: FORMAT,
        raddle: "0.1.0".to_owned(),
        program: program("bank.Account"),
        digest: BTreeMap::from([("bank.Account".to_owned(), digest(b"Account"))]),
        knowledge: vec![],
        schedule: schedule(&steps),
        finding: Finding {
            kind: Kind::Assertion,
            message: "java.lang.AssertionError in thread \"main\"".to_owned(),
            cause: "assertion bank.Account.main:26".to_owned(),
        },
        threads: threads(&["main", "teller-1", "teller-2"]),
        steps,
        stands: vec![stand(
            0,
            "main",
            "throws java.lang.AssertionError",
            &["bank.Account.main(Account.java:26)"],
            "Account.java",
            26,
        )],
    }
}

/// Two eaters take their forks in opposite orders, after spinning and ringing a bell.
pub fn deadlock() -> Trace {
    use Action::*;
    const STATE: &str = "AbstractQueuedSynchronizer.state of ReentrantLock$NonfairSync#5";
    let main = place("table.Table", "main", "Table.java");
    let eat = place("table.Table", "eat", "Table.java");
    let at = |line, action, target, value| event(&eat, line, action, target, value);
    let ring = |action, value, line, called: &str| {
        let sync = place(
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "compareAndSetState",
            "AbstractQueuedSynchronizer.java",
        );
        Event {
            plain: false,
            caller: Some(Caller {
                place: Place { line: Some(line), ..eat.clone() },
                called: format!("java.util.concurrent.locks.ReentrantLock.{called}"),
            }),
            ..event(&sync, 541, action, STATE, Some(value))
        }
    };
    let bell = |thread| {
        vec![
            Step {
                events: vec![ring(Read, "0", 15, "lock"), ring(Update, "1", 15, "lock")],
                thread,
                ..Step::default()
            },
            step(thread, ring(Write, "0", 16, "unlock")),
        ]
    };
    let spin = || step(1, at(12, Read, "Table.served", Some("false")));
    let own = |thread, target| step(thread, at(13, Write, target, Some("1")));
    let mut steps = vec![
        step(0, event(&main, 25, Start, "P0", None)),
        step(0, event(&main, 26, Start, "P1", None)),
        spin(),
        spin(),
        spin(),
        step(0, event(&main, 27, Write, "Table.served", Some("true"))),
        step(0, event(&main, 28, End, "main", None)),
        step(1, at(12, Read, "Table.served", Some("true"))),
        own(1, "nobody else's"),
    ];
    steps[5].preempts = true;
    steps.extend(bell(1));
    steps.push(step(1, at(17, Lock, "Object#1", None)));
    let turning = steps.len();
    steps.push(step(2, at(12, Read, "Table.served", Some("true"))));
    steps[turning].preempts = true;
    steps.extend(bell(2));
    steps.push(step(2, at(17, Lock, "Object#2", None)));
    let waits = |thread, name: &str, target: &str, other: &str| Stand {
        location: Some(target.to_owned()),
        ..stand(
            thread,
            name,
            &format!("waits for the monitor of {target}, held by \"{other}\""),
            &[
                "table.Table.eat(Table.java:18)",
                "table.Table.lambda$main$0(Table.java:25)",
                "java.base/java.lang.Thread.run(Thread.java:840)",
            ],
            "Table.java",
            18,
        )
    };
    Trace {
        format: FORMAT,
        raddle: "0.1.0".to_owned(),
        program: program("table.Table"),
        digest: BTreeMap::from([("table.Table".to_owned(), digest(b"Table"))]),
        knowledge: vec![],
        schedule: schedule(&steps),
        finding: Finding {
            kind: Kind::Deadlock,
            message: "\"P0\" and \"P1\" wait for each other".to_owned(),
            cause: "deadlock table.Table.eat:18 table.Table.eat:18".to_owned(),
        },
        threads: threads(&["main", "P0", "P1"]),
        steps,
        stands: vec![waits(1, "P0", "Object#2", "P1"), waits(2, "P1", "Object#1", "P0")],
    }
}

/// The race on the flag the eaters spin on.
pub fn race() -> Trace {
    let deadlock = deadlock();
    let steps = deadlock.steps[..5].to_vec();
    Trace {
        schedule: schedule(&steps),
        steps,
        finding: Finding {
            kind: Kind::Race,
            message: "Table.served is read and written without order".to_owned(),
            cause: "race table.Table.eat:12 table.Table.main:27".to_owned(),
        },
        stands: vec![
            stand(0, "main", "writes Table.served", &["table.Table.main(Table.java:27)"], "Table.java", 27),
            stand(1, "P0", "reads Table.served", &["table.Table.eat(Table.java:12)"], "Table.java", 12),
        ],
        ..deadlock
    }
}

/// Counters as a small check has them.
pub fn stats() -> Stats {
    Stats {
        causal: None,
        reduced: None,
        refuted: None,
        states: 1234,
        transitions: 5678,
        executions: 90,
        depth: 31,
        instructions: 104_233,
        matched: 80,
        restarts: 0,
        elapsed_ms: 250,
        peak_memory_bytes: 34 << 20,
        store_bytes: 24_680,
    }
}

/// An outcome with nothing found.
pub fn clean() -> Outcome {
    Outcome {
        program: program("table.Table"),
        findings: vec![],
        warnings: vec![],
        all_errors: false,
        strategy: "--search depth".to_owned(),
        bounded: None,
        unexplored: vec![],
        uncontrolled: vec![],
        slice: None,
        outputs: None,
        stats: stats(),
    }
}

/// An outcome with something of everything.
pub fn full() -> Outcome {
    Outcome {
        findings: vec![deadlock(), lost_update()],
        warnings: vec![race()],
        all_errors: true,
        strategy: "--search depth --bound preemptions".to_owned(),
        bounded: Some(Bounded { counted: Counted::Preemptions, up_to: Some(1) }),
        unexplored: vec!["--max-time".to_owned()],
        uncontrolled: vec!["reads the file menu.txt, which may change between two paths".to_owned()],
        outputs: Some(vec!["eating\neating\n".to_owned(), "<none> & \"all\"\n".to_owned()]),
        ..clean()
    }
}

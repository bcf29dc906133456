//! Programs of the shapes that concurrent programs have, of about as many steps as wanted.

use super::{Go, Op, Program, Random};
use raddle_causal::model::{Place, Value};

/// Makes a program of about so many steps.
pub type Shape = fn(usize, &mut Random) -> Program;

/// The shapes by name.
pub const SHAPES: [(&str, Shape); 10] = [
    ("racing counter", racing_counter),
    ("locked counter", locked_counter),
    ("compare and set", compare_and_set),
    ("account", account),
    ("readers", readers),
    ("store buffering", store_buffering),
    ("message passing", message_passing),
    ("buffer", buffer),
    ("flags", flags),
    ("random", random),
];

const LOCK: Place = 200;

/// Threads that all do the same again and again, until there are so many steps.
fn alike(threads: usize, steps: usize, turn: impl Fn(usize, usize) -> Vec<Go>) -> Program {
    let length = turn(0, 0).len();
    let turns = steps.div_ceil(threads * length);
    let thread = |thread| (0..turns).flat_map(|at| turn(thread, at)).collect();
    with_main((0..threads).map(thread).collect())
}

/// Threads, and a last one that starts them and waits for their end.
fn with_main(mut threads: Vec<Vec<Go>>) -> Program {
    let count = threads.len();
    let starts = (0..count).map(|thread| vec![Op::Start(thread)]);
    threads.push(starts.chain((0..count).map(|thread| vec![Op::Join(thread)])).collect());
    Program { threads, held: Vec::new() }
}

/// Four threads that count up one by one.
fn racing_counter(steps: usize, _: &mut Random) -> Program {
    alike(4, steps, |_, _| vec![vec![Op::Read(0)], vec![Op::Raise(0, 1)]])
}

/// The same under a lock.
fn locked_counter(steps: usize, _: &mut Random) -> Program {
    alike(4, steps, |_, _| vec![vec![Op::Lock(LOCK)], vec![Op::Read(0)], vec![Op::Raise(0, 1), Op::Unlock(LOCK)]])
}

/// The same by looking and setting in one go what was looked at before.
fn compare_and_set(steps: usize, _: &mut Random) -> Program {
    alike(4, steps, |_, _| vec![vec![Op::Read(0)], vec![Op::Read(0), Op::Raise(0, 1)]])
}

/// Threads that put money on an account under a lock and look at it without.
fn account(steps: usize, _: &mut Random) -> Program {
    alike(5, steps, |thread, at| {
        let place = (thread + at) as Place % 2;
        vec![
            vec![Op::Lock(LOCK + place)],
            vec![Op::Read(place)],
            vec![Op::Raise(place, 10), Op::Unlock(LOCK + place)],
            vec![Op::Read(1 - place)],
        ]
    })
}

/// One that writes, and others that read.
fn readers(steps: usize, _: &mut Random) -> Program {
    let mut program = alike(5, steps, |_, _| vec![vec![Op::Read(0)]]);
    let count = program.threads[0].len();
    program.threads[0] = (1..=count).map(|value| vec![Op::Write(0, value as Value)]).collect();
    program
}

/// Each writes its own place, and reads that of the next.
fn store_buffering(steps: usize, _: &mut Random) -> Program {
    alike(4, steps, |thread, at| {
        vec![vec![Op::Write(thread as Place, at as Value + 1)], vec![Op::Read((thread as Place + 1) % 4)]]
    })
}

/// Each writes something and then a flag; others read the flag and then what was written.
fn message_passing(steps: usize, _: &mut Random) -> Program {
    alike(4, steps, |thread, at| {
        let (data, flag) = (2 * (thread as Place / 2), 2 * (thread as Place / 2) + 1);
        match thread % 2 {
            0 => vec![vec![Op::Write(data, at as Value + 1)], vec![Op::Write(flag, at as Value % 2)]],
            _ => vec![vec![Op::Read(flag)], vec![Op::Read(data)]],
        }
    })
}

/// Two put something into a buffer under a lock and two take it out; a count goes up and down.
fn buffer(steps: usize, _: &mut Random) -> Program {
    alike(4, steps, |thread, at| {
        let slot = 1 + at as Place % 3;
        let by = if thread % 2 == 0 { 1 } else { Value::MAX };
        let item = if thread % 2 == 0 { Op::Write(slot, at as Value % 5) } else { Op::Read(slot) };
        vec![vec![Op::Lock(LOCK)], vec![item], vec![Op::Read(0)], vec![Op::Raise(0, by), Op::Unlock(LOCK)]]
    })
}

/// Flags that go up and down, and a critical section they are to protect.
fn flags(steps: usize, _: &mut Random) -> Program {
    alike(3, steps, |thread, at| {
        let (own, other) = (thread as Place, (thread as Place + 1 + at as Place % 2) % 3);
        vec![
            vec![Op::Write(own, 1)],
            vec![Op::Read(other)],
            vec![Op::Read(3)],
            vec![Op::Raise(3, 1)],
            vec![Op::Write(own, 0)],
        ]
    })
}

/// Anything, to a few places with a few values.
fn random(steps: usize, random: &mut Random) -> Program {
    let mut threads = vec![Vec::new(); 4];
    for thread in &mut threads {
        while thread.len() < steps / 4 {
            let (place, value) = (random.below(6) as Place, random.below(4) as Value);
            match random.below(10) {
                0..4 => thread.push(vec![Op::Read(place)]),
                4..7 => thread.push(vec![Op::Write(place, value)]),
                7 => thread.push(vec![Op::Read(place), Op::Write(place, value)]),
                _ => {
                    let lock = LOCK + random.below(2) as Place;
                    thread.push(vec![Op::Lock(lock)]);
                    thread.push(vec![Op::Read(place)]);
                    thread.push(vec![Op::Write(place, value), Op::Unlock(lock)]);
                }
            }
        }
    }
    with_main(threads)
}

//! Any bytes as a class: it is refused, or defined, its methods verified and translated, and its `main` run for a while. Nothing of it may
//! break the machine: no panic, no memory error, no hang.
//!
//! Booting takes longer than most inputs, so one machine serves many of them, each under the same name as its file says; what an input leaves behind in the
//! class library is the next one's weather.

#![no_main]

use std::cell::RefCell;
use std::ffi::c_char;

use libfuzzer_sys::fuzz_target;
use raddle_program::class::{LoaderId, MethodId, access};
use raddle_program::classfile::ClassFile;
use raddle_program::classpath::ClassPath;
use raddle_program::frame_map::FrameMap;
use raddle_program::jdk::Jdk;
use raddle_program::program::{Definition, Program};
use raddle_vm::event::Unwatched;
use raddle_vm::execute::Stop;
use raddle_vm::thread::{State, ThreadId, Wake};
use raddle_vm::{Machine, Settings};

/// Inputs a machine serves: classes are never unloaded.
const INPUTS: u32 = 200;
/// Turns of an input, and calls and backward jumps of a turn.
const TURNS: u32 = 20;
const TURN: i64 = 5_000;

/// Names live as long as the process (`raddle_program::symbol`), even those of machines that are gone.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_default_options() -> *const c_char {
    c"detect_leaks=0".as_ptr()
}

/// A booted machine in use.
struct Host {
    machine: Machine,
    /// Inputs served so far.
    served: u32,
    /// Threads the class library has of its own.
    threads: usize,
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

fn booted() -> Host {
    let program = Program::new(Jdk::locate(None).expect("a JDK"), ClassPath::parse("/nonexistent"));
    let settings = Settings { heap: 64 << 20, ..Settings::default() };
    let mut machine = Machine::new(program, settings).expect("the class library links");
    machine.boot().expect("the class library starts");
    let threads = machine.threads.len();
    Host { machine, served: 0, threads }
}

/// Defines the class and translates all its methods; gives its name if it is there to run.
fn define(machine: &mut Machine, bytes: &[u8]) -> Option<String> {
    let file = ClassFile::parse(bytes.to_vec().into()).ok()?;
    let name = file.class_name(file.this_class).ok()?.into_owned();
    // A class of the JDK's own packages never comes from a class path.
    if machine.program.module_of(&name).is_some() || name.starts_with("java/") {
        return None;
    }
    machine.program.forget(LoaderId::APP, &name);
    let defined = machine.program.define(LoaderId::APP, file, Definition::default());
    let class = machine.linked(defined).ok()?;
    for method in machine.program.class(class).methods.clone() {
        translate(machine, method);
    }
    Some(name)
}

fn translate(machine: &mut Machine, id: MethodId) {
    let entry = machine.program.method(id);
    if entry.access & (access::ABSTRACT | access::NATIVE) != 0 || machine.program.translate(id).is_err() {
        return;
    }
    if let Some(code) = machine.program.method(id).code.as_ref() {
        FrameMap::compute(code, &[]);
    }
}

/// Runs `main` on the main thread alone; says whether the machine is fit for the next input.
fn run(Host { machine, threads, .. }: &mut Host, name: &str) -> bool {
    machine.current = ThreadId(0);
    if machine.start_main(&name.replace('/', "."), &[]).is_err() {
        return true;
    }
    for _ in 0..TURNS {
        match machine.run_thread::<Unwatched>(ThreadId(0), TURN) {
            Stop::Budget | Stop::Visible => {}
            Stop::Blocked => break,
            Stop::Halt(_) | Stop::Fatal(_) => return false,
        }
    }
    machine.collect(true);
    machine.threads.truncate(*threads);
    let main = &mut machine.threads[0];
    main.frames.clear();
    main.stack = vec![0; 1024];
    main.state = State::Runnable;
    main.wake = Wake::Fresh;
    true
}

fuzz_target!(|bytes: &[u8]| {
    HOST.with_borrow_mut(|slot| {
        let mut host = slot.take().unwrap_or_else(booted);
        let fit = match define(&mut host.machine, bytes) {
            Some(name) => run(&mut host, &name),
            None => true,
        };
        host.served += 1;
        if fit && host.served < INPUTS {
            *slot = Some(host);
        }
    });
});

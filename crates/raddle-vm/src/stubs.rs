//! Small methods of the machine's own, in register code: they stand in a thread's stack where the machine itself calls Java and has
//! something to do before or after, so that a thread's whole state is its frames, and the executor never nests.

use crate::classes::Init;
use crate::event::{Action, Location};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::thread::{Frame, Next, State, Thread, ThreadId, Wake};
use crate::watch::Incident;
use raddle_program::class::{ClassId, Code, CodeHandler, LoaderId, MethodId};
use raddle_program::classfile::descriptor::Kind;
use raddle_program::insn::Insn;
use raddle_program::program::Program;
use raddle_program::symbol::Symbol;
use std::cell::Cell;

/// The stub methods.
#[derive(Clone, Copy)]
pub(crate) struct Stubs {
    /// Initialises the class in register 0.
    pub initialize: MethodId,
    /// Initialises the class in register 0 and returns its mirror, which is in register 1.
    pub initialize_for: MethodId,
    /// Asks the loader in register 0 for the class named by the string in register 1.
    pub load_class: MethodId,
    /// The bottom of every thread: runs `run` of the thread object in register 0.
    pub thread: MethodId,
    /// The bottom of the main thread: calls the static method in register 0 with the one argument in register `ARGUMENTS`.
    pub main: MethodId,
    /// A reflective call of the method in register 0, its arguments from register `ARGUMENTS` on.
    pub reflect: MethodId,
    /// The same, but the result is the new object in register 1.
    pub construct: MethodId,
    /// Like `reflect`, but what the method throws is thrown on as it is.
    pub invoke: MethodId,
    /// Like `construct`, but what the constructor throws is thrown on as it is.
    pub invoke_constructor: MethodId,
    /// Calls the method in register 0; then the running instruction is executed anew.
    pub before: MethodId,
    /// Calls the static method in register 0 for a request of `handles`, numbered in register 1; register 3 holds an object the answer needs.
    pub handle: MethodId,
    /// While booting: initialises the class in register 1, then calls the method in register 0 unless it is none.
    pub boot: MethodId,
    /// Calls the static method in register 0 as the last thing the program does.
    pub shutdown: MethodId,
}

/// Where a stub puts the arguments of the method it calls.
pub(crate) const ARGUMENTS: u16 = 4;

/// Register of a stub that says which native method pushed it, in the form of `native_tag`.
pub(crate) const NATIVE: u16 = 3;

/// Tells a tag from whatever else a stub might keep in that register.
const TAG_MARK: u64 = 0xa << 60;

/// A native method as the stub it pushes remembers it, with a detail for the stub's own use.
fn native_tag(native: Option<MethodId>, detail: u32) -> u64 {
    TAG_MARK | (detail as u64 & 0xfff_ffff) << 32 | native.map_or(0, |method| method.0 as u64 + 1)
}

/// What the loader stub does with a class it cannot get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asking {
    /// Linking: a `ClassNotFoundException` becomes `NoClassDefFoundError` (JVMS 5.3.2).
    ToLink,
    /// `Class.forName`: the loader's exception is the caller's.
    ByName,
    /// For a supertype of the class of this name, which the same loader is defining.
    Supertype(Symbol),
}

impl Asking {
    fn detail(self) -> u32 {
        match self {
            Asking::ToLink => 0,
            Asking::ByName => 1,
            Asking::Supertype(of) => of.0 + 2,
        }
    }
}

/// In place of a method: none is to be called.
pub(crate) const NO_METHOD: u64 = u32::MAX as u64;

/// What a `Glue` instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Glue {
    /// Returns so that the caller runs its instruction again.
    Again,
    InitializeSupertypes,
    RunInitializer,
    Initialized,
    InitializerFailed,
    CallLoader,
    Loaded,
    LoadFailed,
    CallRun,
    ThreadFailed,
    HandlerFailed,
    ThreadExit,
    ThreadEnded,
    CallMain,
    MainFailed,
    CallTarget,
    BoxResult,
    WrapException,
    HandleLinked,
    InitializeFirst,
    InitializeIt,
    BootReturned,
    BootFailed,
    ShutDown,
}

const ALL: &[Glue] = &[
    Glue::Again,
    Glue::InitializeSupertypes,
    Glue::RunInitializer,
    Glue::Initialized,
    Glue::InitializerFailed,
    Glue::CallLoader,
    Glue::Loaded,
    Glue::LoadFailed,
    Glue::CallRun,
    Glue::ThreadFailed,
    Glue::HandlerFailed,
    Glue::ThreadExit,
    Glue::ThreadEnded,
    Glue::CallMain,
    Glue::MainFailed,
    Glue::CallTarget,
    Glue::BoxResult,
    Glue::WrapException,
    Glue::HandleLinked,
    Glue::InitializeFirst,
    Glue::InitializeIt,
    Glue::BootReturned,
    Glue::BootFailed,
    Glue::ShutDown,
];

/// Register that receives the exception in a stub's handler.
const EXCEPTION: u16 = 2;
/// Registers of a stub's own; those of a call's arguments come after.
const REGISTERS: u16 = 16;

fn stub(
    program: &mut Program,
    object: ClassId,
    name: &str,
    slots: usize,
    steps: &[Insn],
    handlers: &[(u32, u32, u32)],
    references: &[u16],
) -> MethodId {
    let code = Code {
        insns: steps.iter().copied().map(Cell::new).collect(),
        registers: REGISTERS,
        stack_base: EXCEPTION,
        bytecode: vec![0; steps.len()],
        handlers: handlers
            .iter()
            .map(|&(start, end, target)| CodeHandler { start, end, target, catch_type: 0 })
            .collect(),
        reference_results: vec![false; steps.len()],
        stub_references: references.to_vec(),
        ..Code::default()
    };
    let descriptor = format!("({})V", "J".repeat(slots.div_ceil(2)));
    program.add_stub(object, name, &descriptor, code)
}

/// A thread's life: run, then end; or, when an exception leaves it, hand that to its handler and end; or, when that throws too, say so and end.
fn thread_steps(run: Glue, failed: Glue) -> [Glue; 9] {
    use Glue::*;
    [run, ThreadExit, ThreadEnded, failed, ThreadExit, ThreadEnded, HandlerFailed, ThreadExit, ThreadEnded]
}

const THREAD_HANDLERS: &[(u32, u32, u32)] = &[(0, 1, 3), (1, 2, 2), (3, 4, 6), (4, 5, 5), (7, 8, 8)];

fn glue(kind: Glue) -> Insn {
    Insn::Glue { a: 0, k: kind as u32 }
}

impl Stubs {
    /// Placeholders until there is a program to add to.
    pub fn none() -> Stubs {
        let none = MethodId(u32::MAX);
        Stubs {
            initialize: none,
            initialize_for: none,
            load_class: none,
            thread: none,
            main: none,
            reflect: none,
            construct: none,
            invoke: none,
            invoke_constructor: none,
            before: none,
            handle: none,
            boot: none,
            shutdown: none,
        }
    }

    pub fn make(program: &mut Program, object: ClassId) -> Stubs {
        use Glue::*;
        let mut add = |name: &str, steps: &[Glue], result: bool, handlers: &[(u32, u32, u32)], references: &[u16]| {
            let mut insns: Vec<Insn> = steps.iter().map(|&step| glue(step)).collect();
            if result {
                insns.push(Insn::Return { a: ARGUMENTS });
            }
            stub(program, object, name, 1, &insns, handlers, references)
        };
        Stubs {
            initialize: add(
                "<initialize>",
                &[InitializeSupertypes, RunInitializer, Initialized, Again, InitializerFailed],
                false,
                &[(0, 2, 4)],
                &[EXCEPTION],
            ),
            load_class: add(
                "<load>",
                &[CallLoader, Loaded, Again, LoadFailed],
                false,
                &[(0, 1, 3)],
                &[0, 1, EXCEPTION],
            ),
            thread: add("<thread>", &thread_steps(CallRun, ThreadFailed), false, THREAD_HANDLERS, &[0]),
            main: add("<main>", &thread_steps(CallMain, MainFailed), false, THREAD_HANDLERS, &[]),
            initialize_for: {
                let insns = [glue(InitializeIt), Insn::Return { a: 1 }];
                stub(program, object, "<initialize>", 1, &insns, &[], &[1])
            },
            reflect: {
                let insns = [glue(CallTarget), glue(BoxResult), Insn::Return { a: ARGUMENTS }, glue(WrapException)];
                stub(program, object, "<reflect>", 1, &insns, &[(0, 1, 3)], &[EXCEPTION])
            },
            construct: {
                let insns = [glue(CallTarget), Insn::Return { a: 1 }, glue(WrapException)];
                stub(program, object, "<construct>", 1, &insns, &[(0, 1, 2)], &[1, EXCEPTION])
            },
            invoke: {
                let insns = [glue(CallTarget), glue(BoxResult), Insn::Return { a: ARGUMENTS }];
                stub(program, object, "<invoke>", 1, &insns, &[], &[])
            },
            invoke_constructor: {
                let insns = [glue(CallTarget), Insn::Return { a: 1 }];
                stub(program, object, "<construct>", 1, &insns, &[], &[1])
            },
            before: {
                let insns = [glue(CallTarget), glue(Again)];
                stub(program, object, "<before>", 1, &insns, &[], &[])
            },
            boot: {
                let insns = [glue(InitializeFirst), glue(CallTarget), glue(BootReturned), glue(BootFailed)];
                stub(program, object, "<boot>", 1, &insns, &[(0, 2, 3)], &[])
            },
            shutdown: {
                let insns = [glue(CallTarget), glue(ShutDown)];
                stub(program, object, "<shutdown>", 1, &insns, &[(0, 1, 1)], &[])
            },
            handle: {
                let insns = [glue(CallTarget), glue(HandleLinked), glue(Again)];
                stub(program, object, "<handle>", 1, &insns, &[], &[3])
            },
        }
    }
}

impl Machine {
    /// Whether a method is a stub. Lambda forms are in no class file either, but their code is like any method's.
    pub(crate) fn is_stub(&self, method: MethodId) -> bool {
        let entry = self.program.method(method);
        entry.index.is_none() && entry.code.as_ref().is_some_and(|code| code.depths.is_empty())
    }

    /// Whether a stub that has not begun holds arguments for the method in register 0.
    pub(crate) fn holds_arguments(&self, stub: MethodId) -> bool {
        let Stubs { reflect, construct, invoke, invoke_constructor, before, handle, .. } = self.stubs;
        [reflect, construct, invoke, invoke_constructor, before, handle].contains(&stub)
    }

    /// Pushes a frame for a method that has code, its registers starting at `base` of the current thread's stack.
    pub(crate) fn push_frame(&mut self, method: MethodId, base: usize, arguments: &[u64]) -> Outcome<()> {
        self.ensure_code(method)?;
        let registers = self.hot[method.index()].registers as usize;
        let limit = self.settings.stack;
        let end = base + registers.max(arguments.len()) + REGISTERS as usize;
        if end > limit {
            return Err(self.stack_overflow());
        }
        let thread = self.thread_mut();
        if thread.stack.len() < end {
            thread.stack.resize((end * 2).min(limit.max(end)), 0);
        }
        thread.stack[base..base + arguments.len()].copy_from_slice(arguments);
        let tag = native_tag(thread.native, 0);
        thread.frames.push(Frame { method, pc: 0, base: base as u32 });
        if self.is_stub(method) {
            // Registers a collection looks at must not hold what was there before.
            let own = base + ARGUMENTS as usize;
            let thread = self.thread_mut();
            thread.stack[(base + arguments.len()).min(own)..own].fill(0);
            if arguments.len() <= NATIVE as usize {
                thread.stack[base + NATIVE as usize] = tag;
            }
        }
        Ok(())
    }

    /// The native method a stub's frame stands for in stack traces.
    pub(crate) fn native_of_stub(&self, thread: &Thread, frame: &Frame) -> Option<MethodId> {
        let tag = *thread.registers().get(frame.base as usize + NATIVE as usize)?;
        let native = (tag & 0xffff_ffff) as u32;
        (tag >> 60 == TAG_MARK >> 60 && native != 0).then(|| MethodId(native - 1))
    }

    /// Whether the current thread is getting a supertype for a class of this name and loader: meeting it again is a circle (JVMS 5.3.5).
    pub(crate) fn awaits_supertype(&self, loader: Ref, name: Symbol) -> bool {
        let detail = Asking::Supertype(name).detail() as u64 & 0xfff_ffff;
        let thread = self.thread();
        thread.frames.iter().filter(|frame| frame.method == self.stubs.load_class).any(|frame| {
            let base = frame.base as usize;
            thread.stack[base] == loader.0 as u64 && (thread.stack[base + NATIVE as usize] >> 32 & 0xfff_ffff) == detail
        })
    }

    /// Pushes the stub that asks a loader for a class; the running instruction is executed anew when there is an answer.
    pub(crate) fn push_loader(&mut self, loader: Ref, name: Ref, asking: Asking) -> Outcome<()> {
        let tag = native_tag(self.thread().native, asking.detail());
        self.push_again(self.stubs.load_class, &[loader.0 as u64, name.0 as u64, 0, tag])
    }

    /// Pushes a call of a method after which the running instruction is executed anew.
    pub(crate) fn push_before(&mut self, target: MethodId, arguments: &[u64]) -> Outcome<()> {
        let mut registers = vec![target.0 as u64, 0, 0, native_tag(self.thread().native, 0)];
        registers.extend_from_slice(arguments);
        self.push_again(self.stubs.before, &registers)
    }

    /// Pushes the stub of a reflective call, in place of the native method whose window starts at `base`.
    pub(crate) fn push_reflective(
        &mut self,
        stub: MethodId,
        base: usize,
        target: MethodId,
        object: Ref,
        arguments: &[u64],
    ) -> Outcome {
        let mut registers = vec![target.0 as u64, object.0 as u64, 0, native_tag(self.thread().native, 0)];
        registers.extend_from_slice(arguments);
        self.push_frame(stub, base, &registers)?;
        Err(Exit::Pushed)
    }

    /// First stack slot above all registers of the running frame.
    pub(crate) fn frame_end(&self) -> usize {
        match self.thread().frames.last() {
            Some(frame) => frame.base as usize + self.hot[frame.method.index()].registers as usize,
            None => 0,
        }
    }

    /// Pushes a stub that ends with `Again`: the running instruction is executed anew when it is done.
    pub(crate) fn push_again(&mut self, stub: MethodId, arguments: &[u64]) -> Outcome<()> {
        let base = self.frame_end();
        self.push_frame(stub, base, arguments)?;
        Err(Exit::Pushed)
    }

    /// Calls a method whose arguments are given, in place of the native method whose window starts at `base`: its result is the native's.
    pub(crate) fn call_instead(&mut self, method: MethodId, base: usize, arguments: &[u64]) -> Outcome {
        let entry = self.program.method(method);
        if entry.is_abstract() {
            let receiver = self.heap.class(Ref::from_slot(arguments.first().copied().unwrap_or(0)));
            let error = self.program.abstract_method(receiver, method);
            return self.linked(Err(error));
        }
        if let Some(native) = self.native_of(method)? {
            let end = base + arguments.len();
            let thread = self.thread_mut();
            if thread.stack.len() < end {
                thread.stack.resize(end * 2, 0);
            }
            thread.stack[base..end].copy_from_slice(arguments);
            return self.call_native(native, method, base);
        }
        self.push_frame(method, base, arguments)?;
        Err(Exit::Pushed)
    }

    fn stub_register(&self, register: u16) -> u64 {
        let thread = self.thread();
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.stack[base + register as usize]
    }

    fn set_stub_register(&mut self, register: u16, value: u64) {
        let thread = self.thread_mut();
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.stack[base + register as usize] = value;
    }

    /// Calls a method from a stub, arguments from register `ARGUMENTS` on, where its result goes.
    fn call_from_stub(&mut self, method: MethodId, arguments: &[u64]) -> Outcome<()> {
        let base = self.thread().frames.last().map_or(0, |frame| frame.base as usize) + ARGUMENTS as usize;
        let value = self.call_instead(method, base, arguments)?;
        self.set_stub_register(ARGUMENTS, value);
        Ok(())
    }

    /// Does what a `Glue` instruction says. `Pushed` goes on with a callee and then with the next instruction.
    pub(crate) fn glue(&mut self, kind: u32) -> Outcome<()> {
        let class = ClassId(self.stub_register(0) as u32);
        let exception = Ref::from_slot(self.stub_register(EXCEPTION));
        match ALL[kind as usize] {
            Glue::Again => {
                self.thread_mut().pop_frame();
                if self.watch.on {
                    self.frames_left();
                }
                Err(Exit::Pushed)
            }
            Glue::InitializeSupertypes => {
                while let Some(parent) = self.next_supertype(class) {
                    self.initialize(parent)?;
                }
                Ok(())
            }
            Glue::RunInitializer => match self.program.class(class).initializer {
                Some(initializer) => self.call_from_stub(initializer, &[]),
                None => Ok(()),
            },
            Glue::Initialized => {
                self.finish_initialization(class, Init::Done);
                Ok(())
            }
            Glue::InitializerFailed => Err(self.initializer_failed(class, exception)),
            Glue::CallLoader => {
                let (loader, name) = (self.stub_register(0), self.stub_register(1));
                let class = self.load_boot("java/lang/ClassLoader")?;
                let method = self.find_method(class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
                let method = method.ok_or_else(|| Exit::Fatal("ClassLoader has no loadClass".into()))?;
                let method = self.select(Ref::from_slot(loader), method)?;
                self.call_from_stub(method, &[loader, name])
            }
            Glue::Loaded => self.loader_answered(),
            Glue::LoadFailed => Err(self.loader_failed(exception)),
            Glue::CallRun => {
                let thread = self.stub_register(0);
                let class = self.load_boot("java/lang/Thread")?;
                let run = self.find_method(class, "run", "()V").ok_or_else(|| Exit::Fatal("no Thread.run".into()))?;
                let run = self.select(Ref::from_slot(thread), run)?;
                self.call_from_stub(run, &[thread])
            }
            Glue::ThreadFailed | Glue::MainFailed => {
                if ALL[kind as usize] == Glue::MainFailed {
                    self.main_failed();
                }
                let thread = self.thread().object;
                if (self.watch.on || self.watch.wanted) && !self.has_handler(thread) {
                    self.watch.incident = Some(Incident::Uncaught { thread: self.current, exception });
                }
                // The JDK's own: a program's thread may have a method of the same name.
                let class = self.load_boot("java/lang/Thread")?;
                let dispatch = self.find_method(class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
                let dispatch = dispatch.ok_or_else(|| Exit::Fatal("no Thread.dispatchUncaughtException".into()))?;
                self.call_from_stub(dispatch, &[thread.0 as u64, exception.0 as u64])
            }
            Glue::HandlerFailed => {
                let class = self.program.java_name(self.heap.class(exception));
                let name = self.thread_name(self.current);
                let text =
                    format!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\"\n");
                // The stream may be closed; then nobody is there to be told.
                let _ = self.files.write(2, text.as_bytes());
                Ok(())
            }
            Glue::ThreadExit if self.watch.on => {
                self.forget_thread();
                Ok(())
            }
            Glue::ThreadExit => {
                let thread = self.thread().object;
                // The JDK's own: a program's thread may have a method of the same name.
                let class = self.load_boot("java/lang/Thread")?;
                match self.find_method(class, "exit", "()V") {
                    Some(exit) => self.call_from_stub(exit, &[thread.0 as u64]),
                    None => Ok(()),
                }
            }
            Glue::ThreadEnded => {
                let (object, location) = (self.thread().object, Location::Thread(self.current));
                if self.watch.on && self.knows_thread_monitors() && self.is_shared(object) {
                    self.end_at_monitor(object)?;
                } else if (self.knows_ends() || self.would_abandon())
                    && self.stop_before_any(Action::End, location, Next::Free)
                {
                    return Err(Exit::Visible);
                } else {
                    self.end_thread();
                }
                Err(Exit::Block)
            }
            Glue::CallMain => {
                let main = MethodId(self.stub_register(0) as u32);
                let arguments = self.stub_register(1);
                // The class named is initialised, though its main may be a superclass's.
                self.initialize(ClassId(self.stub_register(3) as u32))?;
                let slots = self.program.method(main).argument_slots as usize;
                self.call_from_stub(main, &[arguments][..slots.min(1)])
            }
            Glue::InitializeFirst => self.initialize(ClassId(self.stub_register(1) as u32)),
            Glue::InitializeIt => self.initialize(class),
            Glue::CallTarget if self.stub_register(0) == NO_METHOD => Ok(()),
            Glue::CallTarget => {
                let target = MethodId(self.stub_register(0) as u32);
                let slots = self.program.method(target).argument_slots as usize;
                let base = self.thread().frames.last().map_or(0, |frame| frame.base as usize) + ARGUMENTS as usize;
                let arguments = self.thread().stack[base..base + slots].to_vec();
                self.call_from_stub(target, &arguments)
            }
            Glue::BoxResult => {
                let target = MethodId(self.stub_register(0) as u32);
                let kind = self.program.method(target).result;
                let value = self.stub_register(ARGUMENTS);
                let boxed = match self.cached_box(kind, value)? {
                    Some(boxed) => boxed,
                    None => self.box_value(kind, value)?,
                };
                self.set_stub_register(ARGUMENTS, boxed.0 as u64);
                Ok(())
            }
            Glue::WrapException => Err(self.wrap_in_invocation_target(exception)),
            Glue::HandleLinked => {
                let (request, kept, answer) =
                    (self.stub_register(1), self.stub_register(3), self.stub_register(ARGUMENTS));
                self.handle_linked(request, Ref::from_slot(kept), Ref::from_slot(answer))
            }
            Glue::BootReturned => {
                self.boot_result = self.stub_register(ARGUMENTS);
                self.thread_mut().pop_frame();
                Err(Exit::Halt(crate::boot::BOOT_DONE))
            }
            Glue::BootFailed => {
                self.boot_exception = Some(exception);
                self.thread_mut().pop_frame();
                Err(Exit::Halt(crate::boot::BOOT_DONE))
            }
            Glue::ShutDown => Err(Exit::Halt(self.exit_code)),
        }
    }

    fn loader_answered(&mut self) -> Outcome<()> {
        let loader = self.loader_of(Ref::from_slot(self.stub_register(0)));
        let name = self.string(Ref::from_slot(self.stub_register(1))).replace('.', "/");
        let answer = Ref::from_slot(self.stub_register(ARGUMENTS));
        // An answer of another name is none (HotSpot's SystemDictionary::load_instance_class).
        let class = (!answer.is_null())
            .then(|| self.class_of_mirror(answer))
            .filter(|&class| self.program.class_name(class) == name);
        match class {
            Some(class) => {
                let recorded = self.program.record(loader, &name, class);
                self.linked(recorded)
            }
            None if self.asked_by_name() => {
                Err(self.error("java/lang/ClassNotFoundException", &name.replace('/', ".")))
            }
            None => Err(self.error("java/lang/NoClassDefFoundError", &name)),
        }
    }

    fn asked_by_name(&self) -> bool {
        (self.stub_register(NATIVE) >> 32 & 0xfff_ffff) as u32 == Asking::ByName.detail()
    }

    fn loader_failed(&mut self, exception: Ref) -> Exit {
        let missing = self.program.loaded(LoaderId::BOOT, "java/lang/ClassNotFoundException");
        let missing = missing.is_some_and(|missing| self.program.is_subclass(self.heap.class(exception), missing));
        if missing && !self.asked_by_name() {
            let name = self.string(Ref::from_slot(self.stub_register(1))).replace('.', "/");
            return self.error_with_cause("java/lang/NoClassDefFoundError", &name, exception);
        }
        Exit::Throw(exception)
    }

    /// Whether the program would be over with the current thread, and leave threads behind that could still do something (JLS 12.8).
    fn would_abandon(&self) -> bool {
        let others = self.threads.iter().filter(|thread| thread.id != self.current && thread.state != State::Ended);
        let mut is_left = false;
        for other in others {
            if !other.daemon {
                return false;
            }
            is_left |= !self.is_system_thread(other.id);
        }
        self.watch.on && is_left
    }

    /// Ends the current thread: it is terminated for whoever joins it.
    fn end_thread(&mut self) {
        let object = self.thread().object;
        self.note(Action::End, Location::Thread(self.current), 0);
        self.set_thread_status(object, 2);
        self.set_thread_number(object, 0);
        let thread = self.thread_mut();
        thread.state = State::Ended;
        thread.frames.clear();
        thread.fewest = 0;
        self.unsettled = true;
        if !self.watch.on {
            self.thread_mut().stack = Vec::new();
            for index in 0..self.threads.len() {
                let id = ThreadId(index as u32);
                if matches!(self.threads[index].state, State::Joining { thread, .. } if thread == self.current) {
                    self.wake(id, Wake::Notified);
                }
            }
        }
        // Whoever waits on the thread object is told too (Thread.join's documentation); its monitor is free for the machine to notify.
        self.wake_all(object);
    }

    /// The same as HotSpot does it (`ensure_join`), which can be noticed by whoever takes the monitor of the thread object: with that held.
    fn end_at_monitor(&mut self, object: Ref) -> Outcome<()> {
        if self.stop_before_monitor(object, Action::Lock) {
            return Err(Exit::Visible);
        }
        self.enter(object)?;
        let monitor = Location::Monitor(self.heap.name(object));
        self.note_about(Action::NotifyAll, monitor, object);
        self.note_about(Action::Unlock, monitor, object);
        self.end_thread();
        self.release(object);
        Ok(())
    }

    /// What the JDK's `Thread.exit` does for the program: the thread lets go of what it held. Of its bookkeeping in thread groups nothing is left to see, since
    /// they pass over threads that have ended.
    fn forget_thread(&mut self) {
        let thread = self.thread().object;
        for index in 0..self.watch.let_go.len() {
            let slot = self.watch.let_go[index];
            if self.heap.slot(thread, slot) != 0 {
                self.heap.set_slot(thread, slot, 0);
            }
        }
    }

    /// Whether the program has said what to do with exceptions nobody catches in a thread.
    fn has_handler(&mut self, thread: Ref) -> bool {
        if !self.reference_field(thread, "uncaughtExceptionHandler").is_null() {
            return true;
        }
        let class = self.program.loaded(LoaderId::BOOT, "java/lang/Thread");
        let default = class.and_then(|class| self.static_word(class, "defaultUncaughtExceptionHandler"));
        default.is_some_and(|word| self.heap.word(word) != 0)
    }

    /// The wrapper object every `valueOf` gives for a small value; where reflection is done by method handles (JEP 416), it gives the same.
    fn cached_box(&mut self, kind: Kind, value: u64) -> Outcome<Option<Ref>> {
        let number = if kind == Kind::Long { value as i64 } else { value as i32 as i64 };
        let (holder, first) = match kind {
            Kind::Byte => ("java/lang/Byte$ByteCache", -128),
            Kind::Short => ("java/lang/Short$ShortCache", -128),
            Kind::Char => ("java/lang/Character$CharacterCache", 0),
            Kind::Int => ("java/lang/Integer$IntegerCache", -128),
            Kind::Long => ("java/lang/Long$LongCache", -128),
            _ => return Ok(None),
        };
        if self.program.jdk.feature < 18 || !(first..=127).contains(&number) {
            return Ok(None);
        }
        let class = self.load_boot(holder)?;
        self.initialize(class)?;
        let Some(word) = self.static_word(class, "cache") else { return Ok(None) };
        let cache = Ref::from_slot(self.heap.word(word));
        Ok(Some(Ref(self.heap.int(cache, (number - first) as u32))))
    }

    /// A value as an object of its wrapper class.
    pub fn box_value(&mut self, kind: Kind, value: u64) -> Outcome<Ref> {
        let class = match kind {
            Kind::Void => return Ok(Ref::NULL),
            Kind::Object | Kind::Array => return Ok(Ref::from_slot(value)),
            Kind::Boolean => "java/lang/Boolean",
            Kind::Byte => "java/lang/Byte",
            Kind::Char => "java/lang/Character",
            Kind::Short => "java/lang/Short",
            Kind::Int => "java/lang/Integer",
            Kind::Long => "java/lang/Long",
            Kind::Float => "java/lang/Float",
            Kind::Double => "java/lang/Double",
        };
        let class = self.load_boot(class)?;
        if kind == Kind::Boolean {
            self.initialize(class)?;
            let name = if value & 1 == 1 { "TRUE" } else { "FALSE" };
            let word = self.static_word(class, name).unwrap_or(0);
            return Ok(Ref::from_slot(self.heap.word(word)));
        }
        let object = self.new_object(class)?;
        self.set_field(object, "value", value);
        Ok(object)
    }
}

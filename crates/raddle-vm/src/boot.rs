//! From nothing to `main`: the primordial thread, the boot phases of `java.lang.System`, the main class.

use crate::classes::Init;
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::schedule::End;
use crate::stubs::{ARGUMENTS, NO_METHOD};
use crate::thread::{State, Thread, ThreadId};
use raddle_program::class::{ClassId, LoaderId, MethodId, access};
use raddle_program::program::LinkError;

/// Why the program could not be started.
#[derive(Debug)]
pub enum BootError {
    /// The main class is not there or has no `main`.
    NoMain(String),
    /// The machine failed.
    Fatal(String),
}

impl Machine {
    /// Runs the JDK's boot code: after it, the class library works.
    pub fn boot(&mut self) -> Result<(), BootError> {
        self.set_unsafe_constants().map_err(|exit| self.boot_failure(exit))?;
        self.make_main_thread().map_err(|exit| self.boot_failure(exit))?;
        for (class, method, descriptor, arguments) in [
            ("java/lang/System", "initPhase1", "()V", &[][..]),
            ("java/lang/System", "initPhase2", "(ZZ)I", &[1, 1][..]),
            ("java/lang/System", "initPhase3", "()V", &[][..]),
        ] {
            self.call_boot(class, method, descriptor, arguments)?;
        }
        Ok(())
    }

    /// Gives `UnsafeConstants` the values its initialiser leaves to the machine.
    fn set_unsafe_constants(&mut self) -> Outcome<()> {
        let class = self.load_boot("jdk/internal/misc/UnsafeConstants")?;
        for (name, value) in [("ADDRESS_SIZE0", 8), ("PAGE_SIZE", 4096), ("BIG_ENDIAN", 0), ("UNALIGNED_ACCESS", 1)] {
            if let Some(word) = self.static_word(class, name) {
                self.heap.set_word(word, value);
            }
        }
        self.init[class.index()] = Init::Done;
        Ok(())
    }

    fn boot_failure(&mut self, exit: Exit) -> BootError {
        match exit {
            Exit::Throw(exception) => BootError::Fatal(self.describe_exception(exception)),
            Exit::Fatal(message) => BootError::Fatal(message),
            other => BootError::Fatal(format!("{other:?}")),
        }
    }

    /// An exception in words, for failures before Java can print.
    pub fn describe_exception(&mut self, exception: Ref) -> String {
        let mut text = self.program.java_name(self.heap.class(exception));
        let message = self.reference_field(exception, "detailMessage");
        if !message.is_null() {
            text += &format!(": {}", self.string(message));
        }
        for (method, bytecode) in self.stack_trace(exception) {
            let line = self.program.line(method, bytecode).unwrap_or(0);
            text += &format!("\n\tat {} line {line}", self.program.method_name(method));
        }
        let cause = self.reference_field(exception, "cause");
        if !cause.is_null() && cause != exception {
            text += &format!("\ncaused by {}", self.describe_exception(cause));
        }
        text
    }

    /// The first thread has to exist before the code that makes threads can run (HotSpot does the same in `create_initial_thread`).
    fn make_main_thread(&mut self) -> Outcome<()> {
        let class = self.load_boot("java/lang/Thread")?;
        let group_class = self.load_boot("java/lang/ThreadGroup")?;
        let mut thread = Thread::new(ThreadId(0), Ref::NULL);
        thread.state = State::Runnable;
        self.threads.push(Box::new(thread));
        let object = self.new_object(class)?;
        self.threads[0].object = object;
        self.set_thread_number(object, 1);
        self.set_thread_priority(object, 5)?;
        self.run_boot_static("java/lang/String", None)?;
        self.run_boot_static("java/lang/System", None)?;
        self.run_boot_static("java/lang/Class", None)?;
        self.run_boot_static("java/lang/ThreadGroup", None)?;
        let system = self.new_object(group_class)?;
        self.roots.push(system);
        self.construct_boot(group_class, "()V", &[system.0 as u64])?;
        let main = self.new_object(group_class)?;
        self.roots.push(main);
        let name = self.literal_text("main");
        self.construct_boot(
            group_class,
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[main.0 as u64, system.0 as u64, name.0 as u64],
        )?;
        self.run_boot_static("java/lang/Thread", None)?;
        self.construct_boot(
            class,
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[object.0 as u64, main.0 as u64, name.0 as u64],
        )?;
        self.set_thread_status(object, 5);
        for class in ["java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
            self.run_boot_static(class, None)?;
        }
        Ok(())
    }

    fn construct_boot(&mut self, class: ClassId, descriptor: &str, arguments: &[u64]) -> Outcome<()> {
        let name = self.program.symbols.intern("<init>");
        let descriptor = self.program.symbols.intern(descriptor);
        let constructor = self.program.declared_method(class, name, descriptor);
        let constructor = constructor.ok_or_else(|| Exit::Fatal("a constructor of the JDK is missing".into()))?;
        self.run_to_return(class, constructor.0 as u64, arguments).map(|_| ())
    }

    /// Initialises a class of the JDK at once, and calls one of its static methods if one is given.
    fn run_boot_static(&mut self, class: &str, method: Option<(&str, &str, &[u64])>) -> Outcome {
        let id = self.load_boot(class)?;
        let Some((name, descriptor, arguments)) = method else { return self.run_to_return(id, NO_METHOD, &[]) };
        let found = self.find_method(id, name, descriptor);
        let found = found.ok_or_else(|| Exit::Fatal(format!("{class} has no {name}{descriptor}")))?;
        self.run_to_return(id, found.0 as u64, arguments)
    }

    fn call_boot(&mut self, class: &str, name: &str, descriptor: &str, arguments: &[u64]) -> Result<u64, BootError> {
        self.run_boot_static(class, Some((name, descriptor, arguments))).map_err(|exit| self.boot_failure(exit))
    }

    /// Initialises a class and runs a method to its return on the main thread. Only for boot: threads it starts run too.
    pub(crate) fn run_to_return(&mut self, class: ClassId, method: u64, arguments: &[u64]) -> Outcome {
        self.push_frame(self.stubs.boot, 0, &[method, class.0 as u64])?;
        let from = ARGUMENTS as usize;
        self.thread_mut().stack[from..from + arguments.len()].copy_from_slice(arguments);
        let end = self.run();
        self.current = ThreadId(0);
        match (end, self.boot_exception.take()) {
            (_, Some(exception)) => Err(Exit::Throw(exception)),
            (End::Exit(BOOT_DONE), None) => Ok(self.boot_result),
            (End::Exit(code), None) => Err(Exit::Halt(code)),
            (End::Fatal(message) | End::Deadlock(message), None) => Err(Exit::Fatal(message)),
        }
    }

    /// Prepares the main thread to run a class's `main`.
    pub fn start_main(&mut self, class: &str, arguments: &[String]) -> Result<(), BootError> {
        let loader = LoaderId::APP;
        let internal = class.replace('.', "/");
        // Nothing runs yet that could ask a loader: what is missing is simply missing.
        let linked = self.program.load(loader, &internal).map_err(|error| match error {
            LinkError::AskLoader(_, name) => LinkError::NotFound(name),
            other => other,
        });
        if let Err(LinkError::NotFound(missing)) = &linked
            && *missing == internal
        {
            let path = &self.settings.class_path;
            let broken = self.program.class_path.broken().map(|error| format!(", and {error}")).unwrap_or_default();
            let message =
                format!("main class {class} is not on the class path ({path}){broken}; check its name and -cp");
            return Err(BootError::NoMain(message));
        }
        let id = match self.linked(linked) {
            Ok(id) => id,
            Err(Exit::Throw(exception)) => {
                let text = self.describe_exception(exception);
                let text = text.lines().next().unwrap_or_default();
                let advice = self.loading_advice(exception);
                return Err(BootError::NoMain(format!("main class {class} cannot be loaded: {text}; {advice}")));
            }
            Err(exit) => return Err(self.boot_failure(exit)),
        };
        let main = self.find_method(id, "main", "([Ljava/lang/String;)V");
        let Some(main) = main.filter(|&main| {
            self.program.method(main).access & (access::STATIC | access::PUBLIC) == access::STATIC | access::PUBLIC
        }) else {
            let what = match (main, self.has_method_named(id, "main")) {
                (Some(main), _) if self.program.method(main).is_static() => "whose main method is not public",
                (Some(_), _) => "whose main method is not static",
                (None, true) => "whose main method has other parameters or a result",
                (None, false) => "without a main method",
            };
            return Err(BootError::NoMain(format!(
                "{class} is a class {what}; it needs `public static void main(String[] args)`"
            )));
        };
        self.push_main(id, main, arguments).map_err(|exit| self.boot_failure(exit))
    }

    fn has_method_named(&self, class: ClassId, name: &str) -> bool {
        let Some(symbol) = self.program.symbols.find(name) else { return false };
        self.program.class(class).methods.iter().any(|&id| self.program.method(id).name == symbol)
    }

    /// What to do about a main class that does not load.
    fn loading_advice(&self, exception: Ref) -> &'static str {
        match self.program.class_name(self.heap.class(exception)) {
            "java/lang/UnsupportedClassVersionError" => {
                "name a newer JDK with --jdk, or compile for this one with javac --release"
            }
            "java/lang/NoClassDefFoundError" => {
                "check that -cp has all it needs, and each class at the place its package says"
            }
            _ => "compile it again",
        }
    }

    fn push_main(&mut self, class: ClassId, main: MethodId, arguments: &[String]) -> Outcome<()> {
        let strings = self.load_boot("[Ljava/lang/String;")?;
        let array = self.new_array(strings, arguments.len() as u32)?;
        for (index, argument) in arguments.iter().enumerate() {
            let text = self.new_string(argument)?;
            self.heap.set_int(array, index as u32, text.0);
        }
        self.roots.push(array);
        self.push_frame(self.stubs.main, 0, &[main.0 as u64, array.0 as u64, 0, class.0 as u64])
    }

    pub(crate) fn main_failed(&mut self) {
        self.exit_code = 1;
    }

    /// Starts the thread that runs shutdown hooks.
    pub(crate) fn start_shutdown(&mut self) -> Outcome<()> {
        let class = self.load_boot("java/lang/Shutdown")?;
        let method = self.find_method(class, "shutdown", "()V");
        let method = method.ok_or_else(|| Exit::Fatal("java.lang.Shutdown has no shutdown".into()))?;
        // The thread that ran main has ended; its Java thread goes on as the one that destroys the machine.
        let main = &mut self.threads[0];
        main.state = State::Runnable;
        main.stack = vec![0; 1024];
        main.frames.clear();
        let object = main.object;
        self.current = ThreadId(0);
        self.set_thread_number(object, 1);
        self.set_thread_status(object, 5);
        self.push_frame(self.stubs.shutdown, 0, &[method.0 as u64])
    }
}

/// The code by which a boot call says that it has returned.
pub(crate) const BOOT_DONE: i32 = i32::MIN;

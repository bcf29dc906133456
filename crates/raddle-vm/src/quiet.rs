//! Which methods of the class library do its own bookkeeping: counts, names, caches, the console. What they read and write is not the program's
//! behaviour, so no thread stops in them. Code of the program that they call is heard again. A thread falls silent and loud as it calls methods and comes back.

use crate::event::{Action, Location};
use crate::heap::Ref;
use crate::knowledge;
use crate::machine::Machine;
use crate::thread::{Hush, Next, State};
use raddle_program::class::{LoaderId, MethodId};

/// How much of a method is to be noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Noise {
    /// As much as of its caller.
    Neutral,
    /// Nothing.
    Quiet,
    /// Nothing, if its receiver is one of the console's streams.
    Console,
    /// `Thread.start`: that it happens, if others can reach the thread; nothing of how.
    Start,
    /// `Thread.interrupt`: that it happens; nothing of how.
    Interrupt,
    /// `Thread.isAlive` and `getState`: that it happens, and threads' ends become noticeable.
    Look,
    /// Nothing, and what it makes stays whatever is taken back: classes that stand for what its arguments name.
    Outside,
    /// Everything: it is the program's own.
    Loud,
}

/// How much is to be noticed of a method of the class library.
pub(crate) fn of_library(class: &str, method: &str) -> Noise {
    match class {
        "java/lang/Thread" => match method {
            "start" => Noise::Start,
            "interrupt" => Noise::Interrupt,
            "isAlive" | "getState" | "threadState" => Noise::Look,
            "<init>"
            | "exit"
            | "setName"
            | "toString"
            | "getStackTrace"
            | "dispatchUncaughtException"
            | "getUncaughtExceptionHandler"
            | "getThreadGroup"
            | "setPriority"
            | "setDaemon" => Noise::Quiet,
            _ => Noise::Neutral,
        },
        "java/io/PrintStream" => match method {
            "<init>" => Noise::Neutral,
            _ => Noise::Console,
        },
        // They write into what they are given, or ask objects of the program.
        "java/lang/String" => match method {
            "getBytes" | "getChars" | "join" | "format" | "formatted" | "valueOf" | "contentEquals" => Noise::Neutral,
            _ => Noise::Quiet,
        },
        "java/util/Random" => {
            if matches!(method, "<init>" | "seedUniquifier") {
                Noise::Quiet
            } else {
                Noise::Neutral
            }
        }
        "java/lang/ThreadLocal" => {
            if matches!(method, "<init>" | "nextHashCode") {
                Noise::Quiet
            } else {
                Noise::Neutral
            }
        }
        "java/lang/reflect/Proxy" => {
            if method == "getProxyConstructor" {
                Noise::Outside
            } else {
                Noise::Neutral
            }
        }
        "jdk/internal/reflect/MethodAccessorGenerator" => {
            if method.starts_with("generate") {
                Noise::Outside
            } else {
                Noise::Neutral
            }
        }
        "java/lang/invoke/MethodHandle" => {
            if method.starts_with("asType") || method == "setAsTypeCache" {
                Noise::Quiet
            } else {
                Noise::Neutral
            }
        }
        "java/lang/invoke/MethodType" => {
            // Linking interns types, too, and that stays.
            if method == "makeImpl" { Noise::Outside } else { Noise::Quiet }
        }
        "java/lang/ThreadGroup"
        | "java/lang/Class"
        | "java/lang/ClassLoader"
        | "java/lang/Module"
        | "java/lang/Throwable"
        | "java/lang/StackTraceElement"
        | "java/lang/invoke/MethodTypeForm"
        | "java/lang/invoke/LambdaForm"
        | "java/lang/invoke/LambdaFormEditor"
        | "java/lang/invoke/Invokers"
        | "java/lang/invoke/MethodHandles$Lookup"
        | "java/lang/invoke/MemberName"
        | "java/lang/reflect/Method"
        | "java/lang/reflect/Constructor"
        | "java/util/concurrent/ThreadLocalRandom"
        | "java/util/Locale"
        | "java/lang/ref/Finalizer"
        | "java/nio/Bits"
        | "java/security/AccessControlContext" => Noise::Quiet,
        _ if [
            "jdk/internal/loader/",
            "jdk/internal/ref/",
            "sun/util/",
            "java/util/ResourceBundle",
            "java/lang/StackStreamFactory",
        ]
        .iter()
        .any(|prefix| class.starts_with(prefix)) =>
        {
            Noise::Quiet
        }
        _ => Noise::Neutral,
    }
}

/// Whether a method of the class library begins to draw random numbers whose seed nobody gave.
pub(crate) fn draws_by_chance(class: &str, method: &str, descriptor: &str) -> bool {
    matches!(
        (class, method, descriptor),
        ("java/util/Random", "seedUniquifier", _)
            | ("java/util/concurrent/ThreadLocalRandom", "current", _)
            | ("java/util/SplittableRandom" | "java/security/SecureRandom", "<init>", "()V")
    )
}

/// Fields of `java.lang.Thread` that only the thread itself uses, whoever can reach it.
pub(crate) const PRIVATE_TO_THREAD: &[&str] = &[
    "threadLocals",
    "inheritableThreadLocals",
    "threadLocalRandomSeed",
    "threadLocalRandomProbe",
    "threadLocalRandomSecondarySeed",
    "parkBlocker",
    "scopedValueBindings",
    "headStackableScopes",
];

/// Whether plain accesses to a class's fields are meant to race: classes written to be used by many threads, and caches that any thread may fill.
pub(crate) fn bears_races(class: &str) -> bool {
    let prefixes =
        ["java/util/concurrent/", "java/lang/invoke/", "java/lang/ref/", "java/lang/reflect/", "jdk/internal/", "sun/"];
    let classes = ["java/lang/Thread", "java/lang/ThreadLocal", "java/lang/String", "java/lang/Class"];
    prefixes.iter().any(|prefix| class.starts_with(prefix))
        || classes
            .iter()
            .any(|name| class == *name || class.strip_prefix(name).is_some_and(|rest| rest.starts_with('$')))
}

impl Machine {
    /// How much is to be noticed of a method.
    pub(crate) fn noise_of(&self, method: MethodId) -> Noise {
        let entry = self.program.method(method);
        let class = self.program.class(entry.class);
        if entry.index.is_none() {
            return Noise::Neutral;
        }
        if class.loader != LoaderId::BOOT {
            return if class.loader == LoaderId::PLATFORM { Noise::Neutral } else { Noise::Loud };
        }
        of_library(self.program.class_name(entry.class), self.program.symbols.text(entry.name))
    }

    /// A method is called for the first time: whether it draws random numbers.
    pub(crate) fn note_chance(&mut self, method: MethodId) {
        let entry = self.program.method(method);
        let (class, text) = (self.program.class(entry.class), |symbol| self.program.symbols.text(symbol));
        if class.loader == LoaderId::BOOT
            && draws_by_chance(self.program.class_name(entry.class), text(entry.name), text(entry.descriptor))
        {
            self.not_controlled("draws random numbers, which are the same on every path: no others are explored");
        }
    }

    /// A watched thread is about to call a method, its arguments at `base`: whether to stop before it.
    pub(crate) fn enter_noise(&mut self, noise: Noise, method: MethodId, base: usize) -> bool {
        let receiver = Ref::from_slot(self.thread().stack[base]);
        let quiet = match noise {
            Noise::Neutral => return false,
            Noise::Loud => false,
            Noise::Quiet => true,
            Noise::Outside => {
                if let Some(key) = self.key_of_arguments(method, base) {
                    self.begin_outside(key);
                }
                true
            }
            Noise::Console => {
                if !self.watch.console.contains(&receiver) {
                    return false;
                }
                true
            }
            Noise::Start => {
                if self.is_shared(receiver) {
                    let name = self.heap.name(receiver);
                    if self.stop_before_any(Action::Start, Location::Monitor(name), Next::Free) {
                        return true;
                    }
                    self.watch.noticed = None;
                }
                true
            }
            Noise::Interrupt => {
                if !self.watch.interrupts && !self.is_hushed() {
                    self.learn(knowledge::INTERRUPTS, 1);
                }
                if self.stop_before_interruption(receiver) {
                    return true;
                }
                self.watch.noticed = None;
                true
            }
            Noise::Look => {
                if self.is_shared(receiver) && self.look_at(receiver) {
                    return true;
                }
                true
            }
        };
        let thread = self.thread_mut();
        // That a frame outside of the program's time has gone has to be noticed even where its caller was quiet already.
        if thread.hush.quiet != quiet || noise == Noise::Outside {
            thread.hush = Hush { quiet, frames: thread.frames.len() as u32 + 1 };
        }
        false
    }

    /// A watched thread interrupts another: whether to stop before it. One that is not alive has nothing but the flag.
    fn stop_before_interruption(&mut self, thread: Ref) -> bool {
        if let Some(target) = self.thread_of(thread) {
            return self.stop_before_any(Action::Interrupt, Location::Thread(target), Next::Free);
        }
        if !self.is_shared(thread) {
            return false;
        }
        let flag = Location::Object { name: self.heap.name(thread), slot: self.known.thread_fields.interrupted };
        if self.stop_before_any(Action::Write, flag, Next::Free) {
            return true;
        }
        self.note_about(Action::Write, flag, thread);
        if self.thread_number(thread).is_none() {
            // Once it is started an interruption gives it a permit, too.
            self.note_about(Action::Read, Location::Monitor(self.heap.name(thread)), thread);
        }
        false
    }

    /// A watched thread looks how far another has come: whether to stop before it.
    fn look_at(&mut self, thread: Ref) -> bool {
        if !self.watch.ends && !self.is_hushed() {
            self.learn(knowledge::ENDS, 1);
        }
        let Some(target) = self.thread_number(thread) else { return self.stop_before_unstarted(thread) };
        if self.stop_before_any(Action::Read, Location::Thread(target), Next::Free) {
            return true;
        }
        let ended = self.threads[target.index()].state == State::Ended;
        self.note(Action::Read, Location::Thread(target), u64::from(ended));
        self.publish_state(target);
        false
    }

    /// The frame in which the current thread fell silent or loud has gone: finds out which it is now.
    #[cold]
    pub(crate) fn leave_noise(&mut self) {
        let mut hush = Hush { quiet: false, frames: 0 };
        let frames = &self.thread().frames;
        for (index, frame) in frames.iter().enumerate() {
            let quiet = match self.hot[frame.method.index()].noise {
                Noise::Neutral => continue,
                Noise::Loud => false,
                Noise::Console => {
                    let receiver = Ref::from_slot(self.thread().stack[frame.base as usize]);
                    if !self.watch.console.contains(&receiver) {
                        continue;
                    }
                    true
                }
                _ => true,
            };
            if quiet != hush.quiet {
                hush = Hush { quiet, frames: index as u32 + 1 };
            }
        }
        self.thread_mut().hush = hush;
    }

    /// After frames of a watched thread have gone: what they began may be over.
    pub(crate) fn frames_left(&mut self) {
        if (self.thread().frames.len() as u32) < self.thread().hush.frames {
            self.leave_noise();
        }
        while let Some(frame) = self.watch.outside.last()
            && self.threads[frame.thread.index()].frames.len() <= frame.frames
        {
            self.end_outside();
        }
    }
}

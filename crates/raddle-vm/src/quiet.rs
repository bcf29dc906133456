//! Which methods of the class library do its own bookkeeping: counts, names, caches, the console. What they read and write is not the program's
//! behaviour, so no thread stops in them. Code of the program that they call is heard again.

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

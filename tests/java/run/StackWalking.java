// StackWalker, getCallerClass, and stack traces through reflection, constructors, loaders and of other threads.
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class StackWalking {
    static String describe(StackWalker.StackFrame frame) {
        return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber() + " " + frame.isNativeMethod() + " " + frame.toStackTraceElement();
    }
    static List<String> walk() {
        return StackWalker.getInstance().walk(frames -> frames.map(StackWalking::describe).collect(Collectors.toList()));
    }
    static List<String> deep(int depth) { return depth == 0 ? walk() : deep(depth - 1); }
    static Class<?> caller() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }
    static class Other {
        static Class<?> direct() { return caller(); }
        static Class<?> byLambda() {
            Supplier<Class<?>> supplier = StackWalking::caller;
            return supplier.get();
        }
    }
    static class Failing {
        Failing() { throw new RuntimeException("constructor"); }
    }
    static class Uninitialised {
        static { if (true) throw new RuntimeException("initialiser"); }
    }
    static void fail() { throw new RuntimeException("method"); }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable e) {
            System.out.println(what + " throws " + e);
        }
    }

    // The trace without what the JDK's own reflection puts into it, which differs among releases.
    static void trace(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            System.out.println(e);
            for (StackTraceElement element : e.getStackTrace()) {
                if (!element.getClassName().startsWith("jdk.internal.reflect")) {
                    System.out.println("  " + element.getClassName() + "." + element.getMethodName());
                }
            }
        }
    }

    static synchronized void hold() throws InterruptedException { Thread.sleep(1000000); }

    static void await(Thread thread, Thread.State state) {
        while (thread.getState() != state) Thread.yield();
    }

    public static void main(String[] args) throws Exception {
        walk().forEach(System.out::println);
        System.out.println(deep(40).size());
        deep(2).forEach(System.out::println);
        Method method = StackWalking.class.getDeclaredMethod("walk");
        ((List<?>) method.invoke(null)).forEach(System.out::println);
        Supplier<List<String>> lambda = () -> walk();
        lambda.get().forEach(System.out::println);

        System.out.println(caller() + " " + Other.direct() + " " + Other.byLambda());
        System.out.println(StackWalking.class.getDeclaredMethod("caller").invoke(null));
        attempt("no class retained", () -> StackWalker.getInstance().walk(frames -> frames.findFirst().get().getDeclaringClass()));
        attempt("no caller", () -> StackWalker.getInstance().getCallerClass());
        attempt("types", () -> StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(frames -> frames.limit(2).map(f -> f.getDeclaringClass() + " " + f.getMethodType() + " " + f.getDescriptor()).collect(Collectors.toList())));
        attempt("limited", () -> StackWalker.getInstance(Set.of(), 3).walk(frames -> frames.limit(1).map(f -> f.getMethodName()).collect(Collectors.toList())));
        attempt("too late", () -> {
            List<Stream<StackWalker.StackFrame>> kept = new java.util.ArrayList<>();
            StackWalker.getInstance().walk(frames -> kept.add(frames));
            return kept.get(0).count();
        });
        attempt("thrown while walking", () -> StackWalker.getInstance().walk(frames -> {
            throw new IllegalStateException("walking");
        }));

        try {
            StackWalking.class.getDeclaredMethod("fail").invoke(null);
        } catch (ReflectiveOperationException e) {
            trace(e);
        }
        try {
            Failing.class.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            trace(e);
        }
        try {
            Class.forName("StackWalking$Uninitialised");
        } catch (ExceptionInInitializerError e) {
            trace(e);
        }
        try {
            Class.forName("no.Such");
        } catch (ClassNotFoundException e) {
            trace(e);
        }
        try {
            StackWalker.getInstance().forEach(frame -> {
                throw new RuntimeException("each");
            });
        } catch (RuntimeException e) {
            trace(e);
        }

        Thread sleeper = new Thread(() -> {
            try {
                hold();
            } catch (InterruptedException e) {
                System.out.println("woken");
            }
        });
        sleeper.start();
        await(sleeper, Thread.State.TIMED_WAITING);
        List<String> names = Arrays.stream(sleeper.getStackTrace()).map(e -> e.getMethodName()).collect(Collectors.toList());
        System.out.println(names.get(0).startsWith("sleep") + " " + names.contains("hold") + " " + names.get(names.size() - 1));
        Thread blocked = new Thread(() -> {
            try {
                hold();
            } catch (InterruptedException e) {
                System.out.println("woken");
            }
        });
        blocked.start();
        await(blocked, Thread.State.BLOCKED);
        System.out.println(blocked.getStackTrace()[0]);
        System.out.println(Thread.getAllStackTraces().keySet().containsAll(List.of(sleeper, blocked, Thread.currentThread())));
        sleeper.interrupt();
        sleeper.join();
        blocked.interrupt();
        blocked.join();
        System.out.println(sleeper.getStackTrace().length);
    }
}

// Corners of reflective calls: private interface methods, varargs, natives that wait, caller-sensitive methods, initialisers, deep recursion, lambdas.
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

public class ReflectEdges {
    interface Private {
        private String own() { return "own"; }
        private static String shared() { return "shared"; }
    }
    abstract static class Generic<T> {
        abstract T get();
        public T same(T t) { return t; }
    }
    static class Bound extends Generic<String> {
        @Override String get() { return "got"; }
        @Override public String same(String s) { return "!" + s; }
    }
    interface First {
        default String which() { return "first"; }
    }
    interface Second extends First {
        @Override default String which() { return "second"; }
    }
    static class Both implements First, Second {}
    enum Plain { A, B { } }
    static class Constants {
        static { System.out.println("Constants initialised"); }
        static final int COMPILED = 12;
        static String text = "text";
    }
    static class Broken {
        static int x = 1 / Integer.parseInt("0");
    }
    class Inner {
        final int z;
        Inner(int z) { this.z = z; }
        @Override public String toString() { return "inner " + z; }
    }

    static int ints(int... x) { return x.length; }
    static int objects(Object... x) { return x.length; }
    static synchronized boolean locked() { return Thread.holdsLock(ReflectEdges.class); }
    @Deprecated(since = "9", forRemoval = true) static void old() {}
    static void recurse(int depth) throws Exception {
        ReflectEdges.class.getDeclaredMethod("recurse", int.class).invoke(null, depth + 1);
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (InvocationTargetException e) {
            System.out.println(what + " passes on " + e.getCause());
        } catch (Throwable e) {
            System.out.println(what + " throws " + e + (e.getCause() == null ? "" : " because of " + e.getCause()));
        }
    }

    static Method declared(Class<?> owner, String name, Class<?>... types) throws Exception {
        return owner.getDeclaredMethod(name, types);
    }

    static Class<?> rootCause(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) root = root.getCause();
        return root.getClass();
    }

    public static void main(String[] args) throws Exception {
        attempt("private in interface", () -> declared(Private.class, "own").invoke(new Private() {}) + " " + declared(Private.class, "shared").invoke(null));
        attempt("modifiers", () -> Modifier.toString(declared(Private.class, "own").getModifiers()));
        attempt("bridge", () -> declared(Generic.class, "get").invoke(new Bound()) + " " + declared(Generic.class, "same", Object.class).invoke(new Bound(), "s"));
        attempt("bridge with another type", () -> declared(Generic.class, "same", Object.class).invoke(new Bound(), 3));
        attempt("most specific default", () -> First.class.getMethod("which").invoke(new Both()) + " " + Both.class.getMethod("which").getDeclaringClass().getSimpleName());
        attempt("varargs", () -> declared(ReflectEdges.class, "ints", int[].class).invoke(null, (Object) new int[] {1, 2, 3})
            + " " + declared(ReflectEdges.class, "objects", Object[].class).invoke(null, (Object) new Object[] {1, null}));
        attempt("synchronized", () -> declared(ReflectEdges.class, "locked").invoke(null));
        Constructor<?> inner = Inner.class.getDeclaredConstructors()[0];
        attempt("inner", () -> inner.getParameterCount() + " " + inner.newInstance(new ReflectEdges(), 7));
        attempt("natives", () -> Object.class.getMethod("hashCode").invoke("abc") + " " + Object.class.getMethod("getClass").invoke(new int[0])
            + " " + System.class.getMethod("identityHashCode", Object.class).invoke(null, (Object) null));
        attempt("interfaces", () -> Comparable.class.getMethod("compareTo", Object.class).invoke("a", "b")
            + " " + CharSequence.class.getMethod("length").invoke(new StringBuilder("xyz")));
        attempt("invoke by invoke", () -> Method.class.getMethod("invoke", Object.class, Object[].class)
            .invoke(String.class.getMethod("length"), "four", new Object[0]));

        attempt("constant", () -> Constants.class.getDeclaredField("COMPILED").get(null));
        attempt("field", () -> Constants.class.getDeclaredField("text").get(null));
        attempt("broken", () -> Broken.class.getDeclaredField("x").get(null));
        attempt("broken again", () -> Broken.class.getDeclaredField("x").get(null));
        try {
            recurse(0);
        } catch (InvocationTargetException | StackOverflowError e) {
            System.out.println("recursion ends with " + rootCause(e));
        }

        Object lock = new Object();
        Method wait = Object.class.getMethod("wait", long.class), sleep = Thread.class.getMethod("sleep", long.class);
        synchronized (lock) {
            System.out.println(wait.invoke(lock, 5L));
        }
        attempt("wait without the monitor", () -> wait.invoke(lock, 5L));
        attempt("notify without the monitor", () -> Object.class.getMethod("notify").invoke(lock));
        attempt("sleep", () -> sleep.invoke(null, 3L));
        Thread.currentThread().interrupt();
        attempt("interrupted", () -> sleep.invoke(null, 3L));

        attempt("caller-sensitive", () -> Class.class.getMethod("forName", String.class).invoke(null, "ReflectEdges$Both"));
        attempt("lookup", () -> java.lang.invoke.MethodHandles.class.getMethod("lookup").invoke(null));
        attempt("current thread", () -> Thread.class.getMethod("currentThread").invoke(null) == Thread.currentThread());
        attempt("annotation", () -> Arrays.toString(declared(ReflectEdges.class, "old").getAnnotations()));
        Runnable lambda = () -> {};
        attempt("lambda", () -> lambda.getClass().isHidden() + " " + lambda.getClass().isSynthetic() + " " + lambda.getClass().getDeclaredMethods().length
            + " " + Arrays.toString(lambda.getClass().getInterfaces()) + " " + lambda.getClass().getNestHost());
        System.out.println(List.of(Plain.A.getClass().getEnumConstants().length, Plain.B.getClass().isEnum(), Plain.B.getClass().isAnonymousClass(),
            int.class.isInstance(3), Integer.class.isInstance(3)));
    }
}

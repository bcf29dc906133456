// printStackTrace in full: causes, "... n more", suppressed, circular references, constructors, static
// initialisers, inner classes, lambdas, interface methods and setStackTrace; to stderr and stdout.
import java.io.*;
import java.util.function.Supplier;

public class ExcStackTrace {
    static class AppException extends Exception {
        AppException(String m, Throwable c) { super(m, c); }
    }
    static class Shouting extends RuntimeException {
        Shouting(String m) { super(m); }
        @Override
        public String getMessage() {
            return super.getMessage().toUpperCase();
        }
        @Override
        public String getLocalizedMessage() {
            return "localised " + getMessage();
        }
    }

    static void low(int n) {
        if (n == 0) throw new IllegalStateException("low");
        low(n - 1);
    }

    static void mid() throws AppException {
        try {
            low(2);
        } catch (IllegalStateException e) { throw new AppException("mid", e); }
    }

    static void high() {
        try {
            mid();
        } catch (AppException e) {
            RuntimeException r = new RuntimeException(e);
            r.addSuppressed(new Shouting("first suppressed"));
            r.addSuppressed(new Exception("second suppressed", new Error("its cause")));
            throw r;
        }
    }

    interface Shape {
        default double area() { return compute(null); }
        double compute(Object o);
    }

    static class Inner {
        final int value = fail("field");
        static int fail(String s) { throw new UnsupportedOperationException(s); }
        class Deeper {
            Deeper() { new Inner(); }
        }
    }

    static void trace(Throwable t) {
        t.printStackTrace(System.out);
        System.out.println("--");
    }

    public static void main(String[] args) {
        try {
            high();
        } catch (RuntimeException e) {
            trace(e);
            e.printStackTrace();
        }
        try {
            new Inner();
        } catch (UnsupportedOperationException e) { trace(e); }
        Shape s = o -> o.hashCode();
        try {
            s.area();
        } catch (NullPointerException e) { trace(e); }
        try {
            new Shape() {
                public double compute(Object o) { throw new Shouting("anonymous"); }
            }.area();
        } catch (Shouting e) { trace(e); }
        Supplier<Supplier<Integer>> nested = () -> () -> Integer.parseInt("not a number");
        try {
            nested.get().get();
        } catch (NumberFormatException e) { trace(e); }
        Exception a = new Exception("a"), b = new Exception("b", a);
        a.initCause(b);
        trace(a);
        Exception c = new Exception("c");
        c.addSuppressed(new Exception("outer", c));
        trace(c);
        Exception fake = new Exception("fake");
        fake.setStackTrace(new StackTraceElement[] {new StackTraceElement("com.example.Foo", "bar", "Foo.java", 42),
            new StackTraceElement("com.example.Foo", "native", "Foo.java", -2),
            new StackTraceElement("com.example.Foo", "unknown", null, -1),
            new StackTraceElement("com.example.Foo", "noline", "Foo.java", -1),
            new StackTraceElement("loader", "mod", "1.0", "com.example.Foo", "full", "Foo.java", 1)});
        trace(fake);
        fake.setStackTrace(new StackTraceElement[0]);
        trace(fake);
        StringWriter w = new StringWriter();
        new Exception("to writer", new RuntimeException()).printStackTrace(new PrintWriter(w, true));
        System.out.print(w);
        Throwable t = new Throwable();
        StackTraceElement top = t.getStackTrace()[0];
        System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getFileName() + " "
            + top.getLineNumber() + " " + top.isNativeMethod() + " " + top.getModuleName() + " "
            + top.getClassLoaderName() + " " + top);
        try {
            java.util.List.of(1).add(2);
        } catch (UnsupportedOperationException e) { trace(e); }
        try {
            new java.util.ArrayList<>(java.util.List.of(1)).get(5);
        } catch (IndexOutOfBoundsException e) { trace(e); }
        try {
            java.util.Objects.requireNonNull(null, "must not be null");
        } catch (NullPointerException e) { trace(e); }
        try {
            "abc".substring(5);
        } catch (StringIndexOutOfBoundsException e) { trace(e); }
        try {
            java.util.stream.Stream.of(1, 0).map(x -> 1 / x).forEach(x -> {});
        } catch (ArithmeticException e) { System.out.println(e + " " + e.getStackTrace()[0]); }
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        System.out.println("line " + line);
        StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        walk(walker, 3);
        new Thread(null, () -> trace(new Exception("in a thread")), "worker") {
            {
                start();
                try {
                    join();
                } catch (InterruptedException e) {}
            }
        };
        Thread.dumpStack();
    }

    static void walk(StackWalker w, int n) {
        if (n > 0) {
            walk(w, n - 1);
            return;
        }
        w.forEach(f
            -> System.out.println(
                f.getMethodName() + ":" + f.getLineNumber() + " " + f.getDeclaringClass().getSimpleName()));
        System.out.println(
            w.walk(x -> x.skip(1).findFirst().get().getMethodName()) + " " + w.getCallerClass().getName());
    }
}

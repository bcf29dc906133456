// Loaders written in Java: identity by loader, parent-last delegation, what a wrong answer or a wrong class file becomes, and the rules for supertypes.
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

public class LoaderRules {
    public static class Base {
        public static int made;
        public Base() { made++; }
        public String name() { return "base " + made; }
        public Object derived() { return new Derived(); }
    }
    public static class Derived extends Base {}
    public static class Bomb {
        static { if (true) throw new RuntimeException("boom"); }
    }
    public static class RingA extends RingB {}
    public static class RingB extends RingC {}
    public static class RingC {}

    public static class BaseAA {
        public void m() {}
    }
    public static sealed class SealAA permits Permitted {}
    public static final class Permitted extends SealAA {}
    public static final class FinlAA {}
    public interface IfacAA {}
    public sealed interface SealIA permits PermittedI {}
    public static final class PermittedI implements SealIA {}
    static class NearAA {}
    interface NearIA {}
    public static class FixdAA {
        public final void m() {}
    }
    public static class Child extends BaseAA {}
    public static class Grown extends BaseAA {
        public void m() {}
    }
    public static class Doer implements IfacAA {}
    public interface Wider extends IfacAA {}

    static byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = LoaderRules.class.getResourceAsStream("/" + name + ".class")) {
            if (in == null) throw new ClassNotFoundException(name);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    // The class file with one name in its constant pool replaced by another of the same length.
    static byte[] renamed(String name, String from, String to) throws ClassNotFoundException {
        byte[] bytes = bytes(name), old = from.getBytes(), now = to.getBytes();
        for (int i = 0; i + old.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + old.length, old, 0, old.length)) System.arraycopy(now, 0, bytes, i, now.length);
        }
        return bytes;
    }

    // Defines the classes it is told to itself, before asking its parent.
    static class Own extends ClassLoader {
        final Set<String> own;
        final List<String> defined = new ArrayList<>();
        Own(String name, ClassLoader parent, String... own) {
            super(name, parent);
            this.own = Set.of(own);
        }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null && own.contains(name)) found = findClass(name);
                return found == null ? super.loadClass(name, resolve) : found;
            }
        }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!own.contains(name)) throw new ClassNotFoundException(name + " by " + getName());
            defined.add(name);
            return define(name, bytes(name));
        }
        Class<?> define(String name, byte[] bytes) { return defineClass(name, bytes, 0, bytes.length); }
    }

    static class Parallel extends ClassLoader {
        static { System.out.println("parallel capable " + registerAsParallelCapable()); }
        Parallel() { super(null); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            return defineClass(null, ByteBuffer.wrap(bytes(name)), null);
        }
    }

    static class Answering extends ClassLoader {
        final Class<?> answer;
        Answering(Class<?> answer) { this.answer = answer; }
        @Override public Class<?> loadClass(String name) {
            if (answer == void.class) throw new IllegalStateException("no " + name);
            return answer;
        }
    }

    static String plain(Object text) {
        return String.valueOf(text).replaceAll("@[0-9a-f]+", "@").replaceAll("up to \\d+", "up to N");
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + plain(action.call()));
        } catch (Throwable e) {
            System.out.println(what + " throws " + plain(e));
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                System.out.println("    because of " + plain(cause));
            }
        }
    }

    static Class<?> patched(String name, String from, String to) throws ClassNotFoundException {
        return new Own("patching", LoaderRules.class.getClassLoader()).define("LoaderRules$" + name, renamed("LoaderRules$" + name, from, to));
    }

    static void identity(ClassLoader app) throws Exception {
        Own x = new Own("X", app, "LoaderRules$Base", "LoaderRules$Derived");
        Own y = new Own("Y", app, "LoaderRules$Base", "LoaderRules$Derived");
        Own z = new Own(null, app, "LoaderRules$Derived");
        Class<?> inX = x.loadClass("LoaderRules$Base"), inY = y.loadClass("LoaderRules$Base");
        System.out.println((inX == inY) + " " + (inX == Base.class) + " " + inX.getName().equals(inY.getName()) + " " + inX.getClassLoader().getName());
        Object base = inX.getConstructor().newInstance();
        System.out.println(inX.getMethod("name").invoke(base) + " " + inX.getField("made").get(null) + " " + Base.made);
        Object derived = inX.getMethod("derived").invoke(base);
        System.out.println((derived.getClass().getClassLoader() == x) + " " + (derived.getClass().getSuperclass() == inX) + " " + x.defined);
        attempt("cast across loaders", () -> (Base) base);
        attempt("cast of a subclass", () -> (Base) derived);
        attempt("Class.cast", () -> inX.cast(new Base()));
        Object shared = z.loadClass("LoaderRules$Derived").getConstructor().newInstance();
        attempt("superclass of the parent", () -> ((Base) shared).name());
        attempt("array", () -> java.lang.reflect.Array.newInstance(inX, 2).getClass().getClassLoader().getName());
        attempt("store", () -> ((Object[]) java.lang.reflect.Array.newInstance(inX, 1))[0] = new Base());
        attempt("forName", () -> Class.forName("LoaderRules$Derived", true, y).getClassLoader().getName());
        attempt("forName of an array", () -> Class.forName("[LLoaderRules$Derived;", true, y).getComponentType().getClassLoader().getName());
        System.out.println((inX.getModule() == x.getUnnamedModule()) + " " + inX.getProtectionDomain().getCodeSource());
    }

    static void failures(ClassLoader app) throws Exception {
        Own own = new Own("F", app, "LoaderRules$Bomb");
        attempt("missing", () -> own.loadClass("no.Such"));
        attempt("missing by name", () -> Class.forName("no.Such", true, own));
        attempt("missing element", () -> Class.forName("[Lno.Such;", true, own));
        attempt("null answer", () -> Class.forName("Foo", true, new Answering(null)));
        attempt("wrong answer", () -> Class.forName("Foo", true, new Answering(String.class)));
        attempt("exception", () -> Class.forName("Foo", true, new Answering(void.class)));
        attempt("duplicate", () -> {
            Own twice = new Own("D", app, "LoaderRules$Base");
            twice.findClass("LoaderRules$Base");
            return twice.findClass("LoaderRules$Base");
        });
        attempt("duplicate interface", () -> {
            Own twice = new Own(null, null, "LoaderRules$IfacAA");
            twice.findClass("LoaderRules$IfacAA");
            return twice.findClass("LoaderRules$IfacAA");
        });
        byte[] file = bytes("LoaderRules$Base");
        attempt("wrong name", () -> own.define("Other", file));
        attempt("forbidden package", () -> own.define("java.lang.Other", file));
        attempt("out of range", () -> new ClassLoader() {
            Class<?> define() { return defineClass("LoaderRules$Base", file, 0, Integer.MAX_VALUE); }
        }.define().getName().isEmpty());
        byte[] magic = file.clone();
        magic[0] = 1;
        attempt("magic", () -> own.define("LoaderRules$Base", magic));
        attempt("truncated", () -> own.define("LoaderRules$Base", Arrays.copyOf(file, file.length / 2)));
        byte[] version = file.clone();
        version[7] = 99;
        attempt("version", () -> own.define("LoaderRules$Base", version));
        Class<?> bomb = own.loadClass("LoaderRules$Bomb");
        attempt("initialiser", () -> bomb.getConstructor().newInstance());
        attempt("again", () -> Class.forName("LoaderRules$Bomb", true, own));
        attempt("not initialised", () -> Class.forName("LoaderRules$Bomb", false, new Own("N", app, "LoaderRules$Bomb")));
        attempt("circle", () -> new ClassLoader(null) {
            @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] ring = name.endsWith("RingB") ? renamed(name, "LoaderRules$RingC", "LoaderRules$RingA") : bytes(name);
                return defineClass(name, ring, 0, ring.length);
            }
        }.loadClass("LoaderRules$RingA"));
    }

    static void supertypes() {
        attempt("as it is", () -> patched("Child", "BaseAA", "BaseAA"));
        attempt("final class", () -> patched("Child", "BaseAA", "FinlAA"));
        attempt("interface as class", () -> patched("Child", "BaseAA", "IfacAA"));
        attempt("sealed class", () -> patched("Child", "BaseAA", "SealAA"));
        attempt("sealed interface", () -> patched("Doer", "IfacAA", "SealIA"));
        attempt("sealed interface extended", () -> patched("Wider", "IfacAA", "SealIA"));
        attempt("class as interface", () -> patched("Doer", "IfacAA", "BaseAA"));
        attempt("class not public", () -> patched("Child", "BaseAA", "NearAA"));
        attempt("interface not public", () -> patched("Doer", "IfacAA", "NearIA"));
        attempt("final method", () -> patched("Grown", "BaseAA", "FixdAA"));
        attempt("no such class", () -> patched("Child", "BaseAA", "NoneAA"));
    }

    static void parallel() throws Exception {
        Parallel loader = new Parallel();
        Class<?> base = loader.loadClass("LoaderRules$Base");
        System.out.println((base.getClassLoader() == loader) + " " + (loader.loadClass("LoaderRules$Derived").getSuperclass() == base));
        Parallel shared = new Parallel();
        Set<Object> seen = Collections.synchronizedSet(new HashSet<>());
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    seen.add(shared.loadClass("LoaderRules$Derived"));
                } catch (Throwable e) {
                    seen.add(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(seen.size() + " " + seen.iterator().next());
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = LoaderRules.class.getClassLoader();
        System.out.println(app.getName() + " " + app.getParent().getName() + " " + app.getParent().getParent() + " " + (app == ClassLoader.getSystemClassLoader()));
        identity(app);
        failures(app);
        supertypes();
        parallel();
    }
}

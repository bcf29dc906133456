// Custom class loaders: defineClass from bytes, separate statics, parent delegation, type identity, casts between loaders, errors, hidden classes, initialisation.
import java.io.*;
import java.lang.invoke.MethodHandles;
import java.util.*;

public class ClassLoaders {
    public interface Shared {
        int next();
        String loaderName();
    }
    public static class Plugin implements Shared {
        static int counter = 100;
        static { System.out.println("Plugin initialised by " + Plugin.class.getClassLoader().getName()); }
        public int next() { return ++counter; }
        public String loaderName() { return getClass().getClassLoader().getName() + " " + Helper.where(); }
        @Override
        public boolean equals(Object o) {
            return o instanceof Plugin;
        }
        @Override
        public int hashCode() {
            return 1;
        }
    }
    public static class Helper {
        public static String where() { return Helper.class.getClassLoader().getName(); }
    }
    static byte[] bytes(String name) throws IOException {
        try (InputStream in =
                 ClassLoaders.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        }
    }
    static class Child extends ClassLoader {
        final Set<String> own;
        final List<String> asked = new ArrayList<>();
        Child(String name, String... own) {
            super(name, ClassLoaders.class.getClassLoader());
            this.own = new HashSet<>(Arrays.asList(own));
        }
        @Override
        protected Class<?> loadClass(String n, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(n)) {
                asked.add(n.substring(n.lastIndexOf('.') + 1));
                if (own.contains(n)) {
                    Class<?> c = findLoadedClass(n);
                    return c != null ? c : findClass(n);
                }
                return super.loadClass(n, resolve);
            }
        }
        @Override
        protected Class<?> findClass(String n) throws ClassNotFoundException {
            try {
                byte[] b = bytes(n);
                if (b == null || !own.contains(n)) throw new ClassNotFoundException("child has no " + n);
                return defineClass(n, b, 0, b.length);
            } catch (IOException e) { throw new ClassNotFoundException(n, e); }
        }
        Class<?> define(String n, byte[] b) { return defineClass(n, b, 0, b.length); }
        Class<?> loaded(String n) { return findLoadedClass(n); }
    }
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " = " + c.call());
        } catch (Throwable e) {
            System.out.println(n + " ! " + e.getClass().getName() + ": "
                + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@"));
        }
    }
    public static void main(String[] args) throws Exception {
        Child a = new Child("loader-a", "ClassLoaders$Plugin", "ClassLoaders$Helper"),
              b = new Child("loader-b", "ClassLoaders$Plugin");
        Class<?> pa = a.loadClass("ClassLoaders$Plugin"), pb = b.loadClass("ClassLoaders$Plugin");
        System.out.println("loaded, not initialised");
        Shared sa = (Shared) pa.getDeclaredConstructor().newInstance(),
               sb = (Shared) pb.getDeclaredConstructor().newInstance(), so = new Plugin();
        System.out.println(sa.next() + " " + sa.next() + " " + sb.next() + " " + so.next() + " " + sa.loaderName()
            + " | " + sb.loaderName() + " | " + so.loaderName());
        System.out.println((pa == pb) + " " + (pa == Plugin.class) + pa.getName().equals(pb.getName()) + sa.equals(sb)
            + sa.equals(sa) + (sa instanceof Plugin) + pa.isInstance(sa) + pa.isInstance(sb)
            + Shared.class.isAssignableFrom(pa) + pa.equals(a.loadClass("ClassLoaders$Plugin"))
            + (a.loaded("ClassLoaders$Plugin") == pa) + a.loaded("ClassLoaders$Shared")
            + (a.loadClass("java.lang.String") == String.class));
        System.out.println(a.asked.stream().filter(n -> n.startsWith("ClassLoaders")).distinct().sorted().toList());
        t("cast", () -> (Plugin) sa);
        t("cast other", () -> pb.cast(sa));
        t("store", () -> {
            Object[] arr = (Object[]) java.lang.reflect.Array.newInstance(pa, 1);
            arr[0] = sa;
            arr[0] = sb;
            return 0;
        });
        t("array class", () -> Class.forName("[LClassLoaders$Plugin;", false, a).getComponentType() == pa);
        t("forName", () -> Class.forName("ClassLoaders$Plugin", true, b) == pb);
        t("not found", () -> a.loadClass("no.Such"));
        t("not found cause", () -> new Child("c", "no.Such").loadClass("no.Such"));
        t("duplicate", () -> a.define("ClassLoaders$Plugin", bytes("ClassLoaders$Plugin")));
        t("wrong name", () -> a.define("Other", bytes("ClassLoaders$Plugin")));
        t("garbage", () -> a.define("Garbage", new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
        t("truncated", () -> a.define("Trunc", Arrays.copyOf(bytes("ClassLoaders$Helper"), 40)));
        t("empty", () -> a.define("Empty", new byte[0]));
        t("java package", () -> a.define("java.lang.Evil", bytes("ClassLoaders$Helper")));
        t("version", () -> {
            byte[] v = bytes("ClassLoaders$Helper");
            v[7] = 99;
            return new Child("v").define("ClassLoaders$Helper", v);
        });
        t("null name", () -> new Child("n").define(null, bytes("ClassLoaders$Helper")).getName());
        t("private", () -> {
            java.lang.reflect.Field f = pa.getDeclaredField("counter");
            return f.getInt(null);
        });
        t("set a", () -> {
            java.lang.reflect.Field f = pa.getDeclaredField("counter");
            f.setAccessible(true);
            f.setInt(null, 5);
            return sa.next() + " " + sb.next();
        });
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes("ClassLoaders$Helper"), true).lookupClass();
        System.out.println(hidden.isHidden() + " " + hidden.getName().startsWith("ClassLoaders$Helper/")
            + (hidden == Helper.class) + hidden.getClassLoader().getName());
        t("hidden by name", () -> Class.forName(hidden.getName().replaceAll("/.*", "/0")));
        Thread th = Thread.currentThread();
        ClassLoader before = th.getContextClassLoader();
        th.setContextClassLoader(a);
        t("context",
            () -> Class.forName("ClassLoaders$Plugin", true, Thread.currentThread().getContextClassLoader()) == pa);
        th.setContextClassLoader(before);
        ClassLoader isolated = new ClassLoader("isolated", null) {};
        t("isolated", () -> isolated.loadClass("ClassLoaders$Plugin"));
        t("isolated jdk", () -> isolated.loadClass("java.util.List") == List.class);
        t("find class directly",
            ()
                -> new Child("d", "ClassLoaders$Helper")
                    .loadClass("ClassLoaders$Helper")
                    .getDeclaredMethod("where")
                    .invoke(null));
        t("names",
            ()
                -> a.getName() + a.getParent().getName() + a.toString().startsWith("ClassLoaders$Child @")
                + isolated.getParent() + a.getUnnamedModule().isNamed() + pa.getModule().equals(a.getUnnamedModule())
                + pa.getModule().equals(Plugin.class.getModule()));
    }
}

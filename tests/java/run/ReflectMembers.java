// Reflection over fields, methods and constructors: modifiers, invocation, boxing and widening, access, exceptions, varargs, generic types.
import java.lang.reflect.*;
import java.util.*;

public class ReflectMembers {
    static class Base {
        public int pub = 1;
        protected String prot = "p";
        private double priv = 2.5;
        static long stat = 7L;
        final int fin = 3;
        static final String CONST = "c";
        volatile boolean vol;
        transient short tr = 4;
        byte b = 5;
        char c = 'c';
        float f = 1.5f;
        int[] arr = {1, 2};
        List<? extends Map<String, int[]>> gen;
        public Base() {}
        protected Base(int x) throws java.io.IOException, IllegalStateException {
            pub = x;
            if (x < 0) throw new java.io.IOException("neg");
        }
        private Base(String s, Object... rest) { prot = s + rest.length; }
        public int add(int a, int b) { return a + b; }
        private String hidden(String s) { return "hidden " + s; }
        static synchronized double sum(double... ds) {
            double r = 0;
            for (double d : ds) r += d;
            return r;
        }
        protected <T extends Comparable<T> & Runnable, X extends Exception> T generic(
            List<? super T> l, T[] ts, Map.Entry<String, ?> e) throws X {
            return null;
        }
        void boom() { throw new UnsupportedOperationException("boom"); }
        long widen(long l, double d, Object o) { return l + (long) d; }
        public String who() { return "Base"; }
        void nothing() {}
        native int nat();
    }
    static class Derived extends Base implements Comparable<Derived>, Runnable {
        int own = 9;
        @Override
        public String who() {
            return "Derived";
        }
        public int compareTo(Derived d) { return own - d.own; }
        public void run() { System.out.print("run! "); }
    }
    interface Face {
        int K = 5;
        void abs();
        default void def() {}
        static void st() {}
        private void pr() {}
    }
    static abstract class Abs {
        abstract void a();
    }
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " = " + c.call());
        } catch (InvocationTargetException e) {
            System.out.println(n + " threw " + e.getCause() + " msg " + e.getMessage());
        } catch (Throwable e) { System.out.println((n + " ! " + e).replaceAll("module @[0-9a-f]+", "module @")); }
    }
    static <T extends Member> T[] sorted(T[] ms) {
        Arrays.sort(ms, Comparator.comparing(Object::toString));
        return ms;
    }
    public static void main(String[] args) throws Exception {
        for (Class<?> k : new Class<?>[] {Base.class, Derived.class, Face.class, Abs.class}) {
            System.out.println("== " + k + " " + Modifier.toString(k.getModifiers()) + " super " + k.getSuperclass()
                + " " + Arrays.toString(k.getInterfaces()) + " " + Arrays.toString(k.getGenericInterfaces()));
            for (Field f : sorted(k.getDeclaredFields()))
                System.out.println("F " + f + " | " + f.toGenericString() + " | " + f.getType().getSimpleName() + " "
                    + f.getModifiers());
            for (Method m : sorted(k.getDeclaredMethods()))
                System.out.println("M " + m + " | " + m.toGenericString() + " | " + m.isVarArgs() + m.isBridge()
                    + m.isDefault() + m.getParameterCount() + Arrays.toString(m.getExceptionTypes())
                    + Arrays.toString(m.getGenericParameterTypes()) + Arrays.toString(m.getTypeParameters()));
            for (Constructor<?> c : sorted(k.getDeclaredConstructors()))
                System.out.println("C " + c + " | " + c.toGenericString() + " " + c.isVarArgs());
            System.out.println(sorted(k.getFields()).length + " "
                + Arrays.stream(k.getMethods()).map(Method::getName).distinct().sorted().toList());
        }
        Base b = new Base();
        Derived d = new Derived();
        Class<?> k = Base.class;
        t("get pub", () -> k.getField("pub").get(b));
        t("getInt b", () -> k.getDeclaredField("b").getInt(b));
        t("getLong c", () -> k.getDeclaredField("c").getLong(b));
        t("getByte pub", () -> k.getDeclaredField("pub").getByte(b));
        t("getDouble f", () -> k.getDeclaredField("f").getDouble(b));
        t("static", () -> k.getDeclaredField("stat").get(null));
        t("priv", () -> k.getDeclaredField("priv").get(b));
        t("set fin", () -> {
            Field f = k.getDeclaredField("fin");
            f.setAccessible(true);
            f.set(b, 33);
            return f.get(b) + " " + b.fin;
        });
        t("set const", () -> {
            Field f = k.getDeclaredField("CONST");
            f.setAccessible(true);
            f.set(null, "x");
            return 0;
        });
        t("set fin no access", () -> {
            k.getDeclaredField("fin").set(b, 1);
            return 0;
        });
        t("set widen", () -> {
            k.getDeclaredField("priv").set(b, 7);
            return b.priv;
        });
        t("set narrow", () -> {
            k.getDeclaredField("pub").set(b, 7L);
            return 0;
        });
        t("set null prim", () -> {
            k.getDeclaredField("pub").set(b, null);
            return 0;
        });
        t("set wrong type", () -> {
            k.getDeclaredField("prot").set(b, 1);
            return 0;
        });
        t("wrong receiver", () -> k.getField("pub").get("str"));
        t("null receiver", () -> k.getField("pub").get(null));
        t("setChar", () -> {
            k.getDeclaredField("c").setChar(b, 'z');
            return b.c;
        });
        t("setInt on char", () -> {
            k.getDeclaredField("c").setInt(b, 5);
            return 0;
        });
        t("no field", () -> k.getField("priv"));
        t("inherited", () -> Derived.class.getField("pub").getDeclaringClass());
        t("face const", () -> Face.class.getField("K").get(null));
        t("array", () -> Array.get(k.getDeclaredField("arr").get(b), 1));
        t("add", () -> k.getMethod("add", int.class, int.class).invoke(b, 2, 3));
        t("add boxed widen", () -> k.getMethod("add", int.class, int.class).invoke(b, (byte) 2, 'a'));
        t("add long", () -> k.getMethod("add", int.class, int.class).invoke(b, 2L, 3));
        t("add few", () -> k.getMethod("add", int.class, int.class).invoke(b, 2));
        t("add null", () -> k.getMethod("add", int.class, int.class).invoke(b, 2, null));
        t("add none", () -> k.getMethod("add", int.class, int.class).invoke(b));
        t("receiver", () -> k.getMethod("add", int.class, int.class).invoke("x", 1, 2));
        t("null receiver", () -> k.getMethod("add", int.class, int.class).invoke(null, 1, 2));
        t("hidden", () -> k.getDeclaredMethod("hidden", String.class).invoke(b, "h"));
        t("virtual", () -> k.getMethod("who").invoke(d));
        t("sum", () -> k.getDeclaredMethod("sum", double[].class).invoke(null, (Object) new double[] {1, 2.5}));
        t("boom", () -> k.getDeclaredMethod("boom").invoke(b));
        t("widen", () -> k.getDeclaredMethod("widen", long.class, double.class, Object.class).invoke(b, 5, 2.9f, 1));
        t("void", () -> k.getDeclaredMethod("nothing").invoke(b));
        t("native", () -> k.getDeclaredMethod("nat").invoke(b));
        t("interface", () -> Comparable.class.getMethod("compareTo", Object.class).invoke(d, new Derived()));
        t("bridge bad", () -> Comparable.class.getMethod("compareTo", Object.class).invoke(d, "s"));
        t("run", () -> Runnable.class.getMethod("run").invoke(d));
        t("string", () -> String.class.getMethod("substring", int.class, int.class).invoke("abcdef", 2, 4));
        t("static ignores receiver", () -> Math.class.getMethod("abs", int.class).invoke("ignored", -4));
        t("abstract", () -> Abs.class.getDeclaredConstructor().newInstance());
        t("new", () -> k.getConstructor().newInstance().getClass());
        t("new int", () -> ((Base) k.getDeclaredConstructor(int.class).newInstance(5)).pub);
        t("new throws", () -> k.getDeclaredConstructor(int.class).newInstance(-5));
        t("new varargs",
            ()
                -> ((Base) k.getDeclaredConstructor(String.class, Object[].class).newInstance("v", new Object[] {1, 2}))
                    .prot);
        t("new wrong", () -> k.getDeclaredConstructor(int.class).newInstance("x"));
        t("private jdk", () -> {
            Field f = String.class.getDeclaredField("value");
            f.setAccessible(true);
            return f.get("x");
        });
        t("jdk no access", () -> ArrayList.class.getDeclaredField("size").get(new ArrayList<>()));
        t("interface new", () -> Face.class.getConstructor());
        t("many", () -> {
            Method m = k.getMethod("add", int.class, int.class);
            int s = 0;
            for (int i = 0; i < 40; i++) s = (Integer) m.invoke(b, s, i);
            return s;
        });
        t("deep", () -> ReflectMembers.class.getDeclaredMethod("deep", int.class).invoke(null, 3));
        t("equals",
            ()
                -> k.getMethod("who").equals(k.getMethod("who")) + " " + (k.getMethod("who") == k.getMethod("who"))
                + k.getMethod("who").equals(Derived.class.getMethod("who")));
        t("cast", () -> k.cast("x"));
        t("asSubclass",
            ()
                -> Derived.class.asSubclass(Runnable.class) + " " + k.isAssignableFrom(Derived.class)
                + Derived.class.isInstance(b));
        t("asSubclass bad", () -> Base.class.asSubclass(Runnable.class));
    }
    static int deep(int n) throws Exception {
        if (n == 0) throw new IllegalStateException("deep bottom");
        try {
            return (int) ReflectMembers.class.getDeclaredMethod("deep", int.class).invoke(null, n - 1);
        } catch (InvocationTargetException e) { throw new RuntimeException("level " + n, e.getCause()); }
    }
}

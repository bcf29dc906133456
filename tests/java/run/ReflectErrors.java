// What reflection says of wrong arguments, receivers, names, indices and lengths, word for word.
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.concurrent.Callable;

public class ReflectErrors {
    public static class Target {
        public int i = 1;
        public final int fixed = 2;
        public String text = "t";
        public static final long LONG = 3;
        public Target() {}
        public Target(int i, String s) {}
        public Target(Object o) { throw new IllegalStateException("constructor"); }
        public int anInt(int x) { return x; }
        public long aLong(long x) { return x; }
        public double aDouble(double x) { return x; }
        public boolean aBoolean(boolean x) { return x; }
        public char aChar(char x) { return x; }
        public String aString(String x) { return x; }
        public static void nothing() {}
        public void thrower() throws Exception { throw new Exception("thrown"); }
    }
    public abstract static class Abstract {
        public Abstract() {}
    }
    interface Shape {}
    enum Kind { ONE }
    static class Failing {
        static int value = Integer.parseInt("x");
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable e) {
            System.out.println(what + " throws " + e + (e.getCause() == null ? "" : " because of " + e.getCause()));
        }
    }

    static Object call(Object receiver, String name, Class<?> type, Object... arguments) throws Exception {
        Method method = type == null ? Target.class.getMethod(name) : Target.class.getMethod(name, type);
        return method.invoke(receiver, arguments);
    }

    static void methods() throws Exception {
        Target target = new Target();
        attempt("same", () -> call(target, "anInt", int.class, 3));
        attempt("char to long", () -> call(target, "aLong", long.class, 'c'));
        attempt("long to double", () -> call(target, "aDouble", double.class, 3L));
        attempt("float to double", () -> call(target, "aDouble", double.class, 1.5f));
        attempt("long to int", () -> call(target, "anInt", int.class, 3L));
        attempt("short to char", () -> call(target, "aChar", char.class, (short) 1));
        attempt("int to boolean", () -> call(target, "aBoolean", boolean.class, 1));
        attempt("null to int", () -> call(target, "anInt", int.class, (Object) null));
        attempt("int to String", () -> call(target, "aString", String.class, 3));
        attempt("null receiver", () -> call(null, "anInt", int.class, 3));
        attempt("wrong receiver", () -> call("x", "anInt", int.class, 3));
        attempt("too few", () -> call(target, "anInt", int.class));
        attempt("too many", () -> call(target, "anInt", int.class, 1, 2));
        attempt("null arguments", () -> Target.class.getMethod("anInt", int.class).invoke(target, (Object[]) null));
        attempt("static", () -> call(null, "nothing", null));
        attempt("static with argument", () -> call("ignored", "nothing", null, 1));
        attempt("thrown", () -> call(target, "thrower", null));
        attempt("no method", () -> Target.class.getMethod("nope", int.class));
        attempt("private", () -> ArrayList.class.getDeclaredMethod("grow").invoke(new ArrayList<>()));
    }

    static void constructors() throws Exception {
        Constructor<?> two = Target.class.getConstructor(int.class, String.class);
        attempt("made", () -> two.newInstance(1, "x").getClass());
        attempt("too few", () -> two.newInstance(1));
        attempt("wrong type", () -> two.newInstance("x", "y"));
        attempt("null for int", () -> two.newInstance(null, "y"));
        attempt("thrown", () -> Target.class.getConstructor(Object.class).newInstance("x"));
        attempt("abstract", () -> Abstract.class.getConstructor().newInstance());
        attempt("enum", () -> Kind.class.getDeclaredConstructors()[0].newInstance("a", 1));
        attempt("interface", () -> Shape.class.getDeclaredConstructor());
        attempt("no constructor", () -> Target.class.getConstructor(long.class));
    }

    static void fields() throws Exception {
        Target target = new Target();
        Field i = Target.class.getField("i"), fixed = Target.class.getField("fixed"), text = Target.class.getField("text");
        Field constant = Target.class.getField("LONG");
        attempt("get", () -> i.get(target) + " " + i.getDouble(target) + " " + constant.getFloat(null));
        attempt("set char", () -> {
            i.set(target, 'a');
            return target.i;
        });
        attempt("narrower", () -> i.getShort(target));
        attempt("set long", () -> {
            i.set(target, 1L);
            return target.i;
        });
        attempt("set null", () -> {
            i.set(target, null);
            return target.i;
        });
        attempt("wrong object", () -> i.get("x"));
        attempt("wrong object set", () -> {
            i.setInt("x", 1);
            return 0;
        });
        attempt("wrong value", () -> {
            text.set(target, 1);
            return 0;
        });
        attempt("final", () -> {
            fixed.setInt(target, 1);
            return 0;
        });
        attempt("static final", () -> {
            constant.setLong(null, 1);
            return 0;
        });
        attempt("no field", () -> Target.class.getField("nope"));
        attempt("initialiser", () -> Failing.class.getDeclaredField("value").get(null));
        attempt("initialiser again", () -> Failing.class.getDeclaredField("value").get(null));
    }

    static void names() {
        for (String name : new String[] {"no.Such", "[Lno.Such;", "java/lang/String", "", "int", "[I", "[", "[Q", "[[Ljava.lang.String;",
                "[Ljava.lang.String", "String[]", "Ljava.lang.String;", "a..b", ".a"}) {
            attempt("forName " + name, () -> Class.forName(name));
        }
        attempt("not in the boot loader", () -> Class.forName("ReflectErrors", false, null));
        attempt("cast", () -> Integer.class.cast("x"));
        attempt("subclass", () -> String.class.asSubclass(Integer.class));
    }

    static void arrays() {
        attempt("length of a string", () -> Array.getLength("x"));
        attempt("length of null", () -> Array.getLength(null));
        attempt("beyond", () -> Array.get(new int[] {1}, 1));
        attempt("before", () -> Array.get(new Object[] {1}, -1));
        attempt("byte as int", () -> Array.getInt(new byte[] {-1}, 0));
        attempt("char as long", () -> Array.getLong(new char[] {'c'}, 0));
        attempt("long as int", () -> Array.getInt(new long[] {-1}, 0));
        attempt("object as int", () -> Array.getInt(new Object[] {1}, 0));
        attempt("int as boolean", () -> Array.getBoolean(new int[1], 0));
        attempt("set char in int", () -> set(new int[1], 'c'));
        attempt("set long in int", () -> set(new int[1], 1L));
        attempt("set long in String", () -> set(new String[1], 1L));
        attempt("set null in int", () -> set(new int[1], null));
        attempt("set String in int", () -> set(new int[1], "s"));
        attempt("set in a string", () -> set("x", "s"));
        attempt("setInt in byte", () -> {
            Array.setInt(new byte[1], 0, 1);
            return 0;
        });
        attempt("setInt in double", () -> {
            double[] array = new double[1];
            Array.setInt(array, 0, 7);
            return array[0];
        });
        attempt("setInt in Object", () -> {
            Array.setInt(new Object[1], 0, 1);
            return 0;
        });
        attempt("negative", () -> Array.newInstance(int.class, -3));
        attempt("of void", () -> Array.newInstance(void.class, 3));
        attempt("of null", () -> Array.newInstance(null, 3));
        attempt("two dimensions", () -> ((String[][]) Array.newInstance(String.class, 2, 3))[1].length);
        attempt("no dimension", () -> Array.newInstance(String.class, new int[0]));
        attempt("negative dimension", () -> Array.newInstance(String.class, 2, -1));
        attempt("256 dimensions", () -> Array.newInstance(int.class, new int[256]));
    }

    static Object set(Object array, Object value) {
        Array.set(array, 0, value);
        return Array.get(array, 0);
    }

    public static void main(String[] args) throws Exception {
        methods();
        constructors();
        fields();
        names();
        arrays();
    }
}

import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;

/** Calls every member here through glue and by reflection, and compares. */
public class Invoked {
    public final String made;
    static final Object[] SAMPLES = {true, false, (byte) -128, (short) -32768, 'c', '\uffff', Integer.MIN_VALUE, Long.MAX_VALUE, 1.5f, -0.0, Double.NaN, "text", new int[0], new String[] {"x"}, List.of(), null};

    public Invoked() { made = "empty"; }
    public Invoked(boolean z, byte b, short s, char c, int i, long j, float f, double d, String t, int[] a) { made = "" + z + b + s + c + i + j + f + d + t + (a == null); }
    public Invoked(long j) { made = "long " + j; }
    public Invoked(String t) { if (t == null) throw new NullPointerException("constructor"); made = t; }

    public static boolean z(boolean v) { return !v; }
    public static byte b(byte v) { return (byte) ~v; }
    public static short s(short v) { return (short) ~v; }
    public static char c(char v) { return (char) ~v; }
    public static int i(int v) { return ~v; }
    public static long j(long v) { return ~v; }
    public static float f(float v) { return -v; }
    public static double d(double v) { return -v; }
    public static Object o(Object v) { return v; }
    public static String t(String v) { return v + v; }
    public static Comparable<?> comparable(Comparable<?> v) { return v; }
    public static int[] array(int[] v) { return v; }
    public static int varargs(Object... v) { return v == null ? -1 : v.length; }
    public static void nothing() {}
    public static void throwing(int v) throws Exception { if (v < 0) throw new ClassCastException("mine"); throw new Exception("checked " + v); }
    public int instance(long a, String b, double c) { return (int) (a + b.length() + c) + made.length(); }
    public String self() { return made; }
    public static long many(byte a, long b, char c, double d, short e, float f, int g, boolean h, Object i, long j, long k, long l) { return a + b + c + (long) d + e + (long) f + g + (h ? 1 : 0) + j * k * l; }

    public static void main(String[] args) throws Throwable {
        int compared = 0;
        for (String line : Files.readAllLines(Path.of("cases.txt"))) {
            String[] words = line.split(" ");
            Class<?> glue = Class.forName(words[0]), owner = Class.forName(words[1]);
            Executable target = find(owner, words[2], words[3]);
            target.setAccessible(true);
            boolean isStatic = Modifier.isStatic(target.getModifiers()) || target instanceof Constructor;
            Object[] receivers = isStatic ? new Object[] {null} : new Object[] {new Invoked(), new Invoked(7), "x", List.of(1), null};
            for (Object receiver : receivers) for (Object[] arguments : arguments(target.getParameterCount())) {
                String expected = outcome(() -> target instanceof Method m ? m.invoke(receiver, arguments) : ((Constructor<?>) target).newInstance(arguments));
                String actual = outcome(() -> {
                    if (target instanceof Method) {
                        Method m = glue.getDeclaredMethod("invoke", Object.class, Object[].class);
                        m.setAccessible(true);
                        return raise(m, receiver, arguments);
                    }
                    Method m = glue.getDeclaredMethod("construct", Object[].class);
                    m.setAccessible(true);
                    return raise(m, (Object) arguments);
                });
                if (!expected.equals(actual)) throw new AssertionError(target + " " + receiver + " " + Arrays.deepToString(arguments) + ": " + expected + " but " + actual);
                compared++;
            }
        }
        System.out.println("same: " + compared);
    }

    static Object raise(Method m, Object... args) throws Throwable {
        try { return m.invoke(null, args); } catch (InvocationTargetException e) { throw e.getCause(); }
    }

    static Executable find(Class<?> owner, String name, String parameters) {
        List<Executable> all = new ArrayList<>(List.of(owner.getDeclaredMethods()));
        all.addAll(List.of(owner.getDeclaredConstructors()));
        for (Executable e : all) {
            StringBuilder text = new StringBuilder("(");
            for (Class<?> p : e.getParameterTypes()) text.append(p.descriptorString());
            if ((e instanceof Constructor ? "<init>" : e.getName()).equals(name) && parameters.startsWith(text + ")")) return e;
        }
        throw new AssertionError(name + parameters);
    }

    static List<Object[]> arguments(int count) {
        List<Object[]> lists = new ArrayList<>();
        if (count == 0) { lists.add(new Object[0]); lists.add(null); return lists; }
        Object[] good = {true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, "t", new int[0]};
        if (count == 10) lists.add(good);
        if (count == 3) lists.add(new Object[] {1, "two", 'c'});
        if (count == 12) lists.add(new Object[] {(byte) 1, 'b', 'c', 4, (byte) 5, 6L, (short) 7, true, null, 8, 9, (byte) 10});
        for (Object sample : SAMPLES) {
            Object[] list = new Object[count];
            Arrays.fill(list, sample);
            lists.add(list);
            for (int k = 0; k < count && count == 10; k++) { list = good.clone(); list[k] = sample; lists.add(list); }
        }
        return lists;
    }

    interface Body { Object run() throws Throwable; }

    static String outcome(Body body) {
        try {
            Object o = body.run();
            return o == null ? "null" : o instanceof Invoked i ? "Invoked " + i.made : o.getClass().getName() + (o.getClass().isArray() ? "" : o);
        } catch (NullPointerException e) {
            return "NullPointerException";
        } catch (Throwable e) {
            return e + " caused by " + e.getCause();
        }
    }
}

import java.lang.invoke.*;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;

/** Compares lambdas made from a list of cases with those that LambdaMetafactory makes. */
public class Conversions {
    static Object last, next;
    /*MEMBERS*/

    static final Object[] SAMPLES = {true, false, (byte) -128, (byte) 5, (short) -32768, 'c', '\uffff', Integer.MIN_VALUE, 77, Long.MAX_VALUE, 3L, 1.5f, Float.NaN, -0.0, 1e300, "text", new int[0], null};

    public static void main(String[] args) throws Throwable {
        int same = 0;
        for (String line : Files.readAllLines(Path.of("cases.txt"))) {
            String[] words = line.split(" ");
            boolean giving = words[1].equals("true"), made = words[5].equals("made");
            Method sam = member("Conversions$" + (giving ? "Give" : "Take") + words[2], "m"), instance = member("Conversions$" + (giving ? "Give" : "Take") + words[3], "m");
            Method impl = member("Conversions", (giving ? "give" : "take") + words[4]);
            Object theirs;
            try {
                theirs = link(sam, instance, impl);
            } catch (LambdaConversionException e) {
                // It knows the class hierarchy, which we leave to casts at run time.
                continue;
            }
            if (!made) throw new AssertionError("refused: " + sam + " " + instance + " " + impl);
            Object ours = member(words[0], "get$Lambda").invoke(null);
            for (Object sample : SAMPLES) {
                String expected = outcome(sam, theirs, sample, giving), actual = outcome(sam, ours, sample, giving);
                if (!expected.equals(actual)) throw new AssertionError(sam + " " + instance + " " + impl + " " + sample + ": " + expected + " but " + actual);
            }
            same++;
        }
        System.out.println("same: " + same);
    }

    static Method member(String type, String name) throws Exception {
        for (Method method : Class.forName(type).getDeclaredMethods()) if (method.getName().equals(name)) { method.setAccessible(true); return method; }
        throw new AssertionError(type + "." + name);
    }

    static Object link(Method sam, Method instance, Method impl) throws Throwable {
        var lookup = MethodHandles.lookup();
        var handle = lookup.unreflect(impl);
        return LambdaMetafactory.metafactory(lookup, "m", MethodType.methodType(sam.getDeclaringClass()), type(sam), handle, type(instance)).getTarget().invoke();
    }

    static MethodType type(Method m) { return MethodType.methodType(m.getReturnType(), m.getParameterTypes()); }

    static String outcome(Method sam, Object lambda, Object sample, boolean giving) {
        last = "untouched";
        next = sample;
        try {
            Object result = giving ? sam.invoke(lambda) : sam.invoke(lambda, sample);
            return show(result) + " " + show(last);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().toString();
        } catch (IllegalArgumentException e) {
            return "not a possible argument";
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    static String show(Object o) { return o == null ? "null" : o.getClass().getName() + ":" + (o instanceof int[] ? "ints" : o); }
}

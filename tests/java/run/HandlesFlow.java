// Control flow made of method handles, collections while they run, and the stack traces of what they throw, which show none of their frames.
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.*;
import java.util.*;
import java.util.function.Function;

public class HandlesFlow {
    static String slow(String s, long k, Object o) {
        collect();
        return s + k + o;
    }
    static String upper(String s) {
        collect();
        return s.toUpperCase();
    }
    static boolean even(String s, long k, Object o) {
        collect();
        return s.length() % 2 == 0;
    }
    static String clean(Throwable t, String r, String s, long k, Object o) {
        collect();
        return r + "/" + (t == null) + s + o;
    }
    static long cleanLong(Throwable t, long r, int x) {
        System.out.print("{" + t + " " + r + "}");
        return r + 1;
    }
    static long failLong(int x) { throw new IllegalStateException("long" + x); }
    static String fail(String s, long k, Object o) {
        collect();
        throw new IllegalStateException(s + o);
    }
    static String caught(IllegalStateException e, String s, long k, Object o) {
        collect();
        return "caught " + e.getMessage() + s + k + o;
    }
    static String step(String acc, int i) {
        collect();
        return acc + i;
    }
    static String boom(int x) { throw new IllegalStateException("boom" + x); }
    static int inc(int i) { return i + 1; }
    static boolean small(int i) { return i < 10; }
    private static String shout(String s) { return s + "!"; }
    interface Greeter {
        String greet(String a);
        default String twice(String a) { return greet(a) + greet(a); }
    }
    static void collect() {
        byte[][] junk = new byte[50][];
        for (int i = 0; i < 50; i++) junk[i] = new byte[100];
        System.gc();
    }
    interface Body {
        Object run() throws Throwable;
    }
    static void x(String what, Body body) {
        try {
            System.out.println(what + " = " + body.run());
        } catch (Throwable e) {
            System.out.println(what + " ! " + e);
        }
    }
    static void trace(String what, Body body) {
        try {
            body.run();
        } catch (Throwable e) {
            System.out.println(what + " " + e);
            for (StackTraceElement element : e.getStackTrace()) System.out.println("    " + element);
        }
    }
    static MethodHandle f(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return lookup().findStatic(HandlesFlow.class, name, methodType(result, parameters));
    }
    public static void main(String[] args) throws Throwable {
        for (int i = 0; i < 3; i++) collected("x" + i, i, List.of(i, "y" + i));
        flow();
        traces();
        metafactories();
    }
    static void collected(String s, long k, Object o) throws Throwable {
        MethodHandle slow = f("slow", String.class, String.class, long.class, Object.class);
        MethodHandle fail = f("fail", String.class, String.class, long.class, Object.class);
        MethodHandle upper = f("upper", String.class, String.class);
        MethodHandle even = f("even", boolean.class, String.class, long.class, Object.class);
        MethodHandle caught =
            f("caught", String.class, IllegalStateException.class, String.class, long.class, Object.class);
        MethodHandle clean =
            f("clean", String.class, Throwable.class, String.class, String.class, long.class, Object.class);
        System.out.println((String) slow.invokeExact(s, k, o));
        System.out.println((String) filterArguments(slow, 0, upper).invokeExact(s, k, o));
        System.out.println((String) filterReturnValue(slow, upper).invokeExact(s, k, o));
        System.out.println(guardWithTest(even, slow, filterReturnValue(slow, upper)).invoke(s, (int) k, o));
        System.out.println((String) catchException(fail, IllegalStateException.class, caught).invokeExact(s, k, o));
        System.out.println((String) tryFinally(slow, clean).invokeExact(s, k, o));
        System.out.println(slow.invokeWithArguments(s, k, o));
        System.out.println(insertArguments(slow, 1, 5L, o).invoke(s));
        System.out.println(foldArguments(dropArguments(slow, 0, String.class), upper).invoke(s, 3L, o));
        MethodHandle body = f("step", String.class, String.class, int.class);
        System.out.println(countedLoop(constant(int.class, 4), constant(String.class, s), body).invoke());
        VarHandle elements = arrayElementVarHandle(Object[].class);
        Object[] array = new Object[2];
        elements.set(array, 0, s + "vh");
        collect();
        System.out.println(elements.getAndSet(array, 0, o) + " " + array[0] + elements.compareAndSet(array, 0, o, s)
            + (String) elements.get(array, 0));
    }
    static void flow() {
        x("finally without a result", () -> {
            MethodHandle clean = f("cleanLong", long.class, Throwable.class, long.class, int.class);
            return tryFinally(f("failLong", long.class, int.class), clean).invoke(3);
        });
        x("do while",
            () -> doWhileLoop(constant(int.class, 0), f("inc", int.class, int.class), f("small", boolean.class, int.class))
                .invoke());
        x("while",
            () -> whileLoop(constant(int.class, 10), f("small", boolean.class, int.class), f("inc", int.class, int.class))
                .invoke());
        x("iterated", () -> {
            MethodHandle cat = lookup().findVirtual(String.class, "concat", methodType(String.class, String.class));
            MethodHandle loop = iteratedLoop(null, constant(String.class, ""), cat);
            return loop.type() + " " + loop.invoke(List.of("a", "b", "c"));
        });
        x("switch", () -> {
            MethodHandle other = dropArguments(constant(String.class, "other"), 0, int.class);
            MethodHandle zero = dropArguments(constant(String.class, "zero"), 0, int.class);
            MethodHandle one = dropArguments(constant(String.class, "one"), 0, int.class);
            MethodHandle s = tableSwitch(other, zero, one);
            return (String) s.invokeExact(0) + (String) s.invokeExact(1) + (String) s.invokeExact(2)
                + (String) s.invokeExact(-1);
        });
        x("switch point", () -> {
            SwitchPoint point = new SwitchPoint();
            MethodHandle h = point.guardWithTest(constant(String.class, "valid"), constant(String.class, "invalid"));
            String before = (String) h.invokeExact();
            SwitchPoint.invalidateAll(new SwitchPoint[] {point});
            return before + (String) h.invokeExact() + point.hasBeenInvalidated();
        });
        x("mutable call site", () -> {
            MutableCallSite site = new MutableCallSite(constant(int.class, 1));
            MethodHandle invoker = site.dynamicInvoker();
            int before = (int) invoker.invokeExact();
            site.setTarget(constant(int.class, 2));
            return before + " " + (int) invoker.invokeExact();
        });
        x("call site without a target", () -> new MutableCallSite(methodType(void.class)).dynamicInvoker().invoke());
        x("casts",
            ()
                -> (byte) explicitCastArguments(identity(long.class), methodType(byte.class, double.class)).invokeExact(300.7)
                + " "
                + (boolean) explicitCastArguments(identity(int.class), methodType(boolean.class, Object.class))
                      .invokeExact((Object) 3));
    }
    static void traces() throws Throwable {
        MethodHandle boom = f("boom", String.class, int.class);
        MethodHandle nothing = empty(methodType(String.class, ArithmeticException.class, int.class));
        trace("direct", () -> (String) boom.invokeExact(1));
        trace("generic", () -> boom.invoke((short) 1));
        trace("filtered", () -> filterReturnValue(boom, identity(String.class)).invoke(2));
        trace("catching", () -> catchException(boom, ArithmeticException.class, nothing).invoke(5));
        trace("finally",
            () -> tryFinally(boom, empty(methodType(String.class, Throwable.class, String.class, int.class))).invoke(5));
        trace("null handle", () -> (int) ((MethodHandle) null).invokeExact());
        trace("null receiver",
            () -> (int) lookup().findVirtual(String.class, "length", methodType(int.class)).invokeExact((String) null));
        trace("null VarHandle", () -> (int) ((VarHandle) null).get());
    }
    @SuppressWarnings("unchecked")
    static void metafactories() {
        x("metafactory", () -> {
            CallSite site = LambdaMetafactory.metafactory(lookup(), "apply", methodType(Function.class),
                methodType(Object.class, Object.class), f("shout", String.class, String.class),
                methodType(String.class, String.class));
            return ((Function<String, String>) site.getTarget().invokeExact()).apply("hey");
        });
        x("altMetafactory", () -> {
            MethodHandle concat = lookup().findVirtual(String.class, "concat", methodType(String.class, String.class));
            CallSite site = LambdaMetafactory.altMetafactory(lookup(), "greet", methodType(Greeter.class, String.class),
                methodType(String.class, String.class), concat, methodType(String.class, String.class),
                LambdaMetafactory.FLAG_MARKERS, 1, Cloneable.class);
            Greeter greeter = (Greeter) site.getTarget().invokeExact("pre");
            return greeter.greet("post") + greeter.twice("q") + (greeter instanceof Cloneable);
        });
        x("constants",
            () -> ConstantBootstraps.primitiveClass(lookup(), "J", Class.class) + " "
                + ConstantBootstraps.getStaticFinal(lookup(), "MAX_VALUE", byte.class, Byte.class) + " "
                + ConstantBootstraps.enumConstant(lookup(), "HOURS", java.util.concurrent.TimeUnit.class) + " "
                + ConstantBootstraps.arrayVarHandle(lookup(), "_", VarHandle.class, int[].class).coordinateTypes() + " "
                + ConstantBootstraps.invoke(lookup(), "_", String.class, f("shout", String.class, String.class), "z"));
    }
}

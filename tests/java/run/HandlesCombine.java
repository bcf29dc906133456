// MethodHandle combinators: insert, drop, permute, filter, fold, guard, catch, tryFinally, collect, loops, switch points, constants, arrays.
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.*;
import java.util.*;

public class HandlesCombine {
    static int add(int a, int b) { return a + b; }
    static String join(String a, Object b, long c) { return a + "|" + b + "|" + c; }
    static boolean positive(int x) { return x > 0; }
    static int neg(int x) { return -x; }
    static String str(int x) { return "s" + x; }
    static int len(String s) { return s.length(); }
    static int fail(int x) {
        if (x > 5) throw new IllegalArgumentException("big " + x);
        return x * 10;
    }
    static int recover(IllegalArgumentException e, int x) {
        System.out.print("[" + e.getMessage() + "]");
        return -x;
    }
    static int fin(Throwable t, int r, int x) {
        System.out.print("{" + (t == null ? "ok" : t.getMessage()) + " " + r + "}");
        return r + 1;
    }
    static void log(String s) { System.out.print("<" + s + ">"); }
    static boolean less(int i, int n) { return i < n; }
    static int step(int i, int n) { return i + 1; }
    static int accum(int acc, int i) { return acc * 2 + i; }
    interface Body {
        Object run() throws Throwable;
    }
    static void x(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Throwable e) {
            boolean own = e instanceof NullPointerException || e instanceof ClassCastException;
            System.out.println(n + " ! " + e.getClass().getSimpleName() + (own ? "" : ": " + e.getMessage()));
        }
    }
    static MethodHandle f(String n, Class<?> r, Class<?>... ps) throws Exception {
        return lookup().findStatic(HandlesCombine.class, n, methodType(r, ps));
    }
    public static void main(String[] args) throws Throwable {
        MethodHandle add = f("add", int.class, int.class, int.class),
                     join = f("join", String.class, String.class, Object.class, long.class),
                     pos = f("positive", boolean.class, int.class), neg = f("neg", int.class, int.class),
                     str = f("str", String.class, int.class), len = f("len", int.class, String.class),
                     fail = f("fail", int.class, int.class);
        x("insert", () -> (int) insertArguments(add, 1, 40).invokeExact(2));
        x("insert all", () -> insertArguments(join, 0, "a", 'b', 3L).invoke());
        x("insert wrong", () -> insertArguments(add, 0, "s"));
        x("insert many", () -> insertArguments(add, 0, 1, 2, 3));
        x("drop", () -> (int) dropArguments(add, 1, String.class, double.class).invokeExact(1, "x", 2.5, 3));
        x("dropToMatch", () -> dropArgumentsToMatch(neg, 0, List.of(int.class, String.class, long.class), 0).type());
        x("permute",
            ()
                -> permuteArguments(join, methodType(String.class, long.class, Object.class, String.class), 2, 1, 0)
                    .invoke(5L, "o", "s"));
        x("permute dup", () -> (int) permuteArguments(add, methodType(int.class, int.class), 0, 0).invokeExact(21));
        x("permute bad", () -> permuteArguments(add, methodType(int.class, int.class), 0, 1));
        x("filterArgs", () -> (int) filterArguments(add, 0, neg, len).invokeExact(5, "four"));
        x("filterReturn", () -> filterReturnValue(add, str).invoke(1, 2));
        x("filter chain", () -> filterReturnValue(filterReturnValue(add, str), len).invoke(100, 23));
        x("fold", () -> (int) foldArguments(f("accum", int.class, int.class, int.class), neg).invoke(5));
        x("fold void", () -> foldArguments(len, f("log", void.class, String.class)).invoke("abc"));
        x("collect", () -> collectArguments(add, 1, len).invoke(1, "xyz"));
        x("guard", () -> {
            MethodHandle g = guardWithTest(pos, neg, identity(int.class));
            return (int) g.invokeExact(5) + " " + (int) g.invokeExact(-7) + " " + (int) g.invokeExact(0);
        });
        x("guard mismatch", () -> guardWithTest(pos, neg, str));
        x("guard shorter test",
            ()
                -> guardWithTest(pos, add, insertArguments(f("accum", int.class, int.class, int.class), 0))
                    .invoke(-3, 4));
        x("catch", () -> {
            MethodHandle c = catchException(fail, IllegalArgumentException.class,
                f("recover", int.class, IllegalArgumentException.class, int.class));
            return (int) c.invokeExact(3) + " " + (int) c.invokeExact(8);
        });
        x("catch other",
            ()
                -> catchException(fail, NullPointerException.class,
                    dropArguments(constant(int.class, 1), 0, NullPointerException.class))
                    .invoke(9));
        x("throw",
            () -> throwException(int.class, IllegalStateException.class).invoke(new IllegalStateException("thrown")));
        x("tryFinally", () -> tryFinally(fail, f("fin", int.class, Throwable.class, int.class, int.class)).invoke(2));
        x("tryFinally throws",
            () -> tryFinally(fail, f("fin", int.class, Throwable.class, int.class, int.class)).invoke(7));
        x("constant",
            ()
                -> (String) constant(String.class, "k").invokeExact() + constant(long.class, 5).invoke()
                + empty(methodType(int.class, String.class)).invoke("q") + zero(Object.class).invoke()
                + identity(double.class).invoke(2.5f));
        x("array", () -> {
            int[] a = {1, 2, 3};
            arrayElementSetter(int[].class).invoke(a, 1, 50);
            return (int) arrayElementGetter(int[].class).invokeExact(a, 1) + " "
                + (int) arrayLength(int[].class).invokeExact(a)
                + ((String[]) arrayConstructor(String[].class).invoke(3)).length;
        });
        x("array bounds", () -> arrayElementGetter(long[].class).invoke(new long[1], 4));
        x("array null", () -> arrayLength(int[].class).invoke((int[]) null));
        x("invoker",
            ()
                -> exactInvoker(add.type()).invoke(add, 3, 4) + " "
                + invoker(methodType(Object.class, Object.class, Object.class)).invoke(add, 3, 4)
                + spreadInvoker(add.type(), 0).invoke(add, new Object[] {5, 6}));
        x("invoker wrong", () -> exactInvoker(methodType(long.class, int.class, int.class)).invoke(add, 3, 4));
        x("explicitCast", () -> {
            MethodHandle c = explicitCastArguments(add, methodType(byte.class, long.class, Object.class));
            return (byte) c.invokeExact(300L, (Object) 7) + " " + (byte) c.invokeExact(1L << 33 | 2, (Object) null);
        });
        x("asType", () -> {
            MethodHandle a = add.asType(methodType(long.class, short.class, Integer.class));
            return (long) a.invokeExact((short) 3, (Integer) 4);
        });
        x("asType bad", () -> add.asType(methodType(short.class, int.class, int.class)));
        x("asType arity", () -> add.asType(methodType(int.class, int.class)));
        x("asType void", () -> {
            MethodHandle v = add.asType(methodType(void.class, int.class, int.class));
            v.invokeExact(1, 2);
            return "void";
        });
        x("void to value",
            () -> f("log", void.class, String.class).asType(methodType(int.class, String.class)).invoke("z"));
        x("countedLoop",
            ()
                -> (int) countedLoop(
                    constant(int.class, 10), constant(int.class, 1), f("accum", int.class, int.class, int.class))
                    .invoke());
        x("whileLoop",
            ()
                -> (int) whileLoop(zero(int.class), f("less", boolean.class, int.class, int.class),
                    f("step", int.class, int.class, int.class))
                    .invokeExact(12));
        x("doWhile",
            ()
                -> (int) doWhileLoop(zero(int.class), f("step", int.class, int.class, int.class),
                    f("less", boolean.class, int.class, int.class))
                    .invokeExact(-5));
        x("iterated",
            ()
                -> iteratedLoop(null, constant(String.class, ""),
                    lookup().findVirtual(String.class, "concat", methodType(String.class, String.class)))
                    .invoke(List.of("a", "b", "c")));
        x("loop", () -> {
            MethodHandle[] i = {constant(int.class, 1),
                dropArguments(identity(int.class).asType(methodType(int.class, int.class)), 1, int.class, int.class)
                    .asType(methodType(int.class, int.class, int.class, int.class)),
                null, null};
            MethodHandle[] cnt = {null, f("step2", int.class, int.class, int.class, int.class),
                f("less3", boolean.class, int.class, int.class, int.class),
                f("res", int.class, int.class, int.class, int.class)};
            MethodHandle[] fact = {constant(int.class, 1), f("mul", int.class, int.class, int.class, int.class)};
            return loop(cnt, fact).invoke(6);
        });
        SwitchPoint sp = new SwitchPoint();
        MethodHandle sw = sp.guardWithTest(constant(String.class, "valid"), constant(String.class, "invalid"));
        System.out.print((String) sw.invokeExact() + " ");
        SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
        System.out.println((String) sw.invokeExact() + sp.hasBeenInvalidated());
        MutableCallSite mcs = new MutableCallSite(constant(int.class, 1));
        MethodHandle dyn = mcs.dynamicInvoker();
        System.out.print((int) dyn.invokeExact());
        mcs.setTarget(constant(int.class, 2));
        System.out.println((int) dyn.invokeExact());
        x("callsite type", () -> {
            mcs.setTarget(constant(long.class, 2));
            return 0;
        });
        x("const callsite", () -> {
            new ConstantCallSite(add).setTarget(add);
            return 0;
        });
        VolatileCallSite vcs = new VolatileCallSite(methodType(void.class));
        x("unset callsite", () -> {
            vcs.dynamicInvoker().invoke();
            return 0;
        });
        MethodHandle big = identity(int.class);
        for (int i = 0; i < 50; i++) big = filterReturnValue(big, insertArguments(add, 0, i));
        System.out.println((int) big.invokeExact(1));
        MethodHandle wide =
            f("wide", double.class, long.class, double.class, float.class, int.class, byte.class, long.class);
        System.out.println((double) permuteArguments(wide,
            methodType(double.class, byte.class, int.class, long.class, float.class, double.class), 2, 4, 3, 1, 0, 2)
                .invokeExact((byte) 1, 2, 3L, 4f, 5.0));
        x("tableSwitch",
            ()
                -> tableSwitch(dropArguments(constant(String.class, "default"), 0, int.class),
                    dropArguments(constant(String.class, "zero"), 0, int.class), str)
                    .invoke(1));
        System.out.println(add.asType(methodType(Object.class, Object.class, Object.class))
                               .asSpreader(Object[].class, 2)
                               .invoke(new Object[] {1, 2})
            + " " + add.withVarargs(false).type() + reflectAs(add));
        LambdaMeta.go();
    }
    static Object reflectAs(MethodHandle h) throws Exception {
        return reflectAs(java.lang.reflect.Method.class, h).getName();
    }
    static <T extends java.lang.reflect.Member> T reflectAs(Class<T> k, MethodHandle h) {
        return MethodHandles.reflectAs(k, h);
    }
    static int step2(int i, int acc, int n) { return i + 1; }
    static boolean less3(int i, int acc, int n) { return i <= n; }
    static int res(int i, int acc, int n) { return acc; }
    static int mul(int i, int acc, int n) { return i <= n ? acc * i : acc; }
    static double wide(long a, double b, float c, int d, byte e, long f) {
        return a + b * 10 + c * 100 + d * 1000 + e * 10000 + f * 1e6;
    }
    static class LambdaMeta {
        static int impl(String p, int x) { return p.length() + x; }
        static void go() throws Throwable {
            Lookup l = lookup();
            CallSite cs = LambdaMetafactory.metafactory(l, "applyAsInt",
                methodType(java.util.function.IntUnaryOperator.class, String.class), methodType(int.class, int.class),
                l.findStatic(LambdaMeta.class, "impl", methodType(int.class, String.class, int.class)),
                methodType(int.class, int.class));
            java.util.function.IntUnaryOperator op = (java.util.function.IntUnaryOperator) cs.getTarget().invoke("abc");
            System.out.println(op.applyAsInt(4));
            CallSite sc = StringConcatFactory.makeConcatWithConstants(
                l, "m", methodType(String.class, int.class, String.class), "a\u0001b\u0001c\u0002", "K");
            System.out.println((String) sc.getTarget().invokeExact(1, "x"));
        }
    }
}

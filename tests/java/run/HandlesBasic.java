// MethodHandles: lookup kinds, invokeExact and invoke, asType conversions, bindTo, varargs collectors, spreaders, access checks, exceptions.
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.*;
import java.util.*;

public class HandlesBasic {
    int field = 5;
    static long sfield = 6;
    final String fin = "fin";
    HandlesBasic() {}
    HandlesBasic(int f) { field = f; }
    int inst(int a, long b) { return field + a + (int) b; }
    static String stat(String s, int n) { return s.repeat(n); }
    private double priv(double d) { return d * field; }
    static int sum(int... xs) {
        int r = 0;
        for (int x : xs) r += x;
        return r;
    }
    static String fmt(String f, Object... os) { return String.format(f, os); }
    static void thrower(String m) throws java.io.IOException { throw new java.io.IOException(m); }
    String who() { return "base"; }
    static class Sub extends HandlesBasic {
        @Override
        String who() {
            return "sub";
        }
        String superWho() throws Throwable {
            return (String) MethodHandles.lookup()
                .findSpecial(HandlesBasic.class, "who", methodType(String.class), Sub.class)
                .invokeExact(this);
        }
    }
    static byte small(byte b, short s, char c, boolean z) { return (byte) (b + s + c + (z ? 1 : 0)); }
    static Object ident(Object o) { return o; }
    static long prim(int i, float f, double d) { return (long) (i + f + d); }
    interface Face {
        int apply(int x);
        default int dbl(int x) { return apply(x) * 2; }
        static int st() { return 99; }
    }
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " = " + c.call());
        } catch (Throwable e) {
            // How a conversion inside java.lang.invoke words its NullPointerException or ClassCastException is not specified.
            boolean own = e instanceof NullPointerException || e instanceof ClassCastException;
            String message = own ? "" : ": " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@");
            System.out.println(n + " ! " + e.getClass().getName() + message);
        }
    }
    interface Body {
        Object run() throws Throwable;
    }
    static void x(String n, Body b) {
        t(n, () -> {
            try {
                return b.run();
            } catch (Exception | Error e) { throw e; } catch (Throwable e) {
                throw new RuntimeException(e);
            }
        });
    }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        HandlesBasic o = new HandlesBasic(10);
        MethodHandle stat = l.findStatic(HandlesBasic.class, "stat", methodType(String.class, String.class, int.class)),
                     inst = l.findVirtual(HandlesBasic.class, "inst", methodType(int.class, int.class, long.class)),
                     priv = l.findVirtual(HandlesBasic.class, "priv", methodType(double.class, double.class)),
                     ctor = l.findConstructor(HandlesBasic.class, methodType(void.class, int.class)),
                     get = l.findGetter(HandlesBasic.class, "field", int.class),
                     set = l.findSetter(HandlesBasic.class, "field", int.class),
                     sget = l.findStaticGetter(HandlesBasic.class, "sfield", long.class),
                     sset = l.findStaticSetter(HandlesBasic.class, "sfield", long.class);
        System.out.println((String) stat.invokeExact("ab", 3) + (int) inst.invokeExact(o, 1, 2L)
            + (double) priv.invokeExact(o, 1.5) + ((HandlesBasic) ctor.invokeExact(7)).field
            + (int) get.invokeExact(o));
        set.invokeExact(o, 20);
        sset.invokeExact(9L);
        System.out.println(o.field + " " + (long) sget.invokeExact());
        for (MethodHandle h : new MethodHandle[] {stat, inst, priv, ctor, get, set, sget, sset})
            System.out.println(h.type() + " " + h + " " + h.isVarargsCollector());
        System.out.println(stat.invoke("x", (Integer) 2) + "" + inst.invoke(o, (short) 1, 2)
            + (long) inst.invoke(o, 'a', 5L) + (Object) get.invoke(o));
        Object boxed = inst.invoke(o, (Integer) 1, (Long) 2L);
        System.out.println(boxed.getClass() + " " + boxed);
        x("wrong exact", () -> stat.invokeExact("x", 2));
        x("wrong exact args", () -> (String) stat.invokeExact("x", 2L));
        x("wrong exact void", () -> {
            stat.invokeExact("x", 1);
            return 0;
        });
        x("wrong invoke", () -> (String) stat.invoke(5, 2));
        x("narrow", () -> (int) inst.invoke(o, 1L, 2L));
        x("bad cast", () -> (String) stat.invoke((Object) 5, 2));
        x("null unbox", () -> (int) inst.invoke(o, (Integer) null, 2L));
        x("few", () -> stat.invoke("x"));
        x("null receiver", () -> (int) inst.invoke((HandlesBasic) null, 1, 2L));
        x("wrong receiver", () -> (int) inst.invoke((Object) "s", 1, 2L));
        x("withArguments", () -> stat.invokeWithArguments("q", 2));
        x("withArguments list", () -> inst.invokeWithArguments(List.of(o, 1, 2)));
        x("withArguments wrong", () -> inst.invokeWithArguments(o, "s", 2));
        x("withArguments few", () -> inst.invokeWithArguments(o));
        x("throws", () -> {
            l.findStatic(HandlesBasic.class, "thrower", methodType(void.class, String.class)).invoke("io!");
            return 0;
        });
        MethodHandle bound = inst.bindTo(o);
        System.out.println(bound.type() + " " + (int) bound.invokeExact(1, 1L));
        x("bind wrong", () -> inst.bindTo("s"));
        x("bind prim", () -> l.findStatic(Math.class, "abs", methodType(int.class, int.class)).bindTo(5));
        x("bind null", () -> (int) inst.bindTo(null).invokeExact(1, 1L));
        MethodHandle lb = l.bind("hello", "length", methodType(int.class));
        System.out.println((int) lb.invokeExact());
        MethodHandle virt = l.findVirtual(HandlesBasic.class, "who", methodType(String.class));
        System.out.println((String) virt.invokeExact((HandlesBasic) new Sub()) + new Sub().superWho());
        MethodHandle sum = l.findStatic(HandlesBasic.class, "sum", methodType(int.class, int[].class)),
                     fmt = l.findStatic(
                         HandlesBasic.class, "fmt", methodType(String.class, String.class, Object[].class));
        System.out.println(sum.isVarargsCollector() + " " + (int) sum.invoke() + (int) sum.invoke(1)
            + (int) sum.invoke(1, 2, 3) + (int) sum.invokeExact(new int[] {4, 5}) + sum.invoke((byte) 1, 'a')
            + fmt.invoke("%s-%s", 1, "b") + fmt.invoke("none") + sum.asFixedArity().isVarargsCollector()
            + sum.invokeWithArguments(1, 2, 3, 4));
        x("fixed", () -> (int) sum.asFixedArity().invoke(1, 2));
        MethodHandle coll = stat.asType(methodType(Object.class, Object.class, Integer.class));
        System.out.println((Object) coll.invokeExact((Object) "z", (Integer) 4));
        MethodHandle spread = inst.asSpreader(Object[].class, 3);
        System.out.println(spread.invoke(new Object[] {o, 1, 2L}) + " " + spread.type()
            + inst.asSpreader(1, Object[].class, 2).type());
        x("spread wrong", () -> spread.invoke(new Object[] {o, 1}));
        x("spread null", () -> spread.invoke((Object[]) null));
        MethodHandle col = sum.asFixedArity().asCollector(int[].class, 4);
        System.out.println(col.type() + " " + (int) col.invokeExact(1, 2, 3, 4));
        MethodHandle asList = l.findStatic(Arrays.class, "asList", methodType(List.class, Object[].class));
        System.out.println(
            asList.invoke(1, 2, 3) + "" + asList.asCollector(0, Object[].class, 2).type() + asList.invoke());
        System.out.println(l.findStatic(HandlesBasic.class, "small",
                                methodType(byte.class, byte.class, short.class, char.class, boolean.class))
                               .invoke((byte) 100, (short) 20, 'a', true)
            + " "
            + l.findStatic(HandlesBasic.class, "prim", methodType(long.class, int.class, float.class, double.class))
                .invoke((byte) 1, 2L, 3f));
        x("no method", () -> l.findStatic(HandlesBasic.class, "nope", methodType(void.class)));
        x("wrong kind",
            () -> l.findVirtual(HandlesBasic.class, "stat", methodType(String.class, String.class, int.class)));
        x("wrong kind 2", () -> l.findStatic(HandlesBasic.class, "who", methodType(String.class)));
        x("wrong return", () -> l.findVirtual(HandlesBasic.class, "who", methodType(Object.class)));
        x("no field", () -> l.findGetter(HandlesBasic.class, "field", long.class));
        x("final", () -> l.findSetter(HandlesBasic.class, "fin", String.class));
        x("static field", () -> l.findGetter(HandlesBasic.class, "sfield", long.class));
        x("private",
            ()
                -> MethodHandles.publicLookup().findVirtual(
                    HandlesBasic.class, "priv", methodType(double.class, double.class)));
        x("jdk private", () -> l.findVirtual(String.class, "isLatin1", methodType(boolean.class)));
        x("no class", () -> l.findClass("NoSuchClass"));
        System.out.println(l.findClass("HandlesBasic$Sub") + " " + l.lookupClass() + l.in(String.class)
            + MethodHandles.publicLookup());
        MethodHandle ur = l.unreflect(String.class.getMethod("concat", String.class));
        System.out.println((String) ur.invokeExact("a", "b")
            + l.unreflectGetter(HandlesBasic.class.getDeclaredField("field")).invoke(o)
            + l.unreflectConstructor(HandlesBasic.class.getDeclaredConstructor(int.class)).type() + l.revealDirect(ur)
            + l.revealDirect(stat).getReferenceKind());
        MethodHandle fd = l.findVirtual(Face.class, "dbl", methodType(int.class, int.class));
        Face fc = v -> v + 1;
        System.out.println((int) fd.invokeExact(fc, 5)
            + (int) l.findStatic(Face.class, "st", methodType(int.class)).invokeExact() + " "
            + MethodHandleProxies
                .asInterfaceInstance(
                    Comparator.class, l.findVirtual(String.class, "compareTo", methodType(int.class, String.class)))
                .compare("a", "b"));
        MethodType mt = methodType(int.class, long.class, String[].class);
        System.out.println(mt + " " + mt.wrap() + mt.generic() + mt.erase()
            + mt.appendParameterTypes(double.class).dropParameterTypes(0, 1).changeReturnType(void.class)
            + mt.toMethodDescriptorString() + MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;)V", null)
            + mt.equals(methodType(int.class, long.class, String[].class))
            + (mt == methodType(int.class, long.class, String[].class)) + mt.hasPrimitives()
            + MethodType.genericMethodType(2, true) + mt.parameterList() + mt.lastParameterType());
        x("bad type", () -> methodType(int.class, void.class));
        x("bad descriptor", () -> MethodType.fromMethodDescriptorString("(Q)V", null));
        for (int i = 0, acc = 0;; i++) {
            acc = (int) bound.invokeExact(acc & 0xff, (long) i);
            if (i == 500) {
                System.out.println(acc);
                break;
            }
        }
    }
}

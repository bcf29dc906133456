// What a Lookup finds and refuses: members of every kind and access, polymorphic methods by reflection, VarHandles as method handles.
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.*;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.*;
import java.util.*;
import java.util.stream.Stream;

public class HandlesAccess {
    int field = 4;
    private int secret = 7;
    static class Parent {
        protected String prot() { return "prot"; }
        private String priv() { return "priv"; }
        String name() { return "parent"; }
    }
    static class Child extends Parent {
        @Override
        String name() {
            return "child";
        }
        static MethodHandle parentName() throws Exception {
            return MethodHandles.lookup().unreflectSpecial(Parent.class.getDeclaredMethod("name"), Child.class);
        }
    }
    static class Lazy {
        static {
            System.out.println("Lazy is initialised");
        }
        private int p = 3;
        private int add(int x) { return x + p; }
        static int count = 5;
    }
    static String cat(int a, long b, float c, double d, String e, byte f) {
        return a + "," + b + "," + c + "," + d + "," + e + "," + f;
    }
    private static String shout(String s) { return s + "!"; }
    interface Body {
        Object run() throws Throwable;
    }
    static void x(String what, Body body) {
        try {
            System.out.println(what + " = " + body.run());
        } catch (Throwable e) {
            System.out.println(what + " ! " + plain(e) + (e.getCause() == null ? "" : " / " + plain(e.getCause())));
        }
    }
    /** Without identity hashes, which differ between machines. */
    static String plain(Throwable e) {
        return e.toString().replaceAll("@[0-9a-f]+", "@");
    }
    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        found(l);
        refused(l);
        polymorphic(l);
        x("bound kinds", () -> {
            MethodHandle cat = l.findStatic(HandlesAccess.class, "cat",
                methodType(String.class, int.class, long.class, float.class, double.class, String.class, byte.class));
            MethodHandle some = MethodHandles.insertArguments(MethodHandles.insertArguments(cat, 2, 3f, 4.0), 0, 1);
            return MethodHandles.insertArguments(cat, 0, 1, 2L, 3f, 4.0, "5", (byte) 6).invoke() + " "
                + some.invoke(2L, "s", (byte) 3);
        });
    }
    static void found(Lookup l) {
        x("private lookup", () -> {
            Lookup p = MethodHandles.privateLookupIn(Lazy.class, l);
            MethodHandle add = p.findVirtual(Lazy.class, "add", methodType(int.class, int.class));
            MethodHandle count = p.findStaticGetter(Lazy.class, "count", int.class);
            System.out.println("nothing initialised yet");
            return (int) count.invokeExact() + (int) add.invoke(new Lazy(), 4)
                + (int) p.findVarHandle(Lazy.class, "p", int.class).getAndAdd(new Lazy(), 2);
        });
        x("special", () -> (String) Child.parentName().invoke(new Child()));
        x("unreflect", () -> l.unreflect(HandlesAccess.class.getDeclaredMethod("shout", String.class)).invoke("u"));
        x("unreflect field", () -> {
            HandlesAccess t = new HandlesAccess();
            Field f = HandlesAccess.class.getDeclaredField("secret");
            l.unreflectSetter(f).invoke(t, 12);
            return l.unreflectGetter(f).invoke(t) + " " + l.unreflectVarHandle(f).get(t);
        });
        x("unreflect constructor",
            () -> l.unreflectConstructor(ArrayList.class.getConstructor(Collection.class)).invoke(List.of(1, 2)));
        x("reveal", () -> {
            MethodHandleInfo info = l.revealDirect(l.findVirtual(String.class, "length", methodType(int.class)));
            return info + " " + info.getReferenceKind() + " " + info.reflectAs(Method.class, l);
        });
        x("interface", () -> l.findVirtual(List.class, "size", methodType(int.class)).invoke(List.of(1, 2)));
        x("default", () -> {
            MethodHandle h = l.findVirtual(ArrayList.class, "stream", methodType(Stream.class));
            return h.type() + " " + ((Stream<?>) h.invoke(new ArrayList<>(List.of(1)))).count();
        });
        x("Object's on an interface",
            () -> l.findVirtual(Runnable.class, "hashCode", methodType(int.class)).type() + " "
                + l.findVirtual(Runnable.class, "getClass", methodType(Class.class)).type());
        x("caller sensitive", () -> {
            MethodHandle h = l.findStatic(Class.class, "forName", methodType(Class.class, String.class));
            return ((Class<?>) h.invokeExact("HandlesAccess$Child")).getName();
        });
        x("description",
            () -> l.findStatic(HandlesAccess.class, "shout", methodType(String.class, String.class)).describeConstable()
                + " " + methodType(int.class, String.class).describeConstable().get() + " "
                + MethodHandles.arrayElementVarHandle(int[].class).describeConstable().get());
    }
    static void refused(Lookup l) {
        for (String name : List.of("prot", "priv", "nope"))
            x(name, () -> l.findVirtual(Parent.class, name, methodType(String.class)).invoke(new Parent()));
        for (Class<?> c : List.of(Object.class, ArrayList.class, int[].class, String.class)) {
            x("clone of " + c, () -> l.findVirtual(c, "clone", methodType(Object.class)));
            x("finalize of " + c, () -> l.findVirtual(c, "finalize", methodType(void.class)));
        }
        x("few arguments", () -> l.findStatic(Math.class, "max", methodType(int.class, int.class)));
        x("static by interface", () -> l.findVirtual(List.class, "of", methodType(List.class)));
        x("virtual by static", () -> l.findStatic(List.class, "size", methodType(int.class)));
        x("interface constructor", () -> l.findConstructor(List.class, methodType(void.class)));
        x("abstract constructor", () -> l.findConstructor(AbstractList.class, methodType(void.class)).invoke());
        x("abstract special", () -> l.findSpecial(AbstractList.class, "get", methodType(Object.class, int.class), HandlesAccess.class));
        x("private field", () -> l.findGetter(String.class, "value", byte[].class));
        x("instance field", () -> l.findStaticGetter(HandlesAccess.class, "field", int.class));
        x("no field", () -> l.findVarHandle(HandlesAccess.class, "absent", int.class));
        x("not exported", () -> {
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            return l.findStatic(unsafe, "getUnsafe", methodType(unsafe));
        });
        x("not open", () -> MethodHandles.privateLookupIn(String.class, l));
        x("init as method", () -> l.findVirtual(HandlesAccess.class, "<init>", methodType(void.class)));
        x("class initialiser", () -> l.findStatic(HandlesAccess.class, "<clinit>", methodType(void.class)));
        x("wrong interface", () -> l.findVirtual(Runnable.class, "run", methodType(void.class)).invoke((Object) "x"));
    }
    static void polymorphic(Lookup l) throws Throwable {
        MethodHandle identity = MethodHandles.identity(Object.class);
        for (String name : List.of("invoke", "invokeExact")) {
            Method m = MethodHandle.class.getMethod(name, Object[].class);
            x(name + " reflectively", () -> m.invoke(identity, (Object) new Object[] {1}));
            x(name + " unreflected", () -> {
                MethodHandle h = l.unreflect(m);
                return h.type() + " " + h.isVarargsCollector() + " " + h.invoke(identity, new Object[] {"q"});
            });
        }
        VarHandle v = l.findVarHandle(HandlesAccess.class, "field", int.class);
        x("access unreflected", () -> l.unreflect(VarHandle.class.getMethod("get", Object[].class)).type());
        x("invokeExact found", () -> {
            MethodHandle h = l.findVirtual(MethodHandle.class, "invokeExact", methodType(String.class, String.class));
            return (String) h.invokeExact(l.findVirtual(String.class, "trim", methodType(String.class)), " x ");
        });
        x("access found", () -> {
            MethodHandle h = l.findVirtual(
                VarHandle.class, "getAndAdd", methodType(int.class, HandlesAccess.class, int.class));
            HandlesAccess t = new HandlesAccess();
            return (int) h.invokeExact(v, t, 3) + " " + (int) h.bindTo(v).invokeExact(t, 3) + " " + t.field;
        });
        x("access as handle", () -> {
            VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
            String[] a = {"a", "b"};
            return strings.toMethodHandle(VarHandle.AccessMode.GET_AND_SET).invoke(a, 1, "c") + a[1];
        });
        x("exact access", () -> {
            VarHandle longs = MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();
            longs.set(new long[2], 0, 5);
            return "widened";
        });
        x("checked result", () -> (String) MethodHandles.arrayElementVarHandle(Object[].class).get(new Object[] {5}, 0));
    }
}

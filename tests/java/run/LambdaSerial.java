// Serializable lambdas and intersection casts: SerializedLambda, round trips through object streams, marker interfaces.
import java.io.*;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.*;
import java.util.function.*;

public class LambdaSerial {
    interface SFunction<T, R> extends Function<T, R>, Serializable {}
    interface Marker {}
    interface Named {
        default String named() { return "named"; }
    }
    static int base = 100;
    static int addBase(int x) { return x + base; }
    static class Holder implements Serializable {
        int v = 7;
        SFunction<Integer, Integer> f() { return x -> x * v; }
    }
    @SuppressWarnings("unchecked")
    static <T> T copy(T t) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(b)) {
            o.writeObject(t);
        }
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(b.toByteArray()))) {
            return (T) i.readObject();
        }
    }
    static SerializedLambda inspect(Object l) throws Exception {
        Method m = l.getClass().getDeclaredMethod("writeReplace");
        m.setAccessible(true);
        return (SerializedLambda) m.invoke(l);
    }
    static void show(Object l) throws Exception {
        SerializedLambda s = inspect(l);
        System.out.println(s.getCapturingClass() + " " + s.getFunctionalInterfaceClass() + "."
            + s.getFunctionalInterfaceMethodName() + s.getFunctionalInterfaceMethodSignature() + " kind "
            + s.getImplMethodKind() + " " + s.getImplClass() + "."
            + s.getImplMethodName().replaceAll("[0-9a-f]{6,}", "N") + s.getImplMethodSignature() + " "
            + s.getInstantiatedMethodType() + " captured " + s.getCapturedArgCount());
    }
    public static void main(String[] args) throws Exception {
        int k = 5;
        String p = "pre";
        long big = 1L << 40;
        SFunction<Integer, String> f = x -> p + (x + k) + big;
        show(f);
        System.out.println(f.apply(1) + " " + copy(f).apply(1));
        SFunction<Integer, Integer> ref = LambdaSerial::addBase;
        show(ref);
        SFunction<Integer, Integer> ref2 = copy(ref);
        base = 200;
        System.out.println(ref.apply(1) + " " + ref2.apply(1));
        SFunction<String, Integer> len = String::length;
        show(len);
        System.out.println(copy(len).apply("four"));
        SFunction<String, StringBuilder> ctor = StringBuilder::new;
        show(ctor);
        System.out.println(copy(ctor).apply("sb").reverse());
        Holder h = new Holder();
        SFunction<Integer, Integer> hf = h.f();
        show(hf);
        SFunction<Integer, Integer> hc = copy(hf);
        h.v = 1000;
        System.out.println(hf.apply(2) + " " + hc.apply(2));
        Runnable r = (Runnable & Serializable & Marker & Named) () -> System.out.println("ran " + k);
        copy(r).run();
        System.out.println((copy(r) instanceof Marker) + " " + ((Named) copy(r)).named());
        Comparator<String> c = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        TreeSet<String> t = new TreeSet<>(c);
        t.addAll(List.of("a", "c", "b"));
        System.out.println(copy(t));
        Runnable plain = () -> {};
        try {
            copy(plain);
        } catch (NotSerializableException e) {
            System.out.println("not serializable " + e.getMessage().startsWith("LambdaSerial$$Lambda"));
        }
        Object capturedBad = new Object();
        SFunction<Integer, Integer> bad = x -> x + capturedBad.hashCode();
        try {
            copy(bad);
        } catch (NotSerializableException e) { System.out.println(e.getMessage()); }
        Comparator<Map.Entry<String, Integer>> byValue = Map.Entry.comparingByValue();
        System.out.println(
            (copy(byValue) != null) + " " + (Comparator.naturalOrder() == copy(Comparator.naturalOrder())));
        Supplier<Integer> inter = (Supplier<Integer> & Named) () -> 3;
        System.out.println(inter.get() + ((Named) inter).named());
        System.out.println(generic((Function<Integer, Integer> & Marker) x -> x + 1));
        SFunction<Integer, SFunction<Integer, Integer>> curried = a -> b -> a * 10 + b;
        System.out.println(copy(copy(curried).apply(4)).apply(2));
    }
    static <T extends Function<Integer, Integer> & Marker> int generic(T t) {
        Marker m = t;
        return t.apply(41);
    }
}

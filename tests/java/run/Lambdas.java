// Lambdas: captures of every kind and type, this, recursion, currying, exceptions, identity, primitives and boxing adaptations.
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

public class Lambdas {
    int field = 10;
    static int sfield = 20;
    interface Wide {
        double f(long a, double b, int c, float d, long e);
    }
    interface Bytes {
        byte f(byte b, short s, char c, boolean z);
    }
    interface Thrower<E extends Exception> {
        void run() throws E;
    }
    interface Var {
        int sum(int... xs);
    }
    interface Self {
        int f(Self s, int n);
    }
    interface LongToInt {
        int f(long l);
    }
    interface IntToLong {
        long f(int i);
    }
    interface ObjToVoid {
        void f(Object o);
    }
    interface Gen {
        <T> T id(T t);
    }
    Supplier<Integer> viaThis() { return () -> field++ + sfield; }
    Supplier<Supplier<Integer>> nested(int a) {
        return () -> {
            int b = a + field;
            return () -> a * 100 + b + field;
        };
    }
    static Function<Integer, Function<Integer, Function<Integer, Integer>>> curry = a -> b -> c -> a * 100 + b * 10 + c;
    static Runnable[] many(StringBuilder out) {
        Runnable[] r = new Runnable[5];
        for (int i = 0; i < 5; i++) {
            final int k = i;
            long l = 1L << (i * 8);
            double d = i / 2.0;
            String s = "s" + i;
            char c = (char) ('a' + i);
            boolean z = i % 2 == 0;
            byte b = (byte) (i * 60);
            short sh = (short) (i * 10000);
            float f = i / 3f;
            int[] a = {i};
            Object n = i == 2 ? null : s;
            r[i] = ()
                -> out.append(k)
                       .append(l)
                       .append(d)
                       .append(s)
                       .append(c)
                       .append(z)
                       .append(b)
                       .append(sh)
                       .append(f)
                       .append(a[0]++)
                       .append(n)
                       .append('\n');
        }
        return r;
    }
    static <T, R> List<R> map(List<T> l, Function<? super T, ? extends R> f) {
        List<R> r = new ArrayList<>();
        for (T t : l) r.add(f.apply(t));
        return r;
    }
    static int apply(IntUnaryOperator f, int n) { return f.applyAsInt(n); }
    static String which(Runnable r) { return "runnable"; }
    static String which(Callable<?> c) { return "callable"; }
    static String overload(Function<String, Integer> f) { return "function"; }
    static String overload(ToIntFunction<String> f, int x) { return "toInt"; }
    static Function<Object, String> fact;
    static IntFunction<IntUnaryOperator> adder = a -> b -> a + b;
    static Supplier<Supplier<String>> stat = () -> () -> "static " + sfield;
    final Supplier<String> inst = () -> "instance " + this.field;
    public static void main(String[] args) throws Exception {
        Lambdas o = new Lambdas();
        Supplier<Integer> s = o.viaThis();
        System.out.println(s.get() + " " + s.get() + " " + o.field + " " + o.nested(3).get().get() + " "
            + curry.apply(1).apply(2).apply(3) + " " + stat.get().get() + " " + o.inst.get());
        StringBuilder out = new StringBuilder();
        Runnable[] rs = many(out);
        for (int k = 0; k < 2; k++)
            for (Runnable r : rs) r.run();
        System.out.print(out);
        Wide w = (a, b, c, d, e) -> a + b * c - d / e;
        Bytes by = (b, sh, c, z) -> (byte) (b + sh + c + (z ? 1 : 0));
        System.out.println(w.f(1L << 33, 2.5, 3, 4f, 5L) + " " + by.f((byte) 100, (short) 300, 'A', true));
        LongToInt li = l -> (int) (l >> 3);
        IntToLong il = i -> i;
        IntToLong il2 = Integer::toUnsignedLong;
        System.out.println(li.f(-1L) + " " + il.f(-5) + " " + il2.f(-5));
        Function<Integer, Long> boxing = i -> (long) i;
        ToLongFunction<Integer> unbox = i -> i;
        IntFunction<Object> box = i -> i;
        DoubleSupplier ds = () -> 5;
        Supplier<Object> so = () -> 'c';
        BiFunction<Integer, Double, Double> mix = (i, d) -> i + d;
        System.out.println(boxing.apply(3) + unbox.applyAsLong(4) + " " + box.apply(7).getClass() + ds.getAsDouble()
            + so.get().getClass() + mix.apply(1, 2.5));
        fact = n -> (Integer) n <= 1 ? "1" : n + "*" + fact.apply((Integer) n - 1);
        System.out.println(fact.apply(5));
        Self y = (self, n) -> n < 2 ? 1 : n * self.f(self, n - 1);
        System.out.println(y.f(y, 10) + " " + adder.apply(3).applyAsInt(4));
        System.out.println(which(() -> {}) + which(() -> 1) + which(() -> { throw new RuntimeException(); })
            + which(() -> { while (true); }) + overload(x -> x.length()) + overload(x -> 1, 2));
        System.out.println(map(List.of(1, 2, 3), x -> x * 1.5) + "" + map(List.of("a", "bb"), String::length)
            + apply(x -> - x, 5) + apply(Math::abs, -8));
        Var v = xs -> Arrays.stream(xs).sum();
        System.out.println(v.sum() + v.sum(1, 2, 3));
        ObjToVoid list = new ArrayList<>()::add;
        list.f("x");
        Gen g = new Gen() {
            public <T> T id(T t) { return t; }
        };
        Gen g2 = Lambdas::ident;
        System.out.println(g.id("g") + g2.<Integer>id(5));
        try {
            ((Thrower<java.io.IOException>) () -> { throw new java.io.IOException("checked"); }).run();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName().startsWith("lambda$"));
        }
        try {
            Function<Object, String> cast = x -> (String) x;
            cast.apply(1);
        } catch (ClassCastException e) { System.out.println("cce"); }
        try {
            Supplier<Integer> nul = () -> null;
            int x = nul.get();
        } catch (NullPointerException e) { System.out.println("npe"); }
        try {
            ToIntFunction<Integer> un = x -> x;
            un.applyAsInt(null);
        } catch (NullPointerException e) { System.out.println("npe2"); }
        try {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Function<String, Integer> raw = (Function) (Function<Integer, Integer>) x -> x + 1;
            raw.apply("s");
        } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        Set<Class<?>> classes = new HashSet<>();
        Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 5; i++) {
            Runnable r = () -> {};
            classes.add(r.getClass());
            objects.add(r);
        }
        System.out.println(classes.size() + " " + objects.size());
        Runnable a = () -> {}
        , b = () -> {};
        System.out.println((a.getClass() == b.getClass()) + " " + a.getClass().isSynthetic() + a.getClass().isHidden()
            + a.getClass().getInterfaces()[0] + a.equals(a) + a.equals(b)
            + (a.getClass().getSuperclass() == Object.class) + (a.getClass().getName().startsWith("Lambdas$$Lambda")));
        Comparator<String> c = (p, q) -> q.compareTo(p);
        List<String> names = new ArrayList<>(List.of("b", "a", "c"));
        names.sort(c);
        System.out.println(names);
        names.sort(c.reversed().thenComparing(Comparator.comparingInt(String::length)));
        System.out.println(names);
        names.removeIf(x -> x.equals("b"));
        names.replaceAll(x -> x + x);
        names.forEach(x -> System.out.print(x + ";"));
        Optional.of(5)
            .map(x -> x * 2)
            .ifPresentOrElse(x -> System.out.println("got " + x), () -> System.out.println("none"));
        int[] counter = {0};
        Runnable inc = () -> counter[0]++;
        for (int i = 0; i < 1000; i++) inc.run();
        System.out.println(counter[0]);
        Map<String, BinaryOperator<Integer>> ops = new LinkedHashMap<>();
        ops.put("+", Integer::sum);
        ops.put("-", (p, q) -> p - q);
        ops.put("max", Math::max);
        ops.forEach((k, f) -> System.out.print(k + f.apply(6, 4) + " "));
        Callable<Callable<String>> cc = () -> () -> "deep";
        System.out.println(cc.call().call());
        Function<Integer, Integer> compose = Function.identity();
        for (int i = 1; i <= 50; i++) {
            int k = i;
            compose = compose.andThen(x -> x + k);
        }
        System.out.println(compose.apply(0));
        new Thread(() -> System.out.println("thread " + Thread.currentThread().getName()), "lt") {
            {
                start();
                join();
            }
        };
    }
    static <T> T ident(T t) { return t; }
}

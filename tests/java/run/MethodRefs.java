// Method references of all kinds: static, bound, unbound, constructor, array constructor, super, varargs, generic, private, protected, interface, with conversions.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class MethodRefs {
    static int twice(int x) { return 2 * x; }
    static long widen(long x) { return x + 1; }
    static Integer boxed(Integer x) { return x + 5; }
    static double avg(int... xs) { return Arrays.stream(xs).average().orElse(-1); }
    static String join(String sep, Object... os) {
        return Arrays.stream(os).map(String::valueOf).collect(Collectors.joining(sep));
    }
    static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
    private static String priv(Object o) { return "priv " + o; }
    private String ipriv(String s) { return name + s; }
    String name = "me";
    protected String prot() { return "prot " + name; }
    MethodRefs() {}
    MethodRefs(String n) { name = n; }
    MethodRefs(String n, int k) { name = n + k; }
    MethodRefs(int... ks) { name = "ints" + ks.length; }
    static void consume(Object o) { System.out.println("consumed " + o); }
    static int effect;
    static int sideEffect(String s) {
        effect += s.length();
        return effect;
    }
    static class Sub extends MethodRefs {
        Sub(String n) { super(n); }
        @Override
        protected String prot() {
            return "sub " + name;
        }
        Supplier<String> viaSuper() { return super::prot; }
        Supplier<String> viaThis() { return this::prot; }
        Function<String, Sub> maker() { return Sub::new; }
        class Inner {
            int v;
            Inner(int v) { this.v = v; }
        }
        IntFunction<Inner> innerMaker() { return Inner::new; }
    }
    interface Greeter {
        default String greet(String n) { return "hi " + n + tail(); }
        String tail();
    }
    interface Quad<A, B, C, D, R> {
        R f(A a, B b, C c, D d);
    }
    interface Arr {
        int[][] make(int n);
    }
    interface BoolFn {
        boolean f(Object a, Object b);
    }
    static MethodRefs get() {
        System.out.print("get ");
        return new MethodRefs("evaluated");
    }
    static class Gen<T> {
        T t;
        Gen(T t) { this.t = t; }
        <R> Gen<R> map(Function<? super T, ? extends R> f) { return new Gen<>(f.apply(t)); }
        static <X> Gen<X> of(X x) { return new Gen<>(x); }
        T val() { return t; }
    }
    public static void main(String[] args) {
        IntUnaryOperator f1 = MethodRefs::twice;
        Function<Integer, Integer> f2 = MethodRefs::twice;
        ToLongFunction<Integer> f3 = MethodRefs::twice;
        IntToLongFunction f4 = MethodRefs::widen;
        Function<Integer, Long> f5 = MethodRefs::widen;
        IntFunction<Object> f6 = MethodRefs::boxed;
        IntToDoubleFunction f7 = MethodRefs::boxed;
        System.out.println(f1.applyAsInt(4) + " " + f2.apply(5) + " " + f3.applyAsLong(6) + " " + f4.applyAsLong(7)
            + " " + f5.apply(8) + " " + f6.apply(9) + " " + f7.applyAsDouble(10));
        IntBinaryOperator ib = Math::max;
        BinaryOperator<Integer> bb = MethodRefs::larger;
        IntPredicate ip = Character::isDigit;
        ToDoubleBiFunction<Integer, Integer> av = MethodRefs::avg;
        DoubleSupplier av0 = MethodRefs::avg;
        System.out.println(
            ib.applyAsInt(3, 9) + " " + bb.apply(3, 2) + ip.test('7') + av.applyAsDouble(1, 2) + av0.getAsDouble());
        Quad<String, Integer, Double, Object, String> q = MethodRefs::join;
        Function<String, String> j1 = MethodRefs::join;
        System.out.println(q.f("-", 1, 2.5, null) + "[" + j1.apply("x") + "]");
        MethodRefs m = new MethodRefs("bound");
        UnaryOperator<String> ip1 = m::ipriv;
        Supplier<Integer> hash = "abc" ::hashCode;
        Predicate<Object> eq = "x" ::equals;
        m.name = "changed";
        System.out.println(ip1.apply("!") + hash.get() + eq.test("x") + eq.test(null));
        m = null;
        System.out.println(ip1.apply("?"));
        Supplier<String> ev = get()::prot;
        System.out.print("created ");
        System.out.println(ev.get() + ev.get());
        try {
            MethodRefs none = null;
            Supplier<String> bad = none::prot;
            System.out.println("not reached");
        } catch (NullPointerException e) { System.out.println("null receiver"); }
        try {
            Function<MethodRefs, String> un = MethodRefs::prot;
            un.apply(null);
        } catch (NullPointerException e) { System.out.println("null argument"); }
        Function<String, Integer> len = String::length;
        BiFunction<String, Integer, Character> at = String::charAt;
        BiFunction<String, String, Boolean> eqi = String::equalsIgnoreCase;
        Function<Object, String> ts = Object::toString;
        Comparator<String> cmp = String::compareTo;
        ToIntBiFunction<Integer, Integer> icmp = Integer::compareTo;
        BoolFn oe = Object::equals;
        BoolFn oe2 = Objects::equals;
        System.out.println(len.apply("four") + " " + at.apply("four", 1) + eqi.apply("A", "a") + ts.apply(List.of(1))
            + cmp.compare("a", "b") + icmp.applyAsInt(2, 1) + oe.f(1, 1) + oe2.f(null, null));
        Function<Object, String> pv = MethodRefs::priv;
        BiFunction<MethodRefs, String, String> ipu = MethodRefs::ipriv;
        System.out.println(pv.apply(1) + ipu.apply(new MethodRefs("u"), "v"));
        Supplier<MethodRefs> c0 = MethodRefs::new;
        Function<String, MethodRefs> c1 = MethodRefs::new;
        BiFunction<String, Integer, MethodRefs> c2 = MethodRefs::new;
        IntFunction<MethodRefs> cv = MethodRefs::new;
        System.out.println(c0.get().name + c1.apply("n").name + c2.apply("k", 3).name + cv.apply(9).name);
        IntFunction<int[]> ia = int[] ::new;
        Function<Integer, String[]> sa = String[] ::new;
        Arr aa = int[][] ::new;
        System.out.println(ia.apply(3).length + sa.apply(2).getClass().getSimpleName() + aa.make(4).length);
        try {
            ia.apply(-1);
        } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        Supplier<ArrayList<String>> al = ArrayList::new;
        Supplier<Map<String, List<Integer>>> hm = HashMap::new;
        Function<Collection<String>, Set<String>> tsn = TreeSet::new;
        System.out.println(al.get() + "" + hm.get() + tsn.apply(List.of("b", "a")));
        Sub s = new Sub("S");
        System.out.println(
            s.viaSuper().get() + s.viaThis().get() + s.maker().apply("made").prot() + s.innerMaker().apply(7).v);
        Greeter g = () -> " tail";
        Function<String, String> gr = g::greet;
        BiFunction<Greeter, String, String> gu = Greeter::greet;
        System.out.println(gr.apply("a") + gu.apply(g, "b"));
        Function<Integer, Gen<Integer>> go = Gen::of;
        Function<String, Gen<String>> gn = Gen<String>::new;
        System.out.println(go.apply(3).map(Integer::toBinaryString).map(String::length).val() + gn.apply("z").val());
        Consumer<String> cs = MethodRefs::consume;
        cs.accept("it");
        Consumer<String> drop = MethodRefs::sideEffect;
        drop.accept("abc");
        drop.andThen(x -> effect *= 2).accept("de");
        System.out.println(effect);
        Runnable nr = MethodRefs::new;
        nr.run();
        Runnable pr = System.out::println;
        pr.run();
        Consumer<Object> po = System.out::println;
        po.accept('c');
        po.accept(null);
        IntConsumer pi = System.out::println;
        pi.accept('c');
        Stream.of("x", "y").map(String::toUpperCase).forEach(System.out::print);
        System.out.println(Stream.of("b", "a", "c")
                               .sorted(Comparator.comparing(Function.<String>identity(), Comparator.reverseOrder()))
                               .collect(Collectors.toCollection(LinkedList::new))
            + " "
            + IntStream.range(0, 5)
                .mapToObj(Integer::toString)
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
                .reverse()
            + " " + Stream.of(1, 2, 3).toArray(Integer[] ::new).length + " "
            + Stream.of("1", "22").mapToInt(Integer::parseInt).boxed().reduce(Integer::sum).get()
            + Arrays.asList(3, 1, 2).stream().max(Integer::compare).get());
        int[] arr = {5, 4};
        Supplier<int[]> cl = arr::clone;
        int[] k = cl.get();
        k[0] = 0;
        System.out.println(arr[0]);
        Supplier<Class<?>> gc = "s" ::getClass;
        System.out.println(gc.get());
        Function<Double, Integer> di = Double::intValue;
        Function<Number, Long> nl = Number::longValue;
        System.out.println(di.apply(3.9) + nl.apply(4.9));
        Supplier<Supplier<String>> ss = () -> new MethodRefs("nest")::prot;
        System.out.println(ss.get().get());
        Iterable<Integer> it = List.of(1, 2)::iterator;
        for (int x : it) System.out.print(x);
        for (int x : it) System.out.print(x);
        System.out.println();
        LongFunction<Object> lf = Long::valueOf;
        IntFunction<Object> intLong = Long::valueOf;
        System.out.println(lf.apply(5).getClass() + " " + intLong.apply(5).getClass());
        Callback cb = MethodRefs::generic;
        System.out.println(cb.<String>call("g"));
        enumTest(TimeUnitLike::valueOf);
    }
    interface Callback {
        <T> String call(T t);
    }
    static <T> String generic(T t) { return "generic " + t; }
    enum TimeUnitLike { A, B }
    static void enumTest(Function<String, TimeUnitLike> f) {
        System.out.println(f.apply("B") + " " + Stream.of(TimeUnitLike.values()).map(TimeUnitLike::name).toList());
    }
}

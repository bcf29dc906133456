import java.io.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import java.util.stream.*;

/** Lambda expressions and method references of all kinds. */
public class Lambdas {
    final int base;
    Lambdas(int base) { this.base = base; }
    Lambdas(String text, long more) { this.base = (int) (text.length() + more); }

    private int addPrivate(int x) { return base + x; }
    int add(int x) { return base + x; }
    static long sum(byte a, short b, char c, int d, long e, float f, double g, boolean h) { return (long) (a + b + c + d + e + f + g) + (h ? 1 : 0); }
    @Override public String toString() { return "L" + base; }

    interface Eight { long call(byte a, short b, char c, int d, long e, float f, double g, boolean h); }
    interface EightBoxed { Long call(Byte a, Short b, Character c, Integer d, Long e, Float f, Double g, Boolean h); }
    interface EightGeneric<A, B, C, D, E, F, G, H, R> { R call(A a, B b, C c, D d, E e, F f, G g, H h); }
    interface Widen { double call(byte a, char b); }
    interface Named { String name(); default String twice() { return name() + name(); } }
    interface WithDefault { private String hidden() { return "hidden"; } default Supplier<String> open() { return this::hidden; } static WithDefault make() { return new WithDefault() {}; } }
    interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}
    interface StringMaker<T extends CharSequence> { T make(T t); }
    interface StringStringMaker extends StringMaker<String> { String make(String s); }
    interface Marker1 {}
    interface Marker2 {}
    interface A { Object f(Object o); }
    interface B { Number f(Object o); }
    interface AB extends A, B { Integer f(Object o); }
    interface Thrower<X extends Throwable> { void run() throws X; }

    static class Parent {
        String who() { return "parent"; }
        protected String guarded() { return "guarded"; }
    }
    static class Child extends Parent {
        @Override String who() { return "child"; }
        Supplier<String> superWho() { return super::who; }
        Supplier<String> thisWho() { return this::who; }
        Supplier<String> guardedWho() { return this::guarded; }
        Supplier<String> lambdaSuper() { return () -> super.who() + super.guarded(); }
    }
    class Inner {
        final int n;
        Inner(int n) { this.n = n * base; }
        public String toString() { return "Inner" + n; }
    }
    record Point(int x, int y) {}
    enum Color { RED, GREEN; Supplier<String> lower() { return () -> name().toLowerCase(); } }
    static <T> T id(T t) { return t; }
    static int count(Object... all) { return all.length; }
    static String joined(String... all) { return String.join("-", all); }
    static void nothing(Object o) {}
    static int intOf(Number n) { return n.intValue(); }
    static Object any(Object o) { return "any:" + o; }
    static Integer boxed(int x) { return x + 1; }
    static byte narrow(byte b) { return (byte) (b + 1); }

    static void print(Object... values) { System.out.println(Arrays.deepToString(values)); }

    public static void main(String[] args) throws Throwable {
        primitives();
        references();
        captures();
        serialization();
        streams();
    }

    static void primitives() {
        Eight eight = Lambdas::sum;
        print(eight.call((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true));
        EightBoxed boxed = Lambdas::sum;
        print(boxed.call((byte) -1, (short) -2, '\uffff', Integer.MIN_VALUE, Long.MAX_VALUE, Float.NaN, 7.5, false));
        EightGeneric<Byte, Short, Character, Integer, Long, Float, Double, Boolean, Long> generic = Lambdas::sum;
        print(generic.call((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true));
        EightGeneric<Byte, Byte, Character, Short, Integer, Long, Float, Boolean, Object> widened = Lambdas::sum;
        print(widened.call((byte) 1, (byte) 2, 'c', (short) 4, 5, 6L, 7.5f, true));
        Widen w = (a, b) -> a + b;
        print(w.call((byte) -3, 'a'));
        Widen w2 = Math::addExact;
        print(w2.call((byte) -3, 'a'));
        Function<Integer, Integer> f1 = Lambdas::boxed;
        IntUnaryOperator f2 = Lambdas::boxed;
        IntFunction<Integer> f3 = Lambdas::boxed;
        ToIntFunction<Integer> f4 = Lambdas::boxed;
        IntToLongFunction f5 = Lambdas::boxed;
        ToDoubleFunction<Integer> f6 = Lambdas::boxed;
        IntFunction<Object> f7 = Lambdas::any;
        IntFunction<Number> f8 = Lambdas::boxed;
        ToLongFunction<Byte> f9 = Lambdas::narrow;
        ToIntFunction<Long> f10 = Lambdas::intOf;
        LongFunction<Integer> f11 = Lambdas::intOf;
        Function<Byte, Object> f12 = Lambdas::narrow;
        IntConsumer f13 = Lambdas::boxed;
        LongSupplier f14 = "four"::length;
        DoubleSupplier f15 = Integer.valueOf(3)::intValue;
        f13.accept(3);
        print(f1.apply(1), f2.applyAsInt(2), f3.apply(3), f4.applyAsInt(4), f5.applyAsLong(5), f6.applyAsDouble(6), f7.apply(7), f8.apply(8),
            f9.applyAsLong((byte) 127), f10.applyAsInt(10L), f11.apply(11), f12.apply((byte) 5), f14.getAsLong(), f15.getAsDouble());
        BooleanSupplier t = () -> true;
        Predicate<Boolean> negate = x -> !x;
        BiFunction<Long, Double, Double> mixed = (a, b) -> a * b;
        ToDoubleBiFunction<Long, Float> mixed2 = (a, b) -> a / b;
        Supplier<Character> c = () -> 'x';
        IntSupplier ci = "y".charAt(0) > 'a' ? () -> 'y' : () -> 0;
        print(t.getAsBoolean(), negate.test(false), mixed.apply(3L, 1.5), mixed2.applyAsDouble(3L, 2f), c.get(), ci.getAsInt());
        try {
            ToIntFunction<Integer> f = Lambdas::boxed;
            f.applyAsInt(null);
        } catch (NullPointerException e) { print("NPE"); }
        try {
            @SuppressWarnings({"unchecked", "rawtypes"}) Function<Object, Object> raw = (Function) (Function<String, Integer>) String::length;
            raw.apply(5);
        } catch (ClassCastException e) { print("CCE"); }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void references() throws Throwable {
        Lambdas it = new Lambdas(10);
        IntUnaryOperator bound = it::add;
        IntUnaryOperator boundPrivate = it::addPrivate;
        BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::add;
        ToIntBiFunction<Lambdas, Integer> unboundPrivate = Lambdas::addPrivate;
        IntFunction<Lambdas> make = Lambdas::new;
        BiFunction<String, Integer, Lambdas> make2 = Lambdas::new;
        IntFunction<Inner> makeInner = it.new Inner(0).n == 0 ? i -> it.new Inner(i) : null;
        IntFunction<int[]> makeArray = int[]::new;
        Function<Integer, String[][]> makeArrays = String[][]::new;
        BiFunction<Integer, Integer, Point> makePoint = Point::new;
        Function<Point, Integer> x = Point::x;
        print(bound.applyAsInt(1), boundPrivate.applyAsInt(2), unbound.apply(it, 3), unboundPrivate.applyAsInt(it, 4), make.apply(5), make2.apply("abc", 6),
            makeInner.apply(7), makeArray.apply(2).length, makeArrays.apply(3).length, makePoint.apply(1, 2), x.apply(new Point(8, 9)));
        Child child = new Child();
        print(child.superWho().get(), child.thisWho().get(), child.guardedWho().get(), child.lambdaSuper().get());
        Function<Parent, String> virtual = Parent::who;
        print(virtual.apply(new Parent()), virtual.apply(child));
        print(WithDefault.make().open().get(), ((Supplier<WithDefault>) WithDefault::make).get() != null);
        Supplier<List<String>> list = ArrayList::new;
        List<String> strings = list.get();
        Consumer<String> adder = strings::add;
        adder.accept("one");
        BiConsumer<List<String>, String> add = List::add;
        add.accept(strings, "two");
        Function<List<?>, Integer> size = List::size;
        Function<Collection<?>, Iterator<?>> iterator = Collection::iterator;
        print(strings, size.apply(strings), iterator.apply(strings).next());
        Function<int[], Object> clone = int[]::clone;
        print(((int[]) clone.apply(new int[] {1, 2})).length);
        Comparator<String> byLength = Comparator.comparingInt(String::length);
        Comparator<String> all = byLength.thenComparing(Comparator.reverseOrder()).reversed();
        print(Stream.of("b", "aa", "c", "dd", "a").sorted(all).collect(Collectors.toList()));
        Function<Object, Class<?>> getClass = Object::getClass;
        Supplier<Integer> hash = "x"::hashCode;
        print(getClass.apply("s"), hash.get(), Lambdas.<Function<String, String>>id(String::trim).apply("  t "));
        Function<String, Integer> varargs1 = Lambdas::count;
        BiFunction<String, String, String> varargs2 = Lambdas::joined;
        Supplier<String> varargs0 = Lambdas::joined;
        print(varargs1.apply("a"), varargs2.apply("a", "b"), varargs0.get());
        Callable<Object> nothing = () -> { nothing(null); return null; };
        print(nothing.call());
        Named named = () -> "n";
        print(named.twice(), Color.GREEN.lower().get());
        StringStringMaker maker = s -> s + "!";
        StringMaker rawMaker = maker;
        print(maker.make("a"), rawMaker.make("b"));
        AB ab = o -> 42;
        print(ab.f(null), ((A) ab).f(null), ((B) ab).f(null));
        Object marked = (Runnable & Marker1 & Marker2) () -> print("ran");
        print(marked instanceof Marker1, marked instanceof Marker2, marked instanceof Serializable);
        ((Runnable) marked).run();
        try {
            Thrower<IOException> thrower = () -> { throw new IOException("thrown"); };
            thrower.run();
        } catch (IOException e) { print(e.getMessage()); }
        try {
            Lambdas none = null;
            IntUnaryOperator op = none::add;
        } catch (NullPointerException e) { print("null receiver"); }
        Runnable r = Lambdas::staticRunnable;
        r.run();
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> cc -> a * 100 + b * 10 + cc;
        print(curried.apply(1).apply(2).apply(3));
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        print(nested.get().get(), list.get() == list.get());
    }

    static void staticRunnable() { print("static"); }

    static void captures() {
        boolean z = true; byte b = 1; short s = 2; char c = 'c'; int i = 4; long j = 5; float f = 6.5f; double d = 7.25; String t = "t"; int[] a = {8};
        Supplier<String> all = () -> "" + z + b + s + c + i + j + f + d + t + a[0];
        print(all.get());
        LongBinaryOperator some = (x, y) -> x * j + y * i + (long) d;
        print(some.applyAsLong(2, 3));
        Function<String, String> mixed = more -> more + d + more + j + a.length;
        print(mixed.apply("m"));
        List<Supplier<Integer>> suppliers = new ArrayList<>();
        for (int k = 0; k < 3; k++) { int n = k; suppliers.add(() -> n * n); }
        for (Supplier<Integer> supplier : suppliers) print(supplier.get());
        double d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9; long l0 = 10, l1 = 11, l2 = 12, l3 = 13, l4 = 14, l5 = 15;
        DoubleFunction<String> many = x -> "" + x + d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9 + l0 + l1 + l2 + l3 + l4 + l5;
        print(many.apply(-1));
    }

    static void serialization() throws Exception {
        int n = 5; long j = 6; double d = 7.5; boolean z = true; String t = "t";
        SerializableFunction<String, String> f = s -> s + n + j + d + z + t;
        SerializableFunction<String, Integer> length = String::length;
        SerializableFunction<Integer, Object> constructor = StringBuilder::new;
        Supplier<String> bound = (Supplier<String> & Serializable) t::toUpperCase;
        Runnable plain = (Runnable & Serializable & Marker1) () -> print("round trip");
        print(round(f).apply("x"), round(length).apply("four"), round(constructor).apply(3).toString().length(), round(bound).get());
        round(plain).run();
        print(round(plain) instanceof Marker1);
        var method = f.getClass().getDeclaredMethod("writeReplace");
        method.setAccessible(true);
        var form = (java.lang.invoke.SerializedLambda) method.invoke(f);
        print(form.getCapturingClass(), form.getFunctionalInterfaceClass(), form.getFunctionalInterfaceMethodName(), form.getFunctionalInterfaceMethodSignature(),
            form.getImplMethodKind(), form.getImplClass(), form.getImplMethodName(), form.getImplMethodSignature(), form.getInstantiatedMethodType(), form.getCapturedArgCount(), form.getCapturedArg(1));
        try {
            Runnable not = () -> {};
            round(not);
        } catch (NotSerializableException e) { print("not serializable"); }
    }

    @SuppressWarnings("unchecked")
    static <T> T round(T value) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) { out.writeObject(value); }
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    static void streams() {
        print(IntStream.rangeClosed(1, 5).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        print(Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(k -> k % 2 == 0, Collectors.summingInt(Integer::intValue))));
        print(Stream.of("a", "bb", "cc").collect(Collectors.toMap(String::length, Function.identity(), String::concat, TreeMap::new)));
        print(Stream.iterate(1L, k -> k * 3).limit(10).mapToLong(Long::longValue).summaryStatistics());
        print(DoubleStream.of(1, 2, 3).map(Math::sqrt).mapToObj(v -> String.format(Locale.ROOT, "%.3f", v)).collect(Collectors.toList()));
        print(Stream.of("x", "y").flatMap(s -> Stream.of(s, s + s)).reduce("", String::concat));
        print("hello".chars().mapToObj(ch -> (char) ch).map(Character::toUpperCase).map(String::valueOf).collect(Collectors.joining()));
    }
}

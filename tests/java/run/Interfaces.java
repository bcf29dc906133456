// Interfaces: default, static and private methods, diamonds, conflict resolution, super calls, functional ones, marker checks, re-abstraction.
import java.util.function.*;

public class Interfaces {
    interface A {
        default String who() { return "A"; }
        static String stat() { return "A.stat " + helper(); }
        private static String helper() { return "private static"; }
        private String mine() { return "mine " + who(); }
        default String reveal() { return mine(); }
    }
    interface B extends A {
        default String who() { return "B>" + A.super.who(); }
    }
    interface C extends A {
        default String who() { return "C>" + A.super.who(); }
    }
    interface D extends A {}
    static class BC implements B, C {
        public String who() { return "BC(" + B.super.who() + "," + C.super.who() + ")"; }
    }
    static class BD implements B, D {}
    static class JustD implements D {}
    static class ClassWins {
        public String who() { return "class"; }
    }
    static class CW extends ClassWins implements A {}
    static class CWB extends ClassWins implements B {
        @Override
        public String who() {
            return super.who() + "+" + B.super.who();
        }
    }
    interface Re extends A {
        String who();
    }
    static class ReImpl implements Re {
        public String who() { return "re"; }
    }
    static abstract class AbsA implements A {}
    static class FromAbs extends AbsA {}
    interface Stack<T> {
        void push(T t);
        T pop();
        boolean isEmpty();
        default T peek() {
            T t = pop();
            push(t);
            return t;
        }
        static <T> Stack<T> create() {
            return new Stack<>() {
                private final java.util.ArrayDeque<T> q = new java.util.ArrayDeque<>();
                public void push(T t) { q.push(t); }
                public T pop() { return q.pop(); }
                public boolean isEmpty() { return q.isEmpty(); }
            };
        }
    }
    @FunctionalInterface
    interface Tri<X, Y, Z, R> {
        R apply(X x, Y y, Z z);
        default <S> Tri<X, Y, Z, S> andThen(Function<? super R, ? extends S> f) {
            return (x, y, z) -> f.apply(apply(x, y, z));
        }
        boolean equals(Object o);
        String toString();
    }
    interface Const {
        int ONE = 1;
        int[] ARR = {1, 2};
        String S = "s" + ONE;
    }
    static class UsesConst implements Const {
        int two() { return ONE + ARR[1] + S.length(); }
    }
    interface Num {
        int get();
        default Num plus(Num o) { return () -> get() + o.get(); }
        default Num times(int k) {
            Num r = this;
            for (int i = 1; i < k; i++) r = r.plus(this);
            return r;
        }
        static Num of(int v) { return () -> v; }
        Num ZERO = of(0);
    }
    interface Deep1 {
        default int d() { return 1; }
    }
    interface Deep2 extends Deep1 {
        default int d() { return Deep1.super.d() + 10; }
    }
    interface Deep3 extends Deep2 {
        default int d() { return Deep2.super.d() + 100; }
    }
    static class DeepC implements Deep3, Deep1 {
        public int d() { return Deep3.super.d() + 1000; }
    }
    interface Generic<T extends Comparable<T>> {
        T value();
        default boolean less(Generic<T> o) { return value().compareTo(o.value()) < 0; }
    }
    enum En implements Supplier<String>, A {
        X {
            public String get() { return "x!"; }
        },
        Y {
            public String get() { return "y!"; }
            @Override
            public String who() {
                return "Y" + super.who();
            }
        }
    }
    record Rec(int v) implements Generic<Integer>, A {
        public Integer value() { return v; }
    }
    interface Toggle {
        boolean[] state = new boolean[1];
        default boolean flip() { return state[0] ^= true; }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new BC().who() + new BD().who() + new JustD().who() + new CW().who() + new CWB().who()
            + new ReImpl().who() + new FromAbs().who() + A.stat() + new BC().reveal() + new A() {}.reveal());
        Stack<String> s = Stack.create();
        s.push("a");
        s.push("b");
        System.out.println(s.peek() + s.pop() + s.pop() + s.isEmpty());
        Tri<Integer, Integer, Integer, Integer> t = (a, b, c) -> a * b + c;
        System.out.println(t.andThen(x -> "r" + x).andThen(String::length).apply(3, 40, 5) + " " + t.apply(1, 2, 3));
        System.out.println(new UsesConst().two() + " " + UsesConst.ONE + Const.S);
        System.out.println(Num.of(7).times(6).plus(Num.ZERO).get() + " " + new DeepC().d() + " " + new Deep3() {}.d());
        System.out.println(new Rec(1).less(new Rec(2)) + " " + new Rec(3).less(() -> 2) + new Rec(1).reveal()
            + En.X.get() + En.Y.get() + En.X.who() + En.Y.who() + En.valueOf("Y").reveal());
        Toggle t1 = new Toggle() {}, t2 = new Toggle() {};
        System.out.println(t1.flip() + " " + t2.flip() + " " + t1.flip());
        A lambdaLike = new A() {
            public String who() { return "anon " + A.super.who(); }
        };
        System.out.println(lambdaLike.reveal());
        Object o = (Runnable & java.io.Serializable & Toggle2) () -> System.out.println("run");
        ((Runnable) o).run();
        System.out.println((o instanceof java.io.Serializable) + " " + ((Toggle2) o).extra());
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).compose(dbl).apply(5) + " " + Function.<Integer>identity().apply(9) + " "
            + ((Predicate<String>) String::isEmpty).negate().or(x -> x == null).and(x -> true).test("q") + " "
            + BinaryOperator.minBy(java.util.Comparator.<Integer>naturalOrder()).apply(3, 2) + " "
            + UnaryOperator.identity().apply("u") + " " + Predicate.not(String::isBlank).test(" ") + " "
            + Predicate.isEqual(null).test(null));
        IntBinaryOperator gcd = new IntBinaryOperator() {
            public int applyAsInt(int a, int b) { return b == 0 ? a : applyAsInt(b, a % b); }
        };
        System.out.println(gcd.applyAsInt(84, 36));
        java.util.Comparator<String> cmp = java.util.Comparator.comparing(String::length);
        System.out.println(cmp.reversed().compare("a", "bb") + " "
            + cmp.thenComparing(java.util.Comparator.naturalOrder()).compare("b", "a"));
        for (var m : new String[] {"who", "reveal"})
            System.out.println(A.class.getMethod(m).isDefault() + " "
                + BC.class.getMethod(m).getDeclaringClass().getSimpleName() + " "
                + BD.class.getMethod(m).getDeclaringClass().getSimpleName());
    }
    interface Toggle2 {
        default String extra() { return "extra"; }
    }
}

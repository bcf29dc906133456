// Generics at run time: bridge methods, erasure, heap pollution, bounded and recursive types, generic arrays, varargs, wildcards.
import java.lang.reflect.Method;
import java.util.*;
import java.util.function.*;

public class Generics {
    static class Box<T> {
        T v;
        Box(T v) { this.v = v; }
        T get() { return v; }
        void set(T t) { v = t; }
        <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(v)); }
        @Override
        public String toString() {
            return "Box(" + v + ")";
        }
    }
    static class IntBox extends Box<Integer> {
        IntBox(int i) { super(i); }
        @Override
        Integer get() {
            return v + 1;
        }
        @Override
        void set(Integer i) {
            v = i * 2;
        }
    }
    static class Node<T extends Comparable<? super T>> {
        T key;
        Node<T> l, r;
        int size = 1;
        Node(T k) { key = k; }
        Node<T> add(T k) {
            int c = k.compareTo(key);
            if (c < 0)
                l = l == null ? new Node<>(k) : l.add(k);
            else if (c > 0)
                r = r == null ? new Node<>(k) : r.add(k);
            size = 1 + (l == null ? 0 : l.size) + (r == null ? 0 : r.size);
            return this;
        }
        void walk(Consumer<? super T> f) {
            if (l != null) l.walk(f);
            f.accept(key);
            if (r != null) r.walk(f);
        }
    }
    static abstract class Builder<B extends Builder<B>> {
        StringBuilder s = new StringBuilder();
        abstract B self();
        B add(String x) {
            s.append(x);
            return self();
        }
    }
    static class ABuilder extends Builder<ABuilder> {
        ABuilder self() { return this; }
        ABuilder twice() {
            s.append(s);
            return this;
        }
    }
    interface Visitor<R> {
        R num(int n);
        R add(Expr a, Expr b);
        R mul(Expr a, Expr b);
    }
    interface Expr {
        <R> R accept(Visitor<R> v);
    }
    static Expr num(int n) {
        return new Expr() {
            public <R> R accept(Visitor<R> v) { return v.num(n); }
        };
    }
    static Expr add(Expr a, Expr b) {
        return new Expr() {
            public <R> R accept(Visitor<R> v) { return v.add(a, b); }
        };
    }
    static Expr mul(Expr a, Expr b) {
        return new Expr() {
            public <R> R accept(Visitor<R> v) { return v.mul(a, b); }
        };
    }
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        Iterator<? extends T> i = c.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T t = i.next();
            if (t.compareTo(best) > 0) best = t;
        }
        return best;
    }
    @SafeVarargs
    static <T> List<T> listOf(T... ts) {
        return new ArrayList<>(Arrays.asList(ts));
    }
    @SafeVarargs
    static <T> T[] arrayOf(T... ts) {
        return ts;
    }
    static <T> T[] pair(T a, T b) { return arrayOf(a, b); }
    static double sum(List<? extends Number> l) {
        double s = 0;
        for (Number n : l) s += n.doubleValue();
        return s;
    }
    static void fill(List<? super Integer> l) {
        for (int i = 0; i < 3; i++) l.add(i);
    }
    static <A, B extends A> void copy(List<B> from, List<A> to) { to.addAll(from); }
    static <T> void swap(List<T> l, int i, int j) {
        T t = l.get(i);
        l.set(i, l.get(j));
        l.set(j, t);
    }
    static void swapAny(List<?> l) { swap(l, 0, 1); }
    static class Pair<A, B> {
        final A a;
        final B b;
        Pair(A a, B b) {
            this.a = a;
            this.b = b;
        }
        static <A, B> Pair<A, B> of(A a, B b) { return new Pair<>(a, b); }
        <C> Pair<A, C> second(C c) { return of(a, c); }
        Pair<B, A> flip() { return new Pair<>(b, a); }
        @Override
        public String toString() {
            return "<" + a + "," + b + ">";
        }
        class In<Z> {
            Z z;
            In(Z z) { this.z = z; }
            @Override
            public String toString() {
                return Pair.this + "+" + z;
            }
        }
    }
    static class Cmp implements Comparator<String> {
        @Override
        public int compare(String a, String b) {
            return b.compareTo(a);
        }
    }
    static class Self implements Comparable<Self> {
        int k;
        Self(int k) { this.k = k; }
        @Override
        public int compareTo(Self o) {
            return k - o.k;
        }
        @Override
        public String toString() {
            return "S" + k;
        }
    }
    static <E extends Exception> void sneak(Exception e) throws E {
        @SuppressWarnings("unchecked") E x = (E) e;
        throw x;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Box<Integer> b = new IntBox(4);
        b.set(10);
        System.out.println(b.get() + " " + b.v + " " + b.map(x -> "m" + x).map(String::length) + " " + b);
        Box raw = b;
        try {
            raw.set("string");
        } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        Box<String> polluted = (Box) new Box<>(5);
        Object fine = polluted.get();
        try {
            String s = polluted.get();
        } catch (ClassCastException e) { System.out.println(fine + " " + e.getMessage()); }
        Method[] ms = IntBox.class.getDeclaredMethods();
        Arrays.sort(ms, Comparator.comparing(Method::toString));
        for (Method m : ms)
            System.out.println(
                m + " bridge=" + m.isBridge() + " synthetic=" + m.isSynthetic() + " " + m.toGenericString());
        Node<String> root = new Node<>("m");
        for (String s : "the quick brown fox jumps over the lazy dog".split(" ")) root.add(s);
        StringBuilder sb = new StringBuilder();
        root.walk(k -> sb.append(k).append(' '));
        System.out.println(sb + "" + root.size);
        System.out.println(new ABuilder().add("a").twice().add("b").twice().s);
        Expr e = add(num(2), mul(num(3), add(num(4), num(5))));
        System.out.println(e.accept(new Visitor<Integer>() {
            public Integer num(int n) { return n; }
            public Integer add(Expr a, Expr c) { return a.accept(this) + c.accept(this); }
            public Integer mul(Expr a, Expr c) { return a.accept(this) * c.accept(this); }
        }) + " = "
            + e.accept(new Visitor<String>() {
                  public String num(int n) { return "" + n; }
                  public String add(Expr a, Expr c) { return "(" + a.accept(this) + "+" + c.accept(this) + ")"; }
                  public String mul(Expr a, Expr c) { return a.accept(this) + "*" + c.accept(this); }
              }));
        System.out.println(max(List.of(3, 9, 2)) + max(List.of("b", "c", "a")) + " " + listOf(1, "a", 2.5) + listOf()
            + arrayOf("x", "y").getClass().getSimpleName() + arrayOf(1, 2.5).getClass().getSimpleName());
        try {
            String[] p = pair("a", "b");
        } catch (ClassCastException x) { System.out.println(x.getMessage()); }
        List<Number> nums = new ArrayList<>();
        fill(nums);
        nums.add(2.5);
        copy(List.of(7L), nums);
        swapAny(nums);
        System.out.println(nums + " " + sum(nums));
        Pair<Integer, String> pr = Pair.of(1, "one");
        System.out.println(pr.flip().second(List.of(3)) + " " + pr.new In<>('z') + new Pair<>(null, pr));
        TreeSet<String> ts = new TreeSet<>(new Cmp());
        ts.addAll(List.of("a", "c", "b"));
        System.out.println(ts + " " + max(List.of(new Self(3), new Self(8))));
        Comparator rawCmp = new Cmp();
        try {
            rawCmp.compare(1, 2);
        } catch (ClassCastException x) { System.out.println(x.getMessage()); }
        Comparable rawSelf = new Self(1);
        try {
            rawSelf.compareTo("no");
        } catch (ClassCastException x) { System.out.println(x.getMessage()); }
        try {
            Generics.<RuntimeException>sneak(new java.io.IOException("sneaked"));
        } catch (Exception x) { System.out.println(x); }
        List<String> strings = new ArrayList<>();
        ((List) strings).add(42);
        System.out.println(strings + " " + strings.size() + " " + strings.contains(42));
        try {
            for (String s : strings) System.out.println(s);
        } catch (ClassCastException x) { System.out.println("CCE"); }
        List<String> checked = Collections.checkedList(new ArrayList<>(), String.class);
        try {
            ((List) checked).add(1);
        } catch (ClassCastException x) { System.out.println(x.getMessage()); }
        Map<String, List<Map<Integer, Set<String>>>> deep = new TreeMap<>();
        deep.computeIfAbsent("k", k -> new ArrayList<>())
            .add(new TreeMap<>(Map.of(1, new TreeSet<>(List.of("z", "y")))));
        System.out.println(deep);
        Function<Object, ? extends Number> wf = o -> o.hashCode();
        Number n = wf.apply("a");
        Supplier<? super Integer> ws = (Supplier<Object>) () -> "any";
        System.out.println(n + "" + ws.get());
        List<?>[] arr = new List<?>[] {List.of(1), List.of("s")};
        System.out.println(Arrays.toString(arr));
        T2<String>[] gen = (T2<String>[]) new T2[2];
        gen[0] = new T2<>("q");
        System.out.println(gen[0].t + gen.getClass().getSimpleName());
    }
    static class T2<T> {
        T t;
        T2(T t) { this.t = t; }
    }
}

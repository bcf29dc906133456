// Records: canonical and compact constructors, equals, hashCode, toString by ObjectMethods for every type, nesting, generics, reflection, serialisation.
import java.io.*;
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class Records {
    record Point(int x, int y) implements Comparable<Point> {
        static final Point ORIGIN = new Point(0, 0);
        static int made;
        Point {
            made++;
            if (x < -100) throw new IllegalArgumentException("x " + x);
        }
        Point(int both) { this(both, both); }
        Point plus(Point o) { return new Point(x + o.x, y + o.y()); }
        public int compareTo(Point o) { return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y); }
        static Point parse(String s) {
            String[] p = s.split(",");
            return new Point(Integer.parseInt(p[0]), Integer.parseInt(p[1]));
        }
    }
    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a, Object o) {}
    record None() {}
    record Gen<A, B extends Comparable<B>>(A a, List<B> bs) {
        B max() { return Collections.max(bs); }
        <C> Gen<C, B> with(C c) { return new Gen<>(c, bs); }
    }
    record Range(int lo, int hi) {
        Range {
            if (lo > hi) {
                int t = lo;
                lo = hi;
                hi = t;
            }
        }
        public int lo() { return lo * 10; }
        @Override
        public String toString() {
            return "[" + lo + ".." + hi + "]";
        }
    }
    record Varargs(String... names) {}
    record Defensive(List<String> l) {
        Defensive(List<String> l) { this.l = List.copyOf(l); }
    }
    record Tree(Tree left, int v, Tree right) {
        int sum() { return v + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); }
    }
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tag {
        String value() default "t";
    }
    record Annotated(@Tag("first") int a, @Tag String b, List<? extends Number> c) {}
    record Ser(int a, String b) implements Serializable {
        Ser {
            if (a < 0) throw new IllegalArgumentException("negative");
        }
    }
    interface Shape {
        double area();
    }
    record Sq(double side) implements Shape {
        public double area() { return side * side; }
    }
    record Eq(double d, float f) {}
    record Many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n, int o,
        int p, long q, long r, String s, String t) {}
    private record Private(int v) {
        private Private {}
    }
    public static void main(String[] args) throws Exception {
        Point p = new Point(1, 2), q = new Point(1, 2);
        System.out.println(p + " " + p.equals(q) + (p == q) + (p.hashCode() == q.hashCode()) + p.hashCode() + " "
            + p.equals(null) + p.equals("x") + new Point(7) + p.plus(q).plus(Point.ORIGIN) + Point.parse("3,4")
            + Point.made + " " + new TreeSet<>(List.of(new Point(3, 1), p, new Point(1, 1))));
        try {
            new Point(-101, 0);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        int[] arr = {1};
        All a = new All(true, (byte) 1, (short) 2, 'c', 3, 4L, 5.5f, 6.5, "t", arr, null),
            b = new All(true, (byte) 1, (short) 2, 'c', 3, 4L, 5.5f, 6.5, new String("t"), arr, null),
            c = new All(true, (byte) 1, (short) 2, 'c', 3, 4L, 5.5f, 6.5, "t", new int[] {1}, null);
        System.out.println(a.toString().replaceAll("\\[I@[0-9a-f]+", "[I@") + " " + a.equals(b) + a.equals(c)
            + (a.hashCode() == b.hashCode()));
        All n = new All(false, (byte) 0, (short) 0, 'x', -1, Long.MIN_VALUE, Float.NaN, -0.0, null, null, "o");
        System.out.println(n + " " + n.hashCode() + n.equals(n));
        System.out.println(new None() + " " + new None().equals(new None()) + new None().hashCode());
        System.out.println(new Eq(Double.NaN, 0f).equals(new Eq(Double.NaN, 0f)) + " "
            + new Eq(0.0, 0f).equals(new Eq(-0.0, 0f)) + new Eq(1.5, 2f).hashCode());
        Gen<String, Integer> g = new Gen<>("a", List.of(3, 9, 4));
        System.out.println(g + " " + g.max() + g.with(5) + g.hashCode());
        System.out.println(new Range(5, 2) + " " + new Range(5, 2).lo() + new Range(5, 2).equals(new Range(2, 5))
            + new Varargs("a", "b").names().length + new Varargs().names().length);
        List<String> src = new ArrayList<>(List.of("x"));
        Defensive d = new Defensive(src);
        src.add("y");
        System.out.println(d);
        Tree t = new Tree(new Tree(null, 1, null), 2, new Tree(null, 3, new Tree(null, 4, null)));
        System.out.println(t + " " + t.sum() + " " + t.hashCode() + t.equals(new Tree(t.left(), 2, t.right())));
        System.out.println(Point.class.isRecord() + " " + String.class.isRecord() + Point.class.getSuperclass()
            + Modifier.toString(Point.class.getModifiers()));
        for (RecordComponent rc : Annotated.class.getRecordComponents())
            System.out.println(rc.getName() + " " + rc.getType() + " " + rc.getGenericType() + " " + rc.getAccessor()
                + " " + Arrays.toString(rc.getAnnotations()) + " " + rc.getGenericSignature() + " " + rc);
        RecordComponent[] rcs = Point.class.getRecordComponents();
        System.out.println(rcs[1].getAccessor().invoke(p) + " "
            + Arrays.toString(Point.class.getDeclaredConstructor(int.class, int.class).getParameters()) + " "
            + None.class.getRecordComponents().length + String.class.getRecordComponents()
            + Arrays.toString(Annotated.class.getDeclaredConstructors()[0].getParameterAnnotations()[0])
            + Annotated.class.getDeclaredField("a").isAnnotationPresent(Tag.class)
            + Annotated.class.getDeclaredMethod("a").isAnnotationPresent(Tag.class));
        Field f = Point.class.getDeclaredField("x");
        f.setAccessible(true);
        System.out.println(f.getInt(p) + Modifier.toString(f.getModifiers()));
        try {
            f.setInt(p, 5);
        } catch (IllegalAccessException e) { System.out.println(e.getMessage()); }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream oo = new ObjectOutputStream(bo)) {
            oo.writeObject(List.of(new Ser(1, "s"), new Ser(2, null)));
        }
        try (ObjectInputStream oi = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            System.out.println(oi.readObject());
        }
        record Local(String s, int... r) {
            static String twice(String x) { return x + x; }
        }
        System.out.println(new Local("l", 1, 2).r().length + Local.twice("k") + new Private(3));
        Map<Point, String> m = new HashMap<>();
        for (int i = 0; i < 50; i++) m.put(new Point(i % 5, i % 7), "v" + i);
        System.out.println(m.size() + m.get(new Point(3, 4)) + m.containsKey(new Point(9, 9)));
        Object o = new Sq(3);
        if (o instanceof Shape s && s.area() > 5) System.out.println(s + " " + s.area());
        System.out.println(new Many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "s", "t") + " "
            + new Many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "s", "t").hashCode());
        Object nullable = new Gen<>(null, null);
        System.out.println(
            nullable + " " + nullable.hashCode() + nullable.equals(new Gen<>(null, null)) + nullable.equals(g));
        record Thrower(Object x) {}
        try {
            new Thrower(new Object() {
                public String toString() { throw new RuntimeException("ts"); }
            }).toString();
        } catch (RuntimeException e) { System.out.println(e.getMessage()); }
    }
}

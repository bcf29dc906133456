// Virtual dispatch: overriding, overloading, super calls, package-private, covariant returns, abstract classes, field hiding, Object methods on interfaces and arrays.
import java.util.*;

public class Inheritance {
    static abstract class Shape implements Comparable<Shape> {
        abstract double area();
        String name() { return getClass().getSimpleName(); }
        @Override
        public int compareTo(Shape o) {
            return Double.compare(area(), o.area());
        }
        @Override
        public String toString() {
            return name() + String.format("(%.2f)", area());
        }
        Shape self() { return this; }
        static String kind() { return "shape"; }
        private String secret() { return "shape-secret"; }
        String reveal() { return secret(); }
        protected Object clone() throws CloneNotSupportedException { return super.clone(); }
    }
    static class Circle extends Shape implements Cloneable {
        double r;
        int[] shared = {1};
        Circle(double r) { this.r = r; }
        double area() { return 3 * r * r; }
        @Override
        Circle self() {
            return this;
        }
        static String kind() { return "circle"; }
        private String secret() { return "circle-secret"; }
        @Override
        public boolean equals(Object o) {
            return o instanceof Circle c && c.r == r;
        }
        @Override
        public int hashCode() {
            return Double.hashCode(r);
        }
        @Override
        public Circle clone() {
            try {
                return (Circle) super.clone();
            } catch (CloneNotSupportedException e) { throw new AssertionError(e); }
        }
    }
    static class Rect extends Shape {
        double w, h;
        Rect(double w, double h) {
            this.w = w;
            this.h = h;
        }
        double area() { return w * h; }
    }
    static class Square extends Rect {
        Square(double s) { super(s, s); }
        @Override
        String name() {
            return "Sq<" + super.name() + ">";
        }
        double parent() { return super.area(); }
        @Override
        double area() {
            return parent() + 0.5;
        }
    }

    static String over(Object o) { return "Object"; }
    static String over(String s) { return "String"; }
    static String over(Integer i) { return "Integer"; }
    static String over(int i) { return "int"; }
    static String over(long l) { return "long"; }
    static String over(double d) { return "double"; }
    static String over(Object... os) { return "Object..."; }
    static String over(CharSequence c) { return "CharSequence"; }
    static String over(char c) { return "char"; }
    static String over(List<?> l) { return "List"; }
    static String over(Collection<?> c) { return "Collection"; }
    static class P {
        String m(Object o) { return "P.Object"; }
        String m(String s) { return "P.String"; }
        String call(Object o) { return m(o); }
    }
    static class Q extends P {
        @Override
        String m(Object o) {
            return "Q.Object";
        }
        String m(Integer i) { return "Q.Integer"; }
    }
    static class L1 {
        int v() { return 1; }
        int chain() { return v(); }
    }
    static class L2 extends L1 {
        @Override
        int v() {
            return super.v() * 10 + 2;
        }
    }
    static class L3 extends L2 {}
    static class L4 extends L3 {
        @Override
        int v() {
            return super.v() * 10 + 4;
        }
        @Override
        int chain() {
            return -super.chain();
        }
    }
    static class L5 extends L4 {
        @Override
        final int v() {
            return super.v() * 10 + 5;
        }
    }
    interface I {
        String id();
    }
    static abstract class Half implements I {
        String twice() { return id() + id(); }
    }
    static class Whole extends Half {
        public String id() { return "w"; }
    }
    static class Base {
        public String hello() { return "hello from " + getClass().getSimpleName(); }
    }
    interface Greeter {
        String hello();
    }
    static class Both extends Base implements Greeter {}

    public static void main(String[] args) throws Exception {
        List<Shape> shapes = new ArrayList<>(List.of(new Rect(2, 3), new Circle(2), new Square(2), new Circle(0.5)));
        Collections.sort(shapes);
        System.out.println(shapes + " " + Collections.max(shapes));
        Circle c = new Circle(2).self(), d = c.clone();
        d.shared[0] = 9;
        System.out.println(c.equals(d) + " " + (c == d) + " " + c.shared[0] + " " + (c.hashCode() == d.hashCode()) + " "
            + Shape.kind() + Circle.kind() + c.reveal() + c.secret());
        try {
            new Rect(1, 1).clone();
        } catch (CloneNotSupportedException e) { System.out.println(e); }
        Object o = "s";
        Integer boxed = 1;
        short sh = 1;
        byte by = 1;
        float f = 1;
        StringBuilder sb = new StringBuilder();
        System.out.println(over(o) + over("s") + over(1) + over(boxed) + over(sh) + over(by) + over('c') + over(1L)
            + over(f) + over(1.0) + over() + over(1, 2) + over("a", "b") + over(sb) + over(new ArrayList<>())
            + over(new HashSet<>()) + over((Object) null) + over(new int[0]) + over((Object[]) new String[0])
            + over(Map.of()) + over((Object) new int[0]));
        P p = new Q();
        System.out.println(p.m("s") + p.m(1) + p.m((Object) "s") + ((Q) p).m(1) + p.call("s") + p.call(1));
        L1[] ls = {new L1(), new L2(), new L3(), new L4(), new L5()};
        for (L1 l : ls) System.out.print(l.v() + "/" + l.chain() + " ");
        System.out.println();
        System.out.println(
            new Whole().twice() + ((I) new Whole()).id() + ((Greeter) new Both()).hello() + new Both().hello());
        I i = new Whole();
        System.out.println(i.equals(i) + " " + (i.hashCode() == i.hashCode()) + " " + i.getClass() + " "
            + new int[0].getClass().getMethod("hashCode").getDeclaringClass() + " "
            + new int[] {1}.equals(new int[] {1}));
        System.out.println(c instanceof Shape ? c instanceof Cloneable ? "both" : "one" : "none");
        for (Class<?> k = Square.class; k != null; k = k.getSuperclass()) System.out.print(k.getSimpleName() + " < ");
        System.out.println();
        int calls = 0;
        for (int n = 0; n < 20000; n++) calls += ls[n % 5].v() % 7;
        System.out.println(calls);
        Object tricky = new Object() {
            @Override
            public boolean equals(Object x) {
                return true;
            }
            @Override
            public int hashCode() {
                return 42;
            }
            @Override
            public String toString() {
                return "tricky" + hashCode();
            }
        };
        System.out.println(tricky + " " + tricky.equals(null) + " " + Objects.equals(tricky, "x") + " "
            + List.of("x").contains(tricky) + " " + new ArrayList<>(List.of(tricky)).indexOf("q") + " "
            + Objects.hash(tricky, 1));
    }
}

// Sealed hierarchies, pattern matching for instanceof with scoping, and the reflection of permitted subclasses.
import java.util.*;

public class SealedPatterns {
    sealed interface Expr permits Num, Add, Mul, Neg, Var {}
    record Num(double v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    record Var(String n) implements Expr {}
    static abstract sealed class Shape {}
    static final class Circle extends Shape {
        double r = 2;
    }
    static non-sealed class Poly extends Shape {
        int sides = 3;
    }
    static class Quad extends Poly {
        { sides = 4; }
    }
    static double eval(Expr e, Map<String, Double> env) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l(), env) + eval(a.r(), env);
        if (e instanceof Mul m && m.l() instanceof Num z && z.v() == 0) return 0;
        if (e instanceof Mul m) return eval(m.l(), env) * eval(m.r(), env);
        if (e instanceof Neg g) return -eval(g.e(), env);
        if (!(e instanceof Var v)) throw new AssertionError(e);
        return env.getOrDefault(v.n(), Double.NaN);
    }
    static Expr simplify(Expr e) {
        if (e instanceof Add a) {
            Expr l = simplify(a.l()), r = simplify(a.r());
            if (l instanceof Num x && r instanceof Num y) return new Num(x.v() + y.v());
            if (l instanceof Num x && x.v() == 0) return r;
            return new Add(l, r);
        } else if (e instanceof Mul m) {
            Expr l = simplify(m.l()), r = simplify(m.r());
            if (l instanceof Num x && x.v() == 1) return r;
            if (l instanceof Num x && r instanceof Num y) return new Num(x.v() * y.v());
            return new Mul(l, r);
        } else if (e instanceof Neg n && n.e() instanceof Neg inner)
            return simplify(inner.e());
        return e;
    }
    static String show(Expr e) {
        return e instanceof Num n ? n.v() == Math.rint(n.v()) ? "" + (long) n.v() : "" + n.v()
            : e instanceof Add a  ? "(" + show(a.l()) + "+" + show(a.r()) + ")"
            : e instanceof Mul m  ? show(m.l()) + "*" + show(m.r())
            : e instanceof Neg n  ? "-" + show(n.e())
            : e instanceof Var v  ? v.n()
                                  : "?";
    }
    static String describe(Object o) {
        if (o instanceof String s && s.length() > 3 || o instanceof Integer) return "long string or int " + o;
        if (o instanceof String s) return "short " + s.toUpperCase();
        if (o instanceof int[] a&& a.length > 0) return "ints " + a[0];
        if (o instanceof List<?> l && !l.isEmpty() && l.get(0) instanceof Character c)
            return "chars from " + (char) (c + 1); if (o instanceof Map<?, ?> m) {
            for (Map.Entry<?, ?> en : m.entrySet())
                if (en.getKey() instanceof String k && en.getValue() instanceof Number n) return k + n.intValue();
            return "map";
        }
        if (!(o instanceof Number n)) return "none " + o;
        return "number " + n.doubleValue();
    }
    static int loop(Object o) {
        int n = 0;
        while (!(o instanceof String s)) {
            o = o instanceof Integer i && i > 0 ? (Object) (i - 1) : "done";
            n++;
        }
        return n + s.length();
    }
    static String s = "field";
    static String shadow(Object o) {
        if (o instanceof String s && s.startsWith("x")) return s;
        return s;
    }
    public static void main(String[] args) {
        Expr e = new Add(new Mul(new Num(2), new Var("x")), new Neg(new Neg(new Add(new Num(0), new Num(3.5)))));
        System.out.println(eval(e, Map.of("x", 4.0)) + " " + show(e) + " -> " + show(simplify(e)) + " "
            + eval(new Mul(new Num(0), new Var("q")), Map.of()) + " " + eval(new Var("q"), Map.of()) + " "
            + simplify(e));
        try {
            eval(null, Map.of());
        } catch (AssertionError x) { System.out.println(x.getMessage()); }
        for (Object o : new Object[] {"abcd", "abc", 5, 2.5, new int[] {7}, new int[0].length, List.of('a'), List.of(),
                 new TreeMap<>(Map.of("k", 3L)), Map.of(), null, 'c', 7L})
            System.out.println(describe(o));
        System.out.println(loop(5) + " " + loop("abc") + " " + loop(2.5) + shadow("xyz") + shadow("abc") + shadow(1));
        Shape[] shapes = {new Circle(), new Poly(), new Quad()};
        for (Shape sh : shapes) {
            String r = sh instanceof Circle c ? "circle " + c.r
                : sh instanceof Quad q        ? "quad " + q.sides
                : sh instanceof Poly p        ? "poly " + p.sides
                                              : "?";
            System.out.println(r);
        }
        for (Class<?> c : new Class<?>[] {Expr.class, Shape.class, Circle.class, Poly.class, Num.class})
            System.out.println(c.getSimpleName() + " " + c.isSealed() + " "
                + (c.getPermittedSubclasses() == null
                        ? null
                        : Arrays.stream(c.getPermittedSubclasses()).map(Class::getSimpleName).toList()));
        Object boxed = 5;
        if (boxed instanceof Integer i) {
            i++;
            System.out.println(i + " " + boxed);
        }
        boolean both = boxed instanceof Integer i && i > 3 && boxed instanceof Number n && n.intValue() == i;
        System.out.println(both);
        Object x = both ? "str" : 1;
        System.out.println(x instanceof String t ? t.length() : -1);
        if (!(x instanceof String t)) return;
        System.out.println(t + "!");
    }
}

// Inner, local, anonymous and static nested classes: captures, outer chains, private access, names, enclosing methods, shadowing.
import java.util.*;
import java.util.function.*;

public class InnerClasses {
    private int secret = 1;
    private static int sSecret = 2;
    private int bump() { return ++secret; }
    private static long twice(long x) { return x * 2; }
    class A {
        private int v = secret * 10;
        int read() { return secret + v + bump(); }
        class B {
            int v = A.this.v + 1;
            class C {
                int v = B.this.v + InnerClasses.this.secret;
                String all() { return v + "," + B.this.v + "," + A.this.v + "," + secret; }
                void write() {
                    secret = 500;
                    A.this.v = 600;
                    B.this.v += 7;
                    sSecret++;
                }
            }
        }
    }
    static class Nested {
        private int hidden = 5;
        private Nested() {}
        private static Nested make() { return new Nested(); }
        class InNested {
            int h = hidden;
        }
    }
    static class Sub extends A {
        Sub(InnerClasses o) { o.super(); }
        @Override
        int read() {
            return -super.read();
        }
    }
    class Iter implements Iterable<Integer> {
        final int n;
        Iter(int n) { this.n = n; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int i = 0;
                public boolean hasNext() { return i < n; }
                public Integer next() { return i++ * secret; }
            };
        }
    }
    Supplier<Supplier<Integer>> nest(int p) {
        int q = p + 1;
        class Local {
            int f = p;
            Supplier<Integer> s() { return () -> f++ + q + secret; }
        }
        Local l = new Local();
        return () -> l.s();
    }
    static List<Supplier<String>> captures() {
        List<Supplier<String>> r = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int j = i * i;
            String s = "s" + i;
            r.add(new Supplier<>() {
                int calls;
                public String get() { return s + j + calls++; }
            });
            r.add(() -> j + s);
        }
        for (char c : "xy".toCharArray()) r.add(() -> "" + c);
        return r;
    }
    static int counter(int n) {
        class Rec {
            int go(int k) { return k == 0 ? 0 : k + new Rec().go(k - 1); }
        }
        return new Rec().go(n);
    }
    static String shadow(String x) {
        class S {
            String x = "field";
            String get(String y) {
                String x = "local";
                return x + this.x + y;
            }
        }
        return new S().get(x);
    }
    static abstract class Abs {
        final String n;
        Abs(String n) { this.n = n; }
        abstract int calc(int a, long b, double c);
    }
    private class PrivateCtor {
        private PrivateCtor(int a, String b) { secret += a + b.length(); }
        private long wide(long l, double d) { return l + (long) d + secret; }
    }
    static Object anonymousIn() {
        return new Object() {
            Object deeper = new Object() {};
            @Override
            public String toString() {
                return getClass().getName() + " " + deeper.getClass().getName();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        InnerClasses o = new InnerClasses();
        A a = o.new A();
        System.out.println(a.read() + " " + a.v + " " + o.secret);
        A.B.C c = a.new B().new C();
        System.out.println(c.all());
        c.write();
        System.out.println(c.all() + " " + sSecret + " " + o.secret);
        System.out.println(Nested.make().hidden + Nested.make().new InNested().h + " " + new Sub(o).read());
        int sum = 0;
        for (int i : o.new Iter(4)) sum += i;
        System.out.println(sum);
        Supplier<Integer> s = o.nest(10).get();
        System.out.println(s.get() + " " + s.get());
        o.secret = 0;
        System.out.println(s.get());
        for (Supplier<String> x : captures()) System.out.print(x.get() + x.get() + " ");
        System.out.println(counter(100) + shadow("arg"));
        long wide = 1L << 40;
        double d = 2.5;
        int n = 3;
        System.out.println(new Abs("abs") {
            int k = 3;
            int calc(int p, long q, double r) { return (int) (p + q + r + wide / (1L << 38) + d) + k + n.length2(); }
            final Len n = new Len();
            class Len {
                int length2() { return Abs.class.getSimpleName().length() + k; }
            }
        }.calc(1, 2, 3.5));
        PrivateCtor pc = o.new PrivateCtor(5, "abc");
        System.out.println(pc.wide(1, 2.9) + " " + twice(21) + " " + o.bump());
        System.out.println(anonymousIn());
        class Loc {
            class In {}
        }
        Object lam = new Object() {};
        for (Class<?> k : new Class<?>[] {A.class, A.B.C.class, Nested.class, Loc.class, Loc.In.class, lam.getClass(),
                 InnerClasses.class, Map.Entry.class, int[].class, Loc[].class})
            System.out.println(k.getName() + " '" + k.getSimpleName() + "' " + k.getCanonicalName() + " "
                + k.isMemberClass() + k.isLocalClass() + k.isAnonymousClass() + " " + k.getEnclosingMethod() + " "
                + k.getEnclosingClass() + " " + k.getDeclaringClass() + " " + k.getNestHost().getSimpleName() + " "
                + java.lang.reflect.Modifier.toString(k.getModifiers()));
        String[] nested = Arrays.stream(InnerClasses.class.getDeclaredClasses())
                              .map(Class::getSimpleName)
                              .sorted()
                              .toArray(String[] ::new);
        System.out.println(Arrays.toString(nested) + " " + A.class.isNestmateOf(Nested.class) + " "
            + InnerClasses.class.getNestMembers().length);
        Runnable r = () -> {
            class InLambda {
                int q = n;
            }
            System.out.println(new InLambda().q + new Object() { int z = new InLambda().q * 2; }.z);
        };
        r.run();
        BiFunction<Integer, Integer, Integer> f = new BiFunction<>() {
            public Integer apply(Integer x, Integer y) { return x == 0 ? y : this.apply(x - 1, y + 1); }
        };
        System.out.println(f.andThen(z -> z * n).apply(5, 6));
    }
}

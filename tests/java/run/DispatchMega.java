// Megamorphic virtual and interface calls through wide and deep hierarchies, default methods overridden half-way, and many interfaces per class.
import java.util.*;

public class DispatchMega {
    interface I0 {
        default int a(int x) { return x; }
        int b(int x);
    }
    interface I1 extends I0 {
        default int a(int x) { return x + 1; }
    }
    interface I2 extends I0 {
        default int c(int x) { return b(x) * 2; }
    }
    interface I3 extends I1, I2 {
        default int b(int x) { return a(x) + c2(x); }
        private int c2(int x) { return x ^ 3; }
    }
    interface I4 {
        int d(long l, double d);
    }
    interface I5 {
        Object e(Object o);
    }
    interface I6 extends I5 {
        String e(Object o);
    }
    static class C0 implements I0 {
        public int b(int x) { return x * 3; }
        int v(int x) { return x; }
    }
    static class C1 extends C0 implements I1 {
        int v(int x) { return super.v(x) + 1; }
    }
    static class C2 extends C1 implements I2 {
        public int b(int x) { return super.b(x) - 1; }
        int v(int x) { return super.v(x) * 2; }
    }
    static class C3 extends C2 implements I4 {
        public int d(long l, double d) { return (int) (l + d); }
        public int a(int x) { return I1super(x) + 7; }
        int I1super(int x) { return super.a(x); }
    }
    static class C4 extends C3 implements I6 {
        public String e(Object o) { return "e" + o; }
        int v(int x) { return -super.v(x); }
    }
    static class D0 implements I3 {}
    static class D1 extends D0 {
        public int c(int x) { return super.c(x) + 100; }
    }
    static class D2 extends D1 implements I4, I5 {
        public int d(long l, double d) { return (int) (l - d); }
        public Object e(Object o) { return 5; }
        public int a(int x) { return x - 1; }
    }
    static final class Many implements I3, I4, I6, Comparable<Many>, Runnable, Iterable<Integer>, CharSequence {
        int runs;
        public int d(long l, double d) { return 1; }
        public String e(Object o) { return "m"; }
        public int compareTo(Many m) { return runs - m.runs; }
        public void run() { runs++; }
        public Iterator<Integer> iterator() { return List.of(1, 2).iterator(); }
        public int length() { return 3; }
        public char charAt(int i) { return (char) ('x' + i); }
        public CharSequence subSequence(int a, int b) { return "sub"; }
        public String toString() { return "xyz"; }
    }
    static long hot(I0[] is, int n) {
        long r = 0;
        for (int i = 0; i < n; i++) {
            I0 o = is[i % is.length];
            r = r * 31 + o.a(i) + o.b(i);
            if (o instanceof I2 t) r ^= t.c(i);
            if (o instanceof I4 t) r += t.d(i, i / 2.0);
            if (o instanceof I5 t) r += t.e(i).hashCode();
            if (o instanceof C0 c) r -= c.v(i);
        }
        return r;
    }
    public static void main(String[] args) {
        I0[] all = {new C0(), new C1(), new C2(), new C3(), new C4(), new D0(), new D1(), new D2(), new Many(),
            x -> x * 5, new I0(){public int b(int x){return 1;
    }
    public int a(int x) { return I0.super.a(x) * 2; }
}
}
;
for (I0 o : all)
    System.out.println(o.a(10) + " " + o.b(10) + " " + (o instanceof I2 t ? t.c(10) : "-") + " "
        + (o instanceof I4 t ? t.d(1L << 33, 2.5) : "-") + " " + (o instanceof I5 t ? t.e("o") : "-") + " "
        + (o instanceof C0 c ? c.v(10) : "-"));
System.out.println(hot(all, 30000));
Many m = new Many();
for (Runnable r : new Runnable[] {m, m, () -> m.runs += 10}) r.run();
int s = 0;
for (int x : m) s += x;
System.out.println(m.runs + " " + s + m.compareTo(new Many()) + m.charAt(1) + m.chars().sum() + String.join("-", m, m)
    + new StringBuilder().append(m).append(m, 0, 2));
I5 raw = new C4();
Object viaBridge = raw.e(1);
System.out.println(viaBridge + " " + ((I6) raw).e(2));
Object[] mixed = {1, 2L, 2.5, "s", 'c', true, List.of(1), new int[0], null, m};
int h = 0;
for (int k = 0; k < 200; k++)
    for (Object o : mixed)
        h = h * 31
            + (o == null                 ? 0
                    : o instanceof int[] ? 7
                    : o instanceof Many  ? 9
                                         : o.hashCode())
            + (o instanceof Comparable ? 1 : 0) + (o instanceof Number n ? n.intValue() : 0)
            + (o instanceof CharSequence c ? c.length() : 0);
System.out.println(h);
List<Comparator<Integer>> cs = new ArrayList<>();
for (int i = 0; i < 12; i++) {
    int k = i;
    cs.add(i % 2 == 0 ? (a, b) -> (a ^ k) - (b ^ k) : new Comparator<>() {
        public int compare(Integer a, Integer b) { return (b * (k + 1) % 17) - (a * (k + 1) % 17); }
    });
}
int sum = 0;
for (int r = 0; r < 2000; r++) sum += Integer.signum(cs.get(r % 12).compare(r % 13, r % 7));
System.out.println(sum);
}
}

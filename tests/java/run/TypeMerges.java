// Control flow whose stack and locals merge different types: ternaries over classes and interfaces, loops that change a local's class, uninitialised locals on paths, nested try with values on the stack.
import java.io.Serializable;
import java.util.*;

public class TypeMerges {
    static class A implements Comparable<A>, Serializable {
        public int compareTo(A o) { return 0; }
        public String toString() { return "A"; }
    }
    static class B implements Comparable<A>, Serializable {
        public int compareTo(A o) { return 1; }
        public String toString() { return "B"; }
    }
    static class B2 extends B {
        public String toString() { return "B2"; }
    }
    static Object pick(int i) {
        return i == 0 ? new A() : i == 1 ? new B() : i == 2 ? (Object) new int[] {i} : i == 3 ? "s" : null;
    }
    static Comparable<A> cmp(boolean z) {
        Comparable<A> c = z ? new A() : new B2();
        return c;
    }
    static int loop(int n) {
        Object o = "start";
        int r = 0;
        for (int i = 0; i < n; i++) {
            if (o instanceof String s) {
                r += s.length();
                o = i;
            } else if (o instanceof Integer k) {
                r += k;
                o = new Object[] {k};
            } else if (o instanceof Object[] a) {
                r += a.length * 100;
                o = a[0];
                if (i % 5 == 0) o = "again" + i;
            }
        }
        return r;
    }
    static long locals(int k) {
        int i;
        long l;
        double d;
        String s;
        if (k > 0) {
            i = k;
            l = i * 2L;
            d = l / 4.0;
            s = "p";
        } else {
            d = -1.5;
            s = "n";
            l = -7;
            i = (int) l;
        }
        {
            int reused = 5;
            i += reused;
        }
        {
            double reused = 2.5;
            d += reused;
        }
        {
            Object reused = s;
            s = reused + "!";
        }
        return i + l + (long) (d * 100) + s.length();
    }
    static int stackTry(int a, int[] arr) {
        return a * 1000 + tryIt(a) * (arr[a % arr.length] += tryIt(a + 1)) - (a > 2 ? tryIt(5) : -tryIt(6));
    }
    static int tryIt(int x) {
        try {
            if (x % 3 == 0) throw new IllegalArgumentException();
            return x;
        } catch (IllegalArgumentException e) { return -1; } finally {
            x++;
        }
    }
    static boolean logic(int a, int b) {
        return (a > b ? a != 0 && b / a == 0 : b != 0 || a == b) ^ ((a & 1) == 0 ? b > 0 : !(b > 0 | a < 0));
    }
    static Number num(int k) {
        return k == 0 ? (Number) Integer.valueOf(1) : k == 1 ? Double.valueOf(2.5) : Long.valueOf(3);
    }
    static Object unify(boolean b) { return b ? 1 : 'a'; }
    static Object unify2(boolean b, Integer i, Double d) { return b ? i : d; }
    static char ch(boolean b) { return b ? 'x' : 0; }
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
    static List<? extends Serializable> lub() { return Arrays.asList(1, "two", 3.0); }
    static int deepNest(int n) {
        int r = 0;
        for (int a = 0; a < n; a++) {
            if (a % 2 == 0)
                for (int b = a; b < n; b++) {
                    while (b % 3 != 0) {
                        b++;
                        if (b > n) break;
                        do { r += a ^ b; } while (r % 5 == 1 && r < 10000);
                    }
                    switch (b % 4) {
                        case 0:
                            continue;
                        case 1:
                            r++;
                        default:
                            r += 2;
                    }
                }
            else
                try {
                    if (a % 5 == 0) throw new RuntimeException("" + a);
                    r -= a;
                } catch (RuntimeException e) {
                    r += e.getMessage().length();
                    continue;
                } finally { r ^= a; }
        }
        return r;
    }
    static Object swap(Object a, Object b, boolean... zs) {
        for (boolean z : zs) {
            Object t = a;
            a = z ? b : a;
            b = z ? t : b;
        }
        return a + "" + b;
    }
    static int shortCircuit(String s) {
        int n = 0;
        if (s != null && (n = s.length()) > 2 && s.charAt(n - 1) == '!' || (n += 100) > 101) n++;
        return n;
    }
    static synchronized int ret(int x) {
        synchronized (TypeMerges.class) {
            if (x == 0) return 1;
            for (int i = 0;; i++) synchronized ("l") {
                    if (i == x) return i * 2;
                    if (i > 5) throw new IllegalStateException("i" + i);
                }
        }
    }
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) System.out.print((pick(i) instanceof int[] x ? "arr" + x[0] : pick(i)) + " ");
        System.out.println(cmp(true) + "" + cmp(false) + cmp(false).compareTo(new A()) + " " + loop(50) + " "
            + locals(3) + locals(-3));
        int[] arr = {1, 2, 3};
        for (int i = 0; i < 5; i++) System.out.print(stackTry(i, arr) + " ");
        System.out.println(Arrays.toString(arr));
        StringBuilder s = new StringBuilder();
        for (int a = -2; a < 4; a++)
            for (int b = -2; b < 4; b++) {
                try {
                    s.append(logic(a, b) ? '1' : '0');
                } catch (ArithmeticException e) { s.append('!'); }
            }
        System.out.println(s);
        for (int k = 0; k < 3; k++) System.out.print(num(k) + " ");
        System.out.println(unify(true).getClass() + " " + unify(false) + unify2(true, 1, 2.0) + unify2(false, 1, 2.0)
            + (int) ch(false) + ch(true) + max("a", "b") + max(3, 2) + lub());
        try {
            unify2(true, null, 1.0);
        } catch (NullPointerException e) { System.out.println("unboxed null"); }
        System.out.println(deepNest(40) + " " + swap("a", 1, true, false, true, true) + shortCircuit(null)
            + shortCircuit("ab!") + shortCircuit("abc") + shortCircuit("x") + ret(0) + ret(4));
        try {
            ret(9);
        } catch (IllegalStateException e) { System.out.println(e.getMessage() + Thread.holdsLock(TypeMerges.class)); }
        long l = 0;
        int i = 0;
        do { l += i++ < 5 ? i : i % 2 == 0 ? 10L : 1; } while (i < 20);
        float f = i > 3 ? 1 : 2.5f;
        double d = f > 0 ? l : f;
        short sh = (short) (i > 0 ? 70000 : 1);
        System.out.println(l + " " + f + " " + d + " " + sh);
        Object o = i > 0 ? new Object[][] {{1}} : new String[0];
        System.out.println(((Object[]) o).length + " " + (o instanceof Object[][]) + (o instanceof String[]));
        Object nul = i > 0 ? null : "x";
        String t = (String) nul;
        System.out.println(t + (t == null));
        Runnable r = i > 0 ? () -> System.out.println("lambda A") : () -> System.out.println("lambda B");
        r.run();
        int x = 3;
        x = x > 2 ? x < 5 ? x == 4 ? 40 : x == 3 ? 30 : 20 : 50 : 10;
        System.out.println(x);
        boolean b1 = true, b2 = false;
        b1 &= b2 |= b1 ^ b2;
        System.out.println(b1 + " " + b2);
        int[][] g = {{1}, {2, 3}};
        int q = 0;
        for (int[] row : g)
            for (int v : row) q = v > q ? v : q;
        System.out.println(q);
    }
}

import java.util.*;

/** The methods of records. */
public class Records {
    record Empty() {}
    record All(boolean z, byte b, short s, char c, int i, long j, float f, double d, String t, Object o, int[] a, List<String> l) {}
    record Doubled(double d, float f, long j) {}
    record Noisy(String name, boolean same) {
        public boolean equals(Object o) { System.out.print("eq" + name + " "); return same; }
        public int hashCode() { System.out.print("h" + name + " "); return 3; }
        public String toString() { System.out.print("s" + name + " "); return name; }
    }
    record Three(Noisy a, int i, Noisy b, Noisy c) {}
    record Generic<T extends Comparable<T>>(T value, Generic<T> next) {}
    record Partly(int a, int b) { @Override public int hashCode() { return 1; } }
    record Größe(int höhe) {}

    static All all(int k, String text) {
        return new All(k % 2 == 0, (byte) k, (short) (k * 2), (char) ('a' + k), k * 1000003, k * 10000000019L, k / 3f, k / 7.0, text, k, null, List.of("x", "" + k));
    }

    public static void main(String[] args) {
        System.out.println(new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()) + new Empty().equals(null) + new Empty().equals("x"));
        for (int k = -2; k < 3; k++) {
            All one = all(k, "t" + k), two = all(k, "t" + k);
            System.out.println(one + " " + one.hashCode() + " " + one.equals(two) + one.equals(one) + one.equals(null) + one.equals("no") + one.equals(all(k + 1, "t" + k)) + one.equals(all(k, null)) + all(k, null).equals(one));
            System.out.println(all(k, null).equals(all(k, null)) + " " + all(k, null).hashCode() + all(k, null));
        }
        All base = all(4, "t");
        System.out.println(base.equals(new All(false, base.b, base.s, base.c, base.i, base.j, base.f, base.d, base.t, base.o, base.a, base.l)));
        System.out.println(base.equals(new All(base.z, (byte) 9, base.s, base.c, base.i, base.j, base.f, base.d, base.t, base.o, base.a, base.l)));
        System.out.println(base.equals(new All(base.z, base.b, base.s, base.c, base.i, base.j + (1L << 40), base.f, base.d, base.t, base.o, base.a, base.l)));
        System.out.println(base.equals(new All(base.z, base.b, base.s, base.c, base.i, base.j, base.f, base.d, base.t, base.o, new int[0], base.l)));
        double[] ds = {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L), 1};
        for (double a : ds) for (double b : ds) {
            Doubled p = new Doubled(a, (float) b, 1L << 33), q = new Doubled(b, (float) a, 1L << 33);
            System.out.print(p.equals(q) + " " + p.hashCode() + " " + p + " " + q.hashCode() + ";");
        }
        System.out.println();
        Noisy a = new Noisy("a", true), b = new Noisy("b", true), f = new Noisy("f", false);
        System.out.println(new Three(a, 1, b, a).equals(new Three(b, 1, a, b)));
        System.out.println(new Three(a, 1, f, b).equals(new Three(b, 1, a, b)));
        System.out.println(new Three(a, 1, b, b).equals(new Three(b, 2, a, b)));
        System.out.println(new Three(a, 1, null, b).equals(new Three(b, 1, null, null)));
        System.out.println(new Three(a, 1, b, null).hashCode());
        System.out.println(new Three(a, 1, b, null));
        System.out.println(new Generic<>("v", new Generic<>("w", null)) + " " + new Generic<>(1, null).hashCode() + new Generic<>(1, null).equals(new Generic<>(1, null)));
        System.out.println(new Partly(1, 2) + " " + new Partly(1, 2).hashCode() + new Partly(1, 2).equals(new Partly(1, 2)) + new Größe(3));
        record Local(String s, char c) {}
        System.out.println(new Local("\1\2", '\2').toString().length() + " " + new Local("é", '€') + new Local("a", 'b').equals(new Local("a", 'b')));
        System.out.println(new HashSet<>(List.of(new Local("q", 'r'), new Partly(0, 0))).contains(new Local("q", 'r')));
    }
}

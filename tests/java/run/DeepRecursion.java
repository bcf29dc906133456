// Deep but legal recursion: plain, mutual, through interfaces, lambdas and try/finally, 5000 frames deep.
import java.util.function.IntUnaryOperator;

public class DeepRecursion {
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static long wide(int n, long a, double b, Object c) {
        return n == 0 ? a + (long) b : wide(n - 1, a + n, b * 1.0001, c) + (c == null ? 1 : 2);
    }

    static IntUnaryOperator op;

    static int cleanup = 0;
    static void finallyDepth(int n) {
        try {
            if (n == 0) throw new IllegalStateException("bottom");
            finallyDepth(n - 1);
        } finally { cleanup += n; }
    }

    static class Node {
        Node next;
        int v;
        Node(Node next, int v) {
            this.next = next;
            this.v = v;
        }
        int sum() { return next == null ? v : v + next.sum(); }
        @Override
        public String toString() {
            return next == null ? "." : v % 500 == 0 ? v + next.toString() : next.toString();
        }
        @Override
        public boolean equals(Object o) {
            return o instanceof Node n && n.v == v && (next == null ? n.next == null : next.equals(n.next));
        }
        @Override
        public int hashCode() {
            return v + 31 * (next == null ? 7 : next.hashCode());
        }
    }

    static synchronized int locked(int n) { return n == 0 ? 0 : 1 + locked(n - 1); }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static void hanoi(int n, int from, int to, int via, int[] count) {
        if (n == 0) return;
        hanoi(n - 1, from, via, to, count);
        count[from * 3 + to]++;
        hanoi(n - 1, via, to, from, count);
    }

    public static void main(String[] args) {
        System.out.println(depth(5000));
        System.out.println(even(5000) + " " + odd(4999) + " " + even(4999));
        System.out.println(wide(3000, 1, 2.5, null) + " " + wide(3000, 1, 2.5, ""));
        op = n -> n == 0 ? 0 : 1 + op.applyAsInt(n - 1);
        System.out.println(op.applyAsInt(2500));
        try {
            finallyDepth(3000);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + cleanup + " frames " + e.getStackTrace().length);
        }
        Node a = null, b = null;
        for (int i = 0; i < 3000; i++) {
            a = new Node(a, i);
            b = new Node(b, i);
        }
        System.out.println(
            a.sum() + " " + a + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.hashCode());
        System.out.println(locked(3000) + " " + Thread.holdsLock(DeepRecursion.class));
        System.out.println(ackermann(2, 50));
        System.out.println(fib(20));
        int[] count = new int[9];
        hanoi(12, 0, 2, 1, count);
        System.out.println(java.util.Arrays.toString(count));
    }
}

// Control flow: labelled break and continue, nested loops, do-while, odd jump shapes, nested ternaries.
public class LoopsLabels {
    static int steps;

    static int firstComposite(int limit) {
        int count = 0;
    search:
        for (int i = 2; i < limit; i++) {
            for (int j = 2; j * j <= i; j++) {
                steps++;
                if (i % j == 0) continue search;
            }
            count++;
            if (count == 25) break search;
        }
        return count;
    }

    static String blocks(int n) {
        StringBuilder s = new StringBuilder();
    a:
        {
        b:
            {
            c:
                {
                    if (n == 0) break a;
                    if (n == 1) break b;
                    if (n == 2) break c;
                    s.append("in ");
                }
                s.append("c ");
            }
            s.append("b ");
        }
        return s.append("a").toString();
    }

    static String sign(int x) {
        return x < 0  ? x < -100 ? "very negative" : "negative"
            : x == 0  ? "zero"
            : x > 100 ? "very positive"
                      : "positive";
    }

    static boolean side(StringBuilder s, char c, boolean r) {
        s.append(c);
        return r;
    }

    static int doWhile(int n) {
        int r = 0;
        do {
            if (n % 3 == 0) {
                n -= 2;
                continue;
            }
            r += n;
            n--;
        } while (n > 0);
        return r;
    }

    static int infinite() {
        int n = 0;
        for (;;) {
            if (n++ > 10) break;
            while (true) {
                if (n % 2 == 0) break;
                n += 3;
            }
        }
        return n;
    }

    public static void main(String[] args) {
        System.out.println(firstComposite(1000) + " " + steps);
        for (int i = 0; i < 4; i++) System.out.println(blocks(i));
        for (int i : new int[] {-1000, -5, 0, 5, 1000}) System.out.println(sign(i));
        for (int i = 0; i < 10; i++) System.out.print(doWhile(i) + " ");
        System.out.println(infinite());
        StringBuilder s = new StringBuilder();
        for (int m = 0; m < 16; m++) {
            boolean a = (m & 1) != 0, b = (m & 2) != 0, c = (m & 4) != 0, d = (m & 8) != 0;
            boolean r1 = side(s, 'a', a) && side(s, 'b', b) || side(s, 'c', c) && !side(s, 'd', d);
            boolean r2 = side(s, 'A', a) & side(s, 'B', b) | side(s, 'C', c) ^ side(s, 'D', d);
            boolean r3 = !(a || b) ? c : d ? a != b : a == c;
            s.append(r1).append(r2).append(r3).append('\n');
        }
        System.out.print(s);
    outer:
        for (int i = 0, j = 10; i < j; i++, j--) {
        inner:
            for (int k = 0;; k++) {
                switch ((i + k) % 4) {
                    case 0:
                        continue inner;
                    case 1:
                        if (k > 3) continue outer;
                        break;
                    case 2:
                        if (i == 3) break outer;
                        break;
                    default:
                        if (k > 5) break inner;
                }
                System.out.print(i + ":" + k + " ");
            }
            System.out.print("| ");
        }
        System.out.println();
        int x = 0;
        while (x < 5)
            if (x++ == 3)
                break;
            else if (x == 2)
                continue;
            else
                System.out.print("x" + x);
        System.out.println();
        int[][] jag = {{1, 2}, {}, {3}, null, {4, 5, 6}};
    rows:
        for (int[] row : jag) {
            if (row == null) continue rows;
            for (int v : row) {
                if (v == 5) break rows;
                System.out.print(v);
            }
            System.out.print(';');
        }
        System.out.println();
        for (char c = 'z'; c >= 'a'; c -= 5) System.out.print(c);
        for (double d = 0; d != 1.0 && d < 2; d += 0.25) System.out.print(" " + d);
        for (long l = 1; l > 0; l <<= 9) System.out.print(" " + l);
        for (byte b = 120; b > 0; b++) System.out.print(" " + b);
        System.out.println();
        int collatz = 27, n = 0;
        while (collatz != 1) {
            collatz = (collatz & 1) == 0 ? collatz >> 1 : 3 * collatz + 1;
            n++;
        }
        System.out.println(n);
        Object o = null;
        if (o == null)
            System.out.println("null");
        else
            System.out.println("not");
        if (o != null)
            System.out.println("not");
        else
            System.out.println("null");
        String p = "s", q = "s", t = new String("s");
        System.out.println((p == q) + " " + (p == t) + " " + (p != t) + " " + (o == null ? p == t.intern() : q == t));
    }
}

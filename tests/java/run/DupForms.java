// Compound assignment and increment on locals, fields, statics and array elements of every type,
// used as values: these compile to dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, with the
// evaluation order of JLS 15.26 visible through side effects.
public class DupForms {
    int i;
    long l;
    float f;
    double d;
    short s;
    byte b;
    char c;
    boolean z;
    String str = "";
    static int si;
    static long sl;
    static float sf;
    static double sd;
    static short ss;
    static byte sb;
    static char sc;
    static boolean sz;
    static String sstr = "";
    static StringBuilder log = new StringBuilder();

    static <T> T note(String tag, T value) {
        log.append(tag);
        return value;
    }
    static int idx(String tag, int i) {
        log.append(tag);
        return i;
    }
    static DupForms self(String tag, DupForms d) {
        log.append(tag);
        return d;
    }

    static void flush() {
        System.out.println("order " + log);
        log.setLength(0);
    }

    void fields() {
        int a = i = 5;
        long bb = l = 6L;
        float cc = f = 7.5f;
        double dd = d = 8.25;
        System.out.println(a + " " + bb + " " + cc + " " + dd);
        System.out.println(i++ + " " + ++i + " " + i-- + " " + --i + " " + (i += 10) + " " + (i <<= 3) + " " + i);
        System.out.println(l++ + " " + ++l + " " + l-- + " " + --l + " " + (l += 10) + " " + (l <<= 33) + " " + l);
        System.out.println(f++ + " " + ++f + " " + f-- + " " + --f + " " + (f *= 1.1f) + " " + f);
        System.out.println(d++ + " " + ++d + " " + d-- + " " + --d + " " + (d /= 3) + " " + d);
        System.out.println(s++ + " " + ++s + " " + (s += 40000) + " " + b++ + " " + (b -= 200) + " " + (c += 65) + " "
            + c++ + " " + ++c);
        System.out.println(
            (z |= true) + " " + (z &= false) + " " + (z ^= true) + " " + (str += "x") + (str += 1) + (str += null));
    }

    static void statics() {
        int a = si = 5;
        long bb = sl = 6L;
        float cc = sf = 7.5f;
        double dd = sd = 8.25;
        System.out.println(a + " " + bb + " " + cc + " " + dd);
        System.out.println(si++ + " " + ++si + " " + si-- + " " + (si %= 4));
        System.out.println(sl++ + " " + ++sl + " " + sl-- + " " + (sl %= 4));
        System.out.println(sf++ + " " + ++sf + " " + (sf -= .25) + " " + sd++ + " " + ++sd + " " + (sd -= .25));
        System.out.println(ss++ + " " + sb-- + " " + --sb + " " + (sc += 'a') + " " + (sz ^= true) + " " + (sstr += 'c')
            + (sstr += 2.5));
    }

    static void arrays() {
        int[] ia = {1, 2, 3};
        long[] la = {1, 2, 3};
        float[] fa = {1, 2, 3};
        double[] da = {1, 2, 3};
        short[] sa = {1, 2, 3};
        byte[] ba = {1, 2, 3};
        char[] ca = {'a', 'b'};
        boolean[] za = {true, false};
        String[] st = {"p", null};
        System.out.println(ia[0]++ + ++ia[0] + (ia[1] += 5) + (ia[2] = 9) + " " + java.util.Arrays.toString(ia));
        System.out.println(la[0]++ + ++la[0] + (la[1] += 5) + (la[2] = 9) + " " + java.util.Arrays.toString(la));
        System.out.println(fa[0]++ + ++fa[0] + (fa[1] += 5) + (fa[2] = 9) + " " + java.util.Arrays.toString(fa));
        System.out.println(da[0]++ + ++da[0] + (da[1] += 5) + (da[2] = 9) + " " + java.util.Arrays.toString(da));
        System.out.println(sa[0]++ + ++sa[0] + (sa[1] += 70000) + (sa[2] = 9) + " " + java.util.Arrays.toString(sa));
        System.out.println(ba[0]++ + ++ba[0] + (ba[1] += 300) + (ba[2] = 9) + " " + java.util.Arrays.toString(ba));
        System.out.println("" + ca[0]++ + ++ca[0] + (ca[1] += 2) + " " + java.util.Arrays.toString(ca));
        System.out.println((za[0] ^= true) + " " + (za[1] |= true) + " " + java.util.Arrays.toString(za));
        System.out.println((st[0] += "q") + (st[1] += 7L) + " " + java.util.Arrays.toString(st));
        int i = 0;
        ia[i++] = ia[i] = i = 2;
        System.out.println(i + java.util.Arrays.toString(ia));
        i = 1;
        la[i] += (i = 0) + la[i]--;
        System.out.println(java.util.Arrays.toString(la));
        i = 2;
        da[--i] *= da[--i] + i;
        System.out.println(i + java.util.Arrays.toString(da));
        int x = 3;
        x = x++ + ++x * x--;
        System.out.println(x);
        long chain;
        double dchain;
        int ichain;
        dchain = chain = ichain = ia[1] = (int) (la[1] = 77);
        System.out.println(dchain + " " + chain + " " + ichain + " " + ia[1] + " " + la[1]);
        long[][] grid = new long[3][3];
        grid[1][2] = grid[2][1] += grid[0][0]++ + 4;
        System.out.println(java.util.Arrays.deepToString(grid));
    }

    static void order() {
        DupForms d = new DupForms();
        self("a", d).l += idx("b", 3) * idx("c", 4);
        self("d", d).i = idx("e", 1) + self("f", d).i++ - idx("g", 2);
        flush();
        int[] arr = new int[4];
        note("h", arr)[idx("i", 1)] += idx("j", 5);
        note("k", arr)[idx("l", 2)] = note("m", arr)[idx("n", 1)]++ + note("o", arr)[idx("p", 1)];
        flush();
        System.out.println(d.l + " " + d.i + java.util.Arrays.toString(arr));
        try {
            note("q", (int[]) null)[idx("r", 9)] = idx("s", 1) / idx("t", 0);
        } catch (ArithmeticException e) { log.append(" arith"); }
        try {
            note("u", (int[]) null)[idx("v", 9)] += idx("w", 1);
        } catch (NullPointerException e) { log.append(" npe"); }
        try {
            note("x", arr)[idx("y", 9)] = idx("z", 1);
        } catch (ArrayIndexOutOfBoundsException e) { log.append(" bounds"); }
        flush();
        int a = 10;
        a += a++ * 2 + a;
        int b = 5;
        b = b-- - --b;
        System.out.println(a + " " + b + " " + (a = 2) * a + " " + (a + (a = 5)) + " " + a);
    }

    // A long pushed under a long: javac needs dup2_x2 / dup2_x1 for these.
    long shift(DupForms o, long[] arr, int k) {
        long r = o.l = arr[k] = o.l + arr[k];
        return (arr[k]++ + (o.l -= arr[k]--)) * (r ^ (arr[k + 1] = o.l++));
    }

    public static void main(String[] args) {
        new DupForms().fields();
        statics();
        arrays();
        order();
        DupForms d = new DupForms();
        long[] arr = {3, 4, 5};
        d.l = 17;
        for (int i = 0; i < 5; i++)
            System.out.println(d.shift(d, arr, i % 2) + " " + d.l + java.util.Arrays.toString(arr));
        Integer box = 5;
        Integer[] boxes = {1, 2};
        System.out.println(box++ + ++box + " " + boxes[0]++ + --boxes[1] + (boxes[0] += 5) + " " + box);
    }
}

// All primitive conversions (i2l .. d2f, i2b/i2c/i2s), explicit, implicit, compound and through boxes.
public class Conversions {
    static byte b(Number n) { return n.byteValue(); }

    static void all(double d) {
        float f = (float) d;
        long l = (long) d;
        int i = (int) d;
        short s = (short) d;
        byte b = (byte) d;
        char c = (char) d;
        System.out.println(d + ": f=" + f + " l=" + l + " i=" + i + " s=" + s + " b=" + b + " c=" + (int) c);
        System.out.println("  from f: " + (double) f + " " + (long) f + " " + (int) f + " " + (short) f + " " + (byte) f
            + " " + (int) (char) f);
        System.out.println("  from l: " + (double) l + " " + (float) l + " " + (int) l + " " + (short) l + " "
            + (byte) l + " " + (int) (char) l);
        System.out.println("  from i: " + (double) i + " " + (float) i + " " + (long) i + " " + (short) i + " "
            + (byte) i + " " + (int) (char) i);
        System.out.println("  from s: " + (double) s + " " + (float) s + " " + (long) s + " " + (int) s + " " + (byte) s
            + " " + (int) (char) s);
        System.out.println("  from b: " + (double) b + " " + (float) b + " " + (long) b + " " + (int) b + " "
            + (short) b + " " + (int) (char) b);
        System.out.println("  from c: " + (double) c + " " + (float) c + " " + (long) c + " " + (int) c + " "
            + (short) c + " " + (byte) c);
    }

    static String which(int x) { return "int"; }
    static String which(long x) { return "long"; }
    static String which(float x) { return "float"; }
    static String which(double x) { return "double"; }
    static String which(Object x) { return x.getClass().getSimpleName(); }
    static String which(short x) { return "short"; }

    public static void main(String[] args) {
        double[] values = {0, -0.0, 0.99, -0.99, 1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536,
            2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 4294967295.0, 4294967296.0,
            9.223372036854775807e18, 9.3e18, -9.3e18, 1e30, -1e30, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 16777217, 9007199254740993.0};
        for (double d : values) all(d);
        long big = 9223372036854775807L;
        System.out.println(
            (float) big + " " + (double) big + " " + (long) (float) big + " " + (big == (long) (double) big));
        System.out.println((float) 16777217 + " " + (int) (float) 16777217 + " " + (float) 33554435L);
        byte b = 10;
        short s = 20;
        char c = 'A';
        int i = 40;
        long l = 50;
        float f = 60.5f;
        double d = 70.25;
        System.out.println(which(b) + which(s) + which(c) + which(i) + which(l) + which(f) + which(d)
            + which((Object) b) + which(Boolean.TRUE));
        System.out.println(which(b + b) + which(c + 1) + which(i + l) + which(l + f) + which(f + d)
            + which((byte) (b + c)) + which(true ? b : i) + which(true ? 'x' : 0));
        b += 300;
        s -= 70000;
        c *= 3;
        i += 1e20;
        l -= 1e10f;
        f += 1e-3;
        d += l;
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d);
        b = (byte) 0x80;
        System.out.println(
            (b >>> 1) + " " + (b >> 1) + " " + (b & 0xff) + " " + ((byte) (b >>> 1)) + " " + (char) (b & 0x7f | 0x41));
        Integer boxed = 1000;
        Long lb = 1000L;
        Double db = 2.5;
        Character cb = 'z';
        Short sb = 7;
        Byte bb = -7;
        Float fb = 1.5f;
        Boolean ob = true;
        boxed++;
        lb += boxed;
        db *= 2;
        cb++;
        sb++;
        bb--;
        fb /= 2;
        ob ^= true;
        System.out.println(boxed + " " + lb + " " + db + " " + cb + " " + sb + " " + bb + " " + fb + " " + ob);
        System.out.println(b(300) + " " + b(-1e9) + " " + b(Long.MAX_VALUE) + " " + b(3.99f) + " " + boxed.equals(1001)
            + " " + lb.equals(2001) + " " + lb.equals(2001L));
        Object o = true ? 1 : 2.0;
        System.out.println(o + " " + (true ? (Object) 1 : 2.0) + " " + (true ? null : 0));
        Integer cachedA = 127, cachedB = 127, freshA = 128, freshB = 128;
        System.out.println((cachedA == cachedB) + " " + (freshA == freshB) + " " + freshA.equals(freshB) + " "
            + (freshA >= freshB && freshA <= freshB));
        Long la = -128L, lc = -128L, ld = 128L, le = 128L;
        System.out.println((la == lc) + " " + (ld == le) + " "
            + (Character.valueOf((char) 127) == Character.valueOf((char) 127)) + " "
            + (Boolean.valueOf("TRUE") == Boolean.TRUE));
        try {
            Integer none = null;
            int broken = none;
            System.out.println(broken);
        } catch (NullPointerException e) { System.out.println("unboxing null"); }
        final int small = 100;
        byte narrowed = small;
        char fromConst = 65;
        short neg = -5;
        int sum = narrowed + fromConst + neg;
        System.out.println(sum + " " + (narrowed + fromConst) + " " + fromConst);
        System.out.println((int) 'a' + 'b' + " " + 'a' + 'b' + " " + (char) ('a' + 1) + ('a' + 1));
    }
}

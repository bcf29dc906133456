// Every int instruction over a grid of edge values: wrap-around, MIN/-1, shift
// counts beyond 31, division by zero, and the exact-arithmetic library methods.
public class ArithInt {
    static final int[] EDGE = {0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 255, 256, -128, -129, 65535, 65536,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 0x55555555, 0xAAAAAAAA};

    interface Op {
        int apply(int a, int b);
    }

    static String tryOp(Op op, int a, int b) {
        try {
            return Integer.toString(op.apply(a, b));
        } catch (ArithmeticException e) { return "!" + e.getMessage(); }
    }

    static void table(String name, Op op) {
        System.out.println("== " + name);
        for (int a : EDGE) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (int b : EDGE) line.append(' ').append(tryOp(op, a, b));
            System.out.println(line);
        }
    }

    static int divPlain(int a, int b) { return a / b; }
    static int remPlain(int a, int b) { return a % b; }

    public static void main(String[] args) {
        table("add", (a, b) -> a + b);
        table("sub", (a, b) -> a - b);
        table("mul", (a, b) -> a * b);
        table("div", ArithInt::divPlain);
        table("rem", ArithInt::remPlain);
        table("shl", (a, b) -> a << b);
        table("shr", (a, b) -> a >> b);
        table("ushr", (a, b) -> a >>> b);
        table("and", (a, b) -> a & b);
        table("or", (a, b) -> a | b);
        table("xor", (a, b) -> a ^ b);
        table("floorDiv", Math::floorDiv);
        table("floorMod", Math::floorMod);
        table("addExact", Math::addExact);
        table("multiplyExact", Math::multiplyExact);
        table("subtractExact", Math::subtractExact);
        table("compare", Integer::compare);
        table("divideUnsigned", Integer::divideUnsigned);
        table("remainderUnsigned", Integer::remainderUnsigned);
        table("compareUnsigned", Integer::compareUnsigned);
        table("rotateLeft", Integer::rotateLeft);
        table("rotateRight", Integer::rotateRight);

        for (int a : EDGE) {
            int n = -a, c = ~a, s = a << (long) 35, t = a >> 63L, u = a >>> -1;
            System.out.println(a + " neg=" + n + " not=" + c + " " + s + " " + t + " " + u + " abs=" + Math.abs(a)
                + " sgn=" + Integer.signum(a));
            try {
                System.out.println("negateExact " + Math.negateExact(a));
            } catch (ArithmeticException e) { System.out.println(e); }
            try {
                System.out.println("incExact " + Math.incrementExact(a));
            } catch (ArithmeticException e) { System.out.println(e); }
            try {
                System.out.println("toIntExact " + Math.toIntExact(a * 2L));
            } catch (ArithmeticException e) { System.out.println(e); }
        }

        int h = 17;
        for (int i = 0; i < 10000; i++) {
            h = h * 31 + i;
            h ^= h >>> 7;
            h += h << 3;
            h -= i % 13;
            if (i > 0) h /= (i & 1) == 0 ? 1 : -1;
        }
        System.out.println("hash " + h);

        // iinc with constants at and beyond the byte range (wide iinc and iadd forms).
        int k = 0;
        k += 127;
        k += 1;
        k -= 128;
        k += 128;
        k -= 129;
        k += 32767;
        k += 32768;
        k -= 32768;
        k -= 32769;
        k++;
        --k;
        System.out.println("iinc " + k);
        int m = Integer.MAX_VALUE;
        m++;
        System.out.println(m + " " + --m);

        short sh = (short) 40000;
        byte by = (byte) 200;
        char ch = (char) -1;
        sh += 1;
        by -= 100;
        ch += 2;
        sh *= 2.5;
        by >>>= 1;
        ch /= 1;
        System.out.println(sh + " " + by + " " + (int) ch);
        sh = Short.MAX_VALUE;
        sh++;
        by = Byte.MIN_VALUE;
        by--;
        ch = 0;
        ch--;
        System.out.println(sh + " " + by + " " + (int) ch);

        // Every const form: iconst_m1..5, bipush, sipush, ldc.
        System.out.println(
            -1 + "" + zero() + one() + two() + three() + four() + five() + six() + big() + bigger() + huge());
    }
    static int zero() { return 0; }
    static int one() { return 1; }
    static int two() { return 2; }
    static int three() { return 3; }
    static int four() { return 4; }
    static int five() { return 5; }
    static int six() { return -128; }
    static int big() { return 128; }
    static int bigger() { return -32768; }
    static int huge() { return 32768; }
}

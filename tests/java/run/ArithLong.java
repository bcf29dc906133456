// Every long instruction over edge values, with the shift-count and lcmp rules.
public class ArithLong {
    static final long[] EDGE = {0, 1, -1, 2, -2, 10, -10, 63, 64, 65, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 32,
        -(1L << 32), 0xFFFFFFFFL, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1,
        0x5555555555555555L, 0x123456789ABCDEFL};

    interface Op {
        long apply(long a, long b);
    }

    static void table(String name, Op op) {
        System.out.println("== " + name);
        for (long a : EDGE) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (long b : EDGE) {
                line.append(' ');
                try {
                    line.append(op.apply(a, b));
                } catch (ArithmeticException e) { line.append('!').append(e.getMessage()); }
            }
            System.out.println(line);
        }
    }

    static long lessCount, lessEq, more, moreEq, equal, differ;

    static void compare(long a, long b) {
        if (a < b) lessCount++;
        if (a <= b) lessEq++;
        if (a > b) more++;
        if (a >= b) moreEq++;
        if (a == b) equal++;
        if (a != b) differ++;
    }

    public static void main(String[] args) {
        table("add", (a, b) -> a + b);
        table("sub", (a, b) -> a - b);
        table("mul", (a, b) -> a * b);
        table("div", (a, b) -> a / b);
        table("rem", (a, b) -> a % b);
        table("shl", (a, b) -> a << b);
        table("shr", (a, b) -> a >> b);
        table("ushr", (a, b) -> a >>> b);
        table("shl by int", (a, b) -> a << (int) b);
        table("and", (a, b) -> a & b);
        table("or", (a, b) -> a | b);
        table("xor", (a, b) -> a ^ b);
        table("floorDiv", Math::floorDiv);
        table("floorMod", Math::floorMod);
        table("addExact", Math::addExact);
        table("multiplyExact", Math::multiplyExact);
        table("multiplyHigh", Math::multiplyHigh);
        table("divideUnsigned", Long::divideUnsigned);
        table("remainderUnsigned", Long::remainderUnsigned);
        table("compare", Long::compare);
        for (long a : EDGE)
            for (long b : EDGE) compare(a, b);
        System.out.println(lessCount + " " + lessEq + " " + more + " " + moreEq + " " + equal + " " + differ);
        for (long a : EDGE) {
            System.out.println(-a + " " + ~a + " " + (int) a + " " + (short) a + " " + (byte) a + " " + (int) (char) a
                + " " + Long.toHexString(a) + " " + Long.toUnsignedString(a) + " " + Long.toString(a, 36) + " "
                + Long.bitCount(a) + " " + Long.numberOfLeadingZeros(a) + " " + Long.numberOfTrailingZeros(a) + " "
                + Long.reverse(a) + " " + Long.reverseBytes(a) + " " + Long.highestOneBit(a) + " " + Long.hashCode(a)
                + " " + Math.abs(a) + " " + Long.signum(a));
        }
        long state = 88172645463325252L, sum = 0;
        for (int i = 0; i < 20000; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            sum += state % 1000 + (state / (i + 1));
        }
        System.out.println("xorshift " + state + " " + sum);
        long l = 5;
        l++;
        ++l;
        l--;
        l += 1.9;
        l <<= 40;
        l >>= 3;
        l >>>= 2;
        l |= 1;
        l &= ~2L;
        l ^= -1;
        l %= 1000003;
        System.out.println(l);
        int i = 10;
        i += 1L << 33;
        i -= 3L;
        i *= 3L;
        System.out.println(i);
        for (String s : new String[] {
                 "9223372036854775807", "-9223372036854775808", "9223372036854775808", "+5", "", "-", "0x10", "zz"}) {
            try {
                System.out.println(Long.parseLong(s));
            } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
            try {
                System.out.println(Long.parseUnsignedLong(s, 36));
            } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
            try {
                System.out.println(Long.decode(s));
            } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
    }
}

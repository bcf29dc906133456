// Bit manipulation by hand checked against the library, for int and long.
public class BitTricks {
    static int popcount(int x) {
        x = x - ((x >>> 1) & 0x55555555);
        x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
        return (((x + (x >>> 4)) & 0x0F0F0F0F) * 0x01010101) >>> 24;
    }
    static int nlz(int x) {
        int n = 32;
        while (x != 0) {
            n--;
            x >>>= 1;
        }
        return n;
    }
    static int rev(int x) {
        int r = 0;
        for (int i = 0; i < 32; i++) {
            r = r << 1 | x & 1;
            x >>>= 1;
        }
        return r;
    }
    static int gray(int x) { return x ^ x >>> 1; }
    static int ungray(int g) {
        for (int s = 1; s < 32; s <<= 1) g ^= g >>> s;
        return g;
    }
    static int isqrt(int x) {
        int r = 0;
        for (int b = 1 << 15; b > 0; b >>= 1)
            if ((r | b) * (r | b) <= x && (r | b) <= 46340) r |= b;
        return r;
    }
    static long mulHigh(long a, long b) {
        long ah = a >> 32, al = a & 0xFFFFFFFFL, bh = b >> 32, bl = b & 0xFFFFFFFFL;
        long t = ah * bl + (al * bl >>> 32), u = (t & 0xFFFFFFFFL) + al * bh;
        return ah * bh + (t >> 32) + (u >> 32);
    }
    static float invSqrt(float x) {
        int i = 0x5f3759df - (Float.floatToRawIntBits(x) >> 1);
        float y = Float.intBitsToFloat(i);
        return y * (1.5f - 0.5f * x * y * y);
    }

    public static void main(String[] args) {
        int x = 0x9E3779B9;
        long l = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < 200; i++) {
            assert popcount(x) == Integer.bitCount(x) : x;
            assert nlz(x) == Integer.numberOfLeadingZeros(x) : x;
            assert rev(x) == Integer.reverse(x) : x;
            assert ungray(gray(x)) == x : x;
            assert mulHigh(l, ~l ^ i) == Math.multiplyHigh(l, ~l ^ i) : l;
            if (i % 20 == 0)
                System.out.println(x + " " + popcount(x) + " " + nlz(x) + " " + rev(x) + " " + gray(x) + " "
                    + isqrt(x & 0x7fffffff) + " " + Integer.reverseBytes(x) + " " + Integer.lowestOneBit(x) + " "
                    + Integer.highestOneBit(x) + " " + Integer.numberOfTrailingZeros(x) + " " + (x & -x) + " "
                    + (x & (x - 1)) + " " + Integer.rotateLeft(x, i) + " " + Long.rotateRight(l, i) + " "
                    + Long.bitCount(l) + " " + invSqrt(i + 1));
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
            l = l * 6364136223846793005L + 1442695040888963407L;
        }
        int a = 5, b = 9;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b + " " + ((a + b) >>> 1) + " " + (a & b | ~a & 0xff) + " " + (~0 >>> 28) + " "
            + (-1 >>> 1) + " " + (-1L >>> 1));
        for (int v : new int[] {0, 1, -1, Integer.MIN_VALUE, 123456789})
            System.out.println(Integer.toBinaryString(v) + " " + Integer.toOctalString(v) + " " + Integer.toHexString(v)
                + " " + Integer.toString(v, 7) + " " + Integer.toUnsignedString(v) + " " + Integer.toUnsignedLong(v)
                + " " + Integer.parseInt(Integer.toString(v, 35), 35) + " "
                + Integer.parseUnsignedInt(Integer.toUnsignedString(v)));
        System.out.println(
            0b1010_1010 + " " + 0xFF_FFL + " " + 0_17 + " " + 1_000_000 + " " + 0x1.8p3 + " " + 0x7fff_ffff_ffff_ffffL);
        StringBuilder board = new StringBuilder();
        long queens = 0;
        System.out.println(queens(8, 0, 0, 0) + " " + queens(6, 0, 0, 0));
        byte crc = 0;
        for (byte c : "bit tricks".getBytes()) {
            crc ^= c;
            for (int k = 0; k < 8; k++) crc = (byte) ((crc & 0x80) != 0 ? crc << 1 ^ 0x07 : crc << 1);
        }
        System.out.println(crc + " " + (crc & 0xff));
    }

    static int queens(int n, int cols, int d1, int d2) {
        int full = (1 << n) - 1;
        if (cols == full) return 1;
        int count = 0;
        for (int free = full & ~(cols | d1 | d2); free != 0;) {
            int bit = free & -free;
            free ^= bit;
            count += queens(n, cols | bit, (d1 | bit) << 1, (d2 | bit) >>> 1);
        }
        return count;
    }
}

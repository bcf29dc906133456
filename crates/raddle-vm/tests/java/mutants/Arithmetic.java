public class Arithmetic {
    static int ints;
    static long longs = 7;
    static float floats = 1.5f;
    static double doubles = 2.25;
    static final long BIG = 0x1234_5678_9abcL;
    static final double PI = 3.14159;

    static long mix(int a, long b, float c, double d) {
        return (a << 3 ^ a >>> 2) + b * 31 - (long) (c / 2) + (long) (d % 3) + (b >>> a) + (byte) a + (char) b + (short) a;
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 20; i++) {
            ints += gcd(i * 12, 18) ^ i;
            longs = mix(ints, longs, floats, doubles) | BIG;
            floats = -floats * 1.1f;
            doubles = doubles > 100 ? -doubles : doubles * PI;
        }
        System.exit((int) (ints + longs + (int) floats + (int) doubles) & 0x3f | (args.length > 0 ? 1 : 0));
    }
}

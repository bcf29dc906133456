// float arithmetic, comparison and printing over edge values: NaN, infinities,
// signed zeros, subnormals, and the exact result bits of every operation.
public class ArithFloat {
    static final float[] EDGE = {0f, -0f, 1f, -1f, 1.5f, 3f, 0.1f, 1e10f, 16777216f, 16777217f, Float.MIN_VALUE,
        -Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY, Float.NaN, (float) Math.PI, 1e-40f};

    interface Op {
        float apply(float a, float b);
    }

    static void table(String name, Op op) {
        System.out.println("== " + name);
        for (float a : EDGE) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (float b : EDGE) {
                float r = op.apply(a, b);
                line.append(' ').append(r).append('/').append(Integer.toHexString(Float.floatToIntBits(r)));
            }
            System.out.println(line);
        }
    }

    static String relation(float a, float b) {
        StringBuilder s = new StringBuilder();
        s.append(a < b ? '<' : '.');
        s.append(a <= b ? 'l' : '.');
        s.append(a > b ? '>' : '.');
        s.append(a >= b ? 'g' : '.');
        s.append(a == b ? '=' : '.');
        s.append(a != b ? '!' : '.');
        s.append(!(a < b) ? 'n' : '.');
        s.append(!(a > b) ? 'm' : '.');
        s.append(Float.compare(a, b));
        s.append(Float.valueOf(a).equals(b) ? 'e' : 'd');
        return s.toString();
    }

    public static void main(String[] args) {
        table("add", (a, b) -> a + b);
        table("sub", (a, b) -> a - b);
        table("mul", (a, b) -> a * b);
        table("div", (a, b) -> a / b);
        table("rem", (a, b) -> a % b);
        table("min", Math::min);
        table("max", Math::max);
        table("nextAfter", (a, b) -> Math.nextAfter(a, b));
        table("copySign", Math::copySign);
        for (float a : EDGE) {
            StringBuilder line = new StringBuilder();
            for (float b : EDGE) line.append(relation(a, b)).append(' ');
            System.out.println(line);
        }
        for (float a : EDGE) {
            System.out.println(a + " -> " + (int) a + " " + (long) a + " " + (short) a + " " + (byte) a + " "
                + (int) (char) a + " " + (double) a + " " + -a + " " + Math.abs(a) + " " + Math.round(a) + " "
                + Math.ulp(a) + " " + Math.getExponent(a) + " " + Float.toHexString(a) + " " + Float.isNaN(a)
                + Float.isInfinite(a) + Float.isFinite(a) + " " + Float.hashCode(a) + " " + Math.signum(a) + " "
                + Math.nextUp(a) + " " + Math.nextDown(a) + " " + Math.scalb(a, 3));
        }
        float f = 1;
        f += 1e-8;
        f++;
        f *= 3;
        f /= 7;
        f -= 0.1;
        f %= 0.3f;
        --f;
        System.out.println(f + " " + f++ + " " + ++f);
        float sum = 0;
        for (int i = 1; i < 5000; i++) sum += 1f / i;
        System.out.println(sum);
        System.out.println(0f == -0f);
        System.out.println(Float.intBitsToFloat(0x7f800001) != Float.intBitsToFloat(0x7f800001));
        System.out.println(Integer.toHexString(Float.floatToIntBits(Float.intBitsToFloat(0x7fc12345))));
        for (String s : new String[] {"1e38", "3.4028236e38", "1e39", "1e-46", "0x1.8p1", "NaN", "-Infinity", " 12.5f ",
                 "1_0", "", "1.17549435E-38f", "7.0e-46", "0.5e-45"}) {
            try {
                System.out.println(s + " = " + Float.parseFloat(s));
            } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
        System.out.println(zero() + one() + two() + other());
    }
    static float zero() { return 0f; }
    static float one() { return 1f; }
    static float two() { return 2f; }
    static float other() { return 3.25f; }
}

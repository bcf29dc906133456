// double arithmetic, comparison and printing over edge values.
public class ArithDouble {
    static final double[] EDGE = {0d, -0d, 1d, -1d, 0.1, 0.3, 1e16, 1e15 + 0.3, 9007199254740993d, 123456789.125,
        Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.NaN, Math.E, 4.35, 1e-320};

    interface Op {
        double apply(double a, double b);
    }

    static void table(String name, Op op) {
        System.out.println("== " + name);
        for (double a : EDGE) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (double b : EDGE) {
                double r = op.apply(a, b);
                line.append(' ').append(r).append('/').append(Long.toHexString(Double.doubleToLongBits(r)));
            }
            System.out.println(line);
        }
    }

    static int branches(double a, double b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        if (a == b) r |= 16;
        if (a != b) r |= 32;
        boolean lt = a<b, gt = a> b;
        if (lt != gt) r |= 64;
        while (!(a >= b)) {
            r |= 128;
            break;
        }
        return r;
    }

    public static void main(String[] args) {
        table("add", (a, b) -> a + b);
        table("sub", (a, b) -> a - b);
        table("mul", (a, b) -> a * b);
        table("div", (a, b) -> a / b);
        table("rem", (a, b) -> a % b);
        table("min", Math::min);
        table("max", Math::max);
        table("IEEEremainder", Math::IEEEremainder);
        table("fma", (a, b) -> Math.fma(a, b, 1.0));
        for (double a : EDGE) {
            StringBuilder line = new StringBuilder();
            for (double b : EDGE) line.append(branches(a, b)).append('/').append(Double.compare(a, b)).append(' ');
            System.out.println(line);
        }
        for (double a : EDGE) {
            System.out.println(a + " -> " + (int) a + " " + (long) a + " " + (float) a + " " + (short) a + " "
                + (byte) a + " " + (int) (char) a + " " + Math.sqrt(a) + " " + Math.floor(a) + " " + Math.ceil(a) + " "
                + Math.rint(a) + " " + Math.round(a) + " " + Math.ulp(a) + " " + Math.getExponent(a) + " "
                + Double.toHexString(a) + " " + Double.hashCode(a) + " " + Math.nextUp(a) + " " + Math.nextDown(a) + " "
                + Math.scalb(a, -5) + " " + Math.signum(a));
        }
        for (double d = -2.5; d <= 2.5; d += 0.5)
            System.out.println(d + " " + Math.round(d) + " " + Math.rint(d) + " " + Math.floor(d) + " " + Math.ceil(d)
                + " " + (int) d + " " + (long) d);
        double s = 0;
        for (int i = 0; i < 10; i++) s += 0.1;
        System.out.println(s + " " + (s == 1.0) + " " + (float) s);
        double d = 1;
        d++;
        d *= 1e300;
        d *= 1e300;
        d -= d;
        d = 10;
        d %= 3.3;
        d /= 3;
        --d;
        System.out.println(d + " " + d-- + " " + --d);
        double[] printing = {1.0E7, 9999999.999, 0.001, 9.99E-4, 2.0E-3, 123456.7, 1e21, 1e22, 1e23, 2e-44, 5e-324,
            4.9e-324, 1.7976931348623157e308, 100, 1234567, 12345678, 0.5, 3.0e10, 1.1, 2.2, 3.3, 1.0 / 3, 2.0 / 3,
            1e-5, 100.0 / 3, 299792458, 6.02214076e23, 2.2250738585072014E-308};
        for (double p : printing) System.out.println(p + " " + -p + " " + (float) p);
        for (String t : new String[] {"1e400", "-1e400", "1e-400", "0x1p-1074", "0x1.fffffffffffff8p1023", ".5", "5.",
                 "+.5e+1", "1d", "1e", "Infinity", "2.2250738585072012e-308",
                 "17976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758720709"
                 + "633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
                 + "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880"}) {
            try {
                System.out.println(Double.parseDouble(t));
            } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
        System.out.println(Math.multiplyFull(1 << 30, 12) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27.0));
    }
}

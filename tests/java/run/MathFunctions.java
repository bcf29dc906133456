// Math: exact cases of the transcendental functions to the last bit, the others to 12 digits; every other method exactly.
import java.util.*;

public class MathFunctions {
    static String r(double d) {
        return Double.isNaN(d) || Double.isInfinite(d) || d == 0 ? "" + d : String.format(Locale.ROOT, "%.11e", d);
    }
    public static void main(String[] args) {
        double[] vs = {0, -0.0, 1, -1, 0.5, 2, 10, 100, -100, 1e-10, 1e10, 0.1, Math.PI, Math.E, Math.PI / 2, 710, -746,
            1e300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double v : vs)
            System.out.println(v + " sin " + r(Math.sin(v)) + " cos " + r(Math.cos(v)) + " tan " + r(Math.tan(v))
                + " asin " + r(Math.asin(v)) + " acos " + r(Math.acos(v)) + " atan " + r(Math.atan(v)) + " exp "
                + r(Math.exp(v)) + " log " + r(Math.log(v)) + " log10 " + r(Math.log10(v)) + " sqrt " + Math.sqrt(v)
                + " cbrt " + r(Math.cbrt(v)) + " sinh " + r(Math.sinh(v)) + " cosh " + r(Math.cosh(v)) + " tanh "
                + r(Math.tanh(v)) + " expm1 " + r(Math.expm1(v)) + " log1p " + r(Math.log1p(v)) + " deg "
                + Math.toDegrees(v) + " rad " + r(Math.toRadians(v)) + " floor " + Math.floor(v) + " ceil "
                + Math.ceil(v) + " rint " + Math.rint(v) + " round " + Math.round(v) + " " + Math.round((float) v)
                + " exp " + Math.getExponent(v) + " ulp " + Math.ulp(v) + " sgn " + Math.signum(v));
        double[] ps = {
            0, -0.0, 1, -1, 2, -2, 0.5, 3, 1e10, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double a : ps) {
            StringBuilder s = new StringBuilder(a + ":");
            for (double b : ps)
                s.append(' ')
                    .append(r(Math.pow(a, b)))
                    .append('/')
                    .append(r(Math.atan2(a, b)))
                    .append('/')
                    .append(r(Math.hypot(a, b)))
                    .append('/')
                    .append(Math.IEEEremainder(a, b))
                    .append('/')
                    .append(Math.copySign(a, b))
                    .append('/')
                    .append(Math.nextAfter(a, b))
                    .append('/')
                    .append(Math.min(a, b))
                    .append('/')
                    .append(Math.max(a, b));
            System.out.println(s);
        }
        System.out.println(Math.sin(0) + " " + Math.cos(0) + Math.exp(0) + Math.log(1) + Math.pow(2, 10)
            + Math.pow(10, 3) + Math.pow(2, 0.5) * 0 + Math.sqrt(144) + Math.cbrt(-8) + Math.hypot(3, 4)
            + Math.log10(1000) + Math.atan2(0, -0.0) + Math.pow(-8, 3) + Math.pow(2, -1074) + r(Math.exp(1)));
        long lsum = 0;
        for (int a = -50; a <= 50; a += 7)
            for (int b = -9; b <= 9; b += 2)
                lsum = lsum * 31 + Math.floorMod(a, b) + 7L * Math.floorDiv(a, b) + Math.floorMod((long) a, b)
                    + Math.floorDiv((long) a, (long) b);
        System.out.println(lsum);
        Object[][] exact = {{"abs", Math.abs(Integer.MIN_VALUE)}, {"absL", Math.abs(Long.MIN_VALUE)},
            {"fma", Math.fma(0.1, 10, -1)}, {"fmaf", Math.fma(0.1f, 10f, -1f)}, {"scalb", Math.scalb(1.5, 1000)},
            {"scalb2", Math.scalb(1.5f, -200)}, {"nextUp", Math.nextUp(1.0)}, {"nextDown", Math.nextDown(1f)},
            {"mulHigh", Math.multiplyHigh(Long.MAX_VALUE, 12345)},
            {"mulFull", Math.multiplyFull(-5, Integer.MAX_VALUE)}, {"ceil", Math.ceil(-0.5)},
            {"round", Math.round(0.49999999999999994)}, {"round2", Math.round(-0.5)},
            {"round3", Math.round(4503599627370497.5)}, {"rint", Math.rint(2.5)}, {"maxf", Math.max(-0f, 0f)},
            {"min", Math.min(-0.0, 0.0)}};
        for (Object[] e : exact) System.out.println(e[0] + " " + e[1]);
        for (Runnable q : new Runnable[] {()
                                              -> Math.addExact(Integer.MAX_VALUE, 1),
                 ()
                     -> Math.multiplyExact(Long.MAX_VALUE, 2),
                 ()
                     -> Math.negateExact(Integer.MIN_VALUE),
                 ()
                     -> Math.toIntExact(Long.MAX_VALUE),
                 ()
                     -> Math.incrementExact(Long.MAX_VALUE),
                 ()
                     -> Math.absExact(Integer.MIN_VALUE),
                 ()
                     -> Math.floorDiv(1, 0),
                 () -> Math.decrementExact(Integer.MIN_VALUE), () -> Math.subtractExact(Long.MIN_VALUE, 1L)})
            try {
                q.run();
            } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        double acc = 0;
        for (int i = 1; i < 2000; i++) acc += Math.sqrt(i) / (i + 0.5);
        System.out.println(acc);
        int inside = 0;
        Random rnd = new Random(99);
        for (int i = 0; i < 20000; i++) {
            double x = rnd.nextDouble(), y = rnd.nextDouble();
            if (x * x + y * y < 1) inside++;
        }
        System.out.println(inside + " " + rnd.nextGaussian());
        double x = 1;
        for (int i = 0; i < 30; i++) x = (x + 2 / x) / 2;
        System.out.println(x == Math.sqrt(2));
        double s = Math.random();
        System.out.println(s >= 0 && s < 1);
    }
}

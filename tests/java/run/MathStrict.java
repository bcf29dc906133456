// StrictMath is fdlibm to the last bit: exact bits of every function over a sweep of arguments, and strictfp classes.
public class MathStrict {
    interface F {
        double f(double x);
    }
    interface G {
        double f(double x, double y);
    }
    static long hash;
    static void sweep(String n, F f, double lo, double hi) {
        long h = 17;
        int count = 0;
        StringBuilder s = new StringBuilder();
        for (int i = 0; i <= 400; i++) {
            double x = lo + (hi - lo) * i / 400;
            long b = Double.doubleToLongBits(f.f(x));
            h = h * 1000003 + b;
            if (i % 80 == 7) s.append(' ').append(Long.toHexString(b));
        }
        for (double x : new double[] {0, -0.0, 1e-300, -1e-8, 1e22, 5e-324, Double.NaN, Double.POSITIVE_INFINITY,
                 Double.NEGATIVE_INFINITY, Double.MAX_VALUE})
            h = h * 31 + Double.doubleToLongBits(f.f(x));
        System.out.println(n + " " + Long.toHexString(h) + s);
    }
    static void sweep2(String n, G g, double lo, double hi) {
        long h = 17;
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < 40; j++)
                h = h * 1000003 + Double.doubleToLongBits(g.f(lo + (hi - lo) * i / 39, lo + (hi - lo) * j / 39));
        System.out.println(n + " " + Long.toHexString(h));
    }
    public static void main(String[] args) {
        sweep("sin", StrictMath::sin, -10, 10);
        sweep("sin far", StrictMath::sin, 1e5, 1e15);
        sweep("cos", StrictMath::cos, -10, 10);
        sweep("tan", StrictMath::tan, -3, 3);
        sweep("asin", StrictMath::asin, -1.1, 1.1);
        sweep("acos", StrictMath::acos, -1.1, 1.1);
        sweep("atan", StrictMath::atan, -50, 50);
        sweep("exp", StrictMath::exp, -750, 710);
        sweep("exp near", StrictMath::exp, -1, 1);
        sweep("log", StrictMath::log, 1e-3, 1e6);
        sweep("log10", StrictMath::log10, 1e-3, 1e6);
        sweep("sqrt", StrictMath::sqrt, 0, 1e9);
        sweep("cbrt", StrictMath::cbrt, -1e6, 1e6);
        sweep("sinh", StrictMath::sinh, -30, 30);
        sweep("cosh", StrictMath::cosh, -30, 30);
        sweep("tanh", StrictMath::tanh, -25, 25);
        sweep("expm1", StrictMath::expm1, -5, 50);
        sweep("log1p", StrictMath::log1p, -0.99, 100);
        sweep("toRadians", StrictMath::toRadians, -720, 720);
        sweep("rint", StrictMath::rint, -3.3, 3.3);
        sweep("floor", StrictMath::floor, -3.3, 3.3);
        sweep("ceil", StrictMath::ceil, -3.3, 3.3);
        sweep2("pow", StrictMath::pow, -3.5, 12.25);
        sweep2("pow near", StrictMath::pow, 0.01, 2.3);
        sweep2("atan2", StrictMath::atan2, -5, 5);
        sweep2("hypot", StrictMath::hypot, -1e3, 1e3);
        sweep2("IEEEremainder", StrictMath::IEEEremainder, -7, 7.7);
        System.out.println(StrictMath.round(2.5) + " " + StrictMath.max(-0.0, 0.0) + StrictMath.abs(-5)
            + StrictMath.floorMod(-7, 3) + StrictMath.nextUp(0.0) + StrictMath.scalb(3.0, 4) + StrictMath.addExact(1, 2)
            + StrictMath.signum(-2.5) + StrictMath.fma(2.0, 3.0, 4.0) + StrictMath.getExponent(1e10));
        double x = 0.5;
        for (int i = 0; i < 1000; i++) x = 3.9 * x * (1 - x);
        System.out.println(Double.toHexString(x));
        float f = 0.5f;
        for (int i = 0; i < 1000; i++) f = 3.9f * f * (1 - f);
        System.out.println(Float.toHexString(f));
        double big = Double.MAX_VALUE;
        System.out.println(
            big * 2 / 2 + " " + (float) 1e40 + " " + Float.MAX_VALUE * 2f / 2f + " " + (Double.MIN_VALUE / 2 * 2));
        System.out.println(new Strict().run());
    }
    static strictfp class Strict {
        double run() {
            double a = 1e308, b = 10;
            return a * b / b + 0.1 * 3;
        }
    }
}

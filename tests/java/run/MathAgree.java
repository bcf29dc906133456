// Math's functions over many values, as one number each: every bit of every result counts.
import java.util.Random;
import java.util.function.*;

public class MathAgree {
    static void one(String name, DoubleUnaryOperator f, double scale) {
        Random random = new Random(7);
        long hash = 0;
        for (int i = 0; i < 2000; i++) {
            double x = i < 500 ? i / 8.0 : (random.nextDouble() - 0.5) * scale;
            double y = f.applyAsDouble(x);
            hash = hash * 31 + Double.doubleToLongBits(y);
        }
        System.out.println(name + " " + Long.toHexString(hash));
    }

    static void two(String name, DoubleBinaryOperator f) {
        Random random = new Random(8);
        long hash = 0;
        for (int i = 0; i < 2000; i++) {
            double x = random.nextInt(200) / 4.0, y = (random.nextInt(80) - 40) / 4.0;
            hash = hash * 31 + Double.doubleToLongBits(f.applyAsDouble(x, y));
        }
        System.out.println(name + " " + Long.toHexString(hash));
    }

    public static void main(String[] args) {
        one("sin", Math::sin, 1000);
        one("cos", Math::cos, 1000);
        one("exp", Math::exp, 1000);
        one("log", Math::log, 1000);
        one("log10", Math::log10, 1000);
        one("sqrt", Math::sqrt, 1e9);
        one("asin", Math::asin, 2);
        one("acos", Math::acos, 2);
        one("atan", Math::atan, 100);
        one("sinh", Math::sinh, 100);
        one("cosh", Math::cosh, 100);
        one("expm1", Math::expm1, 10);
        one("log1p", Math::log1p, 10);
        one("rint", Math::rint, 10);
        one("floor", Math::floor, 10);
        one("ceil", Math::ceil, 10);
        one("ulp", Math::ulp, 1e9);
        one("toRadians", Math::toRadians, 1000);
        two("atan2", Math::atan2);
        two("hypot", Math::hypot);
        two("IEEEremainder", Math::IEEEremainder);
        one("strict sin", StrictMath::sin, 1000);
        one("strict cos", StrictMath::cos, 1000);
        one("strict tan", StrictMath::tan, 1000);
        one("strict exp", StrictMath::exp, 1000);
        one("strict log", StrictMath::log, 1000);
        one("strict log10", StrictMath::log10, 1000);
        one("strict tanh", StrictMath::tanh, 10);
        one("strict cbrt", StrictMath::cbrt, 1e9);
        two("strict pow", StrictMath::pow);
    }
}

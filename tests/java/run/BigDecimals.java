// BigDecimal: scales, rounding modes, MathContext, division, string forms, comparisons, stripping, conversions, square roots.
import java.math.*;
import java.util.*;

public class BigDecimals {
    interface Body {
        Object run();
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (RuntimeException e) { System.out.println(n + " ! " + e); }
    }
    public static void main(String[] args) {
        String[] vs = {"0", "0.00", "1", "-1.5", "2.50", "100", "1E+3", "1e-10", "123.456", "-0.001",
            "99999999999999999999.999", "3.14159265358979323846264338327950288"};
        for (String a : vs) {
            BigDecimal x = new BigDecimal(a);
            System.out.println(x + " " + x.scale() + " " + x.precision() + " " + x.unscaledValue() + " "
                + x.toPlainString() + " " + x.toEngineeringString() + " " + x.stripTrailingZeros() + " " + x.negate()
                + " " + x.abs() + " " + x.signum() + " " + x.hashCode() + " " + x.intValue() + " " + x.doubleValue()
                + " " + x.floatValue() + " " + x.toBigInteger() + " " + x.ulp() + " " + x.movePointLeft(3) + " "
                + x.movePointRight(2) + " " + x.scaleByPowerOfTen(5) + " " + x.pow(3) + " "
                + x.round(new MathContext(3)) + " " + x.setScale(2, RoundingMode.HALF_EVEN));
            t("int", x::intValueExact);
            t("sqrt", () -> x.sqrt(new MathContext(20)));
        }
        for (String a : vs)
            for (String b : vs) {
                BigDecimal x = new BigDecimal(a), y = new BigDecimal(b);
                StringBuilder s = new StringBuilder(x.add(y) + " " + x.subtract(y) + " " + x.multiply(y) + " "
                    + x.compareTo(y) + x.equals(y) + " " + x.add(y, new MathContext(5)) + " ");
                try {
                    s.append(x.divide(y));
                } catch (ArithmeticException e) { s.append(e.getMessage()); }
                try {
                    s.append(' ')
                        .append(x.divide(y, 5, RoundingMode.HALF_UP))
                        .append(' ')
                        .append(x.divide(y, MathContext.DECIMAL32))
                        .append(' ')
                        .append(x.divideToIntegralValue(y))
                        .append(' ')
                        .append(x.remainder(y));
                } catch (ArithmeticException e) { s.append(e.getMessage()); }
                System.out.println(s);
            }
        String[] rs = {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"};
        for (RoundingMode m : RoundingMode.values()) {
            StringBuilder s = new StringBuilder(m + "");
            for (String r : rs) try {
                    s.append(' ').append(new BigDecimal(r).setScale(0, m));
                } catch (ArithmeticException e) { s.append(" !").append(e.getMessage()); }
            System.out.println(s);
        }
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal(0.1f) + " "
            + new BigDecimal(1e300).precision() + " " + BigDecimal.valueOf(5, 3) + BigDecimal.valueOf(100, -2)
            + new BigDecimal(new BigInteger("12345"), 3) + new BigDecimal("12345", new MathContext(2))
            + new BigDecimal(new char[] {'1', '.', '5'}) + new BigDecimal("1.0").equals(new BigDecimal("1.00"))
            + new BigDecimal("1.0").compareTo(new BigDecimal("1.00"))
            + new TreeSet<>(List.of(new BigDecimal("1.0"), new BigDecimal("2"))).contains(new BigDecimal("1.000"))
            + new HashSet<>(List.of(new BigDecimal("1.0"))).contains(new BigDecimal("1.00"))
            + new BigDecimal("-0").signum() + new BigDecimal("1e5").toBigInteger()
            + new BigDecimal("0.1").add(new BigDecimal("0.2")) + new BigDecimal("10").max(new BigDecimal("9"))
            + MathContext.DECIMAL128 + new MathContext("precision=5 roundingMode=UP")
            + BigDecimal.TEN.plus(new MathContext(1)));
        for (String bad : new String[] {"", "x", "1.2.3", "1e", "--1", "1e99999999999", ".", " 1"})
            t("[" + bad + "]", () -> new BigDecimal(bad));
        t("nan", () -> new BigDecimal(Double.NaN));
        t("exact", () -> new BigDecimal("1.25").setScale(1));
        t("exact int", () -> new BigDecimal("1.25").intValueExact());
        t("div 0", () -> BigDecimal.ONE.divide(BigDecimal.ZERO, MathContext.DECIMAL64));
        t("div exact", () -> BigDecimal.ONE.divide(new BigDecimal(3)));
        t("div finite", () -> BigDecimal.ONE.divide(new BigDecimal(1024)));
        t("mc", () -> new MathContext(-1));
        BigDecimal pi = BigDecimal.ZERO;
        MathContext mc = new MathContext(50);
        for (int k = 0; k < 36; k++) {
            BigDecimal t = new BigDecimal(4)
                               .divide(new BigDecimal(8 * k + 1), mc)
                               .subtract(new BigDecimal(2).divide(new BigDecimal(8 * k + 4), mc))
                               .subtract(BigDecimal.ONE.divide(new BigDecimal(8 * k + 5), mc))
                               .subtract(BigDecimal.ONE.divide(new BigDecimal(8 * k + 6), mc));
            pi = pi.add(t.divide(new BigDecimal(16).pow(k), mc), mc);
        }
        System.out.println(pi.round(new MathContext(40)));
        BigDecimal bal = new BigDecimal("1000.00");
        for (int i = 0; i < 60; i++)
            bal = bal.multiply(new BigDecimal("1.0041667")).setScale(2, RoundingMode.HALF_EVEN);
        System.out.println(bal + " " + new BigDecimal("2").sqrt(new MathContext(60)) + " "
            + new BigDecimal("1.1").pow(100).precision() + " " + new BigDecimal("1.1").pow(100, new MathContext(10))
            + " " + new BigDecimal("2").pow(-5, new MathContext(10)));
        Random r = new Random(11);
        int h = 0;
        for (int i = 0; i < 300; i++) {
            BigDecimal x = new BigDecimal(new BigInteger(60, r), r.nextInt(20) - 5),
                       y = new BigDecimal(new BigInteger(40, r).add(BigInteger.ONE), r.nextInt(10));
            h = h * 31
                + x.divide(y, new MathContext(1 + r.nextInt(30), RoundingMode.values()[r.nextInt(7)]))
                      .toString()
                      .hashCode();
        }
        System.out.println(h);
    }
}

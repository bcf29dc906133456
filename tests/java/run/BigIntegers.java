// BigInteger: arithmetic, powers, modular inverse, primes, bits, radix, conversions, large products, failures.
import java.math.*;
import java.util.*;

public class BigIntegers {
    interface Body {
        Object run();
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (RuntimeException e) { System.out.println(n + " ! " + e); }
    }
    public static void main(String[] args) {
        String[] vs = {"0", "1", "-1", "2", "10", "-255", "2147483647", "-2147483648", "9223372036854775807",
            "-9223372036854775809", "123456789012345678901234567890", "-340282366920938463463374607431768211456"};
        for (String a : vs)
            for (String b : vs) {
                BigInteger x = new BigInteger(a), y = new BigInteger(b);
                StringBuilder s = new StringBuilder();
                s.append(x.add(y)).append(' ').append(x.subtract(y)).append(' ').append(x.multiply(y)).append(' ');
                if (y.signum() != 0) {
                    s.append(Arrays.toString(x.divideAndRemainder(y))).append(' ');
                    if (y.signum() > 0) s.append(x.mod(y));
                }
                s.append(' ')
                    .append(x.gcd(y))
                    .append(' ')
                    .append(x.and(y))
                    .append(' ')
                    .append(x.or(y))
                    .append(' ')
                    .append(x.xor(y))
                    .append(' ')
                    .append(x.andNot(y))
                    .append(' ')
                    .append(x.compareTo(y))
                    .append(x.equals(y))
                    .append(x.max(y).equals(x));
                System.out.println(s.length() + " " + s.toString().hashCode() + (s.length() < 160 ? " " + s : ""));
            }
        for (String a : vs) {
            BigInteger x = new BigInteger(a);
            System.out.println(x.negate() + " " + x.abs() + " " + x.not() + " " + x.bitLength() + " " + x.bitCount()
                + " " + x.getLowestSetBit() + " " + x.signum() + " " + x.toString(16) + " " + x.toString(36) + " "
                + x.hashCode() + " " + x.intValue() + " " + x.longValue() + " " + x.doubleValue() + " " + x.floatValue()
                + " " + Arrays.toString(x.toByteArray()) + " " + x.shiftLeft(33) + " " + x.shiftRight(5) + " "
                + x.shiftLeft(-70) + " " + x.testBit(3) + x.setBit(70) + " " + x.clearBit(0) + " " + x.flipBit(1) + " "
                + x.pow(3));
            t("exact", x::longValueExact);
            t("sqrt", x::sqrt);
        }
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 200; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength());
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE;
        for (int i = 0; i < 1000; i++) {
            BigInteger c = a.add(b);
            a = b;
            b = c;
        }
        System.out.println(a);
        BigInteger m127 = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
        System.out.println(m127.isProbablePrime(20) + " " + m127.add(BigInteger.TWO).isProbablePrime(20)
            + BigInteger.valueOf(1000).nextProbablePrime()
            + BigInteger.valueOf(3).modPow(new BigInteger("1000000"), m127) + " "
            + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11))
            + BigInteger.valueOf(-7).mod(BigInteger.valueOf(3))
            + BigInteger.valueOf(-7).remainder(BigInteger.valueOf(3))
            + BigInteger.valueOf(7).modPow(BigInteger.valueOf(-1), BigInteger.valueOf(13)));
        BigInteger big = new BigInteger("7").pow(3000), big2 = new BigInteger("11").pow(2500);
        System.out.println(big.multiply(big2).hashCode() + " " + big.multiply(big).hashCode() + " "
            + big.multiply(big2).divide(big).equals(big2) + big.pow(2).sqrt().equals(big) + big.toString().hashCode()
            + " " + big.toString(7).length() + new BigInteger(big.toString()).equals(big)
            + new BigInteger(big.toString(36), 36).equals(big) + " " + big.mod(big2).toString().length());
        t("div 0", () -> BigInteger.ONE.divide(BigInteger.ZERO));
        t("mod neg", () -> BigInteger.ONE.mod(BigInteger.ONE.negate()));
        t("no inverse", () -> BigInteger.TWO.modInverse(BigInteger.valueOf(4)));
        t("neg pow", () -> BigInteger.TWO.pow(-1));
        t("bad", () -> new BigInteger("12x"));
        t("radix", () -> new BigInteger("1", 99));
        t("neg sqrt", () -> BigInteger.ONE.negate().sqrt());
        t("bit", () -> BigInteger.ONE.testBit(-1));
        t("zero bytes", () -> new BigInteger(new byte[0]));
        System.out.println(new BigInteger(1, new byte[] {-1, -1}) + " " + new BigInteger(new byte[] {-1, -1})
            + new BigInteger("-ff", 16) + new BigInteger("+5") + BigInteger.valueOf(5).equals(5)
            + (BigInteger.valueOf(3) == BigInteger.valueOf(3))
            + BigInteger.probablePrime(64, new Random(5)).isProbablePrime(30) + new BigInteger(100, new Random(9)) + " "
            + BigInteger.valueOf(6).sqrtAndRemainder()[1] + BigInteger.TEN.intValueExact());
        StringBuilder e = new StringBuilder();
        BigInteger scale = BigInteger.TEN.pow(110), term = scale, sum = BigInteger.ZERO;
        for (int k = 1; term.signum() > 0; k++) {
            sum = sum.add(term);
            term = term.divide(BigInteger.valueOf(k));
        }
        System.out.println("e = 2." + sum.divide(BigInteger.TEN.pow(10)).toString().substring(1));
    }
}

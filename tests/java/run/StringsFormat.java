// String.format and Formatter: flags, widths, precisions, all conversions, indices, and every failure message.
import java.math.*;
import java.util.*;

public class StringsFormat {
    static void f(String format, Object... args) {
        try {
            System.out.println(format + " -> [" + String.format(format, args) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(format + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static class Custom implements Formattable {
        @Override
        public void formatTo(Formatter fmt, int flags, int width, int precision) {
            fmt.format("custom(%d,%d,%d)", flags, width, precision);
        }
    }

    public static void main(String[] args) {
        for (int v : new int[] {0, 1, -1, 42, -12345, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            f("%d", v);
            f("%5d", v);
            f("%-8d|", v);
            f("%08d", v);
            f("%+d", v);
            f("% d", v);
            f("%,d", v);
            f("%(d", v);
            f("%x", v);
            f("%X", v);
            f("%#x", v);
            f("%o", v);
            f("%#o", v);
            f("%(,+015d", v);
            f("%(,015d", v);
            f("%h", v);
            f("%s", v);
            f("%c", v & 0x7f | 0x40);
            f("%b", v);
        }
        for (double v : new double[] {0, -0.0, 1, -1.5, 3.14159265, 1234567.891, 1e-5, 1e20, 123e-10, 0.5, 2.5, 9.995,
                 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            f("%f", v);
            f("%.2f", v);
            f("%.0f", v);
            f("%10.3f|", v);
            f("%-10.1f|", v);
            f("%010.2f", v);
            f("%+.3f", v);
            f("%,.2f", v);
            f("%(.2f", v);
            f("%e", v);
            f("%.3e", v);
            f("%E", v);
            f("%g", v);
            f("%.3g", v);
            f("%a", v);
            f("%#.0f", v);
            f("%s", v);
            f("%S", v);
        }
        for (float v : new float[] {1.1f, 0.1f, 1e10f, Float.MIN_VALUE}) { f("%f %e %g %a %s", v, v, v, v, v); }
        f("%s %S %10s|%-10s|%.3s|%10.2s|", "text", "text", "text", "text", "text", "text");
        f("%s", (Object) null);
        f("%5.1s|", (Object) null);
        f("%b %b %B %5b %.2b", true, null, "x", false, true);
        f("%c %C %5c %-5c| %c %c", 'x', 'y', 'z', 'w', 0x1f600, null);
        f("%h %H %h", "hi", "hi", null);
        f("%n%%%5%|%-5%|");
        f("%2$s %1$s %<s %s %s", "a", "b");
        f("%3$s %s %2$s %s", 1, 2, 3);
        f("%s %<S %<h", "rel");
        f("%s", new int[0].length);
        f("%s %s", List.of(1, 2), new TreeMap<>(Map.of("k", 1)));
        f("%s|%-15s|%.4s|%#S", new Custom(), new Custom(), new Custom(), new Custom());
        f("%d %x %o %,d %(d %+d %#x", BigInteger.TWO.pow(70), BigInteger.TWO.pow(70), BigInteger.TWO.pow(70),
            BigInteger.TWO.pow(70), BigInteger.TEN.pow(20).negate(), BigInteger.TEN, BigInteger.TEN.negate());
        f("%f %.3f %e %g %,.2f %s", new BigDecimal("12345678901234567890.123456789"), new BigDecimal("1e-10"),
            new BigDecimal("123.456e50"), new BigDecimal("0.00001234"), new BigDecimal("9999999.995"),
            new BigDecimal("1E+3"));
        f("%d %d %d %x %x %x %d", (byte) -1, (short) -1, -1L, (byte) -1, (short) -1, -1L, Long.MIN_VALUE);
        f("%d", 1.5);
        f("%d", "s");
        f("%f", 1);
        f("%c", "str");
        f("%c", 1L);
        f("%q", 1);
        f("%", 1);
        f("%5", 1);
        f("%-d", 1);
        f("%05s", "x");
        f("%-05d", 1);
        f("%+ d", 1);
        f("%.2d", 1);
        f("%,x", 1);
        f("%#d", 1);
        f("%s %s", 1);
        f("%3$s", 1, 2);
        f("%<s", 1);
        f("%+s", "x");
        f("%(x", 5);
        f("%.1c", 'c');
        f("%ld", 1L);
        f("%+x", BigInteger.ONE);
        f("%#b", true);
        f("%n5");
        f("%5n");
        f("%-n");
        f("%0$s", 1);
        f("%--5d", 1);
        f("%e", 5L);
        f("%x", 1.0);
        f("%c", 0x110000);
        f("%,e", 1.0);
        f("%#g", 1.0);
        f("%t", 1L);
        f("%tQ", "x");
        Formatter fm = new Formatter(new StringBuilder("pre:"), Locale.ROOT);
        fm.format("%d", 1).format("-%s", "x");
        System.out.println(fm + " " + fm.locale() + " " + fm.out().getClass().getSimpleName());
        fm.close();
        try {
            fm.format("x");
        } catch (FormatterClosedException e) { System.out.println("closed"); }
        System.out.printf(Locale.GERMANY, "%,.2f %,d %e%n", 1234567.891, 1234567, 0.00123);
        System.out.printf(Locale.FRANCE, "%,.2f%n", 1234567.891);
        System.out.printf(Locale.US, "%,.2f%n", 1234567.891);
        System.out.format("%s%n", "formatted");
        System.out.println(String.format((Locale) null, "%,d", 1234567));
        System.out.println(String.format("no args") + String.format("%s", (Object[]) new String[] {"only"})
            + String.format("%s%s%s%s%s%s%s%s%s%s%s", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
            + String.format("%11$s", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "eleven"));
    }
}

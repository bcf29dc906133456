// Wrapper classes: parsing in all radixes, caches, comparison, bit methods, string forms, hash codes, constants, unsigned operations, failures.
import java.util.*;

public class NumberBoxes {
    interface Body {
        Object run();
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (RuntimeException e) { System.out.println(n + " ! " + e.getMessage()); }
    }
    public static void main(String[] args) {
        for (String s :
            new String[] {"0", "-0", "+7", "2147483647", "2147483648", "-2147483648", "-2147483649", "ff", "-80000000",
                "zz", "", "+", "-", " 1", "1 ", "\u0661\u0662", "1_000", "0x10", "#ff", "010", "-0X1f", "1e3", "1.0"}) {
            t("parseInt " + s, () -> Integer.parseInt(s));
            t("hex " + s, () -> Integer.parseInt(s, 16));
            t("decode " + s, () -> Integer.decode(s));
            t("unsigned " + s, () -> Integer.parseUnsignedInt(s));
            t("short " + s, () -> Short.parseShort(s));
            t("byte " + s, () -> Byte.decode(s));
            t("double " + s, () -> Double.valueOf(s));
            t("bool " + s, () -> Boolean.valueOf(s));
        }
        for (int r : new int[] {2, 3, 8, 10, 16, 36, 37, 1})
            System.out.println(r + " " + Integer.toString(-123456, r) + " " + Long.toString(Long.MIN_VALUE, r) + " "
                + Integer.toUnsignedString(-1, r));
        t("radix", () -> Integer.parseInt("1", 37));
        t("range", () -> Integer.parseInt("x12345x", 1, 6, 10));
        Integer[] is = {-129, -128, -1, 0, 127, 128};
        for (Integer i : is) {
            Integer j = Integer.valueOf(i.intValue());
            Long l = Long.valueOf(i), k = Long.valueOf(i);
            System.out.println(i + " " + (i == j) + (l == k) + i.equals(j) + i.equals(l) + i.hashCode() + l.hashCode()
                + i.compareTo(5) + i.byteValue() + i.doubleValue() + Integer.toHexString(i) + Integer.bitCount(i)
                + Integer.signum(i) + Integer.compareUnsigned(i, 5) + Integer.toUnsignedLong(i) + Integer.reverse(i));
        }
        System.out.println((Byte.valueOf((byte) -128) == Byte.valueOf((byte) -128)) + " "
            + (Short.valueOf((short) 127) == Short.valueOf((short) 127))
            + (Short.valueOf((short) 128) == Short.valueOf((short) 128))
            + (Character.valueOf('\u007f') == Character.valueOf('\u007f'))
            + (Character.valueOf('\u0080') == Character.valueOf('\u0080')) + (Boolean.valueOf(true) == Boolean.TRUE)
            + (new Integer(5) == new Integer(5)) + new Double(0.0).equals(-0.0)
            + Double.valueOf(Double.NaN).equals(Double.NaN) + (Double.NaN == Double.NaN) + Float.valueOf(1).equals(1.0)
            + new Boolean("yes") + Boolean.logicalXor(true, false) + Boolean.compare(true, false)
            + Boolean.hashCode(true) + Boolean.parseBoolean("TrUe"));
        System.out.println(Integer.MIN_VALUE + " " + Integer.MAX_VALUE + Integer.SIZE + Integer.BYTES + Long.MIN_VALUE
            + Long.MAX_VALUE + Float.MAX_VALUE + Float.MIN_NORMAL + Double.MIN_NORMAL + Double.MAX_EXPONENT
            + Short.MIN_VALUE + (int) Character.MIN_HIGH_SURROGATE + Byte.SIZE + Integer.TYPE + Void.TYPE + Double.TYPE
            + Character.MAX_RADIX);
        Object o = 5;
        Number n = 5.75;
        System.out.println(o.equals(5) + " " + o.equals(5L) + n.intValue() + n.floatValue() + n.byteValue()
            + new TreeSet<>(List.of(3, 1, 2)) + Integer.sum(1, 2) + Integer.max(3, 4) + Long.min(5, 6)
            + Double.sum(0.1, 0.2) + Integer.divideUnsigned(-1, 3) + Integer.remainderUnsigned(-1, 7)
            + Long.divideUnsigned(-1, 10) + Long.toUnsignedString(-1) + Long.compareUnsigned(-1, 1)
            + Integer.highestOneBit(100) + Integer.numberOfTrailingZeros(96) + Short.reverseBytes((short) 0x1234)
            + Short.toUnsignedInt((short) -1) + Byte.toUnsignedInt((byte) -1) + Short.compare((short) 5, (short) 9)
            + Byte.hashCode((byte) -3) + Float.floatToIntBits(1.5f) + Double.doubleToLongBits(-2.5)
            + Float.compare(0f, -0f) + Double.toHexString(0.1) + Double.isFinite(1 / 0.0));
        Integer a = 1000, b = 1000;
        System.out.println((a == b) + " " + (a <= b && a >= b) + a.equals(b) + (a + 0 == b + 0));
        Integer c = 5;
        c += 2;
        c++;
        c <<= 2;
        c = -c;
        int d = c--;
        Long e = 5L + c;
        e *= 2;
        Character f = 'a';
        f++;
        Double g = 1.5;
        g /= 2;
        Byte h = 1;
        h = (byte) (h + 1);
        Boolean z = true;
        z &= false;
        System.out.println(c + " " + d + e + f + g + h + z);
        List<Integer> l = new ArrayList<>(List.of(10, 20, 30));
        l.remove(1);
        l.remove(Integer.valueOf(10));
        System.out.println(l);
        Map<Long, String> m = new HashMap<>();
        m.put(1L, "long");
        System.out.println(m.get(1) + m.get(1L));
        System.out.println(true ? 1 : 'a');
        System.out.println((Object) (true ? 1 : 2.0));
        System.out.println(true ? Integer.valueOf(1) : Double.valueOf(2));
        System.out.println((short) 1 + (byte) 2 + 'c' + 1L);
        long big = Integer.MAX_VALUE + 1;
        long big2 = Integer.MAX_VALUE + 1L;
        System.out.println(big + " " + big2 + (byte) 200 + (char) 97 + (int) 'z' + 07 + 0b11 + 1e-2 + 0x1p3 + 'a' / 2
            + '\u0041' + "\101\7".length());
        System.out.println(Long.hashCode(1L << 32) + " " + Double.hashCode(1.5)
            + Objects.hash(1, 2L, 3.0, 'c', true, "s") + Arrays.asList(1, 2).hashCode() + Character.getNumericValue('Z')
            + Float.MIN_VALUE / 2 + Math.round(-1.5f) + (5 & 6 | 1 ^ 2) + (~5) + (-17 >> 2) + (-17 >>> 28) + (-17 % 5)
            + 5 / -2 + 5.5 % 2);
    }
}

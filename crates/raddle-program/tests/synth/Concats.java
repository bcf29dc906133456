import java.util.*;

/** String concatenation of all types, with constants, in order. */
public class Concats {
    static final StringBuilder log = new StringBuilder();
    record Noisy(String name) {
        public String toString() { log.append(name); return name; }
    }
    static class Null { public String toString() { return null; } }
    static Noisy noisy(String name) { log.append('(').append(name).append(')'); return new Noisy(name); }
    static class Growing { final StringBuilder text = new StringBuilder("g"); public String toString() { text.append('!'); return text.toString(); } }
    static class Boom { public String toString() { throw new IllegalStateException("boom"); } }

    public static void main(String[] args) {
        for (boolean z : new boolean[] {true, false}) System.out.println("z" + z + !z);
        for (byte b : new byte[] {Byte.MIN_VALUE, -1, 0, 127}) System.out.println("b" + b + ".");
        for (short s : new short[] {Short.MIN_VALUE, -1, 0, Short.MAX_VALUE}) System.out.println(s + ".");
        for (char c : new char[] {'a', '\u00e9', '\u20ac', '\ud83d', '\1'}) System.out.println((int) ("c" + c + c).charAt(2));
        for (int i : new int[] {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE}) System.out.println(i + "i" + i);
        for (long j : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) System.out.println(j + "j" + j);
        for (float f : new float[] {Float.NaN, -0f, 1e-45f, 1e10f, 3.14f, Float.NEGATIVE_INFINITY}) System.out.println("f" + f);
        for (double d : new double[] {Double.NaN, -0.0, 4.9e-324, 1e300, 2.718281828, Double.POSITIVE_INFINITY}) System.out.println("d" + d + d);
        String n = null; Object o = null; Object text = "text"; CharSequence cs = new StringBuilder("cs"); Integer boxed = null; char[] chars = {'x'}; int[] ints = null;
        System.out.println(n + n + o + text + cs + boxed + ints);
        System.out.println((chars + "").startsWith("[C@") + " " + ("" + new Null() + new Null()));
        System.out.println("" + noisy("a") + noisy("b") + noisy("c") + log + 'e' + log);
        System.out.println(log);
        Growing growing = new Growing();
        System.out.println(growing.text + "," + growing + "," + growing.text + "," + growing);
        try { System.out.println("a" + new Boom() + noisy("never")); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        int i = 7;
        System.out.println("tags \1 and \2 " + i + " \1\2" + text + "\u0000 end \ud83d\ude00 \ud83d" .length());
        String s = "s";
        s += 1; s += 'c'; s += 2L; s += null; s += 1.5f; s += new StringBuilder("sb");
        System.out.println(s);
        String[] array = {"x"};
        int at = 0;
        array[at++] += at + "y";
        System.out.println(array[0] + at);
        System.out.println(("" + s) == s);
        String e = "";
        System.out.println((e + e).isEmpty() + (e + "lit" + e));
        String many = i + "," + i + s + i + ",é€" + i + (i + 1L) + i + (double) i + i + text + i + "," + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i
            + (i + 1L) + (i + 2L) + (i + 3L) + (i + .5) + (i + 1.5f) + true + i + (char) (i + 60) + o + text;
        System.out.println(many);
        Object object = "o"; CharSequence sequence = "q"; Comparable<String> comparable = "p";
        object += "b" + i; sequence += "s"; comparable += "c" + i;
        System.out.println(object.toString() + sequence + comparable);
        final String constant = "constant";
        System.out.println(constant + "folded" + 1 + i);
    }
}

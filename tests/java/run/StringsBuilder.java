// StringBuilder and StringBuffer: every operation, growth, Latin-1 to UTF-16 inflation, failures.
public class StringsBuilder {
    static void attempt(String name, Runnable r) {
        try {
            r.run();
            System.out.println(name + " ok");
        } catch (RuntimeException e) {
            System.out.println(name + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        StringBuilder s = new StringBuilder();
        s.append(1)
            .append('c')
            .append(2L)
            .append(1.5f)
            .append(2.5)
            .append(true)
            .append((String) null)
            .append((Object) null)
            .append(new char[] {'x', 'y'})
            .append("hello", 1, 3)
            .append(new char[] {'p', 'q', 'r'}, 1, 2)
            .append(new StringBuilder("sb"))
            .append(new StringBuffer("buf"))
            .appendCodePoint(0x1f600)
            .appendCodePoint('!');
        System.out.println(s + " " + s.length());
        s.insert(0, "start")
            .insert(5, 7)
            .insert(3, 'Z')
            .insert(0, 1.25)
            .insert(0, false)
            .insert(s.length(), "end")
            .insert(2, new char[] {'[', ']'})
            .insert(1, "\u4e2d");
        System.out.println(s + " " + s.length() + " " + s.indexOf("end") + " " + s.lastIndexOf("l") + " " + s.charAt(1)
            + " " + s.codePointAt(1));
        s.delete(0, 5).deleteCharAt(0).replace(0, 3, "REPLACED").setCharAt(0, 'r');
        System.out.println(s);
        s.setLength(10);
        System.out.println(s + "|" + s.length());
        s.setLength(13);
        System.out.println(s.toString().replace('\0', '0'));
        s.setLength(0);
        System.out.println(s.isEmpty() + " " + s.length());
        for (int i = 0; i < 1000; i++) s.append(i);
        System.out.println(s.length() + " " + s.toString().hashCode());
        s.setCharAt(500, '\u20ac');
        System.out.println(s.length() + " " + s.toString().hashCode() + " " + s.substring(495, 505) + " "
            + s.subSequence(0, 3) + s.substring(2885));
        s.reverse();
        System.out.println(s.toString().hashCode() + " " + s.indexOf("\u20ac"));
        System.out.println(new StringBuilder("a\ud83d\ude00b").reverse() + " "
            + new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " "
            + new StringBuilder("x").equals(new StringBuilder("x")) + " "
            + "x".contentEquals(new StringBuilder("x")));
        StringBuilder small = new StringBuilder("abc");
        System.out.println(
            small.capacity() + " " + new StringBuilder().capacity() + " " + new StringBuilder(5).capacity());
        small.ensureCapacity(100);
        System.out.println(small.capacity());
        small.trimToSize();
        System.out.println(small.capacity());
        attempt("charAt", () -> small.charAt(3));
        attempt("setCharAt", () -> small.setCharAt(-1, 'x'));
        attempt("deleteCharAt", () -> small.deleteCharAt(9));
        attempt("delete", () -> small.delete(2, 1));
        attempt("delete past", () -> small.delete(2, 99));
        attempt("insert", () -> small.insert(7, "x"));
        attempt("replace", () -> small.replace(3, 1, "x"));
        attempt("setLength", () -> small.setLength(-1));
        attempt("substring", () -> small.substring(1, 9));
        attempt("append range", () -> small.append("abc", 2, 9));
        attempt("negative", () -> new StringBuilder(-1));
        attempt("null", () -> new StringBuilder((String) null));
        attempt("codepoint", () -> small.appendCodePoint(-5));
        attempt("append null chars", () -> small.append((char[]) null));
        System.out.println(small);
        StringBuilder self = new StringBuilder("ab");
        self.append(self).append(self, 0, 1).insert(1, self);
        System.out.println(self);
        StringBuffer b = new StringBuffer("buffer");
        b.append(1).insert(0, 2).reverse().append('x').deleteCharAt(1).setCharAt(0, '-');
        System.out.println(b + " " + b.length() + " " + b.indexOf("f") + " " + b.chars().sum());
        java.util.StringJoiner j = new java.util.StringJoiner(", ", "{", "}");
        j.setEmptyValue("EMPTY");
        System.out.print(j + " ");
        j.add("a").add(null).add("c");
        java.util.StringJoiner k = new java.util.StringJoiner("-");
        k.add("x").add("y");
        System.out.println(j.merge(k) + " " + j.length());
        StringBuilder chain = new StringBuilder();
        for (int i = 0; i < 50; i++) chain.insert(i / 2, (char) ('a' + i % 26));
        System.out.println(chain);
        char[] dst = new char[4];
        chain.getChars(10, 14, dst, 0);
        System.out.println(dst);
        for (double d : new double[] {0, -0.0, 1e-5, 123456789.123, 1e7, Double.NaN})
            System.out.print(new StringBuilder().append(d).append('/').append((float) d).append(' '));
        System.out.println();
        for (long v : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE})
            System.out.print(new StringBuilder().append(v).append('/').append((int) v).append(' '));
        System.out.println();
        java.util.StringTokenizer t = new java.util.StringTokenizer("a b,c;;d", " ,;", true);
        while (t.hasMoreTokens()) System.out.print("[" + t.nextToken() + "]");
        System.out.println(t.countTokens());
    }
}

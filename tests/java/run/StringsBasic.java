// String methods in breadth, on Latin-1 and UTF-16 strings alike, with their failure messages.
import java.util.*;

public class StringsBasic {
    static void attempt(String name, java.util.concurrent.Callable<Object> c) {
        try {
            System.out.println(name + " = " + c.call());
        } catch (Exception e) { System.out.println(name + " ! " + e.getClass().getName() + ": " + e.getMessage()); }
    }

    public static void main(String[] args) {
        String[] samples = {"", "a", "Hello, World", "  padded\t\n", "na\u00efve caf\u00e9", "\u4e2d\u6587\u5b57",
            "mixed \u20ac sign", "\ud83d\ude00 smile \ud83d\ude80", "aXbXXc", "\u0000nul\u0000"};
        for (String s : samples) {
            System.out.println("[" + s.replace('\0', '0') + "] len=" + s.length() + " hash=" + s.hashCode()
                + " cps=" + s.codePointCount(0, s.length()) + " up=" + s.toUpperCase().replace('\0', '0') + " low="
                + s.toLowerCase().replace('\0', '0') + " trim=[" + s.trim() + "] strip=[" + s.strip().replace('\0', '0')
                + "] blank=" + s.isBlank() + " empty=" + s.isEmpty() + " lines=" + s.lines().count() + " idx="
                + s.indexOf('l') + "," + s.lastIndexOf('l') + "," + s.indexOf("X") + "," + s.lastIndexOf("X") + ","
                + s.indexOf(0x1f600) + " rep=" + s.replace("X", "--").replace('\0', '0') + " chars=" + s.chars().sum()
                + " points=" + s.codePoints().sum() + " split=" + Arrays.toString(s.split("X")).replace('\0', '0')
                + " starts=" + s.startsWith("H") + s.endsWith("d") + s.startsWith("World", 7) + " contains="
                + s.contains("mi") + " rev=" + new StringBuilder(s).reverse().toString().replace('\0', '0')
                + " rpt=" + s.repeat(2).length() + " cmp=" + s.compareTo("Hello") + ","
                + s.compareToIgnoreCase("hELLO") + " eqi=" + s.equalsIgnoreCase(s.toUpperCase())
                + " utf8=" + s.getBytes(java.nio.charset.StandardCharsets.UTF_8).length
                + " utf16=" + s.getBytes(java.nio.charset.StandardCharsets.UTF_16).length
                + " latin=" + Arrays.toString(s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
        }
        for (String a : samples) {
            StringBuilder line = new StringBuilder();
            for (String b : samples)
                line.append(Integer.signum(a.compareTo(b)))
                    .append(a.equals(b) ? "=" : "/")
                    .append(a.contains(b))
                    .append(' ');
            System.out.println(line);
        }
        attempt("charAt", () -> "abc".charAt(3));
        attempt("charAt -1", () -> "\u4e2d".charAt(-1));
        attempt("substring", () -> "abc".substring(4));
        attempt("substring 2", () -> "abc".substring(2, 1));
        attempt("substring 3", () -> "abc".substring(-1, 1));
        attempt("substring end", () -> "abc".substring(3) + "|");
        attempt("subSequence", () -> "hamburger".subSequence(4, 8));
        attempt("codePointAt", () -> "abc".codePointAt(5));
        attempt("codePointBefore", () -> "a\ud83d\ude00".codePointBefore(3));
        attempt("offsetByCodePoints", () -> "a\ud83d\ude00b".offsetByCodePoints(0, 2));
        attempt("repeat", () -> "x".repeat(-1));
        attempt("repeat 0", () -> "x".repeat(0).isEmpty());
        attempt("new bad", () -> new String(new char[3], 1, 5));
        attempt("new cps", () -> new String(new int[] {97, 0x1f600, 0x20ac}, 0, 3));
        attempt("new bad cp", () -> new String(new int[] {-1}, 0, 1));
        attempt("valueOf",
            ()
                -> String.valueOf((Object) null) + String.valueOf(1.5f) + String.valueOf(true) + String.valueOf('c')
                + String.valueOf(1L << 50) + String.valueOf(new char[] {'x', 'y'}));
        attempt("join", () -> String.join("-", "a", null, "c") + String.join("/", List.of("x", "y")));
        attempt("split limits",
            ()
                -> Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1))
                + Arrays.toString("a,b,,c,,".split(",", 2)) + Arrays.toString("".split(","))
                + Arrays.toString("boo:and:foo".split("o", 0)) + Arrays.toString("a1b22c".split("\\d+"))
                + Arrays.toString("abc".split("")) + Arrays.toString("a.b".split("."))
                + Arrays.toString("a|b".split("\\|")));
        attempt("replaceAll",
            ()
                -> "x1y22z".replaceAll("(\\d+)", "<$1>") + "aaa".replaceFirst("a", "b") + "a.b.c".replace(".", "")
                + "abc".replace("", "-"));
        attempt("matches",
            ()
                -> "2024-01-31".matches("\\d{4}-\\d{2}-\\d{2}") + " "
                + "x".matches("y"));
        attempt("regionMatches",
            ()
                -> "Hello World".regionMatches(6, "world", 0, 5) + " "
                + "Hello World".regionMatches(true, 6, "world", 0, 5) + " "
                + "x".regionMatches(-1, "x", 0, 1));
        attempt("indexOf from",
            ()
                -> "banana".indexOf("an", 2) + ","
                + "banana".indexOf('a', -5) + ","
                + "banana".indexOf("", 99) + ","
                + "banana".lastIndexOf("an", 2) + ","
                + "banana".lastIndexOf("") + ","
                + "banana".indexOf("ananas"));
        attempt("strip",
            ()
                -> "["
                + "\u2003 x \u2003".strip() + "]["
                + "\u2003 x \u2003".trim() + "]["
                + "  x ".stripLeading() + "]["
                + " x  ".stripTrailing() + "]");
        attempt("lines", () -> "a\nb\r\nc\rd\n".lines().toList());
        attempt("indent",
            ()
                -> "a\n b\n".indent(2) + "|"
                + "   a\n b".indent(-2) + "|");
        attempt("transform", () -> "abc".<Object>transform(s -> s.length() * 2));
        attempt("translateEscapes", () -> "a\\tb\\n\\101\\\\\\s|".translateEscapes());
        attempt("bad escape", () -> "\\q".translateEscapes());
        attempt("stripIndent", () -> "  a\n    b\n  c".stripIndent());
        attempt("formatted", () -> "%s-%05d".formatted("x", 42));
        attempt("describeConstable", () -> "x".describeConstable().get());
        attempt("contentEquals",
            ()
                -> "ab".contentEquals(new StringBuilder("ab")) + " "
                + "ab".contentEquals("abc"));
        attempt("chars",
            ()
                -> "h\u00e9".chars().mapToObj(Integer::toString).toList() + ""
                + "\ud83d\ude00".codePoints().boxed().toList());
        attempt("getChars", () -> {
            char[] dst = new char[5];
            "hello world".getChars(6, 11, dst, 0);
            return new String(dst);
        });
        attempt("getChars bad", () -> {
            "hello".getChars(0, 5, new char[2], 0);
            return 0;
        });
        attempt("concat", () -> "a".concat("") + "\u4e2d".concat("b") + "".concat("z"));
        attempt("null concat", () -> "a".concat(null));
        attempt("compare", () -> {
            TreeSet<String> t = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            t.addAll(List.of("b", "A", "B", "a", "\u00c9", "\u00e9"));
            return t;
        });
        String a = "inter", b = "ned";
        System.out.println(("interned" == (a + b)) + " " + ("interned" == (a + b).intern()) + " "
            + ("interned"
                == "inter"
                    + "ned")
            + " " + (new String("x") == "x") + " " + ("" + null));
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x250; c++) all.append(c);
        System.out.println(all.toString().toUpperCase().hashCode() + " " + all.toString().toLowerCase().hashCode() + " "
            + all.toString().toUpperCase().length());
    }
}

// java.util.regex: groups, named groups, lookaround, backreferences, quantifier kinds, flags, Unicode, replacement, splitting, errors, catastrophic-safe cases.
import java.util.*;
import java.util.regex.*;

public class Regex {
    static void m(String p, String s) {
        try {
            Matcher x = Pattern.compile(p).matcher(s);
            StringBuilder o = new StringBuilder();
            while (x.find()) {
                o.append('[').append(x.start()).append(',').append(x.end());
                for (int i = 0; i <= x.groupCount(); i++) o.append(' ').append(x.group(i));
                o.append(']');
            }
            System.out.println(
                p + " on " + s + " -> " + o + " " + s.matches(p) + Pattern.compile(p).matcher(s).lookingAt());
        } catch (PatternSyntaxException e) {
            System.out.println(p + " ! " + e.getDescription() + " at " + e.getIndex() + "\n" + e.getMessage());
        }
    }
    public static void main(String[] args) {
        m("a*b", "aab ab b c");
        m("(a|ab)(c|bcd)(d*)", "abcd");
        m("(\\w+)@(\\w+)\\.com", "bob@site.com, al@x.com");
        m("^\\s*$", "");
        m("\\bfoo\\b", "foo foobar barfoo foo");
        m("(?<year>\\d{4})-(?<month>\\d\\d)", "2024-05 1999-12");
        m("(.)\\1", "aabbcd");
        m("(?i)HeLLo", "hello HELLO");
        m("a{2,3}", "a aa aaa aaaa aaaaa");
        m("a{2,3}?", "aaaaa");
        m("a*+a", "aaa");
        m("(?>a*)ab", "aaab");
        m("foo(?=bar)", "foobar foobaz");
        m("foo(?!bar)", "foobar foobaz");
        m("(?<=\\$)\\d+", "cost $45 or 45");
        m("(?<!\\$)\\b\\d+", "cost $45 or 46");
        m("[^aeiou\\s]+", "hello world");
        m("[a-z&&[^m-p]]+", "almost");
        m("[\\p{L}&&[^\\p{Lu}]]+", "ABc\u00e9D\u00e8");
        m("\\p{Sc}\\d", "$5 \u20ac6 7");
        m("(?s).+", "a\nb");
        m(".+", "a\nb");
        m("(?m)^\\w", "one\ntwo\nthree");
        m("(?x) a \\s b # comment", "a b");
        m("\\Qa.b\\E", "a.b axb");
        m("\\d+(?:\\.\\d+)?", "1 2.5 3.");
        m("(a)|(b)", "ab");
        m("((a)|b)*", "abba");
        m("\\u0041\\x42\\t", "AB\t");
        m("\\ud83d\\ude00", "x\ud83d\ude00");
        m(".", "\ud83d\ude00");
        m("(?u)\\w+", "caf\u00e9");
        m("(?U)\\w+", "caf\u00e9");
        m("\\R", "a\r\nb\nc");
        m("\\h+\\v", " \t\n");
        m("x*", "aaxa");
        m("", "ab");
        m("$", "a\n");
        m("\\Z", "a\n");
        m("\\z", "a\n");
        m("\\G\\d", "12a3");
        m("(?<n>a)\\k<n>", "aa");
        m("[[:alpha:]]", "a:");
        m("\\p{Alpha}+\\p{Punct}", "abc!");
        m("\\p{IsGreek}+", "ab\u03b1\u03b2");
        m("\\p{InCyrillic}", "\u0416");
        m("(?i)\u00e9", "\u00c9");
        m("(?iu)\u00e9", "\u00c9");
        m("\\X", "e\u0301x");
        m("(a+)+b", "aaaaaaaaaaaaaaab");
        m("^(\\d+)(?:,(\\d+))*$", "1,2,3");
        for (String bad : new String[] {"(", "a)", "[", "*", "a**", "\\", "(?<n", "(?<1>a)", "\\p{Nope}", "[z-a]",
                 "a{2,1}", "(?z)", "\\k<q>", "(?<=a+)b", "\\1(", "[a&&", "x{99999999999}"})
            m(bad, "x");
        Matcher x = Pattern.compile("(?<k>\\w)=(?<v>\\d+)").matcher("a=1, b=22");
        System.out.println(x.replaceAll("${v}:$1") + " " + x.reset().replaceFirst("<$0>")
            + x.reset().replaceAll(r -> "" + r.group(2).length()) + Matcher.quoteReplacement("$1\\"));
        StringBuilder sb = new StringBuilder();
        x.reset();
        while (x.find()) x.appendReplacement(sb, "[" + x.group("k").toUpperCase() + "]");
        x.appendTail(sb);
        System.out.println(sb);
        for (String r : new String[] {"$3", "${zz}", "$", "\\"}) try {
                "a=1".replaceAll("(\\w)=(\\d)", r);
            } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
        try {
            x.reset().group();
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try {
            x.find();
            x.group(9);
        } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            x.group("none");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Matcher reg = Pattern.compile("\\b.").matcher("hello world");
        reg.region(3, 8);
        while (reg.find()) System.out.print(reg.group() + reg.start() + " ");
        reg.useTransparentBounds(true).reset().region(3, 8);
        while (reg.find()) System.out.print(reg.group() + reg.start() + " ");
        Matcher h = Pattern.compile("abc").matcher("ab");
        System.out.println(h.matches() + " " + h.hitEnd() + h.requireEnd() + h.regionEnd());
        MatchResult mr = Pattern.compile("(b)(c)?").matcher("abd").results().findFirst().get();
        System.out.println(mr.start() + mr.group(1) + mr.group(2) + mr.start(2) + mr.groupCount());
        Pattern p = Pattern.compile("[,;]");
        System.out.println(Arrays.toString(p.split("a,b;;c,,")) + Arrays.toString(p.split("a,b;;c,,", -1))
            + Arrays.toString(p.split(",a", 2)) + p.splitAsStream("x;y").toList() + p.asPredicate().test("q;")
            + p.asMatchPredicate().test(";;") + p.pattern() + p.flags() + p + Pattern.quote("a.b")
            + Pattern.matches("[xyz]", "y") + Arrays.toString("".split(","))
            + Arrays.toString("boo:and:foo".split("(?<=o)")));
        System.out.println("The Quick".replaceAll("(?i)quick", "slow") + "aaa".replaceAll("a*", "X")
            + "x.y.z".replaceAll("\\.", "\\\\") + "camelCaseString".replaceAll("([A-Z])", "_$1").toLowerCase()
            + "  trim  me ".replaceAll("^\\s+|\\s+$", "")
            + Pattern.compile("^", Pattern.MULTILINE).matcher("a\nb").replaceAll("> ")
            + Pattern.compile("a.c", Pattern.DOTALL | Pattern.CASE_INSENSITIVE).matcher("A\nC").matches()
            + Pattern.compile("a.b", Pattern.LITERAL).matcher("a.b").matches()
            + Pattern.compile("\u00e9", Pattern.CANON_EQ).matcher("e\u0301").matches());
        String log = "2024-01-02 ERROR [main] msg=one\n2024-01-03 WARN [pool-1] msg=two\nbroken line\n";
        Pattern lp = Pattern.compile("^(\\S+) (ERROR|WARN) \\[([^\\]]+)\\] msg=(.*)$", Pattern.MULTILINE);
        lp.matcher(log).results().forEach(r -> System.out.println(r.group(2) + "/" + r.group(3) + "/" + r.group(4)));
        int count = 0;
        Matcher big = Pattern.compile("(\\d)(\\d)?(\\d)?").matcher("1234567890".repeat(500));
        while (big.find()) count += big.group(3) == null ? 100000 : big.group(1).charAt(0) - '0';
        System.out.println(count);
    }
}

// NumberFormat, DecimalFormat, ChoiceFormat, MessageFormat, compact numbers and locales with fixed patterns.
import java.math.*;
import java.text.*;
import java.util.*;

public class FormatNumbers {
    interface Body {
        Object run() throws Exception;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + e); }
    }
    public static void main(String[] args) throws Exception {
        double[] vs = {0, -0.0, 1, -1.5, 1234567.891, 0.005, 0.015, 2.5, 3.5, 1e10, 123456789012345.0, Double.NaN,
            Double.POSITIVE_INFINITY, -1e-7, 0.125};
        DecimalFormatSymbols us = DecimalFormatSymbols.getInstance(Locale.US);
        for (String p : new String[] {"0", "#", "0.00", "#.##", "#,##0.00", "000.0", "0.###E0", "##0.##E0", "00.00%",
                 "'#'0", "0.00;(0.00)", "#,##,##0", "\u00a40.00", "0.0\u2030"}) {
            DecimalFormat f = new DecimalFormat(p, us);
            StringBuilder s = new StringBuilder(p + " ->");
            for (double v : vs) s.append(' ').append(f.format(v));
            System.out.println(s + " " + f.toPattern());
        }
        for (RoundingMode m : RoundingMode.values()) {
            if (m == RoundingMode.UNNECESSARY) continue;
            DecimalFormat f = new DecimalFormat("0.0", us);
            f.setRoundingMode(m);
            System.out.println(
                m + " " + f.format(0.25) + f.format(0.35) + f.format(-0.25) + f.format(-0.349) + f.format(0.75));
        }
        for (Locale l : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.ITALY, new Locale("en", "IN"),
                 Locale.JAPAN, new Locale("de", "CH")})
            System.out.println(l + " " + NumberFormat.getInstance(l).format(1234567.891) + " | "
                + NumberFormat.getIntegerInstance(l).format(2.5) + " | "
                + NumberFormat.getPercentInstance(l).format(0.256) + " | "
                + NumberFormat.getCurrencyInstance(l).format(1234.5).replace('\u00a0', '_').replace('\u202f', '~')
                + " | " + DecimalFormatSymbols.getInstance(l).getDecimalSeparator()
                + (int) DecimalFormatSymbols.getInstance(l).getGroupingSeparator());
        NumberFormat nf = NumberFormat.getInstance(Locale.US);
        System.out.println(
            nf.parse("1,234.5xyz") + " " + nf.parse("12").getClass() + nf.parse("-5.0") + nf.parse("1e3"));
        t("parse bad", () -> nf.parse("abc"));
        ParsePosition pp = new ParsePosition(2);
        System.out.println(nf.parse("a:77,b", pp) + " " + pp.getIndex() + pp.getErrorIndex());
        nf.setMinimumFractionDigits(2);
        nf.setMaximumFractionDigits(3);
        nf.setGroupingUsed(false);
        nf.setMinimumIntegerDigits(5);
        System.out.println(nf.format(12.34567) + " " + nf.format(12L) + nf.format(new BigDecimal("99999.9999"))
            + nf.format(new BigInteger("123456789012345678901")));
        DecimalFormat df = new DecimalFormat("#,##0.##", us);
        df.setParseBigDecimal(true);
        System.out.println(df.parse("1,234.567890123456789012") + " " + df.parse("5").getClass());
        df.setDecimalSeparatorAlwaysShown(true);
        df.setNegativePrefix("neg ");
        df.setPositiveSuffix(" pos");
        df.setGroupingSize(2);
        System.out.println(df.format(-12345) + " " + df.format(12345));
        t("bad pattern", () -> new DecimalFormat("0.0.0"));
        t("bad pattern 2", () -> new DecimalFormat("#0#"));
        t("unnecessary", () -> {
            DecimalFormat f = new DecimalFormat("0.0");
            f.setRoundingMode(RoundingMode.UNNECESSARY);
            return f.format(0.25);
        });
        t("format object", () -> nf.format("str"));
        FieldPosition fp = new FieldPosition(NumberFormat.FRACTION_FIELD);
        StringBuffer sb = new StringBuffer();
        new DecimalFormat("#,##0.00", us).format(1234.5, sb, fp);
        System.out.println(sb + " " + fp.getBeginIndex() + "-" + fp.getEndIndex());
        System.out.println(NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(1_234_567)
            + " " + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.LONG).format(1_234_567) + " "
            + NumberFormat.getCompactNumberInstance(Locale.GERMANY, NumberFormat.Style.LONG).format(2_000_000));
        Currency c = Currency.getInstance("EUR");
        System.out.println(c + " " + c.getDefaultFractionDigits() + c.getNumericCode() + c.getSymbol(Locale.FRANCE)
            + Currency.getInstance(Locale.JAPAN) + c.getDisplayName(Locale.US));
        t("bad currency", () -> Currency.getInstance("XXXX"));
        System.out.println(
            MessageFormat.format("{0} has {1} items, {2,number,#.##} and '{3}' it''s {0}", "Bob", 5, 3.14159, "x")
            + " | "
            + new MessageFormat("{0,number,integer} {1,number,percent} {2}", Locale.US)
                .format(new Object[] {1234.56, 0.5, null}));
        System.out.println(
            new MessageFormat(
                "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.", Locale.US)
                .format(new Object[] {0})
            + new MessageFormat(
                "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.", Locale.US)
                .format(new Object[] {1})
            + new MessageFormat(
                "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.", Locale.US)
                .format(new Object[] {1273}));
        System.out.println(Arrays.toString(new MessageFormat("{0}-{1}").parse("abc-def"))
            + MessageFormat.format("{1} {0} {2}", "a", "b"));
        t("bad message", () -> MessageFormat.format("{0", 1));
        t("bad arg", () -> MessageFormat.format("{x}", 1));
        t("bad type", () -> MessageFormat.format("{0,number}", "str"));
        ChoiceFormat cf = new ChoiceFormat("0#none|1#one|2#two|2<many");
        for (double v : new double[] {-1, 0, 0.5, 1, 2, 2.1, Double.NaN}) System.out.print(cf.format(v) + " ");
        System.out.println(cf.toPattern() + Arrays.toString(cf.getLimits()) + ChoiceFormat.nextDouble(1));
        for (Locale l :
            new Locale[] {Locale.US, Locale.GERMANY, new Locale("tr", "TR"), Locale.forLanguageTag("zh-Hant-TW"),
                Locale.ROOT, new Locale.Builder().setLanguage("sr").setScript("Latn").build()})
            System.out.println(l + " " + l.toLanguageTag() + " " + l.getDisplayLanguage(Locale.ENGLISH) + " "
                + l.getDisplayCountry(Locale.ENGLISH) + " " + l.getLanguage() + l.getCountry() + l.getScript() + " "
                + l.getISO3Language() + " " + l.getDisplayName(Locale.ENGLISH));
        System.out.println(new Locale("en").equals(Locale.ENGLISH) + " " + Locale.forLanguageTag("x-bad--tag")
            + Locale.US.hashCode() + "|" + Locale.getDefault());
        t("builder", () -> new Locale.Builder().setLanguage("123456789").build());
        Collator col = Collator.getInstance(Locale.US);
        List<String> w =
            new ArrayList<>(List.of("banana", "Apple", "cherry", "apple", "\u00e9clair", "eclair", "Zebra"));
        w.sort(col);
        System.out.println(w);
        col.setStrength(Collator.PRIMARY);
        System.out.println(col.compare("apple", "APPLE") + " " + col.equals("\u00e9", "e"));
        BreakIterator bi = BreakIterator.getWordInstance(Locale.US);
        bi.setText("Hello, big world. Ok?");
        List<Integer> bs = new ArrayList<>();
        for (int i = bi.first(); i != BreakIterator.DONE; i = bi.next()) bs.add(i);
        System.out.println(bs);
        System.out.println(Normalizer.normalize("\u00e9\ufb01", Normalizer.Form.NFD).length() + " "
            + Normalizer.normalize("e\u0301", Normalizer.Form.NFC).length()
            + Normalizer.normalize("\ufb01", Normalizer.Form.NFKC));
    }
}

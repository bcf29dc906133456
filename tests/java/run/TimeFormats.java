// DateTimeFormatter: patterns, predefined formatters, localised styles, builders, parsing strict and lenient, error messages.
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class TimeFormats {
    interface Body {
        Object run();
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (RuntimeException e) {
            System.out.println(n + " ! " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        ZonedDateTime z = ZonedDateTime.of(2024, 7, 4, 15, 5, 9, 7_008_009, ZoneId.of("America/New_York"));
        for (String p : new String[] {"yyyy-MM-dd HH:mm:ss.SSSSSS", "uuuu/M/d h:m:s a", "EEEE, MMMM d, y G",
                 "EEE MMM dd yy", "D w W e c Q q", "QQQ QQQQ", "HH 'o''clock' mm", "K k H h A N n",
                 "VV z zzzz O OOOO X XXX x Z ZZZZ ZZZZZ", "ppppH", "[yyyy][-MM]", "B", "LLLL", "YYYY-'W'ww-e"})
            for (Locale l : new Locale[] {Locale.US, Locale.FRANCE, Locale.JAPAN})
                t(p + " " + l, () -> DateTimeFormatter.ofPattern(p, l).format(z));
        LocalDateTime d = z.toLocalDateTime();
        for (Object[] f :
            new Object[][] {{"ISO_DATE", DateTimeFormatter.ISO_DATE}, {"BASIC", DateTimeFormatter.BASIC_ISO_DATE},
                {"ISO_ZONED", DateTimeFormatter.ISO_ZONED_DATE_TIME}, {"RFC", DateTimeFormatter.RFC_1123_DATE_TIME},
                {"WEEK", DateTimeFormatter.ISO_WEEK_DATE}, {"ORD", DateTimeFormatter.ISO_ORDINAL_DATE},
                {"INSTANT", DateTimeFormatter.ISO_INSTANT}, {"OFFSET", DateTimeFormatter.ISO_OFFSET_TIME}})
            System.out.println(f[0] + " " + ((DateTimeFormatter) f[1]).format(z) + " " + f[1]);
        for (FormatStyle s : FormatStyle.values())
            for (Locale l : new Locale[] {Locale.US, Locale.GERMANY, Locale.UK})
                System.out.println(s + " " + l + " " + DateTimeFormatter.ofLocalizedDate(s).withLocale(l).format(d)
                    + " | "
                    + DateTimeFormatter.ofLocalizedDateTime(s).withLocale(l).format(z).replace('\u202f', ' '));
        t("parse", () -> LocalDateTime.parse("04.07.2024 15:05", DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm")));
        t("text",
            ()
                -> LocalDate.parse(
                    "Thursday, July 4, 2024", DateTimeFormatter.ofPattern("EEEE, MMMM d, yyyy", Locale.US)));
        t("wrong day",
            ()
                -> LocalDate.parse(
                    "Monday, July 4, 2024", DateTimeFormatter.ofPattern("EEEE, MMMM d, yyyy", Locale.US)));
        t("case",
            ()
                -> LocalDate.parse("4-jul-2024",
                    new DateTimeFormatterBuilder()
                        .parseCaseInsensitive()
                        .appendPattern("d-MMM-yyyy")
                        .toFormatter(Locale.US)));
        t("no case", () -> LocalDate.parse("4-jul-2024", DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.US)));
        t("two digit", () -> LocalDate.parse("04/07/24", DateTimeFormatter.ofPattern("dd/MM/yy")));
        t("smart", () -> LocalDate.parse("2023-02-31", DateTimeFormatter.ofPattern("yyyy-MM-dd")));
        t("strict",
            ()
                -> LocalDate.parse(
                    "2023-02-31", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT)));
        t("lenient",
            ()
                -> LocalDate.parse(
                    "2023-14-35", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.LENIENT)));
        t("12h", () -> LocalTime.parse("12:30 AM", DateTimeFormatter.ofPattern("hh:mm a", Locale.US)));
        t("trailing", () -> LocalTime.parse("12:30x"));
        t("missing", () -> LocalDateTime.parse("2024-01-01", DateTimeFormatter.ofPattern("yyyy-MM-dd")));
        t("excess", () -> LocalTime.parse("24:00", DateTimeFormatter.ofPattern("HH:mm")));
        t("bad hour", () -> LocalTime.parse("25:00"));
        t("zone",
            ()
                -> ZonedDateTime.parse(
                    "2024-07-04 10:00 Europe/Paris", DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm VV")));
        t("offset",
            () -> OffsetDateTime.parse("2024-07-04T10:00-0330", DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mmxx")));
        t("optional",
            ()
                -> DateTimeFormatter.ofPattern("yyyy-MM-dd[ HH:mm]")
                    .parse("2024-01-02")
                    .isSupported(ChronoField.HOUR_OF_DAY));
        t("defaulting",
            ()
                -> LocalDateTime.parse("2024-05",
                    new DateTimeFormatterBuilder()
                        .appendPattern("yyyy-MM")
                        .parseDefaulting(ChronoField.DAY_OF_MONTH, 15)
                        .parseDefaulting(ChronoField.HOUR_OF_DAY, 6)
                        .toFormatter()));
        t("best",
            ()
                -> DateTimeFormatter.ofPattern("yyyy-MM-dd[ HH:mm]")
                    .parseBest("2024-01-02 03:04", LocalDateTime::from, LocalDate::from));
        t("fraction",
            ()
                -> LocalTime.parse("10:15:30.12",
                    new DateTimeFormatterBuilder()
                        .appendPattern("HH:mm:ss")
                        .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                        .toFormatter()));
        t("millis", () -> new DateTimeFormatterBuilder().appendInstant(3).toFormatter().format(Instant.EPOCH));
        t("pad",
            ()
                -> new DateTimeFormatterBuilder()
                    .padNext(6, '*')
                    .appendValue(ChronoField.DAY_OF_MONTH)
                    .appendLiteral('|')
                    .appendText(ChronoField.MONTH_OF_YEAR, Map.of(7L, "SEVEN"))
                    .toFormatter()
                    .format(d));
        t("bad pattern", () -> DateTimeFormatter.ofPattern("yyyy-MM-dd T"));
        t("bad pattern2", () -> DateTimeFormatter.ofPattern("'open"));
        t("bad field", () -> DateTimeFormatter.ofPattern("HH").format(LocalDate.EPOCH));
        t("no zone", () -> DateTimeFormatter.ISO_ZONED_DATE_TIME.format(d));
        t("withZone",
            ()
                -> DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z", Locale.US)
                    .withZone(ZoneId.of("Asia/Tokyo"))
                    .format(Instant.EPOCH));
        t("toString", () -> DateTimeFormatter.ofPattern("yyyy-MM-dd[ HH:mm] VV"));
        t("weekdate", () -> LocalDate.parse("2024-W27-4", DateTimeFormatter.ISO_WEEK_DATE));
        t("ordinal", () -> LocalDate.parse("2024-186", DateTimeFormatter.ISO_ORDINAL_DATE));
        t("rfc", () -> ZonedDateTime.parse("Thu, 4 Jul 2024 15:05:09 -0400", DateTimeFormatter.RFC_1123_DATE_TIME));
        t("basic", () -> LocalDate.parse("20240704", DateTimeFormatter.BASIC_ISO_DATE));
        try {
            LocalDate.parse("xx");
        } catch (DateTimeParseException e) { System.out.println(e.getParsedString() + e.getErrorIndex()); }
        ParsePositionTest.run();
    }
    static class ParsePositionTest {
        static void run() {
            java.text.ParsePosition pp = new java.text.ParsePosition(3);
            TemporalAccessor ta = DateTimeFormatter.ofPattern("HH:mm").parseUnresolved("at 10:20 ok", pp);
            System.out.println(ta.getLong(ChronoField.HOUR_OF_DAY) + ":" + ta.getLong(ChronoField.MINUTE_OF_HOUR) + " " + pp.getIndex());
        }
    }
}

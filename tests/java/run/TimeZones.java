// Zoned time: offsets, gaps and overlaps of daylight saving, instants, clocks, zone rules, conversions between zones.
import java.time.*;
import java.time.temporal.*;
import java.time.zone.*;
import java.util.*;

public class TimeZones {
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
        ZoneId paris = ZoneId.of("Europe/Paris"), ny = ZoneId.of("America/New_York"),
               lh = ZoneId.of("Australia/Lord_Howe");
        ZonedDateTime gap = ZonedDateTime.of(2021, 3, 28, 2, 30, 0, 0, paris),
                      over = ZonedDateTime.of(2021, 10, 31, 2, 30, 0, 0, paris);
        System.out.println(gap + " " + over + over.withLaterOffsetAtOverlap() + over.plusHours(1) + over.plusHours(2)
            + gap.minusHours(1) + gap.plusDays(1) + over.toInstant() + over.toEpochSecond());
        System.out.println(over.withZoneSameInstant(ny) + " " + over.withZoneSameLocal(ny) + over.toOffsetDateTime()
            + over.toLocalDateTime() + over.withFixedOffsetZone() + gap.getOffset()
            + ZonedDateTime.ofInstant(Instant.ofEpochSecond(1_600_000_000), lh) + over.compareTo(gap)
            + over.isAfter(gap) + over.truncatedTo(ChronoUnit.HOURS));
        for (ZoneId z : new ZoneId[] {paris, ny, lh, ZoneId.of("Asia/Kolkata"), ZoneId.of("UTC"), ZoneId.of("GMT+3"),
                 ZoneOffset.ofHoursMinutes(-3, -30), ZoneId.of("Asia/Kathmandu")}) {
            ZoneRules r = z.getRules();
            System.out.println(z + " " + r.isFixedOffset() + r.getOffset(Instant.EPOCH)
                + r.getStandardOffset(Instant.ofEpochSecond(1_600_000_000))
                + r.isDaylightSavings(Instant.ofEpochSecond(1_625_000_000))
                + r.nextTransition(Instant.ofEpochSecond(1_600_000_000))
                + r.previousTransition(Instant.ofEpochSecond(1_600_000_000))
                + r.getDaylightSavings(Instant.ofEpochSecond(1_625_000_000)) + r.getTransitionRules().size()
                + z.normalized());
        }
        System.out.println(paris.getRules().getValidOffsets(LocalDateTime.of(2021, 3, 28, 2, 30)) + " "
            + paris.getRules().getValidOffsets(LocalDateTime.of(2021, 10, 31, 2, 30))
            + paris.getRules().getTransition(LocalDateTime.of(2021, 3, 28, 2, 30))
            + paris.getRules().getTransitionRules());
        ZoneOffsetTransition tr = paris.getRules().getTransition(LocalDateTime.of(2021, 3, 28, 2, 30));
        System.out.println(tr.isGap() + " " + tr.getDuration() + tr.getDateTimeBefore() + tr.getDateTimeAfter()
            + tr.getOffsetBefore());
        Instant i = Instant.ofEpochSecond(1_234_567_890, 123_456_789);
        System.out.println(i + " " + i.plusMillis(900) + i.minus(1, ChronoUnit.DAYS) + i.truncatedTo(ChronoUnit.SECONDS)
            + i.toEpochMilli() + i.until(Instant.EPOCH, ChronoUnit.HOURS)
            + Instant.parse("1969-12-31T23:59:59.5Z").getEpochSecond() + Instant.MIN + Instant.MAX
            + i.atOffset(ZoneOffset.ofHours(5)) + i.isBefore(Instant.EPOCH) + Instant.ofEpochMilli(-1) + i.hashCode());
        OffsetDateTime o = OffsetDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(-5));
        System.out.println(o + " " + o.withOffsetSameInstant(ZoneOffset.UTC) + o.atZoneSameInstant(paris)
            + o.compareTo(o.withOffsetSameInstant(ZoneOffset.UTC)) + o.isEqual(o.withOffsetSameInstant(ZoneOffset.UTC))
            + OffsetTime.of(1, 2, 3, 0, ZoneOffset.MAX)
            + OffsetDateTime.parse("2007-12-03T10:15:30+01:00").toEpochSecond());
        Clock c = Clock.fixed(i, paris);
        System.out.println(LocalDateTime.now(c) + " " + ZonedDateTime.now(c)
            + Clock.offset(c, Duration.ofHours(2)).instant() + c + Clock.tick(c, Duration.ofMinutes(1)).instant()
            + Year.now(c) + c.millis() + c.withZone(ny).getZone());
        t("bad zone", () -> ZoneId.of("Mars/Base"));
        t("bad zone id", () -> ZoneId.of("a!b"));
        t("bad offset", () -> ZoneOffset.ofHours(19));
        t("instant range", () -> Instant.MAX.plusSeconds(1));
        t("parse", () -> ZonedDateTime.parse("2021-03-28T02:30+01:00[Europe/Paris]"));
        t("parse2", () -> ZonedDateTime.parse("2021-03-28 02:30"));
        t("strict", () -> ZonedDateTime.ofStrict(LocalDateTime.of(2021, 3, 28, 2, 30), ZoneOffset.ofHours(1), paris));
        t("instant field", () -> i.get(ChronoField.DAY_OF_MONTH));
        System.out.println(Duration.between(gap, over) + " " + ChronoUnit.DAYS.between(gap, over)
            + ChronoUnit.MONTHS.between(gap, over) + ZoneId.getAvailableZoneIds().contains("Africa/Cairo")
            + ZoneId.of("Z") + ZoneId.SHORT_IDS.get("PST") + ZoneOffset.of("+05:45").getTotalSeconds()
            + ZoneId.systemDefault() + TimeZone.getDefault().getID());
        ZonedDateTime z = ZonedDateTime.of(2021, 3, 27, 12, 0, 0, 0, paris);
        StringBuilder s = new StringBuilder();
        for (int k = 0; k < 30; k++) {
            s.append(z.getHour()).append(z.getOffset()).append(' ');
            z = z.plusHours(1);
        }
        System.out.println(s);
        long h = 0;
        for (String id : new String[] {"Europe/London", "America/Sao_Paulo", "Asia/Tehran", "Africa/Casablanca",
                 "Pacific/Apia", "America/Los_Angeles"})
            for (long e = -2_000_000_000L; e < 4_000_000_000L; e += 7_777_777)
                h = h * 31 + ZoneId.of(id).getRules().getOffset(Instant.ofEpochSecond(e)).getTotalSeconds();
        System.out.println(h);
    }
}

// java.time dates: LocalDate, LocalTime, LocalDateTime, Period, Duration, Year, YearMonth, adjusters, ChronoUnit, ranges and failures, all on fixed values.
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class TimeDates {
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
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d + " " + d.plusYears(1) + d.plusMonths(12) + d.minusDays(60) + d.getDayOfWeek()
            + d.getDayOfYear() + d.isLeapYear() + d.lengthOfMonth() + d.withDayOfMonth(1)
            + d.with(ChronoField.MONTH_OF_YEAR, 4) + d.toEpochDay() + LocalDate.ofEpochDay(-1)
            + LocalDate.ofYearDay(2023, 365) + d.isBefore(LocalDate.MAX) + d.compareTo(LocalDate.of(2023, 1, 1))
            + d.hashCode() + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + d.get(IsoFields.QUARTER_OF_YEAR)
            + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + d.getLong(ChronoField.EPOCH_DAY));
        for (TemporalAdjuster a : new TemporalAdjuster[] {TemporalAdjusters.firstDayOfMonth(),
                 TemporalAdjusters.lastDayOfMonth(), TemporalAdjusters.firstDayOfNextYear(),
                 TemporalAdjusters.next(DayOfWeek.MONDAY), TemporalAdjusters.previousOrSame(DayOfWeek.THURSDAY),
                 TemporalAdjusters.firstInMonth(DayOfWeek.FRIDAY), TemporalAdjusters.lastInMonth(DayOfWeek.SUNDAY),
                 TemporalAdjusters.dayOfWeekInMonth(3, DayOfWeek.TUESDAY)})
            System.out.print(d.with(a) + " ");
        System.out.println();
        t("bad date", () -> LocalDate.of(2023, 2, 29));
        t("bad month", () -> LocalDate.of(2023, 13, 1));
        t("parse", () -> LocalDate.parse("2024-2-30"));
        t("parse2", () -> LocalDate.parse("2023-02-29"));
        t("overflow", () -> LocalDate.MAX.plusDays(1));
        t("unsupported", () -> d.get(ChronoField.HOUR_OF_DAY));
        t("unsupported unit", () -> d.plus(1, ChronoUnit.HOURS));
        t("from", () -> LocalDate.from(LocalTime.NOON));
        LocalTime lt = LocalTime.of(23, 59, 59, 999_000_000);
        System.out.println(lt + " " + lt.plusSeconds(1) + lt.minusHours(24) + lt.truncatedTo(ChronoUnit.MINUTES)
            + lt.toSecondOfDay() + lt.toNanoOfDay() + LocalTime.MIDNIGHT + LocalTime.of(1, 2)
            + LocalTime.parse("10:15:30.5") + lt.isAfter(LocalTime.NOON) + lt.get(ChronoField.AMPM_OF_DAY)
            + lt.get(ChronoField.CLOCK_HOUR_OF_AMPM) + lt.withNano(1));
        LocalDateTime dt = LocalDateTime.of(d, lt);
        System.out.println(dt + " " + dt.plusNanos(1_000_000) + dt.minusWeeks(3) + dt.toLocalDate()
            + dt.truncatedTo(ChronoUnit.DAYS) + dt.toEpochSecond(ZoneOffset.UTC)
            + LocalDateTime.ofEpochSecond(0, 5, ZoneOffset.ofHours(2))
            + dt.until(LocalDateTime.of(2025, 1, 1, 0, 0), ChronoUnit.HOURS) + dt.compareTo(dt.plusDays(1))
            + LocalDateTime.MIN);
        for (ChronoUnit u : new ChronoUnit[] {
                 ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS, ChronoUnit.DECADES})
            System.out.print(u + "=" + u.between(LocalDate.of(1999, 12, 31), d) + " ");
        System.out.println();
        Period p = Period.between(LocalDate.of(2000, 1, 31), d);
        System.out.println(p + " " + p.toTotalMonths() + p.getDays() + Period.of(1, 14, 40).normalized()
            + Period.parse("P1Y2M3W4D") + p.negated() + p.plusDays(5).multipliedBy(2) + d.plus(Period.ofMonths(1))
            + Period.ZERO.isZero() + d.minus(p) + Period.ofWeeks(2));
        Duration du = Duration.ofSeconds(93784, 5_000_000);
        System.out.println(du + " " + du.toHours() + du.toMinutesPart() + du.toMillis() + du.plusDays(1) + du.negated()
            + du.dividedBy(7) + du.multipliedBy(3) + Duration.parse("PT-1H30.5S") + Duration.between(LocalTime.NOON, lt)
            + Duration.ZERO + Duration.ofMillis(-1) + du.compareTo(Duration.ofDays(1)) + du.toSecondsPart()
            + du.truncatedTo(ChronoUnit.HOURS) + du.dividedBy(Duration.ofHours(5)) + Duration.ofNanos(Long.MAX_VALUE));
        t("duration overflow", () -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1));
        t("bad duration", () -> Duration.parse("P1H"));
        t("bad period", () -> Period.parse("1Y"));
        System.out.println(Year.of(1900).isLeap() + " " + Year.of(2000).atDay(60)
            + YearMonth.of(2024, 2).lengthOfMonth() + YearMonth.of(2024, 2).atEndOfMonth()
            + YearMonth.parse("2023-12").plusMonths(1) + MonthDay.of(2, 29).atYear(2023)
            + MonthDay.of(2, 29).isValidYear(2023) + Month.FEBRUARY.plus(11) + Month.of(5).maxLength()
            + Month.MAY.firstMonthOfQuarter() + DayOfWeek.MONDAY.plus(9) + DayOfWeek.of(7)
            + DayOfWeek.SUNDAY.getDisplayName(TextStyle.SHORT, Locale.FRENCH)
            + Month.AUGUST.getDisplayName(TextStyle.FULL, Locale.GERMAN)
            + YearMonth.of(2024, 1).compareTo(YearMonth.of(2023, 5)));
        System.out.println(ChronoField.DAY_OF_MONTH.range() + " " + d.range(ChronoField.DAY_OF_MONTH)
            + d.range(ChronoField.ALIGNED_WEEK_OF_MONTH) + WeekFields.of(Locale.US).getFirstDayOfWeek()
            + d.get(WeekFields.ISO.weekOfWeekBasedYear()) + d.get(WeekFields.of(Locale.US).weekOfYear())
            + d.query(TemporalQueries.precision()) + d.isSupported(ChronoUnit.HOURS)
            + JulianFields.JULIAN_DAY.getFrom(d) + ChronoUnit.FOREVER.getDuration()
            + ValueRange.of(1, 5).isValidValue(6));
        System.out.println(d.datesUntil(LocalDate.of(2024, 3, 20), Period.ofDays(6)).toList() + " "
            + LocalDate.of(2021, 1, 1).get(IsoFields.WEEK_BASED_YEAR));
        System.out.println(JapaneseDate.of(2024, 2, 29) + " " + ThaiBuddhistDate.from(d) + MinguoDate.from(d)
            + HijrahDate.from(d) + IsoChronology.INSTANCE.isLeapYear(2100)
            + Chronology.of("ThaiBuddhist").dateNow(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)) + IsoEra.BCE);
        int leap = 0, f13 = 0;
        for (LocalDate x = LocalDate.of(1900, 1, 1); x.getYear() < 2000; x = x.plusMonths(1)) {
            if (x.getMonthValue() == 2 && x.lengthOfMonth() == 29) leap++;
            if (x.withDayOfMonth(13).getDayOfWeek() == DayOfWeek.FRIDAY) f13++;
        }
        System.out.println(leap + " " + f13);
        long h = 0;
        for (int i = -1_000_000; i < 1_000_000; i += 997) {
            LocalDate x = LocalDate.ofEpochDay(i);
            h = h * 31 + x.getYear() * 400 + x.getDayOfYear();
            if (x.toEpochDay() != i) System.out.println("wrong " + i);
        }
        System.out.println(h);
    }
}

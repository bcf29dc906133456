// SimpleDateFormat, Calendar, Date, TimeZone with fixed instants and zones.
import java.text.*;
import java.util.*;

public class FormatDates {
    interface Body {
        Object run() throws Exception;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + e); }
    }
    public static void main(String[] args) throws Exception {
        TimeZone utc = TimeZone.getTimeZone("UTC");
        Date d = new Date(1_234_567_890_123L);
        for (String p : new String[] {"yyyy-MM-dd'T'HH:mm:ss.SSSZ", "EEE, d MMM yyyy h:mm a z", "EEEE MMMM dd yy G",
                 "D w W F u", "k K H h", "''yyyy''", "X XX XXX", "YYYY-'W'ww"})
            for (Locale l : new Locale[] {Locale.US, Locale.FRANCE}) {
                SimpleDateFormat f = new SimpleDateFormat(p, l);
                f.setTimeZone(utc);
                System.out.println(p + " " + l + " " + f.format(d));
            }
        for (String z : new String[] {"America/New_York", "Asia/Kolkata", "Europe/London", "Australia/Lord_Howe",
                 "GMT+5:30", "Nowhere/Bad"}) {
            TimeZone tz = TimeZone.getTimeZone(z);
            SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm Z", Locale.US);
            f.setTimeZone(tz);
            System.out.println(tz.getID() + " " + f.format(d) + " " + tz.getRawOffset() + " " + tz.useDaylightTime()
                + tz.inDaylightTime(new Date(1_250_000_000_000L)) + tz.getOffset(0L) + " "
                + tz.getDisplayName(false, TimeZone.SHORT, Locale.US));
        }
        SimpleDateFormat iso = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.US);
        iso.setTimeZone(utc);
        System.out.println(iso.parse("2000-02-29 23:59:59").getTime() + " " + iso.parse("2001-02-29 00:00:00").getTime()
            + iso.parse("2000-13-45 25:61:61").getTime());
        iso.setLenient(false);
        t("strict", () -> iso.parse("2001-02-29 00:00:00"));
        t("garbage", () -> iso.parse("hello"));
        t("pattern", () -> new SimpleDateFormat("yyyy-bb"));
        GregorianCalendar c = new GregorianCalendar(utc, Locale.US);
        c.setTimeInMillis(d.getTime());
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + c.get(Calendar.DAY_OF_MONTH)
            + c.get(Calendar.DAY_OF_WEEK) + c.get(Calendar.DAY_OF_YEAR) + c.get(Calendar.WEEK_OF_YEAR)
            + c.get(Calendar.HOUR) + c.get(Calendar.AM_PM) + c.getActualMaximum(Calendar.DAY_OF_MONTH)
            + c.isLeapYear(2000) + c.getFirstDayOfWeek());
        c.clear();
        c.set(2024, Calendar.JANUARY, 31);
        c.add(Calendar.MONTH, 1);
        System.out.println(iso.format(c.getTime()));
        c.roll(Calendar.DAY_OF_MONTH, 5);
        System.out.println(iso.format(c.getTime()));
        c.set(Calendar.DAY_OF_WEEK, Calendar.MONDAY);
        System.out.println(iso.format(c.getTime()));
        c.set(1582, Calendar.OCTOBER, 4);
        c.add(Calendar.DATE, 1);
        System.out.println(iso.format(c.getTime()));
        c.set(2024, Calendar.MARCH, 10, 12, 0);
        c.add(Calendar.DAY_OF_YEAR, -70);
        System.out.println(
            iso.format(c.getTime()) + " " + c.before(new GregorianCalendar(2030, 1, 1)) + c.getTimeInMillis());
        c.setLenient(false);
        t("non lenient", () -> {
            c.set(Calendar.MONTH, 15);
            return c.getTime();
        });
        GregorianCalendar ny = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.US);
        ny.clear();
        ny.set(2021, Calendar.MARCH, 14, 1, 30);
        ny.add(Calendar.HOUR, 1);
        System.out.println(
            ny.get(Calendar.HOUR_OF_DAY) + " " + ny.get(Calendar.DST_OFFSET) + " " + ny.getTimeInMillis());
        System.out.println(new Date(0).compareTo(d) + " " + d.after(new Date(0)) + d.hashCode() + d.toInstant()
            + Date.from(java.time.Instant.EPOCH).getTime());
        DateFormat df = DateFormat.getDateTimeInstance(DateFormat.LONG, DateFormat.SHORT, Locale.US);
        df.setTimeZone(utc);
        System.out.println(df.format(d).replace('\u202f', ' ') + " | "
            + DateFormat.getDateInstance(DateFormat.FULL, Locale.GERMANY).getClass().getSimpleName());
        DateFormatSymbols s = DateFormatSymbols.getInstance(Locale.ITALY);
        System.out.println(Arrays.toString(s.getMonths()) + Arrays.toString(s.getShortWeekdays())
            + Arrays.toString(DateFormatSymbols.getInstance(Locale.US).getEras()));
    }
}

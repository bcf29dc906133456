// %t conversions over fixed java.time values and calendars.
import java.time.*;
import java.util.*;

public class StringsFormatTime {
    public static void main(String[] args) {
        LocalDateTime t = LocalDateTime.of(2021, 3, 4, 15, 6, 7, 89_012_345);
        ZonedDateTime z = t.atZone(ZoneId.of("Europe/Paris"));
        for (char c : "HIklMSLNpBbhAaCYyjmdeRTrDF".toCharArray())
            System.out.println(c + " " + String.format(Locale.US, "%t" + c + " %T" + c, t, t));
        for (char c : "zZsQc".toCharArray()) System.out.println(c + " " + String.format(Locale.US, "%t" + c, z));
        System.out.println(String.format(Locale.US, "%1$tY-%1$tm-%1$td %1$tH:%1$tM:%1$tS.%1$tL %1$tZ", z));
        System.out.println(String.format(Locale.FRANCE, "%1$tA %1$te %1$tB %1$tY", z) + " "
            + String.format(Locale.GERMANY, "%1$tA %1$te. %1$tB %1$ty", z));
        Calendar cal = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        cal.setTimeInMillis(1_000_000_000_000L);
        System.out.println(String.format(Locale.US, "%tc | %tF %tT | %tr | %tD", cal, cal, cal, cal, cal));
        System.out.println(String.format(Locale.US, "%tQ %ts", 1234567890123L, new Date(1234567890123L)));
        System.out.println(String.format(Locale.US, "%15tB|%-15tB|%TB", t, t, t));
        try {
            String.format("%tH", LocalDate.of(2020, 1, 1));
        } catch (DateTimeException | IllegalFormatException e) { System.out.println(e.getMessage()); }
        try {
            String.format("%tE", t);
        } catch (IllegalFormatException e) { System.out.println(e.getMessage()); }
        System.out.println(String.format("%tY", (Object) null));
    }
}

// Scanner over System.in: ints, words, lines, delimiters, mismatches, radix, findInLine, big numbers, end of input.
import java.math.*;
import java.util.*;

public class StdinScanner {
    public static void main(String[] args) {
        Scanner s = new Scanner(System.in);
        s.useLocale(Locale.ROOT);
        int n = s.nextInt();
        long sum = 0;
        for (int i = 0; i < n; i++) sum += s.nextLong();
        System.out.println(n + " " + sum);
        System.out.println(s.next() + "|" + s.nextLine() + "|" + s.nextLine() + "|" + s.nextDouble() + s.nextBoolean()
            + s.hasNextInt() + s.next());
        try {
            s.nextInt();
        } catch (InputMismatchException e) { System.out.println("mismatch " + e.getMessage() + " " + s.next()); }
        System.out.println(s.nextBigInteger().pow(2) + " " + s.nextBigDecimal().scale() + " " + s.nextInt(16)
            + s.nextByte() + s.nextFloat());
        s.nextLine();
        System.out.println(s.findInLine("(\\w+)=(\\d+)") + " " + s.match().group(2) + s.nextLine());
        s.useDelimiter("\\s*[,\\n]\\s*");
        System.out.println(s.next() + "/" + s.next() + "/" + s.next() + "/" + s.delimiter());
        s.reset();
        System.out.println(s.hasNext("[a-z]+") + s.next("[a-z]+") + s.skip("\\s*#+").nextLine());
        try {
            s.next("\\d+");
        } catch (InputMismatchException e) { System.out.println("pattern " + e.getMessage()); }
        int words = 0;
        while (s.hasNext()) {
            s.next();
            words++;
        }
        System.out.println(words + " " + s.hasNextLine());
        try {
            s.nextLine();
        } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try {
            s.next();
        } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        s.close();
        try {
            s.hasNext();
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(new Scanner("a-b-c").useDelimiter("-").tokens().toList() + " "
            + new Scanner("x1y22").findAll("\\d+").map(m -> m.group()).toList()
            + new Scanner("1,5 2").useLocale(Locale.GERMANY).nextDouble()
            + new Scanner("1,234").useLocale(Locale.US).nextInt() + new Scanner("line1\r\nline2").nextLine());
    }
}

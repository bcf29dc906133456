// Strings: builders, concatenation, splitting, searching, replacing, parsing and number formatting.

import java.util.StringJoiner;

public class Strings {
    static String csv(int rows) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            out.append("row").append(i).append(',').append(i * 37 % 101).append(',').append(i / 8.0).append(',')
                    .append((char) ('a' + i % 26)).append(i % 3 == 0).append('\n');
        }
        return out.toString();
    }

    static boolean palindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    static long round(int seed) {
        long sum = 0;
        String text = csv(60);
        for (String line : text.split("\n")) {
            String[] cells = line.split(",");
            sum += Integer.parseInt(cells[1]) + cells[0].hashCode();
            sum += (long) Double.parseDouble(cells[2]);
            if (cells[3].endsWith("true") && cells[3].indexOf('c') >= 0) {
                sum++;
            }
        }
        StringJoiner joiner = new StringJoiner("; ", "[", "]");
        for (int i = 0; i < 40; i++) {
            String word = "w" + (i + seed) + "_" + Integer.toHexString(i * seed) + (i % 2 == 0 ? 'x' : "yz");
            joiner.add(word.toUpperCase().replace('W', 'v').substring(1).trim());
        }
        sum = sum * 31 + joiner.toString().hashCode();
        for (int i = 0; i < 200; i++) {
            if (palindrome(Integer.toString(i * 11 + seed))) {
                sum += i;
            }
        }
        String wide = "\u03c0\u22483.14159, ".repeat(5) + seed;
        sum = sum * 31 + wide.lastIndexOf("\u2248") + new StringBuilder(wide).reverse().toString().hashCode();
        sum += wide.compareTo("\u03c0\u22483.2") + (wide.contains("159") ? 1 : 0) + wide.chars().filter(c -> c > 127).count();
        return sum;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 160;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            sum = sum * 31 + round(r);
        }
        System.out.println("Strings " + sum);
    }
}

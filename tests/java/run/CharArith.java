// char as a number and as a Unicode unit: arithmetic, casts, Character's tables, surrogates.
public class CharArith {
    static String rot13(String s) {
        StringBuilder r = new StringBuilder();
        for (char c : s.toCharArray()) {
            if (c >= 'a' && c <= 'z')
                c = (char) ('a' + (c - 'a' + 13) % 26);
            else if (c >= 'A' && c <= 'Z')
                c = (char) ('A' + (c - 'A' + 13) % 26);
            r.append(c);
        }
        return r.toString();
    }

    static String describe(int cp) {
        return Integer.toHexString(cp) + " type=" + Character.getType(cp) + " L" + Character.isLetter(cp) + " D"
            + Character.isDigit(cp) + " W" + Character.isWhitespace(cp) + " S" + Character.isSpaceChar(cp) + " U"
            + Character.isUpperCase(cp) + " l" + Character.isLowerCase(cp) + " T" + Character.isTitleCase(cp) + " up="
            + Integer.toHexString(Character.toUpperCase(cp)) + " lo=" + Integer.toHexString(Character.toLowerCase(cp))
            + " num=" + Character.getNumericValue(cp) + " dig16=" + Character.digit(cp, 16)
            + " js=" + Character.isJavaIdentifierStart(cp) + " jp=" + Character.isJavaIdentifierPart(cp)
            + " dir=" + Character.getDirectionality(cp) + " mir=" + Character.isMirrored(cp) + " ideo="
            + Character.isIdeographic(cp) + " ctl=" + Character.isISOControl(cp) + " n=" + Character.charCount(cp)
            + " def=" + Character.isDefined(cp) + " alpha=" + Character.isAlphabetic(cp);
    }

    public static void main(String[] args) {
        System.out.println(rot13("Hello, World!") + rot13(rot13("Round Trip")));
        char c = 'a';
        c++;
        c += 1;
        c *= 1;
        --c;
        System.out.println(c + " " + (c + 1) + " " + (char) (c + 1) + " " + c++ + c + " " + (int) Character.MAX_VALUE
            + " " + (c > 'b') + " " + (c == 99) + " " + ('a' < 98.5));
        int[] points = {0, 9, ' ', '0', '9', 'A', 'z', '_', '$', 0x7f, 0xa0, 0xdf, 0xe9, 0x130, 0x131, 0x149, 0x1c5,
            0x3a3, 0x3c2, 0x5d0, 0x660, 0x966, 0x1e9e, 0x2028, 0x2167, 0x3007, 0x4e2d, 0xd800, 0xdc00, 0xfb01, 0xff21,
            0xffff, 0x10400, 0x1d7d8, 0x1f600, 0x20000, 0x10ffff};
        for (int cp : points) System.out.println(describe(cp));
        int[] histogram = new int[32], upper = new int[1];
        for (int cp = 0; cp < 0x3000; cp++) {
            histogram[Character.getType(cp)]++;
            upper[0] = upper[0] * 31 + Character.toUpperCase(cp) + Character.toLowerCase(cp);
        }
        System.out.println(java.util.Arrays.toString(histogram) + " " + upper[0]);
        System.out.println(Character.isHighSurrogate('\ud83d') + " " + Character.isLowSurrogate('\ude00') + " "
            + Character.toCodePoint('\ud83d', '\ude00') + " " + new String(Character.toChars(0x1f600)).length() + " "
            + Character.isSurrogatePair('\ud83d', 'x') + " " + (int) Character.highSurrogate(0x1f600) + " "
            + (int) Character.lowSurrogate(0x1f600) + " " + Character.isSupplementaryCodePoint(0x10000) + " "
            + Character.isBmpCodePoint(0xffff) + " " + Character.isValidCodePoint(0x110000));
        System.out.println(Character.getName('A') + " / " + Character.UnicodeBlock.of('\u03b1') + " / "
            + Character.UnicodeScript.of(0x4e2d) + " / " + Character.reverseBytes('\u1234') % 7);
        try {
            Character.toChars(0x110000);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Character.forDigit(11, 16) + Character.forDigit(3, 10) + " " + Character.forDigit(35, 36)
            + (int) Character.forDigit(16, 16) + " " + Character.compare('a', 'b') + " "
            + Character.valueOf('x').compareTo('z') + " " + Character.toString(0x1f600).codePointAt(0) + " "
            + Character.hashCode('a') + " " + Character.valueOf('\u00e9'));
        String greek = "\u1f48\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03a3";
        System.out.println(greek + " " + greek.toLowerCase() + " " + greek.toUpperCase() + " "
            + "stra\u00dfe".toUpperCase() + " "
            + "\u0130".toLowerCase().length() + " "
            + "TITLE".toLowerCase(new java.util.Locale("tr")) + " "
            + "title".toUpperCase(new java.util.Locale("tr")));
        char[][] grid = new char[3][];
        for (int i = 0; i < 3; i++) {
            grid[i] = new char[i + 1];
            java.util.Arrays.fill(grid[i], (char) ('x' + i));
        }
        for (char[] row : grid) System.out.println(row);
        System.out.println(String.valueOf(grid[2], 1, 2) + String.copyValueOf(grid[1]));
        char[] sorted = "the quick brown fox".toCharArray();
        java.util.Arrays.sort(sorted);
        System.out.println(new String(sorted).trim());
        int ünïcödé = 3, 名前 = 4, $dollar_ = 5, \u0061bc = 6;
        System.out.println(ünïcödé + 名前 + $dollar_ + abc);
        System.out.println(new Größe().größe());
    }

    static class Größe {
        String größe() { return getClass().getName() + " " + getClass().getDeclaredMethods()[0].getName(); }
    }
}

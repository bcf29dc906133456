// switch on strings: hash collisions, fall-through, null, constants built by the compiler, and switch in expressions.
public class StringsSwitch {
    static final String PREFIX = "pre";

    static int old(String s) {
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "AaAa":
                return 3;
            case "BBBB":
                return 4;
            case "AaBB":
                return 5;
            case "":
                return 6;
            case PREFIX + "fix":
                return 7;
            case "\u4e2d\u6587":
                return 8;
            case "\0":
                return 9;
            default:
                return -1;
        }
    }

    static String fall(String s) {
        StringBuilder r = new StringBuilder();
        switch (s) {
            case "a":
                r.append('a');
            case "b":
                r.append('b');
                break;
            default:
                r.append('?');
            case "c":
                r.append('c');
        }
        return r.toString();
    }

    static int days(String month, boolean leap) {
        return switch (month) {
            case "apr", "jun", "sep", "nov" -> 30;
            case "feb" -> leap ? 29 : 28;
            case "bad" -> throw new IllegalArgumentException("month " + month);
            default -> {
                int d = 0;
                for (int i = 0; i < 31; i++) d++;
                yield d;
            }
        };
    }

    static String nested(String a, String b) {
        return switch (a) {
            case "x":
                yield switch (b) {
                    case "x" -> "xx";
                    case "y" -> "xy";
                    default -> "x?";
                };
            case "y":
                try {
                    yield "y" + Integer.parseInt(b);
                } catch (NumberFormatException e) { yield "y!"; } finally {
                    System.out.print("(f)");
                }
            default:
                yield a + b;
        };
    }

    public static void main(String[] args) {
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (String s : new String[] {
                 "Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "prefix", "\u4e2d\u6587", "\0", "C#", "nothing"})
            System.out.println(s.replace('\0', '0') + " " + old(s) + " " + old(new String(s)));
        for (String s : "a b c d".split(" ")) System.out.println(fall(s));
        for (String m : "jan feb apr nov".split(" ")) System.out.println(days(m, true) + " " + days(m, false));
        try {
            days("bad", true);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            old(null);
        } catch (NullPointerException e) { System.out.println("null"); }
        try {
            days(null, false);
        } catch (NullPointerException e) { System.out.println("null"); }
        System.out.println(nested("x", "x") + nested("x", "y") + nested("x", "z") + nested("y", "12") + nested("y", "q")
            + nested("z", "z"));
        // Many strings with one hash code.
        String[] parts = {"Aa", "BB"};
        int collisions = 0;
        java.util.Map<String, Integer> map = new java.util.HashMap<>();
        for (int i = 0; i < 1024; i++) {
            StringBuilder s = new StringBuilder();
            for (int k = 0; k < 10; k++) s.append(parts[i >> k & 1]);
            if (s.toString().hashCode() == "AaAaAaAaAaAaAaAaAaAa".hashCode()) collisions++;
            map.put(s.toString(), i);
        }
        int sum = 0;
        for (int i = 0; i < 1024; i += 3) {
            StringBuilder s = new StringBuilder();
            for (int k = 0; k < 10; k++) s.append(parts[i >> k & 1]);
            sum += map.remove(s.toString());
        }
        System.out.println(collisions + " " + map.size() + " " + sum);
    }
}

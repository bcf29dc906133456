// tableswitch and lookupswitch in all shapes: dense, sparse, negative, MIN/MAX labels,
// default in the middle, fall-through, nested, on char, byte, enum and boxed values.
public class Switches {
    enum Colour { RED, GREEN, BLUE, BLACK }

    static String dense(int x) {
        switch (x) {
            case 0:
                return "zero";
            case 1:
                return "one";
            case 2:
                return "two";
            case 3:
                return "three";
            case 5:
                return "five";
            case 6:
                return "six";
            default:
                return "other";
        }
    }

    static String sparse(int x) {
        switch (x) {
            case Integer.MIN_VALUE:
                return "min";
            case -1000000:
                return "-1M";
            case -1:
                return "-1";
            case 0:
                return "0";
            case 77:
                return "77";
            case 65536:
                return "64K";
            case Integer.MAX_VALUE:
                return "max";
            default:
                return "?";
        }
    }

    static String negativeTable(int x) {
        switch (x) {
            case -5:
                return "a";
            case -4:
                return "b";
            case -3:
                return "c";
            case -2:
                return "d";
            case -1:
                return "e";
        }
        return "none";
    }

    static String edgeTable(int x) {
        switch (x) {
            case Integer.MAX_VALUE:
                return "M";
            case Integer.MAX_VALUE - 1:
                return "M-1";
            case Integer.MAX_VALUE - 2:
                return "M-2";
            default:
                return "d";
        }
    }

    static int fall(int x) {
        int r = 1;
        switch (x) {
            case 3:
                r *= 3;
            case 2:
                r *= 5;
            default:
                r *= 7;
            case 1:
                r *= 11;
                break;
            case 0:
                r *= 13;
        }
        return r;
    }

    static int chars(String s) {
        int r = 0;
        for (char c : s.toCharArray()) {
            switch (c) {
                case 'a':
                case 'e':
                case 'i':
                case 'o':
                case 'u':
                    r++;
                    break;
                case ' ':
                    continue;
                case '\uffff':
                    r += 1000;
                    break;
                case '!':
                    return -r;
                default:
                    r += 100;
            }
            r *= 2;
        }
        return r;
    }

    static String nested(int a, int b) {
        StringBuilder s = new StringBuilder();
    outer:
        switch (a) {
            case 1:
                switch (b) {
                    case 1:
                        s.append("11");
                        break;
                    case 2:
                        s.append("12");
                        break outer;
                    default:
                        s.append("1?");
                }
                s.append("after");
            case 2:
                s.append("two");
                break;
            default:
                switch (b) {}
                s.append("none");
        }
        return s.toString();
    }

    static String colours(Colour c) {
        switch (c) {
            case GREEN:
                return "g";
            case BLACK:
                return "k";
            default:
                return c.name();
        }
    }

    static int big(int x) {
        switch (x) {
            case 10:
                return 1;
            case 20:
                return 2;
            case 31:
                return 3;
            case 43:
                return 4;
            case 59:
                return 5;
            case 67:
                return 6;
            case 71:
                return 7;
            case 101:
                return 8;
            case 103:
                return 9;
            case 107:
                return 10;
            case 109:
                return 11;
            case 113:
                return 12;
            case 1009:
                return 13;
            case 1013:
                return 14;
            case 10007:
                return 15;
            case 100003:
                return 16;
            case 1000003:
                return 17;
            case -7:
                return 18;
            case -77:
                return 19;
            case -777:
                return 20;
            case -7777:
                return 21;
            case -77777:
                return 22;
            case 0x7ffffffe:
                return 23;
            case 0x80000001:
                return 24;
        }
        return 0;
    }

    static String boxed(Integer x) {
        switch (x) {
            case 1:
                return "I";
            case 1000:
                return "M";
            default:
                return "-";
        }
    }

    static String bytes(byte b) {
        switch (b) {
            case -128:
                return "low";
            case 127:
                return "high";
            case 0:
                return "mid";
            default:
                return "in";
        }
    }

    static int withFinally(int x) {
        int r = 0;
        for (int i = 0; i < 4; i++) {
            try {
                switch (x + i) {
                    case 1:
                        continue;
                    case 2:
                        break;
                    case 3:
                        return r + 1000;
                    default:
                        r += 7;
                }
                r++;
            } finally { r += 10; }
        }
        return r;
    }

    public static void main(String[] args) {
        for (int i = -2; i < 9; i++)
            System.out.println(i + " " + dense(i) + " " + negativeTable(i - 4) + " " + fall(i) + " " + withFinally(i));
        for (int i : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000000, -1, 0, 1, 77, 65536,
                 Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MAX_VALUE - 3})
            System.out.println(i + " " + sparse(i) + " " + edgeTable(i) + " " + dense(i) + " " + big(i));
        for (String s : new String[] {"", "aeiou", "hello world", "stop! here", "\uffff\u0000"})
            System.out.println(chars(s));
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) System.out.println(a + "," + b + " " + nested(a, b));
        for (Colour c : Colour.values()) System.out.println(colours(c));
        int sum = 0;
        for (int i = -80000; i < 1000100; i++) sum = sum * 3 + big(i);
        System.out.println(sum);
        System.out.println(boxed(1) + boxed(1000) + boxed(2) + bytes((byte) 128) + bytes((byte) 127) + bytes((byte) 256)
            + bytes((byte) 5));
        try {
            colours(null);
        } catch (NullPointerException e) { System.out.println("null enum"); }
        try {
            boxed(null);
        } catch (NullPointerException e) { System.out.println("null box"); }
        long steps = 0;
        int pc = 0, acc = 0, n = 2000;
    loop:
        while (true) {
            steps++;
            switch (pc) {
                case 0:
                    acc += n;
                    pc = 1;
                    break;
                case 1:
                    n--;
                    pc = 2;
                    break;
                case 2:
                    pc = n > 0 ? 0 : 3;
                    break;
                case 3:
                    break loop;
            }
        }
        System.out.println(acc + " in " + steps);
    }
}

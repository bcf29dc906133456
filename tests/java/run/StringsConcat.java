// String concatenation of every type and shape (invokedynamic makeConcatWithConstants): order of evaluation,
// nulls, more than 200 operands, constants holding the recipe's marker characters, compound +=.
public class StringsConcat {
    static int calls;
    static String tick(String s) {
        calls++;
        return s + calls;
    }

    static class Noisy {
        final String name;
        Noisy(String name) { this.name = name; }
        @Override
        public String toString() {
            System.out.print("<" + name + ">");
            return name;
        }
    }
    static class NullToString {
        @Override
        public String toString() {
            return null;
        }
    }
    static class Thrower {
        @Override
        public String toString() {
            throw new IllegalStateException("no string");
        }
    }

    static String all(boolean z, byte b, short s, char c, int i, long l, float f, double d, Object o, String t,
        int[] none, Integer box, CharSequence cs) {
        return z + "," + b + "," + s + "," + c + "," + i + "," + l + "," + f + "," + d + "," + o + "," + t + "," + none
            + "," + box + "," + cs;
    }

    public static void main(String[] args) {
        System.out.println(
            all(true, (byte) -1, (short) -2, 'c', -3, -4L, -5.5f, -6.25, "o", null, null, 7, new StringBuilder("cs")));
        System.out.println(all(false, Byte.MIN_VALUE, Short.MIN_VALUE, '\u20ac', Integer.MIN_VALUE, Long.MIN_VALUE,
            Float.NaN, -0.0, null, "\u4e2d", null, null, null));
        int x = 1, y = 2;
        char c = 'c';
        String n = null;
        long l = 3;
        System.out.println(x + y + "s" + x + y + c + (char) (c + 1) + (c + 1) + l);
        System.out.println("" + c + c + ' ' + (c + c) + n + null + 'x' + 1.0f + 1.0 + 1e10 + 1L + true);
        System.out.println(tick("a") + tick("b") + tick(tick("c")));
        String s = "start";
        s += 1;
        s += 'c';
        s += 2.5;
        s += null;
        s += x + y;
        s += "" + x + y;
        s += new char[0].length;
        System.out.println(s);
        Object o = "obj";
        o += "more";
        System.out.println(o);
        System.out.println("noisy " + new Noisy("one") + new Noisy("two") + (x + new Noisy("three").name));
        System.out.println("null string " + new NullToString() + "|");
        try {
            System.out.println("x" + new Thrower() + "y");
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println("marker \u0001 and \u0002 " + x + " \u0001" + y + "\u0002");
        String big = "" + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y
            + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x + y + x
            + y + x + y + x + y + x + y + x + y + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c
            + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + l
            + c + l + c + l + c + l + c + l + c + l + c + l + c + l + c + s + n + s + n + s + n + s + n + s + n + s + n
            + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s
            + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + s + n + 1.5 + true + x + 2.5f
            + false + y + 1.5 + true + x + 2.5f + false + y + 1.5 + true + x + 2.5f + false + y + 1.5 + true + x + 2.5f
            + false + y + 1.5 + true + x + 2.5f + false + y + 1.5 + true + x + 2.5f + false + y;
        System.out.println(big.length() + " " + big.hashCode() + " " + big);
        String[] arr = {"p"};
        int i = 0;
        arr[i++] += "q" + i;
        System.out.println(arr[0] + i);
        final String k = "const";
        final int one = 1;
        System.out.println((k + one == "const1") + " " + (k + x == "const1") + " "
            + ("const" + 1 + 2L + 'c' + true + 1.5f == "const12ctrue1.5"));
        StringBuilder sb = new StringBuilder();
        for (int j = 0; j < 300; j++) {
            String t = "k" + j + ":" + (j * j) + (j % 2 == 0 ? "e" : 'o') + j / 3.0;
            sb.append(t.hashCode() % 10);
        }
        System.out.println(sb);
        String surrogate = "\ud83d"
            + "\ude00" + (char) 0xd83d + (char) 0xde00;
        System.out.println(surrogate + surrogate.length() + surrogate.codePointCount(0, 4));
        System.out.println("a"
            + "b" + x + "c"
            + "d" + (String) null + (Object) null + (x > 0 ? "t" : 5) + (x > 5 ? 1 : 'z') + new int[] {4}.length
            + args.length);
        Long boxed = 5L;
        Character bc = 'q';
        Boolean bz = null;
        System.out.println(boxed + 1 + "x" + boxed + bc + bz + (bc + 1));
    }
}

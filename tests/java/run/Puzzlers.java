// Small surprises of the language in one place: evaluation order, overload choice, shadowing, string identity, finally, static dispatch, hiding, loops that do not end where one thinks.
import java.util.*;

public class Puzzlers {
    static class Parent {
        String name = "parent";
        static String hello() { return "static parent"; }
        String who() { return name; }
        Parent() { init(); }
        void init() {}
        private void secret() { System.out.print("parent secret "); }
        void callSecret() { secret(); }
    }
    static class Child extends Parent {
        String name = "child";
        int x = 1;
        int y;
        static String hello() { return "static child"; }
        @Override
        void init() {
            x = 5;
            y = 6;
        }
        void secret() { System.out.print("child secret "); }
    }
    static String f(Object o) { return "Object"; }
    static String f(int[] a) { return "int[]"; }
    static String g(long x) { return "long"; }
    static String g(Integer x) { return "Integer"; }
    static String g(Object x) { return "Object"; }
    static String g(int... x) { return "varargs"; }
    static int count;
    static int next() { return ++count; }
    static boolean flag(boolean b, String s) {
        System.out.print(s);
        return b;
    }
    @SuppressWarnings("finally")
    static int tricky() {
        int i = 0;
        try {
            i = 1;
            return i;
        } catch (Exception e) {
            i = 2;
            return i;
        } finally { i = 3; }
    }
    static class Name {
        final String first;
        Name(String f) { first = f; }
        public boolean equals(Name n) { return first.equals(n.first); }
    }
    static <T> String h(List<T> l) { return "list"; }
    static <T> String h(Collection<T> c) { return "collection"; }
    static String h(Iterable<?> i) { return "iterable"; }
    interface X {
        default String m() { return "X"; }
    }
    static class Y {
        public String m() { return "Y"; }
    }
    static class XY extends Y implements X {}
    static Integer cached;
    static class Elvis {
        static final Elvis INSTANCE = new Elvis();
        final int belt;
        static final int YEAR = Calendar.getInstance().get(Calendar.YEAR) > 0 ? 2000 : 0;
        Elvis() { belt = YEAR - 1930; }
    }
    static class Dog {
        static void bark() { System.out.print("woof "); }
    }
    static class Basenji extends Dog {
        static void bark() {}
    }
    enum Op { PLUS, MINUS }
    public static void main(String[] args) {
        Parent p = new Child();
        System.out.println(
            p.name + " " + ((Child) p).name + p.who() + ((Child) p).x + ((Child) p).y + ((Parent) null).hello());
        p.callSecret();
        ((Child) p).secret();
        System.out.println(f(null) + g(5) + g((short) 5) + g('c') + g(5f) + g() + g(Integer.valueOf(1))
            + h(new ArrayList<>()) + h((Collection<?>) new ArrayList<>()) + h(new HashSet<>()) + new XY().m());
        int i = 0;
        i = i++ + ++i;
        int j = 5;
        j = j-- - --j;
        int k = 3;
        k += k++ + ++k;
        System.out.println(i + " " + j + " " + k);
        int[] a = {0, 1, 2};
        int idx = 0;
        a[idx] = idx = 2;
        System.out.println(Arrays.toString(a) + idx);
        a[(idx = 0)] = a[idx + 1] + (idx = 2) + a[idx];
        System.out.println(Arrays.toString(a));
        int r = next() * next() - next() / next() + next();
        System.out.println(r + " " + count);
        System.out.println(flag(true, "a") | flag(false, "b") & flag(true, "c") || flag(true, "d"));
        System.out.println(tricky() + " "
            + "H" + 'a' + ('H' + 'a') + (char) ('H' + 1));
        short s = 0;
        s += 123456;
        s++;
        byte b = (byte) 0x90;
        System.out.println(s + " " + (b == 0x90) + (int) (char) (byte) -1 + ((int) (char) (byte) -1 == 65535));
        long micros = 24 * 60 * 60 * 1000 * 1000, micros2 = 24L * 60 * 60 * 1000 * 1000;
        System.out.println(micros + " " + micros2 + 12345 + 5432l + Long.toHexString(0x100000000L + 0xcafebabe));
        System.out.println((int) 3.99e10 + " " + (long) Float.NaN + (2.0 - 1.1) + (0.1 + 0.2 == 0.3) + (0.1f == 0.1)
            + (float) 0.1 + 1.0 / 0 + 0.0 / 0 + (1 / 3 * 3) + 1 / 3.0f * 3);
        double d = Double.POSITIVE_INFINITY;
        System.out.println((d == d + 1) + " " + (Math.abs(Integer.MIN_VALUE) < 0)
            + (Integer.MIN_VALUE == -Integer.MIN_VALUE) + (Double.MIN_VALUE > 0) + (-0.0 == 0.0) + Math.min(-0.0, 0.0)
            + (1 << 32) + (1 << 33) + (-1 >>> 32) + (-1L >>> 64) + (byte) (-1 >>> 10));
        String x = "ab", y = "a";
        y += "b";
        final String z = "a";
        System.out.println((x == y) + " " + (x == y.intern()) + (x == z + "b")
            + (x
                == "a"
                    + "b")
            + ("x" + null + 1 + 2 + 'c' + 1.0) + (1 + 2 + "x") + ("" + (char) 98 + (short) 3));
        Set<Object> set = new HashSet<>();
        for (short q = 0; q < 10; q++) {
            set.add(q);
            set.remove(q - 1);
        }
        System.out.println(set.size());
        List<Integer> list = new ArrayList<>(List.of(-2, -1, 0, 1, 2));
        for (int q = 0; q < 3; q++) list.remove(q);
        System.out.println(list);
        System.out.println(new Name("x").equals(new Name("x")) + " " + ((Object) new Name("x")).equals(new Name("x"))
            + Elvis.INSTANCE.belt);
        Dog dog = new Basenji();
        dog.bark();
        new Basenji().bark();
        Object o = true ? Integer.valueOf(1) : Double.valueOf(2);
        System.out.println(o);
        char c = 'X';
        int n = 0;
        System.out.println((true ? c : 0) + " " + (false ? n : c));
        StringBuffer word = new StringBuffer('M');
        word.append('a');
        System.out.println(word + " " + word.capacity());
        Iterator<Integer> e1 = List.of(1, 2, 3).iterator(), e2 = List.of(1, 2, 3).iterator();
        int pairs = 0;
        while (e1.hasNext()) {
            while (e2.hasNext()) {
                pairs++;
                e2.next();
            }
            e1.next();
        }
        System.out.println(pairs);
        int loops = 0;
        for (int q = Integer.MAX_VALUE - 2; q > 0; q++) loops++;
        for (float q = 16777216f; q < 16777218f && loops < 20; q += 1) loops++;
        System.out.println(loops);
    label:
        for (;;) {
            switch (loops) {
                case 20:
                    break label;
                default:
                    break;
            }
            loops++;
            if (loops > 30) break;
        }
        System.out.println(loops);
        System.out.println(Arrays.asList(new int[] {1, 2}).size() + " " + Arrays.asList(1, 2).size()
            + Arrays.asList((Object[]) new Integer[] {1, 2}).size());
        try {
            cached++;
        } catch (NullPointerException ex) { System.out.println("null increment"); }
        try {
            Object[] os = new Integer[1];
            os[0] = "s";
        } catch (ArrayStoreException ex) { System.out.println(ex.getMessage()); }
        int \u0061\u0062 = 7;
        System.out.println(ab /* \u002a/ + 1 /* */);
    http: //example.com
        for (int q = 0; q < 1; q++) System.out.println("label is a url");
        System.out.println(((Object) 'a').equals(97) + " " + new Integer(97).equals('a') + ('a' == 97) + (int) 'a'
            + "\u0022.length() + \u0022".length());
        StringBuilder sb = new StringBuilder();
        Object lock = sb;
        String t = null;
        t += "x";
        System.out.println(t + (lock == sb) + "a b  c".split(" ").length + "abc".replaceAll(".", "$0$0")
            + "a.b".split(".").length + "x".compareTo("xyz") + "B".compareTo("a"));
        System.out.println(Op.valueOf("PLUS").compareTo(Op.MINUS) + " "
            + Collections.emptyList().equals(new LinkedList<>()) + new ArrayList<>().equals(new HashSet<>())
            + Long.valueOf(1).equals(1) + new int[0].equals(new int[0]) + Objects.equals(new int[0], new int[0])
            + Double.valueOf(0.0).equals(-0.0) + (Double.valueOf(0.0) == -0.0));
    }
}

// Instance creation (JLS 12.5): field initialisers, blocks, constructor chains, virtual calls in constructors, leaking this, captured variables.
import java.util.*;

public class InitInstance {
    static List<String> log = new ArrayList<>();
    static int l(String s, int v) {
        log.add(s + "=" + v);
        return v;
    }
    static class A {
        int a = l("a", 1);
        {
            l("A block", a);
            a = 10;
        }
        final int fin;
        A() {
            this(l("A arg", 5));
            l("A()", a);
        }
        A(int x) {
            fin = x;
            l("A(int)", x);
            init();
        }
        void init() { l("A.init", fin); }
    }
    static class B extends A {
        int b = l("b", 2);
        String s = "set";
        { l("B block", b + a); }
        B() { l("B()", b); }
        B(int k) {
            super(l("B arg", k));
            l("B(int)", k);
        }
        @Override
        void init() {
            l("B.init", b);
            log.add("s is " + s);
        }
    }
    static class C extends B {
        final int late;
        int[] arr = {l("e0", 0), l("e1", 1)};
        C() {
            super(l("C arg", 3) + l("C arg2", 4));
            late = arr.length;
            l("C()", late);
        }
        @Override
        void init() {
            super.init();
            log.add("arr " + (arr == null));
        }
    }
    class Inner {
        int x = outerField;
        class Deep {
            int y = x + outerField;
            int sum() { return InitInstance.this.outerField + Inner.this.x + this.y; }
        }
    }
    int outerField = 4;
    abstract static class Template {
        Template() { log.add(describe()); }
        abstract String describe();
    }
    static Template make(String captured, int n) {
        String local = captured + n;
        return new Template() {
            String own = "own";
            @Override
            String describe() {
                return captured + n + local + own;
            }
        };
    }
    static class Counter {
        static int made;
        final int id = ++made;
        {
            if (id == 3) throw new IllegalStateException("third");
        }
        int after = id * 2;
    }
    static class Leak {
        static Leak seen;
        int v;
        Leak() {
            seen = this;
            if (v == 0) throw new RuntimeException("leaked");
            v = 9;
        }
    }
    static class Shadow {
        int v = 1;
        static String s = "S";
        int get() { return v; }
    }
    static class Shadow2 extends Shadow {
        int v = 2;
        static String s = "S2";
        @Override
        int get() {
            return v * 10 + super.v;
        }
    }
    static class Defaults {
        byte b;
        short s;
        int i;
        long l;
        float f;
        double d;
        char c;
        boolean z;
        Object o;
        int[] a;
    }

    static void flush() {
        System.out.println(log);
        log.clear();
    }
    public static void main(String[] args) {
        new A();
        flush();
        new B();
        flush();
        new B(7);
        flush();
        new C();
        flush();
        InitInstance o = new InitInstance();
        InitInstance.Inner in = o.new Inner();
        o.outerField = 50;
        Inner.Deep d = in.new Deep();
        o.outerField = 600;
        System.out.println(d.sum() + " " + in.x + " " + d.y);
        make("cap", 1);
        flush();
        System.out.println(make("x", 2).describe());
        flush();
        for (int i = 0; i < 4; i++) try {
                System.out.println(new Counter().after);
            } catch (IllegalStateException e) { System.out.println(e.getMessage() + Counter.made); }
        try {
            new Leak();
        } catch (RuntimeException e) { System.out.println(e.getMessage() + (Leak.seen != null) + Leak.seen.v); }
        Shadow sh = new Shadow2();
        System.out.println(sh.v + " " + ((Shadow2) sh).v + " " + sh.get() + " " + ((Shadow) sh).s + ((Shadow2) sh).s);
        Defaults z = new Defaults();
        System.out.println(z.b + " " + z.s + " " + z.i + " " + z.l + " " + z.f + " " + z.d + " " + (int) z.c + " " + z.z
            + " " + z.o + " " + z.a);
        Inner none = null;
        try {
            none.new Deep();
        } catch (NullPointerException e) { System.out.println("no outer"); }
        Map<String, Integer> brace = new LinkedHashMap<>() {
            {
                put("one", 1);
                put("two", 2);
                merge("one", 5, Integer::sum);
            }
        };
        System.out.println(brace + " " + brace.getClass().getName() + " " + brace.getClass().isAnonymousClass());
        Object[] made = new Object[1000];
        for (int i = 0; i < 1000; i++) made[i] = i % 2 == 0 ? new A() : new B();
        System.out.println(log.size() + " " + ((A) made[999]).a + ((A) made[998]).fin);
        log.clear();
        int[] fib = new Object() {
            int[] run(int n) {
                int[] r = new int[n];
                for (int i = 0; i < n; i++) r[i] = i < 2 ? i : r[i - 1] + r[i - 2];
                return r;
            }
        }.run(15);
        System.out.println(Arrays.toString(fib));
        var anon = new Object() {
            int count = 0;
            void inc() { count++; }
        };
        anon.inc();
        anon.inc();
        System.out.println(anon.count);
    }
}

// When classes and interfaces are initialised (JLS 12.4.1) and in which order, and what must not initialise them.
public class InitOrder {
    static void log(String s) { System.out.println(s); }
    static int log(String s, int v) {
        System.out.println(s);
        return v;
    }

    static class Base {
        static { log("Base"); }
        static int x = log("Base.x", 1);
        static final int CONST = 5;
        static final String NAME = "n"
            + "ame";
        static final Integer BOXED = log("Base.BOXED", 6);
        int f = log("Base instance", 2);
        Base() {
            log("Base()");
            hook();
        }
        void hook() { log("Base.hook"); }
        static void s() { log("Base.s"); }
    }
    static class Derived extends Base {
        static { log("Derived"); }
        int g = log("Derived instance", 3);
        { log("Derived block, g=" + g); }
        int h = 7;
        Derived() {
            super();
            log("Derived() h=" + h);
        }
        @Override
        void hook() {
            log("Derived.hook g=" + g + " h=" + h);
        }
    }
    interface Plain {
        int A = log("Plain.A", 1);
        void m();
    }
    interface WithDefault {
        int B = log("WithDefault.B", 2);
        default void d() { log("d"); }
    }
    interface Sub extends Plain, WithDefault {
        int C = log("Sub.C", 3);
        int K = 9;
    }
    static class Impl implements Sub {
        static { log("Impl"); }
        public void m() {}
    }
    static class OnlyPlain implements Plain {
        static { log("OnlyPlain"); }
        public void m() {}
    }
    static class Lazy {
        static { log("Lazy"); }
        static final long L = 77L;
        static final double D = Math.PI;
        static final String S = null;
    }
    static class ArrayElement {
        static { log("ArrayElement"); }
    }
    static class ByLiteral {
        static { log("ByLiteral"); }
    }
    static class ByForName {
        static { log("ByForName"); }
    }
    static class ByForNameNoInit {
        static { log("ByForNameNoInit"); }
        static int v;
    }
    static class ByReflection {
        static { log("ByReflection"); }
        static int field = 4;
        static void call() { log("called"); }
    }
    static class ByInstanceof {
        static { log("ByInstanceof"); }
    }
    static class ByLambda {
        static { log("ByLambda"); }
        static void run() { log("ByLambda.run"); }
        ByLambda() { log("ByLambda()"); }
    }
    enum Colour {
        RED,
        GREEN;
        static { log("Colour static"); }
        Colour() { log("Colour constructor"); }
    }
    static class Recursive {
        static int a = Other.b + 1;
        static { log("Recursive a=" + a); }
    }
    static class Other {
        static int b = Recursive.a + 10;
        static { log("Other b=" + b); }
    }
    static class Forward {
        static int early = later();
        static int value = 5;
        static int later() { return value; }
    }
    static class Self {
        static final Self ONE = new Self();
        static int counter = 100;
        int id;
        Self() { id = ++counter; }
    }
    static class SuperFirst {
        static {
            log("SuperFirst touches Child");
            Child.touch();
        }
    }
    static class Child extends SuperFirst {
        static { log("Child"); }
        static void touch() { log("Child.touch"); }
    }
    static class Holder {
        static { log("Holder loaded"); }
        static final Object INSTANCE = new Object();
        static Object get() { return INSTANCE; }
    }

    public static void main(String[] args) throws Exception {
        log("-- constants");
        log(Base.CONST + Base.NAME + Lazy.L + Sub.K);
        log("-- boxed constant");
        log("" + Base.BOXED);
        log("-- static through subclass");
        Derived.s();
        log("" + Derived.x);
        log("-- new");
        new Derived();
        log("-- interface: implementing class");
        new OnlyPlain();
        Impl i = new Impl();
        i.d();
        log("-- interface field");
        log("" + Sub.C);
        log("" + Impl.B);
        log("" + Sub.A);
        log("-- arrays, class literals, instanceof, casts");
        Object arr = new ArrayElement[3];
        Object multi = new ArrayElement[2][2];
        log(ByLiteral.class.getName());
        log("" + (arr instanceof ByInstanceof[]));
        Object none = null;
        ByInstanceof cast = (ByInstanceof) none;
        log("" + (none instanceof ByInstanceof));
        ArrayElement e = null;
        log("-- forName");
        Class.forName("InitOrder$ByForName");
        Class<?> c = Class.forName("InitOrder$ByForNameNoInit", false, InitOrder.class.getClassLoader());
        c.getDeclaredFields();
        c.getDeclaredConstructors();
        log("not yet");
        c.getDeclaredField("v").getInt(null);
        log("-- reflection");
        var m = ByReflection.class.getDeclaredMethod("call");
        log("found");
        m.invoke(null);
        log("" + ByReflection.class.getDeclaredField("field").get(null));
        log("-- lambda");
        Runnable r = ByLambda::run;
        log("created");
        r.run();
        java.util.function.Supplier<ByLambda> s = ByLambda::new;
        s.get();
        log("-- enum");
        Colour k = null;
        log("" + Colour.GREEN);
        Colour.valueOf("RED");
        log("-- recursion");
        log(Recursive.a + " " + Other.b);
        log("-- forward");
        log(Forward.early + " " + Forward.value);
        log(Self.ONE.id + " " + Self.counter);
        log("-- super touches child");
        new Child();
        log("-- lazy holder");
        Holder.get();
        log("" + Lazy.S);
        log("" + Lazy.D);
        new InitOrder().new Inner();
        log("-- local");
        class Local {
            static int z = log("Local static", 1);
            int q = z;
        }
        log("declared");
        new Local();
        log("-- assignment");
        Uninit.v = 5;
        log("-- end");
        Uninit2.CONSTANT.length();
        int value = cond(false) ? WouldInit.x : 3;
        log("" + value);
    }
    static boolean cond(boolean b) { return b; }
    static class WouldInit {
        static { log("never"); }
        static int x;
    }
    static class Uninit {
        static { log("Uninit"); }
        static int v = 3;
    }
    static class Uninit2 {
        static { log("never 2"); }
        static final String CONSTANT = "c";
    }
    class Inner {
        int outerSeen = log("Inner field", 1);
        Inner() { log("Inner()"); }
    }
}

// A failing initialiser: ExceptionInInitializerError once, NoClassDefFoundError afterwards, for errors, for subclasses and nested cases.
public class InitFailure {
    static int boom(String m) { throw new IllegalStateException(m); }
    static class Fails {
        static int x = boom("Fails.x");
        static void touch() {}
    }
    static class FailsWithError {
        static {
            if (true) throw new StackOverflowError("own error");
        }
        static int y;
    }
    static class Child extends Fails {
        static { System.out.println("never"); }
    }
    static class Uses {
        static int z = Fails.x;
    }
    static class FirstUse {
        static int z = NestedFail.v;
    }
    static class NestedFail {
        static int v = boom("nested");
    }
    static class Good {
        static int count;
        static {
            count++;
            try {
                new Fails();
            } catch (NoClassDefFoundError e) { System.out.println("inside Good: " + e.getMessage()); }
        }
    }
    interface FailingFace {
        int V = boom("face");
        default void m() {}
    }
    static class Impl implements FailingFace {}
    enum BadEnum {
        A,
        B;
        BadEnum() {
            if (ordinal() == 1) throw new RuntimeException("enum " + name());
        }
    }
    static class NullInit {
        static String s = null;
        static int len = s.length();
    }
    static class Partial {
        static int a = 1;
        static int b = boom("after a");
        static int c = 3;
    }

    static void t(String name, Runnable r) {
        try {
            r.run();
            System.out.println(name + " ok");
        } catch (Throwable e) {
            System.out.println(name + ": " + e);
            for (Throwable c = e.getCause(); c != null; c = c.getCause()) System.out.println("   cause " + c);
        }
    }

    public static void main(String[] args) throws Exception {
        t("first", Fails::touch);
        t("second", Fails::touch);
        t("field", () -> System.out.println(Fails.x));
        t("new", () -> new Fails());
        t("child", () -> new Child());
        t("child again", () -> new Child());
        t("uses", () -> System.out.println(Uses.z));
        t("chain", () -> System.out.println(FirstUse.z));
        t("chain again", () -> System.out.println(FirstUse.z));
        t("error", () -> FailsWithError.y = 1);
        t("error again", () -> FailsWithError.y = 1);
        t("good", () -> System.out.println(Good.count));
        t("face", () -> new Impl());
        t("face again", () -> new Impl());
        t("enum", () -> System.out.println(BadEnum.A));
        t("enum again", () -> BadEnum.valueOf("A"));
        t("null", () -> System.out.println(NullInit.len));
        t("partial", () -> System.out.println(Partial.a));
        t("partial again", () -> System.out.println(Partial.a));
        for (int i = 0; i < 2; i++) try {
                Class.forName("InitFailure$ViaName");
            } catch (Throwable e) { System.out.println("forName " + e + " / " + e.getCause()); }
        System.out.println(
            Class.forName("InitFailure$ViaName", false, InitFailure.class.getClassLoader()).getSimpleName());
        try {
            InitFailure.class.getDeclaredClasses();
            Reflected.class.getDeclaredConstructor().newInstance();
        } catch (Throwable e) { System.out.println("reflect " + e + " / " + e.getCause()); }
        try {
            Reflected.class.getDeclaredField("q").get(null);
        } catch (Throwable e) { System.out.println("reflect " + e + " / " + e.getCause()); }
        ExceptionInInitializerError own = new ExceptionInInitializerError("message");
        System.out.println(own + " " + own.getException());
        System.out.println(Last.v);
    }
    static class ViaName {
        static { boom("by name"); }
    }
    static class Reflected {
        static int q = boom("reflected");
    }
    static class Last {
        static int v = Integer.parseInt("uncaught");
    }
}

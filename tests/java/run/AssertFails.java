// A failed assertion with a message leaves main: stack trace and exit code 1; detail expressions of every type; assertion status API.
public class AssertFails {
    static int evaluated;
    static int detail() { return ++evaluated; }
    static void check(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " passed");
        } catch (AssertionError e) { System.out.println(n + " " + e.getMessage() + " cause " + e.getCause()); }
    }
    public static void main(String[] args) {
        int x = 5;
        check("true", () -> { assert x == 5 : detail(); });
        System.out.println(evaluated);
        check("plain", () -> { assert x > 5; });
        check("int", () -> { assert x > 5 : detail(); });
        check("char", () -> { assert x > 5 : 'c'; });
        check("double", () -> { assert x > 5 : 2.5; });
        check("bool", () -> { assert x > 5 : false; });
        check("long", () -> { assert x > 5 : 1L << 40; });
        check("null", () -> { assert x > 5 : (Object) null; });
        check("exception", () -> { assert x > 5 : new IllegalStateException("as cause"); });
        check("string", () -> { assert x > 5 : "x is " + x; });
        System.out.println(AssertFails.class.desiredAssertionStatus() + " " + String.class.desiredAssertionStatus());
        boolean on = false;
        assert on = true;
        System.out.println(on);
        class Local {
            boolean v() {
                boolean z = false;
                assert z = true;
                return z;
            }
        }
        System.out.println(new Local().v());
        assert x < 0 : "x was " + x + " in main";
        System.out.println("never");
    }
}

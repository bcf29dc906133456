// An uncaught exception with causes and suppressed ones leaves main: trace on stderr, exit code 1, hooks still run.
public class ExcUncaught {
    static class Failure extends RuntimeException {
        Failure(String m, Throwable cause) { super(m, cause); }
    }

    static void parse(String s) {
        try {
            Integer.parseInt(s);
        } catch (NumberFormatException e) {
            Failure f = new Failure("cannot parse " + s, e);
            f.addSuppressed(new IllegalStateException("while closing"));
            throw f;
        }
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
        System.out.println("before");
        try {
            parse("12x");
        } finally { System.out.println("finally"); }
        System.out.println("never");
    }
}

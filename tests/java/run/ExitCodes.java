// System.exit inside nested finally blocks: nothing after it runs, hooks run, the code is what was given, streams are flushed.
public class ExitCodes {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        try {
            try {
                throw new IllegalStateException("lost");
            } finally {
                System.out.println("inner finally");
                System.exit(42);
            }
        } catch (IllegalStateException e) { System.out.println("never caught"); } finally {
            System.out.println("never finally");
        }
    }
}

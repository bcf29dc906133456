// Runtime.halt skips hooks and finally blocks; a code beyond 255 is cut to eight bits by the system.
public class ExitHalt {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook must not run")));
        System.out.print("no newline, flushed by hand");
        System.out.flush();
        try {
            Runtime.getRuntime().halt(300);
        } finally { System.out.println("finally must not run"); }
    }
}

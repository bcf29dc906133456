// expect: error exception, message ~ NullPointerException
// The schedule in which main is faster than the thread that sets the reference.
public class UncaughtInMain {
    static volatile String text;

    public static void main(String[] args) {
        new Thread(() -> text = "there").start();
        text.length();
    }
}

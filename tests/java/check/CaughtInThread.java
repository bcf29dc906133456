// expect: ok
// An exception that the program handles is no error.
public class CaughtInThread {
    static volatile String text;

    public static void main(String[] args) {
        new Thread(() -> text = "there").start();
        try {
            text.length();
        } catch (NullPointerException tooEarly) {
            return;
        }
    }
}

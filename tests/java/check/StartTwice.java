// expect: error monitor, message ~ IllegalThreadStateException
// A thread starts once.
public class StartTwice {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.start();
    }
}

// expect: ok
// System.exit(0) ends the program, waiting threads included, and is no error.
public class ExitZero {
    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }).start();
        System.exit(0);
    }
}

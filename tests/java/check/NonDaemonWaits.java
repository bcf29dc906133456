// expect: error deadlock
// main has ended, but the program has not, and never will.
public class NonDaemonWaits {
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
    }
}

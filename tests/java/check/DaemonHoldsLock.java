// expect: error deadlock
// A daemon thread waits for ever with a lock that main needs.
public class DaemonHoldsLock {
    public static void main(String[] args) {
        Object lock = new Object();
        Object other = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (lock) {
                synchronized (other) {
                    try {
                        other.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        synchronized (lock) {
            Thread.yield();
        }
    }
}

// expect: ok
// A daemon thread may wait for ever: the program ends without it.
public class DaemonWaits {
    public static void main(String[] args) {
        Object lock = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}

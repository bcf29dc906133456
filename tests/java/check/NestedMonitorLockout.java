// expect: error deadlock
// Waiting gives up the inner monitor and keeps the outer one, which the notifier needs.
public class NestedMonitorLockout {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static boolean ready;

    static void await() {
        synchronized (OUTER) {
            synchronized (INNER) {
                while (!ready) {
                    try {
                        INNER.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }
    }

    static void signal() {
        synchronized (OUTER) {
            synchronized (INNER) {
                ready = true;
                INNER.notify();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(NestedMonitorLockout::await).start();
        new Thread(NestedMonitorLockout::signal).start();
    }
}

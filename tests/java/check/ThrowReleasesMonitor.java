// expect: ok
// An exception that leaves a synchronized method releases its monitor.
public class ThrowReleasesMonitor {
    static synchronized void fail() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        Runnable body = () -> {
            try {
                fail();
            } catch (IllegalStateException expected) {
                assert !Thread.holdsLock(ThrowReleasesMonitor.class);
            }
        };
        new Thread(body).start();
        new Thread(body).start();
    }
}

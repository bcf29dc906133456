// expect: ok
// options: --timeouts idle
// The same trust, under the assumption that a time-out fires only when nothing else can run.
public class WaitTimeoutIdle {
    static boolean ready;

    static synchronized void signal() {
        ready = true;
        WaitTimeoutIdle.class.notify();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(WaitTimeoutIdle::signal).start();
        synchronized (WaitTimeoutIdle.class) {
            if (!ready) {
                WaitTimeoutIdle.class.wait(60_000);
            }
            assert ready : "not ready";
        }
    }
}

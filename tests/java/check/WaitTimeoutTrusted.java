// expect: error assertion, message ~ not ready
// A wait that timed out proves nothing, however long the time.
public class WaitTimeoutTrusted {
    static boolean ready;

    static synchronized void signal() {
        ready = true;
        WaitTimeoutTrusted.class.notify();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(WaitTimeoutTrusted::signal).start();
        synchronized (WaitTimeoutTrusted.class) {
            if (!ready) {
                WaitTimeoutTrusted.class.wait(60_000);
            }
            assert ready : "not ready";
        }
    }
}

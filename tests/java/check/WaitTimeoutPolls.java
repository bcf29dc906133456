// expect: ok
// A wait with a time-out in a loop needs no notify.
public class WaitTimeoutPolls {
    static boolean ready;

    static synchronized void set() {
        ready = true;
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(WaitTimeoutPolls::set).start();
        synchronized (WaitTimeoutPolls.class) {
            while (!ready) {
                WaitTimeoutPolls.class.wait(10);
            }
        }
    }
}

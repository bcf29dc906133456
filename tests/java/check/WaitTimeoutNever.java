// expect: error deadlock
// options: --timeouts never
// The program that polls, under the assumption that time-outs never fire: it needs the notify.
public class WaitTimeoutNever {
    static boolean ready;

    static synchronized void set() {
        ready = true;
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(WaitTimeoutNever::set).start();
        synchronized (WaitTimeoutNever.class) {
            while (!ready) {
                WaitTimeoutNever.class.wait(10);
            }
        }
    }
}

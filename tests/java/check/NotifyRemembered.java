// expect: ok
// A flag under the same monitor remembers the notify.
public class NotifyRemembered {
    static boolean ready;

    static synchronized void signal() {
        ready = true;
        NotifyRemembered.class.notify();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(NotifyRemembered::signal).start();
        synchronized (NotifyRemembered.class) {
            while (!ready) {
                NotifyRemembered.class.wait();
            }
        }
    }
}

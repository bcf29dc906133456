// expect: error deadlock
// Two wait for the same flag; notify wakes one.
public class NotifyTooFew {
    static boolean ready;

    static synchronized void await() {
        while (!ready) {
            try {
                NotifyTooFew.class.wait();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(NotifyTooFew::await).start();
        new Thread(NotifyTooFew::await).start();
        synchronized (NotifyTooFew.class) {
            ready = true;
            NotifyTooFew.class.notify();
        }
    }
}

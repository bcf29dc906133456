// expect: error deadlock
// The condition changes, but whoever waits for it is not told.
public class NotifyForgotten {
    static boolean ready;

    static synchronized void set() {
        ready = true;
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(NotifyForgotten::set).start();
        synchronized (NotifyForgotten.class) {
            while (!ready) {
                NotifyForgotten.class.wait();
            }
        }
    }
}

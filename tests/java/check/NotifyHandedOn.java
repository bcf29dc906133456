// expect: ok
// Each woken thread wakes the next.
public class NotifyHandedOn {
    static boolean ready;

    static synchronized void await() {
        while (!ready) {
            try {
                NotifyHandedOn.class.wait();
            } catch (InterruptedException e) {
                return;
            }
        }
        NotifyHandedOn.class.notify();
    }

    public static void main(String[] args) {
        new Thread(NotifyHandedOn::await).start();
        new Thread(NotifyHandedOn::await).start();
        synchronized (NotifyHandedOn.class) {
            ready = true;
            NotifyHandedOn.class.notify();
        }
    }
}

// expect: error deadlock
// Nothing remembers a notify that comes before the wait.
public class NotifyLost {
    static synchronized void signal() {
        NotifyLost.class.notify();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(NotifyLost::signal).start();
        synchronized (NotifyLost.class) {
            NotifyLost.class.wait();
        }
    }
}

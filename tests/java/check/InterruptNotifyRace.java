// expect: ok
// A waiter both notified and interrupted may do either, and what it did not consume is not lost (JLS 17.2.4).
public class InterruptNotifyRace {
    static int notified;
    static int interrupted;

    static synchronized void await() {
        try {
            InterruptNotifyRace.class.wait(1000);
            notified++;
        } catch (InterruptedException e) {
            interrupted++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(InterruptNotifyRace::await);
        waiter.start();
        waiter.interrupt();
        synchronized (InterruptNotifyRace.class) {
            InterruptNotifyRace.class.notify();
        }
        waiter.join();
        assert notified + interrupted == 1;
    }
}

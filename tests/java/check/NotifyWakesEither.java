// expect: error assertion, message ~ the second came first
// Which of two waiters notify wakes is not the order in which they began to wait (JLS 17.2.2).
public class NotifyWakesEither {
    static int waiting;
    static int tickets;
    static int first;

    static synchronized void await(int me) {
        waiting++;
        while (tickets == 0) {
            try {
                NotifyWakesEither.class.wait();
            } catch (InterruptedException e) {
                return;
            }
        }
        tickets--;
        if (first == 0) {
            first = me;
        }
        NotifyWakesEither.class.notify();
    }

    static synchronized int waiting() {
        return waiting;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> await(1));
        Thread two = new Thread(() -> await(2));
        one.start();
        while (waiting() < 1) {
            Thread.yield();
        }
        two.start();
        while (waiting() < 2) {
            Thread.yield();
        }
        synchronized (NotifyWakesEither.class) {
            tickets = 2;
            NotifyWakesEither.class.notify();
        }
        one.join();
        two.join();
        assert first == 1 : "the second came first";
    }
}

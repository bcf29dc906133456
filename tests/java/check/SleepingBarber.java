// expect: ok
// A barber, one chair to wait in, two customers: each is served or leaves.
import java.util.concurrent.Semaphore;

public class SleepingBarber {
    static final Semaphore CUSTOMERS = new Semaphore(0);
    static final Semaphore BARBER = new Semaphore(0);
    static int waiting;
    static int gone;
    static boolean closed;

    static synchronized boolean enter() {
        if (waiting == 1) {
            gone++;
            return false;
        }
        waiting++;
        return true;
    }

    static void customer() {
        if (enter()) {
            CUSTOMERS.release();
            BARBER.acquireUninterruptibly();
        }
    }

    static int barber() {
        int served = 0;
        while (true) {
            CUSTOMERS.acquireUninterruptibly();
            synchronized (SleepingBarber.class) {
                if (waiting == 0 && closed) {
                    return served;
                }
                waiting--;
            }
            served++;
            BARBER.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] served = new int[1];
        Thread barber = new Thread(() -> served[0] = barber());
        Thread a = new Thread(SleepingBarber::customer);
        Thread b = new Thread(SleepingBarber::customer);
        barber.start();
        a.start();
        b.start();
        a.join();
        b.join();
        synchronized (SleepingBarber.class) {
            closed = true;
        }
        CUSTOMERS.release();
        barber.join();
        assert served[0] + gone == 2;
    }
}

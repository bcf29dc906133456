// expect: ok
// A barber, one chair to wait in, two customers: each is served or leaves.
import java.util.concurrent.Semaphore;

public class SleepingBarber {
    static final Semaphore CUSTOMERS = new Semaphore(0);
    static int waiting;
    static int gone;
    static int served;

    static synchronized void enter() {
        if (waiting == 1) {
            gone++;
        } else {
            waiting++;
            CUSTOMERS.release();
        }
    }

    static synchronized void serve() {
        if (waiting == 1) {
            waiting--;
            served++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread barber = new Thread(() -> {
            CUSTOMERS.acquireUninterruptibly();
            serve();
            CUSTOMERS.acquireUninterruptibly();
            serve();
        });
        Thread customer = new Thread(SleepingBarber::enter);
        barber.start();
        customer.start();
        enter();
        customer.join();
        CUSTOMERS.release();
        barber.join();
        assert served + gone == 2;
    }
}

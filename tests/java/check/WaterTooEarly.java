// expect: error assertion, message ~ left alone
// The oxygen waits for one hydrogen only and lets both go.
import java.util.concurrent.Semaphore;

public class WaterTooEarly {
    static final Semaphore HYDROGEN = new Semaphore(0);
    static final Semaphore OXYGEN = new Semaphore(0);
    static volatile int arrived;

    static void hydrogen() {
        synchronized (HYDROGEN) {
            arrived++;
        }
        HYDROGEN.release();
        OXYGEN.acquireUninterruptibly();
        assert arrived == 2 : "left alone";
    }

    public static void main(String[] args) {
        new Thread(WaterTooEarly::hydrogen).start();
        new Thread(WaterTooEarly::hydrogen).start();
        HYDROGEN.acquireUninterruptibly();
        OXYGEN.release(2);
    }
}

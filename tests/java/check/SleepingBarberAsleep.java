// expect: error deadlock
// The barber looks at the chair, then falls asleep; a customer who comes in between wakes nobody.
public class SleepingBarberAsleep {
    static final Object BELL = new Object();
    static volatile int waiting;

    static void customer() {
        waiting++;
        synchronized (BELL) {
            BELL.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(SleepingBarberAsleep::customer).start();
        if (waiting == 0) {
            synchronized (BELL) {
                BELL.wait();
            }
        }
        waiting--;
    }
}

// expect: ok
// options: --property race
// A write before notify's monitor exit is ordered before the read after wait returns.
public class RaceWaitNotify {
    static boolean ready;
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            value = 1;
            synchronized (RaceWaitNotify.class) {
                ready = true;
                RaceWaitNotify.class.notify();
            }
        }).start();
        synchronized (RaceWaitNotify.class) {
            while (!ready) {
                RaceWaitNotify.class.wait();
            }
        }
        assert value == 1;
    }
}

// expect: error assertion, message ~ lost update
// warn: perhaps race
// Each thread holds a lock, but not the same one.
public class CounterTwoLocks {
    static int count;

    static void increment(Object lock) {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> increment(new Object()));
        Thread b = new Thread(() -> increment(new Object()));
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

// expect: error assertion, message ~ lost update
// warn: perhaps race
// A semaphore of two permits is not.
import java.util.concurrent.Semaphore;

public class SemaphoreTwoPermits {
    static final Semaphore PERMITS = new Semaphore(2);
    static int count;

    static void increment() {
        PERMITS.acquireUninterruptibly();
        count++;
        PERMITS.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SemaphoreTwoPermits::increment);
        Thread b = new Thread(SemaphoreTwoPermits::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

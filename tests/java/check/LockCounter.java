// expect: ok
// Increments under a ReentrantLock are never lost, and nothing races.
import java.util.concurrent.locks.ReentrantLock;

public class LockCounter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void increment() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LockCounter::increment);
        Thread b = new Thread(LockCounter::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

// expect: ok
// An interrupt does end the wait for a lock taken with lockInterruptibly.
import java.util.concurrent.locks.ReentrantLock;

public class InterruptLock {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread waiter = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                throw new AssertionError("main holds it");
            } catch (InterruptedException expected) {
                assert !lock.isHeldByCurrentThread();
            }
        });
        lock.lock();
        waiter.start();
        waiter.interrupt();
        waiter.join();
        lock.unlock();
    }
}

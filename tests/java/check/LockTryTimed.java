// expect: ok
// A timed tryLock in opposite orders gives up instead of deadlocking.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LockTryTimed {
    static final ReentrantLock A = new ReentrantLock();
    static final ReentrantLock B = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock(1, TimeUnit.SECONDS)) {
                second.unlock();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}

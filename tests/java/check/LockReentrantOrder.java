// expect: error deadlock
// Two ReentrantLocks taken in opposite orders.
import java.util.concurrent.locks.ReentrantLock;

public class LockReentrantOrder {
    static final ReentrantLock A = new ReentrantLock();
    static final ReentrantLock B = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}

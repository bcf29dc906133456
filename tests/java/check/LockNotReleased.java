// expect: error deadlock
// An exception leaves the method without unlocking.
import java.util.concurrent.locks.ReentrantLock;

public class LockNotReleased {
    static final ReentrantLock LOCK = new ReentrantLock();

    static void divide(int divisor) {
        LOCK.lock();
        int unused = 1 / divisor;
        LOCK.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                divide(0);
            } catch (ArithmeticException handled) {
                return;
            }
        }).start();
        divide(1);
    }
}

// expect: error deadlock
// Two semaphores taken in opposite orders.
import java.util.concurrent.Semaphore;

public class SemaphoreOrder {
    static final Semaphore A = new Semaphore(1);
    static final Semaphore B = new Semaphore(1);

    static void both(Semaphore first, Semaphore second) {
        first.acquireUninterruptibly();
        second.acquireUninterruptibly();
        second.release();
        first.release();
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}

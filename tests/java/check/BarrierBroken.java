// expect: ok
// An interrupt breaks the barrier for the other: either both pass or neither does.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

public class BarrierBroken {
    static final AtomicInteger PASSED = new AtomicInteger();

    static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
            PASSED.incrementAndGet();
        } catch (InterruptedException | BrokenBarrierException e) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread other = new Thread(() -> meet(barrier));
        other.start();
        other.interrupt();
        meet(barrier);
        other.join();
        assert PASSED.get() != 1;
    }
}

// expect: ok
// Nobody passes the barrier before both have written; the action runs in between.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierMeets {
    static int a;
    static int b;
    static int sum;

    static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
        assert sum == 3;
    }

    public static void main(String[] args) {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> sum = a + b);
        new Thread(() -> {
            a = 1;
            meet(barrier);
        }).start();
        b = 2;
        meet(barrier);
    }
}

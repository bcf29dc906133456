// expect: error deadlock
// A thread that fails before its count-down leaves the others waiting.
import java.util.concurrent.CountDownLatch;

public class LatchStaysShut {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            if (ready) {
                latch.countDown();
            }
        }).start();
        ready = true;
        latch.await();
    }
}

// expect: ok
// Whoever awaits the latch sees what was done before the count-downs.
import java.util.concurrent.CountDownLatch;

public class LatchOpens {
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(() -> {
            a = 1;
            latch.countDown();
        }).start();
        new Thread(() -> {
            b = 2;
            latch.countDown();
        }).start();
        latch.await();
        assert a + b == 3;
    }
}

// expect: ok
// incrementAndGet, addAndGet and updateAndGet are atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class AtomicIncrement {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger ints = new AtomicInteger();
        AtomicLong longs = new AtomicLong(1L << 40);
        Runnable body = () -> {
            ints.incrementAndGet();
            longs.updateAndGet(value -> value + 1);
        };
        Thread a = new Thread(body);
        Thread b = new Thread(body);
        a.start();
        b.start();
        a.join();
        b.join();
        assert ints.get() == 2;
        assert longs.get() == (1L << 40) + 2;
    }
}

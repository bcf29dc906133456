// expect: ok
// Elements of an AtomicIntegerArray are independent and atomic.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class AtomicArrayIncrement {
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray counts = new AtomicIntegerArray(2);
        Runnable body = () -> {
            counts.incrementAndGet(0);
            counts.getAndAdd(1, 2);
        };
        Thread a = new Thread(body);
        Thread b = new Thread(body);
        a.start();
        b.start();
        a.join();
        b.join();
        assert counts.get(0) == 2 && counts.get(1) == 4;
    }
}

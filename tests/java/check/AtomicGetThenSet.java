// expect: error assertion, message ~ lost update
// get and set are atomic each, not together.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicGetThenSet {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread other = new Thread(() -> count.set(count.get() + 1));
        other.start();
        count.set(count.get() + 1);
        other.join();
        assert count.get() == 2 : "lost update";
    }
}

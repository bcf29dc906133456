// expect: ok
// compareAndSet lets one through.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicFlagCompareAndSet {
    static final AtomicBoolean TAKEN = new AtomicBoolean();
    static final AtomicInteger WINNERS = new AtomicInteger();

    static void compete() {
        if (TAKEN.compareAndSet(false, true)) {
            WINNERS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicFlagCompareAndSet::compete);
        other.start();
        compete();
        other.join();
        assert WINNERS.get() == 1 : "two winners";
    }
}

// expect: error assertion, message ~ two winners
// Looking at a flag and then setting it lets two through.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicFlagCheckThenAct {
    static final AtomicBoolean TAKEN = new AtomicBoolean();
    static final AtomicInteger WINNERS = new AtomicInteger();

    static void compete() {
        if (!TAKEN.get()) {
            TAKEN.set(true);
            WINNERS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicFlagCheckThenAct::compete);
        other.start();
        compete();
        other.join();
        assert WINNERS.get() == 1 : "two winners";
    }
}

// expect: error livelock
// A spin lock is not reentrant: who holds it and asks again spins for ever, busy and not blocked.
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLockTwice {
    static final AtomicBoolean LOCKED = new AtomicBoolean();

    static void lock() {
        while (!LOCKED.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        lock();
        lock();
    }
}

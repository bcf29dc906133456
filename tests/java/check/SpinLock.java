// expect: ok
// A lock made of compareAndSet: the one who spins waits for one who can go on.
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLock {
    static final AtomicBoolean LOCKED = new AtomicBoolean();
    static int count;

    static void increment() {
        while (!LOCKED.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;
        LOCKED.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SpinLock::increment);
        Thread b = new Thread(SpinLock::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

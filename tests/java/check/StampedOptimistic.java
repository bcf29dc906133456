// expect: ok
// An optimistic read that is validated, and read again under the lock when it was not valid.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimistic {
    static final StampedLock LOCK = new StampedLock();
    static volatile int x;
    static volatile int y;

    static void read() {
        long stamp = LOCK.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        if (!LOCK.validate(stamp)) {
            stamp = LOCK.readLock();
            seenX = x;
            seenY = y;
            LOCK.unlockRead(stamp);
        }
        assert seenX == seenY : "half a write";
    }

    public static void main(String[] args) {
        new Thread(StampedOptimistic::read).start();
        long stamp = LOCK.writeLock();
        x = 1;
        y = 1;
        LOCK.unlockWrite(stamp);
    }
}

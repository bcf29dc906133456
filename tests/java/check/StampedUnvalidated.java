// expect: error assertion, message ~ half a write
// An optimistic read that nobody validates.
import java.util.concurrent.locks.StampedLock;

public class StampedUnvalidated {
    static final StampedLock LOCK = new StampedLock();
    static volatile int x;
    static volatile int y;

    static void read() {
        long stamp = LOCK.tryOptimisticRead();
        if (stamp != 0) {
            int seenX = x;
            int seenY = y;
            assert seenX == seenY : "half a write";
        }
    }

    public static void main(String[] args) {
        new Thread(StampedUnvalidated::read).start();
        long stamp = LOCK.writeLock();
        x = 1;
        y = 1;
        LOCK.unlockWrite(stamp);
    }
}

// expect: error deadlock
// A StampedLock is not reentrant.
import java.util.concurrent.locks.StampedLock;

public class StampedTwice {
    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        lock.writeLock();
        lock.writeLock();
    }
}

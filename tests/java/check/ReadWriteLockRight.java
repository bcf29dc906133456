// expect: ok
// Readers under the read lock never see half of a write under the write lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockRight {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int x;
    static int y;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.readLock().lock();
            assert x == y : "half a write";
            LOCK.readLock().unlock();
        }).start();
        LOCK.writeLock().lock();
        x = 1;
        y = 1;
        LOCK.writeLock().unlock();
    }
}

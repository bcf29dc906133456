// expect: ok
// A thread that holds the write lock may take the read lock and let the write lock go.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockDowngrade {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int value;

    static void setThenRead(int mine) {
        LOCK.writeLock().lock();
        value = mine;
        LOCK.readLock().lock();
        LOCK.writeLock().unlock();
        assert value == mine;
        LOCK.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> setThenRead(1)).start();
        new Thread(() -> setThenRead(2)).start();
    }
}

// expect: error deadlock
// A thread that holds the read lock waits for itself when it asks for the write lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockUpgrade {
    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.writeLock().lock();
    }
}

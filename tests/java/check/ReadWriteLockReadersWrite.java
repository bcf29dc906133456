// expect: error assertion, message ~ lost update
// warn: perhaps race
// Two threads that write under the read lock, which both may hold.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockReadersWrite {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int count;

    static void increment() {
        LOCK.readLock().lock();
        count++;
        LOCK.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(ReadWriteLockReadersWrite::increment);
        Thread b = new Thread(ReadWriteLockReadersWrite::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

// expect: error monitor
// A ReentrantLock released by a thread that does not hold it.
import java.util.concurrent.locks.ReentrantLock;

public class UnlockNotOwner {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        new Thread(lock::unlock).start();
    }
}

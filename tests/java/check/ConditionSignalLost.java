// expect: error deadlock
// A signal before the await is lost, as a notify before the wait is.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionSignalLost {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            ready.signal();
            lock.unlock();
        }).start();
        lock.lock();
        ready.await();
        lock.unlock();
    }
}

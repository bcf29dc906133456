// expect: error monitor
// wait of the object where await of the condition was meant.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionWrongMonitor {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        lock.lock();
        ready.wait();
    }
}

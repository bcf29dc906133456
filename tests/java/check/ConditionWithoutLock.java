// expect: error monitor
// signal by a thread that does not hold the lock.
import java.util.concurrent.locks.ReentrantLock;

public class ConditionWithoutLock {
    public static void main(String[] args) {
        new ReentrantLock().newCondition().signal();
    }
}

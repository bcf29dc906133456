// expect: ok
// A buffer of one place with a lock and two conditions.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionBuffer {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition FULL = LOCK.newCondition();
    static final Condition EMPTY = LOCK.newCondition();
    static int stored;

    static void put(int item) {
        LOCK.lock();
        try {
            while (stored != 0) {
                EMPTY.awaitUninterruptibly();
            }
            stored = item;
            FULL.signal();
        } finally {
            LOCK.unlock();
        }
    }

    static int take() {
        LOCK.lock();
        try {
            while (stored == 0) {
                FULL.awaitUninterruptibly();
            }
            int item = stored;
            stored = 0;
            EMPTY.signal();
            return item;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            put(1);
            put(2);
        }).start();
        assert take() == 1;
        assert take() == 2;
    }
}

// lint: unlock-missed
import java.util.concurrent.locks.ReentrantLock;

public class UnlockMissed {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void missed(String text) {
        LOCK.lock();
        count += Integer.parseInt(text);
        LOCK.unlock();
    }

    static void right(String text) {
        LOCK.lock();
        try {
            count += Integer.parseInt(text);
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> missed("1")).start();
        right("2");
    }
}

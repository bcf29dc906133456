// expect: error livelock
// Both put the fork down and try again when the other is taken, and can do so in step for ever.
import java.util.concurrent.locks.ReentrantLock;

public class PhilosophersPolite {
    static final ReentrantLock A = new ReentrantLock();
    static final ReentrantLock B = new ReentrantLock();

    static void eat(ReentrantLock first, ReentrantLock second) {
        while (true) {
            first.lock();
            try {
                if (second.tryLock()) {
                    second.unlock();
                    return;
                }
            } finally {
                first.unlock();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> eat(A, B)).start();
        new Thread(() -> eat(B, A)).start();
    }
}

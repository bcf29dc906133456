// expect: error deadlock
// Cigarette smokers: one grabs the tobacco another needs, and then waits for paper that nobody puts down.
import java.util.concurrent.Semaphore;

public class SmokersGreedy {
    static final Semaphore PAPER = new Semaphore(0);
    static final Semaphore TOBACCO = new Semaphore(0);
    static final Semaphore MATCHES = new Semaphore(0);

    static Thread smoker(Semaphore first, Semaphore second) {
        Thread smoker = new Thread(() -> {
            first.acquireUninterruptibly();
            second.acquireUninterruptibly();
        });
        smoker.setDaemon(true);
        smoker.start();
        return smoker;
    }

    public static void main(String[] args) throws InterruptedException {
        smoker(TOBACCO, PAPER);
        Thread hasPaper = smoker(TOBACCO, MATCHES);
        TOBACCO.release();
        MATCHES.release();
        hasPaper.join();
    }
}

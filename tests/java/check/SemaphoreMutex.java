// expect: ok
// A semaphore of one permit is a mutex.
import java.util.concurrent.Semaphore;

public class SemaphoreMutex {
    static final Semaphore MUTEX = new Semaphore(1);
    static int count;

    static void increment() {
        MUTEX.acquireUninterruptibly();
        count++;
        MUTEX.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SemaphoreMutex::increment);
        Thread b = new Thread(SemaphoreMutex::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

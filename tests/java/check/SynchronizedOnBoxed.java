// expect: error deadlock
// Two locks that look different are one: small boxed numbers are shared.
public class SynchronizedOnBoxed {
    static final Integer MINE = 7;
    static final Integer YOURS = 7;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (YOURS) {
                Thread.yield();
            }
        });
        synchronized (MINE) {
            other.start();
            other.join();
        }
    }
}

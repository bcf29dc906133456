// expect: error deadlock
// options: --spurious-wakeups
// Nobody notifies: that a wake-up without cause could help is no excuse.
public class SpuriousDeadlock {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            Thread other = new Thread(() -> {
                synchronized (lock) {
                    Thread.yield();
                }
            });
            other.start();
            lock.wait();
        }
    }
}

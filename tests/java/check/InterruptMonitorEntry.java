// expect: error deadlock
// An interrupt does not end the wait for a monitor.
public class InterruptMonitorEntry {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                Thread.yield();
            }
        });
        synchronized (lock) {
            waiter.start();
            waiter.interrupt();
            waiter.join();
        }
    }
}

// expect: error assertion, message ~ woken without cause
// options: --spurious-wakeups
// The condition is looked at once: whoever wakes without cause takes it for true.
public class SpuriousIf {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread setter = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        setter.start();
        synchronized (lock) {
            if (!ready) {
                lock.wait();
            }
            assert ready : "woken without cause";
        }
    }
}

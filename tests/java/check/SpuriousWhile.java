// expect: ok
// options: --spurious-wakeups
// The condition is looked at again after each wake-up, as it should be (JLS 17.2.1).
public class SpuriousWhile {
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
            while (!ready) {
                lock.wait();
            }
            assert ready : "woken without cause";
        }
    }
}

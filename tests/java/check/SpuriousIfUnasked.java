// expect: ok
// Where threads wake only for a cause, looking once is enough.
public class SpuriousIfUnasked {
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

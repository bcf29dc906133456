// expect: ok
// options: --timeouts idle
// Who finds itself interrupted knows what the other did before interrupting it (JLS 17.4.4).
public class InterruptOrdersIdle {
    static int slept;
    static int waited;
    static int asked;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                assert slept == 1;
            }
        });
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    assert waited == 1;
                }
            }
        });
        Thread asker = new Thread(() -> {
            if (Thread.currentThread().isInterrupted()) {
                assert asked == 1;
            }
        });
        sleeper.start();
        waiter.start();
        asker.start();
        slept = 1;
        sleeper.interrupt();
        waited = 1;
        waiter.interrupt();
        asked = 1;
        asker.interrupt();
    }
}

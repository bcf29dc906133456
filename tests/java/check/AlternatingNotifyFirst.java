// expect: error deadlock
// Each notifies before it waits, and nobody remembers whose turn it is.
public class AlternatingNotifyFirst {
    static synchronized void say() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            AlternatingNotifyFirst.class.notify();
            AlternatingNotifyFirst.class.wait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                say();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        say();
    }
}

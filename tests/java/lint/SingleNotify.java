// lint: single-notify
// sequence: SingleNotify.(put|take)\+\d+,SingleNotify.(put|take)\+\d+,SingleNotify.put\+\d+
public class SingleNotify {
    private boolean full;

    synchronized void put() throws InterruptedException {
        while (full) {
            wait();
        }
        full = true;
        notify();
    }

    synchronized void take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        SingleNotify slot = new SingleNotify();
        new Thread(() -> {
            try {
                slot.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        slot.put();
    }
}

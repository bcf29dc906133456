// lint: wait-outside-loop naked-notify wait-holding-locks
public class Waits {
    final Object inner = new Object();

    synchronized void await() throws InterruptedException {
        wait();
    }

    synchronized void wake() {
        notifyAll();
    }

    synchronized void awaitInner() throws InterruptedException {
        synchronized (inner) {
            while (true) {
                inner.wait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Waits waits = new Waits();
        new Thread(waits::wake).start();
        waits.await();
        waits.awaitInner();
    }
}

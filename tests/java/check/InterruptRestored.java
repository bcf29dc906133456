// expect: ok
// A handler that interrupts its own thread again lets the loop end.
public class InterruptRestored {
    static synchronized void await() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                InterruptRestored.class.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) {
        Thread waiter = new Thread(InterruptRestored::await);
        waiter.start();
        waiter.interrupt();
    }
}

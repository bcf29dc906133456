// expect: error deadlock
// A handler that swallows the exception makes the loop wait again.
public class InterruptSwallowed {
    static synchronized void await() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                InterruptSwallowed.class.wait();
            } catch (InterruptedException e) {
                continue;
            }
        }
    }

    public static void main(String[] args) {
        Thread waiter = new Thread(InterruptSwallowed::await);
        waiter.start();
        waiter.interrupt();
    }
}

// expect: ok
// An interrupt ends a wait that no notify will.
public class InterruptWait {
    static synchronized void await() {
        try {
            while (true) {
                InterruptWait.class.wait();
            }
        } catch (InterruptedException e) {
            assert !Thread.currentThread().isInterrupted() : "the exception clears the flag";
        }
    }

    public static void main(String[] args) {
        Thread waiter = new Thread(InterruptWait::await);
        waiter.start();
        waiter.interrupt();
    }
}

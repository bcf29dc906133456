// expect: ok
// Waiting gives a monitor up however often it was entered, and takes it back as often.
public class ReentrantWait {
    static boolean ready;

    static synchronized void outer() {
        inner();
        assert Thread.holdsLock(ReentrantWait.class);
    }

    static synchronized void inner() {
        while (!ready) {
            try {
                ReentrantWait.class.wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static synchronized void signal() {
        ready = true;
        ReentrantWait.class.notify();
    }

    public static void main(String[] args) {
        new Thread(ReentrantWait::outer).start();
        new Thread(ReentrantWait::signal).start();
    }
}

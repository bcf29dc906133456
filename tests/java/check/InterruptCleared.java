// expect: error deadlock
// Thread.interrupted() clears the flag: an interrupt that came before it is lost.
public class InterruptCleared {
    static synchronized void await() {
        Thread.interrupted();
        try {
            InterruptCleared.class.wait();
        } catch (InterruptedException expected) {
            return;
        }
    }

    public static void main(String[] args) {
        Thread waiter = new Thread(InterruptCleared::await);
        waiter.start();
        waiter.interrupt();
    }
}

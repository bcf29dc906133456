// expect: error deadlock
// The condition is looked at before the monitor is held: the notify can come in between.
public class WaitCheckedOutside {
    static volatile boolean ready;

    static void signal() {
        ready = true;
        synchronized (WaitCheckedOutside.class) {
            WaitCheckedOutside.class.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(WaitCheckedOutside::signal).start();
        if (!ready) {
            synchronized (WaitCheckedOutside.class) {
                WaitCheckedOutside.class.wait();
            }
        }
    }
}

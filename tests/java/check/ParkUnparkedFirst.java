// expect: error deadlock
// The permit is given before the flag is set: the parker can use it up and look too early.
import java.util.concurrent.locks.LockSupport;

public class ParkUnparkedFirst {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread parker = new Thread(() -> {
            while (!ready) {
                LockSupport.park();
            }
        });
        parker.start();
        LockSupport.unpark(parker);
        ready = true;
    }
}

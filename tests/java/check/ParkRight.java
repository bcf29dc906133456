// expect: ok
// The permit remembers an unpark that comes first; the flag guards against waking for another reason.
import java.util.concurrent.locks.LockSupport;

public class ParkRight {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread parker = new Thread(() -> {
            while (!ready) {
                LockSupport.park();
            }
        });
        parker.start();
        ready = true;
        LockSupport.unpark(parker);
    }
}

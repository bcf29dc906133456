// expect: error assertion, message ~ unparked without cause
// options: --spurious-wakeups
// A park may return without cause, so it belongs into a loop.
import java.util.concurrent.locks.LockSupport;

public class SpuriousPark {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        assert ready : "unparked without cause";
    }
}

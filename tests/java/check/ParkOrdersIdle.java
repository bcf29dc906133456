// expect: ok
// options: --timeouts idle
// warn: race
// A permit orders what was done before it was given; a park that times out orders nothing.
import java.util.concurrent.locks.LockSupport;

public class ParkOrdersIdle {
    static int given;
    static int timed;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            given = 1;
            LockSupport.unpark(main);
            timed = 1;
        }).start();
        LockSupport.park();
        assert given == 1;
        LockSupport.parkNanos(1000);
        assert timed == 1;
    }
}

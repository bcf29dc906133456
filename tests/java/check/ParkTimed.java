// expect: ok
// A park with a time-out in a loop needs no unpark.
import java.util.concurrent.locks.LockSupport;

public class ParkTimed {
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> ready = true).start();
        while (!ready) {
            LockSupport.parkNanos(1000);
        }
    }
}

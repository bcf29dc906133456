// expect: error deadlock
// Two unparks before two parks are one permit.
import java.util.concurrent.locks.LockSupport;

public class ParkPermitsDoNotAdd {
    public static void main(String[] args) {
        Thread parker = new Thread(() -> {
            LockSupport.park();
            LockSupport.park();
        });
        parker.start();
        LockSupport.unpark(parker);
        LockSupport.unpark(parker);
    }
}

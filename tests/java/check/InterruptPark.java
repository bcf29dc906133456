// expect: ok
// An interrupt ends park and stays pending.
import java.util.concurrent.locks.LockSupport;

public class InterruptPark {
    public static void main(String[] args) {
        Thread parker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        parker.start();
        parker.interrupt();
    }
}

// expect: error deadlock
// A permit given to a thread that has not been started is lost; one given later is not.
import java.util.concurrent.locks.LockSupport;

public class UnparkBeforeStart {
    public static void main(String[] args) {
        Thread late = new Thread(LockSupport::park);
        new Thread(() -> LockSupport.unpark(late)).start();
        late.start();
    }
}

// expect: ok
// A SynchronousQueue hands over: what the giver did before is seen by the taker.
import java.util.concurrent.SynchronousQueue;

public class QueueSynchronous {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        new Thread(() -> {
            value = 1;
            try {
                queue.put("a");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        assert queue.take().equals("a");
        assert value == 1;
    }
}

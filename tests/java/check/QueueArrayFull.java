// expect: error deadlock
// Each puts two before it takes, and the queue has room for two.
import java.util.concurrent.ArrayBlockingQueue;

public class QueueArrayFull {
    static void putThenTake(ArrayBlockingQueue<String> queue) {
        try {
            queue.put("mine");
            queue.put("mine too");
            queue.take();
            queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(2);
        new Thread(() -> putThenTake(queue)).start();
        new Thread(() -> putThenTake(queue)).start();
    }
}

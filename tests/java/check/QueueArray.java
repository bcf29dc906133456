// expect: ok
// Items come out of an ArrayBlockingQueue in the order they were put in.
import java.util.concurrent.ArrayBlockingQueue;

public class QueueArray {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            try {
                queue.put("a");
                queue.put("b");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        assert queue.take().equals("a");
        assert queue.take().equals("b");
    }
}

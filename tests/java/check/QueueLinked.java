// expect: ok
// Items come out of a LinkedBlockingQueue in the order they were put in.
import java.util.concurrent.LinkedBlockingQueue;

public class QueueLinked {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> {
            queue.add(1);
            queue.add(2);
        }).start();
        assert queue.take() == 1;
        assert queue.take() == 2;
    }
}

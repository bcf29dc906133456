// expect: ok
// Two producers and one consumer on a LinkedBlockingQueue lose nothing.
import java.util.concurrent.LinkedBlockingQueue;

public class QueueLinked {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(1)).start();
        new Thread(() -> queue.add(2)).start();
        assert queue.take() + queue.take() == 3;
    }
}

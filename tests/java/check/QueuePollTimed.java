// expect: error exception, message ~ NullPointerException
// A poll with a time-out returns null when nothing came.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class QueuePollTimed {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(1)).start();
        int item = queue.poll(1, TimeUnit.HOURS);
        assert item == 1;
    }
}

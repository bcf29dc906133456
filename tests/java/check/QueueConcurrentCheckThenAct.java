// expect: error exception, message ~ NullPointerException
// The queue that was not empty can be when it is polled.
import java.util.concurrent.ConcurrentLinkedQueue;

public class QueueConcurrentCheckThenAct {
    static final ConcurrentLinkedQueue<Integer> QUEUE = new ConcurrentLinkedQueue<>();

    static void take() {
        if (!QUEUE.isEmpty()) {
            int item = QUEUE.poll();
        }
    }

    public static void main(String[] args) {
        QUEUE.add(1);
        new Thread(QueueConcurrentCheckThenAct::take).start();
        new Thread(QueueConcurrentCheckThenAct::take).start();
    }
}

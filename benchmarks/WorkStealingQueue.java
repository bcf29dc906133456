// origin: Frigo, Leiserson and Randall; Musuvathi and Qadeer
// sizes: items=3 thieves=2
// small: 2 1
// wrong: error assertion, message ~ taken twice
// right: ok
// warn: perhaps race
// The owner pushes and pops at the tail, thieves steal at the head under a lock. Owner and thieves first claim an item, then look
// whether the other side was faster. The wrong thief looks first.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class WorkStealingQueue {
    static final int NONE = -1;
    final boolean right;
    final int[] items;
    final AtomicIntegerArray taken;
    volatile int head;
    volatile int tail;

    WorkStealingQueue(boolean right, int capacity) {
        this.right = right;
        items = new int[capacity];
        taken = new AtomicIntegerArray(capacity);
    }

    void push(int item) {
        items[tail] = item;
        tail = tail + 1;
    }

    int pop() {
        int claimed = tail - 1;
        tail = claimed;
        if (head <= claimed) {
            return items[claimed];
        }
        tail = claimed + 1;
        synchronized (this) {
            tail = claimed;
            if (head <= claimed) {
                return items[claimed];
            }
            tail = claimed + 1;
            return NONE;
        }
    }

    synchronized int steal() {
        int claimed = head;
        if (right) {
            head = claimed + 1;
            if (claimed < tail) {
                return items[claimed];
            }
            head = claimed;
        } else if (claimed < tail) {
            head = claimed + 1;
            return items[claimed];
        }
        return NONE;
    }

    void take(int item) {
        if (item != NONE) {
            assert taken.getAndIncrement(item) == 0 : "taken twice";
        }
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3, 2);
        int items = benchmark.size(0);
        WorkStealingQueue queue = new WorkStealingQueue(benchmark.right, items);
        Benchmark.start(benchmark.size(1), thief -> queue.take(queue.steal()));
        for (int item = 0; item < items; item++) {
            queue.push(item);
        }
        for (int item = 0; item < items; item++) {
            queue.take(queue.pop());
        }
    }
}

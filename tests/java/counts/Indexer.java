// args: 12
// small: 2
// traces: 8
// values: 8
// schedules: 8
// Flanagan and Godefroid's indexer: n threads put four numbers each into a hash table of 128 places by compare-and-set.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Indexer {
    static final int SIZE = 128;
    static final int MAX = 4;
    static final AtomicIntegerArray TABLE = new AtomicIntegerArray(SIZE);

    static void insert(int thread) {
        for (int m = 1; m <= MAX; m++) {
            int w = m * 11 + thread;
            int h = w * 7 % SIZE;
            while (!TABLE.compareAndSet(h, 0, w)) {
                h = (h + 1) % SIZE;
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        for (int i = 0; i < n; i++) {
            int thread = i;
            new Thread(() -> insert(thread)).start();
        }
    }
}

// origin: 004 tables 4.1 to 4.3
// sizes: items=5
// small: 3
// wrong: error assertion, message ~ not sorted
// right: ok
// A thread for each pass of a bubble sort. Comparing and swapping a pair is behind the lock, but a pass can overtake the one
// before it. The right passes hold the lock from end to end.
public class BubbleSort {
    static final Object LOCK = new Object();
    static int[] items;

    static void pass() {
        for (int i = 0; i + 1 < items.length; i++) {
            synchronized (LOCK) {
                if (items[i] > items[i + 1]) {
                    int larger = items[i];
                    items[i] = items[i + 1];
                    items[i + 1] = larger;
                }
            }
        }
    }

    static void passAlone() {
        synchronized (LOCK) {
            pass();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 5);
        items = new int[benchmark.size(0)];
        for (int i = 0; i < items.length; i++) {
            items[i] = items.length - i;
        }
        Benchmark.Body body = benchmark.right ? pass -> passAlone() : pass -> pass();
        Benchmark.join(Benchmark.start(items.length - 1, body));
        for (int i = 0; i + 1 < items.length; i++) {
            assert items[i] < items[i + 1] : "not sorted";
        }
    }
}

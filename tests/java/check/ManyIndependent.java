// expect: ok
// options: --strategy auto
// Each thread has a counter of its own that others could reach. The states are too many to be stored, but all orders are of one class.
public class ManyIndependent {
    static class Counter {
        int value;

        synchronized void increment() {
            value++;
        }
    }

    static final Counter[] COUNTERS = new Counter[24];

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[COUNTERS.length];
        for (int i = 0; i < threads.length; i++) {
            COUNTERS[i] = new Counter();
        }
        for (int i = 0; i < threads.length; i++) {
            Counter own = COUNTERS[i];
            threads[i] = new Thread(() -> {
                own.increment();
                own.increment();
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += COUNTERS[i].value;
        }
        assert sum == 2 * threads.length;
    }
}

// origin: 001 tables 1 to 5
// sizes: pairs=3 items=2
// small: 2 1
// wrong: error assertion, message ~ overwritten
// right: ok
// Producers and consumers, as many of either, share one slot. The wrong producer waits for it to be empty in one synchronized
// block and fills it in another, so that two can find it empty.
public class ProducerConsumer {
    static boolean right;
    static boolean filled;

    static synchronized void awaitEmpty() throws InterruptedException {
        while (filled) {
            ProducerConsumer.class.wait();
        }
    }

    static synchronized void fill() {
        assert !filled : "overwritten";
        filled = true;
        ProducerConsumer.class.notifyAll();
    }

    static void put() throws InterruptedException {
        if (right) {
            synchronized (ProducerConsumer.class) {
                awaitEmpty();
                fill();
            }
        } else {
            awaitEmpty();
            fill();
        }
    }

    static synchronized void take() throws InterruptedException {
        while (!filled) {
            ProducerConsumer.class.wait();
        }
        filled = false;
        ProducerConsumer.class.notifyAll();
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3, 2);
        right = benchmark.right;
        int items = benchmark.size(1);
        Benchmark.start(benchmark.size(0), producer -> {
            for (int i = 0; i < items; i++) {
                put();
            }
        });
        Benchmark.start(benchmark.size(0), consumer -> {
            for (int i = 0; i < items; i++) {
                take();
            }
        });
    }
}

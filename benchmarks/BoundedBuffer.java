// origin: the classic of one monitor
// sizes: slots=1 producers=2 consumers=2 items=2
// small: 1 2 2 1
// wrong: error deadlock
// right: ok
// A buffer with one wait set for both kinds of waiters. The wrong one notifies a single one, which may be of the wrong kind; the
// right one notifies all. Producers times items must be a multiple of the consumers.
public class BoundedBuffer {
    final boolean right;
    final int slots;
    int filled;

    BoundedBuffer(boolean right, int slots) {
        this.right = right;
        this.slots = slots;
    }

    private void changed() {
        if (right) {
            notifyAll();
        } else {
            notify();
        }
    }

    synchronized void put() throws InterruptedException {
        while (filled == slots) {
            wait();
        }
        filled++;
        changed();
    }

    synchronized void take() throws InterruptedException {
        while (filled == 0) {
            wait();
        }
        filled--;
        changed();
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 1, 2, 2, 2);
        BoundedBuffer buffer = new BoundedBuffer(benchmark.right, benchmark.size(0));
        int items = benchmark.size(3);
        int share = benchmark.size(1) * items / benchmark.size(2);
        Benchmark.start(benchmark.size(2), consumer -> {
            for (int i = 0; i < share; i++) {
                buffer.take();
            }
        });
        Benchmark.start(benchmark.size(1), producer -> {
            for (int i = 0; i < items; i++) {
                buffer.put();
            }
        });
    }
}

// origin: 001 tables 1 to 5
// sizes: workers=5 items=2
// small: 2 1
// wrong: error assertion, message ~ left undone
// right: ok
// Workers take items from a pool; a finished item leaves a smaller one behind. They end when the pool is empty and nobody
// works. The wrong worker says that it has finished before it adds what it leaves, so that others may end all work too early.
public class ReplicatedWorkers {
    static boolean right;
    static int pool;
    static int small;
    static int busy;
    static int done;
    static boolean over;

    /** Takes an item, and waits for one if there may still be; 0 if there will be none, else its size. */
    static synchronized int take() throws InterruptedException {
        while (pool == 0 && small == 0 && busy > 0 && !over) {
            ReplicatedWorkers.class.wait();
        }
        if (over || pool == 0 && small == 0) {
            over = true;
            ReplicatedWorkers.class.notifyAll();
            return 0;
        }
        busy++;
        if (pool > 0) {
            pool--;
            return 2;
        }
        small--;
        return 1;
    }

    static synchronized void finish() {
        busy--;
        done++;
        ReplicatedWorkers.class.notifyAll();
    }

    static synchronized void leaveBehind(int size) {
        if (size > 1) {
            small++;
            ReplicatedWorkers.class.notifyAll();
        }
    }

    static void work() throws InterruptedException {
        for (int size = take(); size > 0; size = take()) {
            if (right) {
                leaveBehind(size);
                finish();
            } else {
                finish();
                leaveBehind(size);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 5, 2);
        right = benchmark.right;
        pool = benchmark.size(1);
        Benchmark.join(Benchmark.start(benchmark.size(0), worker -> work()));
        assert done == 2 * benchmark.size(1) : "left undone";
    }
}

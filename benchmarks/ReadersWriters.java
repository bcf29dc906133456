// origin: Courtois, Heymans and Parnas
// sizes: readers=2 writers=3
// small: 1 2
// wrong: error assertion, message ~ not alone
// right: ok
// Many may read, or one may write. The wrong writer waits with `if`: of two that are woken, the second goes in as well.
public class ReadersWriters {
    static boolean right;
    static int readers;
    static int writers;

    static synchronized void beginRead() throws InterruptedException {
        while (writers > 0) {
            ReadersWriters.class.wait();
        }
        readers++;
    }

    static synchronized void endRead() {
        readers--;
        ReadersWriters.class.notifyAll();
    }

    static boolean taken() {
        return readers > 0 || writers > 0;
    }

    static synchronized void beginWrite() throws InterruptedException {
        if (right) {
            while (taken()) {
                ReadersWriters.class.wait();
            }
        } else if (taken()) {
            ReadersWriters.class.wait();
        }
        writers++;
        assert writers == 1 && readers == 0 : "not alone";
    }

    static synchronized void endWrite() {
        writers--;
        ReadersWriters.class.notifyAll();
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 3);
        right = benchmark.right;
        Benchmark.start(benchmark.size(0), reader -> {
            beginRead();
            endRead();
        });
        Benchmark.start(benchmark.size(1), writer -> {
            beginWrite();
            endWrite();
        });
    }
}

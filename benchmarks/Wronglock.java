// origin: 000 tables 1 and 2
// sizes: dataLock=1 classLock=20
// small: 1 2
// wrong: error assertion, message ~ changed meanwhile
// right: ok
// warn: perhaps race
// Two kinds of threads guard the same data, one by the data's lock, the other by the lock of the class. In the right variant
// all hold the data's lock.
public class Wronglock {
    static final Object DATA_LOCK = new Object();
    static int data;

    static void byDataLock() {
        synchronized (DATA_LOCK) {
            int before = data;
            data++;
            assert data == before + 1 : "changed meanwhile";
        }
    }

    static synchronized void byClassLock() {
        data++;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 1, 20);
        Benchmark.start(benchmark.size(0), thread -> byDataLock());
        if (benchmark.right) {
            Benchmark.start(benchmark.size(1), thread -> byDataLock());
        } else {
            Benchmark.start(benchmark.size(1), thread -> byClassLock());
        }
    }
}

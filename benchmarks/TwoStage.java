// origin: 000 tables 1 and 2
// sizes: writers=10 readers=1
// small: 2 1
// wrong: error assertion, message ~ between the stages
// right: ok
// Two values, the second made of the first, each behind its own lock. There is no race, and yet a reader can come between the
// two stages of a writer. The right writer and reader hold the first lock over both.
public class TwoStage {
    static final Object FIRST = new Object();
    static final Object SECOND = new Object();
    static int first;
    static int second;

    static int first() {
        synchronized (FIRST) {
            return first;
        }
    }

    static void writeInStages() {
        synchronized (FIRST) {
            first = 1;
        }
        synchronized (SECOND) {
            second = first() + 1;
        }
    }

    static void writeAtOnce() {
        synchronized (FIRST) {
            first = 1;
            synchronized (SECOND) {
                second = first + 1;
            }
        }
    }

    static void check(int seen) {
        if (seen != 0) {
            synchronized (SECOND) {
                assert second == seen + 1 : "between the stages";
            }
        }
    }

    static void readAtOnce() {
        synchronized (FIRST) {
            check(first);
        }
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 10, 1);
        if (benchmark.right) {
            Benchmark.start(benchmark.size(0), writer -> writeAtOnce());
            Benchmark.start(benchmark.size(1), reader -> readAtOnce());
        } else {
            Benchmark.start(benchmark.size(0), writer -> writeInStages());
            Benchmark.start(benchmark.size(1), reader -> check(first()));
        }
    }
}

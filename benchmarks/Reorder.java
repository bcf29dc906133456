// origin: 000 tables 1 and 2; 003 tables 2.1, 3.4 and 3.5
// sizes: setters=10 checkers=1
// small: 2 1
// wrong: error assertion, message ~ one without the other
// right: ok
// warn: perhaps race
// Setters write two fields one after the other; a checker sees the first only. One setter is enough, the others only make
// room for more interleavings. The right ones hold a monitor.
public class Reorder {
    static int a;
    static int b;

    static void set() {
        a = 1;
        b = -1;
    }

    static void check() {
        int seenA = a;
        int seenB = b;
        assert seenA == 0 && seenB == 0 || seenA == 1 && seenB == -1 : "one without the other";
    }

    static synchronized void setAlone() {
        set();
    }

    static synchronized void checkAlone() {
        check();
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 10, 1);
        if (benchmark.right) {
            Benchmark.start(benchmark.size(0), setter -> setAlone());
            Benchmark.start(benchmark.size(1), checker -> checkAlone());
        } else {
            Benchmark.start(benchmark.size(0), setter -> set());
            Benchmark.start(benchmark.size(1), checker -> check());
        }
    }
}

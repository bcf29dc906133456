// origin: the suites of small concurrent programs of IBM Haifa and SIR
// sizes: pairs=2 seats=1 tickets=2
// small: 2 1 2
// wrong: error assertion, message ~ two in one seat
// right: ok
// Clerks seat passengers in a small plane as others leave it, as many of either. The wrong clerk waits with `if`, and does not
// look again when it goes on.
public class Piper {
    static boolean right;
    static int seats;
    static int seated;

    static synchronized void seat() throws InterruptedException {
        if (right) {
            while (seated == seats) {
                Piper.class.wait();
            }
        } else if (seated == seats) {
            Piper.class.wait();
        }
        assert seated < seats : "two in one seat";
        seated++;
        Piper.class.notifyAll();
    }

    static synchronized void leave() throws InterruptedException {
        while (seated == 0) {
            Piper.class.wait();
        }
        seated--;
        Piper.class.notifyAll();
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 1, 2);
        right = benchmark.right;
        seats = benchmark.size(1);
        int tickets = benchmark.size(2);
        Benchmark.start(benchmark.size(0), clerk -> {
            for (int i = 0; i < tickets; i++) {
                seat();
            }
        });
        Benchmark.start(benchmark.size(0), steward -> {
            for (int i = 0; i < tickets; i++) {
                leave();
            }
        });
    }
}

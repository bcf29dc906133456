// origin: 003 tables 2.1, 3.3 and 3.5; 004 tables 4.1 to 4.3
// sizes: issuers=10 cushion=3
// small: 4 1
// wrong: error assertion, message ~ oversold
// right: ok
// warn: perhaps race
// An airline starts an issuer for every ticket until one of them says that the plane is full. It has as many seats less than
// issuers as the cushion says; issuers that were started too early sell too much. Without cushion nothing is wrong. The right
// issuers look and sell under a monitor.
public class Airline {
    static int seats;
    static int sold;
    static boolean full;

    static void issue() {
        sold++;
        if (sold > seats) {
            full = true;
        }
    }

    static synchronized void issueIfFree() {
        if (sold < seats) {
            sold++;
        }
    }

    /** Starts issuers until the plane is full; the ticket that said so is taken back. */
    static void issueUntilFull(Thread[] issuers) throws InterruptedException {
        int started = 0;
        while (started < issuers.length && !full) {
            issuers[started] = new Thread(Airline::issue);
            issuers[started].start();
            started++;
        }
        boolean stopped = started < issuers.length;
        for (int i = 0; i < started; i++) {
            issuers[i].join();
        }
        if (stopped) {
            sold--;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 10, 3);
        int issuers = benchmark.size(0);
        seats = issuers - benchmark.size(1);
        if (benchmark.right) {
            Benchmark.join(Benchmark.start(issuers, issuer -> issueIfFree()));
        } else {
            issueUntilFull(new Thread[issuers]);
        }
        assert sold <= seats : "oversold";
    }
}

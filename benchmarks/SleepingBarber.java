// origin: Dijkstra
// sizes: customers=4 chairs=2
// small: 2 1
// wrong: error deadlock
// right: ok
// Customers take a chair or go away; the barber sleeps while nobody waits. The wrong barber looks at the chairs and falls asleep
// in two steps, and does not hear who comes in between.
public class SleepingBarber {
    static boolean right;
    static int expected;
    static int chairs;
    static int waiting;

    static synchronized void enter() {
        expected--;
        if (waiting < chairs) {
            waiting++;
        }
        SleepingBarber.class.notifyAll();
    }

    static synchronized boolean nobodyWaits() {
        return waiting == 0 && expected > 0;
    }

    static synchronized void sleep() throws InterruptedException {
        SleepingBarber.class.wait();
    }

    static void awaitCustomer() throws InterruptedException {
        if (right) {
            synchronized (SleepingBarber.class) {
                while (nobodyWaits()) {
                    sleep();
                }
            }
        } else {
            while (nobodyWaits()) {
                sleep();
            }
        }
    }

    /** Cuts the hair of the next one; false when nobody waits and nobody will come. */
    static synchronized boolean cut() {
        if (waiting == 0) {
            return expected > 0;
        }
        waiting--;
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 4, 2);
        right = benchmark.right;
        expected = benchmark.size(0);
        chairs = benchmark.size(1);
        Benchmark.start(benchmark.size(0), customer -> enter());
        do {
            awaitCustomer();
        } while (cut());
    }
}

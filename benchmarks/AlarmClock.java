// origin: 001 tables 1 to 5
// sizes: clients=2 naps=1
// small: 2 1
// wrong: error assertion, message ~ woken early
// right: ok
// Clients ask a clock to be woken after a tick; the clock ticks as long as somebody has to be woken. The wrong client reads
// the time and goes to sleep in two steps, so that the time may have passed when it does.
public class AlarmClock {
    static final int TICKS = 1;
    static boolean right;
    static int clients;
    static int now;
    static int latest;

    static synchronized int due() {
        return now + TICKS;
    }

    static synchronized void sleepUntil(int due) throws InterruptedException {
        int began = now;
        latest = Math.max(latest, due);
        AlarmClock.class.notifyAll();
        while (now < due) {
            AlarmClock.class.wait();
        }
        assert now - began >= TICKS : "woken early";
    }

    static void nap() throws InterruptedException {
        if (right) {
            synchronized (AlarmClock.class) {
                sleepUntil(due());
            }
        } else {
            sleepUntil(due());
        }
    }

    static synchronized void leave() {
        clients--;
        AlarmClock.class.notifyAll();
    }

    /** One tick, once somebody needs it; false when all clients are gone. */
    static synchronized boolean tick() throws InterruptedException {
        while (clients > 0 && now >= latest) {
            AlarmClock.class.wait();
        }
        now++;
        AlarmClock.class.notifyAll();
        return clients > 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 2, 1);
        right = benchmark.right;
        clients = benchmark.size(0);
        Benchmark.start(clients, client -> {
            for (int i = 0; i < benchmark.size(1); i++) {
                nap();
            }
            leave();
        });
        while (tick()) {
            Thread.yield();
        }
    }
}

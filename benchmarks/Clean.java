// origin: the suites of small concurrent programs of IBM Haifa and SIR
// sizes: first=2 second=2 rounds=2
// small: 1 1 2
// wrong: error deadlock
// right: ok
// warn: perhaps race
// Two kinds of tasks pass two events to and fro: the first kind waits for one and signals the other, the second kind does the
// reverse. The wrong wait looks at the event's count without its lock, and misses a signal that comes before it waits.
public class Clean {
    static class Event {
        int count;

        synchronized void signal() {
            count++;
            notifyAll();
        }

        synchronized void awaitNext() throws InterruptedException {
            wait();
        }

        synchronized void awaitCount(int wanted) throws InterruptedException {
            while (count < wanted) {
                wait();
            }
        }
    }

    static boolean right;

    static void await(Event event, int wanted) throws InterruptedException {
        if (right) {
            event.awaitCount(wanted);
        } else if (event.count < wanted) {
            event.awaitNext();
        }
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 2, 2);
        right = benchmark.right;
        int rounds = benchmark.size(2);
        Event there = new Event();
        Event back = new Event();
        Benchmark.start(benchmark.size(0), task -> {
            for (int round = 1; round <= rounds; round++) {
                await(there, round);
                back.signal();
            }
        });
        Benchmark.start(benchmark.size(1), task -> {
            for (int round = 1; round <= rounds; round++) {
                there.signal();
                await(back, round);
            }
        });
    }
}

// origin: 001 tables 1 to 5
// sizes: tasks=4 rounds=2
// small: 2 1
// wrong: error deadlock
// right: ok
// warn: perhaps race
// Tasks in a ring, as in the executive of a spacecraft: each waits for an event of its own and then signals the next one's. The
// wrong task looks at the event's count and waits in two steps; a signal in between wakes nobody.
public class RaxExtended {
    static class Event {
        int count;

        synchronized void signal() {
            count++;
            notifyAll();
        }

        synchronized void awaitSignal() throws InterruptedException {
            wait();
        }

        synchronized int awaitChange(int seen) throws InterruptedException {
            while (count == seen) {
                wait();
            }
            return count;
        }
    }

    static boolean right;

    /** Waits until the event's count is not what was seen any more. */
    static int await(Event event, int seen) throws InterruptedException {
        if (right) {
            return event.awaitChange(seen);
        }
        if (event.count == seen) {
            event.awaitSignal();
        }
        return seen + 1;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 4, 2);
        right = benchmark.right;
        Event[] events = new Event[benchmark.size(0)];
        for (int i = 0; i < events.length; i++) {
            events[i] = new Event();
        }
        Benchmark.start(events.length, task -> {
            int seen = 0;
            for (int round = 0; round < benchmark.size(1); round++) {
                seen = await(events[task], seen);
                events[(task + 1) % events.length].signal();
            }
        });
        events[0].signal();
    }
}

import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * What the litmus programs share: a round runs a few threads once over fresh variables, and its outcome is one line.
 * Without arguments {@link #run} runs one round and prints its outcome, for raddle, which runs it in every way there is.
 * With an argument it runs that many rounds and prints each different outcome once, for {@code java}.
 */
abstract class Litmus {
    /** The bodies of the round's threads. */
    abstract Runnable[] threads();

    /** What came out, once all threads have ended. */
    abstract String outcome();

    static void run(String[] args, Supplier<Litmus> rounds) throws InterruptedException {
        if (args.length == 0) {
            Litmus round = rounds.get();
            Runnable[] bodies = round.threads();
            Thread[] threads = new Thread[bodies.length];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(bodies[i]);
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(round.outcome());
            return;
        }
        TreeSet<String> outcomes = new TreeSet<>();
        for (int n = Integer.parseInt(args[0]); n > 0; n--) {
            Litmus round = rounds.get();
            runTogether(round.threads());
            outcomes.add(round.outcome());
        }
        outcomes.forEach(System.out::println);
    }

    /** Holds all threads back until the last is there, since rounds are shorter than it takes to start a thread. */
    private static void runTogether(Runnable[] bodies) throws InterruptedException {
        AtomicInteger missing = new AtomicInteger(bodies.length);
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < threads.length; i++) {
            Runnable body = bodies[i];
            threads[i] = new Thread(() -> {
                missing.decrementAndGet();
                while (missing.get() > 0) {
                    Thread.yield();
                }
                body.run();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

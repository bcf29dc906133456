// What the benchmarks share: the reading of their arguments, and threads to start and to wait for.
final class Benchmark {
    /** What a thread does, given its number among those started together. */
    interface Body {
        void run(int number) throws InterruptedException;
    }

    /** Whether the right variant is wanted; else it is the wrong one. */
    final boolean right;
    private final int[] sizes;

    /** Reads {@code [wrong|right] [SIZE...]}; sizes that are not given have their defaults. */
    Benchmark(String[] args, int... defaults) {
        right = args.length > 0 && args[0].equals("right");
        int first = right || args.length > 0 && args[0].equals("wrong") ? 1 : 0;
        sizes = defaults.clone();
        if (args.length - first > sizes.length) {
            throw new IllegalArgumentException("at most " + sizes.length + " sizes");
        }
        for (int i = first; i < args.length; i++) {
            sizes[i - first] = Integer.parseInt(args[i]);
        }
    }

    int size(int index) {
        return sizes[index];
    }

    static Thread[] start(int count, Body body) {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(() -> run(body, number));
            threads[i].start();
        }
        return threads;
    }

    private static void run(Body body, int number) {
        try {
            body.run(number);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts", e);
        }
    }

    static void join(Thread[]... groups) throws InterruptedException {
        for (Thread[] group : groups) {
            for (Thread thread : group) {
                thread.join();
            }
        }
    }
}

// FutureTask on its own: states, cancellation with and without interrupt, done hooks, several waiters, repeated runs.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucFutureTask {
    static String outcome(Future<?> f) throws InterruptedException {
        try {
            return "value " + f.get();
        } catch (ExecutionException e) {
            return "failed " + e.getCause();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    static String plain(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@").replaceAll("Lambda[$/][^@]*@", "Lambda@");
    }

    static void states() throws Exception {
        FutureTask<Integer> t = new FutureTask<>(() -> 6 * 7);
        System.out.println(t.isDone() + " " + t.isCancelled() + " " + plain(t));
        try {
            t.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
        t.run();
        System.out.println(outcome(t) + " " + t.isDone() + " cancel too late " + t.cancel(true) + " " + plain(t));
        FutureTask<String> r = new FutureTask<>(() -> { }, "fixed");
        r.run();
        r.run();
        System.out.println(outcome(r));
        FutureTask<String> bad = new FutureTask<>(() -> {
            throw new java.io.FileNotFoundException("nowhere");
        });
        bad.run();
        System.out.println(outcome(bad) + " " + bad.isCancelled() + " " + plain(bad));
        FutureTask<String> early = new FutureTask<>(() -> "never");
        System.out.println(early.cancel(false) + " " + early.cancel(false));
        early.run();
        System.out.println(outcome(early) + " " + early.isDone() + " " + plain(early));
        try {
            new FutureTask<String>(null);
        } catch (NullPointerException e) {
            System.out.println("null callable");
        }
    }

    static void cancelRunning(boolean interrupt) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        String[] seen = new String[1];
        FutureTask<String> t = new FutureTask<>(() -> {
            inside.countDown();
            try {
                go.await();
                seen[0] = "ran on";
            } catch (InterruptedException e) {
                seen[0] = "interrupted";
            }
            return "too late";
        });
        Thread runner = new Thread(t);
        runner.start();
        inside.await();
        System.out.println("cancel(" + interrupt + ") " + t.cancel(interrupt) + " done " + t.isDone());
        System.out.println(outcome(t));
        go.countDown();
        runner.join();
        // Whether the awaiting thread sees the interrupt or the open latch first is open when both come; without an
        // interrupt there is no choice.
        System.out.println(interrupt ? seen[0] != null : seen[0]);
    }

    static void doneHook() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        class Hooked extends FutureTask<String> {
            final String name;

            Hooked(String name, Callable<String> c) {
                super(c);
                this.name = name;
            }

            @Override
            protected void done() {
                log.add(name + " done cancelled " + isCancelled());
            }

            void force(String s) {
                set(s);
            }

            void forceFailure(Throwable t) {
                setException(t);
            }

            boolean again() {
                return runAndReset();
            }
        }
        Hooked a = new Hooked("a", () -> "x");
        a.run();
        Hooked b = new Hooked("b", () -> "x");
        b.cancel(true);
        Hooked c = new Hooked("c", () -> "x");
        c.force("forced");
        c.run();
        Hooked d = new Hooked("d", () -> "x");
        d.forceFailure(new Error("forced failure"));
        AtomicInteger runs = new AtomicInteger();
        Hooked e = new Hooked("e", () -> {
            if (runs.incrementAndGet() == 4) {
                throw new IllegalStateException("fourth");
            }
            return "x";
        });
        int good = 0;
        while (e.again()) {
            good++;
        }
        System.out.println(log);
        System.out.println(outcome(a) + ", " + outcome(b) + ", " + outcome(c) + ", " + outcome(d) + ", " + outcome(e)
                + " after " + good + " of " + runs);
    }

    static void waiters() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        FutureTask<Integer> t = new FutureTask<>(() -> {
            go.await();
            return 99;
        });
        String[] got = new String[5];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            Thread w = new Thread(() -> {
                try {
                    got[id] = id % 2 == 0 ? outcome(t) : "timed " + t.get(1, TimeUnit.HOURS);
                } catch (Exception e) {
                    got[id] = e.toString();
                }
            });
            threads.add(w);
            w.start();
            while (w.getState() != Thread.State.WAITING && w.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
        }
        threads.get(2).interrupt();
        threads.get(2).join();
        new Thread(t).start();
        go.countDown();
        for (Thread w : threads) {
            w.join();
        }
        System.out.println(Arrays.toString(got));
    }

    // Many runners of one task: only one of them may run it.
    static void oneRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        FutureTask<Integer> t = new FutureTask<>(runs::incrementAndGet);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Thread r = new Thread(t);
            threads.add(r);
            r.start();
        }
        for (Thread r : threads) {
            r.join();
        }
        System.out.println("runs " + runs + " " + outcome(t));
    }

    static final class Memo {
        private final ConcurrentHashMap<Integer, FutureTask<Long>> cache = new ConcurrentHashMap<>();
        final AtomicInteger computations = new AtomicInteger();

        long fib(int n) throws Exception {
            FutureTask<Long> f = cache.get(n);
            if (f == null) {
                FutureTask<Long> mine = new FutureTask<>(() -> {
                    computations.incrementAndGet();
                    return n < 2 ? n : fib(n - 1) + fib(n - 2);
                });
                f = cache.putIfAbsent(n, mine);
                if (f == null) {
                    f = mine;
                    mine.run();
                }
            }
            return f.get();
        }
    }

    static void memo() throws Exception {
        Memo memo = new Memo();
        long[] got = new long[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    got[id] = memo.fib(40 + id);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(Arrays.toString(got) + " computations " + memo.computations);
    }

    public static void main(String[] args) throws Exception {
        states();
        cancelRunning(false);
        cancelRunning(true);
        doneHook();
        waiters();
        oneRun();
        memo();
    }
}

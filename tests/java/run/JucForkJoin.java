// ForkJoinPool with RecursiveTask and RecursiveAction: sums, sorting, mergers of results, exceptions, cancellation,
// managed blocking, submission from inside and outside.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucForkJoin {
    static final class Fib extends RecursiveTask<Long> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n < 8) {
                return n < 2 ? (long) n : new Fib(n - 1).compute() + new Fib(n - 2).compute();
            }
            Fib left = new Fib(n - 1);
            left.fork();
            long right = new Fib(n - 2).compute();
            return right + left.join();
        }
    }

    static final class MergeSort extends RecursiveAction {
        final int[] a;
        final int from;
        final int to;

        MergeSort(int[] a, int from, int to) {
            this.a = a;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 16) {
                Arrays.sort(a, from, to);
                return;
            }
            int mid = from + to >>> 1;
            invokeAll(new MergeSort(a, from, mid), new MergeSort(a, mid, to));
            int[] left = Arrays.copyOfRange(a, from, mid);
            int k = from;
            int r = mid;
            for (int l = 0; l < left.length;) {
                a[k++] = r < to && a[r] < left[l] ? a[r++] : left[l++];
            }
        }
    }

    static final class Words extends RecursiveTask<Integer> {
        final List<String> lines;

        Words(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected Integer compute() {
            if (lines.size() == 1) {
                return lines.get(0).split(" ").length;
            }
            List<Words> parts = new ArrayList<>();
            for (String line : lines) {
                parts.add(new Words(List.of(line)));
            }
            Collection<Words> done = invokeAll(parts);
            int sum = 0;
            for (Words w : done) {
                sum += w.join();
            }
            return sum;
        }
    }

    static void results(ForkJoinPool pool) throws Exception {
        System.out.println("fib " + pool.invoke(new Fib(18)) + " " + pool.submit(new Fib(15)).get());
        int[] a = new int[500];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 7919 % 1009;
        }
        int[] expected = a.clone();
        Arrays.sort(expected);
        pool.invoke(new MergeSort(a, 0, a.length));
        System.out.println("sorted " + Arrays.equals(a, expected) + " " + a[0] + " " + a[250] + " " + a[499]);
        System.out.println("words " + pool.invoke(new Words(List.of("a b c", "d e", "f", "g h i j"))));
        // From outside any pool the common one serves.
        System.out.println("common " + new Fib(14).invoke() + " " + new Fib(12).fork().join());
    }

    static void adapted(ForkJoinPool pool) throws Exception {
        System.out.println(pool.submit(() -> "callable").get() + " " + pool.submit(() -> { }, "runnable").get() + " "
                + pool.submit(() -> { }).get());
        System.out.println(pool.invoke(ForkJoinTask.adapt(() -> 6 * 7)) + " "
                + ForkJoinTask.adapt(() -> { }, "given").invoke());
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            pool.execute(() -> {
                ran.incrementAndGet();
                done.countDown();
            });
        }
        done.await();
        System.out.println("executed " + ran);
        System.out.println(pool.submit(() -> ForkJoinTask.inForkJoinPool() + " "
                + (ForkJoinTask.getPool() == pool) + " "
                + (Thread.currentThread() instanceof ForkJoinWorkerThread) + " " + Thread.currentThread().isDaemon())
                .get() + " outside " + ForkJoinTask.inForkJoinPool());
        List<Integer> got = new ArrayList<>();
        for (var f : pool.invokeAll(List.of(() -> 1, () -> 2, () -> 3))) {
            got.add((Integer) f.get());
        }
        System.out.println(got);
    }

    static String root(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t.getClass().getSimpleName() + " " + t.getMessage();
    }

    static void failures(ForkJoinPool pool) throws Exception {
        RecursiveTask<Integer> bad = new RecursiveTask<>() {
            @Override
            protected Integer compute() {
                RecursiveTask<Integer> child = new RecursiveTask<>() {
                    @Override
                    protected Integer compute() {
                        throw new IllegalStateException("in the child");
                    }
                };
                child.fork();
                return child.join() + 1;
            }
        };
        try {
            pool.invoke(bad);
        } catch (IllegalStateException e) {
            System.out.println("invoke " + root(e));
        }
        System.out.println(bad.isCompletedAbnormally() + " " + bad.isCompletedNormally() + " " + bad.isCancelled() + " "
                + root(bad.getException()));
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println("get " + root(e));
        }
        ForkJoinTask<?> submitted = pool.submit(() -> {
            throw new UnsupportedOperationException("runnable");
        });
        try {
            submitted.get();
        } catch (ExecutionException e) {
            System.out.println("submitted " + root(e));
        }
        bad.reinitialize();
        System.out.println("reinitialised " + bad.isDone());
        bad.complete(11);
        System.out.println(bad.join() + " " + bad.isCompletedNormally() + " " + bad.getRawResult());
        RecursiveTask<Integer> forced = new Fib2();
        forced.completeExceptionally(new ArithmeticException("forced"));
        try {
            forced.join();
        } catch (ArithmeticException e) {
            System.out.println(root(e));
        }
        forced.quietlyJoin();
        Fib cancelled = new Fib(10);
        System.out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + cancelled.isDone());
        try {
            cancelled.join();
        } catch (CancellationException e) {
            System.out.println(e.getClass().getName());
        }
    }

    static final class Fib2 extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 2;
        }
    }

    // Tasks forked from one worker and joined in the order opposite to a stack, and not forked at all.
    static void order(ForkJoinPool pool) {
        List<Integer> results = pool.invoke(new RecursiveTask<List<Integer>>() {
            @Override
            protected List<Integer> compute() {
                List<ForkJoinTask<Integer>> forked = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    int id = i;
                    forked.add(ForkJoinTask.adapt(() -> id * id).fork());
                }
                List<Integer> out = new ArrayList<>();
                for (ForkJoinTask<Integer> t : forked) {
                    out.add(t.join());
                }
                ForkJoinTask<Integer> unforked = ForkJoinTask.adapt(() -> 1000);
                out.add(unforked.invoke());
                ForkJoinTask<Integer> quiet = ForkJoinTask.adapt(() -> 2000);
                quiet.quietlyInvoke();
                out.add(quiet.getRawResult());
                return out;
            }
        });
        System.out.println(results);
    }

    static void blocking() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        CountDownLatch meet = new CountDownLatch(4);
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(pool.submit(() -> {
                meet.countDown();
                try {
                    // Four must be inside at once in a pool of two: it has to compensate.
                    ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                        @Override
                        public boolean block() throws InterruptedException {
                            meet.await();
                            return true;
                        }

                        @Override
                        public boolean isReleasable() {
                            return meet.getCount() == 0;
                        }
                    });
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (ForkJoinTask<?> t : tasks) {
            t.get(1, TimeUnit.HOURS);
        }
        System.out.println("met " + meet.getCount());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isShutdown() + " "
                + pool.isTerminated());
    }

    static void settings() throws Exception {
        List<String> caught = Collections.synchronizedList(new ArrayList<>());
        ForkJoinPool pool = new ForkJoinPool(3, ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                (t, e) -> caught.add(e.getMessage()), true);
        System.out.println(pool.getParallelism() + " " + pool.getAsyncMode() + " " + pool.getPoolSize() + " "
                + pool.getQueuedSubmissionCount() + " " + pool.hasQueuedSubmissions() + " " + pool.isQuiescent());
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(done::countDown);
        done.await();
        System.out.println("quiescent " + pool.awaitQuiescence(1, TimeUnit.HOURS) + " size within "
                + (pool.getPoolSize() <= 3));
        pool.shutdownNow();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
        for (int bad : new int[] {0, -1, 100_000}) {
            try {
                new ForkJoinPool(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(bad + " " + e);
            }
        }
        ForkJoinPool common = ForkJoinPool.commonPool();
        common.shutdown();
        System.out.println("the common pool cannot be shut down " + !common.isShutdown());
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        results(pool);
        adapted(pool);
        failures(pool);
        order(pool);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
        blocking();
        settings();
    }
}

// invokeAll, invokeAny and ExecutorCompletionService, with failures, time-outs and cancellation of the losers.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucInvoke {
    static Callable<String> value(String s) {
        return () -> s;
    }

    static Callable<String> failure(String message) {
        return () -> {
            throw new java.io.IOException(message);
        };
    }

    static String outcome(Future<String> f) throws InterruptedException {
        try {
            return f.get();
        } catch (ExecutionException e) {
            return "failed " + e.getCause().getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    static void all(ExecutorService pool) throws Exception {
        List<Callable<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            tasks.add(i % 3 == 2 ? failure("f" + i) : value("v" + i));
        }
        List<String> outcomes = new ArrayList<>();
        for (Future<String> f : pool.invokeAll(tasks)) {
            if (!f.isDone()) {
                throw new AssertionError("invokeAll returned too early");
            }
            outcomes.add(outcome(f));
        }
        System.out.println(outcomes + " none " + pool.invokeAll(List.<Callable<String>>of()));
        System.out.println("time enough " + pool.invokeAll(tasks, 1, TimeUnit.HOURS).size());
        try {
            pool.invokeAll(Arrays.asList(value("x"), null));
        } catch (NullPointerException e) {
            System.out.println("null task");
        }
    }

    static void allTimed(ExecutorService pool) throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        List<Callable<String>> tasks = new ArrayList<>();
        tasks.add(value("quick"));
        tasks.add(() -> {
            inside.countDown();
            try {
                never.await();
                return "slow";
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                gone.countDown();
                throw e;
            }
        });
        List<Future<String>> futures = pool.invokeAll(tasks, 1000, TimeUnit.MILLISECONDS);
        inside.await();
        gone.await();
        System.out.println(outcome(futures.get(0)) + " " + outcome(futures.get(1)) + " interrupted " + interrupted);
    }

    static void any(ExecutorService pool) throws Exception {
        System.out.println("only success " + pool.invokeAny(List.of(failure("a"), value("winner"), failure("b"))));
        try {
            pool.invokeAny(List.of(failure("only")));
        } catch (ExecutionException e) {
            System.out.println("all failed " + e.getCause());
        }
        try {
            pool.invokeAny(List.<Callable<String>>of());
        } catch (IllegalArgumentException e) {
            System.out.println("none " + e);
        }
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Callable<String> slow = () -> {
            inside.countDown();
            try {
                never.await();
                return "slow";
            } finally {
                cancelled.countDown();
            }
        };
        Callable<String> afterSlow = () -> {
            inside.await();
            return "fast";
        };
        System.out.println(pool.invokeAny(List.of(slow, afterSlow)));
        cancelled.await();
        System.out.println("the loser was interrupted");
        try {
            pool.invokeAny(List.<Callable<String>>of(() -> {
                never.await();
                return "x";
            }), 3, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
        System.out.println(pool.invokeAny(List.of(value("timed")), 1, TimeUnit.HOURS));
    }

    static void completion(ExecutorService pool) throws Exception {
        CompletionService<Integer> c = new ExecutorCompletionService<>(pool);
        System.out.println("nothing yet " + c.poll() + " " + c.poll(1, TimeUnit.MILLISECONDS));
        int n = 5;
        CountDownLatch[] gates = new CountDownLatch[n];
        for (int i = 0; i < n; i++) {
            gates[i] = new CountDownLatch(1);
            int id = i;
            c.submit(() -> {
                gates[id].await();
                return id * id;
            });
        }
        List<Integer> order = new ArrayList<>();
        // The gates decide in which order the tasks complete.
        for (int i : new int[] {3, 0, 4, 1, 2}) {
            gates[i].countDown();
            order.add(c.take().get());
        }
        System.out.println(order + " " + c.poll());
        Future<Integer> withResult = c.submit(() -> { }, 77);
        Future<Integer> taken = c.take();
        System.out.println(taken.get() + " " + withResult.get());
        c.submit(() -> {
            throw new IllegalStateException("in completion");
        });
        try {
            c.take().get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        LinkedBlockingDeque<Future<String>> mine = new LinkedBlockingDeque<>();
        ExecutorCompletionService<String> own = new ExecutorCompletionService<>(Runnable::run, mine);
        own.submit(value("one"));
        own.submit(value("two"));
        System.out.println(mine.size() + " " + mine.takeLast().get() + " " + own.take().get());
        CountDownLatch never = new CountDownLatch(1);
        Future<Integer> cancelled = c.submit(() -> {
            never.await();
            return 1;
        });
        cancelled.cancel(true);
        System.out.println("cancelled arrives too " + c.take().isCancelled());
    }

    static void racing(ExecutorService pool) throws Exception {
        CompletionService<Integer> c = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 40; i++) {
            int id = i;
            c.submit(() -> id % 7 == 0 ? null : id);
        }
        List<Integer> results = new ArrayList<>();
        int nulls = 0;
        for (int i = 0; i < 40; i++) {
            Integer r = c.take().get();
            if (r == null) {
                nulls++;
            } else {
                results.add(r);
            }
        }
        Collections.sort(results);
        System.out.println(nulls + " " + results);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(5);
        all(pool);
        allTimed(pool);
        any(pool);
        completion(pool);
        racing(pool);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}

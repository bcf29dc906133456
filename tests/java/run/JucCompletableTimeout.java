// CompletableFuture against the clock: orTimeout, completeOnTimeout, delayedExecutor, and a small supervised service.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucCompletableTimeout {
    static void timeouts() throws Exception {
        CompletableFuture<String> f = new CompletableFuture<String>().orTimeout(2, TimeUnit.MILLISECONDS);
        try {
            f.get();
        } catch (ExecutionException e) {
            System.out.println("get " + e.getCause());
        }
        try {
            f.join();
        } catch (CompletionException e) {
            System.out.println("join " + e.getCause() + " late completion " + f.complete("late"));
        }
        System.out.println("default " + new CompletableFuture<String>()
                .completeOnTimeout("instead", 2, TimeUnit.MILLISECONDS).join());
        CompletableFuture<String> early = new CompletableFuture<>();
        early.orTimeout(1, TimeUnit.HOURS);
        early.completeOnTimeout("unused", 1, TimeUnit.HOURS);
        early.complete("in time");
        System.out.println(early.get());
        System.out.println("already done " + CompletableFuture.completedFuture(1).orTimeout(0, TimeUnit.NANOSECONDS)
                .join());
        CompletableFuture<Object> chained = new CompletableFuture<>().orTimeout(1, TimeUnit.MILLISECONDS)
                .handle((v, t) -> "handled " + t);
        System.out.println(chained.join());
        // The time-out belongs to the stage it is asked of, not to its source.
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> derived = source.thenApply(x -> x + 1).completeOnTimeout(-1, 1,
                TimeUnit.MILLISECONDS);
        System.out.println(derived.join() + " source " + source.isDone() + " " + source.complete(5) + " "
                + derived.join());
    }

    static void delayed() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch done = new CountDownLatch(3);
        int[] delays = {600, 200, 400};
        for (int d : delays) {
            Executor later = CompletableFuture.delayedExecutor(d, TimeUnit.MILLISECONDS, pool);
            CompletableFuture.runAsync(() -> {
                log.add("after " + d);
                done.countDown();
            }, later);
        }
        done.await();
        System.out.println(log);
        Executor common = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS);
        System.out.println(CompletableFuture.supplyAsync(() -> "delayed on the common pool", common).join());
        CompletableFuture<String> c = new CompletableFuture<String>().completeAsync(() -> "completed async", common);
        System.out.println(c.join());
        CompletableFuture<Void> cancelled = CompletableFuture.runAsync(() -> log.add("never"),
                CompletableFuture.delayedExecutor(1, TimeUnit.HOURS));
        System.out.println(cancelled.cancel(true) + " " + log.size());
        pool.shutdown();
    }

    static CompletableFuture<String> service(String name, long millis, boolean fails, Executor on) {
        return CompletableFuture.supplyAsync(() -> {
            if (fails) {
                throw new IllegalStateException(name + " is down");
            }
            return name + " answers";
        }, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, on));
    }

    static void supervised() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<CompletableFuture<String>> calls = List.of(
                service("quick", 1, false, pool).orTimeout(1, TimeUnit.HOURS),
                service("broken", 1, true, pool).exceptionally(t -> "fallback for " + t.getCause().getMessage()),
                service("slow", 3_600_000, false, pool).completeOnTimeout("slow timed out", 5, TimeUnit.MILLISECONDS),
                service("hopeless", 3_600_000, false, pool).orTimeout(5, TimeUnit.MILLISECONDS)
                        .exceptionally(t -> "gave up: " + t));
        for (CompletableFuture<String> c : calls) {
            System.out.println(c.join());
        }
        CompletableFuture<Object> first = CompletableFuture.anyOf(service("snail", 3_600_000, false, pool),
                service("hare", 1, false, pool));
        System.out.println(first.join());
        pool.shutdownNow();
    }

    static void interruptedGet() throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        String[] out = new String[3];
        Thread getter = new Thread(() -> {
            try {
                f.get();
            } catch (InterruptedException e) {
                out[0] = e + " " + Thread.currentThread().isInterrupted();
            } catch (ExecutionException e) {
                out[0] = e.toString();
            }
        });
        Thread timed = new Thread(() -> {
            try {
                f.get(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                out[1] = e + " " + Thread.currentThread().isInterrupted();
            } catch (ExecutionException | TimeoutException e) {
                out[1] = e.toString();
            }
        });
        // join is not interruptible: it keeps the flag and goes on waiting.
        Thread joiner = new Thread(() -> out[2] = f.join() + " " + Thread.currentThread().isInterrupted());
        for (Thread t : new Thread[] {getter, timed, joiner}) {
            t.start();
            while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
            t.interrupt();
        }
        getter.join();
        timed.join();
        f.complete("joined");
        joiner.join();
        System.out.println(Arrays.toString(out) + " untouched by the interrupts " + f.join());
    }

    static void bothEndsRace() throws Exception {
        AtomicInteger wins = new AtomicInteger();
        CompletableFuture<String> f = new CompletableFuture<>();
        AtomicInteger callbacks = new AtomicInteger();
        f.whenComplete((v, t) -> callbacks.incrementAndGet());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                boolean won = id == 0 ? f.cancel(true) : id == 1 ? f.completeExceptionally(new Error()) : f.complete("v");
                if (won) {
                    wins.incrementAndGet();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        try {
            f.join();
        } catch (CompletionException | CancellationException e) {
            // Any of the five may have won.
        }
        System.out.println("one winner " + wins + " callbacks " + callbacks + " done " + f.isDone());
    }

    public static void main(String[] args) throws Exception {
        timeouts();
        delayed();
        supervised();
        interruptedGet();
        bothEndsRace();
    }
}

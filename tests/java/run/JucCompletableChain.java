// CompletableFuture one after another: the then-family with and without executors, exceptional paths, what wraps
// what.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucCompletableChain {
    static String plain(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@");
    }

    static String outcome(CompletableFuture<?> f) {
        String viaGet;
        try {
            viaGet = "" + f.get();
        } catch (ExecutionException e) {
            viaGet = "EE(" + e.getCause() + ")";
        } catch (CancellationException | InterruptedException e) {
            viaGet = e.toString();
        }
        String viaJoin;
        try {
            viaJoin = "" + f.join();
        } catch (CompletionException e) {
            viaJoin = "CE(" + e.getCause() + ")";
        } catch (CancellationException e) {
            viaJoin = e.toString();
        }
        return viaGet.equals(viaJoin) ? viaGet : viaGet + " / " + viaJoin;
    }

    static void values() throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        System.out.println(f.isDone() + " " + f.getNow("absent") + " " + plain(f) + " " + f.getNumberOfDependents());
        CompletableFuture<Integer> length = f.thenApply(String::length);
        CompletableFuture<Void> printed = length.thenAccept(n -> System.out.println("length " + n));
        CompletableFuture<Void> ran = printed.thenRun(() -> System.out.println("then run"));
        System.out.println("dependents " + f.getNumberOfDependents() + " " + plain(length));
        System.out.println(f.complete("hello") + " " + f.complete("again"));
        System.out.println(outcome(f) + " " + outcome(length) + " " + outcome(printed) + " " + outcome(ran));
        System.out.println(plain(f) + " " + f.isCompletedExceptionally());
        System.out.println(CompletableFuture.completedFuture(5).thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2))
                .thenApply(x -> x + 1).get(1, TimeUnit.HOURS));
        f.obtrudeValue("obtruded");
        System.out.println(f.join() + " old dependents keep " + length.join());
        f.obtrudeException(new IllegalStateException("obtruded too"));
        System.out.println(outcome(f));
        try {
            new CompletableFuture<String>().get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
    }

    static void failures() {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        CompletableFuture<Integer> direct = f.exceptionally(t -> {
            System.out.println("direct sees " + t);
            return -1;
        });
        CompletableFuture<Integer> later = f.thenApply(x -> x + 1).exceptionally(t -> {
            System.out.println("later sees " + t);
            return -2;
        });
        CompletableFuture<String> handled = f.thenApply(x -> x + 1).handle((x, t) -> x + " " + t);
        CompletableFuture<Integer> whenComplete = f.whenComplete((x, t) -> System.out.println("when " + x + " " + t));
        CompletableFuture<Integer> skipped = f.thenApply(x -> {
            System.out.println("not reached");
            return x;
        });
        System.out.println(f.completeExceptionally(new IllegalArgumentException("bad")));
        System.out.println(outcome(direct) + " " + outcome(later) + " " + outcome(handled));
        System.out.println(outcome(whenComplete) + " | " + outcome(skipped) + " | " + outcome(f));
        System.out.println(plain(f) + " " + plain(skipped));
        CompletableFuture<String> thrower = CompletableFuture.completedFuture("x").thenApply(s -> {
            throw new UnsupportedOperationException(s);
        });
        System.out.println(outcome(thrower));
        CompletableFuture<String> both = CompletableFuture.<String>failedFuture(new Error("first"))
                .whenComplete((v, t) -> {
                    throw new IllegalStateException("second");
                });
        try {
            both.join();
        } catch (CompletionException e) {
            System.out.println(e.getCause() + " suppressed " + List.of(e.getCause().getSuppressed()));
        }
        CompletableFuture<String> good = CompletableFuture.completedFuture("v").whenComplete((v, t) -> {
            throw new IllegalStateException("from whenComplete");
        });
        System.out.println(outcome(good));
        System.out.println(outcome(CompletableFuture.failedFuture(new Exception("checked"))
                .exceptionallyCompose(t -> CompletableFuture.completedFuture("composed " + t.getMessage()))));
        System.out.println(outcome(CompletableFuture.completedFuture(1).thenCompose(x -> {
            throw new ArithmeticException("in compose");
        })));
        System.out.println(outcome(CompletableFuture.completedFuture(1).thenCompose(x -> null)));
        try {
            CompletableFuture.completedFuture(1).thenApply(null);
        } catch (NullPointerException e) {
            System.out.println("null function");
        }
    }

    static void cancelling() {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        CompletableFuture<Integer> g = f.thenApply(x -> x + 1);
        System.out.println(f.cancel(true) + " " + f.isCancelled() + " " + f.isDone() + " " + f.cancel(false));
        System.out.println(outcome(f) + " dependent " + g.isCancelled() + " " + outcome(g));
        CompletableFuture<Integer> h = new CompletableFuture<>();
        CompletableFuture<Integer> child = h.thenApply(x -> x);
        child.cancel(false);
        System.out.println("child cancelled, parent " + h.isDone() + " then " + h.complete(1) + " child "
                + outcome(child));
        CompletableFuture<Integer> late = CompletableFuture.completedFuture(3);
        System.out.println(late.cancel(true) + " " + outcome(late));
    }

    static void onExecutors() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(r -> new Thread(r, "own"));
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> all = CompletableFuture.supplyAsync(() -> {
            log.add("supply " + Thread.currentThread().getName());
            return 1;
        }, pool).thenApplyAsync(x -> {
            log.add("apply " + Thread.currentThread().getName());
            return x + 1;
        }, pool).thenComposeAsync(x -> {
            log.add("compose " + Thread.currentThread().getName());
            return CompletableFuture.completedFuture(x * 10);
        }, pool).handleAsync((x, t) -> {
            log.add("handle " + Thread.currentThread().getName() + " " + x + " " + t);
            return x;
        }, pool).whenCompleteAsync((x, t) -> log.add("when " + Thread.currentThread().getName()), pool)
                .thenAcceptAsync(x -> log.add("accept " + x), pool).thenRunAsync(() -> log.add("run"), pool);
        all.join();
        System.out.println(log);
        CompletableFuture<Void> failed = CompletableFuture.runAsync(() -> {
            throw new IllegalStateException("on the pool");
        }, pool);
        System.out.println(outcome(failed) + " " + outcome(failed.exceptionallyAsync(t -> null, pool)));
        pool.shutdown();
        try {
            CompletableFuture.runAsync(() -> { }, pool);
        } catch (java.util.concurrent.RejectedExecutionException e) {
            System.out.println("rejected at the source");
        }
        CompletableFuture<Integer> viaDead = CompletableFuture.completedFuture(1).thenApplyAsync(x -> x, pool);
        try {
            viaDead.join();
        } catch (CompletionException e) {
            System.out.println("rejected downstream " + e.getCause().getClass().getSimpleName());
        }
    }

    // A dependent runs in the thread that completes, or at once in the thread that asks when already complete.
    static void whoRuns() throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        CompletableFuture<String> before = f.thenApply(s -> s + " in " + Thread.currentThread().getName());
        Thread t = new Thread(() -> f.complete("v"), "completer");
        t.start();
        t.join();
        CompletableFuture<String> after = f.thenApply(s -> s + " in " + Thread.currentThread().getName());
        System.out.println(before.join() + ", " + after.join());
        CountDownLatch ready = new CountDownLatch(3);
        CompletableFuture<Integer> shared = new CompletableFuture<>();
        int[] got = new int[3];
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            Thread w = new Thread(() -> {
                ready.countDown();
                got[id] = shared.join() + id;
            });
            waiters.add(w);
            w.start();
        }
        ready.await();
        shared.complete(100);
        for (Thread w : waiters) {
            w.join();
        }
        System.out.println(got[0] + " " + got[1] + " " + got[2]);
    }

    // A long chain must not need a deep stack when it unwinds.
    static void longChain() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> last = first;
        for (int i = 0; i < 3000; i++) {
            last = last.thenApply(x -> x + 1);
        }
        first.complete(0);
        System.out.println("chain " + last.join());
    }

    static void views() {
        CompletableFuture<String> f = new CompletableFuture<>();
        CompletableFuture<String> copy = f.copy();
        CompletionStage<String> stage = f.minimalCompletionStage();
        try {
            ((CompletableFuture<String>) stage).complete("no");
        } catch (UnsupportedOperationException e) {
            System.out.println("minimal stage refuses");
        }
        copy.complete("copy alone");
        System.out.println(f.isDone() + " " + copy.join());
        f.complete("original");
        System.out.println(stage.toCompletableFuture().join() + " "
                + CompletableFuture.completedStage(4).thenApply(x -> x * x).toCompletableFuture().join());
        CompletableFuture<Integer> fresh = new CompletableFuture<String>().newIncompleteFuture();
        fresh.completeAsync(() -> 12);
        System.out.println(fresh.join());
    }

    public static void main(String[] args) throws Exception {
        values();
        failures();
        cancelling();
        onExecutors();
        whoRuns();
        longChain();
        views();
    }
}

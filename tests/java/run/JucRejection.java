// The four rejection policies of ThreadPoolExecutor and one of our own, when full and after shutdown.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucRejection {
    static final class Task implements Runnable {
        final String name;
        final List<String> log;
        final CountDownLatch started;
        final CountDownLatch hold;

        Task(String name, List<String> log, CountDownLatch started, CountDownLatch hold) {
            this.name = name;
            this.log = log;
            this.started = started;
            this.hold = hold;
        }

        @Override
        public void run() {
            if (hold != null) {
                started.countDown();
                try {
                    hold.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            log.add(name + (Thread.currentThread().getName().equals("main") ? " by main" : ""));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static void policy(String name, RejectedExecutionHandler handler) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(2), handler);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch hold = new CountDownLatch(1);
        p.execute(new Task("first", log, started, hold));
        started.await();
        for (int i = 1; i <= 5; i++) {
            try {
                p.execute(new Task("t" + i, log, null, null));
            } catch (RejectedExecutionException e) {
                log.add("t" + i + " refused");
            }
        }
        String queue = p.getQueue().toString();
        hold.countDown();
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        try {
            p.execute(new Task("late", log, null, null));
            log.add("late passed silently");
        } catch (RejectedExecutionException e) {
            log.add("late refused");
        }
        System.out.println(name + ": queue was " + queue + " log " + log + " completed " + p.getCompletedTaskCount());
    }

    static void message() {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(1));
        p.shutdown();
        try {
            p.execute(new Task("T", new ArrayList<>(), null, null));
        } catch (RejectedExecutionException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        try {
            p.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("submit " + e.getClass().getName());
        }
        try {
            p.execute(null);
        } catch (NullPointerException e) {
            System.out.println("null first");
        }
        System.out.println(p.getRejectedExecutionHandler().getClass().getSimpleName());
        try {
            p.setRejectedExecutionHandler(null);
        } catch (NullPointerException e) {
            System.out.println("null handler");
        }
    }

    // A future whose task was discarded never completes.
    static void discardedFuture() throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(1),
                new ThreadPoolExecutor.DiscardPolicy());
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        p.execute(new Task("first", Collections.synchronizedList(new ArrayList<>()), started, hold));
        started.await();
        Future<String> queued = p.submit(() -> "queued");
        Future<String> discarded = p.submit(() -> "discarded");
        hold.countDown();
        System.out.println(queued.get());
        try {
            discarded.get(3, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("discarded " + e + " done " + discarded.isDone());
        }
        p.shutdown();
    }

    static void resubmitting() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        // Waits for room: the caller is slowed down instead of refused.
        RejectedExecutionHandler waits = (r, pool) -> {
            try {
                log.add("waits with " + r);
                pool.getQueue().put(r);
            } catch (InterruptedException e) {
                throw new RejectedExecutionException(e);
            }
        };
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(1), waits);
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        p.execute(new Task("a", log, started, hold));
        started.await();
        p.execute(new Task("b", log, null, null));
        Thread main = Thread.currentThread();
        Thread opener = new Thread(() -> {
            while (main.getState() != Thread.State.WAITING) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            log.add("opened");
            hold.countDown();
        });
        opener.start();
        p.execute(new Task("c", log, null, null));
        opener.join();
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(log);
    }

    static void fixedPoolAfterShutdown() {
        var pool = Executors.newFixedThreadPool(2);
        System.out.println(pool.shutdownNow());
        try {
            pool.execute(() -> { });
            System.out.println("accepted");
        } catch (RejectedExecutionException e) {
            System.out.println("refused");
        }
    }

    public static void main(String[] args) throws Exception {
        policy("abort", new ThreadPoolExecutor.AbortPolicy());
        policy("caller runs", new ThreadPoolExecutor.CallerRunsPolicy());
        policy("discard", new ThreadPoolExecutor.DiscardPolicy());
        policy("discard oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
        List<String> seen = new ArrayList<>();
        policy("own", (r, p) -> seen.add(r + (p.isShutdown() ? " down" : " full")));
        System.out.println(seen);
        message();
        discardedFuture();
        resubmitting();
        fixedPoolAfterShutdown();
    }
}

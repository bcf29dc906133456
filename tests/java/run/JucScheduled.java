// ScheduledThreadPoolExecutor: order by delay and then by submission, periodic tasks, cancellation, policies at
// shutdown. Delays are far enough apart for a busy machine; only orders are printed.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucScheduled {
    static void byDelay() throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        // The one thread is busy until all are in the queue.
        CountDownLatch filled = new CountDownLatch(1);
        s.execute(() -> {
            try {
                filled.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        List<ScheduledFuture<Integer>> futures = new ArrayList<>();
        int[] delays = {1200, 300, 900, 0, 600, -50};
        for (int d : delays) {
            futures.add(s.schedule(() -> {
                log.add("d" + d);
                return d;
            }, d, TimeUnit.MILLISECONDS));
        }
        s.schedule(() -> log.add("micros"), 1_050_000, TimeUnit.MICROSECONDS);
        filled.countDown();
        long sum = 0;
        for (ScheduledFuture<Integer> f : futures) {
            sum += f.get();
        }
        System.out.println(sum + " " + log);
        s.shutdown();
        System.out.println(s.awaitTermination(1, TimeUnit.HOURS));
    }

    static void equalDelays() throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        CountDownLatch filled = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        s.execute(() -> {
            busy.countDown();
            try {
                filled.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        busy.await();
        for (int i = 0; i < 12; i++) {
            int id = i;
            s.execute(() -> order.add(id));
        }
        System.out.println("queued " + s.getQueue().size());
        filled.countDown();
        s.shutdown();
        s.awaitTermination(1, TimeUnit.HOURS);
        System.out.println("first come first served " + order);
    }

    static void periodic() throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(2);
        CountDownLatch fixedRate = new CountDownLatch(5);
        CountDownLatch fixedDelay = new CountDownLatch(4);
        AtomicInteger overlaps = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        ScheduledFuture<?> rate = s.scheduleAtFixedRate(() -> {
            if (inside.incrementAndGet() > 1) {
                overlaps.incrementAndGet();
            }
            Thread.yield();
            inside.decrementAndGet();
            fixedRate.countDown();
        }, 0, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> delay = s.scheduleWithFixedDelay(fixedDelay::countDown, 1, 2, TimeUnit.MILLISECONDS);
        fixedRate.await();
        fixedDelay.await();
        System.out.println("periodic done " + rate.isDone() + " cancel " + rate.cancel(false) + " again "
                + rate.cancel(false) + " cancelled " + rate.isCancelled() + rate.isDone() + " overlaps " + overlaps);
        delay.cancel(true);
        try {
            delay.get();
        } catch (CancellationException e) {
            System.out.println("get " + e);
        }
        s.shutdown();
        System.out.println(s.awaitTermination(1, TimeUnit.HOURS));
    }

    static void failingPeriodic() throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> {
            if (runs.incrementAndGet() == 3) {
                throw new IllegalStateException("third run");
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            f.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " runs " + runs + " done " + f.isDone() + " queue " + s.getQueue());
        }
        s.shutdown();
    }

    static void selfCancelling() throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?>[] self = new ScheduledFuture<?>[1];
        CountDownLatch assigned = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        self[0] = s.scheduleWithFixedDelay(() -> {
            try {
                assigned.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (runs.incrementAndGet() == 4) {
                self[0].cancel(false);
            }
        }, 0, 1, TimeUnit.NANOSECONDS);
        assigned.countDown();
        try {
            self[0].get();
        } catch (CancellationException e) {
            System.out.println("cancelled itself after " + runs);
        }
        s.shutdown();
        System.out.println(s.awaitTermination(1, TimeUnit.HOURS));
    }

    static void cancellation() throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?> kept = s.schedule(() -> { }, 1, TimeUnit.HOURS);
        kept.cancel(false);
        System.out.println("cancelled stays queued " + s.getQueue().size() + " policy " + s.getRemoveOnCancelPolicy());
        s.setRemoveOnCancelPolicy(true);
        ScheduledFuture<?> removed = s.schedule(() -> { }, 1, TimeUnit.HOURS);
        removed.cancel(false);
        System.out.println("removed at once " + s.getQueue().size());
        s.purge();
        System.out.println("purged " + s.getQueue().size());
        ScheduledFuture<?> near = s.schedule(() -> { }, 1, TimeUnit.HOURS);
        ScheduledFuture<?> far = s.schedule(() -> { }, 2, TimeUnit.HOURS);
        System.out.println("ordered " + Integer.signum(near.compareTo((Delayed) far)) + " "
                + Integer.signum(far.compareTo(near)) + " " + near.compareTo(near) + " delay in minutes within "
                + (near.getDelay(TimeUnit.MINUTES) >= 58 && near.getDelay(TimeUnit.MINUTES) <= 60));
        System.out.println("never ran " + s.shutdownNow().size());
        try {
            s.schedule(() -> { }, 1, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            System.out.println("refused");
        }
    }

    static void shutdownPolicies() throws Exception {
        for (boolean keep : new boolean[] {true, false}) {
            ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
            s.setExecuteExistingDelayedTasksAfterShutdownPolicy(keep);
            AtomicInteger delayed = new AtomicInteger();
            AtomicInteger periodic = new AtomicInteger();
            s.schedule(delayed::incrementAndGet, 150, TimeUnit.MILLISECONDS);
            ScheduledFuture<?> f = s.scheduleAtFixedRate(periodic::incrementAndGet, 1, 1, TimeUnit.HOURS);
            System.out.println(s.getExecuteExistingDelayedTasksAfterShutdownPolicy() + " "
                    + s.getContinueExistingPeriodicTasksAfterShutdownPolicy());
            s.shutdown();
            s.awaitTermination(1, TimeUnit.HOURS);
            System.out.println("keep " + keep + " delayed ran " + delayed + " periodic " + periodic + " cancelled "
                    + f.isCancelled());
        }
    }

    static void arguments() {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(0);
        try {
            s.scheduleAtFixedRate(() -> { }, 0, 0, TimeUnit.SECONDS);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            s.scheduleWithFixedDelay(() -> { }, 0, -1, TimeUnit.SECONDS);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            s.schedule((Runnable) null, 0, TimeUnit.SECONDS);
        } catch (NullPointerException e) {
            System.out.println("null task");
        }
        ScheduledFuture<?> never = s.schedule(() -> { }, Long.MAX_VALUE, TimeUnit.DAYS);
        System.out.println("far future " + (never.getDelay(TimeUnit.DAYS) > 1000) + " " + s.shutdownNow().size());
    }

    public static void main(String[] args) throws Exception {
        byDelay();
        equalDelays();
        periodic();
        failingPeriodic();
        selfCancelling();
        cancellation();
        shutdownPolicies();
        arguments();
    }
}

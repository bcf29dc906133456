// ThreadPoolExecutor: core, maximum and queue in the documented order, hooks, resizing while running, idle threads
// that leave, the states of shutdown.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucThreadPool {
    static final class Hooked extends ThreadPoolExecutor {
        final AtomicInteger before = new AtomicInteger();
        final AtomicInteger after = new AtomicInteger();
        final List<String> failures = Collections.synchronizedList(new ArrayList<>());
        volatile boolean terminated;

        Hooked(int core, int max, BlockingQueue<Runnable> queue) {
            super(core, max, 1, TimeUnit.HOURS, queue, names("h"));
        }

        @Override
        protected void beforeExecute(Thread t, Runnable r) {
            before.incrementAndGet();
            if (t != Thread.currentThread()) {
                failures.add("wrong thread");
            }
        }

        @Override
        protected void afterExecute(Runnable r, Throwable t) {
            after.incrementAndGet();
            if (t != null) {
                failures.add(t.toString());
            }
        }

        @Override
        protected void terminated() {
            terminated = true;
        }
    }

    static ThreadFactory names(String prefix) {
        AtomicInteger n = new AtomicInteger();
        return r -> {
            Thread t = new Thread(r, prefix + n.incrementAndGet());
            t.setUncaughtExceptionHandler((x, e) -> { });
            return t;
        };
    }

    static String show(ThreadPoolExecutor p) {
        return "size " + p.getPoolSize() + " active " + p.getActiveCount() + " queued " + p.getQueue().size()
                + " largest " + p.getLargestPoolSize();
    }

    static void growth() throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(2, 4, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(3),
                names("w"));
        CountDownLatch hold = new CountDownLatch(1);
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        System.out.println("new: " + show(p));
        for (int i = 0; i < 8; i++) {
            int id = i;
            CountDownLatch started = new CountDownLatch(1);
            try {
                p.execute(() -> {
                    started.countDown();
                    try {
                        hold.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    ran.add("t" + id);
                });
                // Tasks 2 to 4 go into the queue; the others start at once.
                if (i < 2 || i > 4) {
                    started.await();
                }
                System.out.println(i + ": " + show(p));
            } catch (RejectedExecutionException e) {
                System.out.println(i + ": rejected " + p.getPoolSize() + " " + p.getQueue().remainingCapacity());
            }
        }
        System.out.println("counts " + p.getTaskCount() + " " + p.getCompletedTaskCount());
        hold.countDown();
        p.shutdown();
        System.out.println(p.awaitTermination(1, TimeUnit.HOURS) + " " + p.isShutdown() + p.isTerminating()
                + p.isTerminated() + " completed " + p.getCompletedTaskCount());
        Collections.sort(ran);
        System.out.println(ran + " " + p.toString().replaceAll("@[0-9a-f]+", "@"));
    }

    static void hooks() throws Exception {
        Hooked p = new Hooked(2, 2, new LinkedBlockingQueue<>());
        for (int i = 0; i < 10; i++) {
            int id = i;
            p.execute(() -> {
                if (id % 4 == 0) {
                    throw new IllegalStateException("task " + id);
                }
            });
        }
        Future<?> swallowed = p.submit(() -> {
            throw new IllegalArgumentException("kept in the future");
        });
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        Collections.sort(p.failures);
        System.out.println("before " + p.before + " after " + p.after + " " + p.failures + " terminated "
                + p.terminated);
        try {
            swallowed.get();
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    static void prestart() throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(3, 5, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        System.out.println(p.prestartCoreThread() + " " + p.getPoolSize() + " " + p.prestartAllCoreThreads() + " "
                + p.getPoolSize() + " " + p.prestartCoreThread());
        p.setCorePoolSize(5);
        System.out.println(p.getCorePoolSize() + " " + p.getMaximumPoolSize() + " " + p.prestartAllCoreThreads());
        p.setCorePoolSize(1);
        p.setMaximumPoolSize(1);
        // The idle threads in excess leave: resizing interrupts them.
        while (p.getPoolSize() > 1) {
            Thread.sleep(1);
        }
        System.out.println("shrunk to " + p.getPoolSize() + " largest " + p.getLargestPoolSize());
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println("end " + p.getPoolSize());
    }

    static void keepAlive() throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(2, 2, 5, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());
        System.out.println(p.allowsCoreThreadTimeOut() + " " + p.getKeepAliveTime(TimeUnit.MICROSECONDS));
        p.allowCoreThreadTimeOut(true);
        p.submit(() -> { }).get();
        p.submit(() -> { }).get();
        while (p.getPoolSize() > 0) {
            Thread.sleep(2);
        }
        System.out.println("all gone, completed " + p.getCompletedTaskCount() + " alive again "
                + p.submit(() -> 42).get());
        p.shutdownNow();
        p.awaitTermination(1, TimeUnit.HOURS);
        try {
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()).allowCoreThreadTimeOut(true);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void shutdownNow() throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        CountDownLatch inside = new CountDownLatch(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        p.execute(() -> {
            inside.countDown();
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                log.add("interrupted " + p.isShutdown() + " terminating " + p.isTerminating());
            }
        });
        for (int i = 0; i < 3; i++) {
            p.execute(() -> log.add("never"));
        }
        inside.await();
        System.out.println(p.awaitTermination(1, TimeUnit.MILLISECONDS) + " left " + p.shutdownNow().size());
        System.out.println(p.awaitTermination(1, TimeUnit.HOURS) + " " + log);
        try {
            p.execute(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("after shutdown " + e.getClass().getSimpleName());
        }
    }

    static void queueAccess() throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        CountDownLatch hold = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        p.execute(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Runnable removable = ran::incrementAndGet;
        p.execute(removable);
        p.execute(ran::incrementAndGet);
        Future<?> cancelled = p.submit(ran::incrementAndGet);
        cancelled.cancel(false);
        System.out.println(p.getQueue().size() + " remove " + p.remove(removable) + " " + p.remove(removable));
        p.purge();
        System.out.println("after purge " + p.getQueue().size());
        hold.countDown();
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println("ran " + ran);
    }

    static void replacedWorkers() throws Exception {
        Set<String> workers = Collections.synchronizedSet(new TreeSet<>());
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(),
                names("r"));
        for (int i = 0; i < 3; i++) {
            CountDownLatch done = new CountDownLatch(1);
            p.execute(() -> {
                workers.add(Thread.currentThread().getName());
                done.countDown();
                throw new IllegalStateException("kills its worker");
            });
            done.await();
        }
        p.submit(() -> workers.add(Thread.currentThread().getName())).get();
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println("a new worker for each that died " + workers);
    }

    static void arguments() {
        int[][] bad = {{-1, 1, 1}, {1, 0, 1}, {3, 2, 1}, {1, 1, -1}};
        for (int[] b : bad) {
            try {
                new ThreadPoolExecutor(b[0], b[1], b[2], TimeUnit.SECONDS, new LinkedBlockingQueue<>());
            } catch (IllegalArgumentException e) {
                System.out.println(b[0] + " " + b[1] + " " + b[2] + " " + e);
            }
        }
        try {
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, null);
        } catch (NullPointerException e) {
            System.out.println("null queue");
        }
    }

    public static void main(String[] args) throws Exception {
        growth();
        hooks();
        prestart();
        keepAlive();
        shutdownNow();
        queueAccess();
        replacedWorkers();
        arguments();
    }
}

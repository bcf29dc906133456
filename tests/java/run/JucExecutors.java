// The factories of Executors: thread names and daemon status, callables made of runnables, unconfigurable wrappers,
// plain Executor implementations, and sums over each kind of pool.

import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class JucExecutors {
    static long squares(ExecutorService pool, int n) throws Exception {
        List<Future<Long>> futures = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            long v = i;
            futures.add(pool.submit(() -> v * v));
        }
        long sum = 0;
        for (Future<Long> f : futures) {
            sum += f.get();
        }
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
            throw new AssertionError("not terminated");
        }
        return sum;
    }

    static void kinds() throws Exception {
        System.out.println("fixed " + squares(Executors.newFixedThreadPool(3), 100));
        System.out.println("cached " + squares(Executors.newCachedThreadPool(), 20));
        System.out.println("single " + squares(Executors.newSingleThreadExecutor(), 100));
        System.out.println("stealing " + squares(Executors.newWorkStealingPool(2), 100));
        System.out.println("scheduled " + squares(Executors.newScheduledThreadPool(2), 50));
        System.out.println("single scheduled " + squares(Executors.newSingleThreadScheduledExecutor(), 50));
        System.out.println("unconfigurable "
                + squares(Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(2)), 50));
        System.out.println("async fork join " + squares(new ForkJoinPool(2,
                ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true), 50));
    }

    static void settings() {
        ThreadPoolExecutor fixed = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
        System.out.println(fixed.getCorePoolSize() + " " + fixed.getMaximumPoolSize() + " "
                + fixed.getKeepAliveTime(TimeUnit.SECONDS) + " " + fixed.getQueue().getClass().getSimpleName());
        ThreadPoolExecutor cached = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        System.out.println(cached.getCorePoolSize() + " " + cached.getMaximumPoolSize() + " "
                + cached.getKeepAliveTime(TimeUnit.SECONDS) + " " + cached.getQueue().getClass().getSimpleName());
        ExecutorService single = Executors.newSingleThreadExecutor();
        System.out.println("single is no ThreadPoolExecutor " + !(single instanceof ThreadPoolExecutor));
        ScheduledExecutorService wrapped = Executors.unconfigurableScheduledExecutorService(
                Executors.newScheduledThreadPool(1));
        System.out.println("wrapped " + (wrapped instanceof ThreadPoolExecutor));
        for (ExecutorService e : List.of(fixed, cached, single, wrapped)) {
            e.shutdown();
        }
        try {
            Executors.newFixedThreadPool(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    static void names() throws Exception {
        TreeSet<String> names = new TreeSet<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CyclicBarrier all = new CyclicBarrier(3);
        List<Future<String>> futures = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            futures.add(pool.submit(() -> {
                // All three together, so that each runs on its own thread.
                all.await();
                Thread t = Thread.currentThread();
                return t.getName().replaceAll("pool-\\d+", "pool-N") + " " + t.isDaemon() + " " + t.getPriority() + " "
                        + t.getThreadGroup().getName();
            }));
        }
        for (Future<String> f : futures) {
            names.add(f.get());
        }
        pool.shutdown();
        System.out.println(names);
        ThreadFactory base = Executors.defaultThreadFactory();
        Thread a = base.newThread(() -> { });
        Thread b = base.newThread(() -> { });
        System.out.println(a.getName().replaceAll("pool-\\d+", "P") + " " + b.getName().replaceAll("pool-\\d+", "P")
                + " " + a.getState());
        ThreadFactory daemons = r -> {
            Thread t = new Thread(r, "daemon");
            t.setDaemon(true);
            return t;
        };
        ExecutorService quiet = Executors.newCachedThreadPool(daemons);
        System.out.println(quiet.submit(() -> Thread.currentThread().getName() + Thread.currentThread().isDaemon())
                .get() + " and is never shut down");
    }

    static void callables() throws Exception {
        Callable<Object> none = Executors.callable(() -> System.out.println("ran"));
        System.out.println(none.call());
        Callable<String> some = Executors.callable(() -> System.out.println("ran too"), "result");
        System.out.println(some.call());
        Callable<Object> privileged = Executors.callable((PrivilegedAction<String>) () -> "privileged");
        System.out.println(privileged.call());
        ExecutorService pool = Executors.newSingleThreadExecutor();
        System.out.println(pool.submit(() -> { }).get() + " " + pool.submit(() -> { }, 7).get());
        Future<Integer> bad = pool.submit(() -> Integer.parseInt("x"));
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
            System.out.println(e.getCause().getClass().getName() + " at "
                    + e.getCause().getStackTrace()[0].getMethodName());
        }
        Future<Object> error = pool.submit(() -> {
            throw new StackOverflowError("not really");
        });
        try {
            error.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        System.out.println("still at work " + pool.submit(() -> "yes").get());
        pool.shutdown();
    }

    static final class Serial implements Executor {
        private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        private final Executor executor;
        private Runnable active;

        Serial(Executor executor) {
            this.executor = executor;
        }

        @Override
        public synchronized void execute(Runnable r) {
            tasks.add(() -> {
                try {
                    r.run();
                } finally {
                    next();
                }
            });
            if (active == null) {
                next();
            }
        }

        private synchronized void next() {
            active = tasks.poll();
            if (active != null) {
                executor.execute(active);
            }
        }
    }

    static void ownExecutors() throws Exception {
        StringBuilder out = new StringBuilder();
        Executor direct = Runnable::run;
        direct.execute(() -> out.append("direct by ").append(Thread.currentThread().getName()));
        System.out.println(out);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Serial serial = new Serial(pool);
        StringBuilder order = new StringBuilder();
        CountDownLatch done = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            int id = i;
            serial.execute(() -> {
                // Serial order makes the builder safe, whatever threads run it.
                order.append(id).append(' ');
                done.countDown();
            });
        }
        done.await();
        System.out.println(order.toString().trim());
        pool.shutdown();
        Executor perTask = r -> new Thread(r).start();
        ConcurrentSkipListSet<Integer> seen = new ConcurrentSkipListSet<>();
        CountDownLatch all = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            int id = i;
            perTask.execute(() -> {
                seen.add(id);
                all.countDown();
            });
        }
        all.await();
        System.out.println(seen);
    }

    public static void main(String[] args) throws Exception {
        kinds();
        settings();
        names();
        callables();
        ownExecutors();
    }
}

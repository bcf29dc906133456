// Uncaught exceptions: handlers of the thread, the group and the program, what the default prints to stderr, failing
// handlers, and a main that ends by an exception while another thread goes on.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class JucUncaught {
    static final class Custom extends RuntimeException {
        Custom(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public String toString() {
            return "Custom!" + getMessage();
        }
    }

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    static void thrower(String message) {
        throw new IllegalStateException(message);
    }

    static void perThread() throws Exception {
        Thread t = new Thread(() -> thrower("own handler"), "t1");
        t.setUncaughtExceptionHandler((x, e) -> System.out.println(x.getName() + " handled " + e + " in "
                + Thread.currentThread().getName() + " alive " + x.isAlive() + " state " + x.getState()));
        run(t);
        System.out.println("handler after the end " + t.getUncaughtExceptionHandler());
    }

    static void printed() throws Exception {
        System.out.println("no handlers: the trace goes to stderr");
        run(new Thread(() -> thrower("printed"), "t2"));
        run(new Thread(() -> {
            try {
                thrower("inner");
            } catch (IllegalStateException e) {
                IllegalArgumentException outer = new IllegalArgumentException("outer", e);
                outer.addSuppressed(new Custom("suppressed", null));
                throw outer;
            }
        }, "name with spaces"));
        run(new Thread(() -> {
            throw new Custom("with its own toString", new Error("the cause"));
        }, "t3"));
        run(new Thread(() -> {
            int[] a = new int[2];
            a[2] = 1;
        }, "t4"));
        run(new Thread(() -> {
            throw new ThreadDeath();
        }, "silent"));
    }

    static void defaultHandler() throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default: " + t.getName() + " " + e));
        run(new Thread(() -> thrower("to the default"), "t5"));
        Thread own = new Thread(() -> thrower("not to the default"), "t6");
        own.setUncaughtExceptionHandler((t, e) -> System.out.println("own: " + t.getName()));
        run(own);
        ThreadGroup g = new ThreadGroup("g") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println("group: " + t.getName());
                super.uncaughtException(t, e);
            }
        };
        run(new Thread(g, () -> thrower("group, then default"), "t7"));
        Thread failing = new Thread(() -> thrower("handler fails"), "t8");
        failing.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("failing handler");
            throw new UnsupportedOperationException("ignored by the machine");
        });
        run(failing);
        System.out.println("set " + (Thread.getDefaultUncaughtExceptionHandler() != null));
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    static void pools() throws Exception {
        List<Thread> workers = Collections.synchronizedList(new ArrayList<>());
        ExecutorService pool = Executors.newSingleThreadExecutor(r -> {
            Thread t = new Thread(r, "worker");
            workers.add(t);
            return t;
        });
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> thrower("execute prints"));
        Future<?> f = pool.submit(() -> thrower("submit keeps"));
        pool.execute(done::countDown);
        done.await();
        try {
            f.get();
        } catch (Exception e) {
            System.out.println(e);
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        // A worker that fails leaves the pool before its trace is printed.
        for (Thread t : workers) {
            t.join();
        }
        System.out.println("workers " + workers.size());
    }

    public static void main(String[] args) throws Exception {
        perThread();
        printed();
        defaultHandler();
        pools();
        Thread main = Thread.currentThread();
        Thread survivor = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("main has ended " + !main.isAlive() + ", the program has not");
        }, "survivor");
        survivor.start();
        System.out.flush();
        throw new Custom("main ends badly", new java.io.IOException("root"));
    }
}

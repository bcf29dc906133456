// The end of a program: hooks that start threads and wait for them, daemon threads that are abandoned, refusals
// during shutdown, and the exit code of System.exit called by another thread than main.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;

public class JucShutdownHooks {
    static final ConcurrentSkipListSet<String> SEEN = new ConcurrentSkipListSet<>();

    public static void main(String[] args) throws Exception {
        Runtime rt = Runtime.getRuntime();
        CountDownLatch others = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            int id = i;
            // Hooks run together, in no order: they only leave their names.
            rt.addShutdownHook(new Thread(() -> {
                SEEN.add("hook " + id);
                others.countDown();
            }, "hook-" + i));
        }
        Thread removed = new Thread(() -> SEEN.add("removed"));
        rt.addShutdownHook(removed);
        System.out.println("removed " + rt.removeShutdownHook(removed) + " again " + rt.removeShutdownHook(removed));
        try {
            Thread twice = new Thread(() -> { });
            rt.addShutdownHook(twice);
            rt.addShutdownHook(twice);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        CountDownLatch hold = new CountDownLatch(1);
        Thread running = new Thread(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        running.start();
        try {
            rt.addShutdownHook(running);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        hold.countDown();
        running.join();
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("in a hook");
        });
        failing.setUncaughtExceptionHandler((t, e) -> SEEN.add("failed " + e.getMessage()));
        rt.addShutdownHook(failing);
        rt.addShutdownHook(new Thread(() -> {
            try {
                others.await();
                failing.join();
                List<Thread> helpers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    int id = i;
                    Thread h = new Thread(() -> SEEN.add("helper " + id));
                    helpers.add(h);
                    h.start();
                }
                for (Thread h : helpers) {
                    h.join();
                }
                try {
                    rt.addShutdownHook(new Thread(() -> { }));
                } catch (IllegalStateException e) {
                    SEEN.add("late hook: " + e.getMessage());
                }
                try {
                    rt.removeShutdownHook(failing);
                } catch (IllegalStateException e) {
                    SEEN.add("late removal: " + e.getMessage());
                }
            } catch (InterruptedException e) {
                SEEN.add("interrupted");
            }
            for (String s : SEEN) {
                System.out.println(s);
            }
            System.out.flush();
        }));
        Thread daemon = new Thread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                System.out.println("never interrupted");
            } finally {
                System.out.println("a daemon's finally does not run at the end");
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread exiting = new Thread(() -> {
            try {
                System.exit(7);
            } finally {
                System.out.println("never printed");
            }
        }, "exiting");
        exiting.start();
        // Main waits for what cannot come: the exit ends it.
        new CountDownLatch(1).await();
        System.out.println("never reached");
    }
}

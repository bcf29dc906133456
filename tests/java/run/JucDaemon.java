// Daemon threads end with the last other thread: whatever they are doing, at once and without their finally blocks.
// The program lasts as long as its ordinary threads, not as long as main.

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class JucDaemon {
    static volatile long spins;

    static Thread daemon(String name, Runnable r) {
        Thread t = new Thread(() -> {
            try {
                r.run();
            } finally {
                System.out.println(name + " must not get here");
            }
        }, name);
        t.setDaemon(true);
        t.start();
        return t;
    }

    static void uninterrupted(CountDownLatch l) {
        try {
            l.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch spinning = new CountDownLatch(1);
        daemon("spinner", () -> {
            spinning.countDown();
            while (true) {
                spins++;
                Thread.yield();
            }
        });
        daemon("sleeper", () -> {
            while (true) {
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        daemon("parker", () -> {
            while (true) {
                LockSupport.park();
            }
        });
        daemon("latched", () -> uninterrupted(never));
        daemon("waiter", () -> {
            synchronized (monitor) {
                while (true) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        daemon("queue", () -> {
            try {
                new SynchronousQueue<String>().take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("the timer must not fire");
            }
        }, 3_600_000);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        scheduler.schedule(() -> System.out.println("the scheduler must not fire"), 1, TimeUnit.HOURS);
        spinning.await();
        Thread main = Thread.currentThread();
        Thread last = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("main is " + main.getState() + ", I am the last one, daemon "
                    + Thread.currentThread().isDaemon());
        }, "last");
        last.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook: last alive " + last.isAlive())));
        System.out.println("main ends");
    }
}

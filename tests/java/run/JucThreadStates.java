// Thread.getState at points where it can be only one thing, with join in all its forms, liveness, names, priorities
// and stack traces of other threads.

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class JucThreadStates {
    static void await(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
        System.out.println(t.getName() + " " + t.getState() + " alive " + t.isAlive());
    }

    static volatile boolean spin = true;

    static void states() throws Exception {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch latch = new CountDownLatch(1);
        Thread fresh = new Thread(() -> { }, "fresh");
        System.out.println(fresh.getName() + " " + fresh.getState() + " alive " + fresh.isAlive());
        fresh.start();
        fresh.join();
        System.out.println(fresh.getName() + " " + fresh.getState() + " alive " + fresh.isAlive());
        Thread spinning = new Thread(() -> {
            while (spin) {
                Thread.onSpinWait();
            }
        }, "spinning");
        spinning.start();
        await(spinning, Thread.State.RUNNABLE);
        spin = false;
        spinning.join();
        Thread waiting = new Thread(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }, "waiting");
        waiting.start();
        await(waiting, Thread.State.WAITING);
        Thread blocked = new Thread(() -> {
            synchronized (monitor) {
                System.out.print("");
            }
        }, "blocked");
        synchronized (monitor) {
            blocked.start();
            await(blocked, Thread.State.BLOCKED);
            monitor.notify();
            // Notified, but the monitor is still ours: it has to get back in.
            await(waiting, Thread.State.BLOCKED);
        }
        waiting.join();
        blocked.join();
        Thread timed = new Thread(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait(3_600_000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "timed waiting");
        timed.start();
        await(timed, Thread.State.TIMED_WAITING);
        timed.interrupt();
        timed.join();
        Thread sleeping = new Thread(() -> {
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                return;
            }
        }, "sleeping");
        sleeping.start();
        await(sleeping, Thread.State.TIMED_WAITING);
        sleeping.interrupt();
        sleeping.join();
        Thread parked = new Thread(LockSupport::park, "parked");
        parked.start();
        await(parked, Thread.State.WAITING);
        LockSupport.unpark(parked);
        parked.join();
        Thread parkedTimed = new Thread(() -> LockSupport.parkNanos(3_600_000_000_000L), "parked timed");
        parkedTimed.start();
        await(parkedTimed, Thread.State.TIMED_WAITING);
        LockSupport.unpark(parkedTimed);
        parkedTimed.join();
        lock.lock();
        Thread locking = new Thread(() -> {
            lock.lock();
            lock.unlock();
        }, "locking");
        locking.start();
        // A lock of java.util.concurrent parks: waiting, not blocked.
        await(locking, Thread.State.WAITING);
        lock.unlock();
        locking.join();
        Thread latched = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "latched");
        latched.start();
        await(latched, Thread.State.WAITING);
        Thread joining = new Thread(() -> {
            try {
                latched.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "joining");
        joining.start();
        await(joining, Thread.State.WAITING);
        Thread joiningTimed = new Thread(() -> {
            try {
                latched.join(3_600_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "joining timed");
        joiningTimed.start();
        await(joiningTimed, Thread.State.TIMED_WAITING);
        latch.countDown();
        joiningTimed.join();
        joining.join();
        await(latched, Thread.State.TERMINATED);
    }

    static void joins() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.join();
        System.out.println("join before start returns, state " + t.getState());
        t.start();
        t.join(2);
        t.join(1, 500_000);
        System.out.println("timed join " + t.isAlive());
        hold.countDown();
        t.join(3_600_000);
        System.out.println("ended " + !t.isAlive());
        t.join();
        t.join(1);
        for (long[] bad : new long[][] {{-1, 0}, {1, -1}, {1, 1_000_000}}) {
            try {
                t.join(bad[0], (int) bad[1]);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("second start " + e);
        }
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread.sleep(1, 1_000_000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void attributes() throws Exception {
        Thread main = Thread.currentThread();
        System.out.println(main + " " + main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " "
                + main.getState() + " " + main.getId());
        Thread t = new Thread(null, () -> { }, "renamed", 1 << 16);
        t.setName("new name");
        t.setPriority(Thread.MAX_PRIORITY);
        t.setDaemon(true);
        // Since JDK 19 the text has the thread's number, which counts the machine's own threads.
        System.out.println(t.toString().replaceAll("#\\d+,", "") + " " + t.isDaemon() + " " + t.getPriority() + " " + (t.getId() > main.getId()));
        t.start();
        t.join();
        System.out.println("group after the end " + t.getThreadGroup() + " " + t.toString().replaceAll("#\\d+,", ""));
        for (int p : new int[] {0, 11}) {
            try {
                t.setPriority(p);
            } catch (IllegalArgumentException e) {
                System.out.println("priority " + p + " " + e.getClass().getSimpleName());
            }
        }
        try {
            t.setName(null);
        } catch (NullPointerException e) {
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
            running.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            System.out.println("daemon too late");
        }
        hold.countDown();
        running.join();
        Thread child = new Thread(() -> { }, "child");
        Thread[] grand = new Thread[1];
        Thread daemon = new Thread(() -> grand[0] = new Thread(() -> { }));
        daemon.setDaemon(true);
        daemon.setPriority(3);
        daemon.start();
        daemon.join();
        System.out.println("inherited " + grand[0].isDaemon() + " " + grand[0].getPriority() + " " + child.isDaemon());
        System.out.println(new Thread() instanceof Runnable);
        Thread sub = new Thread("sub") {
            @Override
            public void run() {
                System.out.println("overridden in " + getName() + " " + (Thread.currentThread() == this));
            }
        };
        sub.start();
        sub.join();
        sub.run();
    }

    static void innermost(CountDownLatch inside) throws InterruptedException {
        inside.countDown();
        Thread.sleep(3_600_000);
    }

    static void traces() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        // No lambda here: the trace of another thread shows its hidden frames too, by names that change.
        Thread t = new Thread("traced") {
            @Override
            public void run() {
                try {
                    innermost(inside);
                } catch (InterruptedException e) {
                    return;
                }
            }
        };
        t.start();
        inside.await();
        await(t, Thread.State.TIMED_WAITING);
        List<String> frames = new ArrayList<>();
        for (StackTraceElement e : t.getStackTrace()) {
            frames.add(e.getClassName() + "." + e.getMethodName());
        }
        System.out.println(frames);
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        System.out.println(all.containsKey(t) + " " + all.containsKey(Thread.currentThread()) + " "
                + (all.get(Thread.currentThread()).length > 0));
        t.interrupt();
        t.join();
        System.out.println(t.getStackTrace().length + " " + Thread.getAllStackTraces().containsKey(t) + " "
                + Thread.currentThread().getStackTrace()[1].getMethodName());
    }

    static synchronized void holding(Object other) {
        System.out.println(Thread.holdsLock(JucThreadStates.class) + " " + Thread.holdsLock(other));
        synchronized (other) {
            System.out.println(Thread.holdsLock(other));
        }
        System.out.println(Thread.holdsLock(other));
    }

    public static void main(String[] args) throws Exception {
        states();
        joins();
        attributes();
        traces();
        holding(new Object());
        try {
            Thread.holdsLock(null);
        } catch (NullPointerException e) {
            System.out.println("holdsLock(null)");
        }
    }
}

// Interrupts against everything that can be interrupted and some things that cannot: sleep, wait, join, park, locks,
// queues, spinning code; the flag before, during and after.

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class JucInterrupt {
    interface Blocking {
        void run() throws Exception;
    }

    static void interrupted(String what, Blocking body) throws Exception {
        String[] out = new String[1];
        Thread t = new Thread(() -> {
            try {
                body.run();
                out[0] = "returned";
            } catch (Exception e) {
                out[0] = e.toString();
            }
            out[0] += " flag " + Thread.currentThread().isInterrupted();
        });
        t.start();
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        t.interrupt();
        t.join();
        // The same call with the flag up before it begins.
        String[] early = new String[1];
        Thread u = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                body.run();
                early[0] = "returned";
            } catch (Exception e) {
                early[0] = e.toString();
            }
            early[0] += " flag " + Thread.currentThread().isInterrupted();
        });
        u.start();
        u.join();
        System.out.println(what + ": " + out[0] + " | early: " + early[0]);
    }

    static void everywhere() throws Exception {
        Object monitor = new Object();
        interrupted("sleep", () -> Thread.sleep(3_600_000));
        interrupted("wait", () -> {
            synchronized (monitor) {
                monitor.wait();
            }
        });
        interrupted("timed wait", () -> {
            synchronized (monitor) {
                monitor.wait(3_600_000, 999);
            }
        });
        Thread forever = new Thread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                return;
            }
        });
        forever.start();
        interrupted("join", forever::join);
        interrupted("timed join", () -> forever.join(3_600_000));
        forever.interrupt();
        forever.join();
        interrupted("park", LockSupport::park);
        interrupted("parkNanos", () -> LockSupport.parkNanos(Long.MAX_VALUE));
        interrupted("parkUntil", () -> LockSupport.parkUntil(Long.MAX_VALUE));
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        interrupted("lockInterruptibly", lock::lockInterruptibly);
        interrupted("condition", () -> {
            ReentrantLock own = new ReentrantLock();
            own.lock();
            own.newCondition().await();
        });
        interrupted("latch", () -> new CountDownLatch(1).await());
        interrupted("semaphore", () -> new Semaphore(0).acquire());
        interrupted("barrier", () -> {
            try {
                new CyclicBarrier(2).await();
            } catch (BrokenBarrierException e) {
                throw new AssertionError(e);
            }
        });
        interrupted("exchanger", () -> new Exchanger<String>().exchange("x"));
        interrupted("take", () -> new LinkedBlockingQueue<String>().take());
        interrupted("put", () -> {
            ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
            q.add(1);
            q.put(2);
        });
        interrupted("synchronous put", () -> new SynchronousQueue<String>().put("x"));
        interrupted("pipe", () -> {
            PipedInputStream in = new PipedInputStream();
            new PipedOutputStream(in);
            try {
                in.read();
            } catch (IOException e) {
                throw new IOException(e.getClass().getSimpleName());
            }
        });
        lock.unlock();
    }

    static void monitorsAreDeaf() throws Exception {
        Object monitor = new Object();
        boolean[] flag = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (monitor) {
                flag[0] = Thread.currentThread().isInterrupted();
            }
        });
        synchronized (monitor) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
            t.interrupt();
            Thread.sleep(5);
            System.out.println("entering a monitor is not interruptible: " + t.getState() + " " + t.isInterrupted());
        }
        t.join();
        System.out.println("inside with the flag up " + flag[0]);
    }

    static void flags() throws Exception {
        Thread me = Thread.currentThread();
        System.out.println(me.isInterrupted() + " " + Thread.interrupted());
        me.interrupt();
        me.interrupt();
        System.out.println(me.isInterrupted() + " " + me.isInterrupted() + " " + Thread.interrupted() + " "
                + Thread.interrupted());
        me.interrupt();
        try {
            Thread.sleep(0);
        } catch (InterruptedException e) {
            System.out.println("sleep(0) " + e.getMessage() + " " + me.isInterrupted());
        }
        me.interrupt();
        synchronized (me) {
            try {
                me.wait(1);
            } catch (InterruptedException e) {
                System.out.println("wait(1) " + e.getMessage() + " " + me.isInterrupted());
            }
        }
        Thread unstarted = new Thread(() -> { });
        unstarted.interrupt();
        System.out.println("unstarted " + unstarted.isInterrupted());
        unstarted.start();
        unstarted.join();
        unstarted.interrupt();
        System.out.println("ended " + unstarted.isInterrupted() + " " + unstarted.isAlive());
    }

    static void cooperative() throws Exception {
        int[] work = new int[1];
        CountDownLatch started = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            started.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                work[0] = 1;
                Thread.yield();
            }
            work[0] = 2;
        });
        t.start();
        started.await();
        t.interrupt();
        t.join();
        System.out.println("worker noticed " + work[0]);
    }

    // An interrupt and a notification together: the wait ends by one of them, and a notification is never lost on a thread
    // that leaves with an exception (JLS 17.2.4).
    static void interruptAndNotify() throws Exception {
        int rounds = 20;
        int good = 0;
        for (int r = 0; r < rounds; r++) {
            Object monitor = new Object();
            int[] normal = new int[1];
            int[] exceptional = new int[1];
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Thread t = new Thread(() -> {
                    synchronized (monitor) {
                        try {
                            monitor.wait();
                            normal[0]++;
                        } catch (InterruptedException e) {
                            exceptional[0]++;
                        }
                    }
                });
                threads.add(t);
                t.start();
                while (t.getState() != Thread.State.WAITING) {
                    Thread.sleep(1);
                }
            }
            synchronized (monitor) {
                threads.get(0).interrupt();
                monitor.notify();
            }
            threads.get(0).join();
            // One got the notification, in whichever way the first one left; wake the second if it still waits.
            Thread second = threads.get(1);
            synchronized (monitor) {
                if (exceptional[0] == 0) {
                    monitor.notify();
                }
            }
            second.join();
            good += normal[0] + exceptional[0] == 2 && normal[0] >= 1 ? 1 : 0;
        }
        System.out.println("rounds without a lost notification " + good);
    }

    public static void main(String[] args) throws Exception {
        everywhere();
        monitorsAreDeaf();
        flags();
        cooperative();
        interruptAndNotify();
    }
}

// ReentrantLock in all its ways in: fair and unfair, timed, interruptible, reentrant. Main always knows what the
// other threads are blocked on before it prints, so that the output is the same under every fair schedule.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class JucReentrantLock {
    static int counter;

    static final class Probe extends ReentrantLock {
        Probe(boolean fair) {
            super(fair);
        }

        String owner() {
            Thread t = getOwner();
            return t == null ? "nobody" : t.getName();
        }

        List<String> queued() {
            List<String> names = new ArrayList<>();
            for (Thread t : getQueuedThreads()) {
                names.add(t.getName());
            }
            return names;
        }
    }

    static void awaitQueued(ReentrantLock lock, int n) throws InterruptedException {
        while (lock.getQueueLength() < n) {
            Thread.sleep(1);
        }
    }

    static String withoutAddress(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@");
    }

    static void counting(boolean fair) throws Exception {
        ReentrantLock lock = new ReentrantLock(fair);
        counter = 0;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 500; k++) {
                    lock.lock();
                    try {
                        int seen = counter;
                        if (k % 50 == 0) {
                            Thread.yield();
                        }
                        counter = seen + 1;
                    } finally {
                        lock.unlock();
                    }
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("fair=" + lock.isFair() + " counter=" + counter + " locked=" + lock.isLocked());
    }

    static void holdCounts() {
        ReentrantLock lock = new ReentrantLock();
        System.out.println("hold " + lock.getHoldCount() + " " + lock.isHeldByCurrentThread());
        for (int i = 0; i < 5; i++) {
            lock.lock();
        }
        System.out.println("tryLock nested " + lock.tryLock());
        System.out.println("hold " + lock.getHoldCount() + " " + lock.isHeldByCurrentThread());
        System.out.println(withoutAddress(lock));
        while (lock.getHoldCount() > 0) {
            lock.unlock();
            System.out.print(lock.getHoldCount() + " ");
        }
        System.out.println();
        System.out.println(withoutAddress(lock));
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("unlock unowned: " + e);
        }
    }

    static void fifo() throws Exception {
        Probe lock = new Probe(true);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < 6; i++) {
            Thread t = new Thread(() -> {
                lock.lock();
                try {
                    order.add(Thread.currentThread().getName());
                } finally {
                    lock.unlock();
                }
            }, "waiter-" + i);
            threads.add(t);
            t.start();
            awaitQueued(lock, i + 1);
        }
        System.out.println("owner " + lock.owner());
        // AbstractQueuedSynchronizer lists its queue from the tail.
        System.out.println("queued " + lock.queued());
        System.out.println("queued(waiter-3) " + lock.hasQueuedThread(threads.get(3)));
        System.out.println("barging tryLock by another " + tryElsewhere(lock));
        lock.unlock();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("order " + order);
        System.out.println("queued threads left " + lock.hasQueuedThreads() + " owner " + lock.owner());
    }

    static boolean tryElsewhere(ReentrantLock lock) throws InterruptedException {
        boolean[] got = new boolean[1];
        Thread t = new Thread(() -> {
            got[0] = lock.tryLock();
            if (got[0]) {
                lock.unlock();
            }
        });
        t.start();
        t.join();
        return got[0];
    }

    static void timed() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread gaveUp = new Thread(() -> {
            try {
                log.add("short " + lock.tryLock(5, TimeUnit.MILLISECONDS));
                log.add("zero " + lock.tryLock(0, TimeUnit.SECONDS));
                log.add("negative " + lock.tryLock(-7, TimeUnit.DAYS));
            } catch (InterruptedException e) {
                log.add("unexpected " + e);
            }
        });
        gaveUp.start();
        gaveUp.join();
        Thread patient = new Thread(() -> {
            try {
                log.add("long " + lock.tryLock(1, TimeUnit.HOURS) + " hold " + lock.getHoldCount());
                lock.unlock();
            } catch (InterruptedException e) {
                log.add("unexpected " + e);
            }
        });
        patient.start();
        awaitQueued(lock, 1);
        lock.unlock();
        patient.join();
        System.out.println(log);
    }

    static void interrupted() throws Exception {
        Probe lock = new Probe(false);
        lock.lock();
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread a = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                log.add("locked");
            } catch (InterruptedException e) {
                log.add("lockInterruptibly " + e + " flag " + Thread.currentThread().isInterrupted());
            }
        }, "a");
        a.start();
        awaitQueued(lock, 1);
        a.interrupt();
        a.join();
        Thread b = new Thread(() -> {
            try {
                lock.tryLock(1, TimeUnit.DAYS);
                log.add("locked");
            } catch (InterruptedException e) {
                log.add("tryLock " + e + " flag " + Thread.currentThread().isInterrupted());
            }
        }, "b");
        b.start();
        awaitQueued(lock, 1);
        b.interrupt();
        b.join();
        CountDownLatch done = new CountDownLatch(1);
        Thread c = new Thread(() -> {
            lock.lock();
            log.add("lock ignores, flag " + Thread.interrupted() + " then " + Thread.interrupted());
            lock.unlock();
            done.countDown();
        }, "c");
        c.start();
        awaitQueued(lock, 1);
        c.interrupt();
        System.out.println("c still queued " + lock.queued());
        lock.unlock();
        done.await();
        c.join();
        Thread.currentThread().interrupt();
        try {
            lock.lockInterruptibly();
            log.add("locked");
        } catch (InterruptedException e) {
            log.add("pre-interrupted " + e.getMessage());
        }
        Thread.currentThread().interrupt();
        log.add("tryLock() does not look " + lock.tryLock() + " flag " + Thread.interrupted());
        lock.unlock();
        for (String line : log) {
            System.out.println(line);
        }
    }

    static void ownerEndsWithoutUnlock() throws Exception {
        Probe lock = new Probe(false);
        Thread careless = new Thread(lock::lock, "careless");
        careless.start();
        careless.join();
        System.out.println("locked by a dead thread " + lock.isLocked() + " owner " + lock.owner() + " alive "
                + careless.isAlive() + " try " + lock.tryLock() + " " + lock.tryLock(1, TimeUnit.MILLISECONDS));
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not mine: " + e.getMessage());
        }
        System.out.println(withoutAddress(lock));
    }

    public static void main(String[] args) throws Exception {
        counting(false);
        counting(true);
        holdCounts();
        fifo();
        timed();
        interrupted();
        ownerEndsWithoutUnlock();
    }
}

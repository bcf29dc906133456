// ReentrantReadWriteLock: shared and exclusive holds, counts, downgrade, refused upgrade, queues of a fair lock,
// views.

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JucReadWriteLock {
    static String plain(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@");
    }

    static void report(String when, ReentrantReadWriteLock l) {
        System.out.println(when + ": readers " + l.getReadLockCount() + " mine " + l.getReadHoldCount() + " written "
                + l.isWriteLocked() + " byMe " + l.isWriteLockedByCurrentThread() + " writeHolds "
                + l.getWriteHoldCount());
    }

    static void holds() throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        report("start", l);
        l.readLock().lock();
        l.readLock().lock();
        report("two reads", l);
        System.out.println("upgrade refused " + !l.writeLock().tryLock() + " timed "
                + !l.writeLock().tryLock(1, TimeUnit.MILLISECONDS));
        l.readLock().unlock();
        l.readLock().unlock();
        l.writeLock().lock();
        l.writeLock().lock();
        l.readLock().lock();
        report("write write read", l);
        System.out.println(plain(l) + " " + plain(l.readLock()) + " " + plain(l.writeLock()));
        l.writeLock().unlock();
        l.writeLock().unlock();
        report("downgraded", l);
        int[] others = new int[2];
        Thread t = new Thread(() -> {
            l.readLock().lock();
            others[0] = l.getReadLockCount();
            others[1] = l.getReadHoldCount();
            l.readLock().unlock();
        });
        t.start();
        t.join();
        System.out.println("shared with another " + others[0] + " its own " + others[1]);
        l.readLock().unlock();
        report("end", l);
        try {
            l.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("read unlock: " + e.getMessage());
        }
        try {
            l.writeLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("write unlock: " + e.getMessage());
        }
    }

    static void readersMeet() throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        int n = 5;
        CountDownLatch inside = new CountDownLatch(n);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(() -> {
                l.readLock().lock();
                try {
                    // Only possible when all the readers are inside together.
                    inside.countDown();
                    inside.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    l.readLock().unlock();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("readers met " + (inside.getCount() == 0) + " left " + l.getReadLockCount());
    }

    static void fairQueue() throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock(true);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        l.writeLock().lock();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch pair = new CountDownLatch(2);
        String plan = "WRRWW";
        for (int i = 0; i < plan.length(); i++) {
            char kind = plan.charAt(i);
            int id = i;
            Thread t = new Thread(() -> {
                if (kind == 'R') {
                    l.readLock().lock();
                    try {
                        pair.countDown();
                        pair.await();
                        log.add("R");
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    } finally {
                        l.readLock().unlock();
                    }
                } else {
                    l.writeLock().lock();
                    log.add("W" + id);
                    l.writeLock().unlock();
                }
            });
            threads.add(t);
            t.start();
            while (l.getQueueLength() < i + 1) {
                Thread.sleep(1);
            }
        }
        System.out.println("fair " + l.isFair() + " queue " + l.getQueueLength() + " has " + l.hasQueuedThreads()
                + " first " + l.hasQueuedThread(threads.get(0)));
        System.out.println("reader tryLock barges " + elsewhere(() -> l.readLock().tryLock()));
        l.writeLock().unlock();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(log);
    }

    interface Try {
        boolean run() throws Exception;
    }

    static boolean elsewhere(Try body) throws Exception {
        boolean[] r = new boolean[1];
        Thread t = new Thread(() -> {
            try {
                r[0] = body.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        t.join();
        return r[0];
    }

    static final class Cache {
        private final ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        private final Map<Integer, Long> map = new HashMap<>();
        final AtomicInteger computed = new AtomicInteger();

        long square(int k) {
            l.readLock().lock();
            try {
                Long v = map.get(k);
                if (v != null) {
                    return v;
                }
            } finally {
                l.readLock().unlock();
            }
            l.writeLock().lock();
            try {
                Long v = map.get(k);
                if (v == null) {
                    computed.incrementAndGet();
                    v = (long) k * k;
                    map.put(k, v);
                }
                l.readLock().lock();
            } finally {
                l.writeLock().unlock();
            }
            try {
                return map.get(k);
            } finally {
                l.readLock().unlock();
            }
        }
    }

    static void cache() throws Exception {
        Cache cache = new Cache();
        long[] sums = new long[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                for (int k = 0; k < 300; k++) {
                    sums[id] += cache.square((k * 7 + id) % 40);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("cache computed " + cache.computed + " " + new TreeMap<>(cache.map).lastEntry() + " "
                + java.util.Arrays.toString(sums));
    }

    static void writerCondition() throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        Condition ready = l.writeLock().newCondition();
        int[] box = new int[1];
        Thread t = new Thread(() -> {
            l.writeLock().lock();
            l.writeLock().lock();
            try {
                while (box[0] == 0) {
                    ready.awaitUninterruptibly();
                }
                box[0] += l.getWriteHoldCount();
            } finally {
                l.writeLock().unlock();
                l.writeLock().unlock();
            }
        });
        t.start();
        boolean waiting = false;
        while (!waiting) {
            Thread.sleep(1);
            l.writeLock().lock();
            waiting = l.hasWaiters(ready) && l.getWaitQueueLength(ready) == 1;
            l.writeLock().unlock();
        }
        l.writeLock().lock();
        box[0] = 40;
        ready.signal();
        l.writeLock().unlock();
        t.join();
        System.out.println("box " + box[0]);
    }

    static void interrupts() throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        l.readLock().lock();
        String[] out = new String[2];
        Thread w = new Thread(() -> {
            try {
                l.writeLock().lockInterruptibly();
            } catch (InterruptedException e) {
                out[0] = "writer " + e;
            }
        });
        w.start();
        // Parked, not only queued: the reader's look at the queue is a heuristic until the links are complete.
        while (w.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        // A reader behind a queued writer has to wait: writers are not starved.
        System.out.println("timed reader behind a writer "
                + elsewhere(() -> l.readLock().tryLock(2, TimeUnit.MILLISECONDS)));
        w.interrupt();
        w.join();
        l.readLock().unlock();
        l.writeLock().lock();
        Thread r = new Thread(() -> {
            try {
                l.readLock().lockInterruptibly();
            } catch (InterruptedException e) {
                out[1] = "reader " + e;
            }
        });
        r.start();
        while (!l.hasQueuedThread(r)) {
            Thread.sleep(1);
        }
        r.interrupt();
        r.join();
        l.writeLock().unlock();
        System.out.println(out[0] + ", " + out[1] + ", " + l.hasQueuedThreads());
    }

    public static void main(String[] args) throws Exception {
        holds();
        readersMeet();
        fairQueue();
        cache();
        writerCondition();
        interrupts();
    }
}

// Synchronisers built on AbstractQueuedSynchronizer and its long sibling: a mutex with condition, a one-shot latch, a
// two-thread lock, a counting gate; their queues inspected while threads are known to wait.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

public class JucSynchronizer {
    static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(int ignored) {
            if (!isHeldExclusively()) {
                throw new IllegalMonitorStateException("not the owner");
            }
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getExclusiveOwnerThread() == Thread.currentThread();
        }

        Condition newCondition() {
            return new ConditionObject();
        }

        int state() {
            return getState();
        }
    }

    static final class BooleanLatch extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() != 0 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    static final class TwinsLock extends AbstractQueuedSynchronizer {
        TwinsLock() {
            setState(2);
        }

        @Override
        protected int tryAcquireShared(int n) {
            while (true) {
                int s = getState();
                int left = s - n;
                if (left < 0 || compareAndSetState(s, left)) {
                    return left;
                }
            }
        }

        @Override
        protected boolean tryReleaseShared(int n) {
            while (true) {
                int s = getState();
                if (compareAndSetState(s, s + n)) {
                    return true;
                }
            }
        }
    }

    static final class LongGate extends AbstractQueuedLongSynchronizer {
        @Override
        protected long tryAcquireShared(long wanted) {
            return getState() >= wanted ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(long level) {
            while (true) {
                long s = getState();
                if (level <= s) {
                    return false;
                }
                if (compareAndSetState(s, level)) {
                    return true;
                }
            }
        }
    }

    static void awaitParked(Thread t) throws InterruptedException {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
    }

    static void mutex() throws Exception {
        Mutex m = new Mutex();
        int[] n = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 150; k++) {
                    m.acquire(1);
                    n[0]++;
                    m.release(1);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("mutex " + n[0] + " " + m.state() + " contended " + m.hasQueuedThreads());
        try {
            m.release(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        m.acquire(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String name = "w" + i;
            Thread t = new Thread(() -> {
                m.acquire(1);
                order.add(name);
                m.release(1);
            }, name);
            waiters.add(t);
            t.start();
            awaitParked(t);
        }
        System.out.println("queue " + m.getQueueLength() + " first " + m.getFirstQueuedThread().getName() + " w2 "
                + m.isQueued(waiters.get(2)) + " exclusive " + m.getExclusiveQueuedThreads().size() + " shared "
                + m.getSharedQueuedThreads().size() + " predecessors " + m.hasQueuedPredecessors() + " contended "
                + m.hasContended());
        System.out.println("timed out " + m.tryAcquireNanos(1, 1_000_000));
        m.release(1);
        for (Thread t : waiters) {
            t.join();
        }
        System.out.println(order + " " + m.getFirstQueuedThread() + " "
                + m.toString().replaceAll("@[0-9a-f]+", "@"));
    }

    static void conditions() throws Exception {
        Mutex m = new Mutex();
        Condition c = m.newCondition();
        AbstractQueuedSynchronizer.ConditionObject co = (AbstractQueuedSynchronizer.ConditionObject) c;
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String name = "c" + i;
            Thread t = new Thread(() -> {
                m.acquire(1);
                try {
                    c.await();
                    log.add(name);
                } catch (InterruptedException e) {
                    log.add(name + " interrupted");
                } finally {
                    m.release(1);
                }
            }, name);
            threads.add(t);
            t.start();
            awaitParked(t);
        }
        m.acquire(1);
        System.out.println("owns " + m.owns(co) + " waiters " + m.hasWaiters(co) + " " + m.getWaitQueueLength(co) + " "
                + m.getWaitingThreads(co).size());
        c.signal();
        System.out.println("after one signal " + m.getWaitQueueLength(co) + " queue " + m.getQueueLength());
        m.release(1);
        threads.get(0).join();
        threads.get(1).interrupt();
        threads.get(1).join();
        m.acquire(1);
        c.signalAll();
        m.release(1);
        threads.get(2).join();
        System.out.println(log);
        try {
            m.getWaitQueueLength(co);
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held " + e.getMessage());
        }
        try {
            new Mutex().owns(null);
        } catch (NullPointerException e) {
            System.out.println("null condition");
        }
    }

    static void shared() throws Exception {
        BooleanLatch latch = new BooleanLatch();
        int[] through = new int[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    if (id % 2 == 0) {
                        latch.acquireShared(1);
                        through[id] = 1;
                    } else {
                        latch.acquireSharedInterruptibly(1);
                        through[id] = 2;
                    }
                } catch (InterruptedException e) {
                    through[id] = 3;
                }
            });
            threads.add(t);
            t.start();
            awaitParked(t);
        }
        threads.get(0).interrupt();
        threads.get(1).interrupt();
        threads.get(1).join();
        System.out.println("waiting " + latch.getQueueLength() + " shared " + latch.getSharedQueuedThreads().size()
                + " timed " + latch.tryAcquireSharedNanos(1, 1_000_000));
        System.out.println("released " + latch.releaseShared(1));
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(through) + " open " + latch.tryAcquireSharedNanos(1, 0));
        TwinsLock twins = new TwinsLock();
        int[] inside = new int[2];
        Object guard = new Object();
        List<Thread> many = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    twins.acquireShared(1);
                    synchronized (guard) {
                        inside[1] = Math.max(inside[1], ++inside[0]);
                    }
                    Thread.yield();
                    synchronized (guard) {
                        inside[0]--;
                    }
                    twins.releaseShared(1);
                }
            });
            many.add(t);
            t.start();
        }
        for (Thread t : many) {
            t.join();
        }
        System.out.println("twins within " + (inside[1] <= 2) + " " + twins.toString().replaceAll("@[0-9a-f]+", "@"));
    }

    static void longGate() throws Exception {
        LongGate gate = new LongGate();
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        long[] levels = {1L << 33, 1L << 34, 1L << 35};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                gate.acquireShared(levels[id]);
                log.add("level " + id);
            });
            threads.add(t);
            t.start();
            awaitParked(t);
        }
        for (int i = 0; i < 3; i++) {
            gate.releaseShared(levels[i]);
            threads.get(i).join();
        }
        System.out.println(log + " back " + gate.releaseShared(5) + " "
                + gate.tryAcquireSharedNanos(Long.MAX_VALUE, TimeUnit.MILLISECONDS.toNanos(1)));
    }

    static void unsupported() {
        AbstractQueuedSynchronizer bare = new AbstractQueuedSynchronizer() {
        };
        try {
            bare.acquire(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("acquire " + e);
        }
        try {
            bare.releaseShared(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("releaseShared " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        mutex();
        conditions();
        shared();
        longGate();
        unsupported();
    }
}

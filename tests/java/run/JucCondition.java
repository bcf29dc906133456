// Condition objects: the bounded buffer, every form of await, the order of signals and the rules about ownership.

import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JucCondition {
    static final class Buffer<E> {
        private final Object[] items;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private int putAt;
        private int takeAt;
        private int count;
        int most;

        Buffer(int capacity) {
            items = new Object[capacity];
        }

        void put(E e) throws InterruptedException {
            lock.lock();
            try {
                while (count == items.length) {
                    notFull.await();
                }
                items[putAt] = e;
                putAt = (putAt + 1) % items.length;
                most = Math.max(most, ++count);
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("unchecked")
        E take() throws InterruptedException {
            lock.lock();
            try {
                while (count == 0) {
                    notEmpty.await();
                }
                E e = (E) items[takeAt];
                items[takeAt] = null;
                takeAt = (takeAt + 1) % items.length;
                count--;
                notFull.signal();
                return e;
            } finally {
                lock.unlock();
            }
        }
    }

    static void buffer(int capacity, int producers, int consumers, int each) throws Exception {
        Buffer<Integer> buffer = new Buffer<>(capacity);
        int total = producers * each;
        List<List<Integer>> taken = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int base = p * each;
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < each; i++) {
                        buffer.put(base + i);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int c = 0; c < consumers; c++) {
            List<Integer> mine = new ArrayList<>();
            taken.add(mine);
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < total / consumers; i++) {
                        mine.add(buffer.take());
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        List<Integer> all = new ArrayList<>();
        boolean ordered = true;
        for (List<Integer> mine : taken) {
            int[] last = new int[producers];
            java.util.Arrays.fill(last, -1);
            for (int v : mine) {
                ordered &= v > last[v / each];
                last[v / each] = v;
            }
            all.addAll(mine);
        }
        Collections.sort(all);
        boolean complete = all.size() == total;
        for (int i = 0; complete && i < total; i++) {
            complete = all.get(i) == i;
        }
        System.out.println("capacity " + capacity + " producers " + producers + " consumers " + consumers + ": complete "
                + complete + " ordered " + ordered + " within " + (buffer.most <= capacity) + " left " + buffer.count);
    }

    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    static void awaitWaiters(int n) throws InterruptedException {
        while (true) {
            lock.lock();
            try {
                if (lock.getWaitQueueLength(condition) == n) {
                    return;
                }
            } finally {
                lock.unlock();
            }
            Thread.sleep(1);
        }
    }

    static Thread waiter(String name) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.lock();
            lock.lock();
            try {
                condition.await();
                log.add(Thread.currentThread().getName() + " holds " + lock.getHoldCount());
            } catch (InterruptedException e) {
                log.add(Thread.currentThread().getName() + " interrupted holds " + lock.getHoldCount());
            } finally {
                lock.unlock();
                lock.unlock();
            }
        }, name);
        t.start();
        return t;
    }

    static void signalsAreFirstInFirstOut() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            threads.add(waiter("w" + i));
            awaitWaiters(i + 1);
        }
        for (int i = 0; i < 2; i++) {
            lock.lock();
            condition.signal();
            System.out.println("waiting " + lock.getWaitQueueLength(condition) + " has " + lock.hasWaiters(condition)
                    + " queued " + lock.hasQueuedThread(threads.get(i)));
            lock.unlock();
            threads.get(i).join();
        }
        threads.get(3).interrupt();
        threads.get(3).join();
        lock.lock();
        condition.signalAll();
        System.out.println("after signalAll waiting " + lock.getWaitQueueLength(condition) + " queue "
                + lock.getQueueLength());
        lock.unlock();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(log);
        log.clear();
        lock.lock();
        condition.signal();
        condition.signalAll();
        lock.unlock();
        lock.lock();
        System.out.println("signals without waiters are lost, next await " + condition.await(1, TimeUnit.MILLISECONDS));
        lock.unlock();
    }

    static void timedForms() throws Exception {
        lock.lock();
        try {
            System.out.println("await(2ms) " + condition.await(2, TimeUnit.MILLISECONDS));
            System.out.println("await(0) " + condition.await(0, TimeUnit.SECONDS));
            System.out.println("awaitNanos spent " + (condition.awaitNanos(1_000_000) <= 0));
            System.out.println("awaitNanos(-5) " + (condition.awaitNanos(-5) <= 0));
            System.out.println("awaitUntil past " + condition.awaitUntil(new Date(1)));
            System.out.println("hold " + lock.getHoldCount());
        } finally {
            lock.unlock();
        }
        long[] left = new long[1];
        boolean[] timely = new boolean[2];
        Thread a = new Thread(() -> {
            lock.lock();
            try {
                left[0] = condition.awaitNanos(TimeUnit.HOURS.toNanos(1));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        });
        Thread b = new Thread(() -> {
            lock.lock();
            try {
                timely[0] = condition.await(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        });
        Thread c = new Thread(() -> {
            lock.lock();
            try {
                timely[1] = condition.awaitUntil(new Date(System.currentTimeMillis() + 3_600_000));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        });
        a.start();
        b.start();
        c.start();
        awaitWaiters(3);
        lock.lock();
        condition.signalAll();
        lock.unlock();
        a.join();
        b.join();
        c.join();
        System.out.println("time left " + (left[0] > 0 && left[0] <= TimeUnit.HOURS.toNanos(1)) + " " + timely[0] + " "
                + timely[1]);
    }

    static void uninterruptible() throws Exception {
        boolean[] flag = new boolean[1];
        Thread t = new Thread(() -> {
            lock.lock();
            condition.awaitUninterruptibly();
            flag[0] = Thread.currentThread().isInterrupted();
            lock.unlock();
        });
        t.start();
        awaitWaiters(1);
        t.interrupt();
        lock.lock();
        condition.signal();
        lock.unlock();
        t.join();
        System.out.println("awaitUninterruptibly keeps the flag " + flag[0]);
        Thread.currentThread().interrupt();
        lock.lock();
        try {
            condition.await();
            System.out.println("not reached");
        } catch (InterruptedException e) {
            System.out.println("await at once " + e + " flag " + Thread.currentThread().isInterrupted());
        } finally {
            lock.unlock();
        }
    }

    interface Attempt {
        void run() throws Exception;
    }

    static void attempt(String what, Attempt a) {
        try {
            a.run();
            System.out.println(what + ": fine");
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static void ownership() {
        attempt("await unowned", condition::await);
        attempt("signal unowned", condition::signal);
        attempt("signalAll unowned", condition::signalAll);
        attempt("awaitNanos unowned", () -> condition.awaitNanos(10));
        attempt("hasWaiters unowned", () -> lock.hasWaiters(condition));
        Condition other = new ReentrantLock().newCondition();
        lock.lock();
        attempt("foreign condition", () -> lock.hasWaiters(other));
        attempt("null condition", () -> lock.hasWaiters(null));
        lock.unlock();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        attempt("read lock has none", () -> rw.readLock().newCondition());
        attempt("write lock has one", () -> rw.writeLock().newCondition());
    }

    public static void main(String[] args) throws Exception {
        buffer(1, 1, 1, 100);
        buffer(3, 2, 2, 60);
        buffer(2, 4, 2, 25);
        buffer(64, 3, 1, 40);
        signalsAreFirstInFirstOut();
        timedForms();
        uninterruptible();
        ownership();
    }
}

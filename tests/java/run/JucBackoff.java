// Transfers between accounts that lock two at a time without deadlock: by tryLock with back-off, by order of numbers,
// by one big lock, by compare-and-set. Money is neither made nor lost.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class JucBackoff {
    static final int ACCOUNTS = 6;
    static final int THREADS = 4;
    static final int TRANSFERS = 60;

    interface Bank {
        boolean transfer(int from, int to, long amount) throws InterruptedException;

        long[] balances();
    }

    static final class Plan {
        int x;

        Plan(int seed) {
            x = seed * 7919 + 1;
        }

        int next(int bound) {
            x = x * 1103515245 + 12345;
            return (x >>> 16) % bound;
        }
    }

    static void run(String name, Bank bank) throws Exception {
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                Plan plan = new Plan(id);
                try {
                    for (int k = 0; k < TRANSFERS; k++) {
                        int from = plan.next(ACCOUNTS);
                        int to = (from + 1 + plan.next(ACCOUNTS - 1)) % ACCOUNTS;
                        if (bank.transfer(from, to, plan.next(50))) {
                            done.incrementAndGet();
                        } else {
                            refused.incrementAndGet();
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        long[] balances = bank.balances();
        boolean none = Arrays.stream(balances).allMatch(b -> b >= 0);
        System.out.println(name + ": total " + Arrays.stream(balances).sum() + " none negative " + none + " answered "
                + (done.get() + refused.get()));
    }

    static final class Account {
        final ReentrantLock lock = new ReentrantLock();
        long balance = 1000;
    }

    abstract static class Locked implements Bank {
        final Account[] accounts = new Account[ACCOUNTS];

        Locked() {
            Arrays.setAll(accounts, i -> new Account());
        }

        boolean move(int from, int to, long amount) {
            if (accounts[from].balance < amount) {
                return false;
            }
            accounts[from].balance -= amount;
            accounts[to].balance += amount;
            return true;
        }

        @Override
        public long[] balances() {
            return Arrays.stream(accounts).mapToLong(a -> a.balance).toArray();
        }
    }

    static final class TryLock extends Locked {
        @Override
        public boolean transfer(int from, int to, long amount) throws InterruptedException {
            ReentrantLock a = accounts[from].lock;
            ReentrantLock b = accounts[to].lock;
            long pause = 1000 * (from + 1);
            while (true) {
                if (a.tryLock(100, TimeUnit.MICROSECONDS)) {
                    try {
                        if (b.tryLock()) {
                            try {
                                return move(from, to, amount);
                            } finally {
                                b.unlock();
                            }
                        }
                    } finally {
                        a.unlock();
                    }
                }
                LockSupport.parkNanos(pause);
                pause = Math.min(pause * 2, 1_000_000);
            }
        }
    }

    static final class Ordered extends Locked {
        @Override
        public boolean transfer(int from, int to, long amount) {
            Account first = accounts[Math.min(from, to)];
            Account second = accounts[Math.max(from, to)];
            synchronized (first) {
                synchronized (second) {
                    return move(from, to, amount);
                }
            }
        }
    }

    static final class Coarse extends Locked {
        @Override
        public synchronized boolean transfer(int from, int to, long amount) {
            return move(from, to, amount);
        }
    }

    static final class Atomic implements Bank {
        final AtomicLongArray balances = new AtomicLongArray(ACCOUNTS);

        Atomic() {
            for (int i = 0; i < ACCOUNTS; i++) {
                balances.set(i, 1000);
            }
        }

        @Override
        public boolean transfer(int from, int to, long amount) {
            while (true) {
                long b = balances.get(from);
                if (b < amount) {
                    return false;
                }
                if (balances.compareAndSet(from, b, b - amount)) {
                    balances.addAndGet(to, amount);
                    return true;
                }
            }
        }

        @Override
        public long[] balances() {
            long[] out = new long[ACCOUNTS];
            Arrays.setAll(out, balances::get);
            return out;
        }
    }

    // Optimistic: the whole state is one immutable array behind a reference, replaced or retried.
    static final class Optimistic implements Bank {
        final AtomicReference<long[]> state;

        Optimistic() {
            long[] start = new long[ACCOUNTS];
            Arrays.fill(start, 1000);
            state = new AtomicReference<>(start);
        }

        @Override
        public boolean transfer(int from, int to, long amount) {
            while (true) {
                long[] old = state.get();
                if (old[from] < amount) {
                    return false;
                }
                long[] next = old.clone();
                next[from] -= amount;
                next[to] += amount;
                if (state.compareAndSet(old, next)) {
                    return true;
                }
            }
        }

        @Override
        public long[] balances() {
            return state.get();
        }
    }

    // Two threads that would deadlock with plain locks: each holds its first and meets the other at the second.
    static void crossing() throws Exception {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        java.util.concurrent.CyclicBarrier both = new java.util.concurrent.CyclicBarrier(2);
        String[] out = new String[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                ReentrantLock first = id == 0 ? left : right;
                ReentrantLock second = id == 0 ? right : left;
                try {
                    first.lock();
                    both.await();
                    boolean got = second.tryLock();
                    both.await();
                    first.unlock();
                    out[id] = "second while crossed " + got;
                } catch (Exception e) {
                    out[id] = e.toString();
                }
            });
            threads[i].start();
        }
        threads[0].join();
        threads[1].join();
        System.out.println(Arrays.toString(out));
    }

    public static void main(String[] args) throws Exception {
        run("tryLock", new TryLock());
        run("ordered", new Ordered());
        run("coarse", new Coarse());
        run("atomic", new Atomic());
        run("optimistic", new Optimistic());
        crossing();
    }
}

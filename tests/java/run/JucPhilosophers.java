// Dining philosophers in five ways that cannot deadlock: ordered forks, a waiter, tryLock with back-off, a monitor
// over states, and forks that are messages (Chandy and Misra).

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class JucPhilosophers {
    static final int N = 5;
    static final int MEALS = 25;

    interface Table {
        void take(int i) throws InterruptedException;

        void put(int i) throws InterruptedException;
    }

    // Whoever eats must be alone with both forks.
    static void dine(String name, Table table) throws Exception {
        int[] eaten = new int[N];
        int[] forkUsers = new int[N];
        int[] clashes = new int[N];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    for (int m = 0; m < MEALS; m++) {
                        table.take(id);
                        int left = id;
                        int right = (id + 1) % N;
                        forkUsers[left]++;
                        forkUsers[right]++;
                        if (forkUsers[left] != 1 || forkUsers[right] != 1) {
                            clashes[id]++;
                        }
                        eaten[id]++;
                        if (m % 5 == 0) {
                            Thread.yield();
                        }
                        forkUsers[left]--;
                        forkUsers[right]--;
                        table.put(id);
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
        System.out.println(name + ": eaten " + Arrays.toString(eaten) + " clashes " + Arrays.stream(clashes).sum());
    }

    static Table ordered() {
        Object[] forks = new Object[N];
        boolean[] taken = new boolean[N];
        Arrays.setAll(forks, i -> new Object());
        return new Table() {
            private void grab(int f) throws InterruptedException {
                synchronized (forks[f]) {
                    while (taken[f]) {
                        forks[f].wait();
                    }
                    taken[f] = true;
                }
            }

            private void drop(int f) {
                synchronized (forks[f]) {
                    taken[f] = false;
                    forks[f].notify();
                }
            }

            @Override
            public void take(int i) throws InterruptedException {
                int r = (i + 1) % N;
                grab(Math.min(i, r));
                grab(Math.max(i, r));
            }

            @Override
            public void put(int i) {
                drop(i);
                drop((i + 1) % N);
            }
        };
    }

    static Table waiter() {
        Semaphore seats = new Semaphore(N - 1, true);
        ReentrantLock[] forks = new ReentrantLock[N];
        Arrays.setAll(forks, i -> new ReentrantLock());
        return new Table() {
            @Override
            public void take(int i) throws InterruptedException {
                seats.acquire();
                forks[i].lock();
                forks[(i + 1) % N].lock();
            }

            @Override
            public void put(int i) {
                forks[(i + 1) % N].unlock();
                forks[i].unlock();
                seats.release();
            }
        };
    }

    static Table backOff() {
        ReentrantLock[] forks = new ReentrantLock[N];
        Arrays.setAll(forks, i -> new ReentrantLock());
        return new Table() {
            @Override
            public void take(int i) throws InterruptedException {
                ReentrantLock left = forks[i];
                ReentrantLock right = forks[(i + 1) % N];
                for (int attempt = 0;; attempt++) {
                    if (left.tryLock(1, TimeUnit.MILLISECONDS)) {
                        if (right.tryLock()) {
                            return;
                        }
                        left.unlock();
                    }
                    // Different pauses for different philosophers, so that the same five do not meet again in step.
                    LockSupport.parkNanos(1000L * (1 + (i * 7 + attempt * 3) % 11));
                }
            }

            @Override
            public void put(int i) {
                forks[(i + 1) % N].unlock();
                forks[i].unlock();
            }
        };
    }

    static Table monitor() {
        ReentrantLock lock = new ReentrantLock();
        Condition[] canEat = new Condition[N];
        Arrays.setAll(canEat, i -> lock.newCondition());
        boolean[] eating = new boolean[N];
        boolean[] hungry = new boolean[N];
        return new Table() {
            private void test(int i) {
                if (hungry[i] && !eating[(i + N - 1) % N] && !eating[(i + 1) % N]) {
                    hungry[i] = false;
                    eating[i] = true;
                    canEat[i].signal();
                }
            }

            @Override
            public void take(int i) throws InterruptedException {
                lock.lock();
                try {
                    hungry[i] = true;
                    test(i);
                    while (!eating[i]) {
                        canEat[i].await();
                    }
                } finally {
                    lock.unlock();
                }
            }

            @Override
            public void put(int i) {
                lock.lock();
                try {
                    eating[i] = false;
                    test((i + N - 1) % N);
                    test((i + 1) % N);
                } finally {
                    lock.unlock();
                }
            }
        };
    }

    // A fork is dirty after use; a dirty fork must be cleaned and given to the neighbour who asks.
    static Table chandyMisra() {
        int[] holder = new int[N];
        boolean[] dirty = new boolean[N];
        boolean[] eating = new boolean[N];
        for (int f = 0; f < N; f++) {
            // Fork f lies between f - 1 and f; all dirty, with the lower number: an acyclic start.
            holder[f] = f == 0 ? 0 : f - 1;
            dirty[f] = true;
        }
        return new Table() {
            private boolean obtain(int f, int me) {
                if (holder[f] == me) {
                    return true;
                }
                if (dirty[f] && !eating[holder[f]]) {
                    holder[f] = me;
                    dirty[f] = false;
                    return true;
                }
                return false;
            }

            @Override
            public synchronized void take(int i) throws InterruptedException {
                int right = (i + 1) % N;
                // Not short-circuited: a fork obtained clean is kept while the other is awaited.
                while (!(obtain(i, i) & obtain(right, i))) {
                    wait();
                }
                eating[i] = true;
            }

            @Override
            public synchronized void put(int i) {
                eating[i] = false;
                dirty[i] = true;
                dirty[(i + 1) % N] = true;
                notifyAll();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        dine("ordered", ordered());
        dine("waiter", waiter());
        dine("back-off", backOff());
        dine("monitor", monitor());
        dine("messages", chandyMisra());
    }
}

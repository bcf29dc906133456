// The textbook monitors on wait and notifyAll: bounded buffer, semaphore, barrier, read-write lock, latch,
// alternation, a rendezvous. Each is checked by what may never happen and by what must come out.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

public class JucMonitorBuffers {
    interface Body {
        void run(int id) throws InterruptedException;
    }

    static void together(int n, Body body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    body.run(id);
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
    }

    static final class Buffer {
        private final Queue<Integer> items = new ArrayDeque<>();
        private final int capacity;
        private int most;

        Buffer(int capacity) {
            this.capacity = capacity;
        }

        synchronized void put(int v) throws InterruptedException {
            while (items.size() == capacity) {
                wait();
            }
            items.add(v);
            most = Math.max(most, items.size());
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            int v = items.remove();
            notifyAll();
            return v;
        }
    }

    static void buffer(int capacity) throws Exception {
        Buffer b = new Buffer(capacity);
        long[] sums = new long[2];
        together(5, id -> {
            if (id < 3) {
                for (int k = 0; k < 60; k++) {
                    b.put(id * 100 + k);
                }
            } else {
                for (int k = 0; k < 90; k++) {
                    sums[id - 3] += b.take();
                }
            }
        });
        System.out.println("buffer of " + capacity + " sum " + (sums[0] + sums[1]) + " within "
                + (b.most <= capacity) + " left " + b.items);
    }

    static final class Permits {
        private int free;

        Permits(int free) {
            this.free = free;
        }

        synchronized void acquire() throws InterruptedException {
            while (free == 0) {
                wait();
            }
            free--;
        }

        synchronized void release() {
            free++;
            notify();
        }
    }

    static void semaphore() throws Exception {
        Permits p = new Permits(2);
        int[] inside = new int[2];
        Object guard = new Object();
        together(6, id -> {
            for (int k = 0; k < 30; k++) {
                p.acquire();
                synchronized (guard) {
                    inside[1] = Math.max(inside[1], ++inside[0]);
                }
                Thread.yield();
                synchronized (guard) {
                    inside[0]--;
                }
                p.release();
            }
        });
        System.out.println("semaphore within " + (inside[1] <= 2) + " free " + p.free);
    }

    static final class Barrier {
        private final int parties;
        private int waiting;
        private int generation;

        Barrier(int parties) {
            this.parties = parties;
        }

        synchronized int await() throws InterruptedException {
            int mine = generation;
            if (++waiting == parties) {
                waiting = 0;
                generation++;
                notifyAll();
                return mine;
            }
            while (mine == generation) {
                wait();
            }
            return mine;
        }
    }

    static void barrier() throws Exception {
        int n = 4;
        Barrier b = new Barrier(n);
        int[] progress = new int[n];
        boolean[] ok = new boolean[n];
        together(n, id -> {
            boolean good = true;
            for (int r = 0; r < 25; r++) {
                progress[id] = r;
                good &= b.await() == 2 * r;
                for (int other = 0; other < n; other++) {
                    good &= progress[other] == r;
                }
                good &= b.await() == 2 * r + 1;
            }
            ok[id] = good;
        });
        System.out.println("barrier " + Arrays.toString(ok) + " generation " + b.generation);
    }

    static final class ReadWrite {
        private int readers;
        private int waitingWriters;
        private boolean writing;

        synchronized void lockRead() throws InterruptedException {
            while (writing || waitingWriters > 0) {
                wait();
            }
            readers++;
        }

        synchronized void unlockRead() {
            if (--readers == 0) {
                notifyAll();
            }
        }

        synchronized void lockWrite() throws InterruptedException {
            waitingWriters++;
            while (writing || readers > 0) {
                wait();
            }
            waitingWriters--;
            writing = true;
        }

        synchronized void unlockWrite() {
            writing = false;
            notifyAll();
        }
    }

    static void readWrite() throws Exception {
        ReadWrite l = new ReadWrite();
        int[] pair = new int[2];
        int[] torn = new int[1];
        together(5, id -> {
            for (int k = 0; k < 40; k++) {
                if (id < 2) {
                    l.lockWrite();
                    pair[0]++;
                    Thread.yield();
                    pair[1]++;
                    l.unlockWrite();
                } else {
                    l.lockRead();
                    if (pair[0] != pair[1]) {
                        torn[0]++;
                    }
                    l.unlockRead();
                }
            }
        });
        System.out.println("read-write " + Arrays.toString(pair) + " torn " + torn[0]);
    }

    static void alternation() throws Exception {
        Object m = new Object();
        int n = 3;
        int[] turn = new int[1];
        StringBuilder out = new StringBuilder();
        together(n, id -> {
            for (int k = 0; k < 4; k++) {
                synchronized (m) {
                    while (turn[0] % n != id) {
                        m.wait();
                    }
                    out.append((char) ('A' + id)).append(k);
                    turn[0]++;
                    m.notifyAll();
                }
            }
        });
        System.out.println(out);
    }

    static final class Rendezvous {
        private Object item;
        private boolean full;

        synchronized void give(Object o) throws InterruptedException {
            while (full) {
                wait();
            }
            item = o;
            full = true;
            notifyAll();
            while (full && item == o) {
                wait();
            }
        }

        synchronized Object take() throws InterruptedException {
            while (!full) {
                wait();
            }
            Object o = item;
            item = null;
            full = false;
            notifyAll();
            return o;
        }
    }

    static void rendezvous() throws Exception {
        Rendezvous r = new Rendezvous();
        StringBuilder got = new StringBuilder();
        together(2, id -> {
            for (int k = 0; k < 10; k++) {
                if (id == 0) {
                    r.give(new StringBuilder("item").append(k));
                } else {
                    got.append(r.take()).append(' ');
                }
            }
        });
        System.out.println(got.toString().trim());
    }

    // Even and odd numbers by two threads, zero by a third: each wakes only the right one through its own flag.
    static void zeroEvenOdd() throws Exception {
        Object m = new Object();
        int[] state = {0, 1};
        StringBuilder out = new StringBuilder();
        int last = 9;
        together(3, id -> {
            for (int k = id == 0 ? 1 : id; k <= last; k += id == 0 ? 1 : 2) {
                synchronized (m) {
                    while (id == 0 ? state[0] != 0 : state[0] != id || state[1] != k) {
                        m.wait();
                    }
                    out.append(id == 0 ? 0 : k);
                    if (id == 0) {
                        state[0] = state[1] % 2 == 1 ? 1 : 2;
                    } else {
                        state[1]++;
                        state[0] = 0;
                    }
                    m.notifyAll();
                }
            }
        });
        System.out.println(out);
    }

    public static void main(String[] args) throws Exception {
        buffer(1);
        buffer(4);
        semaphore();
        barrier();
        readWrite();
        alternation();
        rendezvous();
        zeroEvenOdd();
    }
}

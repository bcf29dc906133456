// CountDownLatch as starting gun, as finish line, as chain; timed and interrupted waits; what a used latch does.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucCountDownLatch {
    static void gunAndLine() throws Exception {
        int n = 6;
        CountDownLatch gun = new CountDownLatch(1);
        CountDownLatch ready = new CountDownLatch(n);
        CountDownLatch line = new CountDownLatch(n);
        AtomicInteger early = new AtomicInteger();
        boolean[] fired = new boolean[1];
        long[] results = new long[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            new Thread(() -> {
                try {
                    ready.countDown();
                    gun.await();
                    if (!fired[0]) {
                        early.incrementAndGet();
                    }
                    for (int k = 1; k <= 100; k++) {
                        results[id] += (long) k * (id + 1);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    line.countDown();
                }
            }).start();
        }
        ready.await();
        System.out.println("before the gun " + gun.getCount() + " line " + line.getCount());
        fired[0] = true;
        gun.countDown();
        line.await();
        // results is plain memory: the latch alone makes it visible.
        System.out.println("early " + early + " results " + java.util.Arrays.toString(results) + " line "
                + line.getCount());
    }

    static void chain() throws Exception {
        int n = 8;
        StringBuilder out = new StringBuilder();
        CountDownLatch[] links = new CountDownLatch[n + 1];
        for (int i = 0; i <= n; i++) {
            links[i] = new CountDownLatch(1);
        }
        // Started in the order opposite to the one in which they may run.
        for (int i = n - 1; i >= 0; i--) {
            int id = i;
            new Thread(() -> {
                try {
                    links[id].await();
                    out.append(id).append(id < n - 1 ? "->" : "\n");
                    links[id + 1].countDown();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        links[0].countDown();
        links[n].await();
        System.out.print(out);
    }

    static void numbers() throws Exception {
        CountDownLatch l = new CountDownLatch(3);
        System.out.println(l.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println("timed " + l.await(2, TimeUnit.MILLISECONDS) + " zero " + l.await(0, TimeUnit.DAYS)
                + " negative " + l.await(-1, TimeUnit.DAYS));
        for (int i = 0; i < 5; i++) {
            l.countDown();
            System.out.print(l.getCount() + " ");
        }
        System.out.println();
        l.await();
        System.out.println("open stays open " + l.await(0, TimeUnit.SECONDS) + " "
                + l.toString().replaceAll("@[0-9a-f]+", "@"));
        CountDownLatch open = new CountDownLatch(0);
        open.await();
        System.out.println("zero latch " + open.getCount());
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    static void interruption() throws Exception {
        CountDownLatch l = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        String[] out = new String[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    if (id % 2 == 0) {
                        l.await();
                        out[id] = "passed";
                    } else {
                        out[id] = "passed " + l.await(1, TimeUnit.HOURS);
                    }
                } catch (InterruptedException e) {
                    out[id] = e + " " + Thread.currentThread().isInterrupted();
                }
            });
            threads.add(t);
            t.start();
            while (t.getState() != (id % 2 == 0 ? Thread.State.WAITING : Thread.State.TIMED_WAITING)) {
                Thread.sleep(1);
            }
        }
        threads.get(0).interrupt();
        threads.get(1).interrupt();
        threads.get(0).join();
        threads.get(1).join();
        System.out.println("count untouched " + l.getCount());
        l.countDown();
        for (Thread t : threads) {
            t.join();
        }
        for (String line : out) {
            System.out.println(line);
        }
        Thread.currentThread().interrupt();
        try {
            l.await();
            System.out.println("an open latch does not look at the flag");
        } catch (InterruptedException e) {
            System.out.println("even an open latch throws: " + e + " " + Thread.interrupted());
        }
    }

    static void manyCounters() throws Exception {
        CountDownLatch l = new CountDownLatch(1000);
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int k = 0; k < 250; k++) {
                    l.countDown();
                }
            }).start();
        }
        AtomicInteger through = new AtomicInteger();
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread t = new Thread(() -> {
                try {
                    l.await();
                    through.incrementAndGet();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            waiters.add(t);
            t.start();
        }
        for (Thread t : waiters) {
            t.join();
        }
        System.out.println("through " + through + " count " + l.getCount());
    }

    public static void main(String[] args) throws Exception {
        gunAndLine();
        chain();
        numbers();
        interruption();
        manyCounters();
    }
}

// CyclicBarrier over many generations, with an action, and broken in each way there is: time-out, interrupt, reset, a
// failing action.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucCyclicBarrier {
    static void relaxation() throws Exception {
        int n = 4;
        long[][] cells = new long[2][n + 2];
        cells[0][0] = cells[1][0] = 1000;
        cells[0][n + 1] = cells[1][n + 1] = 200;
        int[] phase = new int[1];
        List<String> log = new ArrayList<>();
        CyclicBarrier b = new CyclicBarrier(n, () -> {
            phase[0]++;
            if (phase[0] % 5 == 0) {
                log.add(phase[0] + " " + Arrays.toString(cells[phase[0] % 2]));
            }
        });
        int[] zeroes = new int[n];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    for (int k = 0; k < 20; k++) {
                        long[] from = cells[k % 2];
                        long[] to = cells[(k + 1) % 2];
                        to[id + 1] = (from[id] + from[id + 2]) / 2;
                        if (b.await() == 0) {
                            zeroes[id]++;
                        }
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        for (String line : log) {
            System.out.println(line);
        }
        System.out.println("phases " + phase[0] + " one last arrival each " + Arrays.stream(zeroes).sum() + " waiting "
                + b.getNumberWaiting() + " parties " + b.getParties() + " broken " + b.isBroken());
    }

    static Thread arrive(CyclicBarrier b, List<String> log, String name) {
        Thread t = new Thread(() -> {
            try {
                log.add(name + " index " + b.await());
            } catch (InterruptedException e) {
                log.add(name + " " + e + " flag " + Thread.currentThread().isInterrupted());
            } catch (BrokenBarrierException e) {
                log.add(name + " " + e);
            }
        }, name);
        t.start();
        return t;
    }

    static void awaitWaiting(CyclicBarrier b, int n) throws InterruptedException {
        while (b.getNumberWaiting() != n) {
            Thread.sleep(1);
        }
    }

    static void finish(String what, CyclicBarrier b, List<String> log, Thread... threads) throws InterruptedException {
        for (Thread t : threads) {
            t.join();
        }
        Collections.sort(log);
        System.out.println(what + ": broken " + b.isBroken() + " waiting " + b.getNumberWaiting());
        for (String line : log) {
            System.out.println("  " + line);
        }
        log.clear();
    }

    static void indices() throws Exception {
        CyclicBarrier b = new CyclicBarrier(4);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            threads[i] = arrive(b, log, "p" + i);
            if (i < 3) {
                awaitWaiting(b, i + 1);
            }
        }
        finish("indices count down", b, log, threads);
    }

    static void brokenByTimeout() throws Exception {
        CyclicBarrier b = new CyclicBarrier(3);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread a = arrive(b, log, "a");
        awaitWaiting(b, 1);
        try {
            b.await(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            log.add("main " + e);
        }
        try {
            b.await();
        } catch (BrokenBarrierException e) {
            log.add("main again " + e);
        }
        finish("time-out", b, log, a);
        b.reset();
        System.out.println("reset heals " + !b.isBroken());
        try {
            b.await(0, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.out.println("zero time-out " + e + " " + b.isBroken());
        }
    }

    static void brokenByInterrupt() throws Exception {
        CyclicBarrier b = new CyclicBarrier(4);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread x = arrive(b, log, "x");
        Thread y = arrive(b, log, "y");
        Thread z = arrive(b, log, "z");
        awaitWaiting(b, 3);
        y.interrupt();
        finish("interrupt", b, log, x, y, z);
        b.reset();
        Thread.currentThread().interrupt();
        try {
            b.await();
        } catch (InterruptedException e) {
            System.out.println("interrupted before " + e + " broken " + b.isBroken());
        }
    }

    static void brokenByReset() throws Exception {
        CyclicBarrier b = new CyclicBarrier(3);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread x = arrive(b, log, "x");
        Thread y = arrive(b, log, "y");
        awaitWaiting(b, 2);
        b.reset();
        finish("reset", b, log, x, y);
        Thread[] all = {arrive(b, log, "r"), arrive(b, log, "s"), arrive(b, log, "t")};
        for (Thread t : all) {
            t.join();
        }
        System.out.println("works again " + log.size() + " " + b.isBroken());
    }

    static void brokenByAction() throws Exception {
        int[] runs = new int[1];
        CyclicBarrier b = new CyclicBarrier(2, () -> {
            if (++runs[0] == 2) {
                throw new IllegalStateException("action " + runs[0]);
            }
        });
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread first = arrive(b, log, "first");
        awaitWaiting(b, 1);
        System.out.println("main index " + b.await());
        first.join();
        Thread second = arrive(b, log, "second");
        awaitWaiting(b, 1);
        try {
            b.await();
        } catch (IllegalStateException e) {
            log.add("main gets the action's own " + e);
        }
        finish("action", b, log, second);
    }

    static void constructors() throws Exception {
        for (int bad : new int[] {0, -3}) {
            try {
                new CyclicBarrier(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(bad + " " + e);
            }
        }
        int[] runs = new int[1];
        CyclicBarrier alone = new CyclicBarrier(1, () -> runs[0]++);
        for (int i = 0; i < 3; i++) {
            alone.await();
        }
        System.out.println("alone " + runs[0]);
    }

    public static void main(String[] args) throws Exception {
        relaxation();
        indices();
        brokenByTimeout();
        brokenByInterrupt();
        brokenByReset();
        brokenByAction();
        constructors();
    }
}

// Monitors: ping-pong by wait and notify, reentrancy, nested locks, exceptions releasing locks, static and instance synchronized methods, illegal states, bounded buffer, timed waits.
import java.util.*;

public class Monitors {
    static class PingPong {
        boolean ping = true;
        final StringBuilder out = new StringBuilder();
        synchronized void play(boolean mine, String s, int n) {
            for (int i = 0; i < n; i++) {
                while (ping != mine) try {
                        wait();
                    } catch (InterruptedException e) { return; }
                out.append(s).append(i).append(' ');
                ping = !mine;
                notifyAll();
            }
        }
    }
    static class Buffer<T> {
        final ArrayDeque<T> q = new ArrayDeque<>();
        final int cap;
        Buffer(int c) { cap = c; }
        synchronized void put(T t) throws InterruptedException {
            while (q.size() == cap) wait();
            q.add(t);
            notifyAll();
        }
        synchronized T take() throws InterruptedException {
            while (q.isEmpty()) wait();
            T t = q.remove();
            notifyAll();
            return t;
        }
    }
    static class Counter {
        static int total;
        int mine;
        static synchronized void s() { total++; }
        synchronized void i() {
            mine++;
            i2();
        }
        synchronized void i2() { mine++; }
        synchronized int fail() { throw new IllegalStateException("in synchronized"); }
        synchronized static boolean holds() { return Thread.holdsLock(Counter.class); }
    }
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " ok");
        } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    static void wait0(Object o) {
        try {
            o.wait();
        } catch (InterruptedException e) {}
    }
    public static void main(String[] args) throws Exception {
        PingPong p = new PingPong();
        Thread a = new Thread(() -> p.play(true, "ping", 20)), b = new Thread(() -> p.play(false, "pong", 20));
        b.start();
        a.start();
        a.join();
        b.join();
        System.out.println(p.out);
        Buffer<Integer> buf = new Buffer<>(3);
        long[] sums = new long[2];
        Thread[] ts = new Thread[6];
        for (int i = 0; i < 3; i++) {
            int base = i * 1000;
            ts[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 100; k++) buf.put(base + k);
                } catch (InterruptedException e) {}
            });
            ts[i + 3] = new Thread(() -> {
                try {
                    long s = 0;
                    for (int k = 0; k < 100; k++) s += buf.take();
                    synchronized (sums) {
                        sums[0] += s;
                        sums[1]++;
                    }
                } catch (InterruptedException e) {}
            });
        }
        for (Thread x : ts) x.start();
        for (Thread x : ts) x.join();
        System.out.println(sums[0] + " " + sums[1] + buf.q.size());
        Counter c = new Counter();
        Thread[] cs = new Thread[4];
        for (int i = 0; i < 4; i++) {
            cs[i] = new Thread(() -> {
                for (int k = 0; k < 500; k++) {
                    Counter.s();
                    c.i();
                }
            });
            cs[i].start();
        }
        for (Thread x : cs) x.join();
        System.out.println(Counter.total + " " + c.mine + Counter.holds() + Thread.holdsLock(Counter.class));
        t("fail", c::fail);
        System.out.println(Thread.holdsLock(c));
        Object o = new Object();
        t("notify", o::notify);
        t("notifyAll", o::notifyAll);
        t("wait", () -> wait0(o));
        t("null monitor", () -> {
            synchronized ((Object) null) {}
        });
        synchronized (o) {
            synchronized (o) {
                synchronized (o) { System.out.println(Thread.holdsLock(o)); }
            }
            System.out.println(Thread.holdsLock(o));
            o.notify();
        }
        System.out.println(Thread.holdsLock(o));
        Thread other = new Thread(() -> t("other notify", () -> {
            synchronized (args) { o.notify(); }
        }));
        synchronized (o) {
            other.start();
            other.join();
        }
        try {
            synchronized (o) { throw new Exception("leaves"); }
        } catch (Exception e) { System.out.println(Thread.holdsLock(o)); }
        int[] got = {0};
        Thread[] ws = new Thread[5];
        for (int i = 0; i < 5; i++) {
            ws[i] = new Thread(() -> {
                synchronized (o) {
                    wait0(o);
                    got[0]++;
                }
            });
            ws[i].start();
            while (ws[i].getState() != Thread.State.WAITING) Thread.sleep(1);
        }
        for (int k = 1; k <= 3; k++) {
            synchronized (o) { o.notify(); }
            while (true) {
                synchronized (o) {
                    if (got[0] == k) break;
                }
                Thread.sleep(1);
            }
        }
        System.out.println(got[0]);
        synchronized (o) { o.notifyAll(); }
        for (Thread x : ws) x.join();
        System.out.println(got[0]);
        synchronized (o) {
            long t0 = System.nanoTime();
            o.wait(10);
            System.out.println(System.nanoTime() - t0 >= 9_000_000);
            try {
                o.wait(-5);
            } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
            try {
                o.wait(1, -1);
            } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        }
        Object l1 = new Object(), l2 = new Object();
        Thread nested = new Thread(() -> {
            synchronized (l1) {
                synchronized (l2) {
                    try {
                        l2.wait();
                    } catch (InterruptedException e) {}
                    System.out.println(Thread.holdsLock(l1) + " " + Thread.holdsLock(l2));
                }
            }
        });
        nested.start();
        while (nested.getState() != Thread.State.WAITING) Thread.sleep(1);
        synchronized (l2) {
            l2.notify();
            System.out.println("l2 was free");
        }
        nested.join();
        Thread rec = new Thread(() -> {
            synchronized (o) {
                synchronized (o) {
                    wait0(o);
                    System.out.println("depth restored " + Thread.holdsLock(o));
                }
                System.out.println(Thread.holdsLock(o));
            }
            System.out.println(Thread.holdsLock(o));
        });
        rec.start();
        while (rec.getState() != Thread.State.WAITING) Thread.sleep(1);
        synchronized (o) { o.notifyAll(); }
        rec.join();
        synchronized (Class.class) {
            synchronized ("literal") {
                synchronized (new int[0]) {
                    System.out.println(Thread.holdsLock(Class.class) && Thread.holdsLock("literal"));
                }
            }
        }
        StringBuffer order = new StringBuffer();
        Object turn = new Object();
        int[] next = {0};
        Thread[] rr = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int me = i;
            rr[i] = new Thread(() -> {
                for (int k = 0; k < 3; k++) synchronized (turn) {
                        while (next[0] % 4 != me) wait0(turn);
                        order.append(me);
                        next[0]++;
                        turn.notifyAll();
                    }
            });
            rr[i].start();
        }
        for (Thread x : rr) x.join();
        System.out.println(order);
        t("illegal unlock", () -> {
            synchronized (o) { throw new RuntimeException("propagates"); }
        });
    }
}

// ArrayBlockingQueue and LinkedBlockingQueue through the same paces: the four ways to fail, blocking at both ends,
// draining, fairness, poison pills.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class JucBlockingQueues {
    interface Attempt {
        Object run() throws Exception;
    }

    static void attempt(String what, Attempt a) {
        try {
            System.out.println("  " + what + ": " + a.run());
        } catch (Exception e) {
            System.out.println("  " + what + ": " + e);
        }
    }

    static void awaitState(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
    }

    static void interfaceOf(BlockingQueue<String> q) throws Exception {
        System.out.println(q.getClass().getSimpleName() + " capacity " + q.remainingCapacity());
        attempt("poll", q::poll);
        attempt("timed poll", () -> q.poll(1, TimeUnit.MILLISECONDS));
        attempt("peek", q::peek);
        attempt("element", q::element);
        attempt("remove", q::remove);
        attempt("add null", () -> q.add(null));
        q.put("a");
        q.add("b");
        attempt("offer", () -> q.offer("c"));
        attempt("offer to full", () -> q.offer("d"));
        attempt("timed offer to full", () -> q.offer("d", 1, TimeUnit.MILLISECONDS));
        attempt("add to full", () -> q.add("d"));
        System.out.println("  " + q + " " + q.size() + " " + q.remainingCapacity() + " " + q.peek() + " "
                + q.contains("b") + " " + Arrays.toString(q.toArray(new String[0])));
        attempt("drain to itself", () -> q.drainTo(q));
        List<String> some = new ArrayList<>();
        System.out.println("  drained " + q.drainTo(some, 2) + " " + some + " then " + q.take() + " " + q.isEmpty() + " "
                + q.drainTo(some));
        for (int i = 0; i < 7; i++) {
            q.offer("r" + i);
            if (i % 2 == 0) {
                q.poll();
            }
        }
        System.out.println("  wrapped " + q + " " + q.remove("r5") + " " + q.remove("r5") + " " + q);
        q.removeIf(s -> s.equals("r4"));
        q.offer("s1");
        q.offer("s2");
        StringBuilder out = new StringBuilder();
        for (Iterator<String> it = q.iterator(); it.hasNext();) {
            String s = it.next();
            out.append(s).append(' ');
            if (s.equals("s1")) {
                it.remove();
                q.offer("late");
            }
        }
        System.out.println("  iterated " + out + "left " + q);
        q.clear();
        System.out.println("  cleared " + q + " " + q.remainingCapacity());
    }

    static void blocking(BlockingQueue<String> q) throws Exception {
        String[] got = new String[4];
        Thread taker = new Thread(() -> {
            try {
                got[0] = q.take();
                got[1] = q.poll(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        awaitState(taker, Thread.State.WAITING);
        q.put("first");
        awaitState(taker, Thread.State.TIMED_WAITING);
        q.put("second");
        taker.join();
        for (int i = 0; i < 3; i++) {
            q.put("fill" + i);
        }
        Thread putter = new Thread(() -> {
            try {
                q.put("put");
                got[2] = "timed offer " + q.offer("offered", 1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        putter.start();
        awaitState(putter, Thread.State.WAITING);
        String a = q.take();
        awaitState(putter, Thread.State.TIMED_WAITING);
        String b = q.take();
        putter.join();
        System.out.println("  blocking " + Arrays.toString(got) + " " + a + " " + b + " " + q);
        Thread stuck = new Thread(() -> {
            try {
                q.put("never");
            } catch (InterruptedException e) {
                got[3] = e + " " + Thread.currentThread().isInterrupted();
            }
        });
        stuck.start();
        awaitState(stuck, Thread.State.WAITING);
        stuck.interrupt();
        stuck.join();
        q.clear();
        Thread hungry = new Thread(() -> {
            try {
                q.take();
            } catch (InterruptedException e) {
                got[0] = e + " " + Thread.currentThread().isInterrupted();
            }
        });
        hungry.start();
        awaitState(hungry, Thread.State.WAITING);
        hungry.interrupt();
        hungry.join();
        Thread.currentThread().interrupt();
        try {
            q.put("flagged");
        } catch (InterruptedException e) {
            System.out.println("  " + got[3] + ", " + got[0] + ", put with the flag up " + e + " " + q);
        }
    }

    static void pipeline(BlockingQueue<Integer> q, int producers, int consumers, int each) throws Exception {
        List<Thread> threads = new ArrayList<>();
        long[] sums = new long[consumers];
        int[] counts = new int[consumers];
        for (int c = 0; c < consumers; c++) {
            int id = c;
            threads.add(new Thread(() -> {
                try {
                    for (int v; (v = q.take()) >= 0;) {
                        sums[id] += v;
                        counts[id]++;
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        List<Thread> makers = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int base = p * each;
            makers.add(new Thread(() -> {
                try {
                    for (int i = 0; i < each; i++) {
                        q.put(base + i);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        threads.forEach(Thread::start);
        makers.forEach(Thread::start);
        for (Thread t : makers) {
            t.join();
        }
        for (int c = 0; c < consumers; c++) {
            q.put(-1);
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("  pipeline " + Arrays.stream(counts).sum() + " " + Arrays.stream(sums).sum() + " left " + q);
    }

    static void fair() throws Exception {
        ArrayBlockingQueue<String> q = new ArrayBlockingQueue<>(1, true);
        q.put("first");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String mine = "p" + i;
            Thread t = new Thread(() -> {
                try {
                    q.put(mine);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
            awaitState(t, Thread.State.WAITING);
        }
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            order.add(q.take());
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("fair " + order);
    }

    static void constructors() {
        attempt("zero array", () -> new ArrayBlockingQueue<String>(0));
        attempt("zero linked", () -> new LinkedBlockingQueue<String>(0));
        attempt("too small", () -> new ArrayBlockingQueue<>(2, false, List.of(1, 2, 3)));
        attempt("from a collection", () -> new ArrayBlockingQueue<>(4, true, List.of(1, 2, 3)));
        attempt("linked", () -> new LinkedBlockingQueue<>(List.of(3, 2, 1)) + " "
                + new LinkedBlockingQueue<>().remainingCapacity());
        attempt("null inside", () -> new LinkedBlockingQueue<>(Collections.singletonList(null)));
    }

    public static void main(String[] args) throws Exception {
        interfaceOf(new ArrayBlockingQueue<>(3));
        blocking(new ArrayBlockingQueue<>(3));
        pipeline(new ArrayBlockingQueue<>(2), 3, 2, 80);
        pipeline(new ArrayBlockingQueue<>(5, true), 2, 3, 40);
        interfaceOf(new LinkedBlockingQueue<>(3));
        blocking(new LinkedBlockingQueue<>(3));
        pipeline(new LinkedBlockingQueue<>(), 3, 2, 80);
        pipeline(new LinkedBlockingQueue<>(1), 2, 2, 60);
        fair();
        constructors();
    }
}

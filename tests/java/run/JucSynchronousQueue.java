// SynchronousQueue, fair and not: every put meets its take. A queue that is always empty, even when threads wait in
// it.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class JucSynchronousQueue {
    static void awaitState(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
    }

    static void empty(boolean fair) throws Exception {
        SynchronousQueue<String> q = new SynchronousQueue<>(fair);
        System.out.println(q.offer("x") + " " + q.poll() + " " + q.peek() + " " + q.size() + " " + q.isEmpty() + " "
                + q.remainingCapacity() + " " + q.contains("x") + " " + q + " " + q.iterator().hasNext() + " "
                + q.toArray().length + " " + q.drainTo(new ArrayList<>()));
        System.out.println(q.offer("x", 1, TimeUnit.MILLISECONDS) + " " + q.poll(1, TimeUnit.MILLISECONDS));
        try {
            q.add("x");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            q.put(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
    }

    static void waitingTaker(boolean fair) throws Exception {
        SynchronousQueue<String> q = new SynchronousQueue<>(fair);
        String[] got = new String[2];
        Thread taker = new Thread(() -> {
            try {
                got[0] = q.take();
            } catch (InterruptedException e) {
                got[0] = e.toString();
            }
        });
        taker.start();
        awaitState(taker, Thread.State.WAITING);
        System.out.println("offer to a waiting taker " + q.offer("given"));
        taker.join();
        Thread putter = new Thread(() -> {
            try {
                q.put("handed");
                got[1] = "done";
            } catch (InterruptedException e) {
                got[1] = e.toString();
            }
        });
        putter.start();
        awaitState(putter, Thread.State.WAITING);
        System.out.println("size with a waiting putter " + q.size() + " peek " + q.peek() + " poll " + q.poll());
        putter.join();
        System.out.println(Arrays.toString(got));
        Thread stuck = new Thread(() -> {
            try {
                q.put("nobody");
            } catch (InterruptedException e) {
                got[1] = e.toString();
            }
        });
        stuck.start();
        awaitState(stuck, Thread.State.WAITING);
        stuck.interrupt();
        stuck.join();
        System.out.println("interrupted " + got[1] + ", nothing left " + q.poll());
    }

    // Fair means first in first out, the other kind is a stack.
    static void order(boolean fair) throws Exception {
        SynchronousQueue<Integer> q = new SynchronousQueue<>(fair);
        List<Thread> putters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int v = i;
            Thread t = new Thread(() -> {
                try {
                    q.put(v);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            putters.add(t);
            t.start();
            awaitState(t, Thread.State.WAITING);
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            order.add(q.take());
        }
        System.out.println((fair ? "fair " : "stack ") + order + " drained " + q.drainTo(order) + " " + order);
        for (Thread t : putters) {
            t.join();
        }
    }

    static void traffic(boolean fair) throws Exception {
        SynchronousQueue<Integer> q = new SynchronousQueue<>(fair);
        AtomicLong sum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < 60; k++) {
                        q.put(id * 100 + k);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int t = 0; t < 2; t++) {
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < 90; k++) {
                        sum.addAndGet(q.take());
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
        System.out.println("traffic " + sum);
    }

    static void relay() throws Exception {
        int stages = 5;
        List<SynchronousQueue<Integer>> pipes = new ArrayList<>();
        for (int i = 0; i <= stages; i++) {
            pipes.add(new SynchronousQueue<>(i % 2 == 0));
        }
        for (int i = 0; i < stages; i++) {
            SynchronousQueue<Integer> in = pipes.get(i);
            SynchronousQueue<Integer> out = pipes.get(i + 1);
            int add = i;
            Thread t = new Thread(() -> {
                try {
                    while (true) {
                        out.put(in.take() * 2 + add);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            t.setDaemon(true);
            t.start();
        }
        List<Integer> results = new ArrayList<>();
        Thread sink = new Thread(() -> {
            try {
                for (int i = 0; i < 8; i++) {
                    results.add(pipes.get(stages).take());
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        sink.start();
        for (int i = 0; i < 8; i++) {
            pipes.get(0).put(i);
        }
        sink.join();
        System.out.println("relay " + results);
    }

    static void inAPool() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, 3, 1, TimeUnit.HOURS, new SynchronousQueue<>());
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        java.util.concurrent.CountDownLatch hold = new java.util.concurrent.CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            int id = i;
            try {
                pool.execute(() -> {
                    try {
                        hold.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    log.add("ran " + id);
                });
            } catch (java.util.concurrent.RejectedExecutionException e) {
                log.add("rejected " + id);
            }
        }
        int size = pool.getPoolSize();
        hold.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        Collections.sort(log);
        System.out.println("pool of " + size + " " + log);
    }

    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            empty(fair);
            waitingTaker(fair);
            order(fair);
            traffic(fair);
        }
        relay();
        inAPool();
    }
}

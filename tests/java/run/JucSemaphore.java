// Semaphore: permits as a bound, as a mutex and as a signal; bulk and timed acquisition; fair order; drain and
// reduce.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucSemaphore {
    static final class Shrinking extends Semaphore {
        Shrinking(int permits) {
            super(permits, true);
        }

        void shrink(int by) {
            reducePermits(by);
        }

        List<String> queued() {
            List<String> names = new ArrayList<>();
            for (Thread t : getQueuedThreads()) {
                names.add(t.getName());
            }
            Collections.sort(names);
            return names;
        }
    }

    static void bounded() throws Exception {
        Semaphore s = new Semaphore(3);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    s.acquireUninterruptibly();
                    int now = inside.incrementAndGet();
                    most.accumulateAndGet(now, Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    s.release();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("bounded " + (most.get() <= 3) + " permits " + s.availablePermits() + " inside " + inside);
    }

    static void turns() throws Exception {
        Semaphore[] gates = {new Semaphore(1), new Semaphore(0), new Semaphore(0)};
        StringBuilder out = new StringBuilder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                for (int k = 0; k < 5; k++) {
                    gates[id].acquireUninterruptibly();
                    // Ordered by the semaphores alone: release happens-before acquire.
                    out.append((char) ('a' + id)).append(k).append(id == 2 ? "\n" : " ");
                    gates[(id + 1) % 3].release();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.print(out);
    }

    static void fairOrder() throws Exception {
        Shrinking s = new Shrinking(0);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        int[] wants = {3, 1, 2, 1};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < wants.length; i++) {
            int n = wants[i];
            Thread t = new Thread(() -> {
                s.acquireUninterruptibly(n);
                log.add(Thread.currentThread().getName());
            }, "t" + i + "x" + n);
            threads.add(t);
            t.start();
            while (s.getQueueLength() < i + 1) {
                Thread.sleep(1);
            }
        }
        System.out.println("fair " + s.isFair() + " queued " + s.queued());
        s.release(2);
        // The first in line wants three: the two permits must stay, however many would be glad of them.
        System.out.println("two released, permits " + s.availablePermits() + " log " + log);
        System.out.println("fair timed try " + s.tryAcquire(1, TimeUnit.MILLISECONDS));
        s.release();
        threads.get(0).join();
        s.release();
        threads.get(1).join();
        // One after the other: two that are let go together note it in either order.
        s.release(2);
        threads.get(2).join();
        s.release();
        threads.get(3).join();
        System.out.println("log " + log + " permits " + s.availablePermits());
    }

    static void numbers() throws Exception {
        Shrinking s = new Shrinking(5);
        System.out.println(s.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println("try 3 " + s.tryAcquire(3) + " try 3 " + s.tryAcquire(3) + " left " + s.availablePermits());
        System.out.println("drain " + s.drainPermits() + " again " + s.drainPermits());
        s.shrink(4);
        System.out.println("negative " + s.availablePermits() + " try " + s.tryAcquire());
        s.release(5);
        System.out.println("released " + s.availablePermits() + " try " + s.tryAcquire() + " drain "
                + s.drainPermits());
        Semaphore debt = new Semaphore(-2);
        debt.release();
        System.out.println("debt " + debt.availablePermits() + " " + debt.tryAcquire() + " zero permits "
                + new Semaphore(0).tryAcquire(0));
        for (int bad : new int[] {-1, -5}) {
            try {
                s.release(bad);
            } catch (IllegalArgumentException e) {
                System.out.println("release(" + bad + ") " + e);
            }
            try {
                s.tryAcquire(bad);
            } catch (IllegalArgumentException e) {
                System.out.println("tryAcquire(" + bad + ") " + e);
            }
        }
        Semaphore full = new Semaphore(Integer.MAX_VALUE);
        try {
            full.release();
        } catch (Error e) {
            System.out.println(e);
        }
        Semaphore empty = new Semaphore(Integer.MIN_VALUE);
        System.out.println(empty.availablePermits() + " " + empty.drainPermits() + " " + empty.availablePermits());
    }

    static void interruption() throws Exception {
        Semaphore s = new Semaphore(0);
        String[] out = new String[3];
        Thread a = new Thread(() -> {
            try {
                s.acquire();
            } catch (InterruptedException e) {
                out[0] = "acquire " + e;
            }
        });
        Thread b = new Thread(() -> {
            try {
                s.tryAcquire(2, 1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                out[1] = "tryAcquire " + e;
            }
        });
        Thread c = new Thread(() -> {
            s.acquireUninterruptibly(1);
            out[2] = "uninterruptible, flag " + Thread.currentThread().isInterrupted();
        });
        int n = 0;
        for (Thread t : new Thread[] {a, b, c}) {
            t.start();
            n++;
            while (s.getQueueLength() < n) {
                Thread.sleep(1);
            }
        }
        for (Thread t : new Thread[] {a, b, c}) {
            t.interrupt();
        }
        a.join();
        b.join();
        System.out.println("c waits " + c.isAlive() + " queue " + s.hasQueuedThreads());
        s.release();
        c.join();
        for (String line : out) {
            System.out.println(line);
        }
        System.out.println("timed out " + s.tryAcquire(2, TimeUnit.MILLISECONDS) + " " + s.tryAcquire(0,
                TimeUnit.NANOSECONDS));
    }

    static void handedOver() throws Exception {
        // A permit may be released by a thread that never acquired it.
        Semaphore s = new Semaphore(1);
        s.acquire();
        Thread t = new Thread(() -> s.release(2));
        t.start();
        s.acquire(2);
        t.join();
        System.out.println("handed over, permits " + s.availablePermits());
    }

    public static void main(String[] args) throws Exception {
        bounded();
        turns();
        fairOrder();
        numbers();
        interruption();
        handedOver();
    }
}

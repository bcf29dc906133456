// LockSupport: the single permit, blockers, interrupts, timed parks, and a lock and a queue built on nothing else.

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

public class JucLockSupport {
    static void permits() {
        Thread me = Thread.currentThread();
        LockSupport.unpark(me);
        LockSupport.unpark(me);
        LockSupport.unpark(me);
        LockSupport.park();
        System.out.println("one permit however often given");
        long before = System.nanoTime();
        LockSupport.parkNanos(3_000_000);
        System.out.println("timed park spends its time " + (System.nanoTime() - before >= 1_000_000));
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-10);
        LockSupport.parkUntil(1);
        LockSupport.parkUntil(System.currentTimeMillis() - 1000);
        LockSupport.unpark(null);
        System.out.println("zero, negative, past and null are fine");
        LockSupport.unpark(me);
        LockSupport.parkNanos(3_600_000_000_000L);
        LockSupport.unpark(me);
        LockSupport.parkUntil(System.currentTimeMillis() + 3_600_000);
        System.out.println("a permit ends a timed park at once");
    }

    static void awaitState(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
    }

    static volatile int go;

    static void blockers() throws Exception {
        Object blocker = "the blocker";
        Thread a = new Thread(() -> {
            while (go == 0) {
                LockSupport.park(blocker);
            }
        });
        a.start();
        while (LockSupport.getBlocker(a) == null) {
            Thread.sleep(1);
        }
        awaitState(a, Thread.State.WAITING);
        System.out.println("blocker " + LockSupport.getBlocker(a) + " state " + a.getState());
        go = 1;
        LockSupport.unpark(a);
        a.join();
        System.out.println("blocker after " + LockSupport.getBlocker(a));
        Thread b = new Thread(() -> {
            while (go == 1) {
                LockSupport.parkNanos(blocker, 3_600_000_000_000L);
            }
        });
        b.start();
        awaitState(b, Thread.State.TIMED_WAITING);
        System.out.println("timed " + LockSupport.getBlocker(b) + " " + b.getState());
        go = 2;
        LockSupport.unpark(b);
        b.join();
        try {
            LockSupport.getBlocker(null);
        } catch (NullPointerException e) {
            System.out.println("getBlocker(null) throws");
        }
        LockSupport.setCurrentBlocker("mine");
        System.out.println(LockSupport.getBlocker(Thread.currentThread()));
        LockSupport.setCurrentBlocker(null);
    }

    static void interrupts() throws Exception {
        boolean[] flags = new boolean[3];
        int[] loops = new int[1];
        Thread a = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            flags[0] = Thread.currentThread().isInterrupted();
            // As long as the flag is up, park does not block.
            for (int i = 0; i < 100; i++) {
                LockSupport.park();
                loops[0]++;
            }
            flags[1] = Thread.interrupted();
            flags[2] = Thread.interrupted();
        });
        a.start();
        awaitState(a, Thread.State.WAITING);
        a.interrupt();
        a.join();
        System.out.println("interrupt wakes " + flags[0] + " " + loops[0] + " " + flags[1] + " " + flags[2]);
        Thread.currentThread().interrupt();
        LockSupport.parkNanos(3_600_000_000_000L);
        System.out.println("flag kept " + Thread.interrupted());
    }

    static void unparkBeforeStart() throws Exception {
        boolean[] done = new boolean[1];
        Thread t = new Thread(() -> done[0] = true);
        // No effect is promised for a thread that has not started; it must merely do no harm.
        LockSupport.unpark(t);
        t.start();
        t.join();
        LockSupport.unpark(t);
        System.out.println("done " + done[0]);
    }

    static final class FifoMutex {
        private final AtomicBoolean locked = new AtomicBoolean();
        private final Queue<Thread> waiters = new ConcurrentLinkedQueue<>();

        void lock() {
            boolean wasInterrupted = false;
            Thread current = Thread.currentThread();
            waiters.add(current);
            while (waiters.peek() != current || !locked.compareAndSet(false, true)) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    wasInterrupted = true;
                }
            }
            waiters.remove();
            if (wasInterrupted) {
                current.interrupt();
            }
        }

        void unlock() {
            locked.set(false);
            LockSupport.unpark(waiters.peek());
        }
    }

    static void mutex() throws Exception {
        FifoMutex m = new FifoMutex();
        int[] n = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    m.lock();
                    n[0]++;
                    m.unlock();
                }
            });
            threads.add(t);
            t.start();
        }
        threads.get(2).interrupt();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("mutex " + n[0] + " queue empty " + m.waiters.isEmpty());
    }

    // A rendezvous: the same two threads unpark each other in turn, so that no permit may be lost or doubled.
    static void pingPong() throws Exception {
        AtomicReference<String> ball = new AtomicReference<>("ping");
        StringBuilder out = new StringBuilder();
        Thread[] players = new Thread[2];
        for (int i = 0; i < 2; i++) {
            String mine = i == 0 ? "ping" : "pong";
            String other = i == 0 ? "pong" : "ping";
            int id = i;
            players[i] = new Thread(() -> {
                for (int k = 0; k < 6; k++) {
                    while (!ball.get().equals(mine)) {
                        LockSupport.park(ball);
                    }
                    out.append(mine).append(k).append(' ');
                    ball.set(other);
                    LockSupport.unpark(players[1 - id]);
                }
            });
        }
        players[0].start();
        players[1].start();
        players[0].join();
        players[1].join();
        System.out.println(out.toString().trim());
    }

    public static void main(String[] args) throws Exception {
        permits();
        blockers();
        interrupts();
        unparkBeforeStart();
        mutex();
        pingPong();
    }
}

// Monitors by themselves: nesting and reentrancy, wait releasing every level, notify and notifyAll, timed waits,
// illegal states, static and instance locks, locks on strange objects.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

public class JucMonitors {
    interface Attempt {
        void run() throws Exception;
    }

    static void attempt(String what, Attempt a) {
        try {
            a.run();
            System.out.println(what + ": fine");
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static void illegal() {
        Object m = new Object();
        attempt("wait", m::wait);
        attempt("timed wait", () -> m.wait(5));
        attempt("notify", m::notify);
        attempt("notifyAll", m::notifyAll);
        attempt("negative wait", () -> {
            synchronized (m) {
                m.wait(-1);
            }
        });
        attempt("bad nanos", () -> {
            synchronized (m) {
                m.wait(0, 1_000_000);
            }
        });
        attempt("null monitor", () -> {
            Object none = null;
            synchronized (none) {
                System.out.println("not reached");
            }
        });
        attempt("notify without waiters", () -> {
            synchronized (m) {
                m.notify();
                m.notifyAll();
            }
        });
        attempt("other monitor", () -> {
            synchronized (m) {
                new Object().wait();
            }
        });
    }

    static int depth(Object m, int n) {
        synchronized (m) {
            return n == 0 ? (Thread.holdsLock(m) ? 1 : 0) : depth(m, n - 1) + 1;
        }
    }

    static void reentrant() throws Exception {
        Object m = new Object();
        System.out.println("depth " + depth(m, 500) + " held after " + Thread.holdsLock(m));
        int[] shared = new int[1];
        CountDownLatch waiting = new CountDownLatch(1);
        // wait gives up all three levels at once and takes them all back.
        Thread t = new Thread(() -> {
            synchronized (m) {
                synchronized (m) {
                    synchronized (m) {
                        waiting.countDown();
                        while (shared[0] == 0) {
                            try {
                                m.wait();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                    }
                    shared[0] += Thread.holdsLock(m) ? 10 : 0;
                }
                shared[0] += Thread.holdsLock(m) ? 100 : 0;
            }
            shared[0] += Thread.holdsLock(m) ? 1000 : 0;
        });
        t.start();
        waiting.await();
        synchronized (m) {
            shared[0] = 1;
            m.notifyAll();
        }
        t.join();
        System.out.println("shared " + shared[0]);
    }

    // Monitors are released on every way out of a block.
    static void releasedOnException() {
        Object m = new Object();
        try {
            synchronized (m) {
                throw new IllegalStateException("out");
            }
        } catch (IllegalStateException e) {
            System.out.println("after exception " + Thread.holdsLock(m));
        }
        for (int i = 0; i < 3; i++) {
            synchronized (m) {
                if (i == 0) {
                    continue;
                }
                if (i == 1) {
                    break;
                }
            }
        }
        System.out.println("after break " + Thread.holdsLock(m) + " after return " + returning(m) + " "
                + Thread.holdsLock(m));
        Function<Object, Boolean> nested = x -> {
            synchronized (m) {
                try {
                    synchronized (x) {
                        throw new IllegalArgumentException();
                    }
                } catch (IllegalArgumentException e) {
                    return Thread.holdsLock(m) && !Thread.holdsLock(x);
                }
            }
        };
        System.out.println("inner gone, outer kept " + nested.apply(new Object()));
    }

    static boolean returning(Object m) {
        synchronized (m) {
            return Thread.holdsLock(m);
        }
    }

    static void wakeups() throws Exception {
        Object m = new Object();
        int[] tickets = new int[1];
        List<Integer> woken = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                synchronized (m) {
                    while (tickets[0] == 0) {
                        try {
                            m.wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                    tickets[0]--;
                    woken.add(id);
                }
            });
            threads.add(t);
            t.start();
            while (t.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        synchronized (m) {
            tickets[0] = 1;
            m.notify();
        }
        while (woken.size() < 1) {
            Thread.sleep(1);
        }
        int alive = 0;
        for (Thread t : threads) {
            alive += t.getState() == Thread.State.WAITING ? 1 : 0;
        }
        System.out.println("notify wakes one, waiting " + alive);
        synchronized (m) {
            tickets[0] = 4;
            m.notifyAll();
        }
        for (Thread t : threads) {
            t.join();
        }
        Collections.sort(woken);
        System.out.println("notifyAll wakes the rest " + woken + " tickets " + tickets[0]);
    }

    static void timed() throws Exception {
        Object m = new Object();
        synchronized (m) {
            long before = System.nanoTime();
            m.wait(4);
            m.wait(0, 1);
            System.out.println("timed out " + (System.nanoTime() - before >= 4_000_000) + " held "
                    + Thread.holdsLock(m));
        }
        boolean[] early = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (m) {
                long before = System.nanoTime();
                try {
                    m.wait(3_600_000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                early[0] = System.nanoTime() - before < 1_800_000_000_000L;
            }
        });
        t.start();
        while (t.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        synchronized (m) {
            m.notify();
        }
        t.join();
        System.out.println("notified early " + early[0]);
    }

    static synchronized boolean classLocked() {
        return Thread.holdsLock(JucMonitors.class);
    }

    synchronized boolean instanceLocked() {
        return Thread.holdsLock(this) && !Thread.holdsLock(JucMonitors.class);
    }

    static void strangeLocks() throws Exception {
        System.out.println(classLocked() + " " + new JucMonitors().instanceLocked());
        Object[] locks = {new int[0], "interned", int.class, Thread.currentThread(), new Object[0][0],
            Thread.State.NEW, (Runnable) () -> { }, new RuntimeException()};
        int n = 0;
        for (Object o : locks) {
            synchronized (o) {
                n += Thread.holdsLock(o) ? 1 : 0;
                o.notifyAll();
            }
        }
        System.out.println("locked " + n);
        // Two equal literals are one object and so one monitor.
        String same = "inter" + "ned";
        boolean[] blocked = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (same) {
                blocked[0] = true;
            }
        });
        synchronized (locks[1]) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
            System.out.println("entered while held " + blocked[0]);
        }
        t.join();
        System.out.println("entered after " + blocked[0]);
        // A hash code and a lock share an object's header: both must survive.
        Object o = new Object();
        int h = o.hashCode();
        synchronized (o) {
            synchronized (o) {
                System.out.println("hash kept " + (h == o.hashCode()));
                o.wait(1);
            }
            System.out.println("hash kept " + (h == System.identityHashCode(o)));
        }
    }

    private int value;

    synchronized void add(int n) {
        value += n;
    }

    void addBlock(int n) {
        synchronized (this) {
            value += n;
        }
    }

    static void counting() throws Exception {
        JucMonitors m = new JucMonitors();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                for (int k = 0; k < 400; k++) {
                    if ((k + id) % 2 == 0) {
                        m.add(1);
                    } else {
                        m.addBlock(1);
                    }
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("counted " + m.value);
    }

    public static void main(String[] args) throws Exception {
        illegal();
        reentrant();
        releasedOnException();
        wakeups();
        timed();
        strangeLocks();
        counting();
    }
}

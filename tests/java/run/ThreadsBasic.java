// Thread basics: names, states at known points, priorities, daemon flags, join, interruption of sleep, join and wait, groups, holdsLock, current thread, alive.
import java.util.*;

public class ThreadsBasic {
    static void join(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) { throw new AssertionError(e); }
    }
    static void until(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) Thread.sleep(1);
    }
    public static void main(String[] args) throws Exception {
        Thread m = Thread.currentThread();
        System.out.println(m.getName() + " " + m.getPriority() + m.isDaemon() + m.isAlive()
            + m.getThreadGroup().getName() + m.getState() + m.getId() + m.isInterrupted() + m);
        Thread t = new Thread(()
                                  -> System.out.println("in " + Thread.currentThread().getName() + " "
                                      + Thread.currentThread().getState()),
            "one");
        System.out.println(t.getState() + " " + t.isAlive());
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + t.getThreadGroup());
        try {
            t.start();
        } catch (IllegalThreadStateException e) { System.out.println("no restart " + e.getMessage()); }
        new Thread() {
            @Override
            public void run() {
                System.out.println("subclass " + getName().startsWith("Thread-"));
            }
            @Override
            public synchronized void start() {
                System.out.println("starting");
                super.start();
                join0(this);
            }
            void join0(Thread x) { ThreadsBasic.join(x); }
        }.start();
        t.run();
        Thread named = new Thread("n");
        named.setName("renamed");
        named.setPriority(7);
        named.setDaemon(true);
        // Since JDK 19 the text has the thread's number, which counts the machine's own threads.
        System.out.println(named.toString().replaceAll("#\\d+,", "") + " " + named.getPriority() + named.isDaemon());
        Thread inherit = new Thread(() -> {
            Thread c = new Thread();
            System.out.println(c.isDaemon() + " " + c.getPriority());
        });
        inherit.setDaemon(true);
        inherit.setPriority(3);
        inherit.start();
        inherit.join();
        for (Runnable bad : new Runnable[] {()
                                                -> named.setName(null),
                 () -> named.setPriority(0), () -> new Thread((String) null), () -> m.setDaemon(true)})
            try {
                bad.run();
            } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
        Object lock = new Object();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
                System.out.println("woke");
            } catch (InterruptedException e) {
                System.out.println("sleep " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        until(sleeper, Thread.State.TIMED_WAITING);
        sleeper.interrupt();
        sleeper.join();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("wait " + e.getMessage() + " " + Thread.holdsLock(lock));
                }
            }
        });
        waiter.start();
        until(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        Thread joiner = new Thread(() -> {
            try {
                m.join();
            } catch (InterruptedException e) { System.out.println("join " + e.getMessage()); }
        });
        joiner.start();
        until(joiner, Thread.State.WAITING);
        joiner.interrupt();
        joiner.join();
        Thread pre = new Thread(() -> {
            Thread.currentThread().interrupt();
            System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.currentThread().isInterrupted());
            System.out.println(Thread.interrupted() + " " + Thread.interrupted());
            Thread.currentThread().interrupt();
            try {
                Thread.sleep(0);
                System.out.println("slept");
            } catch (InterruptedException e) { System.out.println("sleep(0) interrupted"); }
            Thread.currentThread().interrupt();
            synchronized (lock) {
                try {
                    lock.wait(10);
                    System.out.println("waited");
                } catch (InterruptedException e) {
                    System.out.println("wait interrupted first " + Thread.interrupted());
                }
            }
            Thread.currentThread().interrupt();
            java.util.concurrent.locks.LockSupport.park();
            System.out.println("park returned " + Thread.interrupted());
        });
        pre.start();
        pre.join();
        Thread blocked;
        synchronized (lock) {
            blocked = new Thread(() -> {
                synchronized (lock) { System.out.println("got it " + Thread.interrupted()); }
            });
            blocked.start();
            until(blocked, Thread.State.BLOCKED);
            blocked.interrupt();
            Thread.sleep(5);
            System.out.println(blocked.getState());
        }
        blocked.join();
        t.interrupt();
        System.out.println(t.isInterrupted());
        Thread timed = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(1_000_000);
                } catch (InterruptedException e) {}
            }
        });
        timed.start();
        until(timed, Thread.State.TIMED_WAITING);
        timed.join(10);
        System.out.println(timed.isAlive());
        synchronized (lock) { lock.notify(); }
        timed.join();
        System.out.println(timed.getState());
        long before = System.nanoTime();
        Thread.sleep(20);
        System.out.println(System.nanoTime() - before >= 19_000_000L);
        before = System.currentTimeMillis();
        synchronized (lock) { lock.wait(15, 500); }
        System.out.println(System.currentTimeMillis() - before >= 14);
        for (Object[] c : new Object[][] {{-1L, 0}, {1L, -1}, {1L, 1_000_000}}) try {
                Thread.sleep((long) c[0], (int) c[1]);
            } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            t.join(-1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        ThreadGroup g = new ThreadGroup("grp"), sub = new ThreadGroup(g, "sub");
        Thread[] ts = new Thread[3];
        Object gate = new Object();
        for (int i = 0; i < 3; i++) {
            ts[i] = new Thread(i == 2 ? sub : g, () -> {
                synchronized (gate) {
                    try {
                        gate.wait();
                    } catch (InterruptedException e) { System.out.print("i"); }
                }
            }, "g" + i);
            ts[i].start();
            until(ts[i], Thread.State.WAITING);
        }
        Thread[] arr = new Thread[10];
        int n = g.enumerate(arr);
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < n; i++) names.add(arr[i].getName());
        System.out.println(n + " " + names + g.activeCount() + g.enumerate(arr, false) + g.activeGroupCount()
            + g.getParent().getName() + sub.getParent().getName() + g.parentOf(sub) + g
            + ts[2].getThreadGroup().getName() + g.getMaxPriority());
        g.interrupt();
        for (Thread x : ts) x.join();
        System.out.println();
        Thread[] many = new Thread[50];
        int[] counter = {0};
        for (int i = 0; i < 50; i++) {
            many[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) synchronized (counter) {
                        counter[0]++;
                    }
            });
            many[i].start();
        }
        for (Thread x : many) x.join();
        System.out.println(counter[0]);
        Thread.yield();
        Thread.onSpinWait();
        System.out.println(Thread.getAllStackTraces().containsKey(m) + " " + m.getStackTrace()[1].getMethodName()
            + t.getStackTrace().length);
        Thread big = new Thread(null, () -> System.out.println("big stack " + depth(3000)), "big", 64L << 20);
        big.start();
        big.join();
        System.out.println(Thread.activeCount() + " " + Thread.MAX_PRIORITY + Thread.holdsLock(lock));
        try {
            Thread.holdsLock(null);
        } catch (NullPointerException e) { System.out.println("null lock"); }
    }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
}

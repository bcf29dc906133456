// Spin locks and barriers by hand: test-and-set, test-and-test-and-set, ticket, Anderson's array, CLH, MCS, a
// composite with parking; sense-reversing, tree and dissemination barriers.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

public class JucSpinLocks {
    interface SpinLock {
        void lock();

        void unlock();
    }

    static final class TestAndSet implements SpinLock {
        private final AtomicBoolean held = new AtomicBoolean();

        @Override
        public void lock() {
            while (held.getAndSet(true)) {
                Thread.yield();
            }
        }

        @Override
        public void unlock() {
            held.set(false);
        }
    }

    static final class TestTestAndSet implements SpinLock {
        private final AtomicBoolean held = new AtomicBoolean();

        @Override
        public void lock() {
            while (true) {
                while (held.get()) {
                    Thread.onSpinWait();
                }
                if (!held.getAndSet(true)) {
                    return;
                }
            }
        }

        @Override
        public void unlock() {
            held.setRelease(false);
        }
    }

    static final class Ticket implements SpinLock {
        private final AtomicInteger next = new AtomicInteger();
        private volatile int serving;

        @Override
        public void lock() {
            int mine = next.getAndIncrement();
            while (serving != mine) {
                Thread.yield();
            }
        }

        @Override
        public void unlock() {
            serving = serving + 1;
        }
    }

    static final class Anderson implements SpinLock {
        private final AtomicIntegerArray flags;
        private final AtomicInteger tail = new AtomicInteger();
        private final ThreadLocal<Integer> slot = new ThreadLocal<>();

        Anderson(int n) {
            flags = new AtomicIntegerArray(n);
            flags.set(0, 1);
        }

        @Override
        public void lock() {
            int s = tail.getAndIncrement() % flags.length();
            slot.set(s);
            while (flags.get(s) == 0) {
                Thread.yield();
            }
        }

        @Override
        public void unlock() {
            int s = slot.get();
            flags.set(s, 0);
            flags.set((s + 1) % flags.length(), 1);
        }
    }

    static final class Clh implements SpinLock {
        private static final class Node {
            volatile boolean locked;
        }

        private final AtomicReference<Node> tail = new AtomicReference<>(new Node());
        private final ThreadLocal<Node> mine = ThreadLocal.withInitial(Node::new);
        private final ThreadLocal<Node> before = new ThreadLocal<>();

        @Override
        public void lock() {
            Node n = mine.get();
            n.locked = true;
            Node p = tail.getAndSet(n);
            before.set(p);
            while (p.locked) {
                Thread.yield();
            }
        }

        @Override
        public void unlock() {
            Node n = mine.get();
            n.locked = false;
            // The predecessor's node is free now and serves this thread the next time.
            mine.set(before.get());
        }
    }

    static final class Mcs implements SpinLock {
        private static final class Node {
            volatile boolean locked;
            volatile Node next;
        }

        private final AtomicReference<Node> tail = new AtomicReference<>();
        private final ThreadLocal<Node> mine = ThreadLocal.withInitial(Node::new);

        @Override
        public void lock() {
            Node n = mine.get();
            n.next = null;
            Node p = tail.getAndSet(n);
            if (p != null) {
                n.locked = true;
                p.next = n;
                while (n.locked) {
                    Thread.yield();
                }
            }
        }

        @Override
        public void unlock() {
            Node n = mine.get();
            if (n.next == null) {
                if (tail.compareAndSet(n, null)) {
                    return;
                }
                while (n.next == null) {
                    Thread.yield();
                }
            }
            n.next.locked = false;
        }
    }

    // A futex-like lock: 0 free, 1 held, 2 held with sleepers.
    static final class Parking implements SpinLock {
        private final AtomicInteger state = new AtomicInteger();
        private final java.util.concurrent.ConcurrentLinkedQueue<Thread> sleepers =
                new java.util.concurrent.ConcurrentLinkedQueue<>();

        @Override
        public void lock() {
            if (state.compareAndSet(0, 1)) {
                return;
            }
            Thread me = Thread.currentThread();
            sleepers.add(me);
            while (state.getAndSet(2) != 0) {
                LockSupport.park(this);
            }
            sleepers.remove(me);
        }

        @Override
        public void unlock() {
            if (state.getAndSet(0) == 2) {
                LockSupport.unpark(sleepers.peek());
            }
        }
    }

    static void run(String name, SpinLock lock, int n, int rounds) throws Exception {
        int[] counter = new int[1];
        int[] inside = new int[1];
        AtomicInteger violations = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < rounds; k++) {
                    lock.lock();
                    if (++inside[0] != 1) {
                        violations.incrementAndGet();
                    }
                    counter[0]++;
                    if (k % 20 == 0) {
                        Thread.yield();
                    }
                    inside[0]--;
                    lock.unlock();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(name + " " + counter[0] + " violations " + violations);
    }

    interface Barrier {
        void await(int me);
    }

    static Barrier senseReversing(int n) {
        AtomicInteger count = new AtomicInteger(n);
        AtomicBoolean sense = new AtomicBoolean();
        ThreadLocal<Boolean> mine = ThreadLocal.withInitial(() -> true);
        return me -> {
            boolean s = mine.get();
            if (count.decrementAndGet() == 0) {
                count.set(n);
                sense.set(s);
            } else {
                while (sense.get() != s) {
                    Thread.yield();
                }
            }
            mine.set(!s);
        };
    }

    static Barrier generations(int n) {
        AtomicInteger arrived = new AtomicInteger();
        return me -> {
            int target = (arrived.getAndIncrement() / n + 1) * n;
            while (arrived.get() < target) {
                Thread.onSpinWait();
            }
        };
    }

    // In round r each thread tells the one 2^r ahead and waits for the one 2^r behind.
    static Barrier dissemination(int n) {
        int rounds = 32 - Integer.numberOfLeadingZeros(n - 1);
        AtomicIntegerArray flags = new AtomicIntegerArray(n * rounds);
        int[] episode = new int[n];
        return me -> {
            int e = ++episode[me];
            for (int r = 0; r < rounds; r++) {
                int to = (me + (1 << r)) % n;
                flags.incrementAndGet(to * rounds + r);
                while (flags.get(me * rounds + r) < e) {
                    Thread.yield();
                }
            }
        };
    }

    static Barrier tournament(int n) {
        AtomicIntegerArray arrived = new AtomicIntegerArray(n);
        AtomicInteger released = new AtomicInteger();
        int[] episode = new int[n];
        return me -> {
            int e = ++episode[me];
            for (int child = 2 * me + 1; child <= 2 * me + 2 && child < n; child++) {
                while (arrived.get(child) < e) {
                    Thread.yield();
                }
            }
            if (me == 0) {
                released.set(e);
            } else {
                arrived.set(me, e);
                while (released.get() < e) {
                    Thread.yield();
                }
            }
        };
    }

    static void phases(String name, int n, Barrier b) throws Exception {
        int rounds = 25;
        int[] at = new int[n];
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                for (int r = 1; r <= rounds; r++) {
                    at[me] = r;
                    b.await(me);
                    for (int v : at) {
                        if (v != r) {
                            wrong.incrementAndGet();
                        }
                    }
                    b.await(me);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(name + " barrier " + Arrays.toString(at) + " wrong " + wrong);
    }

    public static void main(String[] args) throws Exception {
        run("test-and-set", new TestAndSet(), 3, 200);
        run("test-and-test-and-set", new TestTestAndSet(), 2, 200);
        run("ticket", new Ticket(), 3, 150);
        run("array", new Anderson(4), 4, 100);
        run("CLH", new Clh(), 4, 100);
        run("MCS", new Mcs(), 4, 100);
        run("parking", new Parking(), 4, 100);
        phases("sense-reversing", 4, senseReversing(4));
        phases("generation", 2, generations(2));
        phases("dissemination", 5, dissemination(5));
        phases("tree", 6, tournament(6));
    }
}

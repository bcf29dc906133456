// Mutual exclusion from volatile reads and writes alone: Peterson, Dekker, Lamport's bakery, the filter lock,
// Lamport's fast mutex. Right under sequential consistency, which volatile gives (JLS 17.4.4).

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class JucMutualExclusion {
    interface Mutex {
        void lock(int me);

        void unlock(int me);
    }

    static final class Peterson implements Mutex {
        volatile boolean want0;
        volatile boolean want1;
        volatile int turn;

        @Override
        public void lock(int me) {
            if (me == 0) {
                want0 = true;
                turn = 1;
                while (want1 && turn == 1) {
                    Thread.yield();
                }
            } else {
                want1 = true;
                turn = 0;
                while (want0 && turn == 0) {
                    Thread.yield();
                }
            }
        }

        @Override
        public void unlock(int me) {
            if (me == 0) {
                want0 = false;
            } else {
                want1 = false;
            }
        }
    }

    static final class Dekker implements Mutex {
        final AtomicIntegerArray want = new AtomicIntegerArray(2);
        volatile int turn;

        @Override
        public void lock(int me) {
            int other = 1 - me;
            want.set(me, 1);
            while (want.get(other) == 1) {
                if (turn != me) {
                    want.set(me, 0);
                    while (turn != me) {
                        Thread.yield();
                    }
                    want.set(me, 1);
                }
                Thread.yield();
            }
        }

        @Override
        public void unlock(int me) {
            turn = 1 - me;
            want.set(me, 0);
        }
    }

    static final class Bakery implements Mutex {
        final AtomicIntegerArray choosing;
        final AtomicIntegerArray number;
        final int n;

        Bakery(int n) {
            this.n = n;
            choosing = new AtomicIntegerArray(n);
            number = new AtomicIntegerArray(n);
        }

        @Override
        public void lock(int me) {
            choosing.set(me, 1);
            int max = 0;
            for (int i = 0; i < n; i++) {
                max = Math.max(max, number.get(i));
            }
            number.set(me, max + 1);
            choosing.set(me, 0);
            for (int i = 0; i < n; i++) {
                while (choosing.get(i) == 1) {
                    Thread.yield();
                }
                while (true) {
                    int his = number.get(i);
                    int mine = number.get(me);
                    if (his == 0 || his > mine || his == mine && i >= me) {
                        break;
                    }
                    Thread.yield();
                }
            }
        }

        @Override
        public void unlock(int me) {
            number.set(me, 0);
        }
    }

    static final class Filter implements Mutex {
        final AtomicIntegerArray level;
        final AtomicIntegerArray victim;
        final int n;

        Filter(int n) {
            this.n = n;
            level = new AtomicIntegerArray(n);
            victim = new AtomicIntegerArray(n);
        }

        private boolean conflict(int me, int l) {
            for (int k = 0; k < n; k++) {
                if (k != me && level.get(k) >= l && victim.get(l) == me) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void lock(int me) {
            for (int l = 1; l < n; l++) {
                level.set(me, l);
                victim.set(l, me);
                while (conflict(me, l)) {
                    Thread.yield();
                }
            }
        }

        @Override
        public void unlock(int me) {
            level.set(me, 0);
        }
    }

    static final class LamportFast implements Mutex {
        final AtomicIntegerArray busy;
        final int n;
        volatile int x = -1;
        volatile int y = -1;

        LamportFast(int n) {
            this.n = n;
            busy = new AtomicIntegerArray(n);
        }

        @Override
        public void lock(int me) {
            while (true) {
                busy.set(me, 1);
                x = me;
                if (y != -1) {
                    busy.set(me, 0);
                    while (y != -1) {
                        Thread.yield();
                    }
                    continue;
                }
                y = me;
                if (x != me) {
                    busy.set(me, 0);
                    for (int i = 0; i < n; i++) {
                        while (busy.get(i) == 1) {
                            Thread.yield();
                        }
                    }
                    if (y != me) {
                        while (y != -1) {
                            Thread.yield();
                        }
                        continue;
                    }
                }
                return;
            }
        }

        @Override
        public void unlock(int me) {
            y = -1;
            busy.set(me, 0);
        }
    }

    static void run(String name, Mutex m, int n, int rounds) throws InterruptedException {
        int[] counter = new int[1];
        int[] inside = new int[1];
        int[] violations = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                for (int k = 0; k < rounds; k++) {
                    m.lock(me);
                    if (++inside[0] != 1) {
                        violations[0]++;
                    }
                    int seen = counter[0];
                    if (k % 10 == 0) {
                        Thread.yield();
                    }
                    counter[0] = seen + 1;
                    inside[0]--;
                    m.unlock(me);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(name + " " + n + " threads: counter " + counter[0] + " violations " + violations[0]);
    }

    public static void main(String[] args) throws Exception {
        run("Peterson", new Peterson(), 2, 300);
        run("Dekker", new Dekker(), 2, 300);
        run("bakery", new Bakery(4), 4, 100);
        run("bakery", new Bakery(2), 2, 200);
        run("filter", new Filter(3), 3, 100);
        run("fast mutex", new LamportFast(3), 3, 100);
    }
}

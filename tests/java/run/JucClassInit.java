// Class initialisation with several threads (JLS 12.4.2): one runs it, the others wait, the runner may come back;
// failures are remembered; holders initialise late; superclasses first.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

public class JucClassInit {
    static final AtomicInteger RUNS = new AtomicInteger();
    static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
    static final CountDownLatch INSIDE = new CountDownLatch(1);
    static final CountDownLatch GO = new CountDownLatch(1);

    static class Slow {
        static int value = 1;

        static {
            RUNS.incrementAndGet();
            INSIDE.countDown();
            try {
                GO.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            value = 42;
        }

        static int get() {
            return value;
        }
    }

    static void oneRuns() throws Exception {
        int n = 4;
        int[] seen = new int[n];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> seen[id] = id % 2 == 0 ? Slow.get() : Slow.value);
            threads.add(t);
            t.start();
            INSIDE.await();
        }
        GO.countDown();
        for (Thread t : threads) {
            t.join();
        }
        // Nobody but the initialising thread may see the value before.
        System.out.println("runs " + RUNS + " seen " + Arrays.toString(seen));
    }

    static class Recursive {
        static final Recursive SELF = new Recursive();
        static int counter = 10;
        final int seen;

        Recursive() {
            // The same thread, inside its own initialisation: it sees the default value and does not wait.
            seen = counter;
        }
    }

    static class Failing {
        static {
            LOG.add("failing runs");
            if (true) {
                throw new IllegalStateException("static failure");
            }
        }

        static void touch() {
        }
    }

    static void failures() throws Exception {
        int n = 3;
        CyclicBarrier start = new CyclicBarrier(n);
        List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(() -> {
                try {
                    start.await();
                    Failing.touch();
                    outcomes.add("no error");
                } catch (ExceptionInInitializerError e) {
                    outcomes.add("1 " + e.getClass().getSimpleName() + " " + e.getCause());
                } catch (NoClassDefFoundError e) {
                    outcomes.add("2 " + e.getMessage());
                } catch (Exception e) {
                    outcomes.add("unexpected " + e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        Collections.sort(outcomes);
        System.out.println(outcomes + " " + LOG);
        LOG.clear();
    }

    static class Base {
        static {
            LOG.add("Base");
        }

        static int baseField = 1;
    }

    interface WithDefault {
        int X = log("WithDefault.X");

        default void m() {
        }
    }

    interface Without {
        int Y = log("Without.Y");
    }

    static class Derived extends Base implements WithDefault, Without {
        static {
            LOG.add("Derived");
        }

        static final int CONSTANT = 7;
        static final Integer BOXED = log("Derived.BOXED");
    }

    static int log(String s) {
        LOG.add(s);
        return s.length();
    }

    static void order() throws Exception {
        int c = Derived.CONSTANT;
        Derived[] array = new Derived[3];
        Class<?> literal = Derived.class;
        System.out.println("constants, arrays and literals do not initialise " + LOG + " " + c + array.length
                + literal.getSimpleName());
        int inherited = Derived.baseField;
        System.out.println("a field of the superclass initialises only that " + LOG + " " + inherited);
        Thread t = new Thread(Derived::new);
        t.start();
        t.join();
        System.out.println(LOG);
        int y = Derived.Y;
        System.out.println(LOG + " " + y);
        LOG.clear();
    }

    static final class Lazy {
        private static final AtomicInteger MADE = new AtomicInteger();
        final int[] data = new int[50];

        private Lazy() {
            MADE.incrementAndGet();
            for (int i = 0; i < data.length; i++) {
                data[i] = i * i;
            }
        }

        private static final class Holder {
            static final Lazy INSTANCE = new Lazy();
        }

        static Lazy get() {
            return Holder.INSTANCE;
        }
    }

    enum Single {
        INSTANCE;

        private final AtomicInteger counter = new AtomicInteger();

        int next() {
            return counter.incrementAndGet();
        }
    }

    static void holders() throws Exception {
        int n = 6;
        CyclicBarrier start = new CyclicBarrier(n);
        Lazy[] seen = new Lazy[n];
        List<Thread> threads = new ArrayList<>();
        System.out.println("made before " + Lazy.MADE);
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    start.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                seen[id] = Lazy.get();
                for (int k = 0; k < 20; k++) {
                    Single.INSTANCE.next();
                }
                if (seen[id].data[49] != 2401) {
                    throw new AssertionError("half made");
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        boolean same = true;
        for (Lazy l : seen) {
            same &= l == seen[0];
        }
        System.out.println("made " + Lazy.MADE + " same " + same + " single " + Single.INSTANCE.next());
    }

    // A starts first and B needs A: with each initialised by one thread in turn there is an order, and no deadlock.
    static class A {
        static int a = B.b + 1;
    }

    static class B {
        static int b = 5;
        static int viaA = A.a;
    }

    static void cycle() throws Exception {
        Thread t = new Thread(() -> LOG.add("A.a " + A.a + " B.b " + B.b + " B.viaA " + B.viaA));
        t.start();
        t.join();
        System.out.println(LOG);
    }

    public static void main(String[] args) throws Exception {
        oneRuns();
        System.out.println("recursive " + Recursive.SELF.seen + " " + Recursive.counter);
        failures();
        order();
        holders();
        cycle();
    }
}

// ThreadLocal and InheritableThreadLocal: initial values, removal, many of them in one thread, pool threads that
// remember, children that inherit.

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public class JucThreadLocals {
    static final AtomicInteger INITS = new AtomicInteger();
    static final ThreadLocal<Integer> ID = ThreadLocal.withInitial(INITS::incrementAndGet);
    static final ThreadLocal<List<String>> NOTES = ThreadLocal.withInitial(ArrayList::new);
    static final InheritableThreadLocal<String> NAME = new InheritableThreadLocal<>();
    static final InheritableThreadLocal<List<Integer>> PATH = new InheritableThreadLocal<>() {
        @Override
        protected List<Integer> initialValue() {
            return new ArrayList<>();
        }

        @Override
        protected List<Integer> childValue(List<Integer> parent) {
            List<Integer> copy = new ArrayList<>(parent);
            copy.add(copy.size());
            return copy;
        }
    };

    static void basics() throws Exception {
        ThreadLocal<String> plain = new ThreadLocal<>();
        System.out.println(plain.get());
        plain.set("main's");
        String[] other = new String[2];
        Thread t = new Thread(() -> {
            other[0] = plain.get();
            plain.set("other's");
            other[1] = plain.get();
        });
        t.start();
        t.join();
        System.out.println(Arrays.toString(other) + " " + plain.get());
        plain.remove();
        plain.remove();
        System.out.println(plain.get());
        int mine = ID.get();
        System.out.println((mine == ID.get()) + " " + INITS);
        ID.remove();
        System.out.println("initialised again " + (ID.get() != mine) + " " + INITS);
        ID.set(null);
        System.out.println("null is a value " + ID.get() + " " + INITS);
        ID.remove();
        ThreadLocal<Integer> recursive = ThreadLocal.withInitial(() -> {
            NOTES.get().add("initialising");
            return NOTES.get().size();
        });
        System.out.println(recursive.get() + " " + recursive.get() + " " + NOTES.get());
        ThreadLocal<String> failing = ThreadLocal.withInitial(() -> {
            throw new IllegalStateException("no initial value");
        });
        for (int i = 0; i < 2; i++) {
            try {
                failing.get();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static void isolation() throws Exception {
        INITS.set(0);
        int n = 5;
        int[] ids = new int[n];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    NOTES.get().add(id + ":" + k);
                }
                boolean own = NOTES.get().size() == 50 && NOTES.get().stream().allMatch(s -> s.startsWith(id + ":"));
                ids[id] = own ? ID.get() : -1;
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        Arrays.sort(ids);
        System.out.println(Arrays.toString(ids));
    }

    static void many() throws Exception {
        // More than the map's first table, with removals in between: probes must stay intact.
        List<ThreadLocal<Integer>> locals = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ThreadLocal<Integer> l = new ThreadLocal<>();
            l.set(i);
            locals.add(l);
        }
        for (int i = 0; i < 200; i += 3) {
            locals.get(i).remove();
        }
        int sum = 0;
        int nulls = 0;
        for (ThreadLocal<Integer> l : locals) {
            Integer v = l.get();
            if (v == null) {
                nulls++;
            } else {
                sum += v;
            }
        }
        System.out.println("sum " + sum + " nulls " + nulls);
    }

    static void inherited() throws Exception {
        NAME.set("from main");
        PATH.get();
        String[] seen = new String[4];
        Thread child = new Thread(() -> {
            seen[0] = NAME.get() + " " + PATH.get();
            NAME.set("changed by the child");
            Thread grandchild = new Thread(() -> {
                seen[1] = NAME.get() + " " + PATH.get();
                NAME.remove();
                seen[2] = NAME.get() + "";
            });
            grandchild.start();
            try {
                grandchild.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            seen[3] = NAME.get();
        });
        // Inherited when the thread is made, not when it starts.
        NAME.set("too late");
        child.start();
        child.join();
        System.out.println(Arrays.toString(seen) + " main has " + NAME.get() + " " + PATH.get());
        String[] none = new String[1];
        Thread refuses = new Thread(null, () -> none[0] = NAME.get() + " " + PATH.get(), "refuses", 0, false);
        refuses.start();
        refuses.join();
        System.out.println("not inherited " + none[0]);
    }

    static void pooled() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        ThreadLocal<Integer> count = ThreadLocal.withInitial(() -> 0);
        for (int i = 0; i < 3; i++) {
            int[] seen = new int[1];
            pool.submit(() -> {
                count.set(count.get() + 1);
                seen[0] = count.get();
            }).get();
            System.out.print(seen[0] + " ");
        }
        pool.submit(count::remove).get();
        System.out.println(pool.submit(count::get).get() + " main " + count.get());
        // Set after the pool's thread was made: it does not see it.
        NAME.set("after");
        System.out.println(pool.submit(() -> NAME.get()).get());
        pool.shutdown();
    }

    static final ThreadLocal<SimpleDateFormat> FORMAT = ThreadLocal.withInitial(() -> {
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss");
        f.setTimeZone(TimeZone.getTimeZone("UTC"));
        return f;
    });

    static void formats() throws Exception {
        String[] out = new String[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                for (int k = 0; k < 10; k++) {
                    out[id] = FORMAT.get().format(new Date(86_400_000L * 365 * id + k * 1000));
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(Arrays.toString(out));
    }

    public static void main(String[] args) throws Exception {
        basics();
        isolation();
        many();
        inherited();
        pooled();
        formats();
    }
}

// ConcurrentHashMap with keys that collide: bins become trees and lists again, tables grow while threads write, read
// and delete. Hashes are the keys' own, so that the layout is the same in every run.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

public class JucMapTrees {
    static final class Ordered implements Comparable<Ordered> {
        final int id;
        final int hash;

        Ordered(int id, int hash) {
            this.id = id;
            this.hash = hash;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Ordered && ((Ordered) o).id == id;
        }

        @Override
        public int compareTo(Ordered o) {
            return Integer.compare(id, o.id);
        }

        @Override
        public String toString() {
            return "k" + id;
        }
    }

    // Neither comparable nor told apart by hash: tree bins must search both sides.
    static final class Opaque {
        final int id;

        Opaque(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return 42;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Opaque && ((Opaque) o).id == id;
        }
    }

    static void oneBin() {
        ConcurrentHashMap<Ordered, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 200; i++) {
            m.put(new Ordered(i * 37 % 200, 7), i);
        }
        int found = 0;
        for (int i = 0; i < 220; i++) {
            if (m.containsKey(new Ordered(i, 7))) {
                found++;
            }
        }
        System.out.println("one bin " + m.size() + " found " + found + " other hash "
                + m.containsKey(new Ordered(3, 8)));
        long sum = 0;
        for (Map.Entry<Ordered, Integer> e : m.entrySet()) {
            sum += (long) e.getKey().id * e.getValue();
        }
        System.out.println("sum " + sum);
        for (int i = 0; i < 200; i += 2) {
            m.remove(new Ordered(i, 7));
        }
        System.out.println(m.size() + " " + m.get(new Ordered(1, 7)) + " " + m.get(new Ordered(2, 7)) + " "
                + m.computeIfPresent(new Ordered(3, 7), (k, v) -> -v) + " "
                + m.merge(new Ordered(5, 7), 1000, Integer::sum) + " "
                + m.computeIfAbsent(new Ordered(500, 7), k -> k.id) + " "
                + m.replace(new Ordered(7, 7), 0) + " " + m.compute(new Ordered(9, 7), (k, v) -> null));
        for (int i = 0; i < 600; i++) {
            m.remove(new Ordered(i, 7));
        }
        System.out.println("emptied " + m.isEmpty());
        for (int i = 0; i < 5; i++) {
            m.put(new Ordered(i, 7), i);
        }
        System.out.println("as a list again " + m);
    }

    static void incomparable() {
        ConcurrentHashMap<Opaque, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) {
            m.put(new Opaque(i), i);
        }
        int hits = 0;
        for (int i = 0; i < 100; i++) {
            hits += m.get(new Opaque(i)) == i ? 1 : 0;
        }
        for (int i = 10; i < 100; i++) {
            m.remove(new Opaque(i), i);
        }
        System.out.println("incomparable " + hits + " left " + m.size() + " absent " + m.get(new Opaque(11)));
        ConcurrentHashMap<Object, Integer> mixed = new ConcurrentHashMap<>();
        for (int i = 0; i < 30; i++) {
            mixed.put(new Opaque(i), i);
            mixed.put(new Ordered(i, 42), i + 100);
        }
        mixed.put(42, 4242);
        long sum = mixed.values().stream().mapToLong(v -> v).sum();
        System.out.println("mixed " + mixed.size() + " " + sum + " " + mixed.get(42) + " "
                + mixed.get(new Ordered(29, 42)));
    }

    static void contended() throws Exception {
        int n = 4;
        ConcurrentHashMap<Ordered, Integer> m = new ConcurrentHashMap<>(2);
        CyclicBarrier start = new CyclicBarrier(n);
        AtomicInteger missed = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                try {
                    start.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                int base = id * 1000;
                for (int k = 0; k < 150; k++) {
                    // Three hashes for all the keys of all the threads.
                    m.put(new Ordered(base + k, k % 3), k);
                    if (m.get(new Ordered(base + k, k % 3)) != k) {
                        missed.incrementAndGet();
                    }
                    m.merge(new Ordered(-1, 0), 1, Integer::sum);
                }
                for (int k = 0; k < 150; k++) {
                    if (k % 5 != 0 && m.remove(new Ordered(base + k, k % 3)) != k) {
                        missed.incrementAndGet();
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        List<Ordered> keys = new ArrayList<>(m.keySet());
        Collections.sort(keys);
        System.out.println("contended " + m.size() + " missed " + missed + " count " + m.get(new Ordered(-1, 0)) + " "
                + keys.subList(0, 6) + " " + keys.subList(keys.size() - 3, keys.size()));
    }

    static void resize() throws Exception {
        int n = 4;
        int each = 1500;
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(1);
        CyclicBarrier start = new CyclicBarrier(n);
        AtomicInteger lost = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                try {
                    start.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                for (int k = 0; k < each; k++) {
                    int key = (k * n + id) * 16;
                    m.put(key, key + 1);
                    int back = (k / 2 * n + id) * 16;
                    Integer seen = m.get(back);
                    if (seen == null || seen != back + 1) {
                        lost.incrementAndGet();
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        long sum = 0;
        for (int v : m.values()) {
            sum += v;
        }
        System.out.println("resize " + m.size() + " lost " + lost + " sum " + sum);
    }

    // Integer keys in a table of known size iterate in table order.
    static void layout() {
        ConcurrentHashMap<Integer, String> m = new ConcurrentHashMap<>();
        for (int k : new int[] {33, 1, 17, 0, 16, 5, 65536, 65537, -1}) {
            m.put(k, Integer.toHexString(k));
        }
        System.out.println(m);
        ConcurrentHashMap<String, Integer> words = new ConcurrentHashMap<>(100);
        for (String w : "Aa BB AaAa BBBB AaBB BBAa zz".split(" ")) {
            words.merge(w, w.hashCode(), Integer::sum);
        }
        System.out.println(words + " " + new TreeMap<>(words));
    }

    public static void main(String[] args) throws Exception {
        oneBin();
        incomparable();
        contended();
        resize();
        layout();
    }
}

// ConcurrentHashMap's atomic per-key operations: put, compute and merge families, nulls, replacements, recursion
// refused, and counters hammered by several threads.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class JucMapCompute {
    interface Attempt {
        Object run();
    }

    static void attempt(String what, Attempt a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void basics() {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        System.out.println(m.put("a", 1) + " " + m.put("a", 2) + " " + m.putIfAbsent("a", 3) + " "
                + m.putIfAbsent("b", 4) + " " + new TreeMap<>(m));
        System.out.println(m.get("x") + " " + m.getOrDefault("x", -1) + " " + m.containsKey("a") + " "
                + m.containsValue(4) + " " + m.contains(5) + " " + m.size() + " " + m.mappingCount());
        System.out.println(m.replace("a", 20) + " " + m.replace("x", 1) + " " + m.replace("a", 21, 22) + " "
                + m.replace("a", 20, 22) + " " + m.remove("a", 1) + " " + m.remove("a", 22) + " " + m.remove("zz") + " "
                + m);
        System.out.println(m.computeIfAbsent("c", k -> k.length() * 10) + " " + m.computeIfAbsent("c", k -> -1) + " "
                + m.computeIfAbsent("none", k -> null) + " " + m.containsKey("none"));
        System.out.println(m.computeIfPresent("c", (k, v) -> v + 1) + " " + m.computeIfPresent("d", (k, v) -> 0) + " "
                + m.computeIfPresent("c", (k, v) -> null) + " " + m.containsKey("c"));
        System.out.println(m.compute("e", (k, v) -> v == null ? 100 : v + 1) + " "
                + m.compute("e", (k, v) -> v == null ? 100 : v + 1) + " " + m.compute("e", (k, v) -> null) + " "
                + m.compute("absent", (k, v) -> null) + " " + m);
        System.out.println(m.merge("f", 5, Integer::sum) + " " + m.merge("f", 5, Integer::sum) + " "
                + m.merge("f", 0, (x, y) -> null) + " " + new TreeMap<>(m));
        m.putAll(Map.of("p", 1, "q", 2));
        m.replaceAll((k, v) -> v * 11);
        System.out.println(new TreeMap<>(m) + " equal to a HashMap " + m.equals(new HashMap<>(m)) + " "
                + (m.hashCode() == new HashMap<>(m).hashCode()));
        m.clear();
        System.out.println(m.isEmpty() + " " + m);
    }

    static void refusals() {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        m.put("k", 1);
        attempt("null key", () -> m.put(null, 1));
        attempt("null value", () -> m.put("x", null));
        attempt("get null", () -> m.get(null));
        attempt("contains null", () -> m.containsValue(null));
        attempt("merge null", () -> m.merge("k", null, Integer::sum));
        attempt("compute null function", () -> m.compute("k", null));
        attempt("negative capacity", () -> new ConcurrentHashMap<>(-1));
        attempt("bad load", () -> new ConcurrentHashMap<>(1, 0f));
        attempt("recursive same key", () -> m.computeIfAbsent("r", k -> m.computeIfAbsent("r", j -> 1)));
        attempt("recursive compute", () -> m.compute("r2", (k, v) -> m.compute("r2", (j, w) -> 1)));
        attempt("recursive same bin", () -> {
            ConcurrentHashMap<Integer, Integer> n = new ConcurrentHashMap<>(16);
            return n.computeIfAbsent(0, k -> n.put(64, 1));
        });
        attempt("exception leaves the map alone", () -> m.compute("k", (k, v) -> {
            throw new IllegalArgumentException("no");
        }));
        attempt("exception on absent", () -> m.computeIfAbsent("new", k -> {
            throw new UnsupportedOperationException("no");
        }));
        System.out.println(m);
    }

    static void counters() throws Exception {
        ConcurrentMap<Integer, Integer> merged = new ConcurrentHashMap<>();
        ConcurrentMap<Integer, List<Integer>> lists = new ConcurrentHashMap<>();
        ConcurrentHashMap<Integer, AtomicInteger> cells = new ConcurrentHashMap<>();
        AtomicInteger created = new AtomicInteger();
        ConcurrentMap<Integer, Integer> replaced = new ConcurrentHashMap<>();
        replaced.put(0, 0);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    int key = (k * 7 + id) % 10;
                    merged.merge(key, 1, Integer::sum);
                    int value = id * 1000 + k;
                    lists.compute(key, (x, list) -> {
                        List<Integer> l = list == null ? new ArrayList<>() : list;
                        l.add(value);
                        return l;
                    });
                    cells.computeIfAbsent(key, x -> {
                        created.incrementAndGet();
                        return new AtomicInteger();
                    }).incrementAndGet();
                    int old;
                    do {
                        old = replaced.get(0);
                    } while (!replaced.replace(0, old, old + 1));
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        long sum = 0;
        int size = 0;
        for (List<Integer> l : lists.values()) {
            size += l.size();
            for (int v : l) {
                sum += v;
            }
        }
        System.out.println(new TreeMap<>(merged));
        System.out.println("lists " + size + " " + sum + " created " + created + " cells " + new TreeMap<>(cells)
                + " replaced " + replaced);
    }

    static void onlyOneComputes() throws Exception {
        ConcurrentHashMap<String, String> m = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        String[] got = new String[3];
        Thread slow = new Thread(() -> got[0] = m.computeIfAbsent("key", k -> {
            computed.incrementAndGet();
            inside.countDown();
            try {
                finish.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return "by slow";
        }));
        slow.start();
        inside.await();
        System.out.println("not visible while computed " + m.get("key"));
        Thread second = new Thread(() -> got[1] = m.computeIfAbsent("key", k -> "by second"));
        Thread third = new Thread(() -> got[2] = m.merge("key", "+", String::concat));
        second.start();
        while (second.getState() != Thread.State.BLOCKED) {
            Thread.sleep(1);
        }
        finish.countDown();
        slow.join();
        second.join();
        third.start();
        third.join();
        System.out.println(Arrays.toString(got) + " computed " + computed + " " + m);
    }

    static void weakIteration() {
        ConcurrentHashMap<Integer, String> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 10; i++) {
            m.put(i, "v" + i);
        }
        StringBuilder out = new StringBuilder();
        for (Iterator<Map.Entry<Integer, String>> it = m.entrySet().iterator(); it.hasNext();) {
            Map.Entry<Integer, String> e = it.next();
            out.append(e.getKey()).append(' ');
            if (e.getKey() % 3 == 0) {
                it.remove();
            } else {
                e.setValue(e.getValue().toUpperCase());
            }
            m.remove(9);
        }
        System.out.println(out + "-> " + m);
        Iterator<Integer> keys = m.keySet().iterator();
        keys.next();
        keys.remove();
        attempt("remove twice", () -> {
            keys.remove();
            return "done";
        });
        System.out.println(m.keySet() + " " + m.values() + " " + m.entrySet());
    }

    public static void main(String[] args) throws Exception {
        basics();
        refusals();
        counters();
        onlyOneComputes();
        weakIteration();
    }
}

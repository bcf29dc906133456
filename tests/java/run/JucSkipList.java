// ConcurrentSkipListMap and Set: navigation, sub-maps and their bounds, atomic operations, pollers and writers in
// parallel.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

public class JucSkipList {
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

    static void navigation() {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        for (int i = 10; i > 0; i--) {
            m.put(i * 10, "v" + i);
        }
        System.out.println(m);
        System.out.println(m.firstKey() + " " + m.lastEntry() + " " + m.lowerKey(50) + " " + m.floorKey(50) + " "
                + m.ceilingKey(51) + " " + m.higherKey(100) + " " + m.floorEntry(9) + " " + m.higherEntry(0));
        System.out.println(m.headMap(30) + " " + m.headMap(30, true) + " " + m.tailMap(90, false) + " "
                + m.subMap(35, 65) + " " + m.subMap(40, false, 60, true).descendingMap());
        System.out.println(m.descendingKeySet() + " " + m.descendingMap().headMap(80) + " " + m.keySet().pollFirst()
                + " " + m.navigableKeySet().headSet(40));
        System.out.println(m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m.size());
        ConcurrentNavigableMap<Integer, String> sub = m.subMap(40, true, 80, false);
        sub.put(45, "in");
        attempt("put outside", () -> sub.put(80, "out"));
        attempt("sub of sub outside", () -> sub.subMap(10, 60));
        sub.remove(50);
        m.remove(60);
        System.out.println(sub + " " + sub.size() + " " + sub.firstKey() + " " + sub.lastKey() + " " + sub.get(90) + " "
                + m.get(90) + " " + sub.containsKey(45));
        sub.clear();
        System.out.println(m);
        attempt("null key", () -> m.put(null, "x"));
        attempt("null value", () -> m.put(1, null));
        attempt("first of none", () -> new ConcurrentSkipListMap<Integer, Integer>().firstKey());
        attempt("pollFirst of none", () -> new ConcurrentSkipListMap<Integer, Integer>().pollFirstEntry());
        attempt("entry is fixed", () -> m.firstEntry().setValue("no"));
        attempt("inverted bounds", () -> m.subMap(5, 1));
        attempt("not comparable", () -> new ConcurrentSkipListMap<Object, Integer>().put(new Object[0], 1));
    }

    static void atomics() {
        ConcurrentSkipListMap<String, Integer> m = new ConcurrentSkipListMap<>(
                Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String w : "to be or not to be that is the question whether tis nobler".split(" ")) {
            m.merge(w, 1, Integer::sum);
        }
        System.out.println(m);
        System.out.println(m.putIfAbsent("to", 9) + " " + m.putIfAbsent("mind", 9) + " "
                + m.computeIfAbsent("slings", String::length) + " " + m.computeIfPresent("be", (k, v) -> null) + " "
                + m.compute("or", (k, v) -> v + 10) + " " + m.replace("not", 5) + " " + m.replace("not", 5, 6) + " "
                + m.remove("that", 2) + " " + m.remove("that", 1) + " " + m.getOrDefault("be", 0));
        m.replaceAll((k, v) -> v * 100 + k.length());
        System.out.println(m + " " + m.comparator().compare("a", "b"));
        ConcurrentSkipListMap<String, Integer> copy = m.clone();
        copy.pollFirstEntry();
        System.out.println(m.size() + " " + copy.size() + " " + m.equals(new ConcurrentSkipListMap<>(m)));
    }

    static void sets() {
        ConcurrentSkipListSet<Integer> s = new ConcurrentSkipListSet<>(Arrays.asList(5, 3, 9, 1, 7, 3));
        System.out.println(s + " " + s.add(5) + " " + s.add(4) + " " + s.remove(9) + " " + s.contains(9) + " " + s.first()
                + " " + s.last() + " " + s.lower(3) + " " + s.ceiling(6) + " " + s.pollFirst() + " " + s.pollLast());
        NavigableSet<Integer> d = s.descendingSet();
        d.add(100);
        System.out.println(d + " " + s.headSet(5, true) + " " + s.tailSet(5, false) + " " + s.subSet(3, 5));
        Iterator<Integer> it = s.iterator();
        it.next();
        s.add(0);
        s.add(50);
        StringBuilder out = new StringBuilder();
        while (it.hasNext()) {
            int v = it.next();
            out.append(v).append(' ');
            if (v == 5) {
                it.remove();
            }
        }
        System.out.println(out + "left " + s + " " + s.removeIf(v -> v > 40) + " " + s);
    }

    static void contended() throws Exception {
        ConcurrentSkipListMap<Integer, Integer> m = new ConcurrentSkipListMap<>();
        ConcurrentSkipListSet<Integer> taken = new ConcurrentSkipListSet<>();
        AtomicInteger duplicates = new AtomicInteger();
        AtomicInteger disorder = new AtomicInteger();
        int n = 3;
        int each = 150;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int k = 0; k < each; k++) {
                    m.put((k * 31 % each) * n + id, id);
                    m.merge(-1 - id, 1, Integer::sum);
                }
            }));
        }
        AtomicInteger got = new AtomicInteger();
        for (int t = 0; t < 2; t++) {
            threads.add(new Thread(() -> {
                ConcurrentNavigableMap<Integer, Integer> positive = m.tailMap(0);
                while (got.get() < n * each) {
                    Map.Entry<Integer, Integer> e = positive.pollFirstEntry();
                    if (e == null) {
                        Thread.yield();
                        continue;
                    }
                    got.incrementAndGet();
                    if (!taken.add(e.getKey())) {
                        duplicates.incrementAndGet();
                    }
                    int last = Integer.MIN_VALUE;
                    for (int key : m.keySet().headSet(20)) {
                        if (key <= last) {
                            disorder.incrementAndGet();
                        }
                        last = key;
                    }
                }
            }));
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("taken " + taken.size() + " first " + taken.first() + " last " + taken.last()
                + " duplicates " + duplicates + " disorder " + disorder + " left " + m);
    }

    static void ordered() throws Exception {
        ConcurrentSkipListMap<String, Integer> m = new ConcurrentSkipListMap<>(Collections.reverseOrder());
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    m.put(String.format("%02d", k), id);
                    if (k % 3 == 0) {
                        m.remove(String.format("%02d", k));
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        for (int k = 0; k < 60; k += 3) {
            m.remove(String.format("%02d", k));
        }
        System.out.println(m.keySet());
    }

    public static void main(String[] args) throws Exception {
        navigation();
        atomics();
        sets();
        contended();
        ordered();
    }
}

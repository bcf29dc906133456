// ConcurrentHashMap's bulk operations, sequential and parallel: forEach, search, reduce in all their shapes, and the
// set views.

import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

public class JucMapBulk {
    static final ConcurrentHashMap<Integer, String> MAP = new ConcurrentHashMap<>();

    static void each(long threshold) {
        LongAdder sum = new LongAdder();
        LongAdder chars = new LongAdder();
        Set<String> seen = new ConcurrentSkipListSet<>();
        MAP.forEach(threshold, (k, v) -> {
            sum.add(k);
            chars.add(v.length());
        });
        MAP.forEach(threshold, (k, v) -> k % 25 == 0 ? v + "/" + k : null, seen::add);
        MAP.forEachKey(threshold, sum::add);
        MAP.forEachKey(threshold, k -> k > 95 ? "key" + k : null, seen::add);
        MAP.forEachValue(threshold, v -> chars.add(v.length()));
        MAP.forEachValue(threshold, v -> v.endsWith("99") ? v : null, seen::add);
        MAP.forEachEntry(threshold, e -> sum.add(e.getKey() * 1000));
        MAP.forEachEntry(threshold, e -> e.getKey() == 50 ? e : null, e -> seen.add(e.toString()));
        System.out.println(threshold + " forEach " + sum + " " + chars + " " + seen);
    }

    static void search(long threshold) {
        System.out.println(threshold + " search " + MAP.search(threshold, (k, v) -> k == 77 ? v : null) + " "
                + MAP.search(threshold, (k, v) -> k > 1000 ? v : null) + " "
                + MAP.searchKeys(threshold, k -> k * k == 2025 ? k : null) + " "
                + MAP.searchValues(threshold, v -> v.equals("v12") ? v.toUpperCase() : null) + " "
                + MAP.searchEntries(threshold, e -> e.getValue().equals("v3") ? e.getKey() : null));
    }

    static void reduce(long threshold) {
        System.out.println(threshold + " reduce " + MAP.reduce(threshold, (k, v) -> k + v.length(), Integer::sum) + " "
                + MAP.reduceToInt(threshold, (k, v) -> k, 0, Math::max) + " "
                + MAP.reduceToLong(threshold, (k, v) -> (long) k << 32, 0, Long::sum) + " "
                + MAP.reduceToDouble(threshold, (k, v) -> k * 0.5, 0, Double::sum));
        System.out.println("  keys " + MAP.reduceKeys(threshold, Math::max) + " "
                + MAP.reduceKeys(threshold, k -> k % 2 == 0 ? k : null, Integer::sum) + " "
                + MAP.reduceKeysToInt(threshold, k -> k, 0, Integer::sum) + " "
                + MAP.reduceKeysToLong(threshold, k -> k, Long.MAX_VALUE, Math::min) + " "
                + MAP.reduceKeysToDouble(threshold, k -> k, 0, Math::max));
        System.out.println("  values " + MAP.reduceValues(threshold, (a, b) -> a.compareTo(b) > 0 ? a : b) + " "
                + MAP.reduceValues(threshold, String::length, Integer::sum) + " "
                + MAP.reduceValuesToInt(threshold, String::hashCode, 0, (a, b) -> a ^ b) + " "
                + MAP.reduceValuesToLong(threshold, String::length, 0, Long::sum) + " "
                + MAP.reduceValuesToDouble(threshold, String::length, 0, Double::sum));
        System.out.println("  entries " + MAP.reduceEntries(threshold, (a, b) -> a.getKey() > b.getKey() ? a : b) + " "
                + MAP.reduceEntries(threshold, Map.Entry::getKey, Integer::sum) + " "
                + MAP.reduceEntriesToInt(threshold, Map.Entry::getKey, 0, Integer::sum) + " "
                + MAP.reduceEntriesToLong(threshold, Map.Entry::getKey, 0, Long::sum) + " "
                + MAP.reduceEntriesToDouble(threshold, Map.Entry::getKey, 0, Double::sum));
        System.out.println("  empty " + new ConcurrentHashMap<Integer, Integer>().reduceKeys(threshold, Integer::sum)
                + " " + new ConcurrentHashMap<Integer, Integer>().reduceKeysToInt(threshold, k -> k, 7, Integer::sum));
    }

    static void failures() {
        for (long threshold : new long[] {1, Long.MAX_VALUE}) {
            try {
                MAP.forEach(threshold, (k, v) -> {
                    if (k == 60) {
                        throw new IllegalStateException("at 60");
                    }
                });
                System.out.println("not reached");
            } catch (IllegalStateException e) {
                System.out.println(threshold + " " + rootMessage(e));
            }
        }
    }

    // A fork-join task may wrap the exception in a copy made in the calling thread.
    static String rootMessage(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t.getMessage();
    }

    static void views() {
        ConcurrentHashMap<String, Boolean> backing = new ConcurrentHashMap<>();
        Set<String> set = Collections.newSetFromMap(backing);
        set.addAll(Arrays.asList("b", "a", "c", "a"));
        System.out.println(set + " " + backing);
        ConcurrentHashMap.KeySetView<String, Boolean> keys = ConcurrentHashMap.newKeySet();
        System.out.println(keys.add("x") + " " + keys.add("x") + " " + keys.addAll(List.of("y", "z")) + " "
                + keys.getMappedValue() + " " + new TreeSet<>(keys));
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        ConcurrentHashMap.KeySetView<String, Integer> withDefault = m.keySet(5);
        withDefault.add("new");
        withDefault.forEach(k -> m.merge(k, 1, Integer::sum));
        System.out.println(m + " " + withDefault.contains("new") + " " + withDefault.remove("new") + " " + m);
        try {
            m.keySet().add("refused");
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        m.putAll(Map.of("one", 1, "two", 2, "three", 3, "four", 4));
        m.values().removeIf(v -> v % 2 == 0);
        System.out.println(new TreeMap<>(m));
        m.entrySet().removeIf(e -> e.getKey().startsWith("t"));
        m.keySet().retainAll(Set.of("one", "nine"));
        System.out.println(m + " " + m.keySet().containsAll(List.of("one")) + " " + m.entrySet().contains(
                Map.entry("one", 1)));
        int n = 0;
        for (Enumeration<String> e = m.keys(); e.hasMoreElements(); e.nextElement()) {
            n++;
        }
        System.out.println(n + " " + m.elements().nextElement() + " "
                + Arrays.toString(m.keySet().toArray(new String[2])));
    }

    static void streams() {
        System.out.println(MAP.keySet().parallelStream().mapToInt(k -> k).sum() + " "
                + MAP.values().stream().filter(v -> v.length() == 2).sorted().collect(Collectors.joining(",")) + " "
                + MAP.entrySet().parallelStream().filter(e -> e.getKey() > 97).map(Map.Entry::getValue).sorted()
                        .collect(Collectors.toList()));
        ConcurrentHashMap<Integer, List<Integer>> grouped = MAP.keySet().parallelStream()
                .collect(Collectors.groupingByConcurrent(k -> k % 3, ConcurrentHashMap::new, Collectors.toList()));
        TreeMap<Integer, Integer> sizes = new TreeMap<>();
        grouped.forEach((k, l) -> sizes.put(k, l.size()));
        System.out.println(sizes + " " + MAP.keySet().stream().collect(Collectors.toConcurrentMap(k -> k % 4, k -> 1,
                Integer::sum)));
    }

    // Iterating while another thread inserts: nothing that was there throughout may be missed or seen twice.
    static void iterateWhileGrowing() throws Exception {
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 50; i++) {
            m.put(i, i);
        }
        Thread writer = new Thread(() -> {
            for (int i = 1000; i < 1600; i++) {
                m.put(i, i);
            }
        });
        AtomicInteger wrong = new AtomicInteger();
        writer.start();
        for (int round = 0; round < 5; round++) {
            int[] times = new int[50];
            for (int k : m.keySet()) {
                if (k < 50) {
                    times[k]++;
                }
            }
            for (int t : times) {
                if (t != 1) {
                    wrong.incrementAndGet();
                }
            }
        }
        writer.join();
        System.out.println("wrong " + wrong + " size " + m.size());
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 100; i++) {
            MAP.put(i, "v" + i);
        }
        for (long threshold : new long[] {Long.MAX_VALUE, 1, 16}) {
            each(threshold);
            search(threshold);
            reduce(threshold);
        }
        failures();
        views();
        streams();
        iterateWhileGrowing();
    }
}

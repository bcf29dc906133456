// HashMap, LinkedHashMap (access order, eviction), Hashtable, IdentityHashMap, WeakHashMap kept alive: all the Map methods, tree bins, resizing, views, fail-fast.
import java.util.*;
import java.util.function.*;

public class CollMaps {
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " ok");
        } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    record Bad(int v) {
        @Override
        public int hashCode() {
            return v % 3;
        }
    }
    record BadCmp(int v) implements Comparable<BadCmp> {
        @Override
        public int hashCode() {
            return 7;
        }
        public int compareTo(BadCmp o) { return Integer.compare(v, o.v); }
    }
    static void exercise(Map<String, Integer> m) {
        System.out.println("== " + m.getClass().getSimpleName());
        System.out.println(m.put("one", 1) + " " + m.put("two", 2) + m.put("one", 11) + m.putIfAbsent("one", 5)
            + m.putIfAbsent("three", 3) + m.get("none") + m.getOrDefault("none", -1) + m.containsKey("two")
            + m.containsValue(3) + m.size());
        System.out.println(m.merge("one", 5, Integer::sum) + " " + m.merge("four", 4, Integer::sum)
            + m.merge("two", 0, (a, b) -> null) + m.compute("five", (k, v) -> v == null ? 5 : v + 1)
            + m.compute("five", (k, v) -> v + 1) + m.compute("five", (k, v) -> null)
            + m.computeIfAbsent("six", String::length) + m.computeIfAbsent("six", k -> 99)
            + m.computeIfAbsent("nul", k -> null) + m.computeIfPresent("six", (k, v) -> v * 10)
            + m.computeIfPresent("nope", (k, v) -> 1) + m.replace("six", 7) + m.replace("six", 7, 8)
            + m.replace("six", 7, 9) + m.replace("zz", 1) + m.remove("six", 1) + m.remove("six", 8) + m.remove("qq"));
        System.out.println(new TreeMap<>(m) + " " + m.hashCode() + m.equals(new TreeMap<>(m))
            + m.keySet().equals(Set.of("one", "three", "four")));
        m.replaceAll((k, v) -> v + k.length());
        m.keySet().removeIf(k -> k.startsWith("f"));
        m.values().remove(19);
        System.out.println(new TreeMap<>(m));
        m.putAll(Map.of("x", 1));
        for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(e.getValue() * 2);
        System.out.println(new TreeMap<>(m) + " " + m.entrySet().contains(Map.entry("x", 2))
            + m.entrySet().remove(Map.entry("x", 3)) + m.values().contains(2) + new TreeSet<>(m.keySet()));
        t("cme", () -> {
            for (String k : m.keySet()) m.put(k + "!", 0);
        });
        t("merge null", () -> m.merge("x", null, Integer::sum));
        t("keySet add", () -> m.keySet().add("x"));
        t("cme in compute", () -> m.computeIfAbsent("outer", k -> {
            for (int i = 0; i < 50; i++) m.put("in" + i, i);
            return 1;
        }));
        Iterator<String> it = m.keySet().iterator();
        it.next();
        it.remove();
        t("double remove", it::remove);
        m.clear();
        System.out.println(m.isEmpty() + " " + m);
    }
    public static void main(String[] args) {
        exercise(new HashMap<>());
        exercise(new LinkedHashMap<>());
        exercise(new TreeMap<>());
        exercise(new Hashtable<>());
        exercise(new WeakHashMap<>());
        exercise(Collections.synchronizedMap(new HashMap<>()));
        HashMap<Object, Object> h = new HashMap<>();
        h.put(null, "nk");
        h.put("nv", null);
        System.out.println(h.get(null) + " " + h.get("nv") + h.containsKey("nv") + h.getOrDefault("nv", "d")
            + h.putIfAbsent("nv", 1) + h.get("nv") + h.remove(null) + h);
        t("table null key", () -> new Hashtable<>().put(null, 1));
        t("table null value", () -> new Hashtable<>().put(1, null));
        t("tree null", () -> new TreeMap<>().put(null, 1));
        t("Map.of null", () -> Map.of(1, null));
        t("entry", () -> Map.entry(1, 2).setValue(3));
        HashMap<Integer, Integer> order = new HashMap<>(4);
        for (int i : new int[] {17, 1, 33, 16, 5, 100, -1, 65536, 1 << 20}) order.put(i, i);
        System.out.println(order);
        for (int i = 0; i < 100; i++) order.put(i * 31, i);
        int s = 0, n = 0;
        for (int k : order.keySet()) s = s * 31 + k * ++n;
        System.out.println(order.size() + " " + s);
        HashMap<String, Integer> so = new HashMap<>();
        for (String w :
            "the quick brown fox jumps over the lazy dog while many other words follow in this sentence".split(" "))
            so.merge(w, 1, Integer::sum);
        System.out.println(so + " " + so.keySet() + so.values());
        HashMap<Bad, Integer> bad = new HashMap<>();
        for (int i = 0; i < 500; i++) bad.put(new Bad(i), i);
        int sum = 0;
        for (int i = 0; i < 500; i += 2) sum += bad.remove(new Bad(i));
        System.out.println(bad.size() + " " + sum + bad.get(new Bad(499)) + bad.containsKey(new Bad(498)));
        HashMap<BadCmp, Integer> tree = new HashMap<>();
        for (int i = 0; i < 300; i++) tree.put(new BadCmp(i * 37 % 300), i);
        int c = 0;
        for (var e : tree.entrySet()) c = c * 31 + e.getKey().v() + e.getValue();
        System.out.println(tree.size() + " " + tree.get(new BadCmp(150)) + " " + c);
        for (int i = 0; i < 296; i++) tree.remove(new BadCmp(i));
        System.out.println(tree.keySet());
        List<String> coll = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            StringBuilder b = new StringBuilder();
            for (int k = 0; k < 6; k++) b.append((i >> k & 1) == 0 ? "Aa" : "BB");
            coll.add(b.toString());
        }
        Map<String, Integer> cm = new HashMap<>();
        for (String x : coll) cm.put(x, cm.size());
        System.out.println(cm.get(coll.get(37)) + " " + cm.keySet().iterator().next() + cm.size());
        LinkedHashMap<String, Integer> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
                return size() > 3;
            }
        };
        for (String k : "a b c a d b e".split(" ")) {
            lru.merge(k, 1, Integer::sum);
            System.out.print(lru.keySet());
        }
        lru.get("d");
        lru.getOrDefault("b", 0);
        System.out.println(lru);
        LinkedHashMap<String, Integer> ins = new LinkedHashMap<>();
        for (String k : "z y x z".split(" ")) ins.put(k, ins.size());
        ins.remove("y");
        ins.put("y", 9);
        System.out.println(ins + " " + ins.keySet() + ins.values() + ins.entrySet());
        t("lru cme", () -> {
            for (String k : lru.keySet()) lru.get("b");
        });
        IdentityHashMap<Object, Integer> id = new IdentityHashMap<>();
        String a = new String("k"), b2 = new String("k");
        id.put(a, 1);
        id.put(b2, 2);
        id.put("k", 3);
        id.put("k", 4);
        id.put(null, 5);
        System.out.println(id.size() + " " + id.get(a) + id.get(b2) + id.get("k") + id.get(new String("k"))
            + id.containsKey(null) + id.containsValue(4) + id.remove(a) + id.size());
        for (int i = 0; i < 200; i++) id.put(new Object(), i);
        System.out.println(id.size() + " " + id.values().stream().mapToInt(x -> x).sum());
        WeakHashMap<Object, String> weak = new WeakHashMap<>();
        Object key = new Object();
        weak.put(key, "alive");
        System.gc();
        System.out.println(weak.get(key) + weak.size());
        java.lang.ref.Reference.reachabilityFence(key);
        Map<Integer, Integer> im = Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2)));
        t("um put", () -> im.put(1, 1));
        t("um entry", () -> im.entrySet().iterator().next().setValue(3));
        t("um compute", () -> im.compute(1, (k, v) -> 1));
        System.out.println(im + " " + Map.of().size() + Map.copyOf(im).get(1) + Map.ofEntries(Map.entry("q", 1))
            + new AbstractMap.SimpleEntry<>("k", 1) + new AbstractMap.SimpleEntry<>("k", 1).equals(Map.entry("k", 1))
            + Map.entry("k", 1).hashCode());
        HashMap<String, Integer> cap = new HashMap<>(1000, 0.5f);
        cap.put("x", 1);
        @SuppressWarnings("unchecked") HashMap<String, Integer> cl = (HashMap<String, Integer>) cap.clone();
        cl.put("y", 2);
        System.out.println(cap + "" + cl);
        Map<List<Integer>, String> lk = new HashMap<>();
        List<Integer> mk = new ArrayList<>(List.of(1));
        lk.put(mk, "found");
        mk.add(2);
        System.out.println(lk.get(List.of(1)) + lk.get(mk) + lk.size());
        Set<Object> hs = new HashSet<>(List.of(3, 1, 2));
        System.out.println(hs.add(1) + "" + hs.add(4) + hs.remove(9) + hs + hs.retainAll(Set.of(1, 4)) + hs
            + new LinkedHashSet<>(List.of(5, 3, 5 + 0, 1).subList(0, 2)) + hs.equals(new TreeSet<>(List.of(1, 4)))
            + hs.hashCode());
        Properties p = new Properties(new Properties() {
            { setProperty("d", "default"); }
        });
        p.setProperty("k", "v");
        System.out.println(p.getProperty("d") + p.getProperty("k") + p.getProperty("z", "zz") + p.size()
            + new TreeSet<>(p.stringPropertyNames()));
        BiFunction<Integer, Integer, Integer> bf = (x, y) -> x - y;
        Map<Character, Integer> hist = new TreeMap<>(Comparator.reverseOrder());
        for (char ch : "mississippi".toCharArray()) hist.merge(ch, 1, Integer::sum);
        System.out.println(hist + " " + bf.apply(1, 2));
    }
}

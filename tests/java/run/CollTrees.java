// TreeMap and TreeSet navigation: head, tail, sub maps with bounds, descending views, polls, comparators, random operations against a sorted array model.
import java.util.*;

public class CollTrees {
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " ok");
        } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>();
        for (int i = 10; i <= 100; i += 10) m.put(i, "v" + i);
        System.out.println(m.firstKey() + " " + m.lastEntry() + m.floorKey(35) + m.ceilingKey(35) + m.lowerKey(30)
            + m.higherKey(30) + m.floorEntry(5) + m.ceilingEntry(100) + m.higherEntry(100) + m.lowerEntry(11));
        System.out.println(m.headMap(40) + "" + m.headMap(40, true) + m.tailMap(80) + m.tailMap(80, false)
            + m.subMap(25, 55) + m.subMap(30, false, 50, true));
        NavigableMap<Integer, String> d = m.descendingMap(), sub = m.subMap(20, true, 70, false);
        System.out.println(d.firstKey() + " " + d.headMap(70) + d.floorKey(35) + d.ceilingKey(35)
            + d.descendingMap().firstKey() + sub.descendingMap() + sub.firstKey() + sub.lastKey() + sub.higherKey(60)
            + sub.floorKey(200) + sub.size());
        sub.put(25, "new");
        sub.remove(30);
        m.put(65, "direct");
        System.out.println(sub + " " + m.size() + sub.pollFirstEntry() + m.pollLastEntry() + sub.containsKey(20)
            + sub.headMap(50) + sub.tailMap(50).keySet() + sub.descendingKeySet());
        t("out of range", () -> sub.put(70, "x"));
        t("out of range 2", () -> sub.headMap(90));
        t("inverted", () -> m.subMap(5, 1));
        t("empty first", () -> new TreeMap<>().firstKey());
        System.out.println(new TreeMap<>().firstEntry() + " " + new TreeMap<>().pollFirstEntry()
            + m.navigableKeySet().headSet(50) + m.keySet().iterator().next());
        t("entry set", () -> m.firstEntry().setValue("x"));
        for (Map.Entry<Integer, String> e : m.entrySet()) e.setValue(e.getValue().toUpperCase());
        System.out.println(m);
        sub.clear();
        System.out.println(m);
        t("cme", () -> {
            for (Integer k : m.keySet()) m.put(k + 1, "");
        });
        Iterator<Integer> it = m.keySet().iterator();
        it.next();
        it.remove();
        System.out.println(m.keySet());
        t("null", () -> m.get(null));
        TreeMap<String, Integer> nf = new TreeMap<>(Comparator.nullsFirst(String.CASE_INSENSITIVE_ORDER));
        nf.put("b", 1);
        nf.put(null, 2);
        nf.put("B", 3);
        nf.put("a", 4);
        System.out.println(
            nf + " " + nf.get("A") + nf.firstKey() + (nf.comparator() != null) + new TreeMap<>(nf).equals(nf));
        TreeSet<String> s = new TreeSet<>(List.of("pear", "apple", "fig", "kiwi"));
        System.out.println(s + " " + s.first() + s.last() + s.floor("g") + s.ceiling("g") + s.lower("apple")
            + s.higher("apple") + s.headSet("kiwi") + s.tailSet("fig", false) + s.subSet("b", "l") + s.descendingSet()
            + s.pollFirst() + s.pollLast() + s + s.add("fig") + s.remove("fig"));
        TreeSet<Integer> rev = new TreeSet<>(Collections.reverseOrder());
        rev.addAll(List.of(5, 1, 9));
        System.out.println(rev + " " + rev.headSet(5, true) + rev.descendingSet() + rev.ceiling(6) + rev.floor(6));
        TreeSet<int[]> arrs = new TreeSet<>(Arrays::compare);
        arrs.add(new int[] {2});
        arrs.add(new int[] {1, 5});
        arrs.add(new int[] {1});
        System.out.println(arrs.first().length + " " + arrs.size() + arrs.contains(new int[] {1, 5}));
        t("not comparable", () -> new TreeSet<>().add(new Object()));
        t("mixed", () -> {
            TreeSet<Object> x = new TreeSet<>();
            x.add("a");
            x.contains(1);
        });
        TreeMap<Integer, Integer> model = new TreeMap<>();
        boolean[] have = new boolean[1000];
        int[] val = new int[1000];
        long seed = 12345;
        long check = 0;
        for (int i = 0; i < 20000; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            int k = (int) (seed >>> 40) % 1000, op = (int) (seed >>> 33) & 3;
            k = Math.abs(k);
            if (op < 2) {
                Integer old = model.put(k, i);
                assert (old != null) == have[k] && (old == null || old == val[k]);
                have[k] = true;
                val[k] = i;
            } else if (op == 2) {
                Integer old = model.remove(k);
                assert (old != null) == have[k];
                have[k] = false;
            } else {
                Integer f = model.floorKey(k), h = model.higherKey(k);
                int ef = k;
                while (ef >= 0 && !have[ef]) ef--;
                int eh = k + 1;
                while (eh < 1000 && !have[eh]) eh++;
                assert f == null ? ef < 0 : f == ef;
                assert h == null ? eh == 1000 : h == eh;
                check += (f == null ? 0 : f) * 31L + (h == null ? 0 : h);
            }
        }
        System.out.println(model.size() + " " + check + " " + model.hashCode() + " " + model.headMap(500).size() + " "
            + model.subMap(100, 200).values().stream().mapToInt(x -> x).sum());
        int prev = -1;
        for (int k : model.keySet()) {
            assert k > prev;
            prev = k;
        } System.out.println(new TreeMap<>(model).descendingMap().equals(model) + " " + Collections.unmodifiableNavigableMap(model).firstKey() + ((TreeMap<?, ?>) model.clone()).size() + new TreeSet<>(model.keySet()).subSet(10, 20));
        SortedMap<String, Integer> dict = new TreeMap<>();
        for (String w : "b:2 a:1 c:3 ab:4".split(" ")) dict.put(w.split(":")[0], Integer.parseInt(w.split(":")[1]));
        System.out.println(dict.headMap("b\0") + " " + dict.tailMap("ab\0") + dict.subMap("a", "b"));
        TreeMap<Integer, List<String>> groups = new TreeMap<>();
        for (String w : List.of("x", "yy", "z", "www", "vv"))
            groups.computeIfAbsent(w.length(), k -> new ArrayList<>()).add(w);
        System.out.println(groups + " " + groups.lastEntry().getValue());
        TreeMap<Integer, Integer> merged = new TreeMap<>();
        for (int i = 0; i < 50; i++) merged.merge(i % 7, i, Integer::sum);
        merged.computeIfPresent(3, (k, v) -> null);
        merged.compute(9, (k, v) -> v == null ? -1 : v);
        merged.replaceAll((k, v) -> v - k);
        System.out.println(merged);
        t("compute cme", () -> merged.computeIfAbsent(100, k -> {
            merged.put(101, 1);
            return 5;
        }));
    }
}

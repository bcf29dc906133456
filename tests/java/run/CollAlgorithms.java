// java.util.Collections: sorting, shuffling with a seed, rotating, searching, wrappers, singletons, disjoint, frequency, and iterator adaptors.
import java.util.*;
import java.util.function.*;

public class CollAlgorithms {
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " ok");
        } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    record P(String n, int a, double w) {}
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 12; i++) l.add(i);
        Collections.shuffle(l, new Random(1));
        System.out.println(l);
        Collections.rotate(l, 5);
        System.out.println(l);
        Collections.rotate(l, -17);
        System.out.println(l);
        Collections.swap(l, 0, 11);
        Collections.reverse(l);
        System.out.println(l + " " + Collections.max(l) + Collections.min(l, Comparator.reverseOrder()));
        Collections.sort(l);
        System.out.println(Collections.binarySearch(l, 7) + " " + Collections.binarySearch(l, 99)
            + Collections.binarySearch(new LinkedList<>(l), -5) + Collections.frequency(List.of(1, 2, 1), 1)
            + Collections.disjoint(l, List.of(50)) + Collections.indexOfSubList(l, List.of(3, 4))
            + Collections.lastIndexOfSubList(l, List.of(9, 8)));
        Collections.replaceAll(l, 3, 33);
        Collections.addAll(l, 1, 2, 3);
        System.out.println(l + " " + Collections.nCopies(3, "x") + Collections.singletonList(1)
            + Collections.singletonMap("k", "v") + Collections.emptyMap() + Collections.singleton(5));
        List<Integer> dst = new ArrayList<>(Collections.nCopies(4, 0));
        Collections.copy(dst, List.of(1, 2));
        System.out.println(dst);
        t("copy small", () -> Collections.copy(new ArrayList<>(), List.of(1)));
        t("empty add", () -> Collections.emptyList().add(null));
        t("singleton remove", () -> Collections.singletonList(1).remove(0));
        t("ncopies set", () -> Collections.nCopies(2, 1).set(0, 2));
        t("rotate empty", () -> Collections.rotate(new ArrayList<>(), 3));
        List<String> un = Collections.unmodifiableList(new ArrayList<>(List.of("a")));
        t("un", () -> un.add("b"));
        t("un sort", () -> Collections.sort(un));
        t("un iter", () -> un.listIterator().add("x"));
        Collection<Integer> uc = Collections.unmodifiableCollection(l);
        System.out.println(uc.size() + " " + uc.contains(33) + (uc.equals(l)));
        Queue<Integer> lifo = Collections.asLifoQueue(new ArrayDeque<>());
        lifo.add(1);
        lifo.add(2);
        System.out.println(lifo.poll() + "" + lifo);
        Set<String> fm = Collections.newSetFromMap(new TreeMap<>());
        fm.addAll(List.of("q", "p", "q"));
        System.out.println(fm);
        Enumeration<Integer> en = Collections.enumeration(List.of(1, 2));
        while (en.hasMoreElements()) System.out.print(en.nextElement());
        System.out.println(Collections.list(Collections.enumeration(List.of("e"))));
        List<P> ps = new ArrayList<>(List.of(
            new P("bo", 30, 1.5), new P("al", 25, 2.5), new P("cy", 30, 0.5), new P("al", 41, 9), new P("bo", 25, 1)));
        Map<String, Comparator<P>> cs = new LinkedHashMap<>();
        cs.put("age", Comparator.comparingInt(P::a));
        cs.put("age desc", Comparator.comparingInt(P::a).reversed());
        cs.put("name,age", Comparator.comparing(P::n).thenComparingInt(P::a));
        cs.put("weight", Comparator.comparingDouble(P::w));
        cs.put("name desc, weight", Comparator.comparing(P::n, Comparator.reverseOrder()).thenComparing(P::w));
        cs.put("len then nat",
            Comparator.<P>comparingInt(p -> p.n().length())
                .thenComparing(P::n, String.CASE_INSENSITIVE_ORDER)
                .thenComparingDouble(P::w));
        cs.forEach((k, c) -> {
            List<P> x = new ArrayList<>(ps);
            x.sort(c);
            System.out.println(k + " " + x.stream().map(p -> p.n() + p.a()).toList());
        });
        List<String> ns = Arrays.asList("b", null, "a", null);
        ns.sort(Comparator.nullsLast(Comparator.naturalOrder()));
        System.out.println(ns);
        ns.sort(Comparator.nullsFirst(null));
        System.out.println(ns);
        t("sort nulls", () -> Collections.sort(Arrays.asList(1, null)));
        Integer[] big = new Integer[3000];
        long seed = 3;
        for (int i = 0; i < 3000; i++) {
            seed = seed * 25214903917L + 11;
            big[i] = (int) (seed >>> 24) % 500;
        }
        int[] cmps = {0};
        Integer[] runs = big.clone();
        Arrays.sort(runs, (x, y) -> {
            cmps[0]++;
            return x.compareTo(y);
        });
        boolean ok = true;
        for (int i = 1; i < 3000; i++) ok &= runs[i - 1] <= runs[i];
        System.out.println(ok + " " + cmps[0]);
        Arrays.sort(runs, Comparator.reverseOrder());
        cmps[0] = 0;
        Arrays.sort(runs, (x, y) -> {
            cmps[0]++;
            return x.compareTo(y);
        });
        System.out.println(cmps[0]);
        Integer[] saw = new Integer[2000];
        for (int i = 0; i < 2000; i++) saw[i] = i % 97 * (i % 2 == 0 ? 1 : -1);
        cmps[0] = 0;
        Arrays.sort(saw, (x, y) -> {
            cmps[0]++;
            return Integer.compare(x, y);
        });
        System.out.println(cmps[0] + " " + saw[0] + saw[1999]);
        PrimitiveIterator.OfInt pi = new PrimitiveIterator.OfInt() {
            int i = 3;
            public boolean hasNext() { return i > 0; }
            public int nextInt() { return i--; }
        };
        pi.forEachRemaining((IntConsumer) x -> System.out.print(x));
        Iterator<String> gen = new Iterator<>() {
            int i;
            public boolean hasNext() { return i < 2; }
            public String next() { return "g" + i++; }
        };
        t("default remove", gen::remove);
        gen.forEachRemaining(System.out::print);
        System.out.println();
        Iterable<Integer> ib = () -> List.of(1, 2, 3).iterator();
        int sum = 0;
        for (int x : ib) sum += x;
        ib.forEach(x -> System.out.print(x + ","));
        System.out.println(sum + " " + ib.spliterator().estimateSize());
        Spliterator<Integer> sp = new TreeSet<>(List.of(3, 1, 2)).spliterator();
        System.out.println(sp.hasCharacteristics(Spliterator.SORTED) + " " + sp.getComparator()
            + sp.tryAdvance(x -> System.out.print("adv" + x + " ")));
        NavigableSet<Integer> us = Collections.unmodifiableNavigableSet(new TreeSet<>(List.of(1, 5, 9)));
        System.out.println(us.floor(6) + "" + us.descendingSet());
        t("checked", () -> Collections.checkedMap(new HashMap<>(), String.class, Integer.class).put("a", 1));
        AbstractSet<Integer> evens = new AbstractSet<>() {
            public Iterator<Integer> iterator() { return List.of(0, 2, 4).iterator(); }
            public int size() { return 3; }
        };
        System.out.println(evens + " " + evens.contains(2) + evens.equals(Set.of(4, 2, 0)) + evens.hashCode()
            + evens.containsAll(List.of(0)));
        t("abstract set add", () -> evens.add(1));
        AbstractMap<String, Integer> am = new AbstractMap<>() {
            public Set<Entry<String, Integer>> entrySet() {
                return new LinkedHashSet<>(List.of(Map.entry("a", 1), Map.entry("b", 2)));
            }
        };
        System.out.println(am + " " + am.get("b") + am.keySet() + am.values() + am.containsValue(2)
            + am.equals(Map.of("a", 1, "b", 2)));
        t("abstract map put", () -> am.put("c", 1));
        System.out.println(Collections.reverseOrder(Comparator.<Integer>naturalOrder()).compare(1, 2) + " "
            + Collections.reverseOrder().equals(Comparator.reverseOrder()) + Collections.emptyIterator().hasNext());
    }
}

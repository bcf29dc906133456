// Full stack traces whose frames lie in the class library: streams, collections, iterators, comparators, optional, string switch; lambda frames appear, hidden ones do not.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class TracesThroughLibrary {
    static void t(String n, Runnable r) {
        System.out.println("-- " + n);
        try {
            r.run();
        } catch (RuntimeException e) { e.printStackTrace(System.out); }
    }
    static int check(int x) {
        if (x == 3) throw new IllegalArgumentException("three");
        return x;
    }
    static class Key implements Comparable<Key> {
        public int compareTo(Key k) { throw new UnsupportedOperationException("no order"); }
        @Override
        public int hashCode() {
            return 1;
        }
        @Override
        public boolean equals(Object o) {
            throw new IllegalStateException("no equality");
        }
        @Override
        public String toString() {
            throw new IllegalStateException("no string");
        }
    }
    public static void main(String[] args) {
        t("stream map", () -> Stream.of(1, 2, 3).map(TracesThroughLibrary::check).toList());
        t("stream nested",
            () -> IntStream.range(0, 5).boxed().flatMap(i -> Stream.of(i).filter(x -> check(x) > 0)).forEach(x -> {}));
        t("sorted", () -> Stream.of(3, 1, 2).sorted((a, b) -> check(a)).count());
        t("list sort", () -> new ArrayList<>(List.of(new Key(), new Key())).sort(null));
        t("forEach", () -> List.of(1, 3).forEach(x -> check(x)));
        t("map compute", () -> new HashMap<String, Integer>().computeIfAbsent("k", k -> check(3)));
        t("tree put", () -> {
            TreeMap<Key, Integer> m = new TreeMap<>();
            m.put(new Key(), 1);
        });
        t("hash put", () -> {
            HashMap<Key, Integer> m = new HashMap<>();
            m.put(new Key(), 1);
            m.put(new Key(), 2);
        });
        t("iterator", () -> {
            Iterator<Integer> i = new ArrayList<Integer>().iterator();
            i.next();
        });
        t("optional", () -> Optional.of(3).map(TracesThroughLibrary::check));
        t("function chain",
            ()
                -> Function.<Integer>identity()
                    .andThen(TracesThroughLibrary::check)
                    .compose((Integer x) -> x + 1)
                    .apply(2));
        t("concat", () -> System.out.println("x" + new Key()));
        t("format", () -> String.format("%s", new Key()));
        t("valueOf", () -> String.valueOf(new Key()));
        t("unmodifiable", () -> Collections.unmodifiableList(new ArrayList<>()).add(null));
        t("toMap", () -> Stream.of("a", "a").collect(Collectors.toMap(k -> k, k -> 1)));
        t("parse", () -> Integer.valueOf("9x"));
        t("regex", () -> "a".matches("("));
        t("removeIf", () -> new ArrayList<>(List.of(3)).removeIf(x -> check(x) > 0));
        t("pq", () -> new PriorityQueue<>(List.of(1, 2, 3)).forEach(x -> check(x)));
        t("iterate", () -> Stream.iterate(1, x -> check(x + 1)).limit(5).toList());
        t("supplier", () -> Objects.requireNonNull(null, () -> "lazy " + check(3)));
        t("array list", () -> new ArrayList<>(List.of(1)).set(4, 1));
        t("big", () -> new java.math.BigInteger("1").divide(java.math.BigInteger.ZERO));
        t("date", () -> java.time.LocalDate.of(2024, 13, 1));
        t("enum", () -> Thread.State.valueOf("NOPE"));
        t("scanner", () -> new Scanner("x").nextInt());
        t("char", () -> new StringBuilder("abc").deleteCharAt(9));
        t("cast", () -> ((List<Object>) (List<?>) List.of("s")).stream().map(Integer.class ::cast).toList());
        t("collect",
            () -> Stream.of(1).collect(Collector.of(ArrayList<Integer>::new, (l, x) -> check(3), (a, b) -> a)));
        t("comparator", () -> Collections.max(List.of(1, 3), Comparator.comparing(x -> check(x))));
    }
}

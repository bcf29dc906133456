// Collectors in depth: grouping, partitioning, teeing, toMap with merges, downstream adaptors, statistics, custom collectors.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamsCollectors {
    record Emp(String name, String dept, int pay, int age, List<String> tags) {}
    static final List<Emp> ALL = List.of(new Emp("Ann", "dev", 100, 30, List.of("java", "go")),
        new Emp("Bob", "dev", 80, 45, List.of("c")), new Emp("Cid", "ops", 70, 28, List.of("sh", "c")),
        new Emp("Dee", "ops", 90, 51, List.of()), new Emp("Eve", "hr", 60, 39, List.of("talk")));
    static void show(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        show(ALL.stream().collect(
            Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.mapping(Emp::name, Collectors.toList()))));
        show(ALL.stream().collect(Collectors.groupingBy(Emp::dept, Collectors.summingInt(Emp::pay))));
        show(ALL.stream().collect(
            Collectors.partitioningBy(e -> e.age() > 35, Collectors.mapping(Emp::name, Collectors.joining("/")))));
        show(ALL.stream().collect(Collectors.partitioningBy(e -> false)).keySet());
        show(
            ALL.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.averagingDouble(Emp::pay))));
        show(ALL.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new,
            Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Emp::pay)), o -> o.get().name()))));
        show(ALL.stream().collect(Collectors.groupingBy(e
            -> e.age() / 10 * 10,
            TreeMap::new, Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.counting()))));
        show(ALL.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new,
            Collectors.flatMapping(e -> e.tags().stream(), Collectors.toCollection(TreeSet::new)))));
        show(ALL.stream().collect(Collectors.groupingBy(
            Emp::dept, TreeMap::new, Collectors.filtering(e -> e.pay() > 75, Collectors.counting()))));
        show(ALL.stream().collect(
            Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.reducing(0, Emp::pay, Integer::max))));
        show(
            ALL.stream().collect(Collectors.toMap(Emp::name, Emp::pay, (a, b) -> a, LinkedHashMap::new)));
        show(
            ALL.stream().collect(Collectors.toMap(Emp::dept, Emp::name, (a, b) -> a + "+" + b, TreeMap::new)));
        try {
            ALL.stream().collect(Collectors.toMap(Emp::dept, Emp::name));
        } catch (IllegalStateException e) { show(e.getMessage()); }
        try {
            Stream.of("k").collect(Collectors.toMap(k -> k, k -> null));
        } catch (NullPointerException e) { show("null value"); }
        try {
            Stream.of("k").collect(Collectors.groupingBy(k -> null));
        } catch (NullPointerException e) { show(e.getMessage()); }
        show(ALL.stream().map(Emp::name).collect(Collectors.joining(", ", "[", "]"))
            + Stream.<String>empty().collect(Collectors.joining("-", "{", "}")));
        IntSummaryStatistics s = ALL.stream().collect(Collectors.summarizingInt(Emp::pay));
        show(s + " " + ALL.stream().collect(Collectors.averagingInt(Emp::age)) + " "
            + ALL.stream().collect(Collectors.summingLong(Emp::pay)) + " "
            + ALL.stream().collect(Collectors.summarizingDouble(e -> e.pay() / 3.0)));
        show(ALL.stream().collect(
            Collectors.teeing(Collectors.counting(), Collectors.averagingInt(Emp::pay), (n, a) -> n + " at " + a)));
        show(ALL.stream().map(Emp::pay).collect(Collectors.reducing(Integer::sum)).get() + " "
            + ALL.stream().collect(Collectors.minBy(Comparator.comparing(Emp::age))).get().name() + " "
            + ALL.stream().map(Emp::name).collect(Collectors.toUnmodifiableList()) + " "
            + ALL.stream().map(Emp::dept).collect(Collectors.toSet()).size()
            + ALL.stream().map(Emp::dept).collect(Collectors.toCollection(LinkedHashSet::new)));
        Collector<String, StringBuilder, String> custom = Collector.of(
            StringBuilder::new, (b, x) -> b.append(x.charAt(0)), StringBuilder::append, b -> b.reverse().toString());
        show(ALL.stream().map(Emp::name).collect(custom) + custom.characteristics());
        Collector<Integer, int[], Integer> sumSq = new Collector<>() {
            public Supplier<int[]> supplier() { return () -> new int[1]; }
            public BiConsumer<int[], Integer> accumulator() { return (a, x) -> a[0] += x * x; }
            public BinaryOperator<int[]> combiner() {
                return (a, b) -> {
                    a[0] += b[0];
                    return a;
                };
            }
            public Function<int[], Integer> finisher() { return a -> a[0]; }
            public Set<Characteristics> characteristics() { return Set.of(Characteristics.UNORDERED); }
        };
        show(Stream.of(1, 2, 3, 4).collect(sumSq));
        Map<String, Map<Boolean, List<String>>> deep =
            ALL.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new,
                Collectors.partitioningBy(e -> e.pay() >= 80, Collectors.mapping(Emp::name, Collectors.toList()))));
        show(deep + " " + deep.get("dev").get(true));
        TreeMap<Integer, List<String>> byLen =
            Stream.of("one", "two", "three", "four", "five", "six")
                .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        show(byLen + " " + byLen.headMap(5) + byLen.lastEntry());
        show(IntStream.rangeClosed(1, 100).boxed().collect(
            Collectors.groupingBy(i -> i % 7, Collectors.summingInt(i -> i))));
        String text = "the rain in spain falls mainly on the plain in the rain";
        Map<String, Long> freq =
            Arrays.stream(text.split(" "))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        show(freq);
        show(freq.entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(4)
                .map(e -> e.getKey() + "=" + e.getValue())
                .toList());
        show(text.chars()
                .filter(Character::isLetter)
                .mapToObj(c -> "" + (char) c)
                .collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting())));
    }
}

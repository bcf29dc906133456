// Parallel streams: whatever the splitting, the results of well-behaved pipelines are those of sequential ones.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class JucParallelStreams {
    static void reductions() {
        System.out.println(IntStream.rangeClosed(1, 1000).parallel().sum() + " "
                + LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b) + " "
                + IntStream.range(0, 500).parallel().map(i -> i * 7919 % 997).max().getAsInt() + " "
                + Stream.of("a", "b", "c", "d", "e", "f", "g").parallel().reduce("", String::concat) + " "
                + IntStream.range(0, 100).parallel().boxed().reduce(0, (s, i) -> s + i * i, Integer::sum) + " "
                + IntStream.range(0, 64).parallel().average().getAsDouble());
        IntSummaryStatistics st = IntStream.range(-50, 150).parallel().summaryStatistics();
        System.out.println(st);
        System.out.println(IntStream.range(0, 300).parallel().filter(i -> i % 7 == 3).count() + " "
                + IntStream.range(0, 300).parallel().anyMatch(i -> i == 299) + " "
                + IntStream.range(0, 300).parallel().allMatch(i -> i < 299) + " "
                + IntStream.range(0, 300).parallel().noneMatch(i -> i > 300) + " "
                + IntStream.range(0, 300).parallel().filter(i -> i > 41).findFirst().getAsInt() + " "
                + (IntStream.range(0, 300).parallel().filter(i -> i > 41).findAny().getAsInt() > 41) + " "
                + Stream.empty().parallel().findAny());
        // Quarters are exact, so that the order of the additions does not matter.
        System.out.println(IntStream.range(0, 400).parallel().mapToDouble(i -> i * 0.25).sum());
    }

    static void collected() {
        List<String> words = Arrays.asList(("in the beginning was the word and the word was with the machine and the machine "
                + "was fast").split(" "));
        System.out.println(words.parallelStream().map(String::toUpperCase).collect(Collectors.toList()));
        System.out.println(words.parallelStream().collect(Collectors.joining(",", "<", ">")));
        TreeMap<Integer, List<String>> byLength = words.parallelStream().collect(Collectors.groupingBy(String::length,
                TreeMap::new, Collectors.toList()));
        System.out.println(byLength);
        TreeMap<Character, Long> byInitial = words.parallelStream().collect(Collectors.groupingBy(w -> w.charAt(0),
                TreeMap::new, Collectors.counting()));
        System.out.println(byInitial);
        System.out.println(words.parallelStream().collect(Collectors.partitioningBy(w -> w.length() > 3,
                Collectors.mapping(w -> w.substring(0, 2), Collectors.toCollection(TreeSet::new)))));
        System.out.println(words.parallelStream().distinct().sorted(Comparator.comparing(String::length)
                .thenComparing(Comparator.reverseOrder())).collect(Collectors.toList()));
        ConcurrentHashMap<String, Integer> counts = words.parallelStream().collect(Collectors.toConcurrentMap(w -> w,
                w -> 1, Integer::sum, ConcurrentHashMap::new));
        System.out.println(new TreeMap<>(counts));
        String teed = words.parallelStream().collect(Collectors.teeing(Collectors.counting(),
                Collectors.averagingInt(String::length), (n, avg) -> n + " words of " + avg));
        System.out.println(teed);
        System.out.println(words.parallelStream().collect(ArrayList::new, ArrayList::add, ArrayList::addAll).size());
        Map<Integer, Set<String>> sets = words.parallelStream().collect(Collectors.groupingByConcurrent(
                String::length, Collectors.toCollection(TreeSet::new)));
        System.out.println(new TreeMap<>(sets).lastEntry());
        Collector<Integer, int[], Integer> xor = Collector.of(() -> new int[1], (a, v) -> a[0] ^= v, (a, b) -> {
            a[0] ^= b[0];
            return a;
        }, a -> a[0]);
        System.out.println(IntStream.range(0, 777).parallel().boxed().collect(xor));
    }

    static void ordered() {
        List<Integer> list = IntStream.range(0, 200).boxed().collect(Collectors.toList());
        List<Integer> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, new java.util.Random(5));
        System.out.println(shuffled.parallelStream().sorted().collect(Collectors.toList()).equals(list) + " "
                + shuffled.parallelStream().sorted(Comparator.reverseOrder()).limit(5).collect(Collectors.toList()));
        System.out.println(list.parallelStream().skip(50).limit(10).collect(Collectors.toList()) + " "
                + list.parallelStream().filter(i -> i % 3 == 0).skip(3).limit(4).collect(Collectors.toList()));
        System.out.println(list.parallelStream().takeWhile(i -> i < 7).collect(Collectors.toList()) + " "
                + list.parallelStream().dropWhile(i -> i < 195).collect(Collectors.toList()));
        StringBuilder out = new StringBuilder();
        IntStream.range(0, 20).parallel().mapToObj(Integer::toString).forEachOrdered(s -> out.append(s).append(' '));
        System.out.println(out.toString().trim());
        System.out.println(Arrays.toString(list.parallelStream().mapToInt(i -> i * i).filter(i -> i % 10 == 6).limit(8)
                .toArray()));
        System.out.println(list.parallelStream().flatMap(i -> Stream.of(i, -i)).filter(i -> i > 196 || i < -197)
                .collect(Collectors.toList()));
        System.out.println(Stream.iterate(1, i -> i * 2).parallel().limit(12).collect(Collectors.toList()) + " "
                + Stream.concat(list.stream().limit(3), Stream.of(100, 101)).parallel().map(i -> i + 1)
                        .collect(Collectors.toList()));
        List<Integer> multi = list.parallelStream().<Integer>mapMulti((i, sink) -> {
            if (i % 50 == 0) {
                sink.accept(i);
                sink.accept(i + 1);
            }
        }).toList();
        System.out.println(multi);
    }

    static void sources() {
        Set<Integer> set = new HashSet<>(List.of(5, 1, 3));
        LinkedList<Integer> linked = new LinkedList<>(List.of(4, 5, 6));
        TreeSet<String> tree = new TreeSet<>(List.of("z", "y", "x"));
        System.out.println(set.parallelStream().mapToInt(i -> i).sum() + " "
                + linked.parallelStream().map(i -> i * 2).collect(Collectors.toList()) + " "
                + tree.parallelStream().collect(Collectors.joining()) + " "
                + Arrays.stream(new int[] {3, 4}).parallel().sum() + " "
                + "hello".chars().parallel().filter(c -> c == 'l').count());
        Iterable<Integer> it = () -> IntStream.range(0, 2000).iterator();
        Spliterator<Integer> sp = it.spliterator();
        System.out.println(StreamSupport.stream(sp, true).mapToLong(i -> i).sum());
        System.out.println(IntStream.range(0, 10).parallel().isParallel() + " "
                + IntStream.range(0, 10).parallel().sequential().isParallel());
    }

    static void effects() throws Exception {
        LongAdder adder = new LongAdder();
        AtomicInteger peeked = new AtomicInteger();
        IntStream.range(0, 500).parallel().peek(i -> peeked.incrementAndGet()).forEach(adder::add);
        System.out.println(adder + " " + peeked);
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 100).parallel().forEach(seen::add);
        System.out.println(seen.size());
        AtomicInteger closed = new AtomicInteger();
        try (IntStream s = IntStream.range(0, 10).parallel().onClose(closed::incrementAndGet)) {
            s.forEach(i -> { });
        }
        System.out.println("closed " + closed);
        try {
            IntStream.range(0, 100).parallel().forEach(i -> {
                if (i == 50) {
                    throw new IllegalStateException("fifty");
                }
            });
        } catch (IllegalStateException e) {
            Throwable t = e;
            while (t.getCause() != null) {
                t = t.getCause();
            }
            System.out.println(t);
        }
        ForkJoinPool own = new ForkJoinPool(2);
        System.out.println(own.submit(() -> IntStream.range(0, 1000).parallel().mapToLong(i -> (long) i * i).sum()).get());
        own.shutdown();
        // Nested: an outer parallel stream whose tasks run parallel streams.
        System.out.println(IntStream.range(0, 10).parallel().map(i -> IntStream.rangeClosed(0, i).parallel().sum()).sum());
    }

    public static void main(String[] args) throws Exception {
        reductions();
        collected();
        ordered();
        sources();
        effects();
    }
}

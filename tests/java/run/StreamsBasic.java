// Sequential streams: laziness, ordering, short circuits, flatMap, iterate, takeWhile, sorted, distinct, primitives, reuse errors, closing.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamsBasic {
    static <T> Predicate<T> trace(String n, Predicate<T> p) {
        return t -> {
            System.out.print(n + t + " ");
            return p.test(t);
        };
    }
    public static void main(String[] args) {
        List<String> words = List.of("delta", "alpha", "charlie", "bravo", "echo", "alpha");
        System.out.println(words.stream().filter(w -> w.length() == 5).map(String::toUpperCase).sorted().toList());
        System.out.println(words.stream()
                .distinct()
                .sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()))
                .collect(Collectors.joining(",")));
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6)
                .filter(trace("f", x -> x % 2 == 0))
                .map(x -> {
                    System.out.print("m" + x + " ");
                    return x * x;
                })
                .anyMatch(trace("a", x -> x > 10)));
        System.out.println(Stream.of(5, 3, 4)
                .peek(x -> System.out.print("p" + x + " "))
                .sorted()
                .peek(x -> System.out.print("s" + x + " "))
                .limit(2)
                .toList());
        Stream<Integer> lazy = Stream.of(1, 2).peek(x -> System.out.print("never"));
        System.out.println("built");
        System.out.println(Stream.iterate(1, x -> x * 2).limit(12).toList() + " "
            + Stream.iterate(1, x -> x < 100, x -> x * 3).toList() + " "
            + Stream
                .generate(new Supplier<Integer>() {
                    int n;
                    public Integer get() { return n++ * n; }
                })
                .limit(6)
                .toList());
        System.out.println(IntStream.rangeClosed(1, 5)
                .mapToObj(
                    i -> IntStream.range(0, i).mapToObj(Integer::toString).collect(Collectors.joining("", "<", ">")))
                .collect(Collectors.joining(" ")));
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3))
                               .flatMap(List::stream)
                               .map(x -> x + 1)
                               .reduce(0, Integer::sum)
            + " " + Stream.of("ab", "cd").flatMapToInt(String::chars).sum() + " "
            + Stream.of(1, 2, 3)
                .<String>mapMulti((x, out) -> {
                    for (int i = 0; i < x; i++) out.accept(x + "." + i);
                })
                .toList());
        System.out.println(Stream.of(1, 2, 3, 4, 1).takeWhile(x -> x < 4).toList() + ""
            + Stream.of(1, 2, 3, 4, 1).dropWhile(x -> x < 4).toList()
            + Stream.of(1, 2, 3, 4, 5).skip(2).limit(2).toList() + Stream.concat(Stream.of(1), Stream.of(2, 3)).toList()
            + Stream.empty().toList() + Stream.ofNullable(null).count() + Stream.ofNullable(1).count());
        System.out.println(Stream.of(3, 1, 2).max(Comparator.naturalOrder()).get() + " "
            + Stream.of(3, 1, 2).min(Integer::compare).get() + " " + Stream.<Integer>empty().max(Integer::compare) + " "
            + Stream.of(1, 2, 3).reduce((a, b) -> a * 10 + b).get() + " "
            + Stream.of("a", "bb").reduce(0, (n, s) -> n + s.length(), Integer::sum) + " "
            + Stream.of(1, 2).allMatch(x -> x > 1) + Stream.of(1, 2).noneMatch(x -> x > 5)
            + Stream.empty().allMatch(x -> false) + Stream.of(9, 8).findFirst().get() + Stream.of(7).findAny().get());
        IntSummaryStatistics st = IntStream.of(4, 8, 15, 16, 23, 42).summaryStatistics();
        System.out.println(
            st + " " + DoubleStream.of(1.5, 2.5).summaryStatistics() + " " + LongStream.empty().summaryStatistics());
        System.out.println(IntStream.range(0, 10).filter(i -> i % 3 == 0).boxed().toList() + " "
            + IntStream.range(5, 2).count() + " " + IntStream.of(3, 3, 1).distinct().sorted().boxed().toList() + " "
            + IntStream.range(0, 5).mapToLong(i -> 1L << (i * 10)).sum() + " "
            + IntStream.range(0, 4).asDoubleStream().map(Math::sqrt).boxed().toList() + " "
            + IntStream.iterate(10, i -> i - 3).takeWhile(i -> i > 0).average().getAsDouble() + " "
            + IntStream.empty().max() + IntStream.of(5).min() + " " + DoubleStream.of(0.1, 0.2, 0.3, 0.4).sum() + " "
            + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " "
            + "hello".chars().mapToObj(c -> (char) c).toList()
            + IntStream.concat(IntStream.of(1), IntStream.of(2)).boxed().toList()
            + DoubleStream.iterate(1, d -> d / 2).limit(5).boxed().toList());
        Stream<String> used = words.stream();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Stream<String> linked = words.stream();
        linked.map(x -> x);
        try {
            linked.filter(x -> true);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try (Stream<Integer> c =
                 Stream.of(1).onClose(() -> System.out.print("closed1 ")).onClose(() -> System.out.print("closed2 "))) {
            System.out.print(c.map(x -> x + 1).toList() + " ");
        }
        System.out.println();
        Stream<Integer> bad = Stream.of(1).onClose(() -> { throw new IllegalStateException("c1"); }).onClose(() -> {
            throw new IllegalStateException("c2");
        });
        try {
            bad.close();
        } catch (IllegalStateException e) { System.out.println(e.getMessage() + e.getSuppressed()[0].getMessage()); }
        List<Integer> src = new ArrayList<>(List.of(1, 2));
        Stream<Integer> late = src.stream();
        src.add(3);
        System.out.println(late.toList());
        try {
            src.stream().forEach(x -> src.add(9));
        } catch (ConcurrentModificationException e) { System.out.println("CME " + src); }
        try {
            Stream.of(1, null, 2).sorted().toList();
        } catch (NullPointerException e) { System.out.println("npe"); }
        System.out.println(
            Stream.of(1, null).toList() + " " + Arrays.asList(1, null).stream().filter(Objects::nonNull).toList());
        try {
            Stream.of(1).toList().add(2);
        } catch (UnsupportedOperationException e) { System.out.println("immutable"); }
        try {
            Stream.of(1, 2).limit(-1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Iterator<Integer> it = Stream.iterate(0, x -> x + 5).iterator();
        it.next();
        it.next();
        System.out.println(it.next());
        Spliterator<Integer> sp = List.of(1, 2, 3, 4, 5, 6, 7, 8).spliterator();
        Spliterator<Integer> half = sp.trySplit();
        System.out.println(half.estimateSize() + " " + sp.estimateSize() + " "
            + sp.hasCharacteristics(Spliterator.SIZED) + " " + StreamSupport.stream(half, false).toList());
        StringBuilder sb = new StringBuilder();
        Stream.of(1, 2, 3).forEachOrdered(sb::append);
        System.out.println(sb);
        System.out.println(new Random(42).ints(5, 0, 100).boxed().toList() + " "
            + Stream.of("x").collect(ArrayList::new, ArrayList::add, ArrayList::addAll) + " "
            + Arrays.stream(new int[][] {{1, 2}, {3}}).flatMapToInt(Arrays::stream).sum() + " "
            + Pattern2.words("a1b22c"));
        boolean[] sieve = new boolean[200];
        System.out.println(IntStream.range(2, 200)
                .filter(i -> {
                    if (sieve[i]) return false;
                    for (int j = i * i; j < 200; j += i) sieve[j] = true;
                    return true;
                })
                .boxed()
                .map(String::valueOf)
                .collect(Collectors.joining(" ")));
        System.out.println(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]})
                .mapToLong(f -> f[0])
                .skip(80)
                .findFirst()
                .getAsLong());
        System.out.println(IntStream.rangeClosed(1, 30)
                .boxed()
                .flatMap(a -> IntStream.rangeClosed(a, 30).boxed().flatMap(b -> {
                    double c = Math.sqrt(a * a + b * b);
                    return c == (int) c && c <= 30 ? Stream.of(a + "-" + b + "-" + (int) c) : Stream.empty();
                }))
                .toList());
        Stream.Builder<String> b = Stream.builder();
        b.add("x").add("y").accept("z");
        System.out.println(b.build().toList());
        try {
            b.accept("late");
        } catch (IllegalStateException e) { System.out.println("builder done"); }
        System.out.println(Stream.of(1, 2, 3, 4).unordered().parallel().sequential().isParallel() + " "
            + Collections.nCopies(3, "k").stream().toList()
            + new TreeMap<>(Map.of(1, "a")).entrySet().stream().map(Map.Entry::getValue).toList()
            + "a,b".lines().toList() + new StringTokenizer("p q").asIterator().next()
            + BitSet.valueOf(new long[] {37}).stream().boxed().toList());
    }
    static class Pattern2 {
        static List<String> words(String s) {
            return java.util.regex.Pattern.compile("\\d+").splitAsStream(s).toList();
        }
    }
}

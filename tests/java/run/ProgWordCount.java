// Word counts of one text in six ways that must agree: a plain map, streams, parallel streams, a concurrent map with
// many threads, fork-join, map and reduce by message queues; then the statistics people want from it.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class ProgWordCount {
    static final String TEXT = """
            It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of
            foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light,
            it was the season of Darkness, it was the spring of hope, it was the winter of despair, we had
            everything before us, we had nothing before us, we were all going direct to Heaven, we were all going
            direct the other way -- in short, the period was so far like the present period, that some of its
            noisiest authorities insisted on its being received, for good or for evil, in the superlative degree
            of comparison only.

            There were a king with a large jaw and a queen with a plain face, on the throne of England; there were
            a king with a large jaw and a queen with a fair face, on the throne of France. In both countries it was
            clearer than crystal to the lords of the State preserves of loaves and fishes, that things in general
            were settled for ever.
            """;
    static final Pattern SPLIT = Pattern.compile("[^A-Za-z]+");

    static List<String> lines() {
        return TEXT.lines().collect(Collectors.toList());
    }

    static Stream<String> words(String line) {
        return SPLIT.splitAsStream(line).filter(w -> !w.isEmpty()).map(w -> w.toLowerCase(Locale.ROOT));
    }

    static Map<String, Long> plain() {
        Map<String, Long> counts = new HashMap<>();
        for (String line : lines()) {
            for (String w : SPLIT.split(line)) {
                if (!w.isEmpty()) {
                    String key = w.toLowerCase(Locale.ROOT);
                    Long n = counts.get(key);
                    counts.put(key, n == null ? 1 : n + 1);
                }
            }
        }
        return counts;
    }

    static Map<String, Long> streams(boolean parallel) {
        Stream<String> lines = parallel ? lines().parallelStream() : lines().stream();
        return lines.flatMap(ProgWordCount::words).collect(Collectors.groupingBy(Function.identity(),
                Collectors.counting()));
    }

    static Map<String, Long> concurrentMap(int threads) throws InterruptedException {
        ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();
        List<String> lines = lines();
        List<Thread> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int id = t;
            Thread w = new Thread(() -> {
                for (int i = id; i < lines.size(); i += threads) {
                    words(lines.get(i)).forEach(x -> counts.computeIfAbsent(x, k -> new LongAdder()).increment());
                }
            });
            workers.add(w);
            w.start();
        }
        for (Thread w : workers) {
            w.join();
        }
        Map<String, Long> out = new HashMap<>();
        counts.forEach((k, v) -> out.put(k, v.sum()));
        return out;
    }

    static final class Count extends RecursiveTask<Map<String, Long>> {
        private final List<String> lines;

        Count(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected Map<String, Long> compute() {
            if (lines.size() <= 2) {
                return lines.stream().flatMap(ProgWordCount::words).collect(Collectors.toMap(w -> w, w -> 1L,
                        Long::sum));
            }
            int mid = lines.size() / 2;
            Count left = new Count(lines.subList(0, mid));
            Count right = new Count(lines.subList(mid, lines.size()));
            left.fork();
            Map<String, Long> out = new HashMap<>(right.compute());
            left.join().forEach((k, v) -> out.merge(k, v, Long::sum));
            return out;
        }
    }

    record Pair(String word, long count) {
    }

    // Mappers send pairs to the reducer that owns the word; each reducer has its own map and needs no lock.
    static Map<String, Long> mapReduce(int mappers, int reducers) throws Exception {
        List<LinkedBlockingQueue<Pair>> inboxes = new ArrayList<>();
        for (int i = 0; i < reducers; i++) {
            inboxes.add(new LinkedBlockingQueue<>());
        }
        Pair end = new Pair("", -1);
        ExecutorService pool = Executors.newFixedThreadPool(mappers + reducers);
        List<Future<Map<String, Long>>> results = new ArrayList<>();
        for (int r = 0; r < reducers; r++) {
            LinkedBlockingQueue<Pair> inbox = inboxes.get(r);
            Callable<Map<String, Long>> reducer = () -> {
                Map<String, Long> mine = new TreeMap<>();
                int open = mappers;
                while (open > 0) {
                    Pair p = inbox.take();
                    if (p == end) {
                        open--;
                    } else {
                        mine.merge(p.word(), p.count(), Long::sum);
                    }
                }
                return mine;
            };
            results.add(pool.submit(reducer));
        }
        List<String> lines = lines();
        for (int m = 0; m < mappers; m++) {
            int id = m;
            pool.execute(() -> {
                for (int i = id; i < lines.size(); i += mappers) {
                    words(lines.get(i)).forEach(w -> inboxes.get(Math.floorMod(w.hashCode(), reducers)).add(new Pair(w,
                            1)));
                }
                inboxes.forEach(q -> q.add(end));
            });
        }
        Map<String, Long> out = new HashMap<>();
        for (Future<Map<String, Long>> f : results) {
            Map<String, Long> part = f.get();
            if (part.keySet().stream().anyMatch(out::containsKey)) {
                throw new IllegalStateException("a word at two reducers");
            }
            out.putAll(part);
        }
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("pool hangs");
        }
        return out;
    }

    public static void main(String[] args) throws Exception {
        Map<String, Long> counts = plain();
        Map<String, Map<String, Long>> ways = new LinkedHashMap<>();
        ways.put("streams", streams(false));
        ways.put("parallel streams", streams(true));
        ways.put("one thread", concurrentMap(1));
        ways.put("four threads", concurrentMap(4));
        ways.put("fork-join", new ForkJoinPool(3).invoke(new Count(lines())));
        ways.put("map and reduce", mapReduce(3, 2));
        ways.forEach((name, m) -> System.out.println(name + " agrees " + m.equals(counts)));

        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        System.out.println("words " + total + " distinct " + counts.size());
        List<Map.Entry<String, Long>> top = counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue()
                .reversed().thenComparing(Map.Entry.comparingByKey())).limit(10).collect(Collectors.toList());
        top.forEach(e -> System.out.printf(Locale.ROOT, "%-8s %3d %5.2f%% %s%n", e.getKey(), e.getValue(),
                100.0 * e.getValue() / total, "*".repeat(e.getValue().intValue())));
        TreeMap<Integer, List<String>> byLength = counts.keySet().stream().sorted().collect(Collectors.groupingBy(
                String::length, TreeMap::new, Collectors.toList()));
        System.out.println("longest " + byLength.lastEntry() + ", shortest " + byLength.firstEntry());
        System.out.println("lengths " + byLength.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue().size())
                .collect(Collectors.joining(" ")));
        NavigableMap<Long, Long> histogram = new TreeMap<>(counts.values().stream().collect(Collectors.groupingBy(n -> n,
                Collectors.counting())));
        System.out.println("how many words occur n times " + histogram.descendingMap());
        TreeMap<Character, String> rarest = new TreeMap<>();
        counts.keySet().stream().sorted(Comparator.comparing(String::length).reversed().thenComparing(
                Comparator.naturalOrder())).forEach(w -> rarest.putIfAbsent(w.charAt(0), w));
        System.out.println("longest by letter " + rarest);
        List<String> all = lines().stream().flatMap(ProgWordCount::words).collect(Collectors.toList());
        Map<String, Long> pairs = IntStream.range(1, all.size()).parallel().mapToObj(i -> all.get(i - 1) + " "
                + all.get(i)).collect(Collectors.groupingByConcurrent(p -> p, Collectors.counting()));
        System.out.println("pairs " + pairs.entrySet().stream().filter(e -> e.getValue() > 4).sorted(
                Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(", ")));
        double average = all.stream().collect(Collectors.averagingInt(String::length));
        System.out.println(String.format(Locale.ROOT, "average length %.3f, first %s, last %s", average, all.get(0),
                all.get(all.size() - 1)));
        List<String> anagrams = counts.keySet().stream().collect(Collectors.groupingBy(w -> {
            char[] c = w.toCharArray();
            Arrays.sort(c);
            return new String(c);
        })).values().stream().filter(l -> l.size() > 1).map(l -> {
            List<String> sorted = new ArrayList<>(l);
            Collections.sort(sorted);
            return sorted.toString();
        }).sorted().collect(Collectors.toList());
        System.out.println("anagrams " + anagrams);
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Counts words in three stages: one thread reads lines into a bounded queue, three workers split them into a map, and a
 * chain of futures makes the report. Whatever the order of the threads, the result is the same.
 */
public class Pipeline {
    private static final List<String> TEXT = List.of(
            "the warp is stretched on the loom",
            "the weft goes over and under the warp",
            "the raddle keeps the threads of the warp in order",
            "no two threads of the warp cross on the loom");

    private static final String END = "";
    private static final int WORKERS = 3;

    public static void main(String[] arguments) throws Exception {
        BlockingQueue<String> lines = new ArrayBlockingQueue<>(2);
        Map<String, Integer> counts = new ConcurrentHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS + 1);

        pool.submit(() -> read(lines));
        List<Future<Integer>> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(pool.submit(() -> count(lines, counts)));
        }
        int words = 0;
        for (Future<Integer> worker : workers) {
            words += worker.get();
        }
        System.out.println(words + " words, " + counts.size() + " different");

        CompletableFuture<String> top = CompletableFuture.supplyAsync(() -> most(counts), pool);
        CompletableFuture<String> threads = CompletableFuture.supplyAsync(() -> "threads: " + counts.get("threads"), pool);
        System.out.println(top.thenCombine(threads, (a, b) -> a + ", " + b).get());

        pool.shutdown();
        System.out.println("all done: " + pool.awaitTermination(1, TimeUnit.MINUTES));
    }

    /** Puts every line into the queue, slowly, and an end mark for each worker. */
    private static Void read(BlockingQueue<String> lines) throws InterruptedException {
        for (String line : TEXT) {
            // Time is virtual on Raddle's machine: this second costs nothing.
            Thread.sleep(1000);
            lines.put(line);
        }
        for (int i = 0; i < WORKERS; i++) {
            lines.put(END);
        }
        return null;
    }

    /** Counts the words of lines from the queue until the end mark; returns how many there were. */
    private static int count(BlockingQueue<String> lines, Map<String, Integer> counts) throws InterruptedException {
        int words = 0;
        for (String line = lines.take(); !line.equals(END); line = lines.take()) {
            for (String word : line.split(" ")) {
                counts.merge(word, 1, Integer::sum);
                words++;
            }
        }
        return words;
    }

    private static String most(Map<String, Integer> counts) {
        return new TreeMap<>(counts).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .orElse("nothing");
    }
}

// CompletableFuture side by side: combine, both, either, allOf, anyOf, with values, failures, and every order of
// completion.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class JucCompletableCombine {
    static String outcome(CompletableFuture<?> f) {
        if (!f.isDone()) {
            return "pending";
        }
        try {
            return "" + f.join();
        } catch (CompletionException e) {
            return "CE(" + e.getCause() + ")";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    // The two sources complete in each order, well or badly; the outcome may depend on the order, never on the schedule.
    static void orders() {
        for (String plan : new String[] {"ab", "ba", "aB", "Ba", "AB", "BA", "a", "b", "A", "B"}) {
            CompletableFuture<String> a = new CompletableFuture<>();
            CompletableFuture<String> b = new CompletableFuture<>();
            CompletableFuture<String> combined = a.thenCombine(b, (x, y) -> x + y);
            CompletableFuture<Void> accepted = a.thenAcceptBoth(b, (x, y) -> { });
            CompletableFuture<Void> ranAfter = a.runAfterBoth(b, () -> { });
            CompletableFuture<String> either = a.applyToEither(b, x -> "first " + x);
            CompletableFuture<Void> acceptEither = a.acceptEither(b, x -> { });
            CompletableFuture<Void> runEither = a.runAfterEither(b, () -> { });
            CompletableFuture<Void> all = CompletableFuture.allOf(a, b);
            CompletableFuture<Object> any = CompletableFuture.anyOf(a, b);
            for (char c : plan.toCharArray()) {
                CompletableFuture<String> f = Character.toLowerCase(c) == 'a' ? a : b;
                if (Character.isLowerCase(c)) {
                    f.complete("" + c);
                } else {
                    f.completeExceptionally(new IllegalStateException("" + c));
                }
            }
            System.out.println(plan + ": combine " + outcome(combined) + " both " + outcome(accepted) + " "
                    + outcome(ranAfter) + " either " + outcome(either) + " " + outcome(acceptEither) + " "
                    + outcome(runEither) + " all " + (all.isDone() ? all.isCompletedExceptionally() : "pending")
                    + " any " + outcome(any));
        }
    }

    static void many() throws Exception {
        System.out.println("allOf() " + CompletableFuture.allOf().isDone() + " anyOf() "
                + CompletableFuture.anyOf().isDone());
        List<CompletableFuture<Integer>> futures = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i)).collect(Collectors.toList());
        CompletableFuture<List<Integer>> gathered = CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]))
                .thenApply(v -> futures.stream().map(CompletableFuture::join).collect(Collectors.toList()));
        System.out.println(gathered.get(1, TimeUnit.HOURS));
        List<CompletableFuture<String>> mixed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            mixed.add(CompletableFuture.supplyAsync(() -> {
                if (id == 3) {
                    throw new IllegalArgumentException("number three");
                }
                return "v" + id;
            }));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(mixed.toArray(new CompletableFuture<?>[0]));
        try {
            all.join();
        } catch (CompletionException e) {
            System.out.println("allOf fails when all are done: " + e.getCause());
        }
        System.out.println(mixed.stream().map(f -> f.handle((v, t) -> t == null ? v : "failed").join())
                .collect(Collectors.joining(" ")));
        CompletableFuture<?>[] pending = new CompletableFuture<?>[6];
        for (int i = 0; i < 6; i++) {
            pending[i] = new CompletableFuture<String>();
        }
        CompletableFuture<Object> any = CompletableFuture.anyOf(pending);
        @SuppressWarnings("unchecked")
        CompletableFuture<String> fourth = (CompletableFuture<String>) pending[4];
        fourth.complete("the fifth");
        System.out.println(any.join() + " others " + Arrays.stream(pending).filter(CompletableFuture::isDone).count()
                + " dependents of the rest " + Arrays.stream(pending).mapToInt(CompletableFuture::getNumberOfDependents)
                        .sum());
    }

    // From several threads: each side completed by its own, the function must run exactly once.
    static void racing() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        int rounds = 60;
        List<CompletableFuture<Integer>> as = new ArrayList<>();
        List<CompletableFuture<Integer>> bs = new ArrayList<>();
        List<CompletableFuture<Integer>> sums = new ArrayList<>();
        List<CompletableFuture<Integer>> eithers = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            CompletableFuture<Integer> a = new CompletableFuture<>();
            CompletableFuture<Integer> b = new CompletableFuture<>();
            as.add(a);
            bs.add(b);
            sums.add(a.thenCombine(b, (x, y) -> {
                calls.incrementAndGet();
                return x + y;
            }));
            eithers.add(a.applyToEither(b, x -> {
                calls.incrementAndGet();
                return x / 1000;
            }));
        }
        Thread left = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                as.get(i).complete(i);
            }
        });
        Thread right = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                bs.get(i).complete(i * 2);
            }
        });
        left.start();
        right.start();
        left.join();
        right.join();
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += sums.get(i).join() + eithers.get(i).join();
        }
        System.out.println("sum " + sum + " calls " + calls);
    }

    static void asyncForms() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2, pool);
        CompletableFuture<Integer> three = CompletableFuture.supplyAsync(() -> 3);
        System.out.println(two.thenCombineAsync(three, Math::multiplyExact).join() + " "
                + two.thenCombineAsync(three, Math::addExact, pool).join());
        two.thenAcceptBothAsync(three, (x, y) -> log.add("both " + x + y), pool).join();
        two.runAfterBothAsync(three, () -> log.add("after both"), pool).join();
        CompletableFuture<Integer> never = new CompletableFuture<>();
        System.out.println(never.applyToEitherAsync(two, x -> x * 100, pool).join());
        never.acceptEitherAsync(three, x -> log.add("either " + x), pool).join();
        two.runAfterEitherAsync(never, () -> log.add("after either"), pool).join();
        System.out.println(log);
        pool.shutdown();
    }

    static CompletableFuture<Integer> treeSum(int[] a, int from, int to, ExecutorService pool) {
        if (to - from <= 8) {
            return CompletableFuture.supplyAsync(() -> Arrays.stream(a, from, to).sum(), pool);
        }
        int mid = from + to >>> 1;
        return treeSum(a, from, mid, pool).thenCombine(treeSum(a, mid, to, pool), Integer::sum);
    }

    static void tree() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        int[] a = IntStream.range(0, 300).toArray();
        System.out.println("tree " + treeSum(a, 0, a.length, pool).get());
        CountDownLatch done = new CountDownLatch(1);
        CompletableFuture<Integer> start = new CompletableFuture<>();
        // A diamond: both branches from one source, joined again.
        start.thenApplyAsync(x -> x + 1, pool).thenCombine(start.thenApplyAsync(x -> x * 10, pool), (x, y) -> x * y)
                .thenAccept(v -> {
                    System.out.println("diamond " + v);
                    done.countDown();
                });
        start.complete(4);
        done.await();
        pool.shutdown();
    }

    // Retries as composed futures: attempts are counted, the third succeeds.
    static CompletableFuture<String> retry(AtomicInteger attempts, int left) {
        return CompletableFuture.supplyAsync(() -> {
            int n = attempts.incrementAndGet();
            if (n < 3) {
                throw new IllegalStateException("attempt " + n);
            }
            return "succeeded at attempt " + n;
        }).handle((v, t) -> {
            if (t == null) {
                return CompletableFuture.completedFuture(v);
            }
            return left > 0 ? retry(attempts, left - 1) : CompletableFuture.<String>failedFuture(t);
        }).thenCompose(f -> f);
    }

    public static void main(String[] args) throws Exception {
        orders();
        many();
        racing();
        asyncForms();
        tree();
        System.out.println(retry(new AtomicInteger(), 5).join());
        System.out.println(retry(new AtomicInteger(), 1).handle((v, t) -> {
            Throwable root = t;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return "gave up after " + root.getMessage();
        }).join());
    }
}

// CountedCompleter: trees of tasks that finish from the leaves up, with pending counts, partial results, search that
// stops early, and exceptional completion.

import java.util.Arrays;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;

public class JucCountedCompleter {
    static final class ForEach extends CountedCompleter<Void> {
        final int from;
        final int to;
        final AtomicLong sum;
        final AtomicInteger completions;

        ForEach(CountedCompleter<?> parent, int from, int to, AtomicLong sum, AtomicInteger completions) {
            super(parent);
            this.from = from;
            this.to = to;
            this.sum = sum;
            this.completions = completions;
        }

        @Override
        public void compute() {
            if (to - from > 4) {
                int mid = from + to >>> 1;
                setPendingCount(2);
                new ForEach(this, from, mid, sum, completions).fork();
                new ForEach(this, mid, to, sum, completions).fork();
            } else {
                for (int i = from; i < to; i++) {
                    sum.addAndGet(i);
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            completions.incrementAndGet();
        }
    }

    static final class MapReduce extends CountedCompleter<String> {
        final String[] words;
        final int from;
        final int to;
        MapReduce sibling;
        String result = "";

        MapReduce(CountedCompleter<?> parent, String[] words, int from, int to) {
            super(parent);
            this.words = words;
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from >= 2) {
                int mid = from + to >>> 1;
                MapReduce left = new MapReduce(this, words, from, mid);
                MapReduce right = new MapReduce(this, words, mid, to);
                left.sibling = right;
                right.sibling = left;
                setPendingCount(1);
                right.fork();
                left.compute();
                return;
            }
            if (to > from) {
                result = words[from].toUpperCase();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (caller != this) {
                MapReduce child = (MapReduce) caller;
                MapReduce other = child.sibling;
                result = other == null || other.result.isEmpty() ? child.result
                        : child.from < other.from ? child.result + "-" + other.result
                                : other.result + "-" + child.result;
            }
        }

        @Override
        public String getRawResult() {
            return result;
        }
    }

    static final class Search extends CountedCompleter<Integer> {
        final int[] a;
        final int from;
        final int to;
        final IntPredicate test;
        final AtomicReference<Integer> found;

        Search(CountedCompleter<?> parent, int[] a, int from, int to, IntPredicate test,
                AtomicReference<Integer> found) {
            super(parent);
            this.a = a;
            this.from = from;
            this.to = to;
            this.test = test;
            this.found = found;
        }

        @Override
        public Integer getRawResult() {
            return found.get();
        }

        @Override
        public void compute() {
            int l = from;
            int h = to;
            while (found.get() == null && h - l > 1) {
                int mid = l + h >>> 1;
                addToPendingCount(1);
                new Search(this, a, mid, h, test, found).fork();
                h = mid;
            }
            if (h > l && found.get() == null && test.test(a[l]) && found.compareAndSet(null, l)) {
                quietlyCompleteRoot();
            }
            tryComplete();
        }
    }

    static final class Failing extends CountedCompleter<Void> {
        final int depth;
        final AtomicInteger handled;

        Failing(CountedCompleter<?> parent, int depth, AtomicInteger handled) {
            super(parent);
            this.depth = depth;
            this.handled = handled;
        }

        @Override
        public void compute() {
            if (depth == 0) {
                throw new IllegalStateException("at the leaf");
            }
            addToPendingCount(1);
            new Failing(this, depth - 1, handled).fork();
            tryComplete();
        }

        @Override
        public boolean onExceptionalCompletion(Throwable ex, CountedCompleter<?> caller) {
            handled.incrementAndGet();
            return true;
        }
    }

    static final class Plain extends CountedCompleter<Integer> {
        Plain(CountedCompleter<?> parent, int pending) {
            super(parent, pending);
        }

        @Override
        public void compute() {
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            System.out.println("onCompletion pending " + getPendingCount() + " by "
                    + (caller == this ? "itself" : "a child"));
        }
    }

    static void counts() {
        Plain root = new Plain(null, 1);
        Plain child = new Plain(root, 0);
        System.out.println(child.getCompleter() == root);
        System.out.println(child.getRoot() == root);
        System.out.println(root.getPendingCount() + " " + root.compareAndSetPendingCount(1, 3) + " "
                + root.decrementPendingCountUnlessZero() + " " + root.getPendingCount());
        root.setPendingCount(1);
        child.tryComplete();
        System.out.println("one left " + root.getPendingCount() + " done " + root.isDone());
        root.propagateCompletion();
        System.out.println("done " + root.isDone() + " child " + child.isDone());
        Plain alone = new Plain(null, 0);
        System.out.println((alone.firstComplete() == alone) + " " + (alone.nextComplete() == null) + " "
                + alone.isDone());
        Plain completed = new Plain(null, 5);
        completed.complete(3);
        System.out.println(completed.isDone() + " pending kept " + completed.getPendingCount());
    }

    static String root(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t.toString();
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        AtomicLong sum = new AtomicLong();
        AtomicInteger completions = new AtomicInteger();
        pool.invoke(new ForEach(null, 0, 256, sum, completions));
        System.out.println("sum " + sum + " completions " + completions);
        String[] words = "many small tasks make one big answer in the right order".split(" ");
        System.out.println(pool.invoke(new MapReduce(null, words, 0, words.length)));
        System.out.println("[" + pool.invoke(new MapReduce(null, words, 0, 0)) + "]");
        int[] a = new int[200];
        Arrays.setAll(a, i -> i * 3);
        System.out.println("found at " + pool.invoke(new Search(null, a, 0, a.length, v -> v == 333,
                new AtomicReference<>())));
        System.out.println("not found " + pool.invoke(new Search(null, a, 0, a.length, v -> v == 334,
                new AtomicReference<>())));
        AtomicInteger handled = new AtomicInteger();
        Failing failing = new Failing(null, 3, handled);
        try {
            pool.invoke(failing);
        } catch (IllegalStateException e) {
            System.out.println(root(e) + " abnormal " + failing.isCompletedAbnormally());
        }
        counts();
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
        // Not before: the root is told of the exception after its waiters are woken.
        System.out.println("the exception was seen by " + handled);
    }
}

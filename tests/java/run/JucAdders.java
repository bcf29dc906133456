// LongAdder, DoubleAdder, LongAccumulator and DoubleAccumulator: the sums are exact once the threads have joined,
// however many cells the contention has made.

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class JucAdders {
    interface Body {
        void run(int id);
    }

    static void together(int n, Body body) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                body.run(id);
            });
            threads.add(t);
            t.start();
        }
        start.countDown();
        for (Thread t : threads) {
            t.join();
        }
    }

    static void single() {
        LongAdder a = new LongAdder();
        a.add(5);
        a.increment();
        a.decrement();
        a.decrement();
        System.out.println(a + " " + a.sum() + " " + a.intValue() + " " + a.doubleValue() + " " + a.floatValue());
        System.out.println(a.sumThenReset() + " " + a.sum());
        a.add(Long.MAX_VALUE);
        a.increment();
        System.out.println(a.sum() + " " + a.longValue());
        a.reset();
        System.out.println(a);
        DoubleAdder d = new DoubleAdder();
        d.add(0.5);
        d.add(-2);
        System.out.println(d + " " + d.sum() + " " + d.longValue() + " " + d.sumThenReset() + " " + d);
        LongAccumulator max = new LongAccumulator(Math::max, Long.MIN_VALUE);
        System.out.println(max);
        max.accumulate(3);
        max.accumulate(-9);
        System.out.println(max.get() + " " + max.getThenReset() + " " + max.get() + " " + max.intValue());
        LongAccumulator product = new LongAccumulator((x, y) -> x * y, 1);
        for (int i = 1; i <= 20; i++) {
            product.accumulate(i);
        }
        System.out.println(product);
        DoubleAccumulator min = new DoubleAccumulator(Math::min, Double.POSITIVE_INFINITY);
        min.accumulate(2.5);
        min.accumulate(7);
        System.out.println(min + " " + min.get() + " " + min.longValue());
        min.reset();
        System.out.println(min);
        DoubleAccumulator nan = new DoubleAccumulator(Double::sum, -0.0);
        nan.accumulate(Double.NaN);
        System.out.println(nan.get());
    }

    static void contended() throws Exception {
        LongAdder adder = new LongAdder();
        DoubleAdder doubles = new DoubleAdder();
        LongAccumulator max = new LongAccumulator(Math::max, 0);
        LongAccumulator xor = new LongAccumulator((x, y) -> x ^ y, 0);
        LongAccumulator bits = new LongAccumulator((x, y) -> x | y, 0);
        DoubleAccumulator least = new DoubleAccumulator(Math::min, 1e300);
        together(6, id -> {
            for (int k = 1; k <= 400; k++) {
                adder.add(k * (id % 2 == 0 ? 1 : -2));
                // Quarters add without rounding in any order.
                doubles.add(k * 0.25);
                max.accumulate(k * 7919L % 1009 + id);
                xor.accumulate((long) k << id * 10);
                bits.accumulate(1L << (k + id) % 61);
                least.accumulate(1.0 / (k + id));
            }
        });
        System.out.println("adder " + adder + " doubles " + doubles + " max " + max + " xor "
                + Long.toHexString(xor.get()) + " bits " + Long.toHexString(bits.get()) + " least " + least);
    }

    static void frequencies() throws Exception {
        ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();
        String[] words = "the quick brown fox jumps over the lazy dog and the other fox".split(" ");
        together(4, id -> {
            for (int k = 0; k < 30; k++) {
                for (String w : words) {
                    counts.computeIfAbsent(w, x -> new LongAdder()).increment();
                }
            }
        });
        Map<String, Long> sorted = new TreeMap<>();
        counts.forEach((w, n) -> sorted.put(w, n.sum()));
        System.out.println(sorted);
    }

    static void resetBetweenRounds() throws Exception {
        LongAdder a = new LongAdder();
        long total = 0;
        for (int round = 1; round <= 5; round++) {
            int r = round;
            together(3, id -> {
                for (int k = 0; k < 50; k++) {
                    a.add(r);
                }
            });
            total += a.sumThenReset();
        }
        System.out.println("rounds " + total + " left " + a.sum());
    }

    public static void main(String[] args) throws Exception {
        single();
        contended();
        frequencies();
        resetBetweenRounds();
    }
}

// AtomicInteger, AtomicLong, AtomicBoolean and AtomicReference: every method, at the edges of their ranges, and then
// under contention where only the sum is known.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

public class JucAtomics {
    static void integers() {
        AtomicInteger a = new AtomicInteger();
        System.out.println(a + " " + a.get() + " " + a.getAndSet(5) + " " + a.intValue());
        System.out.println(a.incrementAndGet() + " " + a.getAndIncrement() + " " + a.decrementAndGet() + " "
                + a.getAndDecrement() + " " + a.addAndGet(10) + " " + a.getAndAdd(-20) + " " + a);
        System.out.println(a.compareAndSet(0, 1) + " " + a.compareAndSet(-5, 1) + " " + a);
        System.out.println(a.updateAndGet(x -> x * 7) + " " + a.getAndUpdate(x -> ~x) + " " + a);
        System.out.println(a.accumulateAndGet(3, (x, y) -> x * 100 + y) + " "
                + a.getAndAccumulate(8, Math::max) + " " + a);
        a.set(Integer.MAX_VALUE);
        System.out.println(a.incrementAndGet() + " " + a.decrementAndGet() + " " + a.addAndGet(Integer.MAX_VALUE));
        System.out.println(a.longValue() + " " + a.doubleValue() + " " + a.floatValue() + " " + a.byteValue() + " "
                + a.shortValue());
        a.lazySet(77);
        a.setPlain(a.getPlain() + 1);
        a.setOpaque(a.getOpaque() + 1);
        a.setRelease(a.getAcquire() + 1);
        System.out.println(a + " " + a.compareAndExchange(80, 1) + " " + a.compareAndExchange(80, 2) + " "
                + a.compareAndExchangeAcquire(1, 3) + " " + a.compareAndExchangeRelease(3, 4) + " " + a);
        while (!a.weakCompareAndSetPlain(4, 5)) {
            Thread.onSpinWait();
        }
        while (!a.weakCompareAndSetVolatile(5, 6)) {
            Thread.onSpinWait();
        }
        while (!a.weakCompareAndSetAcquire(6, 7) || !a.weakCompareAndSetRelease(7, 8)) {
            a.compareAndSet(7, 6);
        }
        System.out.println(a + " " + a.weakCompareAndSetVolatile(100, 1));
        Number n = a;
        System.out.println(n.intValue() + " equals itself only " + a.equals(new AtomicInteger(8)));
    }

    static void longs() {
        AtomicLong a = new AtomicLong(Long.MAX_VALUE);
        System.out.println(a.getAndIncrement() + " " + a + " " + a.getAndDecrement() + " " + a);
        System.out.println(a.addAndGet(Long.MIN_VALUE) + " " + a.getAndAdd(1L << 40) + " " + a.intValue() + " "
                + a.getAndSet(-1L >>> 1));
        System.out.println(a.compareAndSet(Long.MAX_VALUE, 0x1_0000_0001L) + " " + a.compareAndSet(1, 2) + " " + a);
        System.out.println(a.updateAndGet(x -> x << 3) + " " + a.accumulateAndGet(5, (x, y) -> x / y) + " "
                + a.getAndAccumulate(-1, (x, y) -> x ^ y) + " " + a + " " + a.getAndUpdate(Long::bitCount) + " " + a);
        System.out.println(a.compareAndExchange(35, 36) + " " + a.getPlain() + " " + a.getOpaque() + " "
                + a.getAcquire() + " " + a.doubleValue() + " " + a.floatValue());
        a.lazySet(1L << 62);
        System.out.println(a.incrementAndGet() + " " + a.decrementAndGet());
    }

    static void booleans() {
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b + " " + b.getAndSet(true) + " " + b.get() + " " + b.compareAndSet(false, true) + " "
                + b.compareAndSet(true, false) + " " + b);
        b.lazySet(true);
        System.out.println(b.compareAndExchange(true, false) + " " + b.compareAndExchange(true, false) + " "
                + b.getPlain() + b.getOpaque() + b.getAcquire());
        b.setPlain(true);
        b.setOpaque(false);
        b.setRelease(true);
        System.out.println(b + " " + b.weakCompareAndSetVolatile(false, true));
    }

    static void references() {
        String x = new String("x");
        String same = new String("x");
        AtomicReference<String> r = new AtomicReference<>(x);
        // Compared by identity, not by equals.
        System.out.println(r.compareAndSet(same, "y") + " " + r.compareAndSet(x, "y") + " " + r);
        System.out.println(r.getAndSet(null) + " " + r + " " + r.compareAndSet(null, "z") + " " + r.get());
        System.out.println(r.updateAndGet(s -> s + s) + " " + r.getAndUpdate(String::toUpperCase) + " "
                + r.accumulateAndGet("!", String::concat) + " " + r.getAndAccumulate("?", (s, t) -> t + s) + " " + r);
        String now = r.get();
        System.out.println(r.compareAndExchange(now, "w") == now);
        System.out.println(r.compareAndExchange("not it", "v") + " " + r.getPlain() + r.getOpaque() + r.getAcquire());
        AtomicReference<Object> empty = new AtomicReference<>();
        System.out.println(empty + " " + empty.get());
        AtomicReference<Integer> boxed = new AtomicReference<>(1000);
        Integer other = Integer.valueOf("1000");
        System.out.println("boxes differ " + boxed.compareAndSet(other, 1));
        boxed.set(100);
        System.out.println("small boxes are shared " + boxed.compareAndSet(Integer.valueOf("100"), 1));
        try {
            r.updateAndGet(s -> {
                throw new IllegalStateException("from the function");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + ", value kept " + r);
        }
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger cell = new AtomicInteger(1);
        int result = cell.updateAndGet(v -> {
            // The first attempt loses to its own side effect, so that the function runs again.
            if (calls.incrementAndGet() == 1) {
                cell.set(50);
            }
            return v + 1;
        });
        System.out.println("retried: calls " + calls + " result " + result);
    }

    static void contended() throws Exception {
        AtomicInteger i = new AtomicInteger();
        AtomicLong l = new AtomicLong();
        AtomicReference<Long> r = new AtomicReference<>(0L);
        AtomicInteger max = new AtomicInteger(Integer.MIN_VALUE);
        AtomicBoolean once = new AtomicBoolean();
        AtomicInteger winners = new AtomicInteger();
        int casRounds = 150;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                if (once.compareAndSet(false, true)) {
                    winners.incrementAndGet();
                }
                for (int k = 0; k < casRounds; k++) {
                    i.incrementAndGet();
                    l.addAndGet(1L << 33);
                    r.updateAndGet(v -> v + 2);
                    max.accumulateAndGet(id * 1000 + k, Math::max);
                    int seen;
                    do {
                        seen = i.get();
                    } while (!i.compareAndSet(seen, seen + 3));
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        System.out.println(i + " " + l + " " + r + " " + max + " winners " + winners);
    }

    // Each ticket goes to exactly one thread, and each thread sees its own tickets ascend.
    static void tickets() throws Exception {
        AtomicInteger next = new AtomicInteger();
        int limit = 600;
        int[] owner = new int[limit];
        boolean[] ascending = {true, true, true};
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                int last = -1;
                int mine;
                while ((mine = next.getAndIncrement()) < limit) {
                    ascending[id] &= mine > last;
                    last = mine;
                    owner[mine] += id + 1 + 10;
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        boolean single = true;
        for (int o : owner) {
            single &= o > 10 && o < 14;
        }
        System.out.println("tickets " + next + " single owners " + single + " ascending "
                + (ascending[0] && ascending[1] && ascending[2]));
    }

    public static void main(String[] args) throws Exception {
        integers();
        longs();
        booleans();
        references();
        contended();
        tickets();
    }
}

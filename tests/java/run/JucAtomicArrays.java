// Atomic arrays and field updaters: element operations, bounds, wrong types and modifiers, contention on elements.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class JucAtomicArrays {
    static class Node {
        volatile int hits;
        volatile long total;
        volatile Node next;
        volatile String name;
        int plain;
        volatile Integer boxed = 1;
        static volatile int shared;
        private volatile int secret = 3;

        static AtomicIntegerFieldUpdater<Node> secretUpdater() {
            return AtomicIntegerFieldUpdater.newUpdater(Node.class, "secret");
        }
    }

    static class SubNode extends Node {
    }

    static final AtomicIntegerFieldUpdater<Node> HITS = AtomicIntegerFieldUpdater.newUpdater(Node.class, "hits");
    static final AtomicLongFieldUpdater<Node> TOTAL = AtomicLongFieldUpdater.newUpdater(Node.class, "total");
    static final AtomicReferenceFieldUpdater<Node, Node> NEXT = AtomicReferenceFieldUpdater.newUpdater(Node.class,
            Node.class, "next");
    static final AtomicReferenceFieldUpdater<Node, String> NAME = AtomicReferenceFieldUpdater.newUpdater(Node.class,
            String.class, "name");

    interface Attempt {
        Object run();
    }

    static void attempt(String what, Attempt a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    static void arrays() {
        AtomicIntegerArray a = new AtomicIntegerArray(5);
        int[] source = {9, 8, 7};
        AtomicIntegerArray copy = new AtomicIntegerArray(source);
        source[0] = 1;
        System.out.println(a + " " + copy + " " + copy.length());
        System.out.println(a.incrementAndGet(0) + " " + a.getAndAdd(1, 5) + " " + a.addAndGet(1, 5) + " "
                + a.getAndSet(2, -1) + " " + a.decrementAndGet(3) + " " + a.getAndDecrement(3) + " "
                + a.getAndIncrement(4));
        System.out.println(a + " " + a.compareAndSet(1, 10, 11) + " " + a.compareAndSet(1, 10, 12) + " "
                + a.compareAndExchange(1, 11, 13) + " " + a.updateAndGet(1, x -> x * x) + " "
                + a.accumulateAndGet(1, 2, (x, y) -> x % y) + " " + a.getAndUpdate(0, x -> -x) + " "
                + a.getAndAccumulate(0, 9, Math::min));
        a.lazySet(4, 44);
        a.setPlain(3, 33);
        a.setOpaque(2, 22);
        a.setRelease(1, 11);
        System.out.println(a + " " + a.getPlain(4) + a.getOpaque(3) + a.getAcquire(2));
        attempt("int[-1]", () -> a.get(-1));
        attempt("int[5]", () -> a.incrementAndGet(5));
        attempt("negative length", () -> new AtomicIntegerArray(-2));
        attempt("null source", () -> new AtomicIntegerArray(null));
        AtomicLongArray l = new AtomicLongArray(new long[] {1L << 40, -5, Long.MAX_VALUE});
        System.out.println(l.addAndGet(0, 1) + " " + l.getAndAdd(1, -10) + " " + l.incrementAndGet(2) + " " + l);
        System.out.println(l.updateAndGet(1, Math::abs) + " " + l.accumulateAndGet(0, 3, (x, y) -> x >> y) + " "
                + l.compareAndSet(2, Long.MIN_VALUE, 0) + " " + l.getAndSet(2, 4) + " " + l.compareAndExchange(2, 4, 6)
                + " " + l);
        attempt("long[3]", () -> l.get(3));
        String[] words = {"a", "b", null};
        AtomicReferenceArray<String> r = new AtomicReferenceArray<>(words);
        System.out.println(r + " " + r.length() + " " + r.get(2));
        System.out.println(r.getAndSet(2, "c") + " " + r.compareAndSet(0, "a", "A") + " "
                + r.compareAndSet(0, new String("A"), "no") + " " + r.updateAndGet(1, s -> s + s) + " "
                + r.accumulateAndGet(1, "z", String::concat) + " " + r.getAndUpdate(2, s -> null) + " "
                + r.getAndAccumulate(2, "t", (x, y) -> y) + " " + r);
        AtomicReferenceArray<Object> objects = new AtomicReferenceArray<>(new Integer[] {1, 2});
        objects.set(0, "a string in what was an Integer[]");
        System.out.println(objects);
        attempt("ref[2]", () -> {
            objects.set(2, null);
            return "set";
        });
    }

    static void updaters() {
        Node n = new SubNode();
        System.out.println(HITS.incrementAndGet(n) + " " + HITS.getAndAdd(n, 4) + " " + HITS.compareAndSet(n, 5, 6) + " "
                + HITS.updateAndGet(n, x -> x * x) + " " + HITS.accumulateAndGet(n, 3, Integer::sum) + " " + n.hits);
        System.out.println(TOTAL.addAndGet(n, 1L << 50) + " " + TOTAL.getAndIncrement(n) + " " + TOTAL.get(n) + " "
                + TOTAL.getAndSet(n, 2) + " " + TOTAL.getAndUpdate(n, x -> x - 9) + " " + n.total);
        Node m = new Node();
        System.out.println(NEXT.compareAndSet(n, null, m) + " " + (NEXT.get(n) == m) + " "
                + (NEXT.getAndSet(n, null) == m) + " " + n.next);
        NAME.set(n, "one");
        NAME.lazySet(n, NAME.get(n) + "!");
        System.out.println(NAME.accumulateAndGet(n, "?", String::concat) + " " + NAME.getAndUpdate(n, String::trim)
                + " " + n.name);
        System.out.println("secret " + Node.secretUpdater().incrementAndGet(n));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void refusals() {
        attempt("not volatile", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "plain"));
        attempt("no int", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "total"));
        attempt("no long", () -> AtomicLongFieldUpdater.newUpdater(Node.class, "hits"));
        attempt("absent", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "absent"));
        attempt("static", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "shared"));
        attempt("wrong reference", () -> AtomicReferenceFieldUpdater.newUpdater(Node.class, Integer.class, "name"));
        attempt("primitive by reference", () -> AtomicReferenceFieldUpdater.newUpdater(Node.class, int.class, "hits"));
        attempt("boxed", () -> AtomicReferenceFieldUpdater.newUpdater(Node.class, Integer.class, "boxed")
                .getAndSet(new Node(), 5));
        attempt("null target", () -> HITS.get(null));
        AtomicIntegerFieldUpdater raw = HITS;
        attempt("foreign target", () -> raw.get("a string"));
        AtomicReferenceFieldUpdater rawName = NAME;
        attempt("foreign value", () -> {
            rawName.set(new Node(), 12);
            return "set";
        });
    }

    static void contended() throws Exception {
        int n = 4;
        AtomicIntegerArray a = new AtomicIntegerArray(8);
        AtomicLongArray l = new AtomicLongArray(3);
        AtomicReferenceArray<String> r = new AtomicReferenceArray<>(2);
        Node node = new Node();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                for (int k = 0; k < 160; k++) {
                    a.getAndIncrement((k + id) % 8);
                    l.addAndGet(k % 3, k);
                    HITS.incrementAndGet(node);
                    TOTAL.addAndGet(node, id);
                    if (k % 20 == 0) {
                        r.accumulateAndGet(k / 20 % 2, "x", (x, y) -> x == null ? y : x + y);
                    }
                    Node head = new Node();
                    do {
                        head.next = node.next;
                    } while (!NEXT.compareAndSet(node, head.next, head));
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        int length = 0;
        for (Node p = node.next; p != null; p = p.next) {
            length++;
        }
        System.out.println(a + " " + l + " " + node.hits + " " + node.total + " chain " + length);
        System.out.println(r);
    }

    public static void main(String[] args) throws Exception {
        arrays();
        updaters();
        refusals();
        contended();
    }
}

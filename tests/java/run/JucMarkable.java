// AtomicMarkableReference and AtomicStampedReference: the ABA problem shown and cured, and Harris's sorted list with
// marked deletion under contention.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;

public class JucMarkable {
    static void markable() {
        AtomicMarkableReference<String> r = new AtomicMarkableReference<>("a", false);
        boolean[] mark = new boolean[1];
        System.out.println(r.get(mark) + " " + mark[0] + " " + r.getReference() + " " + r.isMarked());
        System.out.println(r.attemptMark("b", true) + " " + r.attemptMark("a", true) + " " + r.isMarked());
        System.out.println(r.compareAndSet("a", "b", false, true) + " " + r.compareAndSet("a", "b", true, false) + " "
                + r.get(mark) + " " + mark[0]);
        System.out.println("no change is success " + r.compareAndSet("b", "b", false, false));
        r.set(null, true);
        System.out.println(r.getReference() + " " + r.isMarked() + " " + r.compareAndSet(null, "c", true, true));
        boolean ok;
        do {
            ok = r.weakCompareAndSet("c", "d", true, false);
        } while (!ok);
        System.out.println(r.getReference() + " " + r.isMarked());
    }

    static void stamped() {
        AtomicStampedReference<Integer> r = new AtomicStampedReference<>(100, 0);
        int[] stamp = new int[1];
        Integer hundred = r.get(stamp);
        System.out.println(hundred + " " + stamp[0]);
        System.out.println(r.compareAndSet(hundred, 101, 1, 2) + " " + r.compareAndSet(hundred, 101, 0, 1) + " "
                + r.getReference() + " " + r.getStamp());
        System.out.println(r.attemptStamp(101, Integer.MIN_VALUE) + " " + r.getStamp() + " " + r.attemptStamp(5, 5));
        r.set(7, 7);
        System.out.println(r.get(stamp) + " " + stamp[0] + " " + r.compareAndSet(7, 7, 7, 7));
        try {
            r.get(new int[0]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    // The second thread takes A away and brings it back between the first one's read and its compare-and-set.
    static void aba() throws Exception {
        AtomicReference<String> plain = new AtomicReference<>("A");
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("A", 0);
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        boolean[] result = new boolean[2];
        Thread victim = new Thread(() -> {
            String p = plain.get();
            int[] s = new int[1];
            String q = stamped.get(s);
            read.countDown();
            try {
                changed.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            result[0] = plain.compareAndSet(p, "C");
            result[1] = stamped.compareAndSet(q, "C", s[0], s[0] + 1);
        });
        victim.start();
        read.await();
        for (String next : new String[] {"B", "A"}) {
            plain.set(next);
            String old = stamped.getReference();
            int s = stamped.getStamp();
            stamped.compareAndSet(old, next, s, s + 1);
        }
        changed.countDown();
        victim.join();
        System.out.println("plain fooled " + result[0] + ", stamped fooled " + result[1] + " " + plain + " "
                + stamped.getReference() + stamped.getStamp());
    }

    static final class SortedSet {
        private static final class Node {
            final int key;
            final AtomicMarkableReference<Node> next;

            Node(int key, Node next) {
                this.key = key;
                this.next = new AtomicMarkableReference<>(next, false);
            }
        }

        private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

        // Finds the window around a key, unlinking the marked nodes it passes.
        private Node[] window(int key) {
            retry:
            while (true) {
                Node before = head;
                Node at = before.next.getReference();
                while (true) {
                    boolean[] marked = new boolean[1];
                    Node after = at.next.get(marked);
                    while (marked[0]) {
                        if (!before.next.compareAndSet(at, after, false, false)) {
                            continue retry;
                        }
                        at = after;
                        after = at.next.get(marked);
                    }
                    if (at.key >= key) {
                        return new Node[] {before, at};
                    }
                    before = at;
                    at = after;
                }
            }
        }

        boolean add(int key) {
            while (true) {
                Node[] w = window(key);
                if (w[1].key == key) {
                    return false;
                }
                if (w[0].next.compareAndSet(w[1], new Node(key, w[1]), false, false)) {
                    return true;
                }
            }
        }

        boolean remove(int key) {
            while (true) {
                Node[] w = window(key);
                if (w[1].key != key) {
                    return false;
                }
                Node after = w[1].next.getReference();
                if (w[1].next.compareAndSet(after, after, false, true)) {
                    w[0].next.compareAndSet(w[1], after, false, false);
                    return true;
                }
            }
        }

        List<Integer> keys() {
            List<Integer> keys = new ArrayList<>();
            for (Node n = head.next.getReference(); n.key != Integer.MAX_VALUE; n = n.next.getReference()) {
                if (!n.next.isMarked()) {
                    keys.add(n.key);
                }
            }
            return keys;
        }
    }

    static void harris() throws Exception {
        SortedSet set = new SortedSet();
        int n = 4;
        int range = 24;
        AtomicInteger[] balance = new AtomicInteger[range];
        for (int i = 0; i < range; i++) {
            balance[i] = new AtomicInteger();
        }
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                int x = 12345 + id * 777;
                for (int k = 0; k < 250; k++) {
                    x = x * 1103515245 + 12345;
                    int key = (x >>> 16) % range;
                    if ((x >>> 8 & 1) == 0) {
                        if (set.add(key)) {
                            balance[key].incrementAndGet();
                        }
                    } else if (set.remove(key)) {
                        balance[key].decrementAndGet();
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        List<Integer> keys = set.keys();
        boolean consistent = true;
        boolean sorted = true;
        for (int i = 0; i < range; i++) {
            consistent &= balance[i].get() == (keys.contains(i) ? 1 : 0);
        }
        for (int i = 1; i < keys.size(); i++) {
            sorted &= keys.get(i - 1) < keys.get(i);
        }
        System.out.println("consistent " + consistent + " sorted " + sorted);
        for (int i = 0; i < range; i++) {
            set.remove(i);
        }
        for (int k : new int[] {5, -7, 19, 5, 0, Integer.MAX_VALUE - 1}) {
            System.out.print(set.add(k) + " ");
        }
        System.out.println(set.keys() + " " + set.remove(19) + " " + set.remove(19) + " " + set.keys());
    }

    public static void main(String[] args) throws Exception {
        markable();
        stamped();
        aba();
        harris();
        System.out.println(Arrays.asList("done"));
    }
}

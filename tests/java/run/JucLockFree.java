// Lock-free structures made by hand: Treiber's stack, Michael and Scott's queue, Chase and Lev's work-stealing deque,
// a counter with an elimination array. What went in comes out, once.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class JucLockFree {
    interface Body {
        void run(int id) throws Exception;
    }

    static void together(int n, Body body) throws Exception {
        CyclicBarrier start = new CyclicBarrier(n);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    start.await();
                    body.run(id);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static final class Stack<E> {
        private static final class Node<E> {
            final E item;
            Node<E> next;

            Node(E item) {
                this.item = item;
            }
        }

        private final AtomicReference<Node<E>> top = new AtomicReference<>();

        void push(E e) {
            Node<E> n = new Node<>(e);
            do {
                n.next = top.get();
            } while (!top.compareAndSet(n.next, n));
        }

        E pop() {
            while (true) {
                Node<E> t = top.get();
                if (t == null) {
                    return null;
                }
                if (top.compareAndSet(t, t.next)) {
                    return t.item;
                }
            }
        }
    }

    static void stack() throws Exception {
        Stack<Integer> s = new Stack<>();
        for (int i = 0; i < 5; i++) {
            s.push(i);
        }
        System.out.println(s.pop() + " " + s.pop() + " " + s.pop() + " " + s.pop() + " " + s.pop() + " " + s.pop());
        int n = 4;
        int each = 150;
        long[] sums = new long[n];
        int[] counts = new int[n];
        together(n, id -> {
            for (int k = 0; k < each; k++) {
                s.push(id * 1000 + k);
                if (k % 3 != 0) {
                    Integer v = s.pop();
                    if (v != null) {
                        sums[id] += v;
                        counts[id]++;
                    }
                }
            }
        });
        long sum = Arrays.stream(sums).sum();
        int count = Arrays.stream(counts).sum();
        for (Integer v; (v = s.pop()) != null;) {
            sum += v;
            count++;
        }
        System.out.println("stack count " + count + " sum " + sum);
    }

    static final class Queue<E> {
        private static final class Node<E> {
            final E item;
            volatile Node<E> next;

            Node(E item) {
                this.item = item;
            }
        }

        private static final VarHandle NEXT;
        private static final VarHandle HEAD;
        private static final VarHandle TAIL;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                NEXT = l.findVarHandle(Node.class, "next", Node.class);
                HEAD = l.findVarHandle(Queue.class, "head", Node.class);
                TAIL = l.findVarHandle(Queue.class, "tail", Node.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private volatile Node<E> head = new Node<>(null);
        private volatile Node<E> tail = head;

        void enqueue(E e) {
            Node<E> n = new Node<>(e);
            while (true) {
                Node<E> t = tail;
                Node<E> next = t.next;
                if (t == tail) {
                    if (next == null) {
                        if (NEXT.compareAndSet(t, (Node<E>) null, n)) {
                            TAIL.compareAndSet(this, t, n);
                            return;
                        }
                    } else {
                        TAIL.compareAndSet(this, t, next);
                    }
                }
            }
        }

        E dequeue() {
            while (true) {
                Node<E> h = head;
                Node<E> t = tail;
                Node<E> next = h.next;
                if (h == head) {
                    if (next == null) {
                        return null;
                    }
                    if (h == t) {
                        TAIL.compareAndSet(this, t, next);
                    } else if (HEAD.compareAndSet(this, h, next)) {
                        return next.item;
                    }
                }
            }
        }
    }

    static void queue() throws Exception {
        Queue<Integer> q = new Queue<>();
        System.out.println(q.dequeue());
        int producers = 2;
        int consumers = 2;
        int each = 200;
        AtomicInteger left = new AtomicInteger(producers * each);
        List<List<Integer>> taken = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            taken.add(new ArrayList<>());
        }
        together(producers + consumers, id -> {
            if (id < producers) {
                for (int k = 0; k < each; k++) {
                    q.enqueue(id * each + k);
                }
            } else {
                while (left.get() > 0) {
                    Integer v = q.dequeue();
                    if (v == null) {
                        Thread.yield();
                    } else {
                        left.decrementAndGet();
                        taken.get(id - producers).add(v);
                    }
                }
            }
        });
        boolean ordered = true;
        List<Integer> all = new ArrayList<>();
        for (List<Integer> mine : taken) {
            int[] last = {-1, -1};
            for (int v : mine) {
                ordered &= v > last[v / each];
                last[v / each] = v;
            }
            all.addAll(mine);
        }
        Collections.sort(all);
        boolean complete = all.size() == producers * each;
        for (int i = 0; complete && i < all.size(); i++) {
            complete = all.get(i) == i;
        }
        System.out.println("queue complete " + complete + " ordered " + ordered);
    }

    static final class WorkDeque {
        private volatile long top;
        private volatile long bottom;
        private final AtomicReferenceArray<Integer> items;
        private final int mask;
        private static final VarHandle TOP;

        static {
            try {
                TOP = MethodHandles.lookup().findVarHandle(WorkDeque.class, "top", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        WorkDeque(int capacity) {
            items = new AtomicReferenceArray<>(capacity);
            mask = capacity - 1;
        }

        boolean push(int v) {
            long b = bottom;
            if (b - top > mask) {
                return false;
            }
            items.set((int) b & mask, v);
            bottom = b + 1;
            return true;
        }

        Integer pop() {
            long b = bottom - 1;
            bottom = b;
            long t = top;
            if (b < t) {
                bottom = t;
                return null;
            }
            Integer v = items.get((int) b & mask);
            if (b > t) {
                return v;
            }
            // The last one: the owner races with the thieves for it.
            if (!TOP.compareAndSet(this, t, t + 1)) {
                v = null;
            }
            bottom = t + 1;
            return v;
        }

        Integer steal() {
            long t = top;
            long b = bottom;
            if (t >= b) {
                return null;
            }
            Integer v = items.get((int) t & mask);
            return TOP.compareAndSet(this, t, t + 1) ? v : null;
        }
    }

    static void stealing() throws Exception {
        WorkDeque d = new WorkDeque(64);
        int total = 500;
        AtomicInteger[] seen = new AtomicInteger[total];
        Arrays.setAll(seen, i -> new AtomicInteger());
        AtomicInteger left = new AtomicInteger(total);
        together(3, id -> {
            if (id == 0) {
                int next = 0;
                while (left.get() > 0) {
                    while (next < total && d.push(next)) {
                        next++;
                        if (next % 3 == 0) {
                            break;
                        }
                    }
                    Integer v = d.pop();
                    if (v != null) {
                        seen[v].incrementAndGet();
                        left.decrementAndGet();
                    } else {
                        Thread.yield();
                    }
                }
            } else {
                while (left.get() > 0) {
                    Integer v = d.steal();
                    if (v != null) {
                        seen[v].incrementAndGet();
                        left.decrementAndGet();
                    } else {
                        Thread.yield();
                    }
                }
            }
        });
        System.out.println("each task once " + Arrays.stream(seen).allMatch(a -> a.get() == 1) + " left " + left);
    }

    // A bounded ring for one producer and one consumer: only the two indices are shared.
    static void ring() throws Exception {
        int[] ring = new int[16];
        AtomicInteger head = new AtomicInteger();
        AtomicInteger tail = new AtomicInteger();
        long[] sum = new long[1];
        boolean[] inOrder = {true};
        int total = 400;
        together(2, id -> {
            if (id == 0) {
                for (int k = 0; k < total; k++) {
                    int t = tail.getPlain();
                    while (t - head.getAcquire() == ring.length) {
                        Thread.yield();
                    }
                    ring[t & 15] = k * 3;
                    tail.setRelease(t + 1);
                }
            } else {
                for (int k = 0; k < total; k++) {
                    int h = head.getPlain();
                    while (tail.getAcquire() == h) {
                        Thread.yield();
                    }
                    int v = ring[h & 15];
                    inOrder[0] &= v == k * 3;
                    sum[0] += v;
                    head.setRelease(h + 1);
                }
            }
        });
        System.out.println("ring sum " + sum[0] + " in order " + inOrder[0]);
    }

    public static void main(String[] args) throws Exception {
        stack();
        queue();
        stealing();
        ring();
    }
}

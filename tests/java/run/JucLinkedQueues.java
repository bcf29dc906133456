// ConcurrentLinkedQueue and ConcurrentLinkedDeque: the whole interface, weakly consistent iterators, threads at both
// ends.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class JucLinkedQueues {
    static void queue() {
        ConcurrentLinkedQueue<String> q = new ConcurrentLinkedQueue<>();
        System.out.println(q.poll() + " " + q.peek() + " " + q.isEmpty() + " " + q.size());
        try {
            q.remove();
        } catch (NoSuchElementException e) {
            System.out.println("remove " + e);
        }
        try {
            q.element();
        } catch (NoSuchElementException e) {
            System.out.println("element " + e);
        }
        try {
            q.offer(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        q.addAll(Arrays.asList("a", "b", "c", "b", "d"));
        System.out.println(q + " " + q.remove("b") + " " + q.remove("x") + " " + q + " " + q.contains("b") + " "
                + q.peek() + " " + q.poll() + " " + q.size());
        Iterator<String> it = q.iterator();
        System.out.print(it.next() + " ");
        q.add("e");
        q.remove("b");
        // The iterator holds the next element already, removed or not.
        while (it.hasNext()) {
            System.out.print(it.next() + " ");
        }
        System.out.println(q);
        q.removeIf(s -> s.compareTo("d") > 0);
        System.out.println(q + " " + Arrays.toString(q.toArray()) + " " + q.retainAll(List.of("c")) + " " + q);
        try {
            q.addAll(q);
        } catch (IllegalArgumentException e) {
            System.out.println("not to itself");
        }
        q.clear();
        System.out.println(q.isEmpty() + " " + q);
    }

    static void deque() {
        ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
        for (int i = 0; i < 5; i++) {
            d.addFirst(i);
            d.offerLast(10 + i);
        }
        System.out.println(d + " " + d.peekFirst() + " " + d.peekLast() + " " + d.getFirst() + " " + d.getLast());
        System.out.println(d.pollFirst() + " " + d.pollLast() + " " + d.pop() + " " + d.removeLast() + " " + d);
        d.push(99);
        d.add(2);
        System.out.println(d.removeFirstOccurrence(2) + " " + d.removeLastOccurrence(2) + " "
                + d.removeLastOccurrence(2) + " " + d);
        List<Integer> back = new ArrayList<>();
        for (Iterator<Integer> it = d.descendingIterator(); it.hasNext();) {
            int v = it.next();
            back.add(v);
            if (v % 2 == 0) {
                it.remove();
            }
        }
        System.out.println(back + " " + d + " " + d.stream().mapToInt(v -> v).sum());
        d.clear();
        for (String what : new String[] {"pop", "removeLast", "getFirst"}) {
            try {
                switch (what) {
                    case "pop":
                        d.pop();
                        break;
                    case "removeLast":
                        d.removeLast();
                        break;
                    default:
                        d.getFirst();
                }
            } catch (NoSuchElementException e) {
                System.out.println(what + " " + e);
            }
        }
        System.out.println(d.pollFirst() + " " + d.pollLast() + " " + d.peek());
    }

    static void producersConsumers() throws Exception {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        int producers = 3;
        int each = 200;
        AtomicInteger left = new AtomicInteger(producers * each);
        List<List<Integer>> taken = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int c = 0; c < 2; c++) {
            List<Integer> mine = new ArrayList<>();
            taken.add(mine);
            threads.add(new Thread(() -> {
                while (left.get() > 0) {
                    Integer v = q.poll();
                    if (v == null) {
                        Thread.yield();
                    } else {
                        mine.add(v);
                        left.decrementAndGet();
                    }
                }
            }));
        }
        for (int p = 0; p < producers; p++) {
            int base = p * each;
            threads.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    q.offer(base + i);
                }
            }));
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        List<Integer> all = new ArrayList<>();
        boolean ordered = true;
        for (List<Integer> mine : taken) {
            int[] last = new int[producers];
            Arrays.fill(last, -1);
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
        System.out.println("queue complete " + complete + " ordered " + ordered + " empty " + q.isEmpty());
    }

    static void bothEnds() throws Exception {
        ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
        int each = 150;
        long[] sums = new long[4];
        int[] counts = new int[4];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    if (id % 2 == 0) {
                        d.addFirst(id * 1000 + i);
                    } else {
                        d.addLast(id * 1000 + i);
                    }
                    if (i % 2 == 1) {
                        Integer v = (id & 2) == 0 ? d.pollFirst() : d.pollLast();
                        if (v != null) {
                            sums[id] += v;
                            counts[id]++;
                        }
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        long sum = Arrays.stream(sums).sum();
        int count = Arrays.stream(counts).sum();
        for (Integer v; (v = d.poll()) != null;) {
            sum += v;
            count++;
        }
        System.out.println("deque count " + count + " sum " + sum + " empty " + d.isEmpty());
    }

    static void removeInside() throws Exception {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 120; i++) {
            q.add(i);
        }
        AtomicInteger removed = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            // All of them try all the multiples of three: each goes exactly once.
            Thread th = new Thread(() -> {
                for (int i = 0; i < 120; i += 3) {
                    if (q.remove(i)) {
                        removed.incrementAndGet();
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        System.out.println("removed " + removed + " left " + q.size() + " " + q.stream().limit(8)
                .collect(java.util.stream.Collectors.toList()));
    }

    public static void main(String[] args) throws Exception {
        queue();
        deque();
        producersConsumers();
        bothEnds();
        removeInside();
    }
}

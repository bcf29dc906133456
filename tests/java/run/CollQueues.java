// PriorityQueue, ArrayDeque, BitSet: heap order, wrap-around, growth, iteration, failures, set algebra.
import java.util.*;

public class CollQueues {
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " ok");
        } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    record Task(int pri, String name) {}
    public static void main(String[] args) {
        PriorityQueue<Integer> pq = new PriorityQueue<>();
        for (int i : new int[] {5, 3, 8, 1, 9, 2, 7, 3}) pq.add(i);
        System.out.println(pq + " " + pq.peek() + pq.size() + pq.contains(8) + pq.remove(8) + pq.remove(99) + pq);
        StringBuilder s = new StringBuilder();
        while (!pq.isEmpty()) s.append(pq.poll()).append(' ');
        System.out.println(s + "" + pq.poll() + pq.peek());
        PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingInt(Task::pri).reversed().thenComparing(Task::name));
        for (String x : "c3 a1 b3 d2 e1".split(" ")) tasks.offer(new Task(x.charAt(1) - '0', x.substring(0, 1)));
        while (tasks.size() > 1) System.out.print(tasks.remove().name());
        System.out.println(tasks);
        t("null", () -> new PriorityQueue<>().add(null));
        t("element", () -> new PriorityQueue<>().element());
        t("class", () -> {
            PriorityQueue<Object> p = new PriorityQueue<>();
            p.add("s");
            p.add(1);
        });
        PriorityQueue<Integer> heap = new PriorityQueue<>(List.of(9, 4, 7, 1));
        heap.addAll(List.of(0, 5));
        System.out.println(heap + " " + new PriorityQueue<>(heap) + Arrays.toString(heap.toArray())
            + heap.removeIf(x -> x > 6) + heap + heap.comparator());
        Iterator<Integer> it = heap.iterator();
        while (it.hasNext())
            if (it.next() % 2 == 0) it.remove();
        System.out.println(heap);
        t("cme", () -> {
            PriorityQueue<Integer> p = new PriorityQueue<>(List.of(1, 2, 3));
            for (int x : p) p.add(4);
        });
        long seed = 7;
        PriorityQueue<Long> big = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i = 0; i < 5000; i++) {
            seed = seed * 25214903917L + 11 & (1L << 48) - 1;
            big.add(seed >> 20);
            if (big.size() > 100) big.poll();
        }
        long sum = 0;
        int n = 0;
        Long last = null;
        while (!big.isEmpty()) {
            long x = big.poll();
            assert last == null || x <= last;
            last = x;
            sum += x * ++n;
        }
        System.out.println(sum);
        ArrayDeque<Integer> d = new ArrayDeque<>(2);
        for (int i = 0; i < 20; i++) {
            if (i % 2 == 0)
                d.addFirst(i);
            else
                d.addLast(i);
            if (i % 5 == 4) System.out.print(d.pollFirst() + "/" + d.pollLast() + " ");
        }
        System.out.println(d + " " + d.peekFirst() + d.getLast() + d.size());
        for (int i = 0; i < 1000; i++) {
            d.offer(i);
            d.poll();
        }
        System.out.println(d + " " + d.contains(995) + d.removeFirstOccurrence(995) + d.removeLastOccurrence(-1) + d);
        Iterator<Integer> di = d.descendingIterator();
        di.next();
        di.remove();
        System.out.println(d);
        d.push(-1);
        System.out.println(d.pop() + " " + d.element() + d.removeIf(x -> x % 2 == 0) + d);
        t("deque null", () -> d.add(null));
        t("deque empty", () -> new ArrayDeque<>().removeLast());
        t("deque first", () -> new ArrayDeque<>().getFirst());
        System.out.println(new ArrayDeque<>().pollFirst() + " "
            + new ArrayDeque<>(List.of(1, 2)).equals(new ArrayDeque<>(List.of(1, 2))) + d.clone());
        t("deque cme", () -> {
            ArrayDeque<Integer> q = new ArrayDeque<>(List.of(1, 2, 3));
            for (int x : q) q.addLast(9);
        });
        Deque<Character> st = new ArrayDeque<>();
        boolean ok = true;
        for (char c : "{[()]}([)]".toCharArray()) {
            if ("([{".indexOf(c) >= 0)
                st.push(c);
            else {
                char o = st.isEmpty() ? '?' : st.pop();
                ok &= "([{".indexOf(o) == ")]}".indexOf(c);
                System.out.print(ok ? "+" : "-");
            }
        }
        System.out.println(st);
        BitSet a = new BitSet(), b = new BitSet();
        for (int i = 0; i < 200; i += 3) a.set(i);
        for (int i = 0; i < 200; i += 5) b.set(i);
        BitSet and = (BitSet) a.clone();
        and.and(b);
        System.out.println(and + " " + and.cardinality() + a.intersects(b) + a.length() + a.size() + b.nextSetBit(7)
            + b.nextClearBit(5) + b.previousSetBit(99) + b.previousClearBit(100));
        BitSet x = (BitSet) a.clone();
        x.xor(b);
        x.andNot(and);
        x.flip(0, 10);
        x.clear(50, 150);
        x.set(60, 65);
        x.set(1000);
        System.out.println(x + " " + x.hashCode() + x.equals(a) + Arrays.toString(x.toLongArray()).length() + x.get(61)
            + x.get(5, 20) + x.isEmpty());
        BitSet sieve = new BitSet(1000);
        sieve.set(2, 1000);
        for (int i = 2; i * i < 1000; i = sieve.nextSetBit(i + 1))
            for (int j = i * i; j < 1000; j += i) sieve.clear(j);
        System.out.println(sieve.cardinality() + " " + sieve.stream().skip(160).boxed().toList());
        t("bit negative", () -> a.set(-1));
        t("bit range", () -> a.set(5, 2));
        System.out.println(BitSet.valueOf(new byte[] {5, 0, 1}) + " "
            + Arrays.toString(BitSet.valueOf(new long[] {1L << 63}).toByteArray()) + new BitSet().length()
            + a.get(100000));
        x.or(a);
        System.out.println(x.cardinality());
    }
}

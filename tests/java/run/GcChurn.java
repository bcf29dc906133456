// Allocation far beyond any small heap with a live set that must survive: lists, maps, strings, boxed values, arrays of arrays; checked by sums.
import java.util.*;

public class GcChurn {
    static final class Node {
        Node left, right;
        int v;
        Node(int depth) {
            v = depth;
            if (depth > 0) {
                left = new Node(depth - 1);
                right = new Node(depth - 1);
            }
        }
        int sum() { return v + (left == null ? 0 : left.sum() + right.sum()); }
    }
    static class Ring {
        Ring next;
        final int id;
        byte[] payload = new byte[100];
        Ring(int id) { this.id = id; }
    }
    public static void main(String[] args) {
        Node longLived = new Node(12);
        int acc = 0;
        for (int i = 0; i < 60; i++) acc += new Node(8).sum();
        System.out.println(acc + " " + longLived.sum());
        List<byte[]> window = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] b = new byte[10_000 + i % 7];
            b[i % 100] = (byte) i;
            window.add(b);
            if (window.size() > 50) {
                byte[] old = window.remove(0);
                total += old.length + old[(i - 50) % 100];
            }
        }
        System.out.println(total + " " + window.size());
        Map<Integer, String> cache = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, String> e) {
                return size() > 200;
            }
        };
        long h = 0;
        for (int i = 0; i < 20000; i++) {
            int k = (int) ((i * 2654435761L >>> 7) % 500);
            String s = cache.get(k);
            if (s == null) cache.put(k, s = "value-" + k + "-" + i % 10);
            h = h * 31 + s.length();
        }
        System.out.println(h + " " + cache.size());
        Ring first = null;
        for (int r = 0; r < 200; r++) {
            Ring head = new Ring(0), t = head;
            for (int i = 1; i < 50; i++) {
                t.next = new Ring(i);
                t = t.next;
            }
            t.next = head;
            if (r == 77) first = head;
        }
        int ids = 0;
        Ring t = first;
        for (int i = 0; i < 100; i++) {
            ids += t.id;
            t = t.next;
        }
        System.out.println(ids + " " + (t == first));
        Object[] deep = new Object[1];
        Object[] tail = deep;
        for (int i = 0; i < 100_000; i++) {
            Object[] n = new Object[1];
            tail[0] = n;
            tail = n;
        }
        System.gc();
        int len = 0;
        for (Object[] x = deep; x[0] != null; x = (Object[]) x[0]) len++;
        System.out.println(len);
        String s = "";
        for (int i = 0; i < 1500; i++) s += (char) ('a' + i % 26);
        System.out.println(s.hashCode());
        int[][] rows = new int[300][];
        for (int round = 0; round < 10; round++)
            for (int i = 0; i < rows.length; i++) {
                int[] n = new int[100 + i];
                if (rows[i] != null) n[0] = rows[i][0] + 1;
                rows[i] = n;
            }
        int sum = 0;
        for (int[] r : rows) sum += r[0];
        System.out.println(sum);
        PriorityQueue<Long> pq = new PriorityQueue<>();
        for (long i = 0; i < 20000; i++) {
            pq.add(i * 48271 % 65537 + 1000);
            if (pq.size() > 100) pq.poll();
        }
        System.out.println(pq.poll() + " " + pq.size());
        Set<String> interned = new HashSet<>();
        for (int i = 0; i < 2000; i++) interned.add(("k" + i % 100).intern());
        System.out.println(interned.size() + " " + ("k" + 5).intern().equals("k5"));
        StringBuilder[] sbs = new StringBuilder[10];
        for (int i = 0; i < 10000; i++) {
            int k = i % 10;
            if (sbs[k] == null || sbs[k].length() > 500) sbs[k] = new StringBuilder();
            sbs[k].append(i);
        }
        int bl = 0;
        for (StringBuilder b : sbs) bl += b.length();
        System.out.println(bl);
        Thread[] ts = new Thread[3];
        long[] res = new long[3];
        for (int i = 0; i < 3; i++) {
            int me = i;
            ts[i] = new Thread(() -> {
                List<Integer> l = new LinkedList<>();
                for (int k = 0; k < 5000; k++) {
                    l.add(k);
                    if (k % 3 == me) l.remove(0);
                }
                for (int x : l) res[me] += x;
            });
            ts[i].start();
        }
        for (Thread x : ts) try {
                x.join();
            } catch (InterruptedException e) {}
        System.out.println(Arrays.toString(res));
        System.out.println(longLived.sum());
    }
}

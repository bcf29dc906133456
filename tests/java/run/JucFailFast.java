// ConcurrentModificationException where it is certain: in one thread, or with the second thread's change ordered by
// latches. And where it does not come although the collection changed.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;

public class JucFailFast {
    static void collections() {
        List<Collection<Integer>> all = List.of(new ArrayList<>(), new LinkedList<>(), new HashSet<>(), new TreeSet<>(),
                new ArrayDeque<>(), new PriorityQueue<>());
        for (Collection<Integer> c : all) {
            for (int i = 0; i < 6; i++) {
                c.add(i);
            }
            String outcome;
            int steps = 0;
            try {
                for (int v : c) {
                    steps++;
                    if (v == 2) {
                        c.add(100);
                    }
                }
                outcome = "finished";
            } catch (ConcurrentModificationException e) {
                outcome = "failed fast " + e.getMessage();
            }
            System.out.println(c.getClass().getSimpleName() + " " + outcome + " after " + steps + " size " + c.size());
        }
        List<Map<Integer, Integer>> maps = List.of(new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>(),
                new WeakHashMap<>());
        for (Map<Integer, Integer> m : maps) {
            for (int i = 0; i < 6; i++) {
                m.put(i, i);
            }
            String outcome;
            int steps = 0;
            try {
                for (int k : m.keySet()) {
                    steps++;
                    if (k == 2) {
                        m.remove(5);
                    }
                }
                outcome = "finished";
            } catch (ConcurrentModificationException e) {
                outcome = "failed fast";
            }
            System.out.println(m.getClass().getSimpleName() + " " + outcome + " after " + steps);
        }
    }

    static void theLastButOne() {
        // Removing while at the last but one element makes hasNext false: the change goes unnoticed.
        List<String> l = new ArrayList<>(List.of("a", "b", "c"));
        int steps = 0;
        for (String s : l) {
            steps++;
            if (s.equals("b")) {
                l.remove(s);
            }
        }
        System.out.println("unnoticed " + l + " steps " + steps);
        try {
            for (String s : l) {
                l.add("more");
                if (l.size() > 10) {
                    break;
                }
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("noticed " + l);
        }
    }

    static void allowed() {
        List<Integer> l = new ArrayList<>(Arrays.asList(1, 2, 3, 4, 5, 6));
        for (Iterator<Integer> it = l.iterator(); it.hasNext();) {
            if (it.next() % 2 == 0) {
                it.remove();
            }
        }
        for (ListIterator<Integer> it = l.listIterator(); it.hasNext();) {
            int v = it.next();
            it.set(v * 10);
            it.add(v);
        }
        System.out.println(l);
        // Setting is no structural change.
        for (int v : l) {
            l.set(0, v);
        }
        System.out.println(l);
        Map<String, Integer> m = new HashMap<>(Map.of("x", 1, "y", 2));
        for (Map.Entry<String, Integer> e : m.entrySet()) {
            e.setValue(e.getValue() + 1);
            m.put(e.getKey(), e.getValue() + 1);
        }
        System.out.println(new TreeMap<>(m));
        Map<Integer, Integer> access = new LinkedHashMap<>(8, 0.75f, true);
        access.put(1, 1);
        access.put(2, 2);
        try {
            for (int k : access.keySet()) {
                access.get(1);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("in access order even get is a change");
        }
    }

    static void inFunctions() {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        try {
            l.forEach(x -> l.add(x));
        } catch (ConcurrentModificationException e) {
            System.out.println("forEach " + l);
        }
        try {
            l.removeIf(x -> l.add(x));
        } catch (ConcurrentModificationException e) {
            System.out.println("removeIf " + l.size());
        }
        try {
            l.sort((a, b) -> {
                l.add(0);
                return a - b;
            });
        } catch (ConcurrentModificationException e) {
            System.out.println("sort");
        }
        Map<Integer, Integer> m = new HashMap<>();
        try {
            m.computeIfAbsent(1, k -> m.put(2, 2));
        } catch (ConcurrentModificationException e) {
            System.out.println("computeIfAbsent " + m);
        }
        try {
            m.put(3, 3);
            m.forEach((k, v) -> m.remove(k));
        } catch (ConcurrentModificationException e) {
            System.out.println("map forEach " + m.size());
        }
        try {
            m.put(5, 5);
            m.replaceAll((k, v) -> m.put(k + 100, v) == null ? 1 : 2);
        } catch (ConcurrentModificationException e) {
            System.out.println("replaceAll");
        }
        List<Integer> base = new ArrayList<>(List.of(1, 2, 3, 4));
        List<Integer> sub = base.subList(1, 3);
        base.add(5);
        try {
            sub.size();
        } catch (ConcurrentModificationException e) {
            System.out.println("sub-list");
        }
        try {
            base.stream().forEach(x -> base.add(x));
        } catch (ConcurrentModificationException e) {
            System.out.println("stream, noticed at the end " + base.size());
        }
        Iterator<Integer> it = base.iterator();
        base.clear();
        try {
            it.next();
        } catch (ConcurrentModificationException e) {
            System.out.println("cleared, hasNext " + it.hasNext());
        }
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put("a", 1);
        Iterator<String> keys = identity.keySet().iterator();
        identity.put("b", 2);
        try {
            keys.next();
        } catch (ConcurrentModificationException e) {
            System.out.println("identity");
        }
    }

    static void twoThreads() throws Exception {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4));
        CountDownLatch midway = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        String[] out = new String[1];
        Thread reader = new Thread(() -> {
            int n = 0;
            try {
                for (int v : l) {
                    n += v;
                    if (v == 2) {
                        midway.countDown();
                        changed.await();
                    }
                }
                out[0] = "finished";
            } catch (ConcurrentModificationException e) {
                out[0] = "failed fast with sum " + n;
            } catch (InterruptedException e) {
                out[0] = e.toString();
            }
        });
        reader.start();
        midway.await();
        l.add(5);
        changed.countDown();
        reader.join();
        System.out.println("other thread's change: " + out[0]);
    }

    public static void main(String[] args) throws Exception {
        collections();
        theLastButOne();
        allowed();
        inFunctions();
        twoThreads();
    }
}

// CopyOnWriteArrayList and Set: snapshots, what iterators refuse, the atomic additions, sub-lists, writers in
// parallel.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

public class JucCopyOnWrite {
    interface Attempt {
        Object run();
    }

    static void attempt(String what, Attempt a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void list() {
        CopyOnWriteArrayList<String> l = new CopyOnWriteArrayList<>(new String[] {"a", "b", "c"});
        System.out.println(l.addIfAbsent("a") + " " + l.addIfAbsent("d") + " " + l.addAllAbsent(List.of("d", "e", "e"))
                + " " + l);
        l.add(0, "z");
        l.addAll(2, List.of("p", "q"));
        System.out.println(l + " " + l.set(1, "A") + " " + l.remove(0) + " " + l.remove("q") + " " + l.remove("nope")
                + " " + l + " " + l.indexOf("c") + " " + l.lastIndexOf("x") + " " + l.indexOf("c", 1) + " "
                + l.contains(null));
        l.add(null);
        l.sort(Comparator.nullsFirst(Comparator.reverseOrder()));
        System.out.println(l + " " + l.indexOf(null) + " " + l.hashCode() + " " + l.equals(new ArrayList<>(l)));
        l.removeIf(s -> s == null);
        l.replaceAll(s -> s + s.toUpperCase());
        System.out.println(l + " " + l.retainAll(List.of("eE", "bB", "dD")) + " " + l + " " + l.removeAll(List.of("bB"))
                + " " + l);
        attempt("get out of range", () -> l.get(5));
        attempt("add out of range", () -> {
            l.add(9, "x");
            return l;
        });
        attempt("remove -1", () -> l.remove(-1));
        attempt("clone", l::clone);
        attempt("array", () -> Arrays.toString(l.toArray(new String[4])));
    }

    static void snapshots() {
        CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        Iterator<Integer> before = l.iterator();
        for (int v : l) {
            l.add(v * 10);
        }
        System.out.println(l + " " + sum(before) + " " + sum(l.iterator()));
        ListIterator<Integer> it = l.listIterator(2);
        System.out.println(it.previous() + " " + it.next() + " " + it.nextIndex() + " " + it.previousIndex());
        attempt("iterator remove", () -> {
            it.remove();
            return "removed";
        });
        attempt("iterator set", () -> {
            it.set(1);
            return "set";
        });
        attempt("iterator add", () -> {
            it.add(1);
            return "added";
        });
        attempt("past the end", () -> {
            Iterator<Integer> i = new CopyOnWriteArrayList<Integer>().iterator();
            return i.next();
        });
        List<Integer> sub = l.subList(1, 4);
        System.out.println(sub + " " + sub.set(0, 99) + " " + sub.remove(1) + " " + sub + " " + l);
        l.add(7);
        try {
            System.out.println(sub.size());
        } catch (ConcurrentModificationException e) {
            System.out.println("sub-list of a changed list " + e);
        }
    }

    static int sum(Iterator<Integer> it) {
        int s = 0;
        while (it.hasNext()) {
            s += it.next();
        }
        return s;
    }

    static void set() {
        CopyOnWriteArraySet<String> s = new CopyOnWriteArraySet<>(List.of("x", "y", "x", "z"));
        System.out.println(s + " " + s.add("y") + " " + s.add("w") + " " + s.remove("x") + " " + s.size() + " " + s + " "
                + s.containsAll(List.of("y", "w")) + " " + s.equals(new java.util.HashSet<>(List.of("w", "z", "y"))));
        for (String e : s) {
            s.remove(e);
            s.add(e + e);
        }
        System.out.println(s);
    }

    static void writers() throws Exception {
        CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>();
        CopyOnWriteArraySet<Integer> s = new CopyOnWriteArraySet<>();
        int n = 4;
        int each = 60;
        boolean[] torn = new boolean[1];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int k = 0; k < each; k++) {
                    l.addAll(List.of(id * 1000 + k, -(id * 1000 + k)));
                    s.add(k % 20);
                }
            }));
        }
        Thread reader = new Thread(() -> {
            for (int r = 0; r < 100; r++) {
                int sum = 0;
                int count = 0;
                for (int v : l) {
                    sum += v;
                    count++;
                }
                // Pairs arrive together, so that each snapshot adds up to nothing.
                torn[0] |= sum != 0 || count % 2 != 0;
            }
        });
        threads.add(reader);
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        List<Integer> sorted = new ArrayList<>(s);
        Collections.sort(sorted);
        System.out.println("size " + l.size() + " torn " + torn[0] + " " + sorted);
    }

    static void listeners() throws Exception {
        CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
        StringBuilder out = new StringBuilder();
        Runnable once = new Runnable() {
            @Override
            public void run() {
                out.append("once ");
                listeners.remove(this);
            }
        };
        listeners.add(() -> out.append("always "));
        listeners.add(once);
        listeners.add(() -> {
            if (listeners.size() < 4) {
                listeners.add(() -> out.append("added "));
            }
            out.append("last ");
        });
        for (int i = 0; i < 3; i++) {
            for (Runnable r : listeners) {
                r.run();
            }
            out.append("| ");
        }
        System.out.println(out.toString().trim() + " " + listeners.size());
    }

    public static void main(String[] args) throws Exception {
        list();
        snapshots();
        set();
        writers();
        listeners();
    }
}

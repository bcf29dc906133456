// The old synchronised classes: Vector, Stack, Hashtable, StringBuffer, Properties and the Collections.synchronized
// wrappers, under threads, with their enumerations and their locks.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;

public class JucSyncCollections {
    interface Body {
        void run(int id);
    }

    static void together(int n, Body body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> body.run(id));
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static void vector() throws Exception {
        Vector<Integer> v = new Vector<>(2, 3);
        together(4, id -> {
            for (int k = 0; k < 100; k++) {
                v.add(id * 100 + k);
            }
        });
        Collections.sort(v);
        boolean complete = v.size() == 400;
        for (int i = 0; i < v.size(); i++) {
            complete &= v.elementAt(i) == i;
        }
        System.out.println("vector " + complete + " " + v.firstElement() + " " + v.lastElement());
        v.setSize(5);
        v.insertElementAt(99, 1);
        v.removeElement(3);
        v.setElementAt(-1, 0);
        StringBuilder out = new StringBuilder();
        for (Enumeration<Integer> e = v.elements(); e.hasMoreElements();) {
            out.append(e.nextElement()).append(' ');
        }
        System.out.println(out + "" + v.indexOf(99) + " " + v.capacity() + " " + v.contains(2));
        try {
            v.elementAt(50);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Stack<String> s = new Stack<>();
        System.out.println(s.push("a") + s.push("b") + s.peek() + s.search("a") + s.pop() + s.pop() + s.empty());
        try {
            s.pop();
        } catch (java.util.EmptyStackException e) {
            System.out.println(e);
        }
    }

    static void hashtable() throws Exception {
        Hashtable<String, Integer> h = new Hashtable<>();
        together(3, id -> {
            for (int k = 0; k < 90; k++) {
                h.merge("k" + k % 10, 1, Integer::sum);
                h.computeIfAbsent("id" + id, x -> id);
            }
        });
        System.out.println(new TreeMap<>(h) + " " + h.contains(27) + " " + h.containsKey("id2"));
        int n = 0;
        for (Enumeration<String> e = h.keys(); e.hasMoreElements(); e.nextElement()) {
            n++;
        }
        System.out.println("keys " + n + " sum " + Collections.list(h.elements()).stream().mapToInt(x -> x).sum());
        for (String[] bad : new String[][] {{null, "1"}, {"x", null}}) {
            try {
                h.put(bad[0], bad[1] == null ? null : 1);
            } catch (NullPointerException e) {
                System.out.println("no null " + (bad[0] == null ? "key" : "value"));
            }
        }
        Properties p = new Properties();
        together(2, id -> {
            for (int k = 0; k < 20; k++) {
                p.setProperty(id + "." + k, "v" + k);
            }
        });
        System.out.println("properties " + p.size() + " " + p.getProperty("1.19") + " " + p.getProperty("x", "default")
                + " " + new TreeSet<>(p.stringPropertyNames()).first());
    }

    static void wrappers() throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        Map<Integer, Integer> map = Collections.synchronizedMap(new LinkedHashMap<>());
        Set<Integer> set = Collections.synchronizedSet(new TreeSet<>());
        SortedMap<String, Integer> sorted = Collections.synchronizedSortedMap(new TreeMap<>());
        together(4, id -> {
            for (int k = 0; k < 80; k++) {
                list.add(k);
                map.merge(k % 8, 1, Integer::sum);
                set.add(k % 16);
                sorted.compute("s" + k % 4, (x, v) -> v == null ? 1 : v + 1);
            }
        });
        System.out.println(list.size() + " " + new TreeMap<>(map) + " " + set + " " + sorted + " "
                + sorted.headMap("s2"));
        // A compound action is atomic when it holds the wrapper's own lock.
        AtomicInteger duplicates = new AtomicInteger();
        List<Integer> unique = Collections.synchronizedList(new ArrayList<>());
        together(4, id -> {
            for (int k = 0; k < 50; k++) {
                synchronized (unique) {
                    if (!unique.contains(k)) {
                        unique.add(k);
                    }
                }
            }
        });
        duplicates.set(unique.size() - new TreeSet<>(unique).size());
        System.out.println("unique " + unique.size() + " duplicates " + duplicates);
        AtomicInteger disturbed = new AtomicInteger();
        together(2, id -> {
            for (int k = 0; k < 30; k++) {
                if (id == 0) {
                    list.add(k);
                    list.remove(0);
                } else {
                    synchronized (list) {
                        int size = list.size();
                        int seen = 0;
                        for (Iterator<Integer> it = list.iterator(); it.hasNext(); it.next()) {
                            seen++;
                        }
                        if (seen != size) {
                            disturbed.incrementAndGet();
                        }
                    }
                }
            }
        });
        System.out.println("disturbed " + disturbed + " size " + list.size());
        System.out.println(Collections.synchronizedCollection(new ArrayList<>(List.of(3, 1))) + " "
                + Collections.synchronizedNavigableSet(new TreeSet<>(List.of(5, 7))).higher(5));
    }

    static void buffers() throws Exception {
        StringBuffer b = new StringBuffer();
        together(4, id -> {
            for (int k = 0; k < 100; k++) {
                b.append((char) ('a' + id));
            }
        });
        char[] chars = b.toString().toCharArray();
        Arrays.sort(chars);
        System.out.println(b.length() + " " + chars[0] + chars[100] + chars[200] + chars[399]);
        b.setLength(3);
        b.insert(0, 12.5).reverse().deleteCharAt(0).replace(0, 1, "<>");
        System.out.println(b.length() + " " + b.indexOf("5.21"));
    }

    // The wrappers lock themselves, or the object they are given: seen with holdsLock from inside.
    static void whichLock() {
        Map<String, Integer> m = Collections.synchronizedMap(new HashMap<>());
        m.computeIfAbsent("x", k -> Thread.holdsLock(m) ? 1 : 0);
        Vector<Integer> v = new Vector<>(List.of(2, 1));
        v.replaceAll(x -> Thread.holdsLock(v) ? x * 10 : x);
        Hashtable<String, Integer> h = new Hashtable<>();
        h.computeIfAbsent("y", k -> Thread.holdsLock(h) ? 1 : 0);
        System.out.println(m + " " + v + " " + h);
        try {
            for (Integer x : v) {
                v.add(x);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("vector iterators fail fast " + v.size());
        }
        Enumeration<Integer> e = v.elements();
        e.nextElement();
        v.add(0, 77);
        System.out.println("enumerations do not " + e.nextElement());
    }

    public static void main(String[] args) throws Exception {
        vector();
        hashtable();
        wrappers();
        buffers();
        whichLock();
    }
}

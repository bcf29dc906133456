// Lists in depth: ArrayList, LinkedList, Vector, Arrays.asList, List.of, sublists, list iterators, fail-fast iteration, capacity, equality.
import java.util.*;

public class CollLists {
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.println(n + " ok");
        } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    static void exercise(List<Integer> l) {
        for (int i = 0; i < 10; i++) l.add(i * i);
        l.add(3, -1);
        l.addAll(2, List.of(100, 200));
        l.set(0, 42);
        System.out.println(l.getClass().getSimpleName() + " " + l + " " + l.size() + l.remove(4)
            + l.remove((Integer) 49) + l.remove((Integer) 999) + l.indexOf(100) + l.lastIndexOf(-5) + l.contains(81)
            + l.containsAll(List.of(1, 4)) + l.isEmpty());
        ListIterator<Integer> it = l.listIterator();
        while (it.hasNext()) {
            int i = it.nextIndex(), v = it.next();
            if (v % 2 == 0)
                it.remove();
            else if (i < 4) {
                it.set(v + 1000);
                it.add(-v);
            }
        }
        System.out.println(l);
        while (it.hasPrevious())
            if (it.previous() < 0) it.set(0);
        System.out.println(l + " " + it.nextIndex() + it.previousIndex());
        l.removeIf(x -> x == 0);
        l.replaceAll(x -> x * 2);
        l.sort(Comparator.reverseOrder());
        System.out.println(l);
        List<Integer> sub = l.subList(1, 3);
        sub.set(0, 7);
        sub.add(8);
        sub.remove(1);
        System.out.println(sub + " " + l + sub.size() + sub.indexOf(8));
        sub.clear();
        System.out.println(l);
        t("get", () -> l.get(99));
        t("get -1", () -> l.get(-1));
        t("set", () -> l.set(99, 1));
        t("add", () -> l.add(99, 1));
        t("remove", () -> l.remove(99));
        t("iterator state", () -> l.iterator().remove());
        t("listIterator", () -> l.listIterator(99));
        t("cme", () -> {
            for (Integer x : l) l.add(1);
        });
        t("cme remove last-but-one", () -> {
            while (l.size() < 3) l.add(0);
            while (l.size() > 3) l.remove(0);
            int n = 0;
            for (Integer x : l)
                if (++n == 2) l.remove(0);
        });
        t("stale sub", () -> {
            List<Integer> s = l.subList(0, 1);
            l.add(5);
            s.size();
        });
        l.retainAll(List.of(5, 1));
        System.out.println(l + " " + l.hashCode() + l.equals(new LinkedList<>(l))
            + Arrays.toString(l.toArray(new Integer[5])) + l.toArray().length);
        l.clear();
        l.addAll(Collections.nCopies(5, 3));
        Collections.fill(l, 9);
        System.out.println(l);
        Iterator<Integer> i2 = l.iterator();
        i2.next();
        i2.forEachRemaining(x -> System.out.print(x + ";"));
        System.out.println();
        l.forEach(x -> System.out.print(x));
        System.out.println();
    }
    public static void main(String[] args) {
        exercise(new ArrayList<>());
        exercise(new LinkedList<>());
        exercise(new Vector<>());
        exercise(Collections.checkedList(new ArrayList<>(), Integer.class));
        exercise(Collections.synchronizedList(new LinkedList<>()));
        exercise(new java.util.concurrent.CopyOnWriteArrayList<>() {
            public ListIterator<Integer> listIterator() {
                return new ArrayList<Integer>(this) {}.listIterator();
            }
        });
        List<Object> nulls = new ArrayList<>(Arrays.asList(null, 1, null));
        System.out.println(nulls.indexOf(null) + " " + nulls.lastIndexOf(null) + nulls.contains(null)
            + nulls.remove(null) + nulls + nulls.hashCode());
        t("of null", () -> List.of(1, null));
        t("of contains null", () -> List.of(1).contains(null));
        t("copyOf null", () -> List.copyOf(Arrays.asList(1, null)));
        List<Integer> im = List.of(1, 2, 3);
        t("im add", () -> im.add(1));
        t("im set", () -> im.set(0, 1));
        t("im remove", () -> im.remove(0));
        t("im sort", () -> im.sort(null));
        t("im iterator", () -> {
            Iterator<Integer> i = im.iterator();
            i.next();
            i.remove();
        });
        System.out.println((List.copyOf(im) == im) + " " + im.subList(1, 3) + im.equals(Arrays.asList(1, 2, 3))
            + im.hashCode() + List.of() + List.of(1) + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12).get(11));
        LinkedList<String> q = new LinkedList<>(List.of("b", "c"));
        q.addFirst("a");
        q.offerLast("d");
        q.push("z");
        System.out.println(q.peekFirst() + q.peekLast() + q.pop() + q.pollLast() + q.getFirst() + q
            + q.removeFirstOccurrence("b") + q + q.descendingIterator().next());
        t("empty pop", () -> new LinkedList<>().pop());
        t("empty element", () -> new LinkedList<>().element());
        System.out.println(new LinkedList<>().poll() + " " + new LinkedList<>().peek());
        Stack<Integer> st = new Stack<>();
        for (int i = 0; i < 4; i++) st.push(i);
        System.out.println(st + " " + st.peek() + st.pop() + st.search(0) + st.search(9) + st.empty() + st.elementAt(1)
            + st.firstElement());
        ArrayList<Integer> big = new ArrayList<>();
        for (int i = 0; i < 20000; i++) big.add(i * 7 % 1000);
        Collections.sort(big);
        big.subList(100, 19900).clear();
        big.trimToSize();
        big.ensureCapacity(1000);
        System.out.println(big.size() + " " + big.hashCode() + big.get(100));
        @SuppressWarnings("unchecked") ArrayList<Integer> cl = (ArrayList<Integer>) big.clone();
        cl.set(0, -1);
        System.out.println(big.get(0) + " " + cl.get(0));
        List<List<Integer>> nested = new ArrayList<>();
        for (int i = 0; i < 3; i++) nested.add(new ArrayList<>(Collections.nCopies(i, i)));
        System.out.println(nested);
        nested.get(0).addAll(List.of(1));
        List<Object> self = new ArrayList<>();
        self.add(self);
        self.add(1);
        System.out.println(self);
        Vector<Integer> v = new Vector<>(2, 3);
        for (int i = 0; i < 6; i++) v.addElement(i);
        System.out.println(v.capacity() + " " + Collections.list(v.elements()) + v.indexOf(3, 4));
        AbstractList<Integer> virt = new AbstractList<>() {
            public Integer get(int i) { return i * i; }
            public int size() { return 6; }
        };
        System.out.println(virt + " " + virt.contains(16) + virt.indexOf(25) + virt.subList(2, 4)
            + virt.stream().mapToInt(x -> x).sum() + virt.hashCode());
        t("abstract add", () -> virt.add(1));
        t("abstract set", () -> virt.set(0, 1));
    }
}

// Identity hash codes and identity maps must survive collections: hashes stay what they were while objects move or age, and finalisable garbage disturbs nothing.
import java.util.*;

public class GcHashes {
    static class Big {
        final long[] pad = new long[200];
        final int id;
        Big(int id) { this.id = id; }
    }
    public static void main(String[] args) {
        List<Object> objs = new ArrayList<>();
        List<Integer> hashes = new ArrayList<>();
        IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
        Map<Object, Integer> plain = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            Object o = i % 3 == 0 ? new Big(i) : i % 3 == 1 ? new int[i % 50] : new Object();
            objs.add(o);
            hashes.add(System.identityHashCode(o));
            ids.put(o, i);
            plain.put(o, i);
        }
        int garbage = 0;
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 5000; i++) garbage += new Big(i).pad.length;
            System.gc();
            for (int i = 0; i < objs.size(); i++) {
                Object o = objs.get(i);
                if (System.identityHashCode(o) != hashes.get(i) || o.hashCode() != hashes.get(i) || ids.get(o) != i
                    || plain.get(o) != i)
                    System.out.println("lost " + i);
            }
        }
        System.out.println(garbage + " " + ids.size() + " " + plain.size());
        for (int i = 0; i < 2000; i += 2) {
            Object o = objs.get(i);
            if (ids.remove(o) != i || plain.remove(o) != i) System.out.println("wrong " + i);
            objs.set(i, null);
        }
        System.gc();
        int left = 0;
        for (Map.Entry<Object, Integer> e : ids.entrySet()) {
            if (plain.get(e.getKey()).intValue() != e.getValue()) System.out.println("differs");
            left += e.getValue();
        }
        System.out.println(left + " " + ids.size());
        Set<Integer> distinct = new HashSet<>(hashes);
        System.out.println(distinct.size() > 1900);
        Object[] locks = new Object[100];
        for (int i = 0; i < 100; i++) locks[i] = new Object();
        int n = 0;
        for (Object l : locks) synchronized (l) {
                int h = l.hashCode();
                for (int i = 0; i < 20; i++) n += new byte[1000].length > 0 ? 1 : 0;
                if (l.hashCode() != h || !Thread.holdsLock(l)) System.out.println("lock lost");
            }
        System.gc();
        System.out.println(n);
        Object zero = new Object();
        System.out.println(zero.toString().equals("java.lang.Object@" + Integer.toHexString(zero.hashCode())) + " "
            + (zero.hashCode() == Objects.hashCode(zero)) + zero.equals(zero)
            + (System.identityHashCode("s") == System.identityHashCode("s")));
    }
}

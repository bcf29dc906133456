// java.util.Arrays in breadth: sort ranges and comparators, search, fill, copyOf, equals, mismatch, compare, setAll, asList, spliterator.
import java.util.*;

public class ArraysUtil {
    public static void main(String[] args) {
        int[] a = {5, 3, -1, 9, 0, 3, 2};
        int[] s = a.clone();
        Arrays.sort(s);
        System.out.println(Arrays.toString(s) + Arrays.binarySearch(s, 3) + Arrays.binarySearch(s, 4)
            + Arrays.binarySearch(s, 100) + Arrays.binarySearch(s, -100));
        s = a.clone();
        Arrays.sort(s, 1, 5);
        System.out.println(Arrays.toString(s));
        double[] d = {0.0, -0.0, Double.NaN, 1, -1, Double.NEGATIVE_INFINITY, Double.NaN, -0.0};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d) + Arrays.binarySearch(d, -0.0) + Arrays.binarySearch(d, Double.NaN));
        float[] f = {2, Float.NaN, -0f, 0f};
        Arrays.sort(f);
        System.out.println(Arrays.toString(f));
        byte[] b = {3, -128, 127, 0};
        Arrays.sort(b);
        System.out.println(Arrays.toString(b));
        char[] c = "zebra".toCharArray();
        Arrays.sort(c);
        System.out.println(c);
        String[] w = {"pear", "Apple", "fig", "banana", "apple", "cherry"};
        String[] w2 = w.clone();
        Arrays.sort(w2);
        System.out.println(Arrays.toString(w2));
        Arrays.sort(w2, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(w2));
        Arrays.sort(w2, Comparator.comparingInt(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(w2));
        Integer[] boxed = new Integer[300];
        for (int i = 0; i < 300; i++) boxed[i] = (i * 37) % 101;
        Integer[] stable = boxed.clone();
        Arrays.sort(stable, (x, y) -> x % 10 - y % 10);
        System.out.println(Arrays.hashCode(stable) + " " + Arrays.asList(stable).subList(0, 12));
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.asList(boxed).subList(0, 6));
        for (int n : new int[] {0, 1, 2, 10, 47, 50, 290, 3000}) {
            int[] r = new int[n];
            long seed = n;
            for (int i = 0; i < n; i++) {
                seed = seed * 25214903917L + 11;
                r[i] = (int) (seed >>> 20) % 1000;
            }
            Arrays.sort(r);
            boolean ok = true;
            for (int i = 1; i < n; i++) ok &= r[i - 1] <= r[i];
            long[] l = new long[n];
            for (int i = 0; i < n; i++) l[i] = (long) (n - i) * (i % 3 - 1);
            Arrays.sort(l);
            System.out.println(n + " " + ok + " " + Arrays.hashCode(r) + " " + Arrays.hashCode(l));
        }
        try {
            Arrays.sort(new Integer[] {1, 2, 3}, 2, 1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            Arrays.sort(new int[3], 0, 4);
        } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            Arrays.sort(new Object[] {1, "a"});
        } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        Integer[] bad = new Integer[100];
        for (int i = 0; i < 100; i++) bad[i] = i * 31 % 50;
        try {
            Arrays.sort(bad, (x, y) -> (x ^ y) % 3 == 0 ? 1 : -1);
            System.out.println("sorted");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.toString(Arrays.copyOf(a, 9)) + Arrays.toString(Arrays.copyOf(a, 2))
            + Arrays.toString(Arrays.copyOfRange(a, 2, 4)) + Arrays.toString(Arrays.copyOfRange(w, 4, 8))
            + Arrays.copyOf(w, 1, Object[].class).getClass().getSimpleName());
        try {
            Arrays.copyOf(a, -1);
        } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try {
            Arrays.copyOfRange(a, 5, 3);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            Arrays.copyOf(new Object[] {1}, 1, String[].class);
        } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.equals(a, a.clone()) + " " + Arrays.equals(a, s) + " " + Arrays.mismatch(a, s) + " "
            + Arrays.mismatch(a, a.clone()) + " " + Arrays.compare(a, s) + " "
            + Arrays.compare(new String[] {"a", null}, new String[] {"a", "b"}) + " " + Arrays.equals(a, 0, 2, s, 0, 2)
            + " " + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}) + " "
            + Arrays.equals(new double[] {0.0}, new double[] {-0.0}) + " "
            + Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}) + " "
            + Arrays.mismatch(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 11})
            + " " + Arrays.mismatch("abcdefghijkl".toCharArray(), "abcdefghijkm".toCharArray()));
        long[] filled = new long[5];
        Arrays.fill(filled, 7);
        Arrays.fill(filled, 1, 3, -1);
        System.out.println(Arrays.toString(filled));
        Arrays.setAll(filled, i -> i * (long) i);
        System.out.println(Arrays.toString(filled) + Arrays.stream(filled).sum());
        int[] prefix = {1, 2, 3, 4};
        Arrays.parallelPrefix(prefix, (x, y) -> x * y);
        System.out.println(Arrays.toString(prefix));
        List<String> view = Arrays.asList(w);
        view.set(0, "changed");
        Collections.reverse(view);
        System.out.println(w[5] + view + view.contains("fig") + view.indexOf("banana"));
        try {
            view.add("x");
        } catch (UnsupportedOperationException e) { System.out.println("fixed " + e.getMessage()); }
        Iterator<String> it = view.iterator();
        int n = 0;
        while (it.hasNext()) {
            it.next();
            n++;
        }
        System.out.println(n);
        try {
            it.next();
        } catch (NoSuchElementException e) { System.out.println("end"); }
        System.out.println(Arrays.hashCode(new Object[] {1, null, "x"}) + " " + Arrays.hashCode((int[]) null) + " "
            + Arrays.hashCode(new double[] {1.5, -0.0}) + " " + Arrays.toString((int[]) null) + " "
            + Arrays.deepEquals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}}));
        Spliterator.OfInt sp = Arrays.spliterator(a);
        Spliterator.OfInt half = sp.trySplit();
        half.forEachRemaining((int x) -> System.out.print(x + ","));
        System.out.print("|");
        sp.forEachRemaining((int x) -> System.out.print(x + ","));
        System.out.println();
        System.out.println(
            Arrays.stream(w, 1, 4).toList() + " " + Arrays.stream(new double[] {1, 2.5}).max().getAsDouble());
    }
}

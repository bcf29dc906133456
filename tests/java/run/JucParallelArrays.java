// Arrays in parallel: parallelSort of every type beyond its sequential threshold, parallelPrefix and
// parallelSetAll, with functions that are associative and no more.

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Random;

public class JucParallelArrays {
    // Above 1 << 13 elements parallelSort forks when there is more than one processor.
    static final int BIG = (1 << 13) + 500;

    static void primitives() {
        Random r = new Random(11);
        int[] ints = r.ints(BIG).toArray();
        int[] sortedInts = ints.clone();
        Arrays.sort(sortedInts);
        Arrays.parallelSort(ints);
        System.out.println("int " + Arrays.equals(ints, sortedInts) + " " + ints[0] + " " + ints[BIG - 1]);
        long[] longs = r.longs(BIG).toArray();
        long[] sortedLongs = longs.clone();
        Arrays.sort(sortedLongs);
        Arrays.parallelSort(longs);
        System.out.println("long " + Arrays.equals(longs, sortedLongs) + " " + longs[BIG / 2]);
        double[] doubles = r.doubles(BIG).map(d -> d * 1000 - 500).toArray();
        doubles[7] = Double.NaN;
        doubles[8] = -0.0;
        doubles[9] = 0.0;
        doubles[10] = Double.NEGATIVE_INFINITY;
        double[] sortedDoubles = doubles.clone();
        Arrays.sort(sortedDoubles);
        Arrays.parallelSort(doubles);
        System.out.println("double " + Arrays.equals(doubles, sortedDoubles) + " " + doubles[0] + " "
                + doubles[BIG - 1]);
        byte[] bytes = new byte[600];
        r.nextBytes(bytes);
        Arrays.parallelSort(bytes);
        char[] chars = "the quick brown fox".toCharArray();
        Arrays.parallelSort(chars);
        short[] shorts = {5, -3, 9, 0, -32768, 32767};
        Arrays.parallelSort(shorts, 1, 5);
        float[] floats = {2.5f, -1f, Float.NaN, 0f, -0f};
        Arrays.parallelSort(floats);
        System.out.println(bytes[0] + " " + bytes[599] + " [" + new String(chars).trim() + "] " + Arrays.toString(shorts)
                + " " + Arrays.toString(floats));
    }

    static void objects() {
        Random r = new Random(12);
        Integer[] boxed = r.ints(BIG, 0, 100_000).boxed().toArray(Integer[]::new);
        Integer[] expected = boxed.clone();
        Arrays.sort(expected);
        Arrays.parallelSort(boxed);
        System.out.println("boxed " + Arrays.equals(boxed, expected));
        Arrays.parallelSort(boxed, Collections.reverseOrder());
        System.out.println("reversed " + boxed[0] + " " + boxed[BIG - 1]);
        // Stability: pairs with equal keys keep the order of their numbers.
        int[][] pairs = new int[BIG][];
        for (int i = 0; i < BIG; i++) {
            pairs[i] = new int[] {r.nextInt(20), i};
        }
        Arrays.parallelSort(pairs, Comparator.comparingInt(p -> p[0]));
        boolean stable = true;
        for (int i = 1; i < BIG; i++) {
            stable &= pairs[i - 1][0] < pairs[i][0]
                    || pairs[i - 1][0] == pairs[i][0] && pairs[i - 1][1] < pairs[i][1];
        }
        System.out.println("stable " + stable);
        String[] words = {"pear", "Apple", "fig", "banana"};
        Arrays.parallelSort(words, 1, 4, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(words));
        try {
            Arrays.parallelSort(new Integer[] {3, null, 1});
        } catch (NullPointerException e) {
            System.out.println("null element");
        }
        try {
            Arrays.parallelSort(new int[3], 2, 5);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    static void prefixes() {
        int[] a = new int[3000];
        Arrays.parallelSetAll(a, i -> i % 7);
        int[] expected = a.clone();
        for (int i = 1; i < expected.length; i++) {
            expected[i] += expected[i - 1];
        }
        Arrays.parallelPrefix(a, Integer::sum);
        System.out.println("sums " + Arrays.equals(a, expected) + " " + a[2999]);
        long[] products = {1, 2, 3, 4, 5, 6};
        Arrays.parallelPrefix(products, 1, 5, (x, y) -> x * y);
        System.out.println(Arrays.toString(products));
        String[] s = {"a", "b", "c", "d"};
        Arrays.parallelPrefix(s, String::concat);
        System.out.println(Arrays.toString(s));
        double[] maxima = {1, 5, 3, 9, 2};
        Arrays.parallelPrefix(maxima, Math::max);
        System.out.println(Arrays.toString(maxima));
        // Not commutative: composition of affine maps must keep its order across the splits.
        long[][] maps = new long[2000][];
        Arrays.parallelSetAll(maps, i -> new long[] {i % 5 + 1, i});
        long x = 1;
        for (long[] m : maps) {
            x = (m[0] * x + m[1]) % 1_000_003;
        }
        Arrays.parallelPrefix(maps, (f, g) -> new long[] {f[0] * g[0] % 1_000_003, (g[0] * f[1] + g[1]) % 1_000_003});
        long[] last = maps[1999];
        System.out.println("composed " + ((last[0] + last[1]) % 1_000_003 == x) + " " + x);
        long[] squares = new long[10];
        Arrays.parallelSetAll(squares, i -> (long) i * i);
        double[] halves = new double[4];
        Arrays.parallelSetAll(halves, i -> i / 2.0);
        Object[] none = new Object[0];
        Arrays.parallelSetAll(none, i -> i);
        Arrays.parallelPrefix(new int[0], Integer::sum);
        System.out.println(Arrays.toString(squares) + " " + Arrays.toString(halves) + " " + none.length);
    }

    public static void main(String[] args) {
        primitives();
        objects();
        prefixes();
    }
}

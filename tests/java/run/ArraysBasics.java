// Arrays of every element type: defaults, bounds, negative sizes, clone, covariance,
// ArrayStoreException, array classes, System.arraycopy with overlaps and failures.
import java.util.Arrays;

public class ArraysBasics {
    static void attempt(String name, Runnable r) {
        try {
            r.run();
            System.out.println(name + " ok");
        } catch (RuntimeException | Error e) {
            System.out.println(name + " " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static Object sink;

    public static void main(String[] args) {
        System.out.println(Arrays.toString(new boolean[2]) + Arrays.toString(new byte[2])
            + Arrays.toString(new short[2]) + Arrays.toString(new int[2]) + Arrays.toString(new long[2])
            + Arrays.toString(new float[2]) + Arrays.toString(new double[2]) + Arrays.toString(new Object[2])
            + (int) (new char[1])[0]);
        byte[] bytes = {(byte) 200, 1};
        short[] shorts = {(short) 40000};
        char[] chars = {(char) 65601};
        boolean[] flags = {true, false};
        float[] floats = {1.5f};
        long[] longs = {1L << 40};
        double[] doubles = {1e300};
        System.out.println(bytes[0] + " " + shorts[0] + " " + chars[0] + " " + flags[0] + flags[1] + " " + floats[0]
            + " " + longs[0] + " " + doubles[0]);
        bytes[1] = (byte) 0x1ff;
        shorts[0]++;
        chars[0]--;
        flags[1] ^= true;
        System.out.println(bytes[1] + " " + shorts[0] + " " + chars[0] + flags[1]);

        int[] a = new int[3];
        attempt("load 3", () -> sink = a[3]);
        attempt("load -1", () -> sink = a[-1]);
        attempt("store MAX", () -> a[Integer.MAX_VALUE] = 1);
        attempt("store MIN", () -> a[Integer.MIN_VALUE] = 1);
        attempt("byte store", () -> bytes[2] = 1);
        attempt("long load", () -> sink = longs[1]);
        attempt("double store", () -> doubles[-5] = 1);
        attempt("char load", () -> sink = chars[9]);
        attempt("negative", () -> sink = new int[-1]);
        attempt("negative object", () -> sink = new String[-7]);
        attempt("negative inner", () -> sink = new int[2][-3]);
        attempt("negative both", () -> sink = new int[-2][-3]);
        attempt("zero then negative", () -> sink = new int[0][-3]);
        attempt("empty", () -> sink = new int[0][5][]);

        Object[] objects = new String[2];
        attempt("store string", () -> objects[0] = "s");
        attempt("store integer", () -> objects[1] = 1);
        attempt("store null", () -> objects[1] = null);
        Object[] nested = new Integer[2][2];
        attempt("nested ok", () -> nested[0] = new Integer[5]);
        attempt("nested bad", () -> nested[0] = new String[5]);
        attempt("nested int", () -> nested[0] = new int[5]);
        Number[] numbers = new Integer[1];
        attempt("double into Integer[]", () -> numbers[0] = 2.5);
        Comparable<?>[] comparables = new Comparable<?>[1];
        attempt("interface array", () -> comparables[0] = "c");
        Cloneable[] cl = new Cloneable[1];
        attempt("array is Cloneable", () -> cl[0] = new int[1]);
        Object[] raw = cl;
        attempt("string is not Cloneable", () -> raw[0] = "x");
        Runnable[] runnables = new Runnable[1];
        attempt("lambda", () -> runnables[0] = () -> {});
        attempt("cast", () -> sink = (Integer[]) (Object) new Object[0]);
        attempt("cast up", () -> sink = (Object[]) (Object) new String[0][0]);
        attempt("cast prim", () -> sink = (long[]) (Object) new int[0]);
        attempt("cast dims", () -> sink = (String[][]) (Object) new String[0]);

        Object o = new int[2][3];
        System.out.println((o instanceof Object[]) + " " + (o instanceof int[][]) + " " + (o instanceof Cloneable) + " "
            + (o instanceof java.io.Serializable) + " " + (o instanceof Object[][]) + " "
            + (new String[0][] instanceof Object[][]));
        System.out.println(o.getClass() + " " + o.getClass().getSuperclass() + " "
            + Arrays.toString(o.getClass().getInterfaces()) + " " + o.getClass().getComponentType() + " "
            + o.getClass().getSimpleName() + " " + new String[0].getClass().getName() + " " + long[].class + " "
            + boolean[][].class.getName() + " " + (int[].class == a.getClass()) + " "
            + ArraysBasics[].class.getTypeName());

        int[] copy = a.clone();
        copy[0] = 9;
        int[][] deep = {{1, 2}, {3}}, shallow = deep.clone();
        shallow[0][0] = 77;
        shallow[1] = null;
        System.out.println(Arrays.toString(a) + Arrays.toString(copy) + Arrays.deepToString(deep)
            + Arrays.deepToString(shallow) + (a.equals(copy)) + a.getClass().equals(copy.getClass()));

        int[] seq = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(seq, 0, seq, 2, 5);
        System.out.println(Arrays.toString(seq));
        System.arraycopy(seq, 3, seq, 0, 5);
        System.out.println(Arrays.toString(seq));
        attempt("copy bounds", () -> System.arraycopy(seq, 5, seq, 0, 4));
        attempt("copy negative", () -> System.arraycopy(seq, -1, seq, 0, 4));
        attempt("copy negative length", () -> System.arraycopy(seq, 0, seq, 0, -4));
        attempt("copy dest", () -> System.arraycopy(seq, 0, seq, 7, 4));
        attempt("copy overflow", () -> System.arraycopy(seq, 0, seq, Integer.MAX_VALUE, 4));
        attempt("copy types", () -> System.arraycopy(seq, 0, new long[9], 0, 4));
        attempt("copy prim to object", () -> System.arraycopy(seq, 0, new Object[9], 0, 4));
        attempt("copy not array", () -> System.arraycopy("x", 0, new Object[9], 0, 4));
        attempt("copy to not array", () -> System.arraycopy(seq, 0, "y", 0, 4));
        attempt("copy null", () -> System.arraycopy(null, 0, new Object[9], 0, 4));
        attempt("copy object bounds", () -> System.arraycopy(new String[3], 2, new Object[9], 0, 4));
        Object[] mixed = {"a", "b", 3, "d"};
        String[] target = new String[4];
        attempt("copy partial", () -> System.arraycopy(mixed, 0, target, 0, 4));
        System.out.println(Arrays.toString(target));
        Object[] self = {1, 2, 3, 4};
        System.arraycopy(self, 0, self, 1, 3);
        System.out.println(Arrays.toString(self));

        int[] big = new int[100000];
        for (int i = 0; i < big.length; i++) big[i] = (i * 7919) % 100003;
        Arrays.sort(big);
        long check = 0;
        for (int i = 0; i < big.length; i++) check = check * 31 + big[i];
        System.out.println(check + " " + Arrays.binarySearch(big, 50001) + " " + Arrays.hashCode(big));
        int n = 0;
        for (int unused : new int[17]) n++;
        System.out.println(n + " " + new int[0].length + " " + args.length);
        try {
            Object huge = new long[Integer.MAX_VALUE];
            System.out.println("impossible");
        } catch (OutOfMemoryError e) { System.out.println("OOM " + e.getMessage()); }
        try {
            Object huge = new byte[Integer.MAX_VALUE][0];
            System.out.println("impossible");
        } catch (OutOfMemoryError e) { System.out.println("OOM " + e.getMessage()); }
    }
}

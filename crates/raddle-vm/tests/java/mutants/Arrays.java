public class Arrays {
    static int[] table = {5, 3, 9, 1};
    static Object[][] grid = new Object[3][4];

    static void sort(int[] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
                int held = a[j];
                a[j] = a[j - 1];
                a[j - 1] = held;
            }
        }
    }

    public static void main(String[] args) {
        sort(table);
        byte[] bytes = new byte[8];
        boolean[] flags = new boolean[3];
        char[] chars = "text".toCharArray();
        short[] shorts = {1, 2};
        long[] longs = {1L << 40, 2};
        float[] floats = {1f, 2f};
        double[][][] doubles = new double[2][3][];
        doubles[1][2] = new double[] {1, 2, 3};
        bytes[2] = (byte) 200;
        flags[1] = bytes[2] < 0;
        chars[0]++;
        shorts[1] += chars[0];
        longs[0] >>>= shorts[0];
        floats[1] += doubles[1][2][1];
        grid[1][2] = longs;
        grid[2] = new String[] {"a", "b"};
        System.gc();
        int[] copy = table.clone();
        System.arraycopy(table, 0, copy, 1, 3);
        try {
            grid[2][0] = table;
        } catch (ArrayStoreException expected) {
            table[0]++;
        }
        int dims = ((int[][][]) new int[2][2][2])[1][1].length;
        System.exit(copy[3] + dims + ((long[]) grid[1][2]).length + (flags[1] ? 1 : 0));
    }
}

// Multi-dimensional arrays: multianewarray with partial dimensions, ragged rows, 5-d, aliasing, matrices.
import java.util.Arrays;

public class ArraysMulti {
    static double[][] multiply(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < b[0].length; j++)
                for (int k = 0; k < b.length; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }

    static int[][] life(int[][] g) {
        int n = g.length;
        int[][] r = new int[n][n];
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                int live = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dx != 0 || dy != 0) live += g[(y + dy + n) % n][(x + dx + n) % n];
                r[y][x] = live == 3 || live == 2 && g[y][x] == 1 ? 1 : 0;
            }
        return r;
    }

    static String classes(Object o) {
        StringBuilder s = new StringBuilder();
        for (Class<?> c = o.getClass(); c != null; c = c.getComponentType()) s.append(c.getName()).append(' ');
        return s.toString();
    }

    public static void main(String[] args) {
        int[][][] cube = new int[2][3][4];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 4; k++) cube[i][j][k] = i * 100 + j * 10 + k;
        System.out.println(Arrays.deepToString(cube) + " " + Arrays.deepHashCode(cube));
        long[][][] partial = new long[2][3][];
        System.out.println(Arrays.deepToString(partial) + classes(partial));
        String[][][][][] five = new String[1][2][1][2][1];
        five[0][1][0][1][0] = "deep";
        System.out.println(Arrays.deepToString(five) + classes(five));
        int[][] ragged = new int[5][];
        for (int i = 0; i < 5; i++) {
            ragged[i] = new int[i];
            for (int j = 0; j < i; j++) ragged[i][j] = i * j;
        }
        System.out.println(Arrays.deepToString(ragged));
        Object[] mixed = {1, "two", new int[] {3}, new Object[] {4, new char[] {'5'}, null}, new double[][] {{6}, {}}};
        System.out.println(Arrays.deepToString(mixed));
        mixed[0] = mixed;
        System.out.println(Arrays.deepToString(mixed));
        double[][] m = {{1, 2}, {3, 4}}, id = {{1, 0}, {0, 1}}, p = m;
        for (int i = 0; i < 10; i++) p = multiply(p, m);
        System.out.println(Arrays.deepToString(p) + Arrays.deepEquals(multiply(m, id), m));
        int[][] g = new int[8][8];
        g[0][1] = g[1][2] = g[2][0] = g[2][1] = g[2][2] = 1;
        for (int i = 0; i < 12; i++) g = life(g);
        for (int[] row : g) {
            for (int c : row) System.out.print(c == 1 ? '#' : '.');
            System.out.println();
        }
        int[][] alias = new int[3][];
        alias[0] = alias[1] = alias[2] = new int[2];
        alias[0][1]++;
        alias[2][1]++;
        System.out.println(Arrays.deepToString(alias) + (alias[0] == alias[1]));
        int[] dims[] = {{1}, {2, 3}}, flat = {9};
        System.out.println(dims[1][1] + flat[0] + " " + weird()[0].length);
        Object made = java.lang.reflect.Array.newInstance(int.class, 2, 2);
        ((int[][]) made)[1][0] = 5;
        System.out.println(
            Arrays.deepToString((int[][]) made) + classes(java.lang.reflect.Array.newInstance(String[].class, 0)));
        try {
            cube[1][3][0] = 1;
        } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            partial[1][1][0] = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            java.lang.reflect.Array.newInstance(int.class, new int[256]);
        } catch (IllegalArgumentException e) { System.out.println(e); }
        try {
            java.lang.reflect.Array.newInstance(void.class, 1);
        } catch (IllegalArgumentException e) { System.out.println(e); }
        boolean[][] sieve = new boolean[10][100];
        int primes = 0;
        for (int i = 2; i < 1000; i++)
            if (!sieve[i / 100][i % 100]) {
                primes++;
                for (int j = i * 2; j < 1000; j += i) sieve[j / 100][j % 100] = true;
            }
        System.out.println(primes);
    }

    static int[] weird()[] { return new int[][] {{1, 2, 3}}; }
}

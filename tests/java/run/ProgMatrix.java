// Matrices multiplied in four ways that must agree: three loops, blocks in a fork-join pool, Strassen, parallel
// streams; then determinant, inverse and powers with exact fractions.

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

public class ProgMatrix {
    static final class Matrix {
        final int rows;
        final int columns;
        final long[] cells;

        Matrix(int rows, int columns) {
            this.rows = rows;
            this.columns = columns;
            this.cells = new long[rows * columns];
        }

        static Matrix random(int rows, int columns, long seed) {
            Random r = new Random(seed);
            Matrix m = new Matrix(rows, columns);
            for (int i = 0; i < m.cells.length; i++) {
                m.cells[i] = r.nextInt(19) - 9;
            }
            return m;
        }

        static Matrix identity(int n) {
            Matrix m = new Matrix(n, n);
            for (int i = 0; i < n; i++) {
                m.set(i, i, 1);
            }
            return m;
        }

        long get(int i, int j) {
            return cells[i * columns + j];
        }

        void set(int i, int j, long v) {
            cells[i * columns + j] = v;
        }

        Matrix plus(Matrix o, int sign) {
            Matrix m = new Matrix(rows, columns);
            for (int i = 0; i < cells.length; i++) {
                m.cells[i] = cells[i] + sign * o.cells[i];
            }
            return m;
        }

        Matrix part(int row, int column, int n) {
            Matrix m = new Matrix(n, n);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    m.set(i, j, row + i < rows && column + j < columns ? get(row + i, column + j) : 0);
                }
            }
            return m;
        }

        Matrix transposed() {
            Matrix m = new Matrix(columns, rows);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    m.set(j, i, get(i, j));
                }
            }
            return m;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Matrix m && rows == m.rows && columns == m.columns && Arrays.equals(cells, m.cells);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(cells) * 31 + columns;
        }

        @Override
        public String toString() {
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    out.append(String.format("%6d", get(i, j)));
                }
                out.append('\n');
            }
            return out.toString();
        }
    }

    static Matrix naive(Matrix a, Matrix b) {
        if (a.columns != b.rows) {
            throw new IllegalArgumentException(a.rows + "x" + a.columns + " times " + b.rows + "x" + b.columns);
        }
        Matrix c = new Matrix(a.rows, b.columns);
        for (int i = 0; i < a.rows; i++) {
            for (int j = 0; j < b.columns; j++) {
                long sum = 0;
                for (int k = 0; k < a.columns; k++) {
                    sum += a.get(i, k) * b.get(k, j);
                }
                c.set(i, j, sum);
            }
        }
        return c;
    }

    static final class Blocks extends RecursiveAction {
        final Matrix a;
        final Matrix b;
        final Matrix c;
        final int top;
        final int left;
        final int height;
        final int width;

        Blocks(Matrix a, Matrix b, Matrix c, int top, int left, int height, int width) {
            this.a = a;
            this.b = b;
            this.c = c;
            this.top = top;
            this.left = left;
            this.height = height;
            this.width = width;
        }

        @Override
        protected void compute() {
            if (height * width <= 64) {
                for (int i = top; i < top + height; i++) {
                    for (int k = 0; k < a.columns; k++) {
                        long v = a.get(i, k);
                        for (int j = left; j < left + width; j++) {
                            c.cells[i * c.columns + j] += v * b.get(k, j);
                        }
                    }
                }
            } else if (height >= width) {
                int h = height / 2;
                invokeAll(new Blocks(a, b, c, top, left, h, width),
                        new Blocks(a, b, c, top + h, left, height - h, width));
            } else {
                int w = width / 2;
                invokeAll(new Blocks(a, b, c, top, left, height, w),
                        new Blocks(a, b, c, top, left + w, height, width - w));
            }
        }
    }

    static final class Strassen extends RecursiveTask<Matrix> {
        final Matrix a;
        final Matrix b;

        Strassen(Matrix a, Matrix b) {
            this.a = a;
            this.b = b;
        }

        private static Strassen fork(Matrix a, Matrix b) {
            Strassen s = new Strassen(a, b);
            s.fork();
            return s;
        }

        @Override
        protected Matrix compute() {
            int n = a.rows;
            if (n <= 8) {
                return naive(a, b);
            }
            int h = n / 2;
            Matrix a11 = a.part(0, 0, h);
            Matrix a12 = a.part(0, h, h);
            Matrix a21 = a.part(h, 0, h);
            Matrix a22 = a.part(h, h, h);
            Matrix b11 = b.part(0, 0, h);
            Matrix b12 = b.part(0, h, h);
            Matrix b21 = b.part(h, 0, h);
            Matrix b22 = b.part(h, h, h);
            Strassen s1 = fork(a11.plus(a22, 1), b11.plus(b22, 1));
            Strassen s2 = fork(a21.plus(a22, 1), b11);
            Strassen s3 = fork(a11, b12.plus(b22, -1));
            Strassen s4 = fork(a22, b21.plus(b11, -1));
            Strassen s5 = fork(a11.plus(a12, 1), b22);
            Strassen s6 = fork(a21.plus(a11, -1), b11.plus(b12, 1));
            Matrix m7 = new Strassen(a12.plus(a22, -1), b21.plus(b22, 1)).compute();
            Matrix m6 = s6.join();
            Matrix m5 = s5.join();
            Matrix m4 = s4.join();
            Matrix m3 = s3.join();
            Matrix m2 = s2.join();
            Matrix m1 = s1.join();
            Matrix c = new Matrix(n, n);
            paste(c, m1.plus(m4, 1).plus(m5, -1).plus(m7, 1), 0, 0);
            paste(c, m3.plus(m5, 1), 0, h);
            paste(c, m2.plus(m4, 1), h, 0);
            paste(c, m1.plus(m2, -1).plus(m3, 1).plus(m6, 1), h, h);
            return c;
        }

        private static void paste(Matrix into, Matrix m, int row, int column) {
            for (int i = 0; i < m.rows; i++) {
                System.arraycopy(m.cells, i * m.columns, into.cells, (row + i) * into.columns + column, m.columns);
            }
        }
    }

    static Matrix streams(Matrix a, Matrix b) {
        Matrix t = b.transposed();
        Matrix c = new Matrix(a.rows, b.columns);
        IntStream.range(0, a.rows).parallel().forEach(i -> {
            for (int j = 0; j < t.rows; j++) {
                int column = j;
                c.set(i, j, IntStream.range(0, a.columns).mapToLong(k -> a.get(i, k) * t.get(column, k)).sum());
            }
        });
        return c;
    }

    record Fraction(BigInteger top, BigInteger bottom) {
        Fraction {
            if (bottom.signum() == 0) {
                throw new ArithmeticException("division by zero");
            }
            BigInteger g = top.gcd(bottom).max(BigInteger.ONE);
            if (bottom.signum() < 0) {
                g = g.negate();
            }
            top = top.divide(g);
            bottom = bottom.divide(g);
        }

        static Fraction of(long n) {
            return new Fraction(BigInteger.valueOf(n), BigInteger.ONE);
        }

        Fraction times(Fraction o) {
            return new Fraction(top.multiply(o.top), bottom.multiply(o.bottom));
        }

        Fraction minus(Fraction o) {
            return new Fraction(top.multiply(o.bottom).subtract(o.top.multiply(bottom)), bottom.multiply(o.bottom));
        }

        Fraction over(Fraction o) {
            return new Fraction(top.multiply(o.bottom), bottom.multiply(o.top));
        }

        boolean isZero() {
            return top.signum() == 0;
        }

        @Override
        public String toString() {
            return bottom.equals(BigInteger.ONE) ? top.toString() : top + "/" + bottom;
        }
    }

    // Gauss and Jordan on [m | identity]; the determinant falls out on the way.
    static Fraction invert(Matrix m, Fraction[][] inverse) {
        int n = m.rows;
        Fraction[][] w = new Fraction[n][2 * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 2 * n; j++) {
                w[i][j] = Fraction.of(j < n ? m.get(i, j) : j - n == i ? 1 : 0);
            }
        }
        Fraction determinant = Fraction.of(1);
        for (int c = 0; c < n; c++) {
            int pivot = c;
            while (pivot < n && w[pivot][c].isZero()) {
                pivot++;
            }
            if (pivot == n) {
                return Fraction.of(0);
            }
            if (pivot != c) {
                Fraction[] t = w[pivot];
                w[pivot] = w[c];
                w[c] = t;
                determinant = Fraction.of(0).minus(determinant);
            }
            Fraction p = w[c][c];
            determinant = determinant.times(p);
            for (int j = 0; j < 2 * n; j++) {
                w[c][j] = w[c][j].over(p);
            }
            for (int i = 0; i < n; i++) {
                Fraction f = w[i][c];
                if (i != c && !f.isZero()) {
                    for (int j = 0; j < 2 * n; j++) {
                        w[i][j] = w[i][j].minus(f.times(w[c][j]));
                    }
                }
            }
        }
        for (int i = 0; i < n; i++) {
            inverse[i] = Arrays.copyOfRange(w[i], n, 2 * n);
        }
        return determinant;
    }

    static Matrix power(Matrix m, int e, BinaryOperator<Matrix> times) {
        Matrix result = Matrix.identity(m.rows);
        for (; e > 0; e >>= 1) {
            if ((e & 1) == 1) {
                result = times.apply(result, m);
            }
            m = times.apply(m, m);
        }
        return result;
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        Matrix a = Matrix.random(32, 32, 1);
        Matrix b = Matrix.random(32, 32, 2);
        Matrix expected = naive(a, b);
        Matrix blocks = new Matrix(32, 32);
        pool.invoke(new Blocks(a, b, blocks, 0, 0, 32, 32));
        System.out.println("blocks " + blocks.equals(expected) + " Strassen "
                + pool.invoke(new Strassen(a, b)).equals(expected) + " streams " + streams(a, b).equals(expected)
                + " hash " + expected.hashCode());
        Matrix wide = Matrix.random(3, 7, 3);
        Matrix tall = Matrix.random(7, 4, 4);
        Matrix product = new Matrix(3, 4);
        pool.invoke(new Blocks(wide, tall, product, 0, 0, 3, 4));
        System.out.print(product);
        System.out.println("transposed product " + naive(tall.transposed(), wide.transposed()).transposed()
                .equals(product));
        try {
            naive(wide, wide);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Matrix fib = new Matrix(2, 2);
        fib.set(0, 0, 1);
        fib.set(0, 1, 1);
        fib.set(1, 0, 1);
        System.out.println("fib(80) " + power(fib, 80, ProgMatrix::naive).get(0, 1) + " "
                + power(fib, 80, ProgMatrix::streams).get(0, 1));
        Matrix m = Matrix.random(4, 4, 5);
        Fraction[][] inverse = new Fraction[4][];
        System.out.print(m);
        System.out.println("determinant " + invert(m, inverse));
        for (Fraction[] row : inverse) {
            System.out.println(Arrays.toString(row));
        }
        boolean unit = true;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                Fraction sum = Fraction.of(0);
                for (int k = 0; k < 4; k++) {
                    sum = sum.minus(Fraction.of(0).minus(Fraction.of(m.get(i, k)).times(inverse[k][j])));
                }
                unit &= sum.equals(Fraction.of(i == j ? 1 : 0));
            }
        }
        System.out.println("inverse times matrix is one " + unit);
        Matrix singular = new Matrix(3, 3);
        for (int i = 0; i < 9; i++) {
            singular.cells[i] = i + 1;
        }
        System.out.println("singular " + invert(singular, new Fraction[3][]));
        pool.shutdown();
    }
}

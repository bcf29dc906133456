// Nested static calls with next to no work in each: Fibonacci, Ackermann and Takeuchi.

public class Fib {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        if (n == 0) {
            return ackermann(m - 1, 1);
        }
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    static int tak(int x, int y, int z) {
        return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
    }

    static long longFib(long n) {
        if (n < 2) {
            return n;
        }
        return longFib(n - 1) + longFib(n - 2);
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            sum = sum * 31 + fib(24);
            sum = sum * 31 + ackermann(2, 250);
            sum = sum * 31 + tak(14, 8, 3);
            sum = sum * 31 + longFib(22);
        }
        System.out.println("Fib " + sum);
    }
}

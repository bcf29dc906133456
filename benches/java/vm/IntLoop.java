// Integer arithmetic and array access in a tight loop: a sieve, a checksum and a small linear recurrence.

public class IntLoop {
    static int sieve(boolean[] composite) {
        int primes = 0;
        for (int i = 0; i < composite.length; i++) {
            composite[i] = false;
        }
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                primes++;
                for (int j = i + i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        return primes;
    }

    static int mix(int[] cells, int seed) {
        int x = seed;
        int mask = cells.length - 1;
        for (int i = 0; i < cells.length; i++) {
            x = x * 1664525 + 1013904223;
            int at = (x >>> 12) & mask;
            cells[i] += (cells[at] ^ x) + (i << 3);
            x ^= cells[i] >> 7;
        }
        return x;
    }

    static long longs(int n) {
        long a = 1;
        long b = 1;
        for (int i = 0; i < n; i++) {
            long c = a * 31 + (b ^ i);
            a = b;
            b = c % 1_000_003;
        }
        return b;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        boolean[] composite = new boolean[20_000];
        int[] cells = new int[4096];
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            sum += sieve(composite);
            sum = sum * 31 + mix(cells, r);
            sum = sum * 31 + longs(8_000);
        }
        System.out.println("IntLoop " + sum);
    }
}

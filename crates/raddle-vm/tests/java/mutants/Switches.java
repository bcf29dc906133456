public class Switches {
    static int dense(int n) {
        switch (n) {
            case -1: return 10;
            case 0: return 20;
            case 1: n += 5;
            case 2: return n;
            case 3: return 30;
            default: return 0;
        }
    }

    static int sparse(long n) {
        switch ((int) n) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 70000: return 3;
            case Integer.MAX_VALUE: return 4;
            default: return 5;
        }
    }

    static int loop(int n) {
        int sum = 0;
        outer:
        for (int i = 0; ; i++) {
            int j = 0;
            if (n == 2) {
                System.gc();
            }
            do {
                if (j == n) {
                    continue outer;
                }
                if (i > n) {
                    break outer;
                }
                sum += i ^ j;
            } while (j++ < 5);
        }
        return sum;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = -3; i < 6; i++) {
            sum += dense(i) + sparse(i * 35000L) + sparse(Integer.MAX_VALUE + (long) i) + loop(3);
        }
        System.exit(sum & 0x7f);
    }
}

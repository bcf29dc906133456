// origin: 004 tables 4.1 to 4.3; the pattern of LANG-481
// sizes: readers=3
// small: 2
// wrong: error assertion, message ~ half a hash
// right: ok
// warn: perhaps race
// A range computes its hash code when first asked and keeps it. The wrong one computes it in the very field where others look
// for it; the right one stores it when it is finished.
public class Lang {
    final boolean right;
    final int min = 3;
    final int max = 8;
    volatile int hash;

    Lang(boolean right) {
        this.right = right;
    }

    int hash() {
        if (hash == 0) {
            if (right) {
                hash = (17 * 37 + min) * 37 + max;
            } else {
                hash = 17;
                hash = 37 * hash + min;
                hash = 37 * hash + max;
            }
        }
        return hash;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3);
        Lang range = new Lang(benchmark.right);
        Benchmark.start(benchmark.size(0), reader -> {
            assert range.hash() == (17 * 37 + 3) * 37 + 8 : "half a hash";
        });
    }
}

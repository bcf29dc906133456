// origin: Peterson
// sizes: rounds=3
// small: 1
// wrong: error assertion, message ~ both inside
// right: ok
// Mutual exclusion of two threads by volatile fields. The wrong thread lets the other go first before it shows its own wish,
// instead of afterwards.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Peterson {
    static boolean right;
    static final AtomicIntegerArray WANTS = new AtomicIntegerArray(2);
    static volatile int turn;
    static volatile boolean inside;

    static void enter(int self) {
        int other = 1 - self;
        if (right) {
            WANTS.set(self, 1);
            turn = other;
        } else {
            turn = other;
            WANTS.set(self, 1);
        }
        while (WANTS.get(other) == 1 && turn == other) {
            Thread.onSpinWait();
        }
    }

    static void critical() {
        assert !inside : "both inside";
        inside = true;
        inside = false;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3);
        right = benchmark.right;
        Benchmark.start(2, self -> {
            for (int round = 0; round < benchmark.size(0); round++) {
                enter(self);
                critical();
                WANTS.set(self, 0);
            }
        });
    }
}

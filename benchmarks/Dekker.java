// origin: Dekker, as told by Dijkstra
// sizes: rounds=3
// small: 1
// wrong: error assertion, message ~ both inside
// right: ok
// Mutual exclusion of two threads by volatile fields. The wrong thread looks at the other's wish before it shows its own.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Dekker {
    static boolean right;
    static final AtomicIntegerArray WANTS = new AtomicIntegerArray(2);
    static volatile int turn;
    static volatile boolean inside;

    static void enter(int self) {
        int other = 1 - self;
        if (!right) {
            while (WANTS.get(other) == 1) {
                Thread.onSpinWait();
            }
            WANTS.set(self, 1);
            return;
        }
        WANTS.set(self, 1);
        while (WANTS.get(other) == 1) {
            if (turn == other) {
                WANTS.set(self, 0);
                while (turn == other) {
                    Thread.onSpinWait();
                }
                WANTS.set(self, 1);
            }
        }
    }

    static void critical() {
        assert !inside : "both inside";
        inside = true;
        inside = false;
    }

    static void leave(int self) {
        turn = 1 - self;
        WANTS.set(self, 0);
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3);
        right = benchmark.right;
        Benchmark.start(2, self -> {
            for (int round = 0; round < benchmark.size(0); round++) {
                enter(self);
                critical();
                leave(self);
            }
        });
    }
}

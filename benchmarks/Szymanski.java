// origin: Szymanski
// sizes: threads=3
// small: 2
// wrong: error assertion, message ~ both inside
// right: ok
// Mutual exclusion as a waiting room with two doors; what a thread shows is how far it has come. The wrong thread does not let
// those with lower numbers in the room go first.
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntPredicate;

public class Szymanski {
    static final int OUTSIDE = 0;
    static final int WANTS_IN = 1;
    static final int WAITS_FOR_OTHERS = 2;
    static final int IN_DOORWAY = 3;
    static final int DOOR_CLOSED = 4;
    static boolean right;
    static AtomicIntegerArray stages;
    static volatile boolean inside;

    /** Whether the stage of some thread, of those numbered from up to but not including to, is such. */
    static boolean any(int from, int to, IntPredicate such) {
        for (int i = from; i < to; i++) {
            if (such.test(stages.get(i))) {
                return true;
            }
        }
        return false;
    }

    static void enter(int self) {
        int n = stages.length();
        stages.set(self, WANTS_IN);
        while (any(0, n, stage -> stage >= IN_DOORWAY)) {
            Thread.onSpinWait();
        }
        stages.set(self, IN_DOORWAY);
        if (any(0, n, stage -> stage == WANTS_IN)) {
            stages.set(self, WAITS_FOR_OTHERS);
            while (!any(0, n, stage -> stage == DOOR_CLOSED)) {
                Thread.onSpinWait();
            }
        }
        stages.set(self, DOOR_CLOSED);
        while (right && any(0, self, stage -> stage >= WAITS_FOR_OTHERS)) {
            Thread.onSpinWait();
        }
    }

    static void critical() {
        assert !inside : "both inside";
        inside = true;
        inside = false;
    }

    static void leave(int self) {
        while (any(self + 1, stages.length(), stage -> stage == WAITS_FOR_OTHERS || stage == IN_DOORWAY)) {
            Thread.onSpinWait();
        }
        stages.set(self, OUTSIDE);
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3);
        right = benchmark.right;
        stages = new AtomicIntegerArray(benchmark.size(0));
        Benchmark.start(benchmark.size(0), self -> {
            enter(self);
            critical();
            leave(self);
        });
    }
}

// origin: Lamport
// sizes: threads=3
// small: 2
// wrong: error assertion, message ~ both inside
// right: ok
// Mutual exclusion by numbers: each thread draws one higher than all it sees, the lowest goes first. The wrong thread does not
// show that it is drawing, so that others may overlook the number it is about to have.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Bakery {
    static boolean right;
    static AtomicIntegerArray drawing;
    static AtomicIntegerArray numbers;
    static volatile boolean inside;

    static int highest() {
        int highest = 0;
        for (int i = 0; i < numbers.length(); i++) {
            highest = Math.max(highest, numbers.get(i));
        }
        return highest;
    }

    /** Whether another thread is served before this one, which has a number. */
    static boolean isBefore(int other, int self) {
        int its = numbers.get(other);
        int own = numbers.get(self);
        return its != 0 && (its < own || its == own && other < self);
    }

    static void enter(int self) {
        if (right) {
            drawing.set(self, 1);
        }
        numbers.set(self, highest() + 1);
        drawing.set(self, 0);
        for (int other = 0; other < numbers.length(); other++) {
            while (drawing.get(other) == 1) {
                Thread.onSpinWait();
            }
            while (other != self && isBefore(other, self)) {
                Thread.onSpinWait();
            }
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
        drawing = new AtomicIntegerArray(benchmark.size(0));
        numbers = new AtomicIntegerArray(benchmark.size(0));
        Benchmark.start(benchmark.size(0), self -> {
            enter(self);
            critical();
            numbers.set(self, 0);
        });
    }
}

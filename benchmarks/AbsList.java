// origin: 000 tables 1 and 2, figure 1
// sizes: comparers=1 adders=10
// small: 1 2
// wrong: error exception, message ~ ConcurrentModificationException
// right: ok
// warn: perhaps race
// `Vector.equals` holds the vector's own lock and goes through the other one without holding that one's, while other threads
// add to it. The right comparer holds both.
import java.util.List;
import java.util.Vector;

public class AbsList {
    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 1, 10);
        List<Integer> one = new Vector<>(List.of(1, 2));
        List<Integer> other = new Vector<>(List.of(1, 2));
        Benchmark.start(benchmark.size(0), comparer -> {
            if (benchmark.right) {
                synchronized (other) {
                    one.equals(other);
                }
            } else {
                one.equals(other);
            }
        });
        Benchmark.start(benchmark.size(1), adder -> other.add(3));
    }
}

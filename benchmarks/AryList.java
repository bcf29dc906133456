// origin: 000 tables 1 and 2
// sizes: seekers=1 adders=10
// small: 1 2
// wrong: error exception, message ~ ConcurrentModificationException
// right: ok
// warn: perhaps race
// `containsAll` of a synchronized list holds that list's lock, not the one of the list it is given and iterates over, while
// other threads add to the latter. The right seeker holds both.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class AryList {
    static List<Integer> list() {
        return Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 1, 10);
        List<Integer> all = list();
        List<Integer> wanted = list();
        Benchmark.start(benchmark.size(0), seeker -> {
            if (benchmark.right) {
                synchronized (wanted) {
                    all.containsAll(wanted);
                }
            } else {
                all.containsAll(wanted);
            }
        });
        Benchmark.start(benchmark.size(1), adder -> wanted.add(1));
    }
}

// origin: 000 tables 1 and 2, where it is called Deadlock
// sizes: vectorFirst=1 tableFirst=10
// small: 1 2
// wrong: error deadlock
// right: ok
// A vector removes what is among a table's values, and holds its own lock, then the table's; the table's values remove what is in
// the vector, the other way round. The right threads hold the vector's lock in either case.
import java.util.Hashtable;
import java.util.List;
import java.util.Vector;

public class JdkDeadlock {
    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 1, 10);
        Vector<Integer> vector = new Vector<>(List.of(1));
        Hashtable<Integer, Integer> table = new Hashtable<>();
        table.put(2, 2);
        Benchmark.start(benchmark.size(0), thread -> vector.removeAll(table.values()));
        Benchmark.start(benchmark.size(1), thread -> {
            if (benchmark.right) {
                synchronized (vector) {
                    table.values().removeAll(vector);
                }
            } else {
                table.values().removeAll(vector);
            }
        });
    }
}

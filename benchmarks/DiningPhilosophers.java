// origin: Dijkstra
// sizes: philosophers=8 meals=1
// small: 3 1
// wrong: error deadlock
// right: ok
// Everybody takes the left fork, then the right one. The right philosophers take the fork with the lower number first.
public class DiningPhilosophers {
    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 8, 1);
        int n = benchmark.size(0);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        Benchmark.start(n, i -> {
            int left = i;
            int right = (i + 1) % n;
            int first = benchmark.right ? Math.min(left, right) : left;
            int second = first == left ? right : left;
            for (int meal = 0; meal < benchmark.size(1); meal++) {
                synchronized (forks[first]) {
                    synchronized (forks[second]) {
                        Thread.yield();
                    }
                }
            }
        });
    }
}

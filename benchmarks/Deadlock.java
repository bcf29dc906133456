// origin: the classic of two locks
// sizes: forward=5 backward=1
// small: 2 1
// wrong: error deadlock
// right: ok
// Some threads take two locks in one order, the others in the opposite one; the right ones all take them in the same.
public class Deadlock {
    static int entered;

    static void enter(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                entered++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 5, 1);
        Object a = new Object();
        Object b = new Object();
        Thread[] forward = Benchmark.start(benchmark.size(0), thread -> enter(a, b));
        Thread[] backward = Benchmark.start(
                benchmark.size(1), benchmark.right ? thread -> enter(a, b) : thread -> enter(b, a));
        Benchmark.join(forward, backward);
        assert entered == forward.length + backward.length;
    }
}
